"""What players are told: Papillon."""
