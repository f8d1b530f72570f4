"""What players are told: Star Baker."""
