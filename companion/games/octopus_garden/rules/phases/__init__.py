"""What happens in each phase: Octopus's Garden."""
