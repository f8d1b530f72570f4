"""What is around a game: scoring a table that nobody followed, the evening in pictures, a first evening."""
