"""Positions, checked and written down: It Happens."""
