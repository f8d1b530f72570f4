"""What happens in each phase: Caterpillar Filler."""
