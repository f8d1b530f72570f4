"""Positions of Star Baker for the tests, put together from what a test is about."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.games.star_baker.rules.position import in_order
from companion.rules import CHANCE, play
from companion.rules.catalogue import load_game

GAME: Any = load_game("star-baker")
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def bakery(
    *hands: str,
    time: tuple[str, ...] | None = None,
    discard: tuple[str, ...] = (),
    book: str = "",
    sound: bool = True,
    options: dict[str, str] | None = None,
    chef_deck: str = "",
    **more: Any,
) -> Any:
    """A position with these hands, each seat with the chef cards of its own number.

    With time cards it is the turn of seat 1, the others follow; without, everybody is choosing.
    What is not given follows: the rest of the deck, the cards seen. ``sound=False`` allows
    impossible positions. ``chef_deck`` is what the automatic chef of a solo game still has face down.
    """
    state = GAME.new(len(hands), options)
    players = state.table.players
    hands = (*hands, chef_deck) if len(hands) < players else hands
    picks = tuple(map(cards, (*(time or ()), *[""] * players)))[:players]
    piles = tuple(map(cards, (*discard, *[""] * players)))[:players]
    laid = [*cards(book), *cards(more.pop("reserved", "")), *cards(more.pop("returned", ""))]
    held = [card for pile in (*map(cards, hands), *picks, *piles) for card in pile]
    seen = in_order({*laid, *held, *more.pop("seen", ())}.intersection(state.table.in_use))
    values = {
        "phase": "TURN" if time else "PICK",
        "hand": tuple(in_order(cards(hand)) for hand in hands),
        "discard": piles,
        "time_pick": picks,
        "book": in_order(cards(book)),
        "seen": seen,
        "chefs": COLOURS[:players],
        "deck": state.table.deck_size - len(seen),
        "order": tuple(range(1, players + 1)) if time else (),
        "day": 3,
    }
    state = replace(state, **(values | more))
    if sound:
        assert state.problems() == ()
    return state


def action(line: str) -> Any:
    actor, _, text = line.partition(" ")
    return GAME.parse(CHANCE if actor == "chance" else int(actor), text)


def after(state: Any, *lines: str) -> Any:
    """The state after legal actions, each as in a record: ``1 fill R02 < C1b``, ``chance reset``."""
    for line in lines:
        state = play(state, action(line))
    return state


def settled(state: Any) -> Any:
    """Go on with all that comes by itself, as a table does."""
    while True:
        outcomes = [action for action, _ in islice(state.odds(), 2)]
        if len(outcomes) != 1 or not outcomes[0].follows:
            return state
        state = play(state, outcomes[0])


def rule(state: Any, line: str) -> str:
    """The rule that forbids an action; "" when it is legal."""
    reason = state.why_not(action(line))
    return reason.rule if reason else ""


def legal(state: Any, actor: int = 1) -> list[str]:
    return [str(each) for each in state.legal(actor)]


def fills(state: Any, actor: int = 1) -> list[str]:
    return [text for text in legal(state, actor) if text.startswith("fill")]


def refill(state: Any) -> Any:
    """Turn up cards, the first that may come, until the next day begins."""
    while state.phase == "REFILL":
        state = state.after(next(state.legal(CHANCE)))
    return state


def own(state: Any, seat: int = 1) -> tuple[str, str]:
    """Hand and discard pile of a seat."""
    return " ".join(state.hand[seat - 1]), " ".join(state.discard[seat - 1])
