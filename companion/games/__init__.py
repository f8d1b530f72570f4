"""The games that come with the program: one folder each, with everything of the game in it."""
