"""What the games add up to: players, seasons, ratings, tournaments and records."""
