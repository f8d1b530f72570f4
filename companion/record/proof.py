"""Checking a record's draws: every one is made again from the revealed seed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from companion.record.draws import commitment_of, draw, pick
from companion.record.setup import add_value, before_draws, candidates, last_draws
from companion.rules.catalogue import load_game
from companion.rules.errors import BadRecord
from companion.rules.game import Game
from companion.rules.message import Message, together
from companion.rules.phrases import Listing, Value
from companion.rules.record import Record, history

_CLAIM: Final = re.compile(r"draw ([1-9][0-9]{0,6})(?: seed ([1-9][0-9]{0,2}))?")


class Proof(msgspec.Struct, frozen=True):
    """What came of a check.

    ``checked`` draws were made again; ``sealed`` ones cannot be yet, because their seed is not
    revealed; ``taken_back`` are the numbers that the record leaves out. ``faults`` says, in
    words, everything that is wrong; there is none in an honest record.
    """

    checked: int
    sealed: int
    taken_back: tuple[int, ...]
    faults: tuple[Message, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def said(self) -> Message:
        """Say the result in words, for readers of any language."""
        return together(*(self.faults or self._right()))

    def _right(self) -> Iterator[Message]:
        yield Message(
            "{n} draw was made again from the seed, and is right.",
            {"n": self.checked},
            many="{n} draws were made again from the seed, and all are right.",
        )
        if self.sealed:
            yield Message(
                "{n} draw cannot be checked before the seed is revealed.",
                {"n": self.sealed},
                many="{n} draws cannot be checked before the seed is revealed.",
            )
        if self.taken_back:
            yield Message(
                "Taken back by agreement or correction: draw {numbers}.",
                {"n": len(self.taken_back), "numbers": Listing(self.taken_back, "and")},
                many="Taken back by agreement or correction: draws {numbers}.",
            )


class Claim(msgspec.Struct, frozen=True):
    """An action that is said to be a draw: its place from 0, its number, and its seed (from 1)."""

    index: int
    number: int
    seed: int


def check_record(record: Record, game: Game | None = None) -> Proof:
    """Make every draw of a record again.

    Raises
    ------
    BadRecord
        When the record does not replay, or has no commitment to hold its draws against.
    """
    rules = game or load_game(record.game)
    claims = _claims(record)
    if not record.commitment:
        raise BadRecord("The record has no commitment, so its draws cannot be checked.")
    seeds = record.seed.split()
    faults = [*_wrong_seeds(record.commitment.split(), seeds), *_used_twice(record, claims)]
    sealed = [claim for claim in claims if claim.seed > len(seeds)]
    open_claims = [claim for claim in claims if claim.seed <= len(seeds)]
    if seeds:
        faults += _wrong_set_up(record, rules, seeds[0])
    faults += _wrong_actions(record, rules, open_claims, seeds)
    set_up = len(record.drawn)
    used = {*range(1, set_up + 1), *(claim.number for claim in claims)}
    return Proof(
        checked=len(open_claims) + (set_up if seeds else 0),
        sealed=len(sealed) + (0 if seeds else set_up),
        taken_back=tuple(number for number in range(1, max(used, default=0)) if number not in used),
        faults=tuple(faults),
    )


def _claims(record: Record) -> list[Claim]:
    found = ((index, _CLAIM.fullmatch(note)) for index, note in sorted(record.notes.items()))
    return [Claim(index, int(match[1]), int(match[2] or 1)) for index, match in found if match]


def _wrong_seeds(commitments: list[str], seeds: list[str]) -> Iterator[Message]:
    for place, seed in enumerate(seeds, 1):
        if place > len(commitments) or commitment_of(seed) != commitments[place - 1]:
            yield Message("Seed {place} is not the one that was committed.", {"place": place})


def _used_twice(record: Record, claims: list[Claim]) -> Iterator[Message]:
    numbers = [*range(1, len(record.drawn) + 1), *(claim.number for claim in claims)]
    for number, times in Counter(numbers).items():
        if times > 1:
            counts = {"number": number, "times": times}
            yield Message("Draw {number} stands in the record {times} times.", counts)


def _wrong_set_up(record: Record, game: Game, seed: str) -> Iterator[Message]:
    options = before_draws(game, record.options, record.drawn)
    counting = last_draws(game, record.drawn)
    for number, drawn in enumerate(record.drawn, 1):
        key, _, value = drawn.partition("=")
        values = candidates(game, key, options)
        right = values[pick(seed, number, [1] * len(values))] if values else "nothing"
        held = record.options.get(key, "").split("+")
        if right != value or (number in counting and value not in held):
            yield Message(
                "Draw {number} differs: the record has {key} {held}, the seed gives {right}.",
                {"number": number, "key": key, "held": "+".join(held), "right": right},
            )
        else:
            options = add_value(game, options, key, value)


def _wrong_actions(record: Record, game: Game, claims: list[Claim], seeds: list[str]) -> Iterator[Message]:
    states = history(record, game)
    for claim in claims:
        state, written = states[claim.index], str(record.actions[claim.index])
        named: dict[str, Value] = {
            "number": claim.number,
            "place": claim.index + 1,
            "written": written,
        }
        if not state.actors or next(state.odds(), None) is None:
            yield Message("Draw {number}, action {place}: “{written}” is not a matter of chance.", named)
            continue
        right = str(draw(state, seeds[claim.seed - 1], claim.number))
        if right != written:
            yield Message(
                "Draw {number} differs: action {place} in the record is “{written}”, the seed gives "
                "“{right}”.",
                {**named, "right": right},
            )
