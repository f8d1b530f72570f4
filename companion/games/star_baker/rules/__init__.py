"""Star Baker, after the numbered rules SB-01..SB-31 of its specification.

`GAME` is the game. The modules, from the cards up: `cards` (the box) and `card_file` (its file,
``cards.csv``), `actions` (what is done, and its notation: the table at the top of that module),
`table` (options), `position` (the state variables), `flow` (the course of a day), then one module a
subject: `dealing` (chance), `picking` (time cards), `paying` (which cards pay for what), `turns`
(fill and restock), `chef` (the automatic chef of a solo game); `verbs` (which action in which
phase); `views` (who sees what), `scoring`, `prompts`, `telling`, `followed`, `lying`, `problems`,
`properties`, `document` (JSON). `state` and `game` put them together.

For pages: `fillable` gives the recipes that the player in turn can win.

Folders: `data` (what comes in the box), `phases`, `checks` (positions, checked and written down),
`sentences` (what players are told), `results` (points, and who wins).
"""

from companion.games.star_baker.rules.game import StarBaker
from companion.games.star_baker.rules.phases.turns import fillable
from companion.games.star_baker.rules.state import State

GAME = StarBaker()

__all__ = ["GAME", "StarBaker", "State", "fillable"]
