"""What lies on cells: bare ground, kinds of piece, codes, pieces with markers."""
