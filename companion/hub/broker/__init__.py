"""The broker's users: Mosquitto's dynamic security plugin keeps them, and the hub adds tables."""
