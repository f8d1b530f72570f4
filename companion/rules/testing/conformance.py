"""The conformance suite: random games over a choice of seats, options and seeds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.rules.boxes import at_table
from companion.rules.errors import GameError
from companion.rules.game import Action, Game, State
from companion.rules.record import Record, format_record, history, parse_record
from companion.rules.testing.playout import choose
from companion.rules.testing.promises import (
    Broken,
    check_action,
    check_end,
    check_secrecy,
    check_state,
    check_step,
    check_strangers,
    check_told,
)

FULL_CHECK_EVERY = 16
"""Every so many actions, and after 1, 2, 4, 8, a position is checked in full; it is slow."""

REMEMBERED = 24
"""How many actions of earlier positions are kept to be tried where they may not be legal."""


class Failure(AssertionError):
    """A game broke a promise; the message holds what is needed to see it again."""


class Report(msgspec.Struct, frozen=True):
    """What was played: games, actions, and the longest game."""

    games: int
    actions: int
    longest: int


def single_options(game: Game, samples: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Give the default options, then every value of every option on its own.

    ``samples`` holds values for the options that take free text.
    """
    yield {}
    for option in game.info.options:
        values = option.choices or tuple(samples.get(option.key, ()))
        for value in values:
            if value != option.default:
                yield {option.key: value}


def check_game(
    game: Game,
    *,
    seats: Iterable[int] | None = None,
    options: Iterable[Mapping[str, str]] = ({},),
    seeds: Iterable[int] = (0,),
) -> Report:
    """Play a random game for each number of seats, each set of options and each seed.

    Checked are the promises of `companion.rules.game`: a record replays to the same states and
    old states do not change; JSON and notation give back what they were made from; every actor
    can act before the end and nobody after it; legal and illegal actions are told apart, and so are
    by their words those that somebody may choose from;
    scores stay in the declared range and games within the declared length; nobody sees what
    is another's secret, nor is told of it; and the game's own `properties` hold.

    Raises
    ------
    Failure
        With the seats, options, seed and record of the game in which a promise was broken.
    ValueError
        When there is nothing to play: `options` is a list of choices, not one of them.
    """
    option_sets = [dict(chosen) for chosen in options]
    played = [
        _Table(game, number, chosen, seed).play()
        for number in (game.info.seats if seats is None else seats)
        for chosen in option_sets
        for seed in seeds
    ]
    if not played:
        raise ValueError("nothing was played: name at least one number of seats, choice of options and seed")
    return Report(len(played), sum(played), max(played))


class _Table:
    """One random game that is watched."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], seed: int) -> None:
        self.game = at_table(game, options)
        self.seats = seats
        self.options = dict(options)
        self.seed = seed
        self.rng = random.Random(seed)
        self.actions: list[Action] = []
        self.states: list[State] = [game.new(seats, options)]
        self.strangers: list[Action] = []

    def play(self) -> int:
        """Play to the end and give the number of actions."""
        try:
            while self.states[-1].actors:
                self._step()
            check_end(self.game, self.states[-1], self.strangers)
            self._check_record()
        except Broken as broken:
            raise Failure(self._story(str(broken))) from broken
        except Exception as error:
            raise Failure(self._story(f"{type(error).__name__}: {error}")) from error
        return len(self.actions)

    def _step(self) -> None:
        before = self.states[-1]
        number = len(self.actions)
        if number % FULL_CHECK_EVERY == 0 or number & (number - 1) == 0:
            self._check_position(before)
        action = choose(before, self.rng)
        written = self.game.encode(before)
        after = before.after(action)
        self.actions.append(action)
        self.states.append(after)
        check_action(self.game, before, action)
        check_step(self.game, before, action, after, written)
        if len(self.actions) > self.game.info.max_actions:
            raise Broken(f"the game is longer than the declared {self.game.info.max_actions} actions")

    def _check_position(self, state: State) -> None:
        offered = check_state(self.game, state)
        check_strangers(state, offered, self.strangers)
        check_secrecy(self.game, state, offered)
        for actions in offered.values():
            kept = self.rng.sample(actions, min(2, len(actions)))
            for action in kept:
                check_action(self.game, state, action)
            check_told(self.game, actions)
            self.strangers = (self.strangers + kept)[-REMEMBERED:]

    def _record(self) -> Record:
        info = self.game.info
        return Record(info.slug, info.rules_version, self.seats, tuple(self.actions), self.options)

    def _check_record(self) -> None:
        record = self._record()
        text = format_record(record)
        again = parse_record(text, self.game)
        if again != record or format_record(again) != text:
            raise Broken("the record is read back as another one")
        if history(again, self.game) != self.states:
            raise Broken("the record replays to other states")

    def _story(self, what: str) -> str:
        """Tell what broke, with all that is needed to reproduce it."""
        try:
            record = format_record(self._record())
        except GameError as error:
            record = f"(no record: {error})"
        where = f"{self.game.info.slug}, {self.seats} seats, options {self.options}, seed {self.seed}"
        return f"{what}\n({where}, after {len(self.actions)} actions)\n\n{record}"
