"""Caterpillar Filler: its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="caterpillar-filler", package=__name__, sheets=range(4))
