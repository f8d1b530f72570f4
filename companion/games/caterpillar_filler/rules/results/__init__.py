"""Points, and who wins: Caterpillar Filler."""
