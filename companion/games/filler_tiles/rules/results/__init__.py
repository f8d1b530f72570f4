"""Points, and who wins: Filler (tiles)."""
