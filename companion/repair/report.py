"""What a repair of the game store tells: sentences for the players, and a note beside the games."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.record.names import as_said
from companion.repair.merging import SavedGame
from companion.rules.kit.kept_sentences import from_text, to_text
from companion.rules.message import Message
from companion.rules.phrases import Count, Listing, Phrase, Series, Value
from companion.storage.files import write_atomically

MOST_TOLD: Final = 3
"""So many games are named on the first page; the log and `companion doctor` name them all."""

_log = logging.getLogger(__name__)


class Repair(msgspec.Struct, frozen=True):
    """The last repair of a store: when, what the players were told, and what is gone, a sentence each.

    ``gone`` holds sentences as `companion.rules.kit.kept_sentences` writes them; older notes have English.
    """

    at: str
    told: str
    gone: tuple[str, ...]

    @property
    def losses(self) -> tuple[Value, ...]:
        """What is gone, for readers of any language."""
        return tuple(map(from_text, self.gone))


def told(games: Mapping[str, SavedGame], aside: Path | None) -> tuple[Message, ...]:
    """Tell of a repair in some sentences.

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
        return ()
    damaged = Message("The game store was damaged, perhaps by a power cut.")
    sentences = [damaged if aside else Message("The game store was missing or empty.")]
    values: dict[str, Value] = {"games": Count(len(saved), "game"), "events": Count(events, "event")}
    if elsewhere:
        text = "Saved: {games} with {events}, {n} of the games from a backup or from the running table."
        sentences.append(Message(text, {**values, "n": elsewhere}))
    else:
        sentences.append(Message("Saved: {games} with {events}.", values))
    gone = what_is_gone(games)
    sentences += gone[:MOST_TOLD]
    if (more := len(gone) - MOST_TOLD) > 0:
        sentences.append(Message("The same holds for {n} more; `companion doctor` names them.", {"n": more}))
    if not gone:
        sentences.append(Message("Nothing that was known to be there is gone."))
    if aside is not None:
        sentences.append(Message("The damaged file is kept as {file}.", {"file": aside.name}))
    return tuple(sentences)


def what_is_gone(games: Mapping[str, SavedGame]) -> list[Message]:
    """Tell of every game that is not what it was, in a sentence each."""
    found = []
    for ident, game in games.items():
        values: dict[str, Value] = {"game": _called(ident, game), "last": game.last}
        if not game.rows:
            found.append(Message("Gone: all {last} events of {game}.", values))
        elif game.lost:
            first = len(game.rows) + 1
            found.append(Message("Gone: events {first} to {last} of {game}.", {**values, "first": first}))
        if game.doubtful:
            numbers = Series(tuple(game.doubtful))
            text = "It is doubtful whether event {numbers} of {game} is what it was."
            found.append(Message(text, {**values, "numbers": numbers}))
    return found


def _called(ident: str, game: SavedGame) -> Message:
    players = Listing(tuple(map(as_said, game.players)), "and")
    values: dict[str, Value] = {"players": players, "game": ident, "day": game.created_at[:10]}
    if game.players and game.created_at:
        return Message("the game of {players}, begun on {day}", values)
    if game.players:
        return Message("the game of {players}", values)
    if game.created_at:
        return Message("game {game}, begun on {day}", values)
    return Message("game {game}", values)


def note_repair(store: Path, notice: Sequence[Phrase], games: Mapping[str, SavedGame]) -> None:
    """Keep what was told beside the store, for `companion doctor`, and in the log."""
    if notice:
        gone, said = what_is_gone(games), " ".join(map(str, notice))
        _log.warning("%s %s", said, " ".join(map(str, gone[MOST_TOLD:])))
        with suppress(OSError):  # the disk may be full; it is in the log all the same
            at = datetime.now(UTC).isoformat(timespec="seconds")
            repair = Repair(at, said, tuple(map(to_text, gone)))
            write_atomically(_path(store), msgspec.json.encode(repair))


def last_repair(store: Path) -> Repair | None:
    """Give the last repair of a store; None where there was none."""
    try:
        return msgspec.json.decode(_path(store).read_bytes(), type=Repair)
    except (OSError, msgspec.MsgspecError):
        return None


def _path(store: Path) -> Path:
    return store.with_name(f"{store.name}.repairs")
