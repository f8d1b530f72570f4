"""What a request finds: the hub, the game, whose phone asks, and what that phone may do."""
