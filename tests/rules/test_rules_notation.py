"""The notation: read back as it was written, or refused."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.caterpillar_filler.rules import Flower, Route, Wasp
from companion.games.caterpillar_filler.rules.data.board import SPACES
from companion.rules import UnreadableAction
from companion.rules.catalogue import load_game

GAME = load_game("caterpillar-filler")

OF_THE_SPECIFICATION = (
    "roll 4", "H4-H5-H6", "K7-K8*", "G7-G8x2", "tile G3", "flower G3", "flower A1>B2", "wasp D6", "stuck",
    "join P3 cw", "join P3 ccw", "wait", "end", "shift H8-H7", "K7-K8*-K9-K10*-K11", "first 2", "roll 4 5",
    "keep 4", "wild flower G3", "wild wasp H8", "K7-K8*-K9x3",
)  # fmt: skip


@pytest.mark.parametrize("text", OF_THE_SPECIFICATION)
def test_the_notation_of_the_specification(text: str) -> None:
    action = GAME.parse(1, text)
    assert (action.by, str(action)) == (1, text)
    assert GAME.action_from_json(msgspec.json.encode(action)) == action


def test_what_a_route_says() -> None:
    route = GAME.parse(1, "K7-K8*-K9-K10*-K11x3")
    assert route == Route(1, ("K7", "K8", "K9", "K10", "K11"), (1, 3), 3)
    assert [str(part) for part in route.parts()] == ["K7-K8*", "K8-K9-K10*", "K10-K11x3"]
    assert [str(part) for part in Route(1, ("A1", "A2"), (1,)).parts()] == ["A1-A2*"]
    assert (route.steps, route.end, route.eats_at_end) == (4, "K11", False)
    assert GAME.parse(1, "flower A1>B2") == Flower(1, "A1", "B2")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "h4-h5",
        "H4",
        "H4-",
        "H4--H5",
        "H0-H1",
        "H17-H16",
        "Q1-Q2",
        "H04-H5",
        "H4*-H5",
        "H4-H5x5",
        "H4-H5x0",
        "H4-H5*x2",
        "H4-H5x2-H6",
        "roll 0",
        "roll 7",
        "roll 04",
        "roll 4 ",
        "roll",
        "roll 1 2 3",
        "roll ４",
        "wasp",
        "wasp d6",
        "wasp D6 D7",
        "tile 63",
        "flower A1>A1",
        "flower >A1",
        "join P3",
        "join P3 CW",
        "stuck!",
        "first 0",
        "first 5",
        "end\n",
        "wild bee A1",
        "shift H8",
        "pass",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        GAME.parse(1, text)
    assert caught.value.code == "unreadable-action"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b'{"do": "fly", "by": 1}',
        b'{"do": "wasp", "by": 1, "space": "Z9"}',
        b'{"do": "route", "by": 1, "path": ["H4"]}',
        b'{"do": "route", "by": 1, "path": ["H4", "H5"], "eats": [2]}',
        b'{"do": "route", "by": 1, "path": ["H4", "H5"], "eats": [1], "bites": 2}',
        b'{"do": "roll", "by": 0, "values": []}',
        b'{"do": "wasp", "by": 1, "space": "D6\\n"}',
        b'{"do": "flower", "by": 1}',
    ],
)
def test_json_that_is_no_action_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableAction):
        GAME.action_from_json(data)


WORDS = [
    "roll ",
    "keep ",
    "tile ",
    "flower ",
    "wasp ",
    "join ",
    "shift ",
    "first ",
    "wild ",
    "stuck",
    "end",
    " cw",
]
MARKS = ["-", "*", ">", "x2", " ", "1", "4", "16"]


@given(
    st.one_of(st.text(), st.lists(st.sampled_from([*WORDS, *MARKS, *SPACES[:40]]), max_size=8).map("".join))
)
def test_any_text_is_refused_or_read_back(text: str) -> None:
    try:
        action = GAME.parse(2, text)
    except UnreadableAction:
        return
    assert str(action) == text
    assert GAME.parse(2, str(action)) == action


@given(st.lists(st.sampled_from(SPACES), min_size=2, max_size=8), st.integers(0, 4), st.data())
def test_any_route_is_read_back(path: list[str], bites: int, data: st.DataObject) -> None:
    last = len(path) - 1 - bool(bites)
    steps = st.lists(st.integers(1, last), unique=True) if last else st.just([])
    route = Route(1, tuple(path), tuple(sorted(data.draw(steps))), bites)
    assert GAME.parse(1, str(route)) == route
    assert GAME.action_from_json(msgspec.json.encode(route)) == route


@given(st.binary())
def test_any_bytes_are_refused_or_read_back(data: bytes) -> None:
    try:
        action = GAME.action_from_json(data)
    except UnreadableAction:
        return
    assert GAME.action_from_json(msgspec.json.encode(action)) == action


def test_no_question_about_legality_raises() -> None:
    """`why_not` answers for any action, at any moment, whoever is said to act."""
    states = [GAME.new(2), GAME.new(4, {"setup": "S12"})]
    states.append(states[0].after(GAME.parse(0, "first 1")))
    states.append(states[-1].after(GAME.parse(0, "roll 4")))
    for text in OF_THE_SPECIFICATION:
        for by in (-1, 0, 1, 2, 9):
            for state in states:
                reason = state.why_not(GAME.parse(by, text))
                listed = text in [str(action) for action in state.legal(by)]
                assert (reason is None) == listed
    assert states[0].why_not(Wasp(1, "nowhere")) is not None
