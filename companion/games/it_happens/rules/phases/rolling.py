"""Rolling, rerolling and passing (section 6; IH-R04..R09, R25, R26)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.it_happens.rules.actions import Choose, Pass, Reroll, Roll
from companion.games.it_happens.rules.data.spaces import placeable
from companion.games.it_happens.rules.data.tiles import pay_worm
from companion.games.it_happens.rules.flow import next_turn
from companion.games.it_happens.rules.people import die
from companion.games.it_happens.rules.position import Die, P, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason

FACES = range(1, 7)


def due_colour(p: Position) -> Colour | None:
    """The colour that is rolled next: settled, or the only placeable one; None while it is to be chosen."""
    if p.rolling is not None:
        return p.rolling
    colours = placeable(p, p.active_seat)
    return colours[0] if len(colours) == 1 else None


def _letter(p: Position, colour: Colour) -> str:
    """How a roll names its colour: not at all, unless players hold two."""
    return p.table.letters[colour] if p.table.neutral is not None else ""


def legal_chooses(p: Position) -> Iterator[Choose]:
    """Every placeable colour, where there are two (IH-R26)."""
    if due_colour(p) is None:
        for colour in placeable(p, p.active_seat):
            yield Choose(p.active_seat, p.table.letters[colour])  # type: ignore[arg-type]


def why_not_choose(p: Position, action: Choose) -> Reason | None:
    """Why that colour cannot be chosen."""
    if p.table.neutral is None:
        return reason("IH-R26", "You hold one colour only: just roll.")
    letters = p.table.letters
    if action.colour not in letters or not p.hand[p.active_seat - 1][letters.index(action.colour)]:
        return reason("IH-R26", "You hold no die of that colour.")
    if letters.index(action.colour) not in placeable(p, p.active_seat):
        return reason("IH-R26", "No mound is open to that colour.")
    if due_colour(p) is not None:
        return reason("IH-R26", "There is no other colour to choose: just roll.")
    return None


def apply_choose(p: P, action: Choose) -> P:
    """Settle the colour; the roll is chance's."""
    return replace(p, phase="ROLL", rolling=p.table.letters.index(action.colour))


def legal_rolls(p: Position) -> Iterator[Roll]:
    """Every result of the die."""
    colour = due_colour(p)
    if colour is not None:
        letter = _letter(p, colour)
        yield from (Roll(CHANCE, value, letter) for value in FACES)  # type: ignore[arg-type]


def why_not_roll(p: Position, action: Roll) -> Reason | None:
    """Why that die cannot have been rolled."""
    colour = due_colour(p)
    if colour is None:
        return reason("IH-R26", "First the colour is chosen.")
    if action.colour != _letter(p, colour):
        return reason("IH-R26", "{die:Cap} is rolled.", die=die(p, colour, "a"))
    if action.value not in FACES:
        return reason("section 7", "A die shows 1 to 6.")
    return None


def apply_roll(p: P, action: Roll) -> P:
    """Take the roll: it is to be placed, unless a worm is paid."""
    colour = due_colour(p)
    assert colour is not None  # noqa: S101 - legal, so the colour is settled
    return replace(p, phase="ROLLED", rolling=None, rolled=Die(colour, action.value))


def why_no_worm(p: Position) -> Reason | None:
    """Why no worm can be paid now, whatever for."""
    own = p.active_seat - 1
    if p.rolled is not None and p.rolled.colour != own:
        return reason("IH-R25", "Worms are not paid for a die of the imaginary player.")
    if not p.worms[own]:
        return reason("IH-R09", "You have no worm to pay with.")
    return None


def legal_rerolls(p: Position) -> Iterator[Reroll]:
    """A reroll, if a worm can be paid."""
    if why_no_worm(p) is None:
        yield Reroll(p.active_seat)


def why_not_reroll(p: Position, _: Reroll) -> Reason | None:
    """Why the die cannot be rolled again."""
    return why_no_worm(p)


def apply_reroll(p: P, _: Reroll) -> P:
    """Pay; the old value is gone (IH-R07)."""
    own = p.active_seat - 1
    return replace(pay_worm(p, own), phase="ROLL", rolled=None, rolling=own)


def legal_passes(p: Position) -> Iterator[Pass]:
    """A pass, if it is allowed now."""
    action = Pass(p.active_seat)
    if why_not_pass(p, action) is None:
        yield action


def why_not_pass(p: Position, _: Pass) -> Reason | None:
    """Why the turn cannot be passed now."""
    timing, rolled = p.table.pass_timing, p.rolled is not None
    if timing == "before_roll" and rolled:
        return reason("IH-R08", "At this table a turn is passed before the roll.")
    if timing == "after_roll" and not rolled:
        return reason("IH-R08", "At this table a turn is passed after the roll.")
    if not rolled and p.active_seat - 1 not in placeable(p, p.active_seat):
        return reason("IH-R25", "To pass you need a die of your own that you could place.")
    return why_no_worm(p)


def apply_pass(p: P, _: Pass) -> P:
    """Pay; a rolled die goes back to the hand, its value is forgotten (IH-R09)."""
    return next_turn(pay_worm(p, p.active_seat - 1))
