"""Octopus's Garden, after the numbered rulings OG-R01..39 and OG-M01..32 of its specification.

`GAME` is the game. The modules, from the board up: `board` (spaces, market), `box` and `tokens`
(pieces), `shipped` (their files) and `piece_set` (a board with its box), `garden` and `stacks` (what
lies together), `table` (options),
`actions` (what is done; the table at the top of that module) and `notation`, `position` (the state
variables). Then one module a subject: `groups` (bonus fish), `market`, `acting` (oyster, pass,
lionfish), `hand` (planting, diver), `chests`, `moving`, `stars`, `crabs`, `coconut`, `sharks`,
`mimics`, `chance`, `census`; `flow` (what comes next) and `verbs` (which action in which phase);
`scoring`, `news` and `prompts`, `telling`, `followed`, `prospects` (for bots), `places` and `advice` (for
pages), `lying`, `attempts`, `problems`,
`properties`, `document` (JSON). `state` and
`game` put them together.

For pages: `prices` and `affordable` of the market's lines, `oyster_price`, `star_ways` (where the
sea stars would go) and `worth` (what a placement would earn).

Folders: `data` (what comes in the box), `phases`, `checks` (positions, checked and written down),
`sentences` (what players are told), `results` (points, and who wins).
"""

from companion.games.octopus_garden.rules.game import OctopusGarden
from companion.games.octopus_garden.rules.phases.acting import oyster_price
from companion.games.octopus_garden.rules.phases.market import affordable, prices
from companion.games.octopus_garden.rules.phases.stars import star_ways
from companion.games.octopus_garden.rules.sentences.advice import worth
from companion.games.octopus_garden.rules.state import State

GAME = OctopusGarden()

__all__ = [
    "GAME",
    "OctopusGarden",
    "State",
    "affordable",
    "oyster_price",
    "prices",
    "star_ways",
    "worth",
]
