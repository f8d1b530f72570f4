"""How sheets are printed: in which colours, and where they lie by their print alone."""
