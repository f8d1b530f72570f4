"""What players are told: Caterpillar Filler."""
