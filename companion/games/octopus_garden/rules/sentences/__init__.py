"""What players are told: Octopus's Garden."""
