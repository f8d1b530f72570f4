"""One log for every game, out of what can be read of a damaged store, of its backups, and of a running table.

Links say which event belongs where. An event whose key was damaged finds its place again, and a game is not
continued with the events of a branch that was given up when an older backup was restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

import msgspec

from companion.record.errors import StoreError
from companion.record.events import decode
from companion.repair.remains import Remains
from companion.storage.links import START, link_of
from companion.storage.rows import Row, Seed


class SavedGame(NamedTuple):
    """What could be saved of a game.

    ``last`` is the number of its last event, as far as anything tells. ``elsewhere``: some of its events come
    from a backup or from the running table. ``doubtful`` are the numbers of events that can be read, but
    do not fit their links.
    """

    created_at: str
    rows: tuple[Row, ...]
    seeds: tuple[Seed, ...]
    last: int
    elsewhere: bool
    doubtful: tuple[int, ...]

    @property
    def lost(self) -> int:
        """How many events are gone."""
        return max(0, self.last - len(self.rows))

    @property
    def players(self) -> tuple[str, ...]:
        """Name who played, as far as the first event tells; empty where it does not."""
        try:
            return msgspec.json.decode(self.rows[0].body, type=_Names).names
        except (IndexError, msgspec.MsgspecError):
            return ()


class _Names(msgspec.Struct):
    names: tuple[str, ...]


def merged(store: Remains, others: Sequence[Remains], kept: Mapping[str, int]) -> dict[str, SavedGame]:
    """Put together all that can be saved.

    Parameters
    ----------
    store
        What can be read of the store itself.
    others
        What the running table has in memory, and what the backups hold, the newest first.
    kept
        The number of the last event of every game, as written down beside the store.

    Returns
    -------
    dict
        Every game of which an event is saved, or which is known to have been there.
    """
    found: dict[str, SavedGame] = {}
    for game in dict.fromkeys((*_games(store, others), *kept)):
        saved = _saved(game, store, others, kept.get(game, 0))
        if saved.rows or game in kept or (game in store.created and store.last(game)):
            found[game] = saved
    return found


def _games(store: Remains, others: Sequence[Remains]) -> list[str]:
    """Name all games; those with links come first, and take back their events from damaged names."""
    sources = (store, *others)
    linked = (game for each in sources for game in each.links)
    return list(chain(linked, *((*each.created, *each.events) for each in sources)))


def _saved(game: str, store: Remains, others: Sequence[Remains], kept: int) -> SavedGame:
    merge = _Merge(game, store, others)
    rows = tuple(merge.rows())
    seeds = Remains()
    for source in (*reversed(others), store):
        for seed in source.seeds.get(game, {}).items():
            seeds.add_seed(game, seed)
    created = (each.created[game] for each in (store, *others) if game in each.created)
    return SavedGame(
        next(created, rows[0].at if rows else ""),
        rows,
        tuple(seeds.seeds[game].items()),
        max(store.last(game), kept, len(rows)),
        merge.elsewhere,
        tuple(merge.doubtful),
    )


class _Merge:
    """Finds the events of one game, one after the other."""

    def __init__(self, game: str, store: Remains, others: Sequence[Remains]) -> None:
        self._game, self._store = game, store
        self._own = store.events.get(game, {})
        self._links = store.links.get(game, {})
        self._agreeing = [each for each in others if game in each.events]
        self.elsewhere = False
        self.doubtful: list[int] = []

    def rows(self) -> Iterator[Row]:
        """Give every event from the first, without a gap."""
        before = START
        for seq in count(1):
            row = self._row(seq, before)
            if row is None:
                return
            yield row
            doubtful = seq in self.doubtful
            before = self._links[seq] if doubtful else link_of(before, self._game, row)
            self._agreeing = [each for each in self._agreeing if _agrees(each, self._game, row)]

    def _row(self, seq: int, before: bytes) -> Row | None:
        own = self._own.get(seq, [])
        theirs = [row for each in self._agreeing for row in each.events[self._game].get(seq, ())]
        row = self._fitting(seq, before, [*own, *theirs])
        if row is not None:
            self.elsewhere |= row in theirs and row not in own
            return row
        return self._stray(seq, before) or self._doubtful(seq, own)

    def _fitting(self, seq: int, before: bytes, rows: Sequence[Row]) -> Row | None:
        """Give the event that has this place's link, or, where that link is damaged, the next one's."""
        wanted = self._links.get(seq)
        if wanted is None:
            return next(iter(rows), None)
        after = self._own.get(seq + 1, [])
        for row in rows:
            if link_of(before, self._game, row) == wanted:
                return row
        for row in rows:
            link = link_of(before, self._game, row)
            if any(link_of(link, self._game, each) == self._links.get(seq + 1) for each in after) or any(
                each.links.get(self._game, {}).get(seq) == link for each in self._agreeing
            ):
                return row
        return None

    def _stray(self, seq: int, before: bytes) -> Row | None:
        """Give the event that has this place's link, but stands elsewhere, because its key is damaged."""
        wanted = self._links.get(seq)
        if wanted is None:
            return None
        for events in self._store.events.values():
            for rows in events.values():
                for row in rows:
                    placed = row._replace(seq=seq)
                    if link_of(before, self._game, placed) == wanted:
                        rows.remove(row)
                        return placed
        return None

    def _doubtful(self, seq: int, rows: Sequence[Row]) -> Row | None:
        """Give an event that can be read, though it is not what it was: all after it hangs on it."""
        for row in rows:
            try:
                decode(row.kind, row.version, row.body)
            except StoreError:
                continue
            self.doubtful.append(seq)
            return row
        return None


def _agrees(source: Remains, game: str, row: Row) -> bool:
    """Whether a source has the same event there, or none that can be read."""
    there = source.events[game].get(row.seq)
    return not there or row in there
