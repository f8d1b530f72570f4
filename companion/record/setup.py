"""Before the first move: the options that a table settles by a draw, one draw at a time.

The seed is committed before anything is drawn, the draws before the game take the first numbers,
and the game goes on from there, so the whole evening can be checked from one seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.record.draws import commitment_of, new_seed, pick
from companion.record.errors import BadDraw
from companion.rules.game import Game, Option


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

    def candidates(self, key: str) -> tuple[str, ...]:
        """Give the values from which an option is drawn next; none for one that was chosen by hand.

        What was drawn may be drawn anew. Of what was chosen nothing would be known once it was drawn over,
        and other draws may have hung on it.
        """
        option = _option(self.game, key)
        drawn = any(each.startswith(f"{key}=") for each in self.draws)
        chosen = not option.several and self.options.get(key, option.default) != option.default
        return () if chosen and not drawn else candidates(self.game, key, self.options)

    def draw(self, key: str) -> SetUp:
        """Settle one option by a draw, or anew. An option that takes several values gets one more.

        Raises
        ------
        BadDraw
            When the game never draws that option, the table has chosen it by hand, or nothing is left to
            draw for it.
        """
        values = self.candidates(key)
        if not values:
            raise BadDraw("There is nothing to draw for the option {key}.", key=repr(key))
        number = len(self.draws) + 1
        value = values[pick(self.seed, number, [1] * len(values))]
        options = add_value(self.game, self.options, key, value)
        return msgspec.structs.replace(self, options=options, draws=(*self.draws, f"{key}={value}"))


def begin_set_up(game: Game, options: Mapping[str, str] | None = None, seed: str | None = None) -> SetUp:
    """Begin with what the table chose by hand.

    A ``seed`` of one's own makes the draws repeatable; without it a secret one is made.

    Raises
    ------
    BadDraw
        When the seed is not one word, as a record needs it.
    """
    if seed is not None and seed.split() != [seed]:
        raise BadDraw("A seed is one word, without spaces.")
    return SetUp(game, seed or new_seed(), dict(options or {}))


def candidates(game: Game, key: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Give the values from which an option is drawn.

    Of several values that it takes none is drawn twice. A single one is drawn from all, whatever it holds:
    else a second draw of who begins would be none.
    """
    held = options.get(key, "").split("+") if _option(game, key).several else ()
    return tuple(value for value in game.candidates(key, options) if value not in held)


def add_value(game: Game, options: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Give the options with a drawn value: instead of the old one, or beside it where several may be."""
    option = _option(game, key)
    held = [each for each in options.get(key, "").split("+") if each and each != option.default]
    values = [*held, value] if option.several else [value]
    return {**options, key: "+".join(values)}


def before_draws(game: Game, options: Mapping[str, str], draws: Sequence[str]) -> dict[str, str]:
    """Give the options as they were before these draws, ``option=value`` each, as far as is known."""
    chosen = dict(options)
    for key, _, value in (drawn.partition("=") for drawn in draws):
        kept = [each for each in chosen.pop(key, "").split("+") if each and each != value]
        chosen |= {key: "+".join(kept)} if kept and _option(game, key).several else {}
    return chosen


def last_draws(game: Game, draws: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Give the draws that count, by their number, as option and value: of one drawn anew the last."""
    last: dict[str, int] = {}
    found: dict[int, tuple[str, str]] = {}
    for number, drawn in enumerate(draws, 1):
        key, _, value = drawn.partition("=")
        if key in last and not _option(game, key).several:
            del found[last[key]]
        last[key], found[number] = number, (key, value)
    return found


def _option(game: Game, key: str) -> Option:
    option = next((option for option in game.info.options if option.key == key), None)
    if option is None:
        raise BadDraw("The game has no option {key} to draw.", key=repr(key))
    return option
