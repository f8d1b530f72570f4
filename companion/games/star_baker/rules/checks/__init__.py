"""Positions, checked and written down: Star Baker."""
