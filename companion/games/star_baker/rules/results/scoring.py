"""The score sheet (SB-25, SB-30) and the outcome (SB-31)."""

from __future__ import annotations

from typing import Final

from companion.games.star_baker.rules.data.cards import SYMBOLS, CardSet, Symbol
from companion.games.star_baker.rules.position import HIDDEN, Position
from companion.games.star_baker.rules.table import CHEF
from companion.rules.game import Outcome
from companion.rules.message import Message, within
from companion.rules.phrases import Count, Listing, Value
from companion.rules.sheet import Line, Other, Sheet

SET_BONUS: Final = 2
"""What a set of coin, star and trophy adds to its three symbols (SB-25)."""

_NAMES: Final[dict[Symbol, str]] = {"coin": "Coins", "star": "Stars", "trophy": "Trophies"}


def symbols(p: Position, player: int) -> dict[Symbol, int]:
    """Count the symbols of all cards of a player that can be seen."""
    shown = [symbol for card in p.collection(player) if card != HIDDEN for symbol in p.card(card).symbols]
    return {symbol: shown.count(symbol) for symbol in SYMBOLS}


def score(p: Position, player: int) -> int:
    """Give a player's points: the symbols, and two for every set of three different ones (SB-25)."""
    counts = symbols(p, player)
    return sum(counts.values()) + SET_BONUS * min(counts.values())


def most_points(cards: CardSet) -> int:
    """Give what somebody would score who had every card of the box."""
    shown = [symbol for card in cards.cards.values() for symbol in card.symbols]
    return len(shown) + SET_BONUS * min(shown.count(symbol) for symbol in SYMBOLS)


def sheet(p: Position) -> Sheet:
    """Itemise the points of every seat and of the automatic chef. Cards hidden in a view are only counted."""
    chef = (Other(p.table.chef_name, _lines(p, CHEF)),) if p.table.solo else ()
    return Sheet({seat: _lines(p, seat) for seat in range(1, p.seats + 1)}, chef)


def _lines(p: Position, player: int) -> tuple[Line, ...]:
    counts, cards = symbols(p, player), p.collection(player)
    sets, hidden = min(counts.values()), cards.count(HIDDEN)
    lines = [Line(Message(_NAMES[symbol]), n) for symbol, n in counts.items()]
    lines += [
        Line(Message("Symbols: {n}", {"n": sum(counts.values())})),
        Line(Message("Sets: {n}", {"n": sets})),
        Line(Message("Set bonus: {n} x 2" if sets else "Set bonus", {"n": sets}), SET_BONUS * sets),
        Line(Message("Cards: {n}", {"n": count_cards(p, player)})),
    ]
    if hidden:
        in_hand = count_cards(p, player) - _open(p, player)
        lines.append(Line(Message("Not counted yet, in hand: {n}", {"n": in_hand})))
    return tuple(lines)


def count_cards(p: Position, player: int) -> int:
    """How many cards a player has; what lies face down in a view is counted with the hand."""
    return len(p.collection(player)) - (p.time_pick[player - 1] == (HIDDEN,))


def _open(p: Position, player: int) -> int:
    return len([card for card in p.collection(player) if card != HIDDEN])


def outcome(p: Position) -> Outcome | None:
    """Who is Star Baker: most points, then most cards, else a shared victory (SB-31)."""
    if not p.over:
        return None
    results = {player: (score(p, player), len(p.collection(player))) for player in p.players}
    best = max(results.values())
    first = [player for player, result in results.items() if result == best]
    seats = tuple(player for player in first if player <= p.seats)
    values: dict[str, Value] = {"points": best[0], "cards": best[1]}
    who = Message("{winners}", {"winners": Listing(tuple(_called(each, p) for each in first), "and")})
    if len(first) > 1:
        text = "{points} points and {cards} cards each: a shared victory."
        return _told(seats, who, Message(text, values), first)
    counts = symbols(p, first[0])
    sets = min(counts.values())
    values |= {"symbols": sum(counts.values()), "sets": Count(sets, "set")}
    by_cards = sum(points == best[0] for points, _ in results.values()) > 1
    text = "{symbols} symbols + {sets} = {points}. Star Baker!"
    if by_cards:
        text = "{symbols} symbols + {sets} = {points}, and the most cards. Star Baker!"
    return _told(seats, who, Message(text, values), first)


def _called(player: int, p: Position) -> Value:
    return Message("{who}", seats={"who": player}) if player <= p.seats else p.table.chef_name


def _told(seats: tuple[int, ...], who: Message, why: Message, first: list[int]) -> Outcome:
    """Tell who is first and why; a heading with the winners' names leaves out the automatic chef."""
    message = within("{who}: {why}", who=who, why=why)
    return Outcome(seats, message, why if len(seats) == len(first) else None)


def lost(p: Position) -> Message | None:
    """Who has lost to the automatic chef, which the outcome leaves out."""
    result = outcome(p)
    if result is None or result.winners:
        return None
    points = score(p, 1)
    one, many = "{loser} has lost with {n} point.", "{loser} has lost with {n} points."
    return Message(one, {"n": points}, {"loser": 1}, many=many)
