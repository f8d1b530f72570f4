"""What happens in each phase: Filler (tiles)."""
