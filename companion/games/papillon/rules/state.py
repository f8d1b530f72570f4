"""The state of a game in progress: a `Position` that keeps the contract of `companion.rules.game`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.papillon.rules import attempts, followed, verbs
from companion.games.papillon.rules import lying as table_top
from companion.games.papillon.rules.drawing import gnome_odds
from companion.games.papillon.rules.hints import hints
from companion.games.papillon.rules.places import places
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.problems import problems
from companion.games.papillon.rules.prompts import prompts
from companion.games.papillon.rules.prospects import prospects
from companion.games.papillon.rules.score_sheet import sheet
from companion.games.papillon.rules.scoring import outcome
from companion.rules import game
from companion.rules.abilities import Advice, Attempt
from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class State(Position, frozen=True):
    """A position of Papillon and everything that can be asked of it."""

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now; all who have not finished in the Gardening phase."""
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
        if self.phase == "GNOME":
            yield from gnome_odds(self)
        else:
            for action in self.legal(CHANCE):
                yield action, 1

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the number of the rule; None when it is legal."""
        return verbs.why_not(self, action)

    def after(self, action: Action) -> State:
        """Give the state after a legal action."""
        return verbs.apply(self, action)

    def sheet(self) -> Sheet:
        """The itemised Nectar as it stands (section 9)."""
        return sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        return prompts(self)

    def seen_by(self, seat: Seat | None) -> State:  # noqa: ARG002
        """Give the position itself: all of it is public, and what is face down is not in it."""
        return self

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        return table_top.lying(self)

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

    def followed(self, before: game.State, action: Action) -> tuple[Message, ...]:
        """What came by itself of the action that led here."""
        return tuple(followed.followed(before, action, self)) if isinstance(before, State) else ()

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position."""
        return problems(self)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The gardener and the butterflies of each seat."""
        return {
            seat: (table_top.gardener(self, seat), table_top.butterfly(self, seat))
            for seat in range(1, self.seats + 1)
        }
