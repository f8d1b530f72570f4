"""The table in the house: told to others, and told by them, where somebody wishes so."""
