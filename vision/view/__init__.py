"""One view of the table: stillness, the sighting of a frame, several joined, and what is wrong with it."""
