"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, Literal

from companion.games.octopus_garden.rules import verbs
from companion.games.octopus_garden.rules.actions import Step
from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.phases.acting import oyster_price, swappable, why_no_oyster
from companion.games.octopus_garden.rules.phases.chests import most_draws
from companion.games.octopus_garden.rules.phases.coconut import activations, unit_steps
from companion.games.octopus_garden.rules.phases.crabs import boxer_steps, crab_steps
from companion.games.octopus_garden.rules.phases.hand import cleared
from companion.games.octopus_garden.rules.phases.market import affordable
from companion.games.octopus_garden.rules.phases.mimics import legal_mimics
from companion.games.octopus_garden.rules.phases.stars import star_steps
from companion.games.octopus_garden.rules.position import Phase, Position
from companion.games.octopus_garden.rules.results.scoring import outcome
from companion.games.octopus_garden.rules.sentences.news import sentences
from companion.games.octopus_garden.rules.sentences.words import called, market_space, pearls
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together, within
from companion.rules.phrases import Series, Value

Kind = Literal["act", "may", "wait"]

ROUNDS_WITHOUT_PURCHASE: Final = 3
"""After so many, players are reminded that passing leads nowhere (OG-R37)."""


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase in ("SETUP", "FIRST"):
        return dict.fromkeys(seats, Prompt("act", _PHASES[p.phase](p)))
    return {seat: _prompt(p, seat) for seat in seats}


def _prompt(p: Position, seat: Seat) -> Prompt:
    """Ask a seat what is due; what it is to carry out first, and what else there is to know, comes below."""
    news = list(sentences(p, seat))
    ending = [_ending(p, seat)] if p.trigger and p.phase != "SCORE" else []
    if seat == (verbs.due(p) or p.active):
        more = _MORE[p.phase](p) if p.phase in _MORE else ()
        return Prompt("may" if _is_free(p) else "act", _PHASES[p.phase](p), (*news, *more, *ending))
    kind: Kind = "wait"
    message = Message("It is {who}'s turn.", seats={"who": p.active})
    if seat in verbs.actors(p):
        kind, message = "may", _mimics(p, seat)
    # On a phone for all, who waits is told this line alone, beside the name.
    return Prompt(kind, together(*news, message, *ending))


def _mimics(p: Position, seat: Seat) -> Message:
    if any(not action.others for action in legal_mimics(p, seat)):
        return Message("Your mimic octopus would complete a group: you may declare it.")
    return Message("Your mimic octopuses would complete a group together: you may declare them.")


def _ending(p: Position, seat: Seat) -> Message:
    """Say why the game is about to end, and what that seat has left (section 8.6)."""
    why = Message("The bag and the market are empty" if _ran_out(p) else "Garden full")
    if not p.last_turns:
        return within("{why}: everyone else has one more turn.", why=why)
    if seat == p.active:
        return within("{why}: this is your last turn.", why=why)
    if seat in p.clockwise(p.active)[1 : p.last_turns]:
        return within("{why}: you have one more turn.", why=why)
    return within("{why}: you have had your last turn.", why=why)


def _ran_out(p: Position) -> bool:
    """Whether there was nothing left to draw and to buy, rather than a garden full (OG-R30)."""
    return bool(p.garden[p.trigger - 1].empty) and not p.bag and len(p.holes) == len(CELLS)


def _is_free(p: Position) -> bool:
    """Whether nothing must be done but to say so."""
    if p.phase == "MOVE":
        return next(star_steps(p.own), None) is None
    return p.phase in ("LION", "COCONUT", "SHARK", "SCORE")


def _next_hole(p: Position) -> Message:
    return Message("Draw a token and put it in {where} of the market.", {"where": market_space(p.holes[0])})


def _first(_: Position) -> Message:
    return Message("Who swam under water last? That player begins.")


def _lion(_: Position) -> Message:
    return Message("Lionfish: pay 1 pearl to remove a market token?")


def _act(p: Position) -> Message:
    oyster: dict[str, Value] = {"oyster": pearls(oyster_price(p, p.active))}
    buys, attracts = affordable(p, p.active), why_no_oyster(p, p.active) is None
    if buys and attracts:
        return Message("Buy a line, attract an oyster for {oyster}, or pass.", oyster)
    if buys:
        return Message("Buy a row or column, or pass.")
    if attracts:
        return Message("Attract an oyster for {oyster}, or pass.", oyster)
    return Message("Pass: swap one market token." if swappable(p, p.active) else "Pass.")


def _about_buying(p: Position) -> Iterator[Message]:
    if p.claim_of(p.active):
        yield Message("Buy a line with your shark's token or throw the shark back.")
    lines = [
        Message("{line} for {price}", {"line": line, "price": price})
        for line, price in affordable(p, p.active).items()
    ]
    if lines:
        yield Message("You can buy {lines}.", {"lines": Series(tuple(lines))})
    if p.turn_no - p.last_buy > ROUNDS_WITHOUT_PURCHASE * p.seats:
        yield Message("Nobody has bought anything for three rounds.")


def _swap(_: Position) -> Message:
    return Message("Swap one market token: draw the new one.")


def _chest(p: Position) -> Message:
    return Message("Treasure chest: pay up to {pearls} for as many draws.", {"pearls": pearls(most_draws(p))})


def _treasure(p: Position) -> Message:
    left = p.treasure.left if p.treasure else 0
    return Message("Draw for your treasure chest: {n} left to draw.", {"n": left})


def _plant(p: Position) -> Message:
    tokens = Message("Plant these tokens: {tokens}.", {"tokens": Series(tuple(map(called, p.hand)))})
    for_empty = [code for code in p.hand if code != "BX"]
    if len(for_empty) > len(p.own.empty) == 1:
        return together(_last_space(p), tokens)
    return tokens


def _last_space(p: Position) -> Message:
    freed = len(cleared(p.own).empty) if "DV" in p.hand else 1
    if freed == 1:
        return Message("Only one space left: choose what to plant.")
    return Message("Only one space left: planted first, the diver makes room for {n} tokens.", {"n": freed})


def _move(p: Position) -> Message:
    return next(_moves(p), Message("All animals have moved."))


def _other_moves(p: Position) -> Iterator[Message]:
    return islice(_moves(p), 1, None)


def _moves(p: Position) -> Iterator[Message]:
    """Say which animals move: the sea stars, which must, before all others."""
    stars: dict[str, list[str]] = {}
    for step in star_steps(p.own):
        targets = stars.setdefault(step.origin, [])
        targets += [] if step.target in targets else [step.target]
    if len(stars) == 1:
        [(space, ways)] = stars.items()
        yield Message("Move your sea star on {space}: to {ways}.", {"space": space, "ways": listed(ways)})
    elif stars:
        steps = [Message("{space} to {ways}", {"space": s, "ways": listed(w)}) for s, w in stars.items()]
        yield Message("Move your sea stars: {steps}.", {"steps": Series(tuple(steps), "; ")})
    crabs = list(crab_steps(p.own))
    if crabs:
        yield together(Message("You may move your hermit crab."), *_left_behind(p, crabs))
    if next(boxer_steps(p.own), None) is not None:
        yield Message("You may move your boxer crab.")
    if any(next(unit_steps(p.own, activation), None) for activation in activations(p)):
        yield Message("You may activate your coconut octopus.")


def _left_behind(p: Position, crabs: list[Step]) -> list[Message]:
    homes = dict.fromkeys(p.own.at(step.origin)[0].code for step in crabs if step.drop)
    return [Message("It may leave its {home} here.", {"home": called(code)}) for code in homes]


def _coconut(_: Position) -> Message:
    return Message("Move more of what lay beside your coconut octopus, or turn it over.")


def _draw(p: Position) -> Message:
    if p.table.reading_order:
        return _next_hole(p)
    return Message("Draw a token and put it on an empty market space.")


def _fill(p: Position) -> Message:
    what = called(p.drawn) if p.drawn else ""
    spaces = listed(
        Message("row {row} column {column}", {"row": row, "column": column}) for row, column in p.holes
    )
    return Message("Put the {what} on an empty market space: {spaces}.", {"what": what, "spaces": spaces})


def _shark(p: Position) -> Message:
    return Message("{who}: place your shark on a market token?", seats={"who": p.asked})


def _score(p: Position) -> Message:
    alone = any(not action.others for action in legal_mimics(p, p.asked))
    text = "Before scoring: you may declare your mimic octopuses together."
    return Message("Before scoring: you may declare your mimic octopus." if alone else text)


_PHASES: Final[dict[Phase, Callable[[Position], Message]]] = {
    "SETUP": _next_hole,
    "FIRST": _first,
    "LION": _lion,
    "ACT": _act,
    "SWAP": _swap,
    "CHEST": _chest,
    "TREASURE": _treasure,
    "PLANT": _plant,
    "MOVE": _move,
    "COCONUT": _coconut,
    "DRAW": _draw,
    "FILL": _fill,
    "SHARK": _shark,
    "SCORE": _score,
}

_MORE: Final[dict[Phase, Callable[[Position], Iterator[Message]]]] = {
    "ACT": _about_buying,
    "MOVE": _other_moves,
}
"""What else is to be known in a phase, besides what is due."""
