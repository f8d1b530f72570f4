"""A state that asks the modules of its game: the part of the contract that every game writes alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

import msgspec

from companion.rules.game import CHANCE, Action, Actor, Lying, Outcome, Problem, Prompt, Reason, Seat, State
from companion.rules.message import Message
from companion.rules.sheet import Sheet


class Parts(NamedTuple):
    """What a game says of a position, a function each; `companion.rules.game.State` tells what they give.

    ``followed(before, action, after)`` tells what came by itself of an action.
    """

    actors: Callable[[Any], tuple[Actor, ...]]
    legal: Callable[[Any, Actor], Iterator[Action]]
    why_not: Callable[[Any, Action], Reason | None]
    apply: Callable[[Any, Action], Any]
    outcome: Callable[[Any], Outcome | None]
    sheet: Callable[[Any], Sheet]
    prompts: Callable[[Any], dict[Seat, Prompt]]
    lying: Callable[[Any], Lying]
    problems: Callable[[Any], tuple[Problem, ...]]
    followed: Callable[[Any, Action, Any], Iterable[Message]]


class StateOfParts:
    """The state of a game in progress; a game derives it together with its position, and names its parts.

    A game with something hidden has a ``seen_by`` of its own, and one with uneven chances an ``odds``.
    """

    __slots__ = ()

    parts: ClassVar[Parts]

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now."""
        return self.parts.actors(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return self.parts.outcome(self)

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, in a fixed order."""
        return self.parts.legal(self, actor)

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance; all are equally likely."""
        return ((action, 1) for action in self.legal(CHANCE))

    def why_not(self, action: Action) -> Reason | None:
        """Say why the action is not legal now, with the number of the rule; None when it is legal."""
        return self.parts.why_not(self, action)

    def after(self, action: Action) -> Self:
        """Give the state after a legal action."""
        after: Self = self.parts.apply(self, action)
        return after

    def sheet(self) -> Sheet:
        """Give the itemised score as it stands."""
        return self.parts.sheet(self)

    def prompts(self) -> dict[Seat, Prompt]:
        """Say what is expected of each seat now."""
        return self.parts.prompts(self)

    def seen_by(self, seat: Seat | None) -> Self:  # noqa: ARG002
        """Give the position itself: all of it is public."""
        return self

    def lying(self) -> Lying:
        """Say what should be lying on the table now."""
        return self.parts.lying(self)

    def followed(self, before: State, action: Action) -> Sequence[Message]:
        """Tell what came by itself of the action that led here."""
        return tuple(self.parts.followed(before, action, self)) if isinstance(before, StateOfParts) else ()

    def problems(self) -> tuple[Problem, ...]:
        """Say everything that is wrong with this position."""
        return self.parts.problems(self)


S = TypeVar("S", bound=msgspec.Struct)


def recast(position: msgspec.Struct, kind: type[S], **changes: object) -> S:
    """Give a position as a state of that kind, with some fields changed."""
    values: Mapping[str, object] = {name: getattr(position, name) for name in position.__struct_fields__}
    return kind(**{**values, **changes})
