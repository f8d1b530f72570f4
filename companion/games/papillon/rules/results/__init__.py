"""Points, and who wins: Papillon."""
