"""Reads pictures while a box is taught: pieces that lie apart, names for them, hands in the way."""
