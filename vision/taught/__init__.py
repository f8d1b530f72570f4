"""Reads what owners have taught: sheets found by their own print, and pieces by how they look."""
