"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.papillon.rules import verbs
from companion.games.papillon.rules.checks import attempts
from companion.games.papillon.rules.checks import lying as table_top
from companion.games.papillon.rules.checks.places import places
from companion.games.papillon.rules.checks.problems import problems
from companion.games.papillon.rules.phases.drawing import gnome_odds
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.score_sheet import sheet
from companion.games.papillon.rules.results.scoring import outcome
from companion.games.papillon.rules.sentences import followed
from companion.games.papillon.rules.sentences.hints import hints
from companion.games.papillon.rules.sentences.prompts import prompts
from companion.games.papillon.rules.sentences.prospects import prospects
from companion.rules import game
from companion.rules.abilities import Advice, Attempt
from companion.rules.game import CHANCE, Action, Lying, Seat
from companion.rules.kit.states import Parts, StateOfParts
from companion.rules.message import Message


class State(StateOfParts, Position, frozen=True):
    """A position of Papillon and everything that can be asked of it."""

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
        if self.phase == "GNOME":
            yield from gnome_odds(self)
        else:
            for action in self.legal(CHANCE):
                yield action, 1

    def places(self, action: Action) -> tuple[str, ...]:
        """Where an action takes place."""
        return places(self, action)

    def advice(self, seat: Seat) -> Sequence[Advice]:
        """What a seat may want to know now: lines to draft, open patches and fields."""
        return tuple(hints(self, seat))

    def prospects(self, seat: Seat) -> float:
        """What the position may still bring a seat."""
        return prospects(self, seat)

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """What somebody may have meant who laid tiles, moved a gardener or took tiles so."""
        return attempts.attempts(self, seen)

    def tell_apart(self, others: Sequence[game.State]) -> tuple[Message, tuple[Message, ...]] | None:
        """What to ask where positions look alike."""
        return attempts.tell_apart([other for other in others if isinstance(other, State)])

    def only_begins(self, action: Action) -> bool:
        """Whether a tile that is taken may be the first of a longer line, or a butterfly be held in hand."""
        return attempts.only_begins(self, action)

    def alike(self, other: game.State) -> bool:
        """Whether gardens that are turned or counted otherwise are all that differs."""
        return isinstance(other, State) and attempts.alike(self, other)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The gardener and the butterflies of each seat."""
        return {
            seat: (table_top.gardener(self, seat), table_top.butterfly(self, seat))
            for seat in range(1, self.seats + 1)
        }
