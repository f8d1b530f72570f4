"""Which cards a page shows to whom, and which ones an action names."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.star_baker.rules import actions
from companion.games.star_baker.rules.checks.lying import BACK, kind_of
from companion.games.star_baker.rules.data.cards import CardId, clock
from companion.games.star_baker.rules.position import HIDDEN, Pile, Position
from companion.games.star_baker.rules.results.scoring import count_cards
from companion.rules.abilities import Cards
from companion.rules.game import Action, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message


def cards(p: Position, seat: Seat | None) -> Iterator[Cards]:
    """Give the book and the seat's own cards, then what lies before the others."""
    if p.phase == "CHEFS":
        return
    yield _shown(p, Message("The recipe book: {n} in the deck", {"n": p.deck}), p.book)
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
    yield _shown(p, _pile(p, seat, "Your discard pile"), p.discard[i], seat, small=True)


def _before(p: Position, player: int) -> Iterator[Cards]:
    """What lies before another player, and how many cards that one holds."""
    i, chef = player - 1, player > p.seats
    seat = 0 if chef else player
    number = count_cards(p, player) - len(p.discard[i]) - (len(p.time_pick[i]) if p.order else 0)
    hand = p.hand[i] if HIDDEN not in p.hand[i] else ()
    title = f"{p.table.chef_name}: {{n}} in the deck" if chef else "{n} in hand"
    yield _shown(p, Message(title, {"n": number}), hand, seat, small=True)
    if p.time_pick[i]:
        title = "Time card" if p.order else "Time card, face down"
        yield _shown(p, Message(title), p.time_pick[i], seat, small=True)
    title = f"{p.table.chef_name}: discard pile" if chef else "Discard pile"
    yield _shown(p, _pile(p, player, title), p.discard[i], seat, small=True)


def _pile(p: Position, player: int, title: str) -> Message:
    return Message(title if p.discard[player - 1] else f"{title}: none")


def _shown(p: Position, title: Message, pile: Pile, seat: int = 0, *, small: bool = False) -> Cards:
    kinds = tuple(BACK if card == HIDDEN else kind_of(card) for card in pile)
    words = tuple("A card, face down" if card == HIDDEN else _described(p, card) for card in pile)
    return Cards(title, kinds, words, seat, small)


def _described(p: Position, name: CardId) -> str:
    """Say what is printed on a card."""
    card, parts = p.card(name), [p.called(name)]
    if card.time_min is not None:
        parts.append(f"time {clock(card.time_min)}")
    if card.fillings:
        parts.append(f"gives {listed(card.fillings, 'and')}")
    if card.requires:
        parts.append(f"needs {listed(card.requires, 'and')}")
    if card.symbols:
        parts.append(f"shows {listed(card.symbols, 'and')}")
    if card.ability != "none":
        parts.append(card.ability.replace("_", " ").replace("somethings", "something's"))
    return ", ".join(parts)


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
