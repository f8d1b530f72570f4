"""What somebody may have meant, allowed or not: for a referee who looks at the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.it_happens.rules.actions import NOTATION, Place, Roll
from companion.games.it_happens.rules.checks.lying import TRAY, kind_of, lying
from companion.games.it_happens.rules.people import die as called
from companion.games.it_happens.rules.position import Die, Position
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Lying
from companion.rules.message import Message

FACES = range(1, 7)


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give everything that may have been meant: a roll out of turn, a die on a wrong space."""
    table = lying(p)
    dice = {kind_of(p, Die(colour, pips)): Die(colour, pips) for colour in p.colours for pips in FACES}
    yield from _rolls(p, table, seen, dice)
    for mound in p.slots:
        for cell, kind in seen.get(mound, {}).items():
            if kind in dice and cell not in table[mound]:
                # A referee reads rolls from the tray, and nothing from a tray that was emptied.
                laid = {**table, mound: {**table[mound], cell: kind}}
                yield Attempt(_placed(p, dice[kind], mound, cell), laid)


def _rolls(p: Position, table: Lying, seen: Lying, dice: dict[str, Die]) -> Iterator[Attempt]:
    for kind in seen.get(TRAY, {}).values():
        if kind in dice:
            letter = "" if p.table.neutral is None else p.table.letters[dice[kind].colour]
            roll = NOTATION.parse(CHANCE, " ".join(filter(None, ("roll", letter, str(dice[kind].pips)))))
            if isinstance(roll, Roll):
                yield Attempt(roll, {**table, TRAY: {"1": kind}})


def _placed(p: Position, die: Die, mound: str, cell: str) -> Place:
    """A placing by whoever owns the die; the imaginary player's are placed by the active seat."""
    owner = p.active_seat if die.colour == p.table.neutral else die.colour + 1
    return Place(owner, mound, cell)


def tell_apart(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask whose die lies in the tray, where only that differs: a reroll, or the next player's roll."""
    rolled = [p.rolled for p in positions]
    colours = {die.colour for die in rolled if die is not None}
    if None in rolled or len(colours) < len(positions):
        return None
    dice = [called(p, die.colour, "the") for p, die in zip(positions, rolled, strict=True) if die]
    answers = tuple(Message("{die:Cap}", {"die": each}) for each in dice)
    return Message("Which die was rolled?"), answers
