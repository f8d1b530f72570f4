"""What comes in the box: It Happens."""
