"""Seats: somebody in the network tries to play, or to look, as a player whose phone has the seat."""

from __future__ import annotations

import re
from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

GAME: Final = "star-baker"
FORM: Final = {"seats": 2, "name-1": "Olga", "name-2": "Otto"}
"""Other names than those of the game before: who is named alike keeps the seat."""
OWNED: Final = 2

WAYS: Final[tuple[dict[str, object], ...]] = (
    {"seat": OWNED},
    {"seat": OWNED, "instead": "yes"},
    {"seat": f" {OWNED}", "instead": "yes"},
    {"seat": f"0{OWNED}", "instead": "yes"},
    {"seat": f"+{OWNED}", "instead": "yes"},
    {"seat": "\uff12", "instead": "yes"},
    {"seat": [OWNED, OWNED], "instead": ["yes", "yes"]},
    {"seat": [0, OWNED], "instead": "yes"},
    {"seat": OWNED, "instead": "yes", "answer": "yes", "granted": "yes", "host": "yes"},
)
TAPS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("/play/act", {"by": OWNED, "text": "choose 1"}),
    ("/play/undo", {"by": OWNED}),
    ("/seats/answer", {"number": 1, "answer": "yes"}),
    ("/seats/free", {"seat": OWNED}),
)
BY_SCRIPT: Final = {"X-Tap": "1"}
"""A page's script is told by the status that a tap is refused; a form is led back to its page."""


def attack(port: int) -> list[Outcome]:
    """Begin a game of secret choices, seat its owner, and try each way to that seat from another phone."""
    host, owner = Stranger(port), Stranger(port, name="table.local")
    lies_there = re.search(r'data-game="(\w+)"', host.get("/play").text)
    host.post(f"/new/{GAME}", {**FORM, "aside": lies_there[1] if lies_there else ""})
    seated = owner.sit(OWNED) and _seat(owner) == OWNED
    taken = [] if seated else ["its own player did not get the seat"]
    tapped, untold = [], []
    for way in WAYS:
        thief = Stranger(port, name="table.local")
        for _ in range(2):
            thief.post(f"/j/{_invitation(thief)}", way)
        if _seat(thief) == OWNED or _seat(owner) != OWNED:
            taken.append(f"by {way}")
        taps = [(path, thief.post(path, form, **BY_SCRIPT).status) for path, form in TAPS]
        tapped += [f"{path} after {way}: {status}" for path, status in taps if status < 400]
        if "asks to play as you" not in owner.get("/play").text:
            untold.append(f"after {way}")
    return [
        Outcome("no phone takes the seat of another at once", len(WAYS) + 1, tuple(taken)),
        Outcome("no phone taps or answers for the seat of another", len(WAYS) * len(TAPS), tuple(tapped)),
        Outcome("the owner of a seat reads that another phone asks for it", len(WAYS) - 1, tuple(untold[1:])),
    ]


def _invitation(phone: Stranger) -> str:
    found = re.search(r"/j/([\w-]+)", phone.get("/join").text)
    return found[1] if found else "none"


def _seat(phone: Stranger) -> int:
    """Where the table says that a phone sits; 0 where it sits nowhere."""
    found = re.search(r'data-seat="(\d+)"', phone.get("/play").text)
    return int(found[1]) if found else 0
