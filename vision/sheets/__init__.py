"""Where sheets lie: markers, lens, registration by the print."""
