"""Caterpillar Filler, after the numbered rules CF-01..CF-43 of its specification.

`GAME` is the game. The modules, from the garden up: `board` (spaces), `actions` (what is done,
and its notation: the table at the top of that module), `expansion`, `own_tiles` and `table` (set-ups, rules,
options), `start` and `position` (the state variables), then one module a subject: `chance`,
`blooming`, `wasps`, `routes` and `moving`, `eating`, `joining`; `flow` (what comes next) and
`verbs` (which action in which phase); `scoring`, `prompts`, `telling`, `followed`, `lying`,
`problems`, `properties`, `document` (JSON). `state` and `game` put them together.

For pages and referees: `reach` sorts the legal routes by where they end, `next_steps` gives the
spaces that may follow on a route begun, `is_stuck` whether there is none.

Folders: `data` (what comes in the box), `phases`, `checks` (positions, checked and written down),
`sentences` (what players are told), `results` (points, and who wins).
"""

from companion.games.caterpillar_filler.rules.actions import (
    End,
    First,
    Flower,
    Join,
    Keep,
    Roll,
    Route,
    Shift,
    Stuck,
    Tile,
    Wait,
    Wasp,
    Wild,
)
from companion.games.caterpillar_filler.rules.game import CaterpillarFiller
from companion.games.caterpillar_filler.rules.phases.routes import is_stuck, next_steps, reach
from companion.games.caterpillar_filler.rules.state import State

GAME = CaterpillarFiller()

__all__ = [
    "GAME",
    "CaterpillarFiller",
    "End",
    "First",
    "Flower",
    "Join",
    "Keep",
    "Roll",
    "Route",
    "Shift",
    "State",
    "Stuck",
    "Tile",
    "Wait",
    "Wasp",
    "Wild",
    "is_stuck",
    "next_steps",
    "reach",
]
