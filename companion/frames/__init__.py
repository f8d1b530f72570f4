"""Frames from a camera that may hang or fail at any time, and the pictures that are kept of them."""
