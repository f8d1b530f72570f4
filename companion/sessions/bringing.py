"""Imports games that this program exported: single records, or many in a zip file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.record.events import Settings
from companion.rules.catalogue import load_game
from companion.rules.errors import BadRecord, GameError
from companion.rules.message import Message
from companion.rules.record import SUFFIX, Record, format_record, parse_record
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.storage.files import UNREADABLE_ZIP, add_to_zip

LARGEST_BYTES: Final = 4_000_000
"""The largest record: the longest legal game has some hundred thousand actions."""

MOST_RECORDS: Final = 2000
MOST_BYTES: Final = 200_000_000


class Brought(NamedTuple):
    """The result of an import: new games, how many were known, and why others were refused."""

    games: tuple[Session, ...]
    known: int
    refused: tuple[Message, ...]


def bring_in(store: Store, name: str, data: bytes) -> Brought:
    """Bring in a record, or a zip file of records.

    Parameters
    ----------
    store
        Where the games go. Each begins and ends now, because a record has no times.
    name
        The name of the file.
    data
        Its bytes.

    Raises
    ------
    BadRecord
        When the file is neither of them, or holds no record.
    """
    games: list[Session] = []
    known, refused = 0, []
    for part, text in _records(name, data):
        try:
            record = parse_record(text)
            if _is_known(store, record):
                known += 1
            else:
                games.append(_take(store, record))
        except GameError as error:
            refused.append(Message("{part}: {why}", {"part": part, "why": error.said}))
    return Brought(tuple(games), known, tuple(refused))


def pack_records(sessions: Sequence[Session]) -> bytes:
    """Give the records of games as a zip file that `bring_in` takes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for session in sessions:
            add_to_zip(archive, f"{session.game.info.slug}-{session.id}{SUFFIX}", session.record())
    return buffer.getvalue()


def _records(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    if not data.startswith(b"PK"):
        if len(data) > LARGEST_BYTES:
            raise BadRecord("{name} is far too large for a record.", name=name)
        yield name, data.decode("utf-8", errors="replace")
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [info for info in archive.infolist() if info.filename.endswith(SUFFIX)]
            if len(parts) > MOST_RECORDS or sum(info.file_size for info in parts) > MOST_BYTES:
                raise BadRecord("{name} holds far too much.", name=name)
            if not parts:
                raise BadRecord(
                    "{name} holds no record: their names end with {suffix}.", name=name, suffix=SUFFIX
                )
            for info in parts:
                if info.file_size > LARGEST_BYTES:
                    raise BadRecord("{filename} is far too large for a record.", filename=info.filename)
                yield info.filename, archive.read(info).decode("utf-8", errors="replace")
    except UNREADABLE_ZIP as error:
        raise BadRecord("{name} is no zip file, or is damaged.", name=name) from error


def _is_known(store: Store, record: Record) -> bool:
    """Whether the very same game is kept already."""
    played = [(action.by, str(action)) for action in record.actions]
    names = tuple(record.called.values())
    alike = (game for game in store.sessions() if (game.game, game.names) == (record.game, names))
    return any(
        [(entry.by, entry.text) for entry in session.line] == played
        and session.timeline.started.options == record.options
        for session in (store.load(game.id) for game in alike)
    )


def _take(store: Store, record: Record) -> Session:
    version = load_game(record.game).info.rules_version
    if record.rules != version:
        raise BadRecord(
            "It follows version {rules} of its rules; games are played by {version} here.",
            rules=record.rules,
            version=version,
        )
    if not record.actions:
        raise BadRecord("Nothing was played in this game.")
    format_record(record)  # whatever cannot be written again is not taken
    names = tuple(record.called.values())
    session = store.new_session(record.game, names, record.options, Settings(otherwise="tap"))
    session.act_all(record.actions, "tap")
    return session
