"""What a player may want to know before acting: prices, ways of the stars, what a placement would earn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from companion.games.octopus_garden.rules.data.board import LINES, Space
from companion.games.octopus_garden.rules.data.tokens import Code
from companion.games.octopus_garden.rules.phases.acting import oyster_price, why_no_oyster
from companion.games.octopus_garden.rules.phases.hand import cleared, room_for
from companion.games.octopus_garden.rules.phases.market import affordable, claim_against, prices
from companion.games.octopus_garden.rules.phases.stars import star_ways
from companion.games.octopus_garden.rules.position import Position, with_garden
from companion.games.octopus_garden.rules.results.groups import with_bonuses
from companion.games.octopus_garden.rules.results.scoring import total
from companion.games.octopus_garden.rules.sentences.words import called, pearls
from companion.rules.abilities import Advice
from companion.rules.game import Seat
from companion.rules.kit.words import listed, signed
from companion.rules.message import Message
from companion.rules.phrases import Series, Value

MOST_SPACES: Final = 3
"""So many of the best spaces for a token are named."""


@lru_cache(maxsize=512)
def worth(p: Position, seat: Seat, code: Code, space: Space) -> int:
    """Give by how much a seat's score would change if that token were laid there now.

    Bonus fish are counted, and what a diver takes away. It is not asked whether the seat has the
    token, or whether it is its turn; the space should be empty (or an anemone, for a boxer crab).
    """
    garden = p.garden[seat - 1]
    after = cleared(garden) if code == "DV" else garden.planted(code, space)
    bettered = with_bonuses(with_garden(p, seat, after), seat, space)
    return total(bettered, seat) - _total_now(p, seat)


@lru_cache(maxsize=8)
def _total_now(p: Position, seat: Seat) -> int:
    """Add up once what every space of the garden is compared with."""
    return total(p, seat)


def advice(p: Position, seat: Seat) -> Iterator[Advice]:
    """Give everything that a seat may want to know now."""
    if p.over or p.phase in ("SETUP", "FIRST"):
        return
    if seat == p.active and p.hand:
        for code in dict.fromkeys(p.hand):
            yield _best(p, seat, code)
    yield from _lines(p, seat)
    yield _oyster(p, seat)
    yield from _stars(p, seat)


def _best(p: Position, seat: Seat, code: Code) -> Advice:
    """Tell where a token of the hand earns most."""
    earned = {space: worth(p, seat, code, space) for space in room_for(p, code)}
    what = called(code)
    if not earned:
        return Advice("To plant", Message("{what:Cap}: there is no room", {"what": what}), open=False)
    most = max(earned.values())
    best = [space for space, points in earned.items() if points == most]
    text = "{what:Cap}: {points} anywhere"
    if len(set(earned.values())) > 1:
        text = "{what:Cap}: {points} at {spaces}"
        if len(best) > MOST_SPACES:
            text = "{what:Cap}: {points} at {number} spaces"
    values: dict[str, Value] = {"what": what, "points": signed(most), "spaces": listed(best)}
    values["number"] = len(best)
    where = tuple(f"garden-{seat}/{space}" for space in best)
    return Advice("To plant", Message(text, values), where)


def _lines(p: Position, seat: Seat) -> Iterator[Advice]:
    """Tell what each row and column costs, what lies in it, and who holds it."""
    payable = affordable(p, seat)
    number = p.pearls[seat - 1]
    have = Message("Market, with {pearls}", {"pearls": pearls(number)})
    for line, price in prices(p).items():
        tokens = [called(code) for code in map(p.on, LINES[line]) if code]
        values: dict[str, Value] = {"line": line, "price": price, "tokens": Series(tuple(tokens))}
        where = tuple(f"market/{cell}" for cell in LINES[line])
        text = "{line} costs {price}: {tokens}" if tokens else "{line} is empty"
        claimed = claim_against(p, seat, line)
        # A line that somebody else holds is no dearer than others: without the reason it would look payable.
        held = "; {owner}'s shark holds it" if claimed else ""
        seats = {"owner": p.claimed_by(claimed)} if claimed else {}
        yield Advice(have, Message(text + held, values, seats), where, line in payable)


def _oyster(p: Position, seat: Seat) -> Advice:
    garden = p.garden[seat - 1]
    values: dict[str, Value] = {"price": oyster_price(p, seat), "harvest": pearls(garden.oysters)}
    text = "Another one costs {price}; your harvest brings {harvest}"
    where = tuple(f"garden-{seat}/{space}" for space, _ in garden.having("OY"))
    return Advice("Oysters", Message(text, values), where, why_no_oyster(p, seat) is None)


def _stars(p: Position, seat: Seat) -> Iterator[Advice]:
    """Tell where the sea stars will go."""
    for space, ways in star_ways(p, seat).items():
        where = tuple(f"garden-{seat}/{each}" for each in (space, *ways))
        if ways:
            values: dict[str, Value] = {"space": space, "ways": listed(ways)}
            yield Advice("Sea stars", Message("From {space} to {ways}", values), where)
        else:
            message = Message("On {space}: it reaches no oyster and stays", {"space": space})
            yield Advice("Sea stars", message, where, open=False)
