"""What a repair of the game store tells: sentences for the players, and a note beside the games."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.repair.merging import SavedGame
from companion.storage.files import write_atomically

MOST_TOLD: Final = 3
"""So many games are named on the first page; the log and `companion doctor` name them all."""

_log = logging.getLogger(__name__)


class Repair(msgspec.Struct, frozen=True):
    """The last repair of a store: when, what the players were told, and what is gone, a sentence each."""

    at: str
    told: str
    gone: tuple[str, ...]


def told(games: Mapping[str, SavedGame], aside: Path | None) -> str:
    """Tell of a repair.

    Parameters
    ----------
    games
        What was saved, by game.
    aside
        Where the damaged file is kept; None where there was none.
    """
    saved = [game for game in games.values() if game.rows]
    events, elsewhere = sum(len(game.rows) for game in saved), sum(game.elsewhere for game in saved)
    if aside is None and not games:
        return ""
    happened = "was damaged, perhaps by a power cut" if aside else "was missing or empty"
    origin = f", {elsewhere} of the games from a backup or from the running table" if elsewhere else ""
    what = f"{counted(len(saved), 'game')} with {counted(events, 'event')}"
    sentences = [f"The game store {happened}. Saved: {what}{origin}."]
    gone = what_is_gone(games)
    sentences += gone[:MOST_TOLD]
    if len(gone) > MOST_TOLD:
        sentences.append(f"The same holds for {len(gone) - MOST_TOLD} more; `companion doctor` names them.")
    if not gone:
        sentences.append("Nothing that was known to be there is gone.")
    if aside is not None:
        sentences.append(f"The damaged file is kept as {aside.name}.")
    return " ".join(sentences)


def what_is_gone(games: Mapping[str, SavedGame]) -> list[str]:
    """Tell of every game that is not what it was, in a sentence each."""
    found = []
    for ident, game in games.items():
        name = f"the game of {game.players}" if game.players else f"game {ident}"
        day = f", begun on {game.created_at[:10]}," if game.created_at else ""
        if not game.rows:
            found.append(f"Gone: all {game.last} events of {name}{day.rstrip(',')}.")
        elif game.lost:
            found.append(f"Gone: events {len(game.rows) + 1} to {game.last} of {name}{day.rstrip(',')}.")
        if game.doubtful:
            numbers = ", ".join(map(str, game.doubtful))
            found.append(f"Event {numbers} of {name}{day} may not be what it was.")
    return found


def note_repair(store: Path, notice: str, games: Mapping[str, SavedGame]) -> None:
    """Keep what was told beside the store, for `companion doctor`, and in the log."""
    if notice:
        gone = tuple(what_is_gone(games))
        _log.warning("%s %s", notice, " ".join(gone[MOST_TOLD:]))
        with suppress(OSError):  # the disk may be full; it is in the log all the same
            at = datetime.now(UTC).isoformat(timespec="seconds")
            write_atomically(_path(store), msgspec.json.encode(Repair(at, notice, gone)))


def last_repair(store: Path) -> Repair | None:
    """Give the last repair of a store; None where there was none."""
    try:
        return msgspec.json.decode(_path(store).read_bytes(), type=Repair)
    except (OSError, msgspec.MsgspecError):
        return None


def counted(number: int, word: str) -> str:
    """Give a number with its word: ``1 game``, ``2 games``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _path(store: Path) -> Path:
    return store.with_name(f"{store.name}.repairs")
