"""What every answer goes through, whatever it says: compression, cookies, proxies, news, fair places."""
