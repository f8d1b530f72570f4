"""What happens in each phase: It Happens."""
