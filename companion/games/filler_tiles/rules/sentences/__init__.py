"""What players are told: Filler (tiles)."""
