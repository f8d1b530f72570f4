"""Choosing one legal action by taps: on cells, on cards, by buttons, word by word. Knows no game."""
