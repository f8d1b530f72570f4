"""A table joins a hub: by its settings, or by the code that the hub has shown."""

from __future__ import annotations

import atexit
import logging
from pathlib import Path

from companion.cli.output import note
from companion.house.broker import BadMqtt, NoMqtt
from companion.house.hub_line import HubLine
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Outbox, membership
from companion.house.pairing import paired
from webui.hub import Hub

_log = logging.getLogger(__name__)


def join_hub(hub: Hub, wishes: HubWishes, folder: Path) -> None:
    """Have a hub hear of every game: that of the settings, else the one whose code was taken.

    What goes wrong keeps nobody from playing: it is told on the first page.
    """
    wishes = wishes if wishes.enabled else paired(folder)
    if not wishes.enabled:
        return
    try:
        member = membership(folder, hub.store)
        line = HubLine(wishes, Outbox(hub.store, member), member.installation)
        line.start()
    except (NoMqtt, BadMqtt) as error:
        found = error.code, error.sentence.replace("[mqtt]", "[hub]")
        hub.room = lambda: found
        hub.store.tell(found[1])
        note(f"{found[1]} [{found[0]}]")
        return
    hub.room = line.health
    hub.companions.append(line.attach)
    atexit.register(line.stop)
