"""Star Baker: its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="star-baker", package=__name__, sheets=range(64, 68), pieces=range(407, 485))
