"""What comes in the box: Star Baker."""
