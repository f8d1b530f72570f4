"""An owner's own mound cards for It Happens: kept as files beside the games, played with at once.

What such a file may say, the rules check; their sentences are shown to whoever wrote it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.layouts import it_happens as layouts
from companion.rules.errors import BadData
from companion.rules.games import load_game, take_in
from companion.rules.games.it_happens.game import ItHappens
from companion.rules.games.it_happens.mounds import MoundSet

SLUG: Final = "it-happens"
FOLDER: Final = "mounds"


class MoundShelf:
    """The sets of cards in a folder.

    Parameters
    ----------
    folder
        Where the games are kept; the sets lie in a folder of their own within it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def sets(self) -> tuple[MoundSet, ...]:
        """All sets that can be played with, the shipped one first."""
        game = load_game(SLUG)
        return game.sets if isinstance(game, ItHappens) else ()

    def load(self) -> list[str]:
        """Play with every set that is kept; give a sentence for each that cannot be used."""
        wrong = []
        for path in sorted(self._folder.glob("*.json")):
            try:
                self._take_in(path.read_bytes())
            except (BadData, OSError) as error:
                wrong.append(f"The mound cards in {path.name} cannot be used: {error}")
        return wrong

    def keep(self, data: bytes) -> MoundSet:
        """Check a set, keep it, and play with it.

        Raises
        ------
        BadData
            With everything that is wrong.
        """
        added = self._take_in(data)
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{added.data_set}.json").write_bytes(data)
        return added

    def exported(self, data_set: str) -> bytes | None:
        """The file of a set, to be kept elsewhere; None where there is none."""
        known = {each.data_set for each in self.sets()}
        path = self._folder / f"{data_set}.json"
        return path.read_bytes() if data_set in known and path.exists() else None

    def _take_in(self, data: bytes) -> MoundSet:
        known = self.sets()
        if not known:
            raise BadData("It Happens cannot be played here.")
        game = ItHappens(known).with_mounds(data)
        added = game.sets[-1]
        taken = sorted({name for each in known for name in each.ids} & set(added.ids))
        if taken:
            raise BadData(f"There are cards called {', '.join(taken)} already. Give them other names.")
        take_in(game)
        layouts.take_in(game.sets)
        return added
