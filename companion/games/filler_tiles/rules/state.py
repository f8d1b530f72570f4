"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.filler_tiles.rules import attempts, followed, verbs
from companion.games.filler_tiles.rules import lying as table_top
from companion.games.filler_tiles.rules.actions import Expand, New
from companion.games.filler_tiles.rules.placing import placement
from companion.games.filler_tiles.rules.position import Position
from companion.games.filler_tiles.rules.problems import problems
from companion.games.filler_tiles.rules.prompts import prompts
from companion.games.filler_tiles.rules.scoring import outcome, sheet
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class State(Position, frozen=True):
    """A position of Filler (tiles) and everything that can be asked of it."""

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now."""
        return verbs.actors(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return outcome(self)

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, square by square."""
        return verbs.legal(self, actor)

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance; all are equally likely (section 7)."""
        return ((action, 1) for action in self.legal(CHANCE))

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the number of the rule; None when it is legal."""
        return verbs.why_not(self, action)

    def after(self, action: Action) -> State:
        """Give the state after a legal action."""
        return verbs.apply(self, action)

    def sheet(self) -> Sheet:
        """The itemised score: the tiles of each player (FT-20)."""
        return sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        return prompts(self)

    def seen_by(self, seat: Seat | None) -> State:  # noqa: ARG002
        """Give the position itself: there is no hidden information."""
        return self

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        return table_top.lying(self)

    def spaces_in_play(self) -> dict[str, tuple[str, ...]]:
        """The squares of this board; the mat has those of the largest one."""
        return {"board": self.board.squares}

    def same_deed(self, action: Action) -> Action:
        """Give what a tile on that square is here: it joins on, or begins a group (FT-11)."""
        return placement(self, action.by, action.square) if isinstance(action, (Expand, New)) else action

    def followed(self, before: game.State, action: Action) -> tuple[Message, ...]:  # noqa: ARG002
        """What came by itself of the action that led here."""
        return tuple(followed.followed(action, self))

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position."""
        return problems(self)

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
