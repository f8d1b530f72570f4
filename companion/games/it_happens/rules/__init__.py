"""It Happens, after the sections and the rulings IH-R01..R35 of its specification.

`GAME` is the game. The modules, from the cards up: `actions` (what is done, and its notation: the
table at the top of that module), `mounds` (cards and supply), `table` (options, colours), `position`
(the state variables), `spaces` (where a die goes) and `tiles` (what it finds); then one module a
subject: `opening`, `rolling`, `placing`, `evaluation`; `flow` (what comes next) and `verbs` (which
action in which phase); `scoring`, `ending`, `prompts`, `lying`, `views`, `attempts`, `telling`, `followed`,
`problems`, `properties`, `document` (JSON). `state` and `game` put them together.

Folders: `data` (what comes in the box), `phases`, `checks` (positions, checked and written down),
`sentences` (what players are told), `results` (points, and who wins).
"""

from companion.games.it_happens.rules.actions import Choose, First, Pass, Place, Reroll, Reveal, Roll
from companion.games.it_happens.rules.game import ItHappens
from companion.games.it_happens.rules.state import State

GAME = ItHappens()

__all__ = [
    "GAME",
    "Choose",
    "First",
    "ItHappens",
    "Pass",
    "Place",
    "Reroll",
    "Reveal",
    "Roll",
    "State",
]
