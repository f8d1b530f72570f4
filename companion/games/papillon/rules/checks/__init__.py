"""Positions, checked and written down: Papillon."""
