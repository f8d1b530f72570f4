"""What a game may be able to do besides the contract: abilities that its state or the game itself may have.

Whoever can use an ability asks for it by ``isinstance``; a game without it loses nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from companion.rules.game import Action, Game, Lying, Seat, State, may_know
from companion.rules.message import Message
from companion.rules.phrases import Value

Piles: TypeAlias = dict[str, dict[str, tuple[str, ...]]]
"""What lies on each other: zone -> cell -> kinds of piece, from the board up."""


class Attempt(msgspec.Struct, frozen=True):
    """What somebody may have meant who laid the pieces so, be it allowed or not.

    ``lying`` is what would lie on the table then. ``begun``: a legal action begins like this.
    """

    action: Action
    lying: Lying
    begun: bool = False


@runtime_checkable
class HelpsReferee(Protocol):
    """What a state may offer besides, for those who compare it with a table.

    Without it a forbidden move is only a disagreement, and a question tells whole courses of events.
    """

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, the plainest first."""
        ...

    def tell_apart(self, others: Sequence[State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask for what tells apart positions (this is the first) that look alike: question, answers."""
        ...


class Advice(msgspec.Struct, frozen=True):
    """Something that a seat may want to know before it acts.

    ``topic`` is a heading that pieces of advice share, ``where`` the cells (``zone/cell``) that it
    speaks of. ``open``: the seat can do it now; what it cannot do is told all the same.
    """

    topic: str | Message
    message: Message
    where: tuple[str, ...] = ()
    open: bool = True


@runtime_checkable
class GivesAdvice(Protocol):
    """What a state offers besides, for pages: what a player would ask at the table."""

    def advice(self, seat: Seat) -> Sequence[Advice]:
        """Give what that seat may want to know now, sorted by topic."""
        ...


@runtime_checkable
class KnowsWorth(Protocol):
    """What a state offers besides, for pages: what an action would earn at once, before it is chosen."""

    def worth(self, action: Action) -> int | None:
        """Give by how much its seat's score would change; None for actions of which that tells little."""
        ...


@runtime_checkable
class TellsWhatFollowed(Protocol):
    """What a state offers besides where more comes of an action than the action says: for the log.

    It is asked of a view, with the same seat's view of the position before, and tells no more than they do.
    """

    def followed(self, before: State, action: Action) -> Sequence[Message]:
        """Say what came by itself of the action that led here, in the order in which it came."""
        ...


@runtime_checkable
class HidesActions(Protocol):
    """What a game offers besides where some of its actions are ``secret``."""

    def tell_others(self, action: Action) -> Message:
        """Say what the others notice of a secret action: the same for all that it may have been."""
        ...


@runtime_checkable
class KnowsSameDeed(Protocol):
    """What a state offers besides where one deed is another action in another position, as in FT-11.

    Who puts the record right further back means the deeds that follow, however they are written then.
    """

    def same_deed(self, action: Action) -> Action:
        """Give the action that the deed would be here; the same one where it makes no difference."""
        ...


class Cards(msgspec.Struct, frozen=True):
    """Cards that lie together, as a page shows them: a hand, a pile, what can be bought.

    ``kinds`` are their names in the layout, ``words`` what is printed on each, for those who cannot see it.
    ``seat`` is whose they are, 0 for everybody's. ``small``: to be seen, rather than to be tapped.
    ``below``: what each card says in print that is too small to read on a phone.
    """

    title: Message
    kinds: tuple[str, ...]
    words: tuple[Value, ...] = ()
    seat: Seat = 0
    small: bool = False
    below: tuple[Value, ...] = ()


@runtime_checkable
class ShowsCards(Protocol):
    """What a state offers besides where people hold cards or lay them before them, on no sheet.

    Pages show them instead of boards, and actions are chosen by tapping cards. Both are asked of a view.
    """

    def cards(self, seat: Seat | None) -> Sequence[Cards]:
        """Give the cards that a seat (None: a spectator) sees, those that matter most first."""
        ...

    def named(self, action: Action) -> tuple[str, ...]:
        """Give the kinds of the cards that an action names, in no order that matters."""
        ...


@runtime_checkable
class KnowsHands(Protocol):
    """What a state offers besides where people hold cards that they may show to their own phone.

    Both are asked of a view, and tell no more than it does.
    """

    def held(self, seat: Seat) -> tuple[str, ...]:
        """Give the kinds of the cards in that seat's hand; none before it has any."""
        ...

    def whereabouts(self, kind: str, seat: Seat) -> Message:
        """Say to that seat where a card is that is not in its hand."""
        ...


@runtime_checkable
class KnowsPlaces(Protocol):
    """What a game offers besides where its notation does not name the cells of the layout.

    A state offers it instead where the cells depend on the position.
    """

    def places(self, action: Action) -> tuple[str, ...]:
        """Give the cells (``zone/cell``) that an action leads over, in order."""
        ...


@runtime_checkable
class KnowsAlike(Protocol):
    """What a state offers besides where like pieces have names: whether the names matter."""

    def alike(self, other: State) -> bool:
        """Whether nobody need say which of two positions it is: of two like pieces one moved."""
        ...


@runtime_checkable
class KnowsBeginnings(Protocol):
    """What a state offers besides where a whole action looks as another one does half-way.

    A table that shows it, and nothing after it, is waited for: what goes on tells, or a tap.
    """

    def only_begins(self, action: Action) -> bool:
        """Whether pieces that are held in hand for something else leave the same table as that action."""
        ...


@runtime_checkable
class PilesPieces(Protocol):
    """What a state offers besides where pieces lie on pieces: `lying` names only the uppermost ones."""

    def piles(self) -> Piles:
        """Give all pieces of every space, from the board up."""
        ...


@runtime_checkable
class PlaysOnPart(Protocol):
    """What a state offers besides where a table may play on a part of the printed spaces."""

    def spaces_in_play(self) -> dict[str, tuple[str, ...]]:
        """Give zone -> its cells in play; zones that are not named are played in full."""
        ...


@runtime_checkable
class ValuesPosition(Protocol):
    """What a state offers besides where points come late: what it is worth to bots."""

    def prospects(self, seat: Seat) -> float:
        """Give what the position may still bring a seat, in points, besides what the sheet says."""
        ...


@runtime_checkable
class JudgesFinalTable(Protocol):
    """What a game may offer besides that scores a table which was not followed.

    Without it the position is taken for that of a game which is over.
    """

    def unfinished(self, position: bytes) -> Message | None:
        """Say why this position, which can be scored, shows no winner; None where it shows one."""
        ...


@runtime_checkable
class ScalesScores(Protocol):
    """What a game may offer besides for those who compare scores of past games.

    Attributes
    ----------
    score_scale
        Options with which scores are of another size, such as that of the board.
    """

    score_scale: tuple[str, ...]


@runtime_checkable
class NamesThings(Protocol):
    """What a game may offer whose notation has words for what people call otherwise: cards, or deeds."""

    def called(self, word: str) -> Value:
        """Give what players call what a word of the notation stands for: a phrase, or a name as printed."""
        ...


@runtime_checkable
class NamesSources(Protocol):
    """What a game offers besides where its options say who finds out what chance decides."""

    def sources(self, options: Mapping[str, str]) -> Mapping[str, Literal["camera", "tap", "software"]]:
        """Give, by the first word of an outcome's notation, who finds it out at such a table."""
        ...


class Trait(msgspec.Struct, frozen=True):
    """Something that a player sees on a piece: ``asked`` for in a sentence, and what this piece shows."""

    asked: Message
    shows: str


@runtime_checkable
class KnowsTraits(Protocol):
    """What a game offers besides where chance has so many outcomes that nobody would read a list of them."""

    def traits(self, action: Action) -> tuple[Trait, ...]:
        """Give what tells the piece of this outcome from others, the first question first.

        All outcomes of one kind answer the same questions; an answer is one word. None for other actions.
        """
        ...


def piles_of(state: State) -> Piles:
    """Give what lies on each other; where a game piles nothing, every space holds one piece."""
    if isinstance(state, PilesPieces):
        return state.piles()
    return {zone: {cell: (kind,) for cell, kind in cells.items()} for zone, cells in state.lying().items()}


def only_begins(state: State, action: Action) -> bool:
    """Say whether a table that shows an action and nothing after it may still be half-way to another."""
    return isinstance(state, KnowsBeginnings) and state.only_begins(action)


def tell_to(game: Game, action: Action, seat: Seat | None) -> Message:
    """Say what somebody did, as far as a seat (None: a spectator) may know it while the game runs."""
    if may_know(action, seat) or not isinstance(game, HidesActions):
        return game.tell(action)
    return game.tell_others(action)
