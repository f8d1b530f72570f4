"""Filler (tiles): its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="filler-tiles", package=__name__, sheets=range(48, 52))
