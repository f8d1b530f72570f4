"""What happened in a game: events, the timeline that they make, undo, corrections and draws. Pure."""
