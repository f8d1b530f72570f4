"""Treasure chests: pearls for draws (10.2.7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Chest
from companion.games.octopus_garden.rules.data.tokens import Code, in_order
from companion.games.octopus_garden.rules.phases.hand import plant_on
from companion.games.octopus_garden.rules.position import (
    P,
    Position,
    Treasure,
    earned,
    into_bag,
    out_of_game,
    paid,
    replaced,
    told,
)
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def most_draws(p: Position) -> int:
    """Give how many pearls may be paid: those left, and one a token in the bag that is no chest (OG-M22)."""
    return min(p.purse, sum(number for code, number in p.bag if code != "TC"))


def legal_chests(p: Position, seat: int) -> Iterator[Chest]:
    """No pearl, or any number of them in either mode."""
    yield Chest(seat, 0)
    for pearls in range(1, most_draws(p) + 1):
        yield Chest(seat, pearls, "keep")
        yield Chest(seat, pearls, "pearls")


def explain_chest(p: Position, action: Chest) -> Reason:
    """Why the chest is not opened like that."""
    if action.pearls > most_draws(p):
        return reason("OG-M22", "You may pay {n} pearls at most.", n=most_draws(p))
    if action.pearls:
        return reason("10.2.7", "Say whether the drawn tokens are kept or turned into pearls.")
    return reason("10.2.7", "Without a pearl nothing is drawn.")


def open_chest(p: P, action: Chest) -> P:
    """Pay into the next chest; without a pearl it goes straight into the hand."""
    p = paid(replace(p, chests=p.chests - 1), action.by, action.pearls)
    if not action.pearls:
        return plant_on(_to_hand(p, "TC"))
    return replace(p, phase="TREASURE", treasure=Treasure(action.pearls, action.mode))


def treasure_drawn(p: P, treasure: Treasure, code: Code) -> P:
    """Take a token drawn for a chest; two alike end the drawing at once (OG-M24)."""
    drawn = (*treasure.drawn, code)
    if code in treasure.drawn:
        return plant_on(_to_hand(_bust(p, drawn), "TC"))
    if treasure.left > 1:
        return replace(p, treasure=Treasure(treasure.left - 1, treasure.mode, drawn))
    p = replace(p, treasure=None)
    if treasure.mode == "keep":
        return plant_on(_kept(p, drawn))
    p = earned(p, p.active, sum(map(p.table.cost, drawn)), "chest")
    return plant_on(out_of_game(into_bag(p, *drawn), "TC"))


def _bust(p: P, drawn: tuple[Code, ...]) -> P:
    p = told(replace(p, treasure=None), p.active, f"bust {','.join(drawn)}")
    return into_bag(p, *drawn) if p.table.bust_to_bag else out_of_game(p, *drawn)


def _kept(p: P, drawn: tuple[Code, ...]) -> P:
    """Take the chest and the tokens into the hand; a second shark goes back into the bag."""
    for code in drawn:
        if code == "SK" and p.shark_used[p.active - 1]:
            p = into_bag(p, code)
            continue
        if code == "SK":
            p = replace(p, shark_used=replaced(p.shark_used, p.active - 1, True))
        p = _to_hand(p, code)
    return _to_hand(p, "TC")


def _to_hand(p: P, code: Code) -> P:
    return replace(p, hand=in_order((*p.hand, code)))
