"""Dice on sheets and in trays: readings of `vision.dice`, compared with what a sheet says."""
