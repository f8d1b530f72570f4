"""Papillon: its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="papillon", package=__name__, sheets=range(80, 96), pieces=range(485, 587))
