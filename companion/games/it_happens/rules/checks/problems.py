"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.it_happens.rules.checks.views import FACE_DOWN
from companion.games.it_happens.rules.data.mounds import SLOTS
from companion.games.it_happens.rules.data.spaces import placeable
from companion.games.it_happens.rules.people import COLOURS, die, item
from companion.games.it_happens.rules.position import Position
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Count, Value, marked


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach."""
    found = [*_worms(p), *_items(p), *_victory_tiles(p), *_dice(p), *_mounds(p)]
    for slot in range(len(p.slots)):
        found += [*_columns(p, slot), *_colours(p, slot)]
    # Whose turn it can be is only to be judged where the mounds are in order.
    return tuple(found) or tuple(_turn(p))


def _problem(rule: str, text: str, where: tuple[str, ...] = (), **values: Value) -> Problem:
    return Problem(rule, Message(text, values), where)


def _worms(p: Position) -> Iterator[Problem]:
    number, all_ = p.worm_supply + sum(p.worms), p.table.mounds.worm_tiles
    if number != all_:
        yield _problem("IH-P01", "There are {n} worm tiles instead of {all}.", n=number, all=all_)


def _items(p: Position) -> Iterator[Problem]:
    for kind, each in enumerate(p.table.mounds.item_types):
        number = p.item_supply[kind] + sum(items[kind] for items in p.items)
        if number != each.count:
            text = "There are {n} tiles with {item} instead of {all}."
            yield _problem("IH-P01", text, n=number, item=item(each.type, "a"), all=each.count)


def _victory_tiles(p: Position) -> Iterator[Problem]:
    """The tiles that were won, or by nobody, are those of the mounds that were scored."""
    scored = [p.table.mounds.mound(name) for name in p.scored]
    queens = [value for values in p.queens for value in values]
    generals = [value for values in p.generals for value in values]
    tiles = Counter([*queens, *generals, *p.unclaimed])
    printed = Counter(value for mound in scored for value in (mound.queen_vp, mound.general_vp))
    if tiles.total() != printed.total():
        text = "There are {n} victory tiles of {mounds} scored mounds instead of {all}."
        yield _problem("IH-P01", text, n=tiles.total(), mounds=len(scored), all=printed.total())
    elif tiles != printed and FACE_DOWN not in tiles:
        yield _problem("IH-P01", "The victory tiles are not those of the scored mounds.")
    for text, won, on_cards in (
        (
            marked("There are more Queen tiles of {value} than the scored mounds had."),
            queens,
            [mound.queen_vp for mound in scored],
        ),
        (
            marked("There are more General tiles of {value} than the scored mounds had."),
            generals,
            [mound.general_vp for mound in scored],
        ),
    ):
        for value in sorted(set((Counter(won) - Counter(on_cards)).elements()) - {FACE_DOWN}):
            yield _problem("IH-P01", text, value=value)


def _dice(p: Position) -> Iterator[Problem]:
    laid = Counter(die.colour for columns in p.board for dice in columns for die in dice)
    for colour in p.colours:
        number = laid[colour] + sum(hand[colour] for hand in p.hand)
        if number != p.table.dice(colour):
            one = die(p, colour, "").word
            dice = Count(number, one, f"{one.removesuffix('die')}dice")
            yield _problem(
                "IH-P02", "There are {dice} instead of {all}.", dice=dice, all=p.table.dice(colour)
            )
    for seat, hand in enumerate(p.hand, 1):
        others = [c for c in p.colours if hand[c] and c not in (seat - 1, p.table.neutral)]
        if others:
            yield Problem("IH-P02", Message("{who} holds dice of another player.", seats={"who": seat}))


def _mounds(p: Position) -> Iterator[Problem]:
    together = [*p.slots, *p.deck]
    if len(set(together)) < len(together):
        yield _problem("section 6", "A mound is there twice.")
    rounds = p.table.mounds.rounds
    if len(p.deck) != SLOTS * (rounds - p.round):
        text = "In round {round} of {rounds} there cannot be {n} mounds in the stack."
        yield _problem("section 6", text, round=p.round, rounds=rounds, n=len(p.deck))


def _columns(p: Position, slot: int) -> Iterator[Problem]:
    """Columns one by one: not too high, of one colour, and none free to the left of a taken one."""
    name, columns = p.slots[slot], p.board[slot]
    for number, (dice, spaces) in enumerate(zip(columns, p.mounds[slot].columns, strict=True), 1):
        where = tuple(f"{name}/C{number}.{level}" for level in range(1, len(dice) + 1))
        if len(dice) > len(spaces):
            text = "{mound} column {n} has {spaces} spaces only."
            yield _problem("IH-P04", text, where[: len(spaces)], mound=name, n=number, spaces=len(spaces))
        if len({die.colour for die in dice}) > 1:
            text = "{mound} column {n} holds dice of several colours."
            yield _problem("IH-P03", text, where, mound=name, n=number)
        if dice and number > 1 and not columns[number - 2]:
            text = "{mound} column {n} is taken, but the column left of it is free."
            yield _problem("IH-P03", text, where, mound=name, n=number)


def _colours(p: Position, slot: int) -> Iterator[Problem]:
    for colour in p.colours:
        held = [dice for dice in p.board[slot] if any(die.colour == colour for die in dice)]
        if len(held) > 1:
            text = "On {mound} {colour} has two columns."
            yield _problem("IH-P03", text, mound=p.slots[slot], colour=COLOURS[p.table.colours[colour]])


def _turn(p: Position) -> Iterator[Problem]:
    """What contradicts itself within the turn."""
    in_play = p.phase in ("CHOOSE", "ROLL", "ROLLED")
    if in_play and not 1 <= p.active_seat <= p.seats:
        yield _problem("section 5", "It is nobody's turn.")
    elif in_play:
        yield from _active(p, p.active_seat)
    contradictions = (
        (
            p.phase not in ("FIRST", "OVER") and not 1 <= p.start_seat <= p.seats,
            marked("Nobody is named to begin."),
        ),
        (
            (p.phase == "ROLLED") != (p.rolled is not None),
            marked("A die has been rolled only before it is placed."),
        ),
        ((p.phase == "ROLL") != (p.rolling is not None), marked("A colour is settled only before its roll.")),
    )
    for wrong, text in contradictions:
        if wrong:
            yield _problem("section 6", text)


def _active(p: Position, seat: Seat) -> Iterator[Problem]:
    colours = placeable(p, seat)
    if not colours:
        text = "{who} has no legal space left and cannot be at turn."
        yield Problem("IH-R04", Message(text, seats={"who": seat}))
    due = p.rolled.colour if p.rolled else p.rolling
    if due is not None and due not in colours:
        yield Problem(
            "IH-R26", Message("{who} cannot place {die}.", {"die": die(p, due, "a")}, {"who": seat})
        )
