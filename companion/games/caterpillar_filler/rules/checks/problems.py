"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from companion.games.caterpillar_filler.rules.data.board import EDGE, NEIGHBOURS, ROUND_NEIGHBOURS, Space
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS, TOKENS
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value, marked

_NEEDS_HEAD: Final = ("START", "ROLL", "KEEP", "MOVE")


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach."""
    found = [*_colours(p), *_spaces(p), *_wasps(p), *_tokens(p), *_tiles(p), *_turn(p)]
    found += _full_size(p)
    for seat in range(1, p.seats + 1):
        found += [*_chain(p, seat), *_body(p, seat)]
    return tuple(found)


def _problem(rule: str, text: str, where: tuple[Space, ...] = (), who: Seat = 0, **values: Value) -> Problem:
    seats = {"who": who} if who else {}
    return Problem(rule, Message(text, values, seats), tuple(f"garden/{space}" for space in where))


def _colours(p: Position) -> Iterator[Problem]:
    for text, colours in (
        (marked("There are {n} {colour} heads."), p.table.heads),
        (marked("There are {n} {colour} bodies."), p.table.bodies),
    ):
        for colour, number in Counter(colours).items():
            if number > 1:
                yield _problem("CF-10", text, n=number, colour=colour)


def _spaces(p: Position) -> Iterator[Problem]:
    chains = [space for seat in range(1, p.seats + 1) for space in p.chain(seat)]
    for space, number in Counter([*chains, *p.flowers, *p.wasp_spaces]).items():
        if number > 1:
            yield _problem("CF-06", "There are {n} pieces on {space}.", (space,), n=number, space=space)


def _wasps(p: Position) -> Iterator[Problem]:
    on_edge = tuple(space for space in p.wasp_spaces if space in EDGE)
    if on_edge:
        spaces = ", ".join(on_edge)
        yield _problem("CF-31", "A wasp may not lie on the outside edge: {spaces}.", on_edge, spaces=spaces)


def _tokens(p: Position) -> Iterator[Problem]:
    number = len(p.flowers) + len(p.wasp_spaces) + sum(p.wasps) + p.supply
    if number != TOKENS:
        text = "There are {n} flower and wasp tokens instead of {all}."
        yield _problem("CF-P01", text, n=number, all=TOKENS)


def _tiles(p: Position) -> Iterator[Problem]:
    if p.pairs_left < 0:
        yield _problem(
            "CF-09", "There are {n} pairs of tiles instead of {all}.", n=len(p.pairs), all=PAIRS[p.seats]
        )
    for text, marks in (
        (marked("The letter {mark} is turned up {n} times."), [pair[0] for pair in p.pairs]),
        (marked("The number {mark} is turned up {n} times."), [pair[1:] for pair in p.pairs]),
    ):
        for mark, number in Counter(marks).items():
            if number > 1:
                yield _problem("CF-P05", text, mark=mark, n=number)
    if p.tiles_out and p.pairs_left > 0:
        yield _problem("CF-26", "The tiles are not out: {n} pairs are face down.", n=p.pairs_left)


def _chain(p: Position, seat: Seat) -> Iterator[Problem]:
    chain = p.chain(seat)
    for space, behind in broken_links(p, seat):
        text = "{who}'s caterpillar is broken between {space} and {behind}."
        yield _problem("CF-P03", text, (space, behind), seat, space=space, behind=behind)
    if not chain and p.body[seat - 1]:
        yield _problem("CF-15", "{who}'s body lies in the garden without its head.", p.body[seat - 1], seat)
    if chain and p.in_hand[seat - 1]:
        yield _problem("CF-34", "{who} has body pieces in hand with the head in the garden.", chain[:1], seat)


def broken_links(p: Position, seat: Seat) -> Iterator[tuple[Space, Space]]:
    """Give the pieces that follow each other in a caterpillar and do not lie side by side."""
    neighbours = ROUND_NEIGHBOURS if p.table.switches.wrap else NEIGHBOURS
    return ((space, behind) for space, behind in pairwise(p.chain(seat)) if behind not in neighbours[space])


def _body(p: Position, seat: Seat) -> Iterator[Problem]:
    number = len(p.body[seat - 1]) + p.in_hand[seat - 1] + p.reserve[seat - 1]
    if number != FULL_BODY[p.seats]:
        text = "{who} has {n} body pieces instead of {all}."
        yield _problem("CF-P02", text, p.chain(seat), seat, n=number, all=FULL_BODY[p.seats])
    if p.reserve[seat - 1] <= p.table.switches.goal_reserve and not p.over:
        yield _problem("CF-40", "{who}'s caterpillar is full size: the game is over.", who=seat)


def _full_size(p: Position) -> Iterator[Problem]:
    """The first caterpillar of full size ends the game, so there is no second one."""
    full = [seat for seat, left in enumerate(p.reserve, 1) if left <= p.table.switches.goal_reserve]
    if len(full) > 1:
        text = "{n} caterpillars are full size, but the first one ends the game."
        yield _problem("CF-40", text, n=len(full))


def _turn(p: Position) -> Iterator[Problem]:
    """What contradicts itself within the turn."""
    if p.phase not in ("WILD", "FIRST", "OVER") and not 1 <= p.seat_to_move <= p.seats:
        yield _problem("section 5", "It is nobody's turn.")
    elif p.phase in _NEEDS_HEAD and p.away[p.seat_to_move - 1]:
        yield _problem("CF-33", "{who}'s caterpillar is away and cannot move.", who=p.seat_to_move)
    elif p.phase == "JOIN" and not p.away[p.seat_to_move - 1]:
        yield _problem("CF-33", "{who}'s caterpillar is not away.", who=p.seat_to_move)
    contradictions = (
        ("CF-19", p.steps_left > (p.roll or 0), marked("More steps are left than were rolled.")),
        ("CF-19", p.phase == "MOVE" and not p.steps_left, marked("No step is left to move.")),
        (
            "CF-30",
            p.wasps_used > p.table.switches.wasps_per_turn,
            marked("Too many wasps were used this turn."),
        ),
        ("CF-26", p.phase == "BLOOM" and not p.due, marked("No flower is due.")),
        (
            "CF-26",
            p.phase == "BLOOM" and p.displaced is None and p.pairs_left <= 0,
            marked("No tiles are left."),
        ),
        (
            "CF-27",
            p.displaced is not None and p.displaced not in p.pairs[-1:],
            marked("No such tile lies last."),
        ),
        (
            "CF-28",
            p.grew_on is not None and not (p.pairs and p.grew_on in p.flowers),
            marked("No flower grew there."),
        ),
        ("R02", p.phase == "KEEP" and len(p.dice) != 2, marked("There are not two dice to keep one of.")),
        (
            "CF-13",
            (p.phase == "WILD") != bool(p.to_lay),
            marked("The wild garden is not laid out as it must be."),
        ),
        ("CF-25", not 0 <= p.bitten <= p.seats, marked("There is no such seat to be bitten.")),
    )
    for rule, wrong, text in contradictions:
        if wrong:
            yield _problem(rule, text)
