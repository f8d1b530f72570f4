"""Points, and who wins: Octopus's Garden."""
