"""The contract that every game keeps.

A *game* makes states; a *state* is a frozen value that knows who may act, what is legal and
what comes of it. Chance is an actor like any other (`CHANCE`): when a die must be rolled or
a tile turned, ``state.actors`` is ``(CHANCE,)`` and the outcome arrives as an action - from
the camera, a tap or a software draw. The rules themselves hold no randomness.

`companion.rules.testing.check_game` plays random games and checks all that is promised here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from companion.rules.errors import IllegalAction
from companion.rules.message import Message
from companion.rules.sheet import Sheet

Seat: TypeAlias = int
"""A player's place at the table, 1 to n clockwise."""

Actor: TypeAlias = int
"""A seat, or `CHANCE`."""

CHANCE: Final = 0

Lying: TypeAlias = dict[str, dict[str, str]]
"""What should be lying on the table: zone -> cell -> kind of piece. An absent cell is empty.

Zones, cells and kinds carry the names of the game's layout. In a zone without cells of its
own (a tray, a free area) the pieces are numbered ``"1"``, ``"2"``, ...
"""


Piles: TypeAlias = dict[str, dict[str, tuple[str, ...]]]
"""What lies on each other: zone -> cell -> kinds of piece, from the board up."""


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """Base of every action; ``by`` is the actor. ``str(action)`` is its notation.

    ``spoken`` marks a choice that people only say: it leaves nothing to see and is no turn's end, so
    nobody takes it for granted. It is tapped, or asked about.

    ``secret`` marks what only the one who acts knows in full until the game is over, such as a card put
    face down: others are told less (`HidesActions`), and nobody infers it or asks about it.

    ``from_hand`` marks a choice that hangs on what the one who acts holds unseen. Whether it is possible is
    nobody else's business: a question about it is put to that seat alone, and nothing is taken for granted.

    ``declines`` marks that somebody makes no use of what they may do. It leaves nothing to see, and what they
    do next says as much.

    ``follows`` marks an outcome of chance that nobody need find out where it is the only one.
    """

    spoken: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    from_hand: ClassVar[bool] = False
    declines: ClassVar[bool] = False
    follows: ClassVar[bool] = False

    by: Actor


class Reason(msgspec.Struct, frozen=True):
    """Why something is not allowed: the number of the rule, and one sentence."""

    rule: str
    message: Message

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """Render the sentence with the rule's number, as a player reads it."""
        text = self.message.render(names or {})
        return f"{text.rstrip('.')} ({self.rule})." if self.rule else text


class Prompt(msgspec.Struct, frozen=True):
    """What a seat is expected to do now.

    ``kind`` is ``act`` (you must do something), ``may`` (you can, if you like), ``wait``
    (somebody else, or the camera, is at work) or ``over``.
    """

    kind: Literal["act", "may", "wait", "over"]
    message: Message


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a position, and the cells (``zone/cell``) it concerns."""

    rule: str
    message: Message
    where: tuple[str, ...] = ()


class Attempt(msgspec.Struct, frozen=True):
    """What somebody may have meant who laid the pieces so, be it allowed or not.

    ``lying`` is what would lie on the table then. ``begun``: a legal action begins like this.
    """

    action: Action
    lying: Lying
    begun: bool = False


class Advice(msgspec.Struct, frozen=True):
    """Something that a seat may want to know before it acts.

    ``topic`` is a heading that pieces of advice share, ``where`` the cells (``zone/cell``) that it
    speaks of. ``open``: the seat can do it now; what it cannot do is told all the same.
    """

    topic: str
    message: Message
    where: tuple[str, ...] = ()
    open: bool = True


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (several when shared), and why, in one sentence."""

    winners: tuple[Seat, ...]
    message: Message


class Option(msgspec.Struct, frozen=True):
    """A choice that a table makes before the game.

    Values travel as text (records, the command, forms); ``choices`` lists the legal ones.
    With ``several`` the text is a list of choices joined by ``+``; an option without
    choices takes free text that the game itself checks. ``help`` is one sentence.
    """

    key: str
    label: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    choice_labels: tuple[str, ...] = ()
    several: bool = False


class GameInfo(msgspec.Struct, frozen=True):
    """The declared facts of a game; the conformance suite holds it to them."""

    slug: str
    name: str
    seats: tuple[int, ...]
    rules_version: str
    max_actions: int
    score_range: tuple[int, int]
    minutes: tuple[int, int]
    hidden: bool
    options: tuple[Option, ...]


class State(Protocol):
    """A position of a game. Frozen: `after` gives a new state and never changes this one.

    It can be hashed, and so can actions: tuples in its fields, no dict, list or set.
    """

    @property
    def seats(self) -> int:
        """Number of players."""
        ...

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Who may act now; empty when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        ...

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Lazily give every legal action of that actor, in a fixed order."""
        ...

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give every outcome of chance with its relative weight; nothing if chance is not to act."""
        ...

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, or None when it is. Never raises on any action."""
        ...

    def after(self, action: Action) -> State:
        """Give the state after a *legal* action. Legality is not checked here: see `play`."""
        ...

    def sheet(self) -> Sheet:
        """The itemised score at this moment."""
        ...

    def prompts(self) -> dict[Seat, Prompt]:
        """What is expected of each seat now."""
        ...

    def seen_by(self, seat: Seat | None) -> State:
        """Give this position without what that seat (None: a spectator) may not know."""
        ...

    def lying(self) -> Lying:
        """What should be lying on the table now."""
        ...

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this position, at once; empty for any reachable one."""
        ...

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """The kinds of piece that tell each seat's things from the others' (colours)."""
        ...


@runtime_checkable
class HelpsReferee(Protocol):
    """What a state may offer besides, for those who compare it with a table.

    Without it a forbidden move is only a disagreement, and a question lists notations.
    """

    def attempts(self, seen: Lying) -> Iterator[Attempt]:
        """Give what somebody may have meant whose table looks like ``seen``, the plainest first."""
        ...

    def tell_apart(self, others: Sequence[State]) -> tuple[Message, tuple[Message, ...]] | None:
        """Ask for what tells apart positions (this is the first) that look alike: question, answers."""
        ...


@runtime_checkable
class GivesAdvice(Protocol):
    """What a state offers besides, for pages: what a player would ask at the table."""

    def advice(self, seat: Seat) -> Sequence[Advice]:
        """Give what that seat may want to know now, sorted by topic."""
        ...


@runtime_checkable
class HidesActions(Protocol):
    """What a game offers besides where some of its actions are ``secret``."""

    def tell_others(self, action: Action) -> Message:
        """Say what the others notice of a secret action: the same for all that it may have been."""
        ...


class Cards(msgspec.Struct, frozen=True):
    """Cards that lie together, as a page shows them: a hand, a pile, what can be bought.

    ``kinds`` are their names in the layout, ``words`` what is printed on each, for those who cannot see it.
    ``seat`` is whose they are, 0 for everybody's. ``small``: to be seen, rather than to be tapped.
    """

    title: Message
    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    seat: Seat = 0
    small: bool = False


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


def piles_of(state: State) -> Piles:
    """Give what lies on each other; where a game piles nothing, every space holds one piece."""
    if isinstance(state, PilesPieces):
        return state.piles()
    return {zone: {cell: (kind,) for cell, kind in cells.items()} for zone, cells in state.lying().items()}


@runtime_checkable
class NamesSources(Protocol):
    """What a game offers besides where its options say who finds out what chance decides."""

    def sources(self, options: Mapping[str, str]) -> Mapping[str, Literal["camera", "tap", "software"]]:
        """Give, by the first word of an outcome's notation, who finds it out at such a table."""
        ...


class Game(Protocol):
    """A set of rules: makes states, reads notation, scores positions."""

    @property
    def info(self) -> GameInfo:
        """The declared facts."""
        ...

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """Give the values from which a draw settles an option, all equally likely.

        ``options`` are the choices made so far. Empty for an option that is never drawn.
        """
        ...

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game. Raises `BadOption` for unknown options, bad values or seats."""
        ...

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation; ``parse(a.by, str(a)) == a``. Raises `UnreadableAction`."""
        ...

    def tell(self, action: Action) -> Message:
        """Say in one sentence what somebody did, as a log tells it afterwards."""
        ...

    def encode(self, state: State) -> bytes:
        """The state as JSON, with the names of the specification's section 5."""
        ...

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`. Raises `BadPosition` when the data cannot be such a state."""
        ...

    def action_from_json(self, data: bytes) -> Action:
        """The inverse of ``msgspec.json.encode(action)``. Raises `UnreadableAction`."""
        ...

    def score(self, position: bytes) -> Sheet:
        """Score a final table that was not followed. Raises `BadPosition` with all problems."""
        ...

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the game's own property checks that this step breaks, as sentences."""
        ...


def may_know(action: Action, seat: Seat | None) -> bool:
    """Whether a seat (None: a spectator) may know all of an action while the game runs."""
    return not action.secret or action.by == seat


def tell_to(game: Game, action: Action, seat: Seat | None) -> Message:
    """Say what somebody did, as far as a seat (None: a spectator) may know it while the game runs."""
    if may_know(action, seat) or not isinstance(game, HidesActions):
        return game.tell(action)
    return game.tell_others(action)


S = TypeVar("S", bound=State)


def play(state: S, action: Action) -> S:
    """Apply an action after checking it.

    Raises
    ------
    IllegalAction
        With the sentence and the rule's number, when the action is not legal now.
    """
    reason = state.why_not(action)
    if reason is not None:
        raise IllegalAction(reason.sentence(), reason.rule)
    return state.after(action)  # type: ignore[return-value]
