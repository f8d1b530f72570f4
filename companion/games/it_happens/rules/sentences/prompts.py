"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec.structs import replace

from companion.games.it_happens.rules.actions import Pass, Reroll
from companion.games.it_happens.rules.data.spaces import placeable, stuck, targets
from companion.games.it_happens.rules.people import COLOURS, IMAGINARY, die, tile, who
from companion.games.it_happens.rules.phases.rolling import due_colour, why_not_pass, why_not_reroll
from companion.games.it_happens.rules.position import Award, Find, Phase, Position
from companion.games.it_happens.rules.results.ending import outcome
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Series, Value


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
        return replace(asked, told=(*_open_to_roll(p), *asked.told))
    found = p.found
    if found is not None and found.taken and found.by == seat and p.phase != "ROLLED" and not p.awards:
        return Prompt("act", _take(p, found))
    if stuck(p, seat):
        text = "{who} has no die left: skipped this round."
        if any(p.hand[seat - 1]):
            text = "{who} has no legal space left: skipped this round."
        return _say(p, "wait", Message(text, seats={"who": seat}))
    return _say(p, "wait", Message("It is {who}'s turn.", seats={"who": p.active_seat}))


def _say(p: Position, kind: Literal["act", "wait"], message: Message) -> Prompt:
    return Prompt(kind, message, _told(p))


def _told(p: Position) -> tuple[Message, ...]:
    """Tell what the last die found, and how the last round ended, until somebody acts."""
    return (*found_by(p), *(_award(p, award) for award in p.awards), *_between_rounds(p))


def _between_rounds(p: Position) -> Iterator[Message]:
    """Tell what else belongs to the awards: what the headline of that phase leaves out."""
    if p.awards and not p.over:
        number = p.round + (p.phase == "REVEAL")
        yield Message("{who} starts round {n}.", {"n": number}, {"who": p.start_seat})


def _first(p: Position) -> Message:
    if p.table.start_player == "random":
        return Message("The first player is drawn.")
    return Message("Who is the hungriest? That player begins.")


def _reveal(p: Position) -> Message:
    """End one round and begin the next; who looks at the mounds, a camera or somebody, is not known here."""
    if not p.round:
        return Message("Round 1 of {rounds}: lay out three new mounds.", {"rounds": p.table.mounds.rounds})
    return Message("Everybody: take your dice off the mounds. Then lay out three new mounds.")


def _award(p: Position, award: Award) -> Message:
    """Tell what a mound paid."""
    mound, called = p.table.mounds.mound(award.mound), p.called(award.mound)
    if award.queen is None:
        return Message("{mound}: nobody is there.", {"mound": called})
    queen: dict[str, Value] = {"who": who(p, award.queen), "n": mound.queen_vp}
    gains = [Message("{who} takes the Queen ({n})", queen)]
    if award.general is None:
        gains.append(Message("nobody the General ({n})", {"n": mound.general_vp}))
    else:
        general: dict[str, Value] = {"who": who(p, award.general), "n": mound.general_vp}
        gains.append(Message("{who} the General ({n})", general))
    gains += [Message("{who} takes a worm", {"who": who(p, colour)}) for colour in award.worms]
    return Message("{mound}: {gains}.", {"mound": called, "gains": Series(tuple(gains))})


def _choose(p: Position) -> Message:
    seat, colour = p.active_seat, due_colour(p)
    pays = why_not_pass(p, Pass(seat)) is None
    values: dict[str, Value] = {}
    if colour is None:
        hand = p.hand[seat - 1]
        # Not "yellow 5": that is also what a die shows.
        dice = [
            Message("{n} {colour}", {"colour": COLOURS[p.table.colours[each]], "n": hand[each]})
            for each in placeable(p, seat)
        ]
        values["dice"] = Series(tuple(dice))
        text = "{who}: pick a colour to roll ({dice})."
        if pays:
            text = "{who}: pick a colour to roll ({dice}), or pay a worm to pass."
    elif p.table.neutral is not None:
        values["die"] = die(p, colour, "")
        text = "{who}: roll one {die}, or pay a worm to pass." if pays else "{who}: roll one {die}."
    else:
        text = "{who}: roll, or pay a worm to pass." if pays else "{who}: roll one die."
    return together(*_laid_out(p), Message(text, values, {"who": seat}))


def _laid_out(p: Position) -> Iterator[Message]:
    """Tell what hands do before the first die of a round for which the program has drawn the mounds."""
    begun = p.active_seat != p.start_seat or any(dice for columns in p.board for dice in columns)
    if p.table.mound_source == "software" and not begun:
        text = "Round {n} of {rounds}: lay out these three mounds."
        yield Message(text, {"n": p.round, "rounds": p.table.mounds.rounds})


def _roll(p: Position) -> Message:
    colour = due_colour(p)
    assert colour is not None  # noqa: S101 - the phase is ROLL
    return Message("{who}: roll {die}.", {"die": die(p, colour, "the")}, {"who": p.active_seat})


def _rolled(p: Position) -> Message:
    assert p.rolled is not None  # noqa: S101 - the phase is ROLLED
    seat = p.active_seat
    if p.rolled.colour == seat - 1:
        return Message("{who}: place your {pips}.", {"pips": p.rolled.pips}, {"who": seat})
    values: dict[str, Value] = {"die": die(p, p.rolled.colour, "the"), "pips": p.rolled.pips}
    return Message("{who}: place {die} ({pips}).", values, {"who": seat})


def _open_to_roll(p: Position) -> Iterator[Message]:
    """Tell where the rolled die may be placed, and what else may be done with it."""
    if p.phase != "ROLLED" or p.rolled is None:
        return
    seat, open_to = p.active_seat, targets(p, p.rolled.colour)
    columns = [
        Message("{mound} column {n}", {"mound": p.called(mound), "n": space.column})
        for mound, space in open_to.items()
    ]
    yield Message("On {columns}.", {"columns": listed(columns)})
    rerolls = why_not_reroll(p, Reroll(seat)) is None
    passes = why_not_pass(p, Pass(seat)) is None
    if rerolls:
        yield Message("Pay a worm: reroll / pass." if passes else "Pay a worm: reroll.")
    elif passes:
        yield Message("Pay a worm: pass.")


def found_by(p: Position) -> Iterator[Message]:
    """Tell everybody of the tile that the last die found."""
    if p.found is None:
        return
    if p.found.taken:
        values: dict[str, Value] = {"who": who(p, p.found.colour, begins=True), "tile": tile(p.found.what)}
        yield Message("{who} takes {tile}.", values)
    else:
        yield Message("{tiles:Cap} left.", {"tiles": Count(0, tile(p.found.what).word, none="no")})


def _take(p: Position, found: Find) -> Message:
    """The same, told to whoever placed the die: it is taken by their hand, also for the imaginary player."""
    if found.colour == p.table.neutral:
        values: dict[str, Value] = {"tile": tile(found.what), "whom": IMAGINARY}
        return Message("{who}: take {tile} for {whom}.", values, {"who": found.by})
    return Message("{who}: take {tile}.", {"tile": tile(found.what)}, {"who": found.by})


_PHASES: Final[dict[Phase, Callable[[Position], Message]]] = {
    "FIRST": _first,
    "REVEAL": _reveal,
    "CHOOSE": _choose,
    "ROLL": _roll,
    "ROLLED": _rolled,
}
