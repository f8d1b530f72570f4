"""Path-traced tables with exact truth, drawn by another renderer than the one that training draws with."""
