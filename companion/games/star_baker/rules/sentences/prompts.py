"""What each seat is told to do now, in the words of specification section 13.

A prompt speaks only of what its own seat may see, so it is the same before and after `views.seen_by`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from companion.games.star_baker.rules.actions import ChefRestock, ChefTake, Order, Refill, Reset
from companion.games.star_baker.rules.data.cards import CardId, clock
from companion.games.star_baker.rules.flow import STALEMATE, ends_by_reset
from companion.games.star_baker.rules.phases.chef import chosen
from companion.games.star_baker.rules.phases.dealing import chef_dealer, next_chef
from companion.games.star_baker.rules.phases.picking import arrival_min, may_pick, order
from companion.games.star_baker.rules.phases.turns import fillable, must_restock
from companion.games.star_baker.rules.position import HIDDEN, Phase, Position
from companion.games.star_baker.rules.results.scoring import lost, outcome
from companion.games.star_baker.rules.table import CHEF
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Series, Value

_SHUFFLE: Final = Message("Nobody filled a recipe for two days: shuffle the row into the deck.")
_COUNT_UP: Final = Message("The deck has too few cards for a new row: count your points.")
_NO_FILLS: Final = Message(
    "{n} times the row was shuffled away, and nobody filled a recipe: count your points. "
    "This rule is ours (Stalemate guard).",
    {"n": STALEMATE},
)
_LAST_CHANCE: Final = Message(
    "If everybody restocks again today, the game ends. This rule is ours (Stalemate guard)."
)
_CHOSEN: Final = Message("Your time card lies face down.")
_CHANGE: Final = Message("You may change it until all have chosen.")


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it, after what came by itself."""
    chef = tuple(_chef_did(p))
    done = (*_turned_over(p), *chef)
    return {
        seat: replace(each, told=(*done, *each.told), hands=(*chef, *each.hands))
        for seat, each in _expected(p).items()
    }


def _expected(p: Position) -> dict[Seat, Prompt]:
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        why = _COUNT_UP if p.table.book_size - len(p.book) > p.deck else _NO_FILLS
        told = (lost(p), *_chef_took(p), why)
        return dict.fromkeys(seats, Prompt("over", result.message, tuple(filter(None, told))))
    if p.phase == "PICK":
        return {seat: _pick(p, seat) for seat in seats}
    seat = chef_dealer(p) if p.phase == "CHEFS" else p.mover if p.phase in ("TURN", "TOSS") else 0
    if not 1 <= seat <= p.seats:
        chefs = p.phase in ("CHEF", "TURN")
        hands = (_SHUFFLE,) if _was_reset(p) else ()
        return dict.fromkeys(seats, Prompt("act", _FOR_ALL[p.phase](p), own=not chefs, hands=hands))
    return {each: _TO_ONE[p.phase](p) if each == seat else _wait(p, seat) for each in seats}


def _wait(p: Position, seat: Seat) -> Prompt:
    later = p.order[p.turn_index + 1 :]
    if not later:
        return Prompt("wait", Message("It is {who}'s turn.", seats={"who": seat}))
    text = "It is {who}'s turn. Then {later}."
    return Prompt("wait", Message(text, {"later": times(p, later)}, {"who": seat}))


def _pick(p: Position, seat: Seat) -> Prompt:
    if not p.time_pick[seat - 1]:
        known = _turned_up(p)
        first: tuple[Message, ...] = ()
        if known:
            first = (Message("Turn up {known} first.", {"known": listed(known, "and")}),)
        if ends_by_reset(p) and p.all_restock_days:
            first += (_LAST_CHANCE,)
        text = "Choose a time card, face down."
        if p.seats > 1:
            text = "Everyone: choose a time card, face down."
        return Prompt("act", Message(text), first)
    if may_pick(p, seat):
        return Prompt("may", together(_CHOSEN, _CHANGE))
    return Prompt("wait", _CHOSEN)


def times(p: Position, players: tuple[int, ...]) -> Series:
    """Give names and times, as ``Ben 6:07, Anna 6:56``."""
    return Series(tuple(_arrives(p, player) for player in players))


def _arrives(p: Position, player: int) -> Message:
    seats = {"player": player} if player <= p.seats else {}
    time_min = arrival_min(p, player)
    if time_min is None:
        return Message("{player} last", {"player": p.table.chef_name}, seats)
    return Message("{player} {time}", {"player": p.table.chef_name, "time": clock(time_min)}, seats)


def _chefs_drawn(p: Position) -> Message:
    player = next_chef(p)
    text = "Draw a colour at random: {who} takes the three chef cards of that colour."
    return Message(text, {"who": p.table.chef_name}, {"who": player} if player <= p.seats else {})


def _chefs_chosen(p: Position) -> Prompt:
    text = "{who}: choose a colour of chef cards."
    return Prompt("act", Message(text, seats={"who": chef_dealer(p)}))


def _refill(p: Position) -> Message:
    if _was_reset(p):
        return _reset(p)
    missing, known = p.table.book_size - len(p.book), _turned_up(p)
    values: dict[str, Value] = {"cards": Count(missing + len(known), "card")}
    if not known:
        return Message("Turn up {cards}.", values)
    unknown = Message("the next card", {"n": missing}, many="the next {n} cards")
    values["known"] = listed([*known, unknown], "and")
    return Message("Turn up {cards}: {known}.", values)


def _was_reset(p: Position) -> bool:
    return p.phase == "REFILL" and any(isinstance(action, Reset) for action in p.since)


def _turned_up(p: Position) -> tuple[Value, ...]:
    """Name the cards that were known to lie on top of the deck, in the order of the deck."""
    return tuple(p.called(action.card) for action in p.since if isinstance(action, Refill))


def _chef_time(p: Position) -> Message:
    return Message("For {chef}: turn up its time card.", {"chef": p.table.chef_name})


def _reveal(p: Position) -> Message:
    return _in_order(p, order(p))


def _in_order(p: Position, players: tuple[int, ...]) -> Message:
    return Message("Turn all time cards face up. {times}.", {"times": times(p, players)})


def _turned_over(p: Position) -> list[Message]:
    """Tell the times until somebody acts: the order follows from the cards, so nobody is asked for it.

    Of an automatic chef that was first other cards lie on top by now.
    """
    if not any(isinstance(action, Order) for action in p.since) or p.phase != "TURN":
        return []
    return [_in_order(p, p.order[p.turn_index :])]


def _reset(p: Position) -> Message:
    if p.phase == "RESET" and ends_by_reset(p):
        return Message("Nobody filled a recipe for two days, for the fifth time: count your points.")
    text = "Nobody filled a recipe for two days: shuffle the row into the deck, turn up {cards}."
    return Message(text, {"cards": Count(p.table.book_size, "card")})


def _chef_turn(p: Position) -> Message:
    return _chef_takes(p, chosen(p)) if p.hand[p.mover - 1] and p.book else _chef_restocks(p, chosen(p))


def _chef_takes(p: Position, card: CardId, *, first: bool = False) -> Message:
    text = "For {chef}: take {card} and put it on its discard pile."
    if first:
        text = "First for {chef}: take {card} and put it on its discard pile."
    return Message(text, {"chef": p.table.chef_name, "card": p.called(card)})


def _chef_restocks(p: Position, card: CardId, *, first: bool = False) -> Message:
    # Where it reserves nothing the book is empty; else its deck is, or it would have taken a recipe.
    if not card:
        text = "For {chef}: shuffle its discard pile and what is left of its deck as its deck."
        if first:
            text = "First for {chef}: shuffle its discard pile and what is left of its deck as its deck."
        return Message(text, {"chef": p.table.chef_name})
    text = "For {chef}: shuffle its discard pile as its deck, put {card} on the recipe deck."
    if first:
        text = "First for {chef}: shuffle its discard pile as its deck, put {card} on the recipe deck."
    return Message(text, {"chef": p.table.chef_name, "card": p.called(card)})


def _chef_did(p: Position) -> list[Message]:
    """Tell of the automatic chef's turn, while nobody has done anything since: hands carry it out first."""
    told = []
    for action in p.since:
        if isinstance(action, ChefTake):
            told.append(_chef_takes(p, action.card, first=True))
        elif isinstance(action, ChefRestock):
            told.append(_chef_restocks(p, action.reserve, first=True))
    return told


def _chef_took(p: Position) -> list[Message]:
    """Tell what it won on the last day: nothing comes after that turn that could tell of it."""
    if not p.table.solo or p.actions_today[CHEF - 1] != "fill" or not p.discard[CHEF - 1]:
        return []
    values: dict[str, Value] = {"chef": p.table.chef_name, "card": p.called(p.discard[CHEF - 1][-1])}
    return [Message("Today {chef} took {card}.", values)]


def _turn(p: Position) -> Prompt:
    can_fill = fillable(p)
    text = "{who}: fill a recipe or restock."
    told = [Message("Discard your time card first.")]
    if must_restock(p, p.mover):
        text = "{who}: restock."
        told.append(Message("Without a time you cannot fill a recipe: take your discard pile back."))
    elif can_fill:
        cards = listed(list(map(p.called, can_fill)))
        told.append(Message("Recipes that you can fill: {cards}.", {"cards": cards}))
    elif HIDDEN not in p.hand[p.mover - 1]:
        text = "{who}: restock."
        told.append(Message("You can pay for no recipe: take your discard pile back."))
    if p.book:
        told.append(_RESERVE[p.table.must_reserve])
    return Prompt("act", Message(text, seats={"who": p.mover}), tuple(told))


_RESERVE: Final = {
    False: Message("When you restock you may reserve one recipe: put it on the deck."),
    True: Message("When you restock you must reserve one recipe: put it on the deck."),
}


def _toss(_: Position) -> Prompt:
    return Prompt("act", Message("The ability Something's wrong: put one of your cards in the box."))


_FOR_ALL: Final[dict[Phase, Callable[[Position], Message]]] = {
    "CHEFS": _chefs_drawn,
    "REFILL": _refill,
    "CHEF": _chef_time,
    "REVEAL": _reveal,
    "RESET": _reset,
    "TURN": _chef_turn,
}

_TO_ONE: Final[dict[Phase, Callable[[Position], Prompt]]] = {
    "CHEFS": _chefs_chosen,
    "TURN": _turn,
    "TOSS": _toss,
}
