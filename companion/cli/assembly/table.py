"""The table of one game, put together: camera, watch, reader, referee, simulation and bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import ReferenceType, ref

from companion.cli.assembly.box_choice import Expected, Reads, expected_at
from companion.cli.assembly.camera_choice import Taken, is_device
from companion.cli.assembly.camera_turns import CameraTurns, turns_of
from companion.cli.assembly.parts import MEANS
from companion.cli.commands.calibrating import kept_lens
from companion.cli.machine.memory import give_back
from companion.cli.machine.noted import ON_TABLE, WATCHED, is_noted, note_game
from companion.cli.output import note
from companion.cli.spoken import say
from companion.errors import Saying
from companion.frames.ports import Lamp
from companion.layouts import layout_of
from companion.live.live import LiveTable
from companion.live.readings import KeepPicture
from companion.referee.referee import Referee
from companion.rules.abilities import piles_of
from companion.sessions.session import Session
from companion.simulation.driver import Driver
from companion.simulation.table import SimulatedTable
from hw.camera import Camera, CameraError
from hw.cameras import BestCamera, absent, camera_from, is_recording, unknown
from hw.means import Means
from hw.picture import Picture
from hw.simulated import CallableCamera
from hw.turned import TurnedCamera
from vision.view.steady import SteadyReader
from vision.view.stillness import StillnessWatch
from webui.laid import Table


@dataclass
class TableMaker:
    """Makes the table of a game that is taken up: live, and simulated where there is no camera.

    ``turned_simulated`` is told of a table that was made before it was known that there is no camera.
    ``awaited`` is the camera that the first table waits for where ``camera`` is ``auto``: the one of the
    process before, which was ended for it. Looking for the best one anew might lay another's view, or a
    simulation, over a game that is going on. ``watching`` is the camera of the table that was made last.
    ``box`` names the taught box that is read, "" for the printed set or what is kept for a game.
    """

    camera: str
    bots: bool = False
    lamp: Lamp | None = None
    picture: Picture = field(default_factory=Picture)
    folder: Path | None = None
    turned_simulated: Callable[[], None] = lambda: None
    awaited: str = ""
    watching: Camera | None = None
    means: Means = MEANS
    box: str = ""
    keep_picture: KeepPicture | None = None
    turns: CameraTurns = field(init=False)

    def __post_init__(self) -> None:
        """Know how cameras are turned."""
        self.turns = turns_of(self.folder, self.picture)

    @property
    def in_use(self) -> str:
        """The words that choose the camera of the table that was made last; empty where it has none."""
        return self.watching.spec if self.watching is not None else ""

    @property
    def taken(self) -> Taken:
        """What watches the table where ``camera`` is ``auto``."""
        camera = self.watching
        if isinstance(camera, BestCamera):
            return Taken(camera.spec, camera.taken)
        if camera is None:
            return Taken()
        used = Saying("{camera} ({spec})", camera=Saying(camera.name), spec=camera.spec)
        return Taken(camera.spec, Saying("The {camera} is used, as before the new start.", camera=used))

    def check(self, *, typed: bool = False) -> Saying | None:
        """See that the words name a camera, also later, when a folder has gone; say what is not there yet.

        Parameters
        ----------
        typed
            Somebody has just typed them: a folder or a film that is not there is a slip, not waited for.

        Raises
        ------
        CameraError
            camera-unknown.
        """
        if self.camera in ("auto", "sim", "off"):
            return None
        camera, missing = camera_from(self.camera, _no_camera, means=self.means), absent(self.camera)
        if missing and typed and is_recording(camera):
            raise unknown(self.camera, missing)
        self.camera = camera.spec if camera is not None else "off"
        return Saying("{missing} It is waited for.", missing=missing) if missing else None

    def __call__(self, session: Session) -> Table:
        """Make the table. No driver is asked for anything: that is done by the table's own loop."""
        if self.folder is not None:
            note_game(self.folder / ON_TABLE, session.id)
        expected = expected_at(session, self.box, self.folder)
        layout, reader, table = expected.layout, expected.reader, Table()
        laid = ref(table)  # its camera holds it in turn, and neither would go when the game is left
        awaited, self.awaited = self.awaited, ""
        self.watching = camera = camera_from(
            awaited if awaited and self.camera == "auto" else self.camera,
            lambda: self._otherwise(session, expected, laid),
            self.picture,
            lambda camera: self._found(camera, reader, session.id),
            self.means,
        )
        table.live = LiveTable(
            session,
            layout,
            Referee(layout),
            TurnedCamera(camera, self.turns.of) if camera is not None else None,
            StillnessWatch(),
            SteadyReader(reader),
            camera_errors=(CameraError,),
            lamp=self.lamp,
            keep_picture=self.keep_picture,
        )
        give_back()
        return table

    def _otherwise(self, session: Session, expected: Expected, laid: ReferenceType[Table]) -> Camera:
        """Give what there is without a camera; nothing for a game for which ``auto`` had found one."""
        if self.camera == "auto" and self.folder is not None and is_noted(self.folder / WATCHED, session.id):
            raise CameraError(
                "camera-missing",
                "No camera is connected. One has watched this game, so no simulated table takes its place.",
            )
        return self._simulate(session, expected, laid)

    def _simulate(self, session: Session, expected: Expected, laid: ReferenceType[Table]) -> Camera:
        if expected.demo is not None:
            layout = expected.demo.layout.for_seats(session.state.seats)
            simulated = SimulatedTable(layout, artwork=expected.demo.artwork)
        else:
            simulated = SimulatedTable(layout_of(session.game).for_seats(session.state.seats))
        simulated.lay(piles_of(session.state))
        driver = Driver(
            simulated,
            lambda: session.state,
            lambda action: session.act(action, "bot"),
            seed=int(sha256(session.id.encode()).hexdigest()[:8], 16),
            call=lambda: bool(session.call and session.draw()),
        )
        table = laid()
        if table is not None and table.turn_simulated(driver, bots=self.bots) and table.live is not None:
            self.turned_simulated()
        return CallableCamera(
            "simulated table", simulated.picture, unplugged=lambda: simulated.switches()["unplugged"]
        )

    def _found(self, camera: Camera, reader: Reads, game_id: str) -> None:
        self._give_lens(camera, reader)
        best = self.watching
        if isinstance(best, BestCamera) and best.taken:
            if self.folder is not None and is_device(camera.spec):
                note_game(self.folder / WATCHED, game_id)
            note(say("{taken} Another one is chosen on the Camera page.", taken=say(best.taken)))

    def _give_lens(self, camera: Camera, reader: Reads) -> None:
        """Read with the lens that was measured for this camera, if one was."""
        if self.folder is None or camera.spec == "sim":
            return
        known = kept_lens(self.folder, camera.spec)
        if known is not None:
            reader.lens = known


def _no_camera() -> Any:
    raise CameraError("camera-unknown", "There is no such camera.")
