"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.octopus_garden.rules import attempts, followed, verbs
from companion.games.octopus_garden.rules import lying as table_top
from companion.games.octopus_garden.rules.actions import Boxer, Crab, Plant, Star
from companion.games.octopus_garden.rules.advice import advice, worth
from companion.games.octopus_garden.rules.chance import draw_odds
from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.problems import problems
from companion.games.octopus_garden.rules.prompts import prompts
from companion.games.octopus_garden.rules.prospects import prospects
from companion.games.octopus_garden.rules.scoring import outcome, sheet, total
from companion.rules import game
from companion.rules.abilities import Advice, Attempt, Piles
from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class State(Position, frozen=True):
    """A position of Octopus's Garden and everything that can be asked of it."""

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now; besides whom the phase waits for, owners of mimics that complete a group."""
        return verbs.actors(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return outcome(self)

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, in a fixed order."""
        return verbs.legal(self, actor)

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance with its weight (section 7)."""
        if self.phase == "FIRST":
            yield from ((action, 1) for action in self.legal(CHANCE))
        elif CHANCE in self.actors:
            yield from draw_odds(self)

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the number of the rule; None when it is legal."""
        return verbs.why_not(self, action)

    def after(self, action: Action) -> State:
        """Give the state after a legal action."""
        return verbs.apply(self, action)

    def sheet(self) -> Sheet:
        """The itemised score (section 9)."""
        return sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        return prompts(self)

    def seen_by(self, seat: Seat | None) -> State:  # noqa: ARG002
        """Give the position itself: all of it is public, and the order in the bag is nobody's."""
        return self

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        return table_top.lying(self)

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

    def followed(self, before: game.State, action: Action) -> tuple[Message, ...]:
        """What came by itself of the action that led here."""
        return tuple(followed.followed(before, action, self)) if isinstance(before, State) else ()

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position."""
        return problems(self)

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
