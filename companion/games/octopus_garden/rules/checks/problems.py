"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.data.box import BONUSES
from companion.games.octopus_garden.rules.data.census import in_the_box, out_of_the_bag
from companion.games.octopus_garden.rules.data.stacks import Fault, faults
from companion.games.octopus_garden.rules.data.tokens import CODES, GROUP_KINDS
from companion.games.octopus_garden.rules.position import Position, entitled_to
from companion.games.octopus_garden.rules.results.groups import next_earner
from companion.games.octopus_garden.rules.sentences.words import counted
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach."""
    found = [*_tokens(p), *_claims(p), *_turn(p)]
    for seat, garden in enumerate(p.garden, 1):
        found += [_in_garden(seat, fault) for fault in faults(garden)]
        found += [*_fish(p, seat), *_seat(p, seat)]
    return (*found, *_stacks_of_fish(p))


def _in_garden(seat: Seat, fault: Fault) -> Problem:
    return Problem(
        fault.rule,
        Message(
            "In {who}'s garden, {space}: {fault}",
            {"space": fault.space, "fault": fault.message},
            {"who": seat},
        ),
        (f"garden-{seat}/{fault.space}",),
    )


def _tokens(p: Position) -> Iterator[Problem]:
    """Check that no token has come or gone (section 15)."""
    there, needed = out_of_the_bag(p) + Counter(dict(p.bag)), in_the_box(p)
    for code in CODES:
        if there[code] != needed[code]:
            values: dict[str, Value] = {
                "n": there[code],
                "found": counted(there[code], code),
                "all": needed[code],
            }
            message = Message(
                "There is {found} instead of {all}.", values, many="There are {found} instead of {all}."
            )
            if not needed[code]:
                message = Message(
                    "There is {found} instead of none.", values, many="There are {found} instead of none."
                )
            yield Problem("section 15", message)


def _claims(p: Position) -> Iterator[Problem]:
    for cell, code, owner in zip(CELLS, p.market, p.claim, strict=True):
        where = (f"market/{cell}",)
        if owner and code in (None, "SK"):
            yield Problem("OG-M13", Message("There is nothing to claim on {cell}.", {"cell": cell}), where)
        if not 0 <= owner <= p.seats:
            yield Problem("OG-M13", Message("Nobody claims {cell}.", {"cell": cell}), where)


def _seat(p: Position, seat: Seat) -> Iterator[Problem]:
    """Check a seat's pearls and shark."""
    who = {"who": seat}
    if p.pearls[seat - 1] < 0:
        yield Problem("section 15", Message("{who} has fewer than no pearls.", seats=who))
    sharks = len(p.garden[seat - 1].having("SK")) + p.claim.count(seat)
    if sharks > 1:
        yield Problem("OG-M11", Message("{who} has more than one shark.", seats=who))
    if sharks and not p.shark_used[seat - 1]:
        yield Problem("OG-M11", Message("{who} has a shark, but is said never to have had one.", seats=who))


def _fish(p: Position, seat: Seat) -> Iterator[Problem]:
    """Check that what the groups are entitled to was granted, and no fish is without a grant."""
    for kind in GROUP_KINDS:
        granted = entitled_to(p, seat, kind)
        won = sum(fish.bonus == BONUSES[kind] for fish in p.won[seat - 1])
        values: dict[str, Value] = {"bonus": BONUSES[kind]}
        if p.activation is None and next_earner(p, seat, kind) is not None:
            text = "{who}'s groups attract more {bonus} than were granted."
            yield Problem("section 8.2", Message(text, values, {"who": seat}))
        if won > granted:
            text = "{who} has more {bonus} than were granted."
            yield Problem("section 8.2", Message(text, values, {"who": seat}))


def _stacks_of_fish(p: Position) -> Iterator[Problem]:
    for kind, stack in zip(GROUP_KINDS, p.stack, strict=True):
        bonus = BONUSES[kind]
        full = p.table.box.fish(bonus, p.seats)
        won = [fish.value for caught in p.won for fish in caught if fish.bonus == bonus]
        if sorted([*stack, *won]) != sorted(full) or stack != full[len(full) - len(stack) :]:
            text = "The {bonus} are not {values}, the highest taken first."
            values = ", ".join(map(str, full))
            yield Problem("section 4", Message(text, {"bonus": bonus, "values": values}))


_BEFORE_TURNS: Final = ("SETUP", "FIRST")


def _turn(p: Position) -> Iterator[Problem]:
    """Check what contradicts itself within the turn."""
    playing = p.phase not in (*_BEFORE_TURNS, "OVER")
    contradictions = (
        (playing and not 1 <= p.active <= p.seats, "It is nobody's turn."),
        (not 0 <= p.trigger <= p.seats, "There is no such seat to have filled a garden."),
        ((p.phase in ("SHARK", "SCORE")) != (1 <= p.asked <= p.seats), "Nobody is asked."),
        ((p.phase == "FILL") != (p.drawn is not None), "The token drawn is not where it must be."),
        ((p.phase == "SWAP") != (p.swap is not None), "The swap is not as it must be."),
        ((p.phase == "TREASURE") != (p.treasure is not None), "The chest's draws are not as they must be."),
        ((p.phase == "COCONUT") != (p.activation is not None), "The activation is not as it must be."),
        (p.phase == "CHEST" and not p.chests, "There is no chest to open."),
        (p.phase == "PLANT" and not p.hand, "There is nothing to plant."),
        (p.phase in ("DRAW", "FILL") and not p.holes, "No cell of the market is empty."),
    )
    for wrong, text in contradictions:
        if wrong:
            yield Problem("section 6", Message(text))
