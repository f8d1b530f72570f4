"""Positions, checked and written down: Filler (tiles)."""
