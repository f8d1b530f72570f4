"""Where all the tokens are (section 15: none comes or goes)."""

from __future__ import annotations

from collections import Counter

from companion.games.octopus_garden.rules.data.tokens import Code
from companion.games.octopus_garden.rules.position import Position


def out_of_the_bag(p: Position) -> Counter[Code]:
    """Count the tokens that are not in the bag: on the tables, in hands, out of the game."""
    there: Counter[Code] = Counter(dict(p.gone)) + Counter(p.hand)
    there.update(token.code for garden in p.garden for _, token in garden.tokens())
    there.update(code for code in (*p.market, p.drawn) if code is not None)
    there.update(p.treasure.drawn if p.treasure else ())
    there["SK"] += sum(owner > 0 for owner in p.claim)
    there["TC"] += p.chests + (p.treasure is not None)
    there["OY"] += p.bed
    return there


def in_the_box(p: Position) -> Counter[Code]:
    """Count the tokens that this table plays with."""
    return Counter(dict(p.table.garden_tokens())) + Counter({"OY": p.table.box.counts["OY"]})
