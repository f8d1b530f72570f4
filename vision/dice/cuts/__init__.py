"""A cut round a die: how it is made, and what its pixels alone say of contrast, detail and colour."""
