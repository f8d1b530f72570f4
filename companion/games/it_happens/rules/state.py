"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.it_happens.rules import verbs
from companion.games.it_happens.rules.checks import attempts, views
from companion.games.it_happens.rules.checks import lying as table_top
from companion.games.it_happens.rules.checks.problems import problems
from companion.games.it_happens.rules.position import Die, Position
from companion.games.it_happens.rules.results import ending, scoring
from companion.games.it_happens.rules.sentences import followed, prompts
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import Lying, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of It Happens and everything that can be asked of it."""

    parts = Parts(
        actors=verbs.actors,
        legal=verbs.VERBS.legal,
        why_not=verbs.VERBS.why_not,
        apply=verbs.apply,
        outcome=ending.outcome,
        sheet=scoring.sheet,
        prompts=prompts.prompts,
        lying=table_top.lying,
        problems=problems,
        followed=lambda _, action, after: followed.followed(action, after),
    )

    def seen_by(self, seat: Seat | None) -> State:
        """Give the position with the victory tiles of all others face down (IH-R22)."""
        return views.seen_by(self, seat)

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
