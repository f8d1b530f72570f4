"""A table joins a hub: by its settings, or by the code that the hub shows; and leaves it again."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from pathlib import Path

from companion.cli.output import note
from companion.cli.spoken import say
from companion.house import pairing
from companion.house.broker import BadMqtt, NoMqtt, at_settings
from companion.house.hub_line import HubLine
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Outbox, membership
from companion.live.running_table import RunningTable
from companion.rules.phrases import Words
from companion.sessions.session import Session
from vision.images.codes import read_code
from vision.images.process import load_apart
from webui.hub import Hub


class HubMember:
    """The table's place at a hub, which it may take and leave while a game goes on.

    What goes wrong keeps nobody from playing: it is told on the *Host* page.

    Parameters
    ----------
    hub
        What the pages stand on.
    wishes
        Of the settings; they count before a code that was taken.
    folder
        Where a code that was taken is kept.
    """

    def __init__(self, hub: Hub, wishes: HubWishes, folder: Path) -> None:
        self._store, self._folder, self.by_settings = hub.store, folder, wishes.enabled
        self._wishes = wishes if wishes.enabled else pairing.paired(folder)
        self._line: HubLine | None = None
        self._fault = ("off", "")
        self._said: Words = ""
        self._playing: tuple[Session, RunningTable | None] | None = None
        self._detach: Callable[[], None] = _nothing
        self._lock = threading.RLock()

    @property
    def table(self) -> str:
        """What the table is called at the hub; empty where it has joined none."""
        return self._wishes.table if self._wishes.enabled else ""

    @property
    def place(self) -> str:
        """Where the broker of the hub is."""
        line = self._wishes.line()
        return f"{line.host}:{line.port}"

    @property
    def waiting(self) -> int:
        """Events that the hub has not stored yet."""
        return self._line.waiting if self._line is not None else 0

    def health(self) -> tuple[str, str]:
        """Give how the line is, ``off``, ``ok``, ``connecting`` or a code, and a sentence."""
        return self._line.health() if self._line is not None else self._fault

    @property
    def said(self) -> Words:
        """The sentence of `health`, for readers of any language."""
        if self._line is None:
            return self._said
        return self._line.trouble.said if self._line.trouble is not None else ""

    def join(self, link: str) -> None:
        """Join the hub of a link. Raises `NotPaired`; then all is as before."""
        with self._lock:
            self._refuse_where_settings_say()
            wishes = pairing.pair(self._folder, link)
            self.stop()
            self._wishes = wishes
            self.start()

    def join_by_photograph(self, data: bytes) -> None:
        """Join the hub whose code is in a photograph. Raises `NotPaired`, and `ImageError`."""
        link = read_code(load_apart(data))
        if not link:
            raise pairing.NotPaired(
                "hub-no-code",
                "No code is read in this photograph. Hold the phone straight and near, or paste the link.",
            )
        self.join(link)

    def leave(self) -> None:
        """Leave the hub. Raises `NotPaired` where the settings name it."""
        with self._lock:
            self._refuse_where_settings_say()
            self.stop()
            pairing.leave(self._folder)
            self._wishes, self._fault, self._said = HubWishes(), ("off", ""), ""

    def _refuse_where_settings_say(self) -> None:
        if self.by_settings:
            raise pairing.NotPaired(
                "hub-by-settings", "The settings of this table name its hub, under [hub]."
            )

    def start(self) -> None:
        """Have the hub hear of every game from now on, if there is one."""
        if not self._wishes.enabled:
            return
        try:
            member = membership(self._folder, self._store)
            line = HubLine(self._wishes, Outbox(self._store, member), member.installation)
            line.start()
        except (NoMqtt, BadMqtt) as error:
            said = at_settings(error.said, "[hub]")
            self._fault, self._said = (error.code, str(said)), said
            self._store.tell(said)
            note(f"{say(said)} [{error.code}]")
            return
        self._line = line
        if self._playing is not None:
            self._detach = line.attach(*self._playing)

    def stop(self) -> None:
        """Hang up; what the hub lacks waits at the table."""
        with self._lock:
            self._detach()
            self._detach = _nothing
            line, self._line = self._line, None
            if line is not None:
                line.stop()

    def attach(self, session: Session, live: RunningTable | None) -> Callable[[], None]:
        """Go along with a game, whichever hub hears of it; give the way to end that."""
        with self._lock:
            self._playing = session, live
            if self._line is not None:
                self._detach = self._line.attach(session, live)

        def end() -> None:
            with self._lock:
                self._detach()
                self._detach, self._playing = _nothing, None

        return end


def _nothing() -> None:
    return None


def join_hub(hub: Hub, wishes: HubWishes, folder: Path) -> None:
    """Let the table take its place at a hub: that of the settings, else the one whose code was taken."""
    member = HubMember(hub, wishes, folder)
    hub.member = member
    hub.companions.append(member.attach)
    member.start()
    atexit.register(member.stop)
