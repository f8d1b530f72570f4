"""Who has won, and by which step of the tie chain (section 9.2)."""

from __future__ import annotations

from typing import Final

from companion.games.it_happens.rules.people import capital, everybody, who
from companion.games.it_happens.rules.position import Position
from companion.games.it_happens.rules.results.scoring import score
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Outcome
from companion.rules.kit.words import listed
from companion.rules.message import Message

_DECIDERS: Final = ("", " and the most Queens", " and the most Generals", " and the most worms")
"""What decides, step by step: points, then the number of tiles (IH-R21, IH-R35)."""


def standing(p: Position, colour: Colour) -> tuple[int, int, int, int]:
    """What colours are compared by, in this order."""
    return score(p, colour).total, len(p.queens[colour]), len(p.generals[colour]), p.worms[colour]


def outcome(p: Position) -> Outcome | None:
    """The result. The imaginary player is no seat: where it wins alone there are no winners."""
    if not p.over:
        return None
    best = max(standing(p, colour) for colour in p.colours)
    first = [colour for colour in p.colours if standing(p, colour) == best]
    names = capital(str(listed([who(p, colour) for colour in first], "and")))
    if len(first) > 1:
        wins, how = "share the win", f"with {best[0]} points, equal in everything."
    else:
        wins, how = "wins", f"with {best[0]} points{_DECIDERS[_steps(p, best)]}{_others(p, first[0])}."
    winners = tuple(colour + 1 for colour in first if colour != p.table.neutral)
    # A heading names no imaginary player: then all is left to say.
    why = None if p.table.neutral in first else Message(capital(how), seats=everybody(p))
    return Outcome(winners, Message(f"{names} {wins} {how}", seats=everybody(p)), why)


def _steps(p: Position, best: tuple[int, ...]) -> int:
    """How many steps of the tie chain it took beyond the points until one colour was left."""
    for steps in range(len(best)):
        if sum(standing(p, colour)[: steps + 1] == best[: steps + 1] for colour in p.colours) == 1:
            return steps
    raise ValueError("several colours are equal in everything")


def _others(p: Position, winner: Colour) -> str:
    """The order of the players behind the imaginary one."""
    if winner != p.table.neutral:
        return ""
    seats = sorted(range(p.seats), key=lambda colour: standing(p, colour), reverse=True)
    return ", before " + str(
        listed([f"{who(p, colour)} ({score(p, colour).total})" for colour in seats], "and")
    )
