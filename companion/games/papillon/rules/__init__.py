"""Papillon, after the numbered rules R1..R65 of its specification.

`GAME` is the game. The modules, from the bottom up: `board` (spaces, lines, flowers), `tileset` and
`box` (the data of a box), `garden` (where tiles may go), `regions` (patches and fields), `actions`
(what is done, and its notation: the table at the top of that module), `table` (options), `position`
(the state variables), `purse`, `flow` (what comes next); then one module a phase: `setting_up`,
`drawing`, `bidding`, `drafting`, `gardening`, `perching`, `flying`; `verbs` (which action in which
phase); `scoring`, `score_sheet`, `prompts`, `telling`, `followed`, `lying` (zones and kinds: the table at its
top), `problems`, `properties`, `document` (JSON). `state` and `game` put them together.

For pages and bots: `places` (where an action is tapped), `hints` (lines to draft, open ends and what
closing would bring, from `open_patches` and `open_fields` of `advice`), `prospects`; `closed_by` says
what laying a tile closes, `spots` where a tile fits, `regions` every patch and field.

Folders: `data` (what comes in the box), `phases`, `checks` (positions, checked and written down),
`sentences` (what players are told), `results` (points, and who wins).
"""

from companion.games.papillon.rules.actions import (
    Bid,
    Bonus,
    Done,
    Draft,
    Fill,
    Fly,
    Gnome,
    Lay,
    Order,
    Pair,
    Perch,
    Post,
    Reserve,
)
from companion.games.papillon.rules.data.garden import Laid, Spot, spots
from companion.games.papillon.rules.data.regions import Region, regions
from companion.games.papillon.rules.game import Papillon
from companion.games.papillon.rules.sentences.advice import OpenPatch, closed_by, open_fields, open_patches
from companion.games.papillon.rules.state import State

GAME = Papillon()

__all__ = [
    "GAME",
    "Bid",
    "Bonus",
    "Done",
    "Draft",
    "Fill",
    "Fly",
    "Gnome",
    "Laid",
    "Lay",
    "OpenPatch",
    "Order",
    "Pair",
    "Papillon",
    "Perch",
    "Post",
    "Region",
    "Reserve",
    "Spot",
    "State",
    "closed_by",
    "open_fields",
    "open_patches",
    "regions",
    "spots",
]
