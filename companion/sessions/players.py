"""Players across evenings: one name for one person, and no name for a forgotten one.

The record of a game keeps the names that were entered. A file beside the games has the names for histories.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from companion.record.names import clean_name, looks, unnamed
from companion.rules.errors import GameError
from companion.rules.message import Message
from companion.sessions.history import Summary
from companion.storage.files import write_atomically

ENDING: Final = ".players"

_log = logging.getLogger(__name__)


class PlayersMet(GameError):
    """Two names cannot be one person: they have sat at one table."""

    code = "players-met"


class BadNames(GameError):
    """The file with the names of players cannot be read."""

    code = "bad-names"


class _Kept(msgspec.Struct):
    """``called``: the folded entered name -> the name for histories; ``forgotten``: folded names."""

    called: dict[str, str] = {}
    forgotten: list[str] = []


class Players:
    """The names of players for histories.

    Parameters
    ----------
    path
        The file with the names; None: in memory alone.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept = _read(path)

    @classmethod
    def beside(cls, store: Path) -> Players:
        """Give the players of the games in a store."""
        return cls(store.with_suffix(ENDING))

    def called(self, name: str) -> str | None:
        """Give the name for histories of an entered ``name``; None for a forgotten player."""
        found = self._kept.called.get(looks(name), name)
        return None if {looks(name), looks(found)} & {*self._kept.forgotten} else found

    def played(self, name: str, game: Summary) -> bool:
        """Whether a player with this name for histories sat at a game, under any name."""
        wanted = {looks(name), looks(self.called(name) or name)}
        return any({looks(each), looks(self.called(each) or each)} & wanted for each in game.names)

    def known(self, games: Iterable[Summary]) -> list[Summary]:
        """Give games with the names for histories; a forgotten player's seat has no name."""
        return [self._known(game) for game in games]

    def rename(self, name: str, to: str, games: Iterable[Summary]) -> None:
        """Rename a player; if another player has that name, the two become one.

        Raises
        ------
        PlayersMet
            When the two have played in one game.
        """
        fresh = clean_name(to)
        if not fresh:
            return
        for game in self.known(games):
            if {looks(name), looks(fresh)} <= {*map(looks, game.names)} and looks(name) != looks(fresh):
                met = "{name} and {fresh} have played in one game: they are two people."
                raise PlayersMet(Message(met, {"name": name, "fresh": fresh}))
        was = {look for look, each in self._kept.called.items() if looks(each) == looks(name)}
        self._kept.called.update(dict.fromkeys({looks(name), *was}, fresh))
        # Whoever comes back under a name that was forgotten is somebody again.
        self._kept.forgotten = [look for look in self._kept.forgotten if look != looks(fresh)]
        self._keep()

    def forget(self, name: str) -> None:
        """Remove a player's name from every history; the games stay."""
        self._kept.forgotten = sorted({*self._kept.forgotten, looks(name)})
        self._keep()

    def take_in(self, data: bytes) -> None:
        """Add the names of a backup; players forgotten here stay forgotten. Raises `BadNames`."""
        try:
            other = msgspec.json.decode(data, type=_Kept)
        except msgspec.MsgspecError as error:
            raise BadNames("The names of the players in this backup cannot be read.") from error
        other.forgotten = sorted({*other.forgotten, *self._kept.forgotten})
        self._kept = other
        self._keep()

    def is_forgotten_in(self, game: Summary) -> bool:
        """Whether a forgotten player sat at a game."""
        return any(self.called(name) is None for name in game.names)

    def _known(self, game: Summary) -> Summary:
        names = {name: self.called(name) or unnamed(seat) for seat, name in enumerate(game.names, 1)}
        if len({*names.values()}) < len(names) or all(old == new for old, new in names.items()):
            return game
        return msgspec.structs.replace(
            game,
            names=tuple(names.values()),
            winners=tuple(names[name] for name in game.winners),
            totals={names[name]: points for name, points in game.totals.items()},
        )

    def _keep(self) -> None:
        if self._path is None:
            return
        try:
            write_atomically(self._path, msgspec.json.encode(self._kept))
        except OSError as error:
            _log.warning("What players are called cannot be kept in %s: %s", self._path, error)


def _read(path: Path | None) -> _Kept:
    """Read the names; without a readable file every player keeps the entered name."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept) if path else _Kept()
    except (OSError, msgspec.MsgspecError):
        return _Kept()
