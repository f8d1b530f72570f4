"""It Happens: its rules, layout, artwork, habits and booklet."""

from companion.rules.bundle import Bundle

GAME = Bundle(slug="it-happens", package=__name__, sheets=range(16, 32), box_folder="mounds")
