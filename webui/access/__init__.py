"""Who has a seat, who asks for one, who is the host: kept over restarts."""
