"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from companion.rules.game import Prompt, Seat
from companion.rules.games.it_happens.actions import Pass, Reroll
from companion.rules.games.it_happens.ending import final_scores, outcome
from companion.rules.games.it_happens.mounds import WORM
from companion.rules.games.it_happens.people import IMAGINARY, capital, everybody, who
from companion.rules.games.it_happens.position import Award, Phase, Position
from companion.rules.games.it_happens.rolling import due_colour, why_not_pass, why_not_reroll
from companion.rules.games.it_happens.spaces import placeable, stuck, targets
from companion.rules.message import Message
from companion.rules.words import listed

_DICE: Final = {
    "camera": "",
    "tap": "Tap what the die shows.",
    "software": "The program rolls it.",
}
"""What is told besides, by where rolls come from."""


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        text = _joined(result.message.text, found_by(p), *_awards(p), final_scores(p).text)
        return {seat: Prompt("over", Message(text, seats=everybody(p))) for seat in seats}
    if p.phase in ("FIRST", "REVEAL"):
        text = _joined(_found(p), _PHASES[p.phase](p))
        return {seat: Prompt("act", Message(text, seats=everybody(p))) for seat in seats}
    return {seat: _prompt(p, seat) for seat in seats}


def _prompt(p: Position, seat: Seat) -> Prompt:
    found = _found(p) if p.found is not None and p.found.by == seat else ""
    told = _joined(found, *_scored(p))
    if seat == p.active_seat:
        return _say(p, "act", _joined(told, _PHASES[p.phase](p)))
    if found and p.phase != "ROLLED" and not p.awards:
        return _say(p, "act", found)
    if stuck(p, seat):
        wait = f"{{seat{seat}}} has no legal space left: skipped this round."
    else:
        wait = f"It is {{seat{p.active_seat}}}'s turn."
    return _say(p, "wait", _joined(told, wait))


def _scored(p: Position) -> list[str]:
    """What the mounds of the last round paid, if the new ones came before anybody could act."""
    return [*_awards(p), "Take back all dice."] if p.awards else []


def _say(p: Position, kind: Literal["act", "wait"], text: str) -> Prompt:
    return Prompt(kind, Message(text, seats=everybody(p)))


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _first(p: Position) -> str:
    if p.table.start_player == "random":
        return "The first player is drawn."
    return "Who is the hungriest? That player begins."


def _reveal(p: Position) -> str:
    """End one round and begin the next."""
    back = f"Take back all dice. {{seat{p.start_seat}}} starts round {p.round + 1}." if p.round else ""
    begins = f"Round {p.round + 1} of {p.table.mounds.rounds}:"
    if p.table.mound_source == "software":
        return _joined(*_awards(p), back, begins, "three mounds are drawn.")
    return _joined(*_awards(p), back, begins, "show the three new mounds to the camera.")


def _awards(p: Position) -> list[str]:
    return [_award(p, award) for award in p.awards]


def _award(p: Position, award: Award) -> str:
    """Tell what a mound paid."""
    mound = p.table.mounds.mound(award.mound)
    if award.queen is None:
        return f"{award.mound}: nobody is there."
    parts = [f"{who(p, award.queen)} takes the Queen ({mound.queen_vp})"]
    general = "nobody" if award.general is None else who(p, award.general)
    parts.append(f"{general} the General ({mound.general_vp})")
    parts += [f"{who(p, colour)} takes a worm" for colour in award.worms]
    return f"{award.mound}: {', '.join(parts)}."


def _choose(p: Position) -> str:
    seat, colour = p.active_seat, due_colour(p)
    pays = why_not_pass(p, Pass(seat)) is None
    if colour is None:
        hand = p.hand[seat - 1]
        dice = ", ".join(f"{p.table.colours[each]} {hand[each]}" for each in placeable(p, seat))
        roll = f"pick a colour to roll ({dice})"
    elif p.table.neutral is not None:
        roll = f"roll one {p.table.colours[colour]} die"
    else:
        roll = "roll" if pays else "roll one die"
    pay = ", or pay a worm to pass." if pays else "."
    how = "" if colour is None else _DICE[p.table.dice_source]
    return _joined(_laid_out(p), f"{{seat{seat}}}: {roll}{pay}", how)


def _laid_out(p: Position) -> str:
    """The mounds that the program has drawn, until the first die lies there."""
    if p.table.mound_source != "software" or any(dice for columns in p.board for dice in columns):
        return ""
    mounds = listed(p.slots, "and")
    return f"Round {p.round} of {p.table.mounds.rounds}: lay out these three mounds: {mounds}."


def _roll(p: Position) -> str:
    colour = due_colour(p)
    assert colour is not None  # noqa: S101 - the phase is ROLL
    text = f"{{seat{p.active_seat}}}: roll the {p.table.colours[colour]} die."
    return _joined(text, _DICE[p.table.dice_source])


def _rolled(p: Position) -> str:
    assert p.rolled is not None  # noqa: S101 - the phase is ROLLED
    seat, open_to = p.active_seat, targets(p, p.rolled.colour)
    places = listed([f"{mound} column {space.column}" for mound, space in open_to.items()])
    die = "" if p.rolled.colour == seat - 1 else f" with a {p.table.colours[p.rolled.colour]} die"
    may = ["reroll"] if why_not_reroll(p, Reroll(seat)) is None else []
    may += ["pass"] if why_not_pass(p, Pass(seat)) is None else []
    pay = f"Pay a worm: {' / '.join(may)}." if may else ""
    return _joined(f"{{seat{seat}}} rolled {p.rolled.pips}{die}: place it on {places}.", pay)


def found_by(p: Position) -> str:
    """The tile that the last die found, told to everybody."""
    if p.found is None or not p.found.taken:
        return _found(p)
    return capital(f"{who(p, p.found.colour)} takes {_a_tile(p.found.what)}.")


def _a_tile(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what} tile"


def _found(p: Position) -> str:
    """The tile that the last die found."""
    if p.found is None:
        return ""
    for_whom = f" for {IMAGINARY}" if p.found.colour == p.table.neutral else ""
    if p.found.taken:
        return f"Take {_a_tile(p.found.what)}{for_whom}."
    return "No worm tiles left." if p.found.what == WORM else f"No {p.found.what} tiles left."


_PHASES: Final[dict[Phase, Callable[[Position], str]]] = {
    "FIRST": _first,
    "REVEAL": _reveal,
    "CHOOSE": _choose,
    "ROLL": _roll,
    "ROLLED": _rolled,
}
