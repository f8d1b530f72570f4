"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.star_baker.rules.checks.views import is_view
from companion.games.star_baker.rules.data.cards import CardId
from companion.games.star_baker.rules.flow import RESTOCK_DAYS
from companion.games.star_baker.rules.position import Pile, Position
from companion.games.star_baker.rules.sentences.words import colour_called
from companion.games.star_baker.rules.table import CHEF
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach, or a view of one."""
    if is_view(p):
        return ()
    found = [*_cards(p), *_chefs(p)]
    if found:  # what follows needs every card in one place
        return tuple(found)
    return (*_deck(p), *_day(p))


def _problem(rule: str, text: str, who: Seat = 0, **values: Value) -> Problem:
    return Problem(rule, Message(text, values, {"who": who} if who else {}))


def _cards(p: Position) -> Iterator[Problem]:
    piles: list[Pile] = [p.book, p.reserved, p.returned, p.box_seen, *map(p.collection, p.players)]
    known = {
        *p.table.in_use,
        *(card for colour in p.table.cards.colours for card in p.table.cards.chef_set(colour)),
    }
    for card, number in Counter(card for pile in piles for card in pile).items():
        if card not in known:
            yield _problem("SB-02", "{card} is not among the cards of this game.", card=card)
        if number > 1:
            yield _problem("SB-P01", "{card} is there {n} times.", card=card, n=number)


def _chefs(p: Position) -> Iterator[Problem]:
    for colour, number in Counter(colour for colour in p.chefs if colour).items():
        if number > 1 or colour not in p.table.cards.colours:
            yield _problem(
                "SB-01", "The {colour} chef cards cannot be given out so.", colour=colour_called(colour)
            )
    for player in p.players:
        for card in p.collection(player):
            if _chef_colour(p, card) not in (None, p.chefs[player - 1]):
                yield _problem("SB-01", "{card} belongs to somebody else.", card=card)


def _chef_colour(p: Position, card: CardId) -> str | None:
    """The border colour of a chef card; None for any other."""
    if card not in p.table.cards or p.card(card).kind != "chef":
        return None
    return p.card(card).border


def _deck(p: Position) -> Iterator[Problem]:
    below = p.deck - len(p.reserved) - len(p.returned)
    if not 0 <= below <= len(p.unseen):
        yield _problem("SB-03", "The deck cannot hold {n} cards.", n=p.deck)
    known = {*p.book, *p.reserved, *p.returned, *p.box_seen, *(c for q in p.players for c in p.collection(q))}
    recipes = known.intersection(p.table.in_use)
    if recipes != set(p.seen):
        text = "Of the recipes that were turned up some are missing, or others are there."
        yield _problem("SB-P01", text)
    if len(recipes) + below != p.table.deck_size:
        text = "There are {n} recipes in the game instead of {all}."
        yield _problem("SB-P01", text, n=len(recipes) + below, all=p.table.deck_size)
    if len(p.book) > p.table.book_size:
        yield _problem(
            "SB-04", "The book holds {n} cards instead of {all}.", n=len(p.book), all=p.table.book_size
        )


def _day(p: Position) -> Iterator[Problem]:
    """What contradicts itself within the day."""
    dealt, started = "" not in p.chefs, p.phase in ("PICK", "CHEF", "REVEAL", "TURN", "TOSS")
    if not p.over and dealt == (p.phase == "CHEFS"):
        yield _problem("SB-01", "The chef cards are not given out as they must be.")
    if started and not all(p.collection(player) for player in p.players):
        yield _problem("SB-26", "Somebody has no cards.")
    if p.phase == "PICK" and len(p.book) != p.table.book_size:
        yield _problem(
            "SB-P02", "The book holds {n} cards instead of {all}.", n=len(p.book), all=p.table.book_size
        )
    if p.all_restock_days > RESTOCK_DAYS - (p.phase != "RESET"):
        yield _problem("SB-P10", "The book should have been reset.")
    in_turn = p.phase in ("TURN", "TOSS")
    if in_turn and (sorted(p.order) != list(p.players) or not p.mover):
        yield _problem("SB-08", "It is nobody's turn.")
        return
    waiting = p.order[p.turn_index + (p.phase == "TOSS") :] if in_turn else ()
    for seat in range(1, p.seats + 1):
        wanted = seat in waiting or p.phase in ("CHEF", "REVEAL")
        if p.phase != "PICK" and wanted != bool(p.time_pick[seat - 1]):
            yield _problem("SB-09", "{who}'s time card is not where it must be.", seat)
    if p.table.solo and (p.phase == "REVEAL" or CHEF in waiting) and not p.discard[CHEF - 1]:
        yield _problem("SB-09", "The automatic chef's time card is not on its discard pile.")
