"""What comes in the box: Papillon."""
