"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.game import Prompt, Seat
from companion.rules.games.caterpillar_filler.actions import End
from companion.rules.games.caterpillar_filler.blooming import nearest_to
from companion.rules.games.caterpillar_filler.joining import legal_joins
from companion.rules.games.caterpillar_filler.moving import why_not_end
from companion.rules.games.caterpillar_filler.position import Phase, Position
from companion.rules.games.caterpillar_filler.routes import is_stuck
from companion.rules.games.caterpillar_filler.scoring import outcome
from companion.rules.games.caterpillar_filler.verbs import legal
from companion.rules.games.caterpillar_filler.words import listed
from companion.rules.message import Message

_WASP: Final = "You may place one wasp, not on the edge."
_EATEN: Final = "Turn the flower over: it is your wasp. Add one body piece at the tail."
_TILES_OUT: Final = "No tiles left: the first player alone in the lead wins."


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase in ("WILD", "FIRST"):
        return dict.fromkeys(seats, Prompt("act", _PHASES[p.phase](p)))
    told = {seat: Prompt("wait", _sentence(p, "It is {who}'s turn.")) for seat in seats}
    told[p.seat_to_move] = _to_mover(p)
    if p.bitten:
        told[p.bitten] = Prompt("act", _bite(p))
    if p.tiles_out:
        return {seat: Prompt(prompt.kind, _with(prompt.message, _TILES_OUT)) for seat, prompt in told.items()}
    return told


def _to_mover(p: Position) -> Prompt:
    if p.phase != "END":
        return Prompt("act", _PHASES[p.phase](p))
    may_wasp = any(not isinstance(action, End) for action in legal(p, p.seat_to_move))
    text = _WASP if may_wasp else "{who}: pass the turn on."
    if p.bitten:
        return Prompt("act", _with(_bite(p), text))
    if p.ate and p.tiles_out:
        return Prompt("act", _with(Message(_EATEN), text, p.seat_to_move))
    return Prompt("may" if may_wasp else "act", _sentence(p, text))


def _sentence(p: Position, text: str, **values: str | int) -> Message:
    return Message(text, values, {"who": p.seat_to_move})


def _with(message: Message, text: str, who: Seat = 0) -> Message:
    """Add a sentence."""
    seats = {"who": who} if who else message.seats
    return Message(f"{message.text} {text}", message.values, seats)


def _wild(p: Position) -> Message:
    return Message("Put a {token} on the space that is drawn.", {"token": p.to_lay[0]})


def _first(_: Position) -> Message:
    return Message("Who was last in a garden? That player begins.")


def _roll(p: Position) -> Message:
    dice = "two dice" if p.table.switches.two_dice else "the die"
    return _sentence(p, "{who}: roll {dice}.", dice=dice)


def _keep(p: Position) -> Message:
    return _sentence(p, "{who}: keep one die, {dice}.", dice=listed([str(value) for value in p.dice]))


def _bloom(p: Position) -> Message:
    if p.displaced is not None:
        text = "{tile} is taken. Put the flower on {choices}."
        return _sentence(p, text, tile=p.displaced, choices=listed(nearest_to(p, p.displaced)))
    if p.due[0] == "rolled":
        return Message("A 3! Turn up the next letter and number.")
    return Message(f"{_EATEN} Turn up the next tiles.")


def _move(p: Position) -> Message:
    if why_not_end(p, End(p.seat_to_move)) is None:
        return _sentence(p, "Move up to {n} spaces more.", n=p.steps_left)
    if not is_stuck(p):
        text = "Move 1 space." if p.steps_left == 1 else "Move {n} spaces."
        return _sentence(p, text, n=p.steps_left)
    if p.table.switches.reverse_stuck:
        return _sentence(p, "No way to move {n}. Turn your caterpillar round in place.", n=p.steps_left)
    return _sentence(p, "No way to move {n}. Take your caterpillar off.", n=p.steps_left)


def _join(p: Position) -> Message:
    if next(legal_joins(p), None) is None:
        return Message("No room on the edge. Wait one turn.")
    text = "{who}: put your caterpillar back on the edge. "
    text += "Then roll. " if p.table.switches.rejoin_roll else "No roll. "
    pieces = p.in_hand[p.seat_to_move - 1]
    if not pieces:
        return _sentence(p, text + "Place the head on a free edge space.")
    noun = "piece" if pieces == 1 else "pieces"
    return _sentence(p, text + f"Place head and {{n}} {noun} in a row on free edge spaces.", n=pieces)


def _bite(p: Position) -> Message:
    lost = "one piece" if p.in_hand[p.bitten - 1] else "your body piece, if you had one,"
    return Message(
        f"{{victim}}: take your caterpillar off and put {lost} back in reserve. {{who}}: add one piece.",
        seats={"who": p.seat_to_move, "victim": p.bitten},
    )


_PHASES: Final[dict[Phase, Callable[[Position], Message]]] = {
    "WILD": _wild,
    "FIRST": _first,
    "START": _roll,
    "ROLL": _roll,
    "KEEP": _keep,
    "BLOOM": _bloom,
    "MOVE": _move,
    "JOIN": _join,
}
