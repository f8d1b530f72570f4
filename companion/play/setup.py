"""Before the first move: the options that a table settles by a draw, one draw at a time.

The seed is committed before anything is drawn, the draws before the game take the first numbers,
and the game goes on from there, so the whole evening can be checked from one seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec

from companion.play.draws import commitment_of, new_seed, pick
from companion.play.errors import BadDraw
from companion.rules.game import Game, Option


@runtime_checkable
class DrawsOptions(Protocol):
    """A game that says itself from which values an option is drawn."""

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the values that may be drawn for an option, the others being settled like this."""
        ...


class SetUp(msgspec.Struct, frozen=True):
    """The options of a game that is about to begin, and how they came about.

    ``draws`` are the draws so far, in order, as ``option=value``. The ``seed`` is a secret.
    """

    game: Game
    seed: str
    options: dict[str, str]
    draws: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What everybody may see of the seed before the first draw."""
        return commitment_of(self.seed)

    def draw(self, key: str) -> SetUp:
        """Settle one option by a draw. An option that takes several values gets one more.

        Raises
        ------
        BadDraw
            When the game has no such option, or nothing is left to draw for it.
        """
        values = candidates(self.game, key, self.options)
        if not values:
            raise BadDraw(f"Nothing is left to draw for the option {key!r}.")
        number = len(self.draws) + 1
        value = values[pick(self.seed, number, [1] * len(values))]
        options = add_value(self.game, self.options, key, value)
        return msgspec.structs.replace(self, options=options, draws=(*self.draws, f"{key}={value}"))


def begin_set_up(game: Game, options: Mapping[str, str] | None = None, seed: str | None = None) -> SetUp:
    """Begin with what the table chose by hand; ``seed`` is for tests and for checking."""
    return SetUp(game, seed or new_seed(), dict(options or {}))


def candidates(game: Game, key: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Give the values from which an option is drawn.

    Unless the game says otherwise these are the option's choices, less the default (which stands
    for none) and less what it holds already.

    Raises
    ------
    BadDraw
        When the game has no such option.
    """
    option = _option(game, key)
    if isinstance(game, DrawsOptions):
        return game.candidates(key, options)
    held = options.get(key, "").split("+")
    return tuple(choice for choice in option.choices if choice != option.default and choice not in held)


def add_value(game: Game, options: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Give the options with a drawn value: instead of the old one, or beside it where several may be."""
    option = _option(game, key)
    held = [each for each in options.get(key, "").split("+") if each and each != option.default]
    values = [*held, value] if option.several else [value]
    return {**options, key: "+".join(values)}


def _option(game: Game, key: str) -> Option:
    for option in game.info.options:
        if option.key == key:
            return option
    raise BadDraw(f"{game.info.name} has no option {key!r} to draw for.")
