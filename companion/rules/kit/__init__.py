"""A kit for writing the rules of a game: what every game would write again, once."""
