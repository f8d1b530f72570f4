"""Positions, checked and written down: Octopus's Garden."""
