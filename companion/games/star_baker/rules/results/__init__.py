"""Points, and who wins: Star Baker."""
