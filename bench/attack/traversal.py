"""Addresses and file names that lead out of their folder. Nothing but the table's own pages may come back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger

DOTS: Final = ("..", "%2e%2e", "%2e.", "..%00", "%252e%252e", "..%c0%af", "....//", "..;")
SLASHES: Final = ("/", "%2f", "\\", "%5c", "%252f")
BEGINNINGS: Final = (
    *("/static/", "/", "/art/papillon/piece/", "/camera/photo/", "/games/", "/new/star-baker/boxes/", "/j/"),
    *("/new/it-happens/mounds/", "/rules/"),
)
DEPTHS: Final = (1, 3, 9)


def attack(port: int, data: Path, every: int = 1) -> list[Outcome]:
    """Ask for files beside the games, and of the system, by every detour.

    Parameters
    ----------
    port
        Where the service listens.
    data
        The folder of the games: what is in its secret files may not be in any answer.
    every
        Of so many addresses one is tried.
    """
    stranger, tried, broken = Stranger(port), 0, []
    secrets = [b"root:x:0:", b"SQLite format 3", *(path.read_bytes()[:32] for path in data.glob("*.key"))]
    for path in islice(_paths(data), 0, None, every):
        tried += 1
        answer = stranger.get(path)
        if any(secret in answer.body for secret in secrets):
            broken.append(f"{path} gives a file")
    return [Outcome("no address gives a file of the machine or of the games", tried, tuple(broken))]


def _paths(data: Path) -> Iterator[str]:
    for beginning in BEGINNINGS:
        for dots in DOTS:
            for slash in SLASHES:
                for depth in DEPTHS:
                    up = beginning + (dots + slash) * depth
                    yield f"{up}etc{slash}passwd"
                    yield up + "games.db"
                    yield up + "games.key"
        yield f"{beginning}{data}/games.db"
        yield f"{beginning}/etc/passwd"
