"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from companion.games.filler_tiles.rules.phases.placing import legal_expands, legal_news
from companion.games.filler_tiles.rules.position import Position, other
from companion.games.filler_tiles.rules.results.scoring import outcome
from companion.rules.game import Prompt, Seat
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Value


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase in ("STONES", "DRAW"):
        text = (
            "Lay a pair of stones as drawn." if p.phase == "STONES" else "Lay the first two tiles as drawn."
        )
        return dict.fromkeys(seats, Prompt("act", Message(text)))
    return {p.to_move: Prompt("act", _to_mover(p)), other(p.to_move): Prompt("wait", _to_other(p))}


def _to_mover(p: Position) -> Message:
    values: dict[str, Value] = {"colour": p.colour_name(p.to_move)}
    match p.phase:
        case "SEED" if len(p.tiles) < p.seats:
            return Message("{colour}: put your first tile on any square.", values)
        case "SEED":
            return Message("{colour}: put your next tile on any square.", values)
        case "PIE" if not p.tiles:
            return Message("{colour}: place one tile of each colour.", values)
        case "PIE":
            return Message("{colour}: which colour do you take?", values)
        case _:
            return _main(p, values)


def _main(p: Position, values: dict[str, Value]) -> Message:
    joins = next(legal_expands(p), None) is not None
    if next(legal_news(p), None) is None:
        asked = Message("{colour}: join on to your tiles.", values)
    else:
        starts = p.starts_left[p.to_move - 1]
        if starts is None:
            text = "{colour}: start a new group."
            if joins:
                text = "{colour}: join on to your tiles, or start a new group."
        else:
            values = {**values, "starts": starts_left(starts)}
            text = "{colour}: start a new group ({starts})."
            if joins:
                text = "{colour}: join on to your tiles, or start a new group ({starts})."
        asked = Message(text, values)
    if not p.passed:
        return asked
    return together(Message("{blocked} cannot place.", {"blocked": p.colour_name(p.passed)}), asked)


def _to_other(p: Position) -> Message:
    """Tell who waits why, and what a new group has cost."""
    waiting, seats = other(p.to_move), {"who": p.to_move}
    if p.passed:
        colours = {"blocked": p.colour_name(waiting), "colour": p.colour_name(p.to_move)}
        return Message("{blocked} cannot place. {colour} goes on.", {**colours})
    last = p.tiles[-1:]
    left = p.starts_left[waiting - 1]
    if not last or last[0].kind != "new" or left is None:
        return Message("It is {who}'s turn.", seats=seats)
    text = "New group: you have {starts}. It is {who}'s turn."
    return Message(text, {"starts": starts_left(left)}, seats)


def starts_left(number: int) -> Count:
    """Say how many new groups may still be started, as ``1 new start left``."""
    return Count(number, "new start left", "new starts left")
