"""What happens in each phase: Papillon."""
