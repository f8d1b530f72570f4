"""Taking back a choice: how far it reaches, and who has to agree.

Undo is for a player who thinks better of a choice; the record was right. It is free as long as
nothing but the player's own choices lies behind. A die or tile that everybody has seen, or what
another player did since, comes back only if all agree. (That the record is *wrong* is another
matter: see `companion.record.corrections`.)
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.record.timeline import Entry
from companion.rules.game import CHANCE, Seat


class Undo(msgspec.Struct, frozen=True):
    """What a seat may take back: the last ``count`` actions, if all of ``needs`` agree, and why they must."""

    by: Seat
    count: int
    needs: tuple[Seat, ...]
    because: str


def offer(line: Sequence[Entry], seat: Seat, seats: int) -> Undo | None:
    """Give the undo that is open to a seat: back to just before its last choice; None without one."""
    count = next((back for back, entry in enumerate(reversed(line), 1) if entry.by == seat), 0)
    if not count:
        return None
    behind = {entry.by for entry in line[-count:]} - {seat}
    needs = tuple(other for other in range(1, seats + 1) if other != seat) if behind else ()
    return Undo(seat, count, needs, _because(behind) if needs else "")


def _because(behind: set[int]) -> str:
    if CHANCE in behind:
        return "Something has been revealed since, so everybody must agree."
    return "Somebody else has acted since, so everybody must agree."
