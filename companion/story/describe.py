"""The log in words, as the players read it. What an action means its game tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from companion.record.names import as_said
from companion.record.timeline import Entry, timelines
from companion.rules.game import Actor, Game, Seat
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Listing, Series, Value, Written
from companion.sessions.journal import Moment
from companion.sessions.session import Session
from companion.story.consequences import consequences
from companion.story.wishes import wishes

Names = Mapping[Seat, str]

SOURCES: Final = {
    "camera": Message("camera"),
    "software": Message("by the program"),
    "bot": Message("bot"),
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


def log_lines(session: Session, seat: Seat | None, audience: Names | None = None) -> list[LogLine]:
    """Give the whole log in words as a seat (None: a spectator) may read it, oldest first.

    An ``audience`` brings its language; without one the log is English.
    """
    now, names = session.moment, audience or session.names
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
    """Say in one sentence what happened, as far as those eyes may see it, in the language of the names.

    ``gone`` is what a correction took out of the record.
    """
    return _message(event, eyes, gone).render(names)


def _message(event: AnyEvent, eyes: Eyes, gone: Sequence[Entry]) -> Message:
    def told(by: Actor, text: str) -> Message:
        return eyes.told(by, text).without_stop()

    if isinstance(event, (Asked, Answered)) and not (eyes.over or concerns(event.to, eyes.seat)):
        text = (
            "The camera asked {whom}." if isinstance(event, Asked) else "The camera was answered by {whom}."
        )
        return Message(text, {"whom": _called(event.to)})
    if isinstance(event, GameStarted):
        return _began(event, eyes.game)
    if isinstance(event, Corrected):
        out, put = (
            Series(tuple(told(each.by, each.text) for each in part), "; ") for part in (gone, event.actions)
        )
        return _put_right(out, put, event.by)
    return _sentence(event, told)


def _called(seats: Iterable[Seat]) -> Listing:
    return Listing(tuple(Message("{who}", seats={"who": seat}) for seat in seats), "and")


def _began(event: GameStarted, game: Game) -> Message:
    parts = [Message("The game began: {names}.", {"names": Series(tuple(map(as_said, event.names)))})]
    if event.draws:
        draws = Series(tuple(_drawn(game, each) for each in event.draws))
        parts.append(Message("Drawn: {draws}.", {"draws": draws}))
    if event.commitment:
        text = "The draws come from a seed with the SHA-256 {commitment}."
        parts.append(Message(text, {"commitment": event.commitment}))
    return together(*parts)


def _drawn(game: Game, draw: str) -> Value:
    """Say what was drawn before the game, an ``option=value``, in the words of the option."""
    key, _, value = draw.partition("=")
    option = next((each for each in game.info.options if each.key == key), None)
    if option is None:
        return draw
    label = dict(zip(option.choices, option.choice_labels, strict=False)).get(value)
    choice: Value = value if label is None else Written(label) if isinstance(label, str) else label
    return Message("{option} {choice}", {"option": Written(option.label), "choice": choice})


def _put_right(out: Series, put: Series, by: Seat | None) -> Message:
    """Say what a correction took out of the record and what it put there, either perhaps nothing."""
    values: dict[str, Value] = {"out": out, "put": put}
    if not out.items:
        plain, named = "“{put}” was added to the record.", "{who} corrected: “{put}” was added to the record."
    elif put.items:
        plain = "The record now says “{put}” instead of “{out}”."
        named = "{who} corrected: the record now says “{put}” instead of “{out}”."
    else:
        plain = "The record no longer says “{out}”."
        named = "{who} corrected: the record no longer says “{out}”."
    return Message(named, values, {"who": by}) if by else Message(plain, values)


Told = Callable[[Actor, str], Message]


@singledispatch
def _sentence(event: Event, told: Told) -> Message:
    raise NotImplementedError(f"The log has no words for {type(event).__name__}.")


@_sentence.register
def _(event: ActionTaken, told: Told) -> Message:
    how = [SOURCES[event.source]] if event.source in SOURCES else []
    if event.draw:
        how.append(Message("draw {n}", {"n": event.draw}))
    said = told(event.by, event.text)
    if not how:
        return Message("{told}.", {"told": said})
    return Message("{told} ({how}).", {"told": said, "how": Series(tuple(how))})


@_sentence.register
def _(event: UndoAsked, _told: Told) -> Message:
    text = "{who} asks everybody to take back {actions}."
    return Message(text, {"actions": _actions(event.count)}, {"who": event.by})


@_sentence.register
def _(event: UndoAgreed, _told: Told) -> Message:
    return Message("{who} agrees.", seats={"who": event.by})


@_sentence.register
def _(event: UndoRefused, _told: Told) -> Message:
    return Message("{who} would rather not take it back.", seats={"who": event.by})


@_sentence.register
def _(event: Undone, _told: Told) -> Message:
    text = "{who} took back {actions}, agreed by all." if event.agreed else "{who} took back {actions}."
    return Message(text, {"actions": _actions(event.count)}, {"who": event.by})


@_sentence.register
def _(event: Redone, _told: Told) -> Message:
    return Message("{who} let stand again what was taken back.", seats={"who": event.by})


@_sentence.register
def _(event: TakenUp, _told: Told) -> Message:
    dropped, stand = {"n": event.skipped}, {"n": event.count}
    if not event.count:
        return Message(
            "Of what was set aside, {n} action was given up.",
            dropped,
            many="Of what was set aside, {n} actions were given up.",
        )
    again = Message(
        "Of what was set aside, {n} action stands again.",
        stand,
        many="Of what was set aside, {n} actions stand again.",
    )
    if not event.skipped:
        return again
    return together(again, Message("{n} action was given up.", dropped, many="{n} actions were given up."))


@_sentence.register
def _(event: Asked, _told: Told) -> Message:
    choices = Series(tuple(map(Written, event.choices)), " / ")
    values: dict[str, Value] = {"question": Written(event.question), "choices": choices}
    return Message("The camera asked: {question} ({choices})", values)


@_sentence.register
def _(event: Answered, _told: Told) -> Message:
    return Message("The answer: {answer}.", {"answer": Written(event.answer.rstrip("."))})


@_sentence.register
def _(event: SettingsChanged, _told: Told) -> Message:
    on = event.settings.watched
    return Message(
        "The table was set anew; the camera is on." if on else "The table was set anew; the camera is off."
    )


@_sentence.register
def _(event: Noted, _told: Told) -> Message:
    if event.by:
        return Message("{who}: {note}", {"note": event.text}, {"who": event.by})
    return Message("{note}", {"note": Written(event.text)})


@_sentence.register
def _(event: SeedCommitted, _told: Told) -> Message:
    text = "From draw {n} on the draws come from a seed with the SHA-256 {commitment}."
    return Message(text, {"n": event.first, "commitment": event.commitment})


@_sentence.register
def _(event: SeedRevealed, _told: Told) -> Message:
    return Message("The seed of the draws is {seed}.", {"seed": event.seed})


@_sentence.register
def _(event: Finished, _told: Told) -> Message:
    points = [
        Message("{who} {points}", {"points": points}, {"who": seat}) for seat, points in event.totals.items()
    ]
    values: dict[str, Value] = {"totals": Series(tuple(points))}
    if not event.winners:
        return Message("The game is over. No seat won ({totals}).", values)
    text = "The game is over. {winners} won ({totals})."
    return Message(text, {**values, "winners": _called(event.winners)})


@_sentence.register
def _(_event: Resumed, _told: Told) -> Message:
    return Message("The game goes on.")


def _actions(count: int) -> Count:
    return Count(count, "action")
