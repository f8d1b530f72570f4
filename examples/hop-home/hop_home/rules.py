"""Hop Home: a whole game in one module.

HH-01 2 or 3 players have a frog each, which begins in the pond. HH-02 Who is to move rolls the die.
HH-03 The frog hops so many stones; taken ones are not counted. HH-04 At a table with short hops it may
hop one stone instead. HH-05 Who reaches stone 10 is home and wins; a stone's number is its points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.rules import (
    CHANCE,
    Action,
    Actor,
    BadOption,
    BadPosition,
    GameInfo,
    Line,
    Lying,
    Message,
    Option,
    Outcome,
    Problem,
    Prompt,
    Reason,
    Seat,
    Sheet,
)
from companion.rules.kit.deed import deed
from companion.rules.kit.notation import Notation
from companion.rules.kit.options import read_options
from companion.rules.kit.position_file import read_position
from companion.rules.kit.words import listed, reason

STONES = 10
COLOURS = ("green", "orange", "white")
OPTIONS = (
    Option(
        "short",
        "Short hops",
        "off",
        "A frog may hop one stone instead of what the die says.",
        ("off", "on"),
    ),
)


class Roll(Action, frozen=True, tag="roll"):
    """The die shows ``value``."""

    value: int


class Hop(Action, frozen=True, tag="hop"):
    """The frog hops to stone ``to``."""

    to: int


NOTATION = Notation(
    "Hop Home",
    {
        r"roll ([1-6])": lambda by, value: Roll(by, int(value)),
        r"hop (\d{1,2})": lambda by, to: Hop(by, int(to)),
    },
    Roll | Hop,
)


DEEDS = {"roll": Message("roll"), "hop": Message("hop")}
"""Verb of the notation -> what players call that, as pages show it."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """``at``: each frog's stone, 0 in the pond."""

    at: tuple[int, ...]
    to_move: Seat = 1
    die: int = 0
    short: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.at)

    @property
    def over(self) -> bool:
        """Whether a frog is home (HH-05)."""
        return STONES in self.at

    @property
    def actors(self) -> tuple[Actor, ...]:
        """Give who may act: the die, then the frog's owner (HH-02)."""
        if self.over:
            return ()
        return (self.to_move,) if self.die else (CHANCE,)

    @property
    def outcome(self) -> Outcome | None:
        """Say who is home; None before that (HH-05)."""
        if not self.over:
            return None
        winner = self.at.index(STONES) + 1
        return Outcome((winner,), Message("{who} is home first.", seats={"who": winner}))

    def reach(self, steps: int) -> int:
        """HH-03: taken stones do not count; home is never taken."""
        stone = self.at[self.to_move - 1]
        while steps and stone < STONES:
            stone += 1
            steps -= stone not in self.at
        return stone

    def targets(self) -> tuple[int, ...]:
        """Give the stones to which the frog may hop (HH-03, HH-04)."""
        steps = (self.die, 1) if self.short else (self.die,)
        return tuple(dict.fromkeys(map(self.reach, steps)))

    def legal(self, actor: Actor) -> Iterator[Action]:
        """Give what an actor may do."""
        if actor not in self.actors:
            return
        if actor == CHANCE:
            yield from (Roll(CHANCE, value) for value in range(1, 7))
        else:
            yield from (Hop(actor, to) for to in self.targets())

    def odds(self) -> Iterator[tuple[Action, int]]:
        """Give the faces of the die, all as likely."""
        yield from ((action, 1) for action in self.legal(CHANCE))

    def why_not(self, action: Action) -> Reason | None:
        """Say by which rule an action is not allowed; None if it is."""
        if self.over:
            return reason("HH-05", "The game is over.")
        if action.by not in self.actors:
            return reason("HH-02", "It is not your turn.")
        if isinstance(action, Roll) and self.actors == (CHANCE,):
            return None if 1 <= action.value <= 6 else reason("HH-02", "A die shows 1 to 6.")
        if isinstance(action, Hop) and action.by == self.to_move:
            stones = listed([str(to) for to in self.targets()])
            return None if action.to in self.targets() else reason("HH-03", f"You hop to stone {stones}.")
        return reason("HH-02", "First the die is rolled, then the frog hops.")

    def after(self, action: Action) -> State:
        """Give the position after a legal action."""
        if isinstance(action, Roll):
            return msgspec.structs.replace(self, die=action.value)
        if not isinstance(action, Hop):
            raise TypeError(f"{type(action).__name__} is no action of Hop Home.")
        at = tuple(action.to if seat == action.by else stone for seat, stone in enumerate(self.at, 1))
        return msgspec.structs.replace(self, at=at, die=0, to_move=self.to_move % self.seats + 1)

    def followed(self, before: State, action: Action) -> Sequence[Message]:
        """A hop does not say over whom it went: HH-03."""
        if not isinstance(action, Hop):
            return ()
        start = before.at[action.by - 1]
        over = [seat for seat, stone in enumerate(before.at, 1) if start < stone < action.to]
        return [Message("That is over {who}'s frog.", seats={"who": seat}) for seat in over]

    def sheet(self) -> Sheet:
        """Give the score: a stone's number is its points (HH-05)."""
        return Sheet({seat: (_line(stone),) for seat, stone in enumerate(self.at, 1)})

    def prompts(self) -> dict[Seat, Prompt]:
        """Say what everybody is to do."""
        return {seat: self._prompt(seat) for seat in range(1, self.seats + 1)}

    def _prompt(self, seat: Seat) -> Prompt:
        if self.over:
            return Prompt("over", Message("The game is over."))
        if not self.die:
            return Prompt("wait", Message("{who}: roll the die.", seats={"who": self.to_move}))
        stones = listed([str(to) for to in self.targets()])
        if seat == self.to_move:
            return Prompt("act", Message("Hop to stone {stones}.", {"stones": stones}))
        words = Message("{who} hops to stone {stones}.", {"stones": stones}, {"who": self.to_move})
        return Prompt("wait", words)

    def seen_by(self, seat: Seat | None) -> State:  # noqa: ARG002
        """Give the position itself: nothing is hidden."""
        return self

    def lying(self) -> Lying:
        """Say what should lie on the table."""
        frogs = {seat: f"frog-{COLOURS[seat - 1]}" for seat in range(1, self.seats + 1)}
        return {
            "pond": {str(seat): frog for seat, frog in frogs.items() if not self.at[seat - 1]},
            "track": {str(self.at[seat - 1]): frog for seat, frog in frogs.items() if self.at[seat - 1]},
            "tray": {"1": f"die-{self.die}"} if self.die else {},
        }

    def problems(self) -> tuple[Problem, ...]:
        """Say what is wrong with a position that was not reached by playing."""
        out = [stone for stone in self.at if stone]
        if len(set(out)) == len(out):
            return ()
        return (Problem("HH-03", Message("Two frogs sit on one stone.")),)

    def seated(self) -> dict[Seat, tuple[str, ...]]:
        """Give each seat's frog."""
        return {seat: (f"frog-{COLOURS[seat - 1]}",) for seat in range(1, self.seats + 1)}


def _line(stone: int) -> Line:
    return Line(Message("The stone the frog sits on"), stone, (f"track/{stone}",) if stone else ())


INFO = GameInfo(
    slug="hop-home",
    name="Hop Home",
    seats=(2, 3),
    rules_version="1",
    max_actions=2 * 3 * STONES,
    score_range=(0, STONES),
    minutes=(2, 5),
    hidden=False,
    options=OPTIONS,
)


class HopHome:
    """The rules of Hop Home."""

    info = INFO

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """Give nothing: no option is drawn."""
        return ()

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (HH-01). Raises `BadOption`."""
        if seats not in INFO.seats:
            raise BadOption(f"Hop Home is for 2 or 3 players, not {seats}.")
        texts = read_options(OPTIONS, options or {})
        return State(at=(0,) * seats, short=texts["short"] == "on")

    def parse(self, by: Actor, text: str) -> Action:
        """Read an action. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Message | str:
        """Give what players call a word of the notation."""
        return DEEDS.get(word, word)

    def tell(self, action: Action) -> Message:
        """Say what somebody did."""
        if isinstance(action, Roll):
            return Message("The die shows {value}.", {"value": action.value})
        if isinstance(action, Hop):
            return deed("{who} [hop] to stone {to}.", action.by, {"to": action.to})
        raise TypeError(f"{type(action).__name__} is no action of Hop Home.")

    def encode(self, state: State) -> bytes:
        """Write a position as JSON."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        """Read a position, or what of it a final table shows. Raises `BadPosition`."""
        state = read_position(data, State)
        if state.seats not in INFO.seats or not all(0 <= stone <= STONES for stone in state.at):
            raise BadPosition(f"2 or 3 frogs sit on stones 1 to {STONES} each or, by 0, in the pond.")
        if state.to_move not in range(1, state.seats + 1) or not 0 <= state.die <= 6:
            raise BadPosition("Nobody has that seat, or no die shows that.")
        return state

    def action_from_json(self, data: bytes) -> Action:
        """Read an action as it is stored."""
        return NOTATION.from_json(data)

    def score(self, position: bytes) -> Sheet:
        """Score a position by itself. Raises `BadPosition`."""
        state = self.decode(position)
        if state.problems():
            raise BadPosition(" ".join(p.message.render({}) for p in state.problems()))
        return state.sheet()

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give what must not happen and did."""
        if isinstance(action, Hop) and sum(after.at) <= sum(before.at):
            yield "a frog hopped back"


GAME = HopHome()
