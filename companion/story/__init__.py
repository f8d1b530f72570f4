"""A game as people read it afterwards: the log in words, consequences of actions, results."""
