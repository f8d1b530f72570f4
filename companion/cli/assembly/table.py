"""The table of one game, put together: camera, watch, reader, referee, simulation and bots."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import ReferenceType, ref

from companion.album.album import Album
from companion.album.keeper import PictureKeeper
from companion.album.workshop import FilmWorkshop
from companion.cli.assembly.box_choice import Expected, Reads, expected_at
from companion.cli.assembly.camera_choice import CameraChoice, Taken, Turning, is_device, kept_choice
from companion.cli.assembly.camera_turns import CameraTurns, turns_of
from companion.cli.assembly.drawn_ahead import draw_ahead, draw_for_game
from companion.cli.assembly.hub_joining import join_hub
from companion.cli.assembly.parts import MEANS, house_reach
from companion.cli.assembly.photos import PhotoDesk
from companion.cli.assembly.teaching_desk import TeachingDesk
from companion.cli.assembly.trial import CameraTrial
from companion.cli.commands.calibrating import kept_lens
from companion.cli.machine.daily import DailyBackup
from companion.cli.machine.memory import give_back
from companion.cli.machine.noted import ON_TABLE, WATCHED, is_noted, note_game
from companion.cli.machine.power import panel_desk
from companion.cli.machine.restarts import Restarts
from companion.cli.output import note
from companion.cli.spoken import say, told
from companion.cli.toml.settings import STORE_FILE
from companion.errors import Saying
from companion.frames.ports import Lamp
from companion.house.broker import BadMqtt, NoMqtt
from companion.house.hub_wishes import HubWishes
from companion.house.mqtt import HouseLink
from companion.house.wishes import MqttWishes
from companion.layouts import games_with_layout, layout_of
from companion.live.live import LiveTable
from companion.live.readings import KeepPicture
from companion.referee.referee import Referee
from companion.rules.abilities import piles_of
from companion.rules.catalogue import GAMES
from companion.rules.errors import GameError
from companion.sessions.box_shelf import load_boxes, shelves
from companion.sessions.care import StoreCare
from companion.sessions.history import Summary, running
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.simulation.driver import Driver
from companion.simulation.table import SimulatedTable
from hw.camera import Camera, CameraError
from hw.cameras import BestCamera, absent, camera_from, is_recording, unknown
from hw.means import Means
from hw.net.reach import Reach
from hw.panel.wiring import Wiring
from hw.picture import Picture
from hw.simulated import CallableCamera
from hw.turned import TurnedCamera
from vision.view.steady import SteadyReader
from vision.view.stillness import StillnessWatch
from webui.access.host_role import HostRole
from webui.http.proxies import Proxies
from webui.hub import Hub
from webui.laid import Table
from webui.ports import Address, SafeMode


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


@dataclass
class Start:
    """What the process that serves the pages is started with.

    ``role`` tells who is the host, and ``by_hand``: somebody has started the table, not the system, and
    so is the host at this machine.

    ``addresses`` gives where phones find it, the likeliest first, and ``notice`` is for the first page.
    ``by_page``: nobody has named the camera, so what was chosen on its page last holds, also for a process
    that takes over.
    """

    folder: Path
    maker: TableMaker
    addresses: Callable[[], tuple[Address, ...]]
    notice: str = ""
    safe_mode: SafeMode | None = None
    wiring: Wiring = field(default_factory=Wiring)
    mqtt: MqttWishes = field(default_factory=MqttWishes)
    by_page: bool = False
    hosts: tuple[str, ...] = ()
    proxies: Proxies = field(default_factory=Proxies)
    role: HostRole | None = None
    by_hand: bool = False
    reach: Reach = field(default_factory=house_reach)
    hub: HubWishes = field(default_factory=HubWishes)


def new_hub(start: Start, past: Restarts | None = None) -> Hub:
    """Make what the pages stand on; the game that was played last is taken up again.

    ``past`` are the processes before this one, where it may have been begun for a camera.

    What goes wrong with the backups or with that game keeps nobody from playing another: it is told
    on the first page, behind the notice.
    """
    store = Store(start.folder / STORE_FILE)
    unusable = [fault.told for fault in GAMES.faults] + load_boxes(start.folder)
    store.notice = " ".join(filter(None, (start.notice or store.notice, *unusable)))
    house = MEANS._replace(reach=start.reach)
    if start.by_page:
        start.maker.camera, start.maker.means = kept_choice(start.folder), house
    if past is not None and is_device(past.left):
        start.maker.awaited = past.left
    has_camera = start.maker.camera != "off"
    panel = panel_desk(start.wiring)
    if "ring_light" in panel.pins:
        start.maker.lamp = panel.light_ring
    hub = Hub(store, lay=start.maker, lay_has_camera=has_camera, addresses=start.addresses, panel=panel)
    hub.album = Album(start.folder)
    hub.draw_ahead = draw_ahead
    hub.companions.append(draw_for_game)
    hub.films = FilmWorkshop(hub.album, lambda: hub.feed.tell("live"))
    start.maker.keep_picture = PictureKeeper(hub.album)
    hub.role, hub.own_browser_is_host = start.role or hub.role, start.by_hand
    hub.safe_mode, hub.hosts, hub.proxies = start.safe_mode, start.hosts, start.proxies
    start.maker.turned_simulated = lambda: hub.feed.tell("reset")

    if start.mqtt.enabled:
        _tell_house(hub, start)
    join_hub(hub, start.hub, start.folder)

    def use(spec: str) -> None:
        start.maker.camera, start.maker.awaited, hub.lay_has_camera = spec, "", spec != "off"
        start.maker.means = house
        if past is not None:
            past.forget()
        hub.lay_again()

    if start.safe_mode is None:
        hub.cameras = CameraChoice(
            start.folder,
            start.maker.camera,
            use,
            lambda: start.maker.taken,
            start.reach,
            Turning(start.maker.turns, hub.lay_again),
        )
    desk = PhotoDesk(lambda: hub.session, lambda session: expected_at(session, start.maker.box, start.folder))
    if start.safe_mode is None:
        hub.try_camera = CameraTrial(
            lambda: start.maker.camera,
            start.maker.picture,
            start.folder,
            desk,
            lambda: start.maker.means,
            start.maker.turns,
        )
    hub.annotate, hub.read_photo, hub.read_shown = desk.annotate, desk.read, desk.read_shown
    hub.read_final = desk.read_final
    hub.teaching = TeachingDesk(lambda: _seen_now(hub))
    with _told(store):
        for summary in _left_on_table(store.sessions(), start.folder / ON_TABLE):
            session = store.load(summary.id)
            hub.open(session)
            session.settle()
    # Last: what it tells goes behind the notice, which nobody changes from here on.
    boxes = tuple(partial(shelf.keep_backup, store.path) for shelf in shelves(start.folder))
    StoreCare(store).start()
    DailyBackup(store, (store.keep_backup, *boxes, hub.album.make_room)).start()
    return hub


def _seen_now(hub: Hub) -> Any:
    """Give a picture by the table's camera: the last one of the game on the table, or one taken for this."""
    live = hub.live
    if live is not None and live.camera_on and live.frame is not None:
        return live.frame.image
    if hub.session is not None or hub.try_camera is None or not hub.lay_has_camera:
        raise CameraError("camera-missing", "The table has no camera now. Send a photograph from a phone.")
    return hub.try_camera()[0]


def _tell_house(hub: Hub, start: Start) -> None:
    """Have the broker of the settings hear of every game; where that cannot be, the first page says why."""
    try:
        link = HouseLink(
            start.mqtt, hub.panel.press, lambda: next((each.url for each in start.addresses()), "")
        )
        link.start()
    except (NoMqtt, BadMqtt) as error:
        found = error.code, error.sentence
        hub.house = lambda: found
        hub.store.tell(error.sentence)
        note(f"{told(error)} [{error.code}]")
        return
    hub.house = link.health
    hub.companions.append(link.attach)
    atexit.register(link.stop)


def _left_on_table(games: Sequence[Summary], noted: Path) -> list[Summary]:
    """Give the game that lies on the table after a new start, if any does.

    That is the one that lay there last, or, where that is over, one that was begun since: a power cut may
    come before it is noted. One that was put aside before stays aside. Where nothing is noted it is the one
    that was played last.
    """
    playable = running(each for each in games if each.game in games_with_layout())
    last = next((each for each in games if is_noted(noted, each.id)), None)
    if last is not None and last.finished:
        playable = [each for each in playable if each.begun_turn > last.last_turn]
    elif last is not None:
        playable = [each for each in playable if each.id == last.id]
    return playable[:1]


@contextmanager
def _told(store: Store) -> Iterator[None]:
    """Have an error told on the first page."""
    try:
        yield
    except GameError as error:
        store.tell(error.sentence)
