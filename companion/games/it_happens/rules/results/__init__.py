"""Points, and who wins: It Happens."""
