"""What only the host may do: somebody in the network tries all of it."""

from __future__ import annotations

from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

DEEDS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("/camera/choose", {"camera": "off"}),
    ("/camera/choose", {"camera": "rtsp://127.0.0.1:22/"}),
    ("/new/star-baker/boxes", {"name": "mine"}),
    ("/new/star-baker/boxes/x/remove", {}),
    ("/new/it-happens/mounds", {"data_set": "mine"}),
    ("/new/it-happens/mounds/x/remove", {}),
    ("/panel/shut-down", {}),
    ("/host/hand-on", {}),
)


def attack(port: int) -> list[Outcome]:
    """Do all that is the host's as somebody without the role, asking by the name that phones use."""
    broken = []
    for path, form in DEEDS:
        reply = Stranger(port, name="table.local").post(path, form)
        if reply.status != 403:
            broken.append(f"{path} {form}: {reply.status}")
    pressed = Stranger(port, name="table.local").post("/panel/press", {"button": "shut_down"})
    if pressed.status < 400:
        broken.append(f"the panel's page shuts down: {pressed.status}")
    return [Outcome("only the host does what is the host's", len(DEEDS) + 1, tuple(broken))]
