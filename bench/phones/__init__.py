"""Phones at the running service: pages, taps, first paint, and how long many wait."""
