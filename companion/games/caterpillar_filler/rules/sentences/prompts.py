"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import End
from companion.games.caterpillar_filler.rules.phases.blooming import nearest_to
from companion.games.caterpillar_filler.rules.phases.joining import legal_joins
from companion.games.caterpillar_filler.rules.phases.moving import why_not_end
from companion.games.caterpillar_filler.rules.phases.routes import is_stuck, legal_routes
from companion.games.caterpillar_filler.rules.phases.wasps import legal_shifts, legal_wasps
from companion.games.caterpillar_filler.rules.position import Phase, Position
from companion.games.caterpillar_filler.rules.results.scoring import outcome
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Value

_EATEN: Final = "Turn the flower over: it is your wasp. Add one body piece at the tail."
_WITH_WASPS: Final = ("MOVE", "JOIN")
_TILES_OUT: Final = "No tiles left: the first player alone in the lead wins."


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase in ("WILD", "FIRST"):
        laid = _set_up(p) if p.phase == "FIRST" else ()
        return dict.fromkeys(seats, Prompt("act", _PHASES[p.phase](p), laid, hands=laid))
    told = {seat: Prompt("wait", _sentence(p, "It is {who}'s turn.")) for seat in seats}
    told[p.seat_to_move] = _to_mover(p)
    if p.bitten:
        told[p.bitten] = Prompt("act", _bite(p))
    before = [_grown(p)] if p.grew_on else []
    after = [Message(_TILES_OUT)] if p.tiles_out else []
    return {
        seat: replace(prompt, message=together(*before, prompt.message, *after))
        for seat, prompt in told.items()
    }


def _set_up(p: Position) -> tuple[Message, ...]:
    """Tell what an alternative set-up wants on the mat besides (CF-13)."""
    if not p.table.setup:
        return ()
    flowers = [space for space in p.flowers if space not in p.table.start_flowers]
    pieces = [(kind, spaces) for kind, spaces in (("flowers", flowers), ("wasps", p.wasp_spaces)) if spaces]
    laid = "; ".join(f"{kind} on {listed(spaces, 'and')}" for kind, spaces in pieces)
    return (Message("Set-up {setup}: {laid}.", {"setup": p.table.setup_name, "laid": laid}),) if laid else ()


def _to_mover(p: Position) -> Prompt:
    if p.phase == "BLOOM" and p.displaced is None and p.due[0] == "eaten":
        return Prompt("act", _PHASES[p.phase](p), hands=(Message(_EATEN),))
    prompt = _end(p) if p.phase == "END" else Prompt("act", _PHASES[p.phase](p), _besides(p))
    if p.ate and p.tiles_out:
        return replace(prompt, kind="act", message=together(Message(_EATEN), prompt.message))
    return prompt


def _besides(p: Position) -> tuple[Message, ...]:
    """Tell of wasps where something else is to be done (CF-30, CF-32)."""
    wasps = _wasps(p) if p.phase in _WITH_WASPS else ""
    return (Message(wasps),) if wasps else ()


def _end(p: Position) -> Prompt:
    wasps = _wasps(p)
    message = _sentence(p, wasps or "{who}: pass the turn on.")
    if p.bitten:
        return Prompt("act", together(_bite(p), message))
    return Prompt("may" if wasps else "act", message)


def _wasps(p: Position) -> str:
    """Say what may still be done with wasps this turn (CF-30, R05, R06); "" for nothing."""
    places = next(legal_wasps(p), None) is not None
    shifts = next(legal_shifts(p), None) is not None
    if not places and not shifts:
        return ""
    left = p.table.switches.wasps_per_turn - p.wasps_used
    number = left if shifts else min(left, p.wasps[p.seat_to_move - 1])
    wasps = "one wasp" if number == 1 else f"up to {number} wasps"
    ways = listed(["place"] * places + ["move"] * shifts)
    text = f"You may {ways} {wasps}, not on the edge."
    return f"{text} A wasp moves to a free space beside it." if shifts else text


def _sentence(p: Position, text: str, **values: Value) -> Message:
    return Message(text, values, {"who": p.seat_to_move})


def _grown(p: Position) -> Message:
    text = "{taken} is taken: the flower grows on {grown}."
    return Message(text, {"taken": p.pairs[-1], "grown": p.grew_on or ""})


def _wild(p: Position) -> Message:
    return Message("Put a {token} on the space that is drawn.", {"token": p.to_lay[0]})


def _first(_: Position) -> Message:
    return Message("Who was last in a garden? That player begins.")


def _roll(p: Position) -> Message:
    dice = "two dice" if p.table.switches.two_dice else "the die"
    return _sentence(p, "{who}: roll {dice}.", dice=dice)


def _keep(p: Position) -> Message:
    if len(set(p.dice)) == 1:
        return _sentence(p, "{who}: keep either die, both show {value}.", value=p.dice[0])
    return _sentence(p, "{who}: keep one die, {dice}.", dice=listed([str(value) for value in p.dice]))


def _bloom(p: Position) -> Message:
    if p.displaced is not None:
        text = "{tile} is taken. Put the flower on {choices}."
        return _sentence(p, text, tile=p.displaced, choices=listed(nearest_to(p, p.displaced)))
    if p.due[0] == "rolled":
        return Message("A 3! Turn up the next letter and number.")
    return Message(f"{_EATEN} Turn up the next tiles.")


def _move(p: Position) -> Message:
    leave = (
        "turn your caterpillar round in place"
        if p.table.switches.reverse_stuck
        else "take your caterpillar off"
    )
    if not is_stuck(p):
        text = f"{_way(p)}, or {leave}." if p.table.free_stuck else f"{_way(p)}."
    elif next(legal_routes(p), None) is None:
        text = f"No way to move {{n}}. {leave.capitalize()}."
    else:
        text = f"No way to move {{n}}. You may still eat flowers that you reach; then {leave}."
    return _sentence(p, text, n=p.steps_left)


def _way(p: Position) -> str:
    spaces = "1 space" if p.steps_left == 1 else "{n} spaces"
    if _ends_sooner(p):
        return f"Eat a flower or bite within {spaces}: no other way is free"
    if why_not_end(p, End(p.seat_to_move)) is None:
        return f"Move up to {spaces} more"
    return f"Move up to {spaces}" if p.table.switches.min_move and p.steps_left > 1 else f"Move {spaces}"


def _ends_sooner(p: Position) -> bool:
    """Whether every legal way ends at a flower or a caterpillar before the roll is used up (CF-18)."""
    switches = p.table.switches
    if switches.min_move or p.table.free_stuck:
        return False
    ends = ((route.bites or (route.eats and switches.flower_stops), route.steps) for route in legal_routes(p))
    return all(stops and steps < p.steps_left for stops, steps in ends)


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
