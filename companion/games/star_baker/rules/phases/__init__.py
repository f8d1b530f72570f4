"""What happens in each phase: Star Baker."""
