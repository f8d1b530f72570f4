"""Boxes that people own, as a camera sees them: teach file, taught box, and the layout of it."""
