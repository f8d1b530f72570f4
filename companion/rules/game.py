"""The contract that every game keeps.

A *game* makes states; a *state* is a frozen value that knows who may act, what is legal and
what comes of it. Chance is an actor like any other (`CHANCE`): when a die must be rolled or
a tile turned, ``state.actors`` is ``(CHANCE,)`` and the outcome arrives as an action - from
the camera, a tap or a software draw. The rules themselves hold no randomness.

`companion.rules.testing.check_game` plays random games and checks all that is promised here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from companion.rules.errors import IllegalAction
from companion.rules.message import Message
from companion.rules.phrases import Phrase
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


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """Base of every action; ``by`` is the actor. ``str(action)`` is its notation: the tag and the fields.

    ``spoken`` marks a choice that people only say: it leaves nothing to see and is no turn's end, so
    nobody takes it for granted. It is tapped, or asked about.

    ``secret`` marks what only the one who acts knows in full until the game is over, such as a card put
    face down: others are told less (`HidesActions`), and nobody infers it or asks about it.

    ``from_hand`` marks a choice that hangs on what the one who acts holds unseen. Whether it is possible is
    nobody else's business: a question about it is put to that seat alone, and nothing is taken for granted.

    ``declines`` marks that somebody makes no use of what they may do. It leaves nothing to see, and what they
    do next says as much.

    ``follows`` marks an outcome of chance that nobody need find out where it is the only one.

    ``called`` marks an outcome of chance that a player calls for, such as the roll of a die: while a seat may
    do something else instead, the software does not draw it unasked.
    """

    spoken: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    from_hand: ClassVar[bool] = False
    declines: ClassVar[bool] = False
    follows: ClassVar[bool] = False
    called: ClassVar[bool] = False

    by: Actor

    def __str__(self) -> str:
        fields = (getattr(self, name) for name in self.__struct_fields__ if name != "by")
        return " ".join(map(str, (self.__struct_config__.tag, *fields)))


class Reason(msgspec.Struct, frozen=True):
    """Why something is not allowed: a rule, or a section of the specification, and one sentence."""

    rule: str
    message: Message

    @property
    def numbered(self) -> Message:
        """The sentence with the rule's number, as a player reads it, who knows of no sections."""
        if not self.rule or self.rule.startswith("section"):
            return self.message
        return Message("{reason} ({rule}).", {"reason": self.message.without_stop(), "rule": self.rule})

    def sentence(self, names: Mapping[Seat, str] | None = None) -> str:
        """Render the sentence with the rule's number."""
        return self.numbered.render(names or {})


class Prompt(msgspec.Struct, frozen=True):
    """What a seat is expected to do now.

    ``kind`` is ``act`` (you must do something), ``may`` (you can, if you like), ``wait``
    (somebody else, or the camera, is at work) or ``over``. ``message`` is the headline: what to do, or
    who has won, in a line or two. What else is to be known, such as what happened before, and between what
    one may choose, is ``told`` after it, a line each. ``hands`` is what the headline has hands do besides
    drawing, if chance is to act: where the program has drawn at once nobody has read it, and it is told
    afterwards, to all alike. ``own`` is False where a seat moves pieces in the
    stead of somebody who does not sit at the table, such as an automatic player: that is not its turn.
    ``asks`` is the notation of the action that the headline asks for, where other actions are possible, too.
    """

    kind: Literal["act", "may", "wait", "over"]
    message: Message
    told: tuple[Message, ...] = ()
    own: bool = True
    hands: tuple[Message, ...] = ()
    asks: str = ""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a position, and the cells (``zone/cell``) it concerns."""

    rule: str
    message: Message
    where: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (several when shared), and why, in one sentence.

    ``why`` is what is left of it to say under a heading that names who has won; None if all of it.
    """

    winners: tuple[Seat, ...]
    message: Message
    why: Message | None = None


class Option(msgspec.Struct, frozen=True):
    """A choice that a table makes before the game.

    Values travel as text (records, the command, forms); ``choices`` lists the legal ones.
    With ``several`` the text is a list of choices joined by ``+``; an option without
    choices takes free text that the game itself checks. ``help`` says in one or two sentences
    what changes at the table, and ``choice_helps`` the same of every choice, where each is something new.

    What the free text is made of may be told: ``bounds`` are the least and the greatest whole number, which
    stands there instead of the default, a word; ``parts`` are those of which it lists as many as the default,
    with commas between them. Where the default lists something for every seat, all different, in the order of
    the seats, ``each`` is what one of them is called, as *Colour*: then everybody chooses an own one.

    ``seats`` are the numbers of players to whom it matters, where it is not all: to others it is not offered,
    and changes nothing.
    """

    key: str
    label: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    choice_labels: tuple[str | Phrase, ...] = ()
    several: bool = False
    choice_helps: tuple[str | Phrase, ...] = ()
    bounds: tuple[int, int] | None = None
    parts: tuple[str, ...] = ()
    each: str = ""
    seats: tuple[int, ...] = ()

    def matters(self, seats: int) -> bool:
        """Whether it changes anything for so many players."""
        return not self.seats or seats in self.seats


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


class State(Hashable, Protocol):
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
        """Say in one sentence what somebody did, as a log tells it afterwards and a button offers it.

        Of pieces and spaces it gives the names that are printed on them, and nothing of the notation. No two
        actions that one actor may choose from are told alike. What a seat does is a `deed`
        (`companion.rules.kit.deed`): on that seat's own phone a button says it without the name.
        """
        ...

    def encode(self, state: State) -> bytes:
        """The state as JSON. Its names are the game's own; docs/score.md shows them."""
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
        raise IllegalAction(reason.numbered, reason.rule)
    return state.after(action)  # type: ignore[return-value]
