"""Which cards a page shows to whom, and which ones an action names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.star_baker.rules import actions
from companion.games.star_baker.rules.checks.lying import BACK, kind_of
from companion.games.star_baker.rules.data.cards import Ability, Card, CardId, clock
from companion.games.star_baker.rules.position import HIDDEN, Pile, Position
from companion.games.star_baker.rules.results.scoring import count_cards
from companion.games.star_baker.rules.sentences.words import FILLINGS, SYMBOLS, fillings_called
from companion.rules.abilities import Cards
from companion.rules.game import Action, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Series, Term, Value

_FACE_DOWN: Final = Message("A card, face down")
_ABILITIES: Final[dict[Ability, Term]] = {
    "bonus_fill": Term("bonus fill"),
    "bonus_restock": Term("bonus restock"),
    "somethings_wrong": Term("something's wrong"),
    "arrive_early": Term("arrive early"),
}


def cards(p: Position, seat: Seat | None) -> Iterator[Cards]:
    """Give the book and the seat's own cards, then what lies before the others."""
    if p.phase == "CHEFS":
        return
    book = _shown(p, Message("The recipe book: {n} in the deck", {"n": p.deck}), p.book)
    # Who chooses a time card weighs what the recipes need; later the prompt says which of them one can fill.
    yield replace(book, below=tuple(_needs(p.card(each)) for each in p.book)) if p.phase == "PICK" else book
    for player in sorted(p.players, key=lambda player: player != seat):
        yield from _own(p, player) if player == seat else _before(p, player)
    if p.box_seen:
        yield _shown(p, Message("Out of the game"), p.box_seen, small=True)


def _own(p: Position, seat: Seat) -> Iterator[Cards]:
    i = seat - 1
    yield _shown(p, Message("Your hand"), p.hand[i], seat)
    if p.time_pick[i]:
        title = "Your time card" if p.order else "Your time card, face down"
        yield _shown(p, Message(title), p.time_pick[i], seat, small=True)
    title = "Your discard pile" if p.discard[i] else "Your discard pile: none"
    yield _shown(p, Message(title), p.discard[i], seat, small=True)


def _before(p: Position, player: int) -> Iterator[Cards]:
    """What lies before another player, and how many cards that one holds."""
    i, chef = player - 1, player > p.seats
    seat = 0 if chef else player
    number = count_cards(p, player) - len(p.discard[i]) - (len(p.time_pick[i]) if p.order else 0)
    hand = p.hand[i] if HIDDEN not in p.hand[i] else ()
    title = "{chef}: {n} in the deck" if chef else "{n} in hand"
    yield _shown(p, Message(title, {"n": number, "chef": p.table.chef_name}), hand, seat, small=True)
    if p.time_pick[i]:
        title = "Time card" if p.order else "Time card, face down"
        yield _shown(p, Message(title), p.time_pick[i], seat, small=True)
    yield _shown(p, _pile(p, player), p.discard[i], seat, small=True)


def _pile(p: Position, player: int) -> Message:
    if player > p.seats:
        text = "{chef}: discard pile" if p.discard[player - 1] else "{chef}: discard pile: none"
        return Message(text, {"chef": p.table.chef_name})
    return Message("Discard pile" if p.discard[player - 1] else "Discard pile: none")


def _shown(p: Position, title: Message, pile: Pile, seat: int = 0, *, small: bool = False) -> Cards:
    kinds = tuple(BACK if card == HIDDEN else kind_of(card) for card in pile)
    words = tuple(_FACE_DOWN if card == HIDDEN else _described(p, card) for card in pile)
    return Cards(title, kinds, words, seat, small)


def _described(p: Position, name: CardId) -> Series:
    """Say what is printed on a card."""
    card = p.card(name)
    parts: list[Value] = [p.called(name)]
    if card.time_min is not None:
        parts.append(Message("time {time}", {"time": clock(card.time_min)}))
    if card.fillings:
        fillings = listed([FILLINGS[each] for each in card.fillings], "and")
        parts.append(Message("gives {fillings}", {"fillings": fillings}))
    if card.requires:
        parts.append(_needs(card))
    if card.symbols:
        symbols = listed([Term(SYMBOLS[each].word) for each in card.symbols], "and")
        parts.append(Message("shows {symbols}", {"symbols": symbols}))
    if card.ability != "none":
        parts.append(_ABILITIES[card.ability])
    return Series(tuple(parts))


def _needs(card: Card) -> Message:
    return Message("needs {fillings}", {"fillings": fillings_called(card.requires)})


def named(action: Action) -> tuple[str, ...]:
    """Give the kinds of the cards that an action names."""
    return tuple(map(kind_of, _ids(action)))


def _ids(action: Action) -> tuple[CardId, ...]:
    match action:
        case actions.Fill():
            return (*action.won, *action.cards)
        case actions.Time():
            return (action.card, *action.early)
        case actions.Restock(reserve=card) | actions.ChefRestock(reserve=card):
            return (card,) if card else ()
        case actions.Toss(card=card) | actions.Refill(card=card):
            return (card,)
        case actions.ChefTake(card=card) | actions.ChefTime(card=card):
            return (card,)
    return ()
