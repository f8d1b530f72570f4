"""Cameras and the panel. Knows nothing of games or vision."""
