"""What comes in the box: Caterpillar Filler."""
