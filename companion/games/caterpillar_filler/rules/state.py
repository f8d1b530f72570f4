"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.caterpillar_filler.rules import verbs
from companion.games.caterpillar_filler.rules.checks import attempts
from companion.games.caterpillar_filler.rules.checks import lying as table_top
from companion.games.caterpillar_filler.rules.checks.problems import problems
from companion.games.caterpillar_filler.rules.phases.chance import roll_odds
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.results.scoring import outcome, sheet
from companion.games.caterpillar_filler.rules.sentences import followed
from companion.games.caterpillar_filler.rules.sentences.prompts import prompts
from companion.rules import game
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Action, Lying, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of Caterpillar Filler and everything that can be asked of it."""

    parts = Parts(
        actors=verbs.actors,
        legal=verbs.VERBS.legal,
        why_not=verbs.VERBS.why_not,
        apply=verbs.apply,
        outcome=outcome,
        sheet=sheet,
        prompts=prompts,
        lying=table_top.lying,
        problems=problems,
        followed=followed.followed,
    )

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance with its weight (specification section 7)."""
        if self.phase in ("START", "ROLL"):
            yield from roll_odds(self)
        elif CHANCE in self.actors:
            for action in self.legal(CHANCE):
                yield action, 1

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The head and the body colour of each seat."""
        return {seat: table_top.pieces_of(self, seat) for seat in range(1, self.seats + 1)}

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, allowed or not."""
        return attempts.attempts(self, seen)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask for the tail or the neck of a caterpillar, where only those differ."""
        return attempts.tell_apart([other for other in others if isinstance(other, State)])
