"""What the camera of a table is to expect: the printed set, a taught box, or the demo box."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import layout_of_box
from companion.boxes.play_lessons import PlayLessons
from companion.boxes.taught_box import TaughtBox
from companion.boxes.taught_shelf import kept_boxes, load_box
from companion.cli.assembly.demo_box import DEMO, DemoBox, demo_box
from companion.cli.assembly.parts import table_reader
from companion.cli.assembly.taught import taught_reader
from companion.cli.output import note
from companion.cli.spoken import say, told
from companion.layout import Layout
from companion.layouts import layout_of
from companion.record.events import PRINTED
from companion.rules.boxes import chosen_box
from companion.rules.game import Game
from companion.sessions.session import Session
from companion.sighting import Sighting, Stillness
from vision.ports import Image
from vision.sheets.lens import Lens


class Reads(Protocol):
    """What reads a table: a printed set, a taught box, or whichever is in view."""

    lens: Lens

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame."""
        ...

    def read_sheets(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read all of a frame but its dice."""
        ...

    def add_dice(self, image: Image, sighting: Sighting) -> Sighting:
        """Add the dice to what `read_sheets` gave for this frame."""
        ...

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction."""
        ...


@dataclass(frozen=True, eq=False)
class Expected:
    """The layout that the referee compares with, what reads it, and the demo box where it is that."""

    layout: Layout
    reader: Reads
    demo: DemoBox | None = None


def expected_at(session: Session, box: str, folder: Path | None) -> Expected:
    """Say what the camera over a game's table expects.

    Parameters
    ----------
    session
        The game.
    box
        A taught box by path or name, `DEMO`, or "" for what is kept for the game beside the printed set.
    folder
        The folder of the games, with the kept boxes in it.
    """
    layout, seats = layout_of(session.game), session.state.seats
    if box == DEMO and layout.mosaic is None:
        demo = demo_box(layout)
        seen = layout_of_box(demo.box, layout).for_seats(seats)
        return Expected(seen, taught_reader(seen, demo.box), demo)
    printed = table_reader(layout.for_seats(seats))
    taught = _taught_box(session, box, folder)
    if taught is None:
        return Expected(layout.for_seats(seats), printed)
    seen = layout_of_box(taught, layout).for_seats(seats)
    lessons = PlayLessons(taught.contents.name, folder) if folder is not None else None
    reader = taught_reader(seen, taught, lessons=lessons)
    chosen = box or (session.settings.look == taught.contents.name and layout.mosaic is None)
    if chosen:
        return Expected(seen, reader)
    return Expected(layout.for_seats(seats), EitherReader(printed, reader))


def box_of_game(game: Game, options: dict[str, str], folder: Path) -> TaughtBox | None:
    """Give the taught box that is kept for a game: first the one named like the box played with."""
    own = chosen_box(game, options)
    usable = []
    for name in kept_boxes(folder):
        try:
            box = load_box(name, folder)
        except BoxError as error:
            note(f"{told(error)} [{error.code}]")
            continue
        if box.contents.game == game.info.slug:
            usable.append((name == own, name, box))
    return max(usable, key=lambda each: each[:2])[2] if usable else None


def _taught_box(session: Session, box: str, folder: Path | None) -> TaughtBox | None:
    if folder is None or box == DEMO:
        return None
    look = session.settings.look
    if not box and look == PRINTED:
        return None
    if not box and look not in kept_boxes(folder):
        if look:
            note(say("The taught box {look} is not kept any more: what is in view is read.", look=look))
        return box_of_game(session.game, session.timeline.started.options, folder)
    box = box or look
    taught = load_box(box, folder)
    if taught.contents.game == session.game.info.slug:
        return taught
    note(
        say(
            "The box {name} is not of {game}: the printed set is read.",
            name=taught.contents.name,
            game=session.game.info.name,
        )
    )
    return None


class EitherReader:
    """Reads the printed set where its markers are in view, and the taught box where they are not."""

    def __init__(self, printed: Reads, taught: Reads) -> None:
        self._printed, self._taught, self._last = printed, taught, printed

    @property
    def lens(self) -> Lens:
        """The lens of whichever was in view last."""
        return self._last.lens

    @lens.setter
    def lens(self, lens: Lens) -> None:
        self._printed.lens = self._taught.lens = lens

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame, as `TableReader.read` does."""
        return self.add_dice(image, self.read_sheets(image, stillness=stillness, frame=frame))

    def read_sheets(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read all of a frame but its dice."""
        printed = self._printed.read_sheets(image, stillness=stillness, frame=frame)
        if printed.sheets:
            self._last = self._printed
            return printed
        taught = self._taught.read_sheets(image, stillness=stillness, frame=frame)
        self._last = self._taught if taught.sheets else self._printed
        return taught if taught.sheets else printed

    def add_dice(self, image: Image, sighting: Sighting) -> Sighting:
        """Add the dice to what `read_sheets` gave for this frame."""
        return self._last.add_dice(image, sighting)

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction, where that is in view."""
        self._last.teach(zone, cell, kind)
