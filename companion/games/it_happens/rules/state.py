"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.it_happens.rules import attempts, ending, followed, prompts, scoring, verbs, views
from companion.games.it_happens.rules import lying as table_top
from companion.games.it_happens.rules.position import Die, Position
from companion.games.it_happens.rules.problems import problems
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class State(Position, frozen=True):
    """A position of It Happens and everything that can be asked of it."""

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now; before the roll chance and, while a worm may be paid to pass, the seat."""
        return verbs.actors(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return ending.outcome(self)

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, in a fixed order."""
        return verbs.legal(self, actor)

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance; all are equally likely (specification section 7)."""
        if not self.over:
            for action in self.legal(CHANCE):
                yield action, 1

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the number of the rule; None when it is legal."""
        return verbs.why_not(self, action)

    def after(self, action: Action) -> State:
        """Give the state after a legal action."""
        return verbs.apply(self, action)

    def sheet(self) -> Sheet:
        """The itemised score (section 9.2), as if the game ended now."""
        return scoring.sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        return prompts.prompts(self)

    def seen_by(self, seat: Seat | None) -> State:
        """Give the position with the victory tiles of all others face down (IH-R22)."""
        return views.seen_by(self, seat)

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        return table_top.lying(self)

    def followed(self, before: game.State, action: Action) -> tuple[Message, ...]:  # noqa: ARG002
        """What came by itself of the action that led here."""
        return tuple(followed.followed(action, self))

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position."""
        return problems(self)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The dice of each seat's colour, whatever they show."""
        return {
            seat: tuple(table_top.kind_of(self, Die(seat - 1, pips)) for pips in attempts.FACES)
            for seat in range(1, self.seats + 1)
        }

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, allowed or not."""
        return attempts.attempts(self, seen)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask which die was rolled, where only that differs."""
        return attempts.tell_apart([other for other in others if isinstance(other, State)])
