"""A game as a table of verbs: each kind of action with its phases, and one order of asking why not.

An action is asked in this order. Is there such an action in this game? Is this its phase? Is the action for
this actor? Then the verb itself is asked. So a refusal always names the first rule that is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from companion.rules.game import Action, Actor, Reason, Seat
from companion.rules.kit.words import reason
from companion.rules.message import Message

NO_SUCH_ACTION: Final = "section 6"
FOR_CHANCE: Final = "section 7"


class HasPhase(Protocol):
    """A position that says in which phase the game is."""

    @property
    def phase(self) -> str:
        """The phase, by its name."""
        ...


P = TypeVar("P", bound=HasPhase)


class Verb(NamedTuple):
    """One kind of action. Its functions are only asked in one of its phases.

    Attributes
    ----------
    who
        Whose action it is, in words of the game: ``chance``, ``turn`` ...
    phases
        Where in the game the action can be.
    legal
        Gives the legal actions of a position; of a position and an actor where ``for_each`` is set.
    why_not, apply
        Say why an action is not legal, and what comes of a legal one.
    """

    who: str
    phases: tuple[str, ...]
    legal: Callable[..., Iterator[Action]]
    why_not: Callable[[Any, Any], Reason | None]
    apply: Callable[[Any, Any], Any]
    for_each: bool = False


class Verbs(Generic[P]):
    """All verbs of a game.

    Parameters
    ----------
    game
        The game's name, as in ``That is not an action of Papillon.``
    verbs
        Kind of action -> verb. Legal actions are given in this order.
    awaited
        Phase -> the reason why an action of another phase has to wait.
    not_theirs
        Says why such an action is not for that actor now; None when it is.
    """

    def __init__(
        self,
        game: str,
        verbs: Mapping[type[Action], Verb],
        awaited: Mapping[str, Reason],
        not_theirs: Callable[[P, Verb, Actor], Reason | None],
    ) -> None:
        self._verbs, self._awaited, self._not_theirs = verbs, awaited, not_theirs
        self._unknown: Final = reason(NO_SUCH_ACTION, "That is not an action of {game}.", game=game)

    def legal(self, p: P, actor: Actor) -> Iterator[Action]:
        """Lazily give the legal actions of an actor."""
        for verb in self._verbs.values():
            if p.phase in verb.phases and self._not_theirs(p, verb, actor) is None:
                yield from verb.legal(p, actor) if verb.for_each else verb.legal(p)

    def why_not(self, p: P, action: Action) -> Reason | None:
        """Say why an action is not legal now; None when it is."""
        verb = self._verbs.get(type(action))
        if verb is None:
            return self._unknown
        if p.phase not in verb.phases:
            return self._awaited[p.phase]
        return self._not_theirs(p, verb, action.by) or verb.why_not(p, action)

    def apply(self, p: P, action: Action) -> Any:
        """Give the position after a legal action."""
        return self._verbs[type(action)].apply(p, action)


def awaited(rule: str, sentences: Mapping[str, str], **others: str) -> dict[str, Reason]:
    """Make the reasons of all phases by one rule, but for the phases that have a rule of their own."""
    return {phase: reason(others.get(phase, rule), text) for phase, text in sentences.items()}


def for_chance(rule: str = FOR_CHANCE) -> Reason:
    """Say that no player decides that."""
    return reason(rule, "That is for chance to decide.")


def others_turn(seat: Seat, rule: str = NO_SUCH_ACTION) -> Reason:
    """Say whose turn it is."""
    return Reason(rule, Message("It is {who}'s turn.", seats={"who": seat}))
