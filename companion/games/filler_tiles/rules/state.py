"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.filler_tiles.rules import verbs
from companion.games.filler_tiles.rules.actions import Expand, New
from companion.games.filler_tiles.rules.checks import attempts
from companion.games.filler_tiles.rules.checks import lying as table_top
from companion.games.filler_tiles.rules.checks.problems import problems
from companion.games.filler_tiles.rules.phases.placing import placement
from companion.games.filler_tiles.rules.position import Position
from companion.games.filler_tiles.rules.results.scoring import outcome, sheet
from companion.games.filler_tiles.rules.sentences import followed
from companion.games.filler_tiles.rules.sentences.prompts import prompts
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import Action, Lying, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of Filler (tiles) and everything that can be asked of it."""

    parts = Parts(
        actors=verbs.actors,
        legal=verbs.VERBS.legal,
        why_not=verbs.VERBS.why_not,
        apply=verbs.VERBS.apply,
        outcome=outcome,
        sheet=sheet,
        prompts=prompts,
        lying=table_top.lying,
        problems=problems,
        followed=lambda _, action, after: followed.followed(action, after),
    )

    def spaces_in_play(self) -> dict[str, tuple[str, ...]]:
        """The squares of this board; the mat has those of the largest one."""
        return {"board": self.board.squares}

    def same_deed(self, action: Action) -> Action:
        """Give what a tile on that square is here: it joins on, or begins a group (FT-11)."""
        return placement(self, action.by, action.square) if isinstance(action, (Expand, New)) else action

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The tiles of each seat."""
        return {seat: table_top.pieces_of(self, seat) for seat in range(1, self.seats + 1)}

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, allowed or not."""
        return attempts.attempts(self, seen)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask who plays which colour, where that alone tells positions apart."""
        return attempts.tell_apart([other for other in others if isinstance(other, Position)])

    def alike(self, other: game.State) -> bool:
        """Whether the other position differs only in which of several pieces came first."""
        return isinstance(other, Position) and attempts.alike(self, other)
