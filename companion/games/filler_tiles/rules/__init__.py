"""Filler (tiles), after the numbered rules FT-01..FT-20 of its specification.

`GAME` is the game. The modules, from the board up: `board` (squares and groups), `actions` (what is
done, and its notation: the table at the top of that module), `table` (options), `position` (the
state variables), `placing` (the two turn options), `flow` (turns, passing, the end), `opening`,
`verbs` (which action in which phase); `scoring`, `prompts`, `telling`, `followed`, `lying`, `attempts`,
`problems`, `properties`, `document` (JSON). `state` and `game` put them together.

For pages and referees: `placement` says what placing on a square of the board is (FT-11).

Folders: `phases`, `checks` (positions, checked and written down), `sentences` (what players are told),
`results` (points, and who wins).
"""

from companion.games.filler_tiles.rules.actions import Draw, Expand, New, Pie, Seed, Stones, Take
from companion.games.filler_tiles.rules.game import FillerTiles
from companion.games.filler_tiles.rules.phases.placing import placement
from companion.games.filler_tiles.rules.state import State

GAME = FillerTiles()

__all__ = [
    "GAME",
    "Draw",
    "Expand",
    "FillerTiles",
    "New",
    "Pie",
    "Seed",
    "State",
    "Stones",
    "Take",
    "placement",
]
