"""A tiny game for the tests of play: nothing in play may know which game it is.

Chance says who begins; then, in turn, chance picks a numbered apple out of a bag (each number
once, heavier ones more often) or, on an empty bag, the game ends. The player may ``eat N`` the
apple, ``store N`` it, or first ``polish`` it once. Ten points end the game at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from companion.record.events import Settings
from companion.rules import (
    CHANCE,
    Action,
    BadOption,
    BadPosition,
    GameInfo,
    Line,
    Message,
    Option,
    Outcome,
    Prompt,
    Reason,
    Sheet,
    UnreadableAction,
)

BAG = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}


class First(Action, frozen=True, tag="first"):
    seat: int

    def __str__(self):
        return f"first {self.seat}"


class Pick(Action, frozen=True, tag="pick"):
    apple: int

    def __str__(self):
        return f"pick {self.apple}"


class Eat(Action, frozen=True, tag="eat"):
    apple: int

    def __str__(self):
        return f"eat {self.apple}"


class Store(Action, frozen=True, tag="store"):
    apple: int

    def __str__(self):
        return f"store {self.apple}"


class Polish(Action, frozen=True, tag="polish"):
    def __str__(self):
        return "polish"


class Orchard(msgspec.Struct, frozen=True):
    seats: int
    goal: int
    turn: int = 0
    apple: int = 0
    polished: bool = False
    picked: tuple[int, ...] = ()
    points: tuple[int, ...] = ()

    @property
    def outcome(self):
        best = max(self.points)
        if best < self.goal and (len(self.picked) < len(BAG) or self.apple):
            return None
        winners = tuple(seat for seat, points in enumerate(self.points, 1) if points == best)
        return Outcome(winners, Message("The basket is full."))

    @property
    def actors(self):
        if self.outcome:
            return ()
        return (self.turn,) if self.apple else (CHANCE,)

    def legal(self, actor) -> Iterator[Action]:
        if actor == CHANCE:
            yield from (action for action, _ in self.odds())
        elif actor in self.actors:
            yield Eat(actor, self.apple)
            yield Store(actor, self.apple)
            if not self.polished:
                yield Polish(actor)

    def odds(self):
        if self.actors != (CHANCE,):
            return
        if not self.turn:
            yield from ((First(CHANCE, seat), 1) for seat in range(1, self.seats + 1))
        else:
            yield from ((Pick(CHANCE, n), weight) for n, weight in BAG.items() if n not in self.picked)

    def why_not(self, action):
        if action in self.legal(action.by):
            return None
        return Reason("OR-1", Message("This is not possible now."))

    def after(self, action):
        match action:
            case First():
                return msgspec.structs.replace(self, turn=action.seat)
            case Pick():
                picked = (*self.picked, action.apple)
                return msgspec.structs.replace(self, apple=action.apple, polished=False, picked=picked)
            case Polish():
                return msgspec.structs.replace(self, polished=True)
            case Eat() | Store():
                gain = (
                    action.apple * (2 if isinstance(action, Eat) and action.apple < 3 else 1) + self.polished
                )
                points = tuple(
                    points + gain * (seat == self.turn) for seat, points in enumerate(self.points, 1)
                )
                turn = self.turn % self.seats + 1
                return msgspec.structs.replace(self, apple=0, turn=turn, points=points)
        raise AssertionError(action)

    def sheet(self):
        return Sheet(
            {
                seat: (Line(Message("apples"), points),) if points else ()
                for seat, points in enumerate(self.points, 1)
            }
        )

    def prompts(self):
        return {seat: Prompt("wait", Message("Wait.")) for seat in range(1, self.seats + 1)}

    def seen_by(self, seat):
        return self

    def lying(self):
        return {"tray": {"1": f"apple-{self.apple}"}} if self.apple else {}

    def problems(self):
        return ()

    def seated(self):
        return {}


class OrchardGame:
    info: ClassVar[GameInfo] = GameInfo(
        slug="orchard",
        name="Orchard",
        seats=(1, 2, 3, 4),
        rules_version="1",
        max_actions=20,
        score_range=(0, 20),
        minutes=(1, 2),
        hidden=False,
        options=(
            Option("goal", "Goal", "10", "Points that end the game.", ("8", "10", "12")),
            Option(
                "weather", "Weather", "fair", "Drawn.", ("fair", "rain", "wind", "hail"), (), several=True
            ),
        ),
    )

    def new(self, seats, options: Mapping[str, str] | None = None):
        options = dict(options or {})
        if seats not in self.info.seats or set(options) - {"goal", "weather"}:
            raise BadOption("Orchard is not played like that.")
        return Orchard(seats, int(options.get("goal", "10")), points=(0,) * seats)

    def candidates(self, key, options):
        return ("rain", "wind", "hail") if key == "weather" else ()

    def parse(self, by, text):
        word, _, number = text.partition(" ")
        kinds = {"first": First, "pick": Pick, "eat": Eat, "store": Store}
        try:
            return Polish(by) if text == "polish" else kinds[word](by, int(number))
        except (KeyError, ValueError):
            raise UnreadableAction(f"{text!r} is no action of Orchard.") from None

    def tell(self, action):
        if action.by == CHANCE:
            return Message("Out of the bag: {what}.", {"what": str(action)})
        return Message("{who}: {what}.", {"what": str(action)}, {"who": action.by})

    def encode(self, state):
        return msgspec.json.encode(state)

    def decode(self, data):
        try:
            return msgspec.json.decode(data, type=Orchard)
        except msgspec.MsgspecError as error:
            raise BadPosition(str(error)) from error

    def action_from_json(self, data):
        return msgspec.json.decode(data, type=First | Pick | Eat | Store | Polish)

    def score(self, position):
        return self.decode(position).sheet()

    def properties(self, before, action, after):
        return iter(())


GAME = OrchardGame()


def find(slug: str) -> OrchardGame:
    assert slug == "orchard"
    return GAME


def play_out(store, names=("Anna", "Ben")):
    """Play a game to its end; the software draws what chance decides."""
    session = store.new_session("orchard", names, settings=Settings(otherwise="software"))
    while session.state.actors:
        session.act(next(session.state.legal(session.state.actors[0])))
    return session
