"""Drawings become SVG, PDF or pixels here."""
