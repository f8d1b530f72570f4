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
from companion.rules.phrases import Count, Series, Term, Value, Written, marked

_EATEN: Final = Message("Turn the flower over: it is your wasp. Add one body piece at the tail.")
_WITH_WASPS: Final = ("MOVE", "JOIN")
_TILES_OUT: Final = Message("No tiles left: the first player alone in the lead wins.")

_TURN, _TAKE_OFF = 1, 2
_WITHIN: Final = (
    marked("Eat a flower or bite within {spaces}: no other way is free."),
    marked(
        "Eat a flower or bite within {spaces}: no other way is free, or turn your caterpillar round in place."
    ),
    marked("Eat a flower or bite within {spaces}: no other way is free, or take your caterpillar off."),
)
_MORE: Final = (
    marked("Move up to {spaces} more."),
    marked("Move up to {spaces} more, or turn your caterpillar round in place."),
    marked("Move up to {spaces} more, or take your caterpillar off."),
)
_UP_TO: Final = (
    marked("Move up to {spaces}."),
    marked("Move up to {spaces}, or turn your caterpillar round in place."),
    marked("Move up to {spaces}, or take your caterpillar off."),
)
_ALL: Final = (
    marked("Move {spaces}."),
    marked("Move {spaces}, or turn your caterpillar round in place."),
    marked("Move {spaces}, or take your caterpillar off."),
)
_NO_WAY: Final = {
    _TURN: "No way to move {n}. Turn your caterpillar round in place.",
    _TAKE_OFF: "No way to move {n}. Take your caterpillar off.",
}
_EAT_FIRST: Final = {
    _TURN: (
        "No way to move {n}. You may still eat flowers that you reach; then turn your caterpillar round in "
        "place."
    ),
    _TAKE_OFF: (
        "No way to move {n}. You may still eat flowers that you reach; then take your caterpillar off."
    ),
}
"""What is asked alone, and with the two ways of leaving a place where nothing else can be done."""


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
    after = [_TILES_OUT] if p.tiles_out else []
    return {
        seat: replace(prompt, message=together(*before, prompt.message, *after))
        for seat, prompt in told.items()
    }


def _set_up(p: Position) -> tuple[Message, ...]:
    """Tell what an alternative set-up wants on the mat besides (CF-13)."""
    if not p.table.setup:
        return ()
    flowers = [space for space in p.flowers if space not in p.table.start_flowers]
    laid: list[Value] = []
    if flowers:
        laid.append(Message("flowers on {spaces}", {"spaces": listed(flowers, "and")}))
    if p.wasp_spaces:
        laid.append(Message("wasps on {spaces}", {"spaces": listed(p.wasp_spaces, "and")}))
    name = p.table.setup_name
    called = name if p.table.own_setup else Written(name)
    values: dict[str, Value] = {"setup": called, "laid": Series(tuple(laid), "; ")}
    return (Message("Set-up {setup}: {laid}.", values),) if laid else ()


def _to_mover(p: Position) -> Prompt:
    if p.phase == "BLOOM" and p.displaced is None and p.due[0] == "eaten":
        return Prompt("act", _PHASES[p.phase](p), hands=(_EATEN,))
    prompt = _end(p) if p.phase == "END" else Prompt("act", _PHASES[p.phase](p), _besides(p))
    if p.ate and p.tiles_out:
        return replace(prompt, kind="act", message=together(_EATEN, prompt.message))
    return prompt


def _besides(p: Position) -> tuple[Message, ...]:
    """Tell of wasps where something else is to be done (CF-30, CF-32)."""
    return _wasps(p) if p.phase in _WITH_WASPS else ()


def _end(p: Position) -> Prompt:
    wasps = _wasps(p)
    message = together(*wasps) if wasps else _sentence(p, "{who}: pass the turn on.")
    if p.bitten:
        return Prompt("act", together(_bite(p), message))
    return Prompt("may" if wasps else "act", message)


def _wasps(p: Position) -> tuple[Message, ...]:
    """Say what may still be done with wasps this turn (CF-30, R05, R06)."""
    places = next(legal_wasps(p), None) is not None
    shifts = next(legal_shifts(p), None) is not None
    if not places and not shifts:
        return ()
    left = p.table.switches.wasps_per_turn - p.wasps_used
    number = left if shifts else min(left, p.wasps[p.seat_to_move - 1])
    n: dict[str, Value] = {"n": number}
    if not shifts:
        return (
            Message(
                "You may place one wasp, not on the edge.",
                n,
                many="You may place up to {n} wasps, not on the edge.",
            ),
        )
    may = Message(
        "You may move one wasp, not on the edge.", n, many="You may move up to {n} wasps, not on the edge."
    )
    if places:
        may = Message(
            "You may place or move one wasp, not on the edge.",
            n,
            many="You may place or move up to {n} wasps, not on the edge.",
        )
    return may, Message("A wasp moves to a free space beside it.")


def _sentence(p: Position, text: str, **values: Value) -> Message:
    return Message(text, values, {"who": p.seat_to_move})


def _grown(p: Position) -> Message:
    text = "{taken} is taken: the flower grows on {grown}."
    return Message(text, {"taken": p.pairs[-1], "grown": p.grew_on or ""})


def _wild(p: Position) -> Message:
    return Message("Put {token} on the space that is drawn.", {"token": Term(p.to_lay[0], "a")})


def _first(_: Position) -> Message:
    return Message("Who was last in a garden? That player begins.")


def _roll(p: Position) -> Message:
    return _sentence(p, "{who}: roll two dice." if p.table.switches.two_dice else "{who}: roll the die.")


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
    return together(_EATEN, Message("Turn up the next tiles."))


def _move(p: Position) -> Message:
    leave = _TURN if p.table.switches.reverse_stuck else _TAKE_OFF
    if not is_stuck(p):
        ways = _ways(p)
        text = ways[leave if p.table.free_stuck else 0]
        return _sentence(p, text, spaces=Count(p.steps_left, "space"))
    if next(legal_routes(p), None) is None:
        return _sentence(p, _NO_WAY[leave], n=p.steps_left)
    return _sentence(p, _EAT_FIRST[leave], n=p.steps_left)


def _ways(p: Position) -> tuple[str, str, str]:
    if _ends_sooner(p):
        return _WITHIN
    if why_not_end(p, End(p.seat_to_move)) is None:
        return _MORE
    return _UP_TO if p.table.switches.min_move and p.steps_left > 1 else _ALL


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
    then = Message("Then roll.") if p.table.switches.rejoin_roll else Message("No roll.")
    pieces = p.in_hand[p.seat_to_move - 1]
    where = Message("Place the head on a free edge space.")
    if pieces:
        where = Message(
            "Place head and {n} piece in a row on free edge spaces.",
            {"n": pieces},
            many="Place head and {n} pieces in a row on free edge spaces.",
        )
    return together(_sentence(p, "{who}: put your caterpillar back on the edge."), then, where)


def _bite(p: Position) -> Message:
    seats = {"who": p.seat_to_move, "victim": p.bitten}
    if p.in_hand[p.bitten - 1]:
        text = "{victim}: take your caterpillar off and put one piece back in reserve. {who}: add one piece."
        return Message(text, seats=seats)
    text = (
        "{victim}: take your caterpillar off and put your body piece, if you had one, back in reserve. "
        "{who}: add one piece."
    )
    return Message(text, seats=seats)


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
