"""What is written down while a game is played: one frozen value for everything that happened.

An event is stored as JSON together with its kind and its version, and is never rewritten. When
the shape of an event changes, its ``version`` goes up and `UPCASTS` gets the step that lifts the
old body, so that every log ever written stays readable. Actions travel in their notation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.record.errors import StoreError
from companion.rules.game import Actor, Seat

Source: TypeAlias = Literal["camera", "tap", "software", "bot", "correction"]
"""Who says that an action happened: the reader, a person, a draw, a simulated player, a repair."""

Resolver: TypeAlias = Literal["camera", "tap", "software"]
"""Who finds out what chance decided."""


PRINTED: Final = "-"
"""The look of a table on which the printed set lies: no box can be called so."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How this table plays: nothing here touches the rules.

    ``chance`` says per kind of outcome (the first word of its notation: ``roll``, ``tile``)
    who resolves it; ``otherwise`` holds for all other kinds. ``unmarked`` says that pieces of
    another box bear no markers of ours: then the camera is not used, and is again for the next game.
    ``look`` names the taught box that the camera reads; `PRINTED` for the printed set alone, "" for whatever
    is in view.
    """

    camera: bool = True
    chance: dict[str, Resolver] = {}
    otherwise: Resolver = "camera"
    unmarked: bool = False
    look: str = ""

    @property
    def watched(self) -> bool:
        """Whether a camera is used, if there is one."""
        return self.camera and not self.unmarked

    def resolver(self, kind: str) -> Resolver:
        """Who resolves that kind of chance now; a camera that is off leaves it to a tap."""
        chosen = self.chance.get(kind, self.otherwise)
        return "tap" if chosen == "camera" and not self.watched else chosen

    def with_camera(self, begun: Settings, *, on: bool) -> Settings:
        """Use the camera in this game, or do not; ``begun`` are the settings with which it began.

        Where it began with pieces that were said to be `unmarked`, that alone is said otherwise, or again:
        the next game is watched as it would have been.
        """
        if on == self.watched:
            return self
        if on:
            return replace(self, camera=True, unmarked=False)
        if begun.unmarked:
            return replace(self, camera=begun.camera, unmarked=True)
        return replace(self, camera=False)


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all events."""

    version: ClassVar[int] = 1


class GameStarted(Event, frozen=True, tag="started"):
    """A game was set up; ``draws`` are the set-up draws in their order, as ``option=value``."""

    version = 3

    game: str
    rules_version: str
    seats: int
    names: tuple[str, ...]
    options: dict[str, str] = {}
    settings: Settings = Settings()
    commitment: str = ""
    draws: tuple[str, ...] = ()


class ActionTaken(Event, frozen=True, tag="action"):
    """An action in its notation; ``draw`` is the number of the software draw, 0 when it was none."""

    by: Actor
    text: str
    source: Source
    confidence: float = 1.0
    draw: int = 0


class UndoAsked(Event, frozen=True, tag="undo-asked"):
    """A seat asks everybody to take back the last ``count`` actions."""

    by: Seat
    count: int


class UndoAgreed(Event, frozen=True, tag="undo-agreed"):
    """A seat agrees to what was asked."""

    by: Seat


class UndoRefused(Event, frozen=True, tag="undo-refused"):
    """A seat refuses what was asked, or the one who asked thinks better of it."""

    by: Seat


class Undone(Event, frozen=True, tag="undone"):
    """The last ``count`` actions are taken back."""

    by: Seat
    count: int
    agreed: tuple[Seat, ...] = ()


class Redone(Event, frozen=True, tag="redone"):
    """What was taken back last stands again."""

    by: Seat


class Notation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action as it is written down."""

    by: Actor
    text: str


class Corrected(Event, frozen=True, tag="corrected"):
    """The record was wrong from action ``at`` (counted from 0).

    ``removed`` actions give way to ``actions``; of those that came after, the first ``kept``
    stand and the rest is set aside. ``by`` is the seat whose phone said so, 0 that of a phone which plays
    for all, None the camera's.
    """

    version: ClassVar[int] = 2

    at: int
    removed: int
    kept: int
    actions: tuple[Notation, ...] = ()
    by: Actor | None = None


class TakenUp(Event, frozen=True, tag="taken-up"):
    """Of what a correction set aside, ``skipped`` are dropped and the next ``count`` played again."""

    skipped: int
    count: int


class Asked(Event, frozen=True, tag="asked"):
    """The camera was not sure and asked; ``where`` is the ``zone/cell`` it means.

    ``to`` are the seats that alone may read it; empty: everybody.
    """

    version: ClassVar[int] = 2

    question: str
    choices: tuple[str, ...]
    where: str = ""
    to: tuple[Seat, ...] = ()


class Answered(Event, frozen=True, tag="answered"):
    """Somebody answered the question of event ``asked``; ``to`` as there."""

    version: ClassVar[int] = 2

    asked: int
    answer: str
    to: tuple[Seat, ...] = ()


class SettingsChanged(Event, frozen=True, tag="settings"):
    """The table plays differently from now on."""

    version = 3

    settings: Settings


class Noted(Event, frozen=True, tag="note"):
    """Something worth remembering, in words."""

    text: str
    by: Seat | None = None


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """A new secret seed is in use; this is its SHA-256. ``first`` is the first draw it makes."""

    commitment: str
    first: int


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """The seed in use is shown, and every draw it made can be checked."""

    seed: str


class Finished(Event, frozen=True, tag="finished"):
    """The game came to its end, with these winners and totals (by seat)."""

    winners: tuple[Seat, ...]
    totals: dict[Seat, int]


class Resumed(Event, frozen=True, tag="resumed"):
    """A finished game runs again, because its record was changed."""


AnyEvent: TypeAlias = (
    GameStarted
    | ActionTaken
    | UndoAsked
    | UndoAgreed
    | UndoRefused
    | Undone
    | Redone
    | Corrected
    | TakenUp
    | Asked
    | Answered
    | SettingsChanged
    | Noted
    | SeedCommitted
    | SeedRevealed
    | Finished
    | Resumed
)


class Logged(msgspec.Struct, frozen=True):
    """An event with its place in the log: ``seq`` counts from 1, ``at`` is the time in UTC (ISO 8601)."""

    seq: int
    at: str
    event: AnyEvent


Body: TypeAlias = dict[str, Any]


def _to_everybody(body: Body) -> Body:
    """Before version 2 every question was everybody's."""
    return {**body, "to": []}


def _marked(body: Body) -> Body:
    """Before version 2 of what holds settings all pieces were taken for such as bear markers."""
    return body


def _any_look(body: Body) -> Body:
    """Before version 3 of what holds settings nobody chose which taught box is read."""
    return body


def _by_nobody(body: Body) -> Body:
    """Before version 2 nobody noted who had put the record right."""
    return body


UPCASTS: Final[dict[tuple[str, int], Callable[[Body], Body]]] = {
    ("asked", 1): _to_everybody,
    ("answered", 1): _to_everybody,
    ("started", 1): _marked,
    ("settings", 1): _marked,
    ("started", 2): _any_look,
    ("settings", 2): _any_look,
    ("corrected", 1): _by_nobody,
}
"""(kind, version) -> the step that makes a body of the next version of it."""

VERSIONS: Final[dict[str, int]] = {
    str(kind.__struct_config__.tag): kind.version for kind in Event.__subclasses__()
}


def concerns(to: tuple[Seat, ...], seat: Seat | None) -> bool:
    """Whether what is for those seats alone (none: for everybody) is for this one, too."""
    return not to or seat in to


def kind_of(event: AnyEvent) -> str:
    """The stored name of an event's kind."""
    return str(event.__struct_config__.tag)


def encode(event: AnyEvent) -> str:
    """The event's body as JSON."""
    return msgspec.json.encode(event).decode()


def decode(
    kind: str,
    version: int,
    body: str,
    upcasts: Mapping[tuple[str, int], Callable[[Body], Body]] = UPCASTS,
) -> AnyEvent:
    """Read a stored event, lifting an old one step by step to today's shape.

    Raises
    ------
    StoreError
        ``store-newer`` for a kind or version that this program does not know yet,
        ``store-damaged`` for a body that is not such an event.
    """
    try:
        value: Body = msgspec.json.decode(body, type=Body)
        while step := upcasts.get((kind, version)):
            value, version = step(value), version + 1
            kind = str(value["kind"])
        if version > VERSIONS.get(kind, 0):
            raise StoreError(
                "store-newer",
                "This game was written by a newer Tabletop Companion (event {kind}, version {version}).",
                kind=repr(kind),
                version=version,
            )
        event: AnyEvent = msgspec.convert(value, AnyEvent, str_keys=True)
    except msgspec.MsgspecError as error:
        raise StoreError(
            "store-damaged", "An event of this game cannot be read: {error}", error=error
        ) from error
    return event
