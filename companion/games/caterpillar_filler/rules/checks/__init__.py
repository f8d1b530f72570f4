"""Positions, checked and written down: Caterpillar Filler."""
