"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.octopus_garden.rules import verbs
from companion.games.octopus_garden.rules.actions import Boxer, Crab, Plant, Star
from companion.games.octopus_garden.rules.checks import attempts
from companion.games.octopus_garden.rules.checks import lying as table_top
from companion.games.octopus_garden.rules.checks.problems import problems
from companion.games.octopus_garden.rules.phases.chance import draw_odds
from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.results.scoring import outcome, sheet, total
from companion.games.octopus_garden.rules.sentences import followed
from companion.games.octopus_garden.rules.sentences.advice import advice, worth
from companion.games.octopus_garden.rules.sentences.prompts import prompts
from companion.games.octopus_garden.rules.sentences.prospects import prospects
from companion.rules import game
from companion.rules.abilities import Advice, Attempt, Piles
from companion.rules.game import CHANCE, Action, Lying, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of Octopus's Garden and everything that can be asked of it."""

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
        """Give every outcome of chance with its weight (section 7)."""
        if self.phase == "FIRST":
            yield from ((action, 1) for action in self.legal(CHANCE))
        elif CHANCE in self.actors:
            yield from draw_odds(self)

    def piles(self) -> Piles:
        """Give every token on the table, from the board up."""
        return table_top.piles(self)

    def advice(self, seat: Seat) -> Sequence[Advice]:
        """Give what a seat may want to know before it acts."""
        return tuple(advice(self, seat))

    def worth(self, action: Action) -> int | None:
        """Give what planting a token, or the move of a star or a crab, would earn at once."""
        if isinstance(action, Plant):
            return worth(self, action.by, action.code, action.space)
        if isinstance(action, Star | Crab | Boxer):
            return total(self.after(action), action.by) - total(self, action.by)
        return None

    def prospects(self, seat: Seat) -> float:
        """Give what hand, pearls and oysters may still bring a seat."""
        return prospects(self, seat)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """Every seat has its octopus, printed on its garden; all other pieces are anybody's."""
        return {seat: (f"octopus-{seat}",) for seat in range(1, self.seats + 1)}

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, allowed or not."""
        return attempts.attempts(self, seen)

    def only_begins(self, action: Action) -> bool:
        """Whether all that an action shows is that something was taken up: it may still be in a hand."""
        return attempts.only_begins(self, action, self.after(action))

    def alike(self, other: game.State) -> bool:
        """Whether two positions differ only in which of two like tokens has moved."""
        return isinstance(other, State) and attempts.nameless(self) == attempts.nameless(other)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask what a mimic octopus was declared to be, where only that differs."""
        return attempts.tell_apart([other for other in others if isinstance(other, State)])
