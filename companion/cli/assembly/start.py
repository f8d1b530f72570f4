"""What the pages stand on, put together when the service starts; the game played last is taken up again."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.album.album import Album
from companion.album.keeper import PictureKeeper
from companion.album.workshop import FilmWorkshop
from companion.cli.assembly.box_choice import expected_at
from companion.cli.assembly.camera_choice import CameraChoice, Turning, is_device, kept_choice
from companion.cli.assembly.drawn_ahead import draw_ahead, draw_for_game
from companion.cli.assembly.hub_joining import join_hub
from companion.cli.assembly.parts import MEANS, house_reach
from companion.cli.assembly.photos import PhotoDesk
from companion.cli.assembly.table import TableMaker
from companion.cli.assembly.teaching_desk import TeachingDesk
from companion.cli.assembly.trial import CameraTrial
from companion.cli.machine.daily import DailyBackup
from companion.cli.machine.noted import ON_TABLE, is_noted
from companion.cli.machine.power import panel_desk
from companion.cli.machine.restarts import Restarts
from companion.cli.output import note
from companion.cli.spoken import told
from companion.cli.toml.settings import STORE_FILE
from companion.house.broker import BadMqtt, NoMqtt
from companion.house.hub_wishes import HubWishes
from companion.house.mqtt import HouseLink
from companion.house.wishes import MqttWishes
from companion.layouts import games_with_layout
from companion.rules.catalogue import GAMES
from companion.rules.errors import GameError
from companion.rules.phrases import Words
from companion.sessions.box_shelf import load_boxes, shelves
from companion.sessions.care import StoreCare
from companion.sessions.history import Summary, running
from companion.sessions.store import Store
from hw.camera import CameraError
from hw.means import Means
from hw.net.reach import Reach
from hw.panel.wiring import Wiring
from webui.access.host_role import HostRole
from webui.http.proxies import Proxies
from webui.hub import Hub
from webui.ports import Address, SafeMode


@dataclass
class Start:
    """What the process that serves the pages is started with.

    ``role`` tells who is the host, and ``by_hand``: somebody has started the table, not the system, and
    so is the host at this machine.

    ``addresses`` gives where phones find it, the likeliest first, and ``notices`` are for the first page.
    ``by_page``: nobody has named the camera, so what was chosen on its page last holds, also for a process
    that takes over.
    """

    folder: Path
    maker: TableMaker
    addresses: Callable[[], tuple[Address, ...]]
    notices: tuple[Words, ...] = ()
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
    on the first page, behind the notices.
    """
    store = _opened_store(start)
    maker, panel = start.maker, panel_desk(start.wiring)
    if start.by_page:
        maker.camera, maker.means = kept_choice(start.folder), _house(start)
    if past is not None and is_device(past.left):
        maker.awaited = past.left
    if "ring_light" in panel.pins:
        maker.lamp = panel.light_ring
    hub = Hub(store, lay=maker, lay_has_camera=maker.camera != "off", addresses=start.addresses, panel=panel)
    hub.role, hub.own_browser_is_host = start.role or hub.role, start.by_hand
    hub.safe_mode, hub.hosts, hub.proxies = start.safe_mode, start.hosts, start.proxies
    _keep_pictures(hub, start)
    if start.mqtt.enabled:
        _tell_house(hub, start)
    join_hub(hub, start.hub, start.folder)
    _give_readers(hub, start, past)
    _take_up_last(hub, start.folder)
    # Last: what it tells goes behind the notice, which nobody changes from here on.
    boxes = tuple(partial(shelf.keep_backup, store.path) for shelf in shelves(start.folder))
    StoreCare(store).start()
    DailyBackup(store, (store.keep_backup, *boxes, hub.album.make_room)).start()
    return hub


def _opened_store(start: Start) -> Store:
    """Open the games; what cannot be used is told on the first page."""
    store = Store(start.folder / STORE_FILE)
    store.notices = start.notices or store.notices
    store.tell(*(fault.told for fault in GAMES.faults), *load_boxes(start.folder))
    return store


def _house(start: Start) -> Means:
    """Give by what cameras in the house are reached."""
    return MEANS._replace(reach=start.reach)


def _keep_pictures(hub: Hub, start: Start) -> None:
    """Have artwork drawn ahead, readings kept as pictures, and films made of them."""
    hub.album = Album(start.folder)
    hub.draw_ahead = draw_ahead
    hub.companions.append(draw_for_game)
    hub.films = FilmWorkshop(hub.album, lambda: hub.feed.tell("live"))
    start.maker.keep_picture = PictureKeeper(hub.album)
    start.maker.turned_simulated = lambda: hub.feed.tell("reset")


def _give_readers(hub: Hub, start: Start, past: Restarts | None) -> None:
    """Have photographs read; while the settings are sound, cameras can be tried and chosen, too."""
    maker = start.maker
    desk = PhotoDesk(lambda: hub.session, lambda session: expected_at(session, maker.box, start.folder))
    hub.annotate, hub.read_photo, hub.read_shown = desk.annotate, desk.read, desk.read_shown
    hub.read_final = desk.read_final
    hub.teaching = TeachingDesk(lambda: _seen_now(hub))
    if start.safe_mode is not None:
        return

    def use(spec: str) -> None:
        maker.camera, maker.awaited, hub.lay_has_camera = spec, "", spec != "off"
        maker.means = _house(start)
        if past is not None:
            past.forget()
        hub.lay_again()

    turning = Turning(maker.turns, hub.lay_again)
    hub.cameras = CameraChoice(start.folder, maker.camera, use, lambda: maker.taken, start.reach, turning)
    hub.try_camera = CameraTrial(
        lambda: maker.camera, maker.picture, start.folder, desk, lambda: maker.means, maker.turns
    )


def _take_up_last(hub: Hub, folder: Path) -> None:
    """Put the game on the table that lay there last."""
    with _told(hub.store):
        for summary in _left_on_table(hub.store.sessions(), folder / ON_TABLE):
            session = hub.store.load(summary.id)
            hub.open(session)
            session.settle()


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
        hub.store.tell(error.said)
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
        store.tell(error.said)
