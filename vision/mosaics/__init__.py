"""Tiles joined on the bare table: their lattice, and tiles whose marker a piece covers."""
