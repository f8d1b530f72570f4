"""What comes in the box: Octopus's Garden."""
