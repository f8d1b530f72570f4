"""The suite itself: it catches a game that breaks a promise, and tells how to see it again."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from companion.games.caterpillar_filler.rules import CaterpillarFiller, Route, State, Wasp
from companion.games.star_baker.rules import StarBaker
from companion.games.star_baker.rules.checks.views import is_view
from companion.games.star_baker.rules.state import State as BakersState
from companion.rules import Action, Message, Outcome, Problem, Prompt, Reason, Sheet
from companion.rules.kit.deed import deed
from companion.rules.testing import Failure, check_game, random_record
from companion.rules.testing import __main__ as command
from companion.rules.testing.conformance import Report


def broken(**methods: Any) -> CaterpillarFiller:
    """Caterpillar Filler with some methods of its states replaced; `old` is the right one."""

    class BrokenState(State, frozen=True):
        pass

    for name, method in methods.items():
        if name not in ("parse", "properties", "encode", "secrets"):
            setattr(BrokenState, name, method)

    class BrokenGame(CaterpillarFiller):
        def new(self, *args: Any) -> State:
            return recast(super().new(*args))

        def decode(self, data: bytes) -> State:
            return recast(super().decode(data))

    def recast(state: State) -> State:
        return BrokenState(**{name: getattr(state, name) for name in state.__struct_fields__})

    for name in ("parse", "properties", "encode", "secrets"):
        if name in methods:
            setattr(BrokenGame, name, methods[name])
    return BrokenGame()


def test_the_right_game_passes() -> None:
    report = check_game(broken(), seats=[2], seeds=[1, 2])
    assert (report.games, report.longest <= report.actions) == (2, True)


def test_no_table_at_all_is_no_pass() -> None:
    """One choice of options where a list of them is wanted holds no table."""
    with pytest.raises(ValueError, match="nothing was played"):
        check_game(broken(), options={})


CALLS = itertools.count()


class Breaks:
    """Methods that break one promise each."""

    @staticmethod
    def legal_twice(state: State, actor: int) -> Iterator[Action]:
        yield from State.legal(state, actor)
        yield from State.legal(state, actor)

    @staticmethod
    def legal_for_all(state: State, actor: int) -> Iterator[Action]:
        yield from State.legal(state, actor)
        if not actor:
            yield Wasp(0, "D6")

    @staticmethod
    def no_end(state: State, actor: int) -> Iterator[Action]:
        return (action for action in State.legal(state, actor) if str(action) != "end")

    @staticmethod
    def forbids(state: State, action: Action) -> Reason | None:
        return Reason("X", Message("No.")) if str(action).startswith("wasp") else State.why_not(state, action)

    @staticmethod
    def allows(state: State, action: Action) -> Reason | None:
        return None if str(action).startswith("wasp") else State.why_not(state, action)

    @staticmethod
    def no_odds(state: State) -> Iterator[tuple[Action, int]]:
        return ((action, 0) for action, _ in State.odds(state))

    @staticmethod
    def unlike(state: State, action: Action) -> State:
        return msgspec.structs.replace(State.after(state, action), turn_no=next(CALLS))

    @staticmethod
    def unhashable(state: State) -> int:
        return hash({})

    @staticmethod
    def problem(state: State) -> tuple[Problem, ...]:
        return (Problem("X", Message("Wrong.")),)

    @staticmethod
    def rich(state: State) -> Sheet:
        sheet = State.sheet(state)
        line = msgspec.structs.replace(sheet.lines[1][0], points=100)
        return Sheet(sheet.lines | {1: (line,)})

    @staticmethod
    def all_wait(state: State) -> dict[int, Prompt]:
        return {seat: Prompt("wait", Message("Wait.")) for seat in State.prompts(state)}

    @staticmethod
    def hides(state: State, seat: int | None) -> State:
        return msgspec.structs.replace(state, supply=0)

    @staticmethod
    def strange_winner(state: State) -> Outcome | None:
        return State.outcome.fget(state) and Outcome((9,), Message("Nine wins."))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("methods", "complaint"),
    [
        ({"legal": Breaks.legal_twice}, "twice"),
        ({"legal": Breaks.legal_for_all}, "is offered, but not allowed"),
        ({"legal": Breaks.no_end}, "actor"),
        ({"why_not": Breaks.forbids}, "not allowed: No"),
        ({"why_not": Breaks.allows}, "allowed True, but offered False"),
        ({"odds": Breaks.no_odds}, "no weight"),
        ({"after": Breaks.unlike}, "another state when taken again"),
        ({"__hash__": Breaks.unhashable}, "cannot be hashed"),
        ({"problems": Breaks.problem}, "has problems"),
        ({"sheet": Breaks.rich}, "outside 1 to 10"),
        ({"prompts": Breaks.all_wait}, "prompt|told to wait"),
        ({"seen_by": Breaks.hides}, "hides something"),
        ({"outcome": property(Breaks.strange_winner)}, "no such winners"),
        ({"parse": lambda *_: Wasp(1, "D6")}, "is read as another action"),
        ({"properties": lambda *_: iter(["CF-P99 is broken."])}, "CF-P99"),
        ({"encode": lambda *_: b"{}"}, "BadPosition"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_broken_promise_is_caught(methods: dict[str, Callable[..., Any]], complaint: str) -> None:
    with pytest.raises(Failure, match=complaint) as caught:
        check_game(broken(**methods), seats=[2], seeds=[3, 4])
    assert "2 seats, options {}, seed 3" in str(caught.value)
    assert "game: caterpillar-filler" in str(caught.value)


def test_actions_that_are_told_alike_are_caught() -> None:
    class Mumbler(CaterpillarFiller):
        def tell(self, action: Action) -> Message:
            if not isinstance(action, Route):
                return super().tell(action)
            return deed("{who} [move] to {end}.", action.by, {"end": action.end})

    with pytest.raises(Failure, match=r"\w+-\w+ are told alike: Player \d moves to"):
        check_game(Mumbler(), seats=[2])


def test_a_deed_that_is_not_said_to_whoever_does_it_is_caught() -> None:
    class Herald(CaterpillarFiller):
        def tell(self, action: Action) -> Message:
            return msgspec.structs.replace(super().tell(action), to_doer="")

    with pytest.raises(Failure, match=r"not told as a deed of its seat: Player \d"):
        check_game(Herald(), seats=[2])


def test_a_game_without_end_is_caught() -> None:
    game = CaterpillarFiller()
    game.info = msgspec.structs.replace(game.info, max_actions=20)
    with pytest.raises(Failure, match="longer than the declared 20 actions"):
        check_game(game, seats=[2])


def test_a_secret_that_is_seen_is_caught() -> None:
    game = CaterpillarFiller()
    game.info = msgspec.structs.replace(game.info, hidden=True)
    with pytest.raises(Failure, match="does not say what they are"):
        check_game(game, seats=[2])
    careless = broken(secrets=lambda *_: iter(["tiles_out"]))
    careless.info = game.info
    with pytest.raises(Failure, match="can see tiles_out"):
        check_game(careless, seats=[2])
    careful = broken(secrets=lambda *_: iter(["the order of the tiles"]))
    careful.info = game.info
    check_game(careful, seats=[2])


def test_a_log_that_tells_what_a_view_hides_is_caught() -> None:
    class Gossip(StarBaker):
        def tell_others(self, action: Action) -> Message:
            return self.tell(action)

    check_game(StarBaker(), seats=[2])
    with pytest.raises(Failure, match=r"cannot see, but is told: .* puts “.*” face down"):
        check_game(Gossip(), seats=[2])


def test_a_hand_that_its_owner_does_not_see_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    held = BakersState.held
    monkeypatch.setattr(BakersState, "held", lambda state, seat: () if is_view(state) else held(state, seat))
    with pytest.raises(Failure, match="does not see all of its own hand"):
        check_game(StarBaker(), seats=[2])


def test_a_seed_gives_the_same_game() -> None:
    one = random_record(CaterpillarFiller(), 3, {"setup": "S12"}, seed=5)
    assert one == random_record(CaterpillarFiller(), 3, {"setup": "S12"}, seed=5)
    assert one != random_record(CaterpillarFiller(), 3, {"setup": "S12"}, seed=6)
    assert len(random_record(CaterpillarFiller(), 3, limit=7).actions) == 7


def test_the_command_names_the_options_that_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "check_game", lambda *_, **__: Report(1, 1, 1))
    monkeypatch.setattr(sys, "argv", ["testing", "filler-tiles"])
    assert command.main() == 0
    said = capsys.readouterr()
    assert "left out: tiles_per_player" in said.err
    assert said.out.startswith("filler-tiles: 1 games")
