"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.caterpillar_filler.rules import attempts, followed, verbs
from companion.games.caterpillar_filler.rules import lying as table_top
from companion.games.caterpillar_filler.rules.chance import roll_odds
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.problems import problems
from companion.games.caterpillar_filler.rules.prompts import prompts
from companion.games.caterpillar_filler.rules.scoring import outcome, sheet
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class State(Position, frozen=True):
    """A position of Caterpillar Filler and everything that can be asked of it."""

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now; before the roll chance and, while a wasp may be put, the mover."""
        return verbs.actors(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return outcome(self)

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, in a fixed order."""
        return verbs.legal(self, actor)

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance with its weight (specification section 7)."""
        if self.phase in ("START", "ROLL"):
            yield from roll_odds(self)
        elif CHANCE in self.actors:
            for action in self.legal(CHANCE):
                yield action, 1

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the number of the rule; None when it is legal."""
        return verbs.why_not(self, action)

    def after(self, action: Action) -> State:
        """Give the state after a legal action."""
        return verbs.apply(self, action)

    def sheet(self) -> Sheet:
        """The itemised score: the length of each caterpillar (CF-43)."""
        return sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        return prompts(self)

    def seen_by(self, seat: Seat | None) -> State:  # noqa: ARG002
        """Give the position itself: all of it is public, and face-down tiles are not in it."""
        return self

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        return table_top.lying(self)

    def followed(self, before: game.State, action: Action) -> tuple[Message, ...]:
        """What came by itself of the action that led here."""
        return tuple(followed.followed(before, action, self)) if isinstance(before, State) else ()

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position."""
        return problems(self)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The head and the body colour of each seat."""
        return {seat: table_top.pieces_of(self, seat) for seat in range(1, self.seats + 1)}

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, allowed or not."""
        return attempts.attempts(self, seen)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask for the tail or the neck of a caterpillar, where only those differ."""
        return attempts.tell_apart([other for other in others if isinstance(other, State)])
