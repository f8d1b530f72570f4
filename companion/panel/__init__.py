"""The panel at the table: what it shows of a game, and what its buttons do."""
