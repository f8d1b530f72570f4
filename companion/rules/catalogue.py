"""The games there are: the folders of ``companion.games`` and what packages add; `load_game` opens one.

A package adds games by entry points of the group ``companion.games``: each names a `Bundle`. A broken package
takes no game away from the others. A `GameFault` says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Final, NamedTuple

from companion.rules.boxes import NamesThings
from companion.rules.bundle import CONTRACT, Bundle, free_sheets, markers_in_doubt
from companion.rules.errors import UnknownGame
from companion.rules.game import Game
from companion.rules.labels import keep_names
from companion.rules.message import Message
from companion.rules.phrases import Value

FOLDER: Final = "companion.games"
"""The package with our games, and the group of entry points with those of others."""

PARTS: Final = ("rules", "layout", "art", "habits", "pages")


class GameFault(NamedTuple):
    """Why an installed game cannot be played: a stable code and a sentence."""

    code: str
    said: Message

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return str(self.said)

    @property
    def told(self) -> Message:
        """The sentence with its code, as pages and the command tell it."""
        return Message("{sentence} [{code}]", {"sentence": self.said, "code": self.code})


class Catalogue(Mapping[str, Bundle]):
    """Slug -> bundle of every game. The games are found when one is first asked for."""

    def __init__(self) -> None:
        self._found: dict[str, Bundle] | None = None
        self._faults: list[GameFault] = []

    def look_again(self) -> None:
        """Find the games anew when one is next asked for."""
        self._found = None

    @property
    def faults(self) -> tuple[GameFault, ...]:
        """Say what is wrong with installed games that are left out."""
        return tuple(self._faults) if self._games else ()

    def missing(self, slug: str) -> Message:
        """Say that there is no such game, and why, where an installed one is left out."""
        faults = [fault for fault in self.faults if f"game {slug} of" in fault.sentence]
        none = Message(
            "There is no game called {slug} here. There is: {games}.",
            {"slug": repr(slug), "games": ", ".join(self)},
        )
        if not faults:
            return none
        left_out = faults[0]
        return Message(
            "{none} {fault} [{code}]", {"none": none, "fault": left_out.said, "code": left_out.code}
        )

    @property
    def _games(self) -> dict[str, Bundle]:
        if self._found is None:
            found, faults = _shipped(), list[GameFault]()
            for point in sorted(entry_points(group=FOLDER), key=lambda each: (each.name, each.value)):
                bundle = _installed(point, found)
                if isinstance(bundle, GameFault):
                    faults.append(bundle)
                else:
                    found[bundle.slug] = bundle
            self._found, self._faults = found, faults
        return self._found

    def __getitem__(self, slug: str) -> Bundle:
        return self._games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES: Final = Catalogue()


def _shipped() -> dict[str, Bundle]:
    folder = import_module(FOLDER)
    names = sorted(module.name for module in iter_modules(folder.__path__) if module.ispkg)
    bundles: list[Bundle] = [import_module(f"{FOLDER}.{name}").GAME for name in names]
    return {bundle.slug: bundle for bundle in bundles}


def _installed(point: EntryPoint, found: Mapping[str, Bundle]) -> Bundle | GameFault:
    """Give the game of an installed package, or say what is wrong with it."""
    package = point.dist.name if point.dist else point.module
    names: dict[str, Value] = {"game": point.name, "package": package}
    try:
        bundle = point.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code may raise anything
        return GameFault("game-broken", _left_out(names, _failing(error)))
    if not isinstance(bundle, Bundle):
        return GameFault(
            "game-broken", _left_out(names, Message("{value} is no Bundle", {"value": point.value}))
        )
    if bundle.contract != CONTRACT:
        versions = Message(
            "it is written for version {its} of games, and this program has {ours}. "
            "Update the older of the two",
            {"its": str(bundle.contract), "ours": CONTRACT},
        )
        return GameFault("game-contract", _left_out(names, versions))
    if bundle.slug in found:
        values: dict[str, Value] = {"other": found[bundle.slug].package, "slug": bundle.slug}
        return GameFault("game-twice", _left_out(names, Message("{other} is called {slug}, too", values)))
    doubt = markers_in_doubt(bundle, found.values())
    if doubt:
        free = Message(
            "{doubt}. These numbers of sheets are free: {numbers}",
            {"doubt": doubt, "numbers": free_sheets(found.values())},
        )
        return GameFault("game-markers", _left_out(names, free))
    return _opened(bundle, names)


def _opened(bundle: Bundle, names: Mapping[str, Value]) -> Bundle | GameFault:
    """Open every part of a game once: a page or a table finds it in order."""
    try:
        for part in PARTS:
            if bundle.has(part):
                bundle.open(part)
        slug = bundle.open("rules").GAME.info.slug
    except (Exception, SystemExit) as error:  # noqa: BLE001 - as above
        return GameFault("game-broken", _left_out(names, _failing(error)))
    if slug != bundle.slug:
        values: dict[str, Value] = {"slug": bundle.slug, "other": slug}
        said = Message("its Bundle is called {slug}, and its rules are called {other}", values)
        return GameFault("game-broken", _left_out(names, said))
    return bundle


def _left_out(names: Mapping[str, Value], why: Message) -> Message:
    return Message("The game {game} of the package {package} is left out: {why}.", {**names, "why": why})


def _failing(error: BaseException) -> Message:
    words = f"{type(error).__name__}: {error}".removesuffix(".") if str(error) else type(error).__name__
    return Message("its code fails with {error}", {"error": words})


_TAKEN_IN: dict[str, Game] = {}

_NAMED: Final[set[str]] = set()
"""Games whose name, which is that of some sheets, is said as it is in every language."""


def take_in(game: Game) -> None:
    """Let this game stand for its name from now on: the same rules with boxes of one's own."""
    _TAKEN_IN[game.info.slug] = game
    keep_names(game.info.slug, game.own_names if isinstance(game, NamesThings) else ())


def is_taken_in(slug: str) -> bool:
    """Say whether another game than the printed one stands for that name."""
    return slug in _TAKEN_IN


def load_game(slug: str) -> Game:
    """Give the game of that name.

    Raises
    ------
    UnknownGame
        Naming the games there are.
    """
    if slug not in GAMES:
        raise UnknownGame(GAMES.missing(slug))
    game: Game = _TAKEN_IN.get(slug) or GAMES[slug].open("rules").GAME
    if slug not in _NAMED:
        _NAMED.add(slug)
        keep_names(f"the name of {slug}", (game.info.name,))
    return game
