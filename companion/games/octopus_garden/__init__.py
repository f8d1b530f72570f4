"""Octopus's Garden: its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="octopus-garden", package=__name__, sheets=range(32, 40))
