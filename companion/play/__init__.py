"""A game in progress: session, referee, draws and storage."""
