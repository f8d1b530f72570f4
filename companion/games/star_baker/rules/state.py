"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.star_baker.rules import verbs
from companion.games.star_baker.rules.checks import display, hands, views
from companion.games.star_baker.rules.checks import lying as table_top
from companion.games.star_baker.rules.checks.problems import problems
from companion.games.star_baker.rules.phases.dealing import refill_odds
from companion.games.star_baker.rules.position import Position
from companion.games.star_baker.rules.results.scoring import outcome, sheet
from companion.games.star_baker.rules.sentences import advice as hints
from companion.games.star_baker.rules.sentences import followed
from companion.games.star_baker.rules.sentences.prompts import prompts
from companion.rules.abilities import Advice, Cards
from companion.rules.game import CHANCE, Action, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of Star Baker and everything that can be asked of it."""

    parts = Parts(
        actors=verbs.actors,
        legal=verbs.legal,
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
        if self.phase == "REFILL":
            yield from refill_odds(self)
        else:
            yield from ((action, 1) for action in self.legal(CHANCE))

    def seen_by(self, seat: Seat | None) -> State:
        """Give this position without other hands, and without time cards before all have chosen."""
        return views.seen_by(self, seat)

    def cards(self, seat: Seat | None) -> tuple[Cards, ...]:
        """The book, and what everybody has, as far as that seat may see it."""
        return tuple(display.cards(self, seat))

    def named(self, action: Action) -> tuple[str, ...]:
        """The kinds of the cards that an action names."""
        return display.named(action)

    def held(self, seat: Seat) -> tuple[str, ...]:
        """The kinds of the cards in a hand."""
        return hands.hand_kinds(self, seat)

    def whereabouts(self, kind: str, seat: Seat) -> Message:
        """Where a card is that a seat does not hold, as far as this view tells."""
        return hands.whereabouts(self, kind, seat)

    def advice(self, seat: Seat) -> tuple[Advice, ...]:
        """What the seat can fill, which time card leaves it what, and what its next set wants."""
        return tuple(hints.advice(self, seat))

    def prospects(self, seat: Seat) -> float:
        """What the seat's cards may still bring, in points."""
        return hints.prospects(self, seat)

    def spaces_in_play(self) -> dict[str, tuple[str, ...]]:
        """The places of the mat that this table uses."""
        return table_top.spaces_in_play(self)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The chef cards of each seat; none before they are given out."""
        return {seat: table_top.pieces_of(self, seat) for seat in range(1, self.seats + 1)}
