"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal

from msgspec.structs import replace

from companion.games.it_happens.rules.actions import Pass, Reroll
from companion.games.it_happens.rules.data.mounds import WORM
from companion.games.it_happens.rules.data.spaces import placeable, stuck, targets
from companion.games.it_happens.rules.people import IMAGINARY, capital, everybody, who
from companion.games.it_happens.rules.phases.rolling import due_colour, why_not_pass, why_not_reroll
from companion.games.it_happens.rules.position import Award, Find, Phase, Position
from companion.games.it_happens.rules.results.ending import outcome
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return dict.fromkeys(seats, Prompt("over", result.message, _told(p)))
    if p.phase in ("FIRST", "REVEAL"):
        hands = (Message("Everybody: take your dice off the mounds."),) if p.round else ()
        return dict.fromkeys(seats, replace(_say(p, "act", _PHASES[p.phase](p)), hands=hands))
    return {seat: _prompt(p, seat) for seat in seats}


def _prompt(p: Position, seat: Seat) -> Prompt:
    if seat == p.active_seat:
        asked = _say(p, "act", _PHASES[p.phase](p))
        return replace(asked, told=(*_messages(p, _open_to_roll(p)), *asked.told))
    found = p.found
    if found is not None and found.taken and found.by == seat and p.phase != "ROLLED" and not p.awards:
        return Prompt("act", Message(_take(p, found), seats=everybody(p)))
    if stuck(p, seat):
        lacks = "legal space" if any(p.hand[seat - 1]) else "die"
        return _say(p, "wait", f"{{seat{seat}}} has no {lacks} left: skipped this round.")
    return _say(p, "wait", f"It is {{seat{p.active_seat}}}'s turn.")


def _say(p: Position, kind: Literal["act", "wait"], text: str) -> Prompt:
    return Prompt(kind, Message(text, seats=everybody(p)), _told(p))


def _told(p: Position) -> tuple[Message, ...]:
    """Tell what the last die found, and how the last round ended, until somebody acts."""
    told = (found_by(p), *(_award(p, award) for award in p.awards), _between_rounds(p))
    return _messages(p, told)


def _messages(p: Position, told: Iterable[str]) -> tuple[Message, ...]:
    return tuple(Message(text, seats=everybody(p)) for text in told if text)


def _between_rounds(p: Position) -> str:
    """What else is told with the awards: what the headline of that phase leaves out."""
    if not p.awards or p.over:
        return ""
    return f"{{seat{p.start_seat}}} starts round {p.round + (p.phase == 'REVEAL')}."


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _first(p: Position) -> str:
    if p.table.start_player == "random":
        return "The first player is drawn."
    return "Who is the hungriest? That player begins."


def _reveal(p: Position) -> str:
    """End one round and begin the next; who looks at the mounds, a camera or somebody, is not known here."""
    if not p.round:
        return f"Round 1 of {p.table.mounds.rounds}: lay out three new mounds."
    return "Everybody: take your dice off the mounds. Then lay out three new mounds."


def _award(p: Position, award: Award) -> str:
    """Tell what a mound paid."""
    mound, called = p.table.mounds.mound(award.mound), p.called(award.mound)
    if award.queen is None:
        return f"{called}: nobody is there."
    parts = [f"{who(p, award.queen)} takes the Queen ({mound.queen_vp})"]
    general = "nobody" if award.general is None else who(p, award.general)
    parts.append(f"{general} the General ({mound.general_vp})")
    parts += [f"{who(p, colour)} takes a worm" for colour in award.worms]
    return f"{called}: {', '.join(parts)}."


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
    return _joined(_laid_out(p), f"{{seat{seat}}}: {roll}{pay}")


def _laid_out(p: Position) -> str:
    """What hands do before the first die of a round for which the program has drawn the mounds."""
    begun = p.active_seat != p.start_seat or any(dice for columns in p.board for dice in columns)
    if p.table.mound_source != "software" or begun:
        return ""
    return f"Round {p.round} of {p.table.mounds.rounds}: lay out these three mounds."


def _roll(p: Position) -> str:
    colour = due_colour(p)
    assert colour is not None  # noqa: S101 - the phase is ROLL
    return f"{{seat{p.active_seat}}}: roll the {p.table.colours[colour]} die."


def _rolled(p: Position) -> str:
    assert p.rolled is not None  # noqa: S101 - the phase is ROLLED
    seat = p.active_seat
    whose = "your" if p.rolled.colour == seat - 1 else f"the {p.table.colours[p.rolled.colour]}"
    return f"{{seat{seat}}}: place {whose} {p.rolled.pips}."


def _open_to_roll(p: Position) -> Iterator[str]:
    """Tell where the rolled die may be placed, and what else may be done with it."""
    if p.phase != "ROLLED" or p.rolled is None:
        return
    seat, open_to = p.active_seat, targets(p, p.rolled.colour)
    called = p.called
    columns = [f"{called(mound)} column {space.column}" for mound, space in open_to.items()]
    yield f"On {listed(columns)}."
    may = ["reroll"] if why_not_reroll(p, Reroll(seat)) is None else []
    may += ["pass"] if why_not_pass(p, Pass(seat)) is None else []
    if may:
        yield f"Pay a worm: {' / '.join(may)}."


def found_by(p: Position) -> str:
    """The tile that the last die found, told to everybody."""
    if p.found is None:
        return ""
    if p.found.taken:
        return capital(f"{who(p, p.found.colour)} takes {_a_tile(p.found.what)}.")
    return "No worm tiles left." if p.found.what == WORM else f"No {p.found.what} tiles left."


def _take(p: Position, found: Find) -> str:
    """The same, told to whoever placed the die: it is taken by their hand, also for the imaginary player."""
    for_whom = f" for {IMAGINARY}" if found.colour == p.table.neutral else ""
    return f"{{seat{found.by}}}: take {_a_tile(found.what)}{for_whom}."


def _a_tile(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what} tile"


_PHASES: Final[dict[Phase, Callable[[Position], str]]] = {
    "FIRST": _first,
    "REVEAL": _reveal,
    "CHOOSE": _choose,
    "ROLL": _roll,
    "ROLLED": _rolled,
}
