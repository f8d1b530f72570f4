"""The log in words, as the players read it. What an action means its game tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from itertools import pairwise
from typing import Final

import msgspec

from companion.record.events import (
    ActionTaken,
    Answered,
    AnyEvent,
    Asked,
    Corrected,
    Event,
    Finished,
    GameStarted,
    Logged,
    Noted,
    Redone,
    Resumed,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
    TakenUp,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    concerns,
    kind_of,
)
from companion.record.eyes import Eyes
from companion.record.timeline import Entry, timelines
from companion.rules.game import Actor, Game, Seat
from companion.sessions.journal import Moment
from companion.sessions.session import Session
from companion.story.consequences import consequences
from companion.story.wishes import wishes

Names = Mapping[Seat, str]

SOURCES: Final = {
    "camera": "camera",
    "software": "by the program",
    "bot": "bot",
}
"""What the log says of how an action came in: nothing where somebody tapped it, as anybody may."""


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log page.

    ``at`` is UTC in ISO 8601; ``index`` is the action's place (from 0) if it is in force and the
    reader may know all of it, and so can be corrected there. ``followed`` is what came of actions in force,
    or what a wish to take back was about and came to. ``gone``: an action that was taken back, taken out or
    set aside.
    """

    seq: int
    at: str
    kind: str
    text: str
    index: int | None = None
    followed: tuple[str, ...] = ()
    gone: bool = False


def log_lines(session: Session, seat: Seat | None) -> list[LogLine]:
    """Give the whole log in words as a seat (None: a spectator) may read it, oldest first."""
    now, names = session.moment, session.names
    eyes = session.eyes(seat)
    gone, followed = _gone(now.log), _followed(now, names, eyes) | wishes(now.log, names, eyes)
    untold = _untold(now.log)
    places = {entry.seq: place for place, entry in reversed(list(enumerate(now.timeline.line)))}
    return [
        LogLine(
            each.seq,
            each.at,
            kind_of(each.event),
            describe(each.event, names, eyes, gone.get(each.seq, ())),
            place if place is not None and eyes.may_know(eyes.action(now.timeline.line[place])) else None,
            tuple(followed.get(each.seq, ())),
            isinstance(each.event, ActionTaken) and place is None,
        )
        for each in now.log
        for place in (places.get(each.seq),)
        if each.seq not in untold
    ]


def _untold(log: Sequence[Logged]) -> set[int]:
    """What drops an action out of what was set aside, because it stands written otherwise just before it."""
    return {
        each.seq
        for before, each in pairwise(log)
        if isinstance(each.event, TakenUp) and (each.event.skipped, each.event.count) == (1, 0)
        if isinstance(before.event, ActionTaken) and before.event.source == "correction"
    }


def _followed(now: Moment, names: Names, eyes: Eyes) -> dict[int, list[str]]:
    """What came of the actions that each event, by its number in the log, put into force."""
    found: dict[int, list[str]] = {}
    line = now.timeline.line
    for entry, messages in zip(line, consequences(now.states, line, eyes), strict=True):
        found.setdefault(entry.seq, []).extend(message.render(names) for message in messages)
    return found


def _gone(log: Sequence[Logged]) -> dict[int, tuple[Entry, ...]]:
    """What each correction, by its number in the log, took out of the record."""
    found = {}
    for before, each in zip(timelines(log), log[1:], strict=False):
        if isinstance(each.event, Corrected):
            at = each.event.at
            found[each.seq] = before.line[at : at + each.event.removed]
    return found


def describe(event: AnyEvent, names: Names, eyes: Eyes, gone: Sequence[Entry] = ()) -> str:
    """Say in one sentence what happened, as far as those eyes may see it.

    ``gone`` is what a correction took out of the record.
    """

    def who(seat: Seat) -> str:
        return names.get(seat, f"Player {seat}")

    def told(by: Actor, text: str) -> str:
        return eyes.told(by, text).render(names).rstrip(".")

    if isinstance(event, (Asked, Answered)) and not (eyes.over or concerns(event.to, eyes.seat)):
        asked = " and ".join(map(who, event.to))
        done = "asked" if isinstance(event, Asked) else "was answered by"
        return f"The camera {done} {asked}."
    if isinstance(event, GameStarted):
        return _began(event, eyes.game)
    if isinstance(event, Corrected):
        out, put = ("; ".join(told(each.by, each.text) for each in part) for part in (gone, event.actions))
        return _put_right(out, put, who(event.by) if event.by else "")
    return _sentence(event, who, told)


def _began(event: GameStarted, game: Game) -> str:
    drawn = f" Drawn: {', '.join(_drawn(game, each) for each in event.draws)}." if event.draws else ""
    proof = f" The draws come from a seed with the SHA-256 {event.commitment}." if event.commitment else ""
    return f"The game began: {', '.join(event.names)}.{drawn}{proof}"


def _drawn(game: Game, draw: str) -> str:
    """Say what was drawn before the game, an ``option=value``, in the words of the option."""
    key, _, value = draw.partition("=")
    option = next((each for each in game.info.options if each.key == key), None)
    if option is None:
        return draw
    return f"{option.label} {dict(zip(option.choices, option.choice_labels, strict=False)).get(value, value)}"


def _put_right(out: str, put: str, who: str) -> str:
    """Say what a correction took out of the record and what it put there, either perhaps nothing."""
    if not out:
        said = f"“{put}” was added to the record."
    else:
        instead = f"now says “{put}” instead of “{out}”" if put else f"no longer says “{out}”"
        said = f"The record {instead}."
    return f"{who} corrected: {said[0].lower()}{said[1:]}" if who else said


Who = Callable[[Seat], str]
Told = Callable[[Actor, str], str]


@singledispatch
def _sentence(event: Event, who: Who, told: Told) -> str:
    raise NotImplementedError(f"The log has no words for {type(event).__name__}.")


@_sentence.register
def _(event: ActionTaken, _who: Who, told: Told) -> str:
    draw = f"draw {event.draw}" if event.draw else ""
    how = ", ".join(filter(None, (SOURCES.get(event.source, ""), draw)))
    return f"{told(event.by, event.text)}{f' ({how})' if how else ''}."


@_sentence.register
def _(event: UndoAsked, who: Who, _told: Told) -> str:
    return f"{who(event.by)} asks everybody to take back {_actions(event.count)}."


@_sentence.register
def _(event: UndoAgreed, who: Who, _told: Told) -> str:
    return f"{who(event.by)} agrees."


@_sentence.register
def _(event: UndoRefused, who: Who, _told: Told) -> str:
    return f"{who(event.by)} would rather not take it back."


@_sentence.register
def _(event: Undone, who: Who, _told: Told) -> str:
    agreed = ", agreed by all" if event.agreed else ""
    return f"{who(event.by)} took back {_actions(event.count)}{agreed}."


@_sentence.register
def _(event: Redone, who: Who, _told: Told) -> str:
    return f"{who(event.by)} let stand again what was taken back."


@_sentence.register
def _(event: TakenUp, _who: Who, _told: Told) -> str:
    dropped = f"{_actions(event.skipped)} {'was' if event.skipped == 1 else 'were'} given up"
    if not event.count:
        return f"Of what was set aside, {dropped}."
    stand = f"{_actions(event.count)} stand{'s' * (event.count == 1)} again"
    return f"Of what was set aside, {f'{dropped}, and ' if event.skipped else ''}{stand}."


@_sentence.register
def _(event: Asked, _who: Who, _told: Told) -> str:
    return f"The camera asked: {event.question} ({' / '.join(event.choices)})"


@_sentence.register
def _(event: Answered, _who: Who, _told: Told) -> str:
    return f"The answer: {event.answer.rstrip('.')}."


@_sentence.register
def _(event: SettingsChanged, _who: Who, _told: Told) -> str:
    return f"The table was set anew; the camera is {'on' if event.settings.watched else 'off'}."


@_sentence.register
def _(event: Noted, who: Who, _told: Told) -> str:
    return f"{who(event.by)}: {event.text}" if event.by else event.text


@_sentence.register
def _(event: SeedCommitted, _who: Who, _told: Told) -> str:
    return f"From draw {event.first} on the draws come from a seed with the SHA-256 {event.commitment}."


@_sentence.register
def _(event: SeedRevealed, _who: Who, _told: Told) -> str:
    return f"The seed of the draws is {event.seed}."


@_sentence.register
def _(event: Finished, who: Who, _told: Told) -> str:
    winners = " and ".join(who(seat) for seat in event.winners)
    how = f"{winners} won" if winners else "No seat won"
    totals = ", ".join(f"{who(seat)} {points}" for seat, points in event.totals.items())
    return f"The game is over. {how} ({totals})."


@_sentence.register
def _(_event: Resumed, _who: Who, _told: Told) -> str:
    return "The game goes on."


def _actions(count: int) -> str:
    return "1 action" if count == 1 else f"{count} actions"
