"""The log folded into where the game stands: which actions count now, and what is pending.

This knows no rules: it only says which actions are in force. Whoever wants the position replays
`Timeline.line`. That an event may follow another is the session's concern; the fold takes the
log as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

import msgspec

from companion.record.events import (
    ActionTaken,
    Answered,
    Asked,
    Corrected,
    Event,
    Finished,
    GameStarted,
    Logged,
    Redone,
    Resumed,
    SeedCommitted,
    SeedRevealed,
    Settings,
    SettingsChanged,
    Source,
    TakenUp,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)
from companion.rules.game import CHANCE, Actor, Seat


class Entry(msgspec.Struct, frozen=True):
    """An action in force. ``seq`` is the event that put it there.

    ``moved`` tells that something before it was corrected since: a software draw may then no
    longer be what its number would give here.
    """

    by: Actor
    text: str
    source: Source
    confidence: float
    seq: int
    draw: int = 0
    moved: bool = False


class UndoRequest(msgspec.Struct, frozen=True):
    """An undo that waits for the others: who asked, how many actions, who has agreed."""

    seq: int
    by: Seat
    count: int
    agreed: tuple[Seat, ...]


class UndoRefusal(msgspec.Struct, frozen=True):
    """What an undo came to that somebody refused: who had asked, and who would rather not."""

    by: Seat
    refused_by: Seat


class Question(msgspec.Struct, frozen=True):
    """A question of the camera that nobody has answered yet."""

    seq: int
    asked: Asked


class SeedSpan(msgspec.Struct, frozen=True):
    """The draws from ``first`` on come from one seed; ``seed`` is empty until it is revealed."""

    commitment: str
    first: int
    seed: str = ""


class Timeline(msgspec.Struct, frozen=True):
    """Where a log stands.

    ``seq`` is the last event's number; ``undone`` is what could be redone, last first;
    ``set_aside`` is what the last correction displaced; ``draws`` counts the draw numbers used up.
    ``refused`` is for the one who asked, until the game goes on or somebody asks anew; ``lapsed``, an undo
    that the game has overtaken, is so until that one acts: draws may follow at once.
    """

    started: GameStarted
    settings: Settings
    seeds: tuple[SeedSpan, ...]
    draws: int
    seq: int = 1
    line: tuple[Entry, ...] = ()
    undone: tuple[tuple[Entry, ...], ...] = ()
    set_aside: tuple[Entry, ...] = ()
    request: UndoRequest | None = None
    refused: UndoRefusal | None = None
    lapsed: UndoRequest | None = None
    question: Question | None = None
    finished: Finished | None = None

    @property
    def undone_by(self) -> Seat | None:
        """Who took back what could be redone next: it begins with their choice. None if nothing could."""
        entries = self.undone[0] if self.undone else ()
        return next((entry.by for entry in entries if entry.by != CHANCE), None)

    def after(self, logged: Logged) -> Timeline:
        """Give the timeline after one more event."""
        return _fold(logged.event, msgspec.structs.replace(self, seq=logged.seq))

    def changed(
        self, line: tuple[Entry, ...], undone: tuple[tuple[Entry, ...], ...] = (), by: Actor | None = None
    ) -> Timeline:
        """Give the timeline with another line; whatever was pending about the old one lapses.

        ``by`` is who did it, if it was one of the table: who acts or takes back knows what becomes of
        their own request.
        """
        asked = self.request or self.lapsed
        lapsed = asked if asked is not None and asked.by != by else None
        return msgspec.structs.replace(
            self, line=line, undone=undone, request=None, refused=None, lapsed=lapsed, question=None
        )


def begin(started: GameStarted) -> Timeline:
    """Give the timeline of a game that was just set up."""
    seeds = (SeedSpan(started.commitment, 1),) if started.commitment else ()
    return Timeline(started, started.settings, seeds, len(started.draws))


def fold(log: Iterable[Logged]) -> Timeline:
    """Give the timeline of a whole log, which begins with `GameStarted`.

    Raises
    ------
    ValueError
        When the log is empty or begins with something else.
    """
    for timeline in timelines(log):
        last = timeline
    return last


def timelines(log: Iterable[Logged]) -> Iterator[Timeline]:
    """Give the timeline after each event of a log. Raises ValueError as `fold` does."""
    events = iter(log)
    first = next(events, None)
    if first is None or not isinstance(first.event, GameStarted):
        raise ValueError("A log begins with the start of a game.")
    timeline = begin(first.event)
    yield timeline
    for logged in events:
        timeline = timeline.after(logged)
        yield timeline


@singledispatch
def _fold(event: Event, timeline: Timeline) -> Timeline:  # noqa: ARG001 - a note changes nothing
    return timeline


@_fold.register
def _(event: ActionTaken, timeline: Timeline) -> Timeline:
    entry = Entry(event.by, event.text, event.source, event.confidence, timeline.seq, event.draw)
    # What a correction writes otherwise is nobody's doing.
    by = event.by if event.source != "correction" else None
    grown = timeline.changed((*timeline.line, entry), by=by)
    return msgspec.structs.replace(grown, draws=max(timeline.draws, event.draw))


@_fold.register
def _(event: UndoAsked, timeline: Timeline) -> Timeline:
    request = UndoRequest(timeline.seq, event.by, event.count, (event.by,))
    return msgspec.structs.replace(timeline, request=request, refused=None, lapsed=None)


@_fold.register
def _(event: UndoAgreed, timeline: Timeline) -> Timeline:
    request = timeline.request
    if request is None:
        return timeline
    agreed = msgspec.structs.replace(request, agreed=(*request.agreed, event.by))
    return msgspec.structs.replace(timeline, request=agreed)


@_fold.register
def _(event: UndoRefused, timeline: Timeline) -> Timeline:
    request, refused = timeline.request, None
    if request is not None and event.by != request.by:
        refused = UndoRefusal(request.by, event.by)
    return msgspec.structs.replace(timeline, request=None, refused=refused)


@_fold.register
def _(event: Undone, timeline: Timeline) -> Timeline:
    cut = len(timeline.line) - event.count
    return timeline.changed(timeline.line[:cut], (timeline.line[cut:], *timeline.undone), event.by)


@_fold.register
def _(event: Redone, timeline: Timeline) -> Timeline:
    again, *rest = timeline.undone
    return timeline.changed((*timeline.line, *again), tuple(rest), event.by)


@_fold.register
def _(event: Corrected, timeline: Timeline) -> Timeline:
    put = tuple(Entry(action.by, action.text, "correction", 1.0, timeline.seq) for action in event.actions)
    tail = timeline.line[event.at + event.removed :]
    kept = tuple(msgspec.structs.replace(entry, moved=True) for entry in tail[: event.kept])
    corrected = timeline.changed((*timeline.line[: event.at], *put, *kept))
    return msgspec.structs.replace(corrected, set_aside=tail[event.kept :])


@_fold.register
def _(event: TakenUp, timeline: Timeline) -> Timeline:
    end = event.skipped + event.count
    again = tuple(
        msgspec.structs.replace(entry, moved=True) for entry in timeline.set_aside[event.skipped : end]
    )
    grown = timeline.changed((*timeline.line, *again))
    return msgspec.structs.replace(grown, set_aside=timeline.set_aside[end:])


@_fold.register
def _(event: Asked, timeline: Timeline) -> Timeline:
    return msgspec.structs.replace(timeline, question=Question(timeline.seq, event))


@_fold.register
def _(_event: Answered, timeline: Timeline) -> Timeline:
    return msgspec.structs.replace(timeline, question=None)


@_fold.register
def _(event: SettingsChanged, timeline: Timeline) -> Timeline:
    return msgspec.structs.replace(timeline, settings=event.settings)


@_fold.register
def _(event: SeedCommitted, timeline: Timeline) -> Timeline:
    span = SeedSpan(event.commitment, event.first)
    return msgspec.structs.replace(timeline, seeds=(*timeline.seeds, span))


@_fold.register
def _(event: SeedRevealed, timeline: Timeline) -> Timeline:
    *before, last = timeline.seeds
    shown = msgspec.structs.replace(last, seed=event.seed)
    return msgspec.structs.replace(timeline, seeds=(*before, shown))


@_fold.register
def _(event: Finished, timeline: Timeline) -> Timeline:
    return msgspec.structs.replace(timeline, finished=event, lapsed=None)


@_fold.register
def _(_event: Resumed, timeline: Timeline) -> Timeline:
    return msgspec.structs.replace(timeline, finished=None)
