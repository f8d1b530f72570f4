"""Who has won, and by which step of the tie chain (section 9.2)."""

from __future__ import annotations

from typing import Final

from companion.games.it_happens.rules.people import who
from companion.games.it_happens.rules.position import Position
from companion.games.it_happens.rules.results.scoring import score
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Outcome
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Value

_WINS: Final = (
    "{winner} wins with {points} points.",
    "{winner} wins with {points} points and the most Queens.",
    "{winner} wins with {points} points and the most Generals.",
    "{winner} wins with {points} points and the most worms.",
)
_WHY: Final = (
    "With {points} points.",
    "With {points} points and the most Queens.",
    "With {points} points and the most Generals.",
    "With {points} points and the most worms.",
)
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
    winners = tuple(colour + 1 for colour in first if colour != p.table.neutral)
    values: dict[str, Value] = {"points": best[0]}
    if len(first) > 1:
        names = [who(p, colour, begins=not place) for place, colour in enumerate(first)]
        text = "{winners} share the win with {points} points, equal in everything."
        told = Message(text, {**values, "winners": listed(names, "and")})
        why = Message("With {points} points, equal in everything.", values)
    else:
        steps = _steps(p, best)
        told = Message(_WINS[steps], {**values, "winner": who(p, first[0], begins=True)})
        why = Message(_WHY[steps], values)
    if p.table.neutral not in first:
        return Outcome(winners, told, why)
    # A heading names no imaginary player: then all is left to say.
    return Outcome(winners, told if winners else together(told, _others(p)))


def _steps(p: Position, best: tuple[int, ...]) -> int:
    """How many steps of the tie chain it took beyond the points until one colour was left."""
    for steps in range(len(best)):
        if sum(standing(p, colour)[: steps + 1] == best[: steps + 1] for colour in p.colours) == 1:
            return steps
    raise ValueError("several colours are equal in everything")


def _others(p: Position) -> Message:
    """The order of the players behind the imaginary one."""
    seats = sorted(range(p.seats), key=lambda colour: standing(p, colour), reverse=True)
    named = [_with_points(p, colour) for colour in seats]
    return Message("Then come {others}.", {"others": listed(named, "and")})


def _with_points(p: Position, colour: Colour) -> Message:
    return Message("{who} ({points})", {"points": score(p, colour).total}, {"who": colour + 1})
