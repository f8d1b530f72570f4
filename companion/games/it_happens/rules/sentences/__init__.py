"""What players are told: It Happens."""
