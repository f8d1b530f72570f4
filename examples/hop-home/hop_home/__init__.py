"""Hop Home: frogs on a track and a die. A whole game as a package of its own."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="hop-home", package=__name__, sheets=range(4, 6), contract=1)
