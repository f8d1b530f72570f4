"""Tables that were not followed: what a position needs, what it cannot be, and who has won."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.caterpillar_filler.rules.checks.document import Document as CaterpillarDocument
from companion.games.filler_tiles.rules.checks.document import Document as FillerDocument
from companion.games.it_happens.rules.checks.document import Document as ItHappensDocument
from companion.games.star_baker.rules.checks.document import Document as StarBakerDocument
from companion.rules import BadPosition, Game, Sheet, State
from companion.rules.abilities import JudgesFinalTable
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record, replay
from companion.rules.testing import random_record

DOCUMENTS: dict[str, Any] = {
    "caterpillar-filler": CaterpillarDocument,
    "it-happens": ItHappensDocument,
    "filler-tiles": FillerDocument,
    "star-baker": StarBakerDocument,
}
PAGE = (Path(__file__).parents[2] / "docs" / "score.md").read_text("utf-8")
RECORDS = [
    path for slug in DOCUMENTS for path in sorted((Path(__file__).parent / "golden").glob(f"{slug}*.game"))
]


def points(sheet: Sheet) -> list[int]:
    """What everybody has, also who plays without a seat."""
    return [*sheet.totals().values(), *(other.total for other in sheet.others)]


def told(sheet: Sheet) -> dict[tuple[int, str], object]:
    """What the lines say: seat and template -> values and points."""
    return {
        (seat, line.message.text): (line.message.values, line.points)
        for seat, lines in sheet.lines.items()
        for line in lines
    }


def winners(game: Game, data: bytes) -> tuple[int, ...] | None:
    """Who has won by `companion score`."""
    if isinstance(game, JudgesFinalTable) and game.unfinished(data) is not None:
        return None
    outcome = game.decode(data).outcome
    return outcome.winners if outcome else None


def left_out(document: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The position without each of its names."""
    for name in document:
        rest = {key: value for key, value in document.items() if key != name}
        yield name, json.dumps(rest).encode()


def scored(game: Game, data: bytes) -> Sheet | str:
    """Give the sheet of a position, or why it is refused."""
    try:
        return game.score(data)
    except BadPosition as error:
        return error.sentence


def check_every_name(game: Game, state: State) -> None:
    """Score a followed game from its position, and from the position without each of its names."""
    data = game.encode(state)
    whole, outcome = game.score(data), state.outcome
    assert whole == state.sheet()
    assert outcome is not None
    assert winners(game, data) == outcome.winners
    for name, rest in left_out(json.loads(data)):
        sheet = scored(game, rest)
        if isinstance(sheet, str):
            assert name in sheet, f"without {name}"
            continue
        assert (points(sheet), winners(game, rest)) == (points(whole), outcome.winners), f"without {name}"
        here, there = told(sheet), told(whole)
        assert {key: here[key] for key in here.keys() & there.keys()} == {
            key: there[key] for key in here.keys() & there.keys()
        }, f"without {name}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_followed_game_scores_as_it_did_and_no_name_is_missed_in_silence(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    check_every_name(load_game(record.game), replay(record))


@pytest.mark.whole
@pytest.mark.parametrize("slug", DOCUMENTS)
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_random_games_score_as_they_did(slug: str, data: st.DataObject) -> None:
    game = load_game(slug)
    seats = data.draw(st.sampled_from(game.info.seats))
    record = random_record(game, seats, seed=data.draw(st.integers(0, 10**6)))
    check_every_name(game, replay(record))


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_the_page_lists_every_name(slug: str) -> None:
    part = PAGE.split(f"## {load_game(slug).info.name}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", part, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert listed == set(DOCUMENTS[slug].__struct_fields__)


def refusal(slug: str, **position: object) -> str:
    """Why a position is refused."""
    with pytest.raises(BadPosition) as caught:
        load_game(slug).score(json.dumps(position).encode())
    return caught.value.sentence


@pytest.mark.parametrize(
    ("slug", "position", "sentence"),
    [
        ("caterpillar-filler", {"head": ["D8", None], "body": [["D7", "D6"], []]}, "needs “in_hand”"),
        (
            "caterpillar-filler",
            {"head": ["D8", "P3"], "body": [["D7"], ["A3"]]},
            "goes over the edge needs options.rules=R07",
        ),
        ("it-happens", {"n": 3}, "needs “worms”, “items”, “queens”, “generals”"),
        (
            "it-happens",
            {"n": 3, "worms": {"blue": 1}, "items": {}, "queens": {}, "generals": {}},
            "need options.colours",
        ),
        (
            "it-happens",
            {"n": 3, "worms": {}, "items": {"red": {"spoon": 1}}, "queens": {}, "generals": {}},
            "need options.mound_data",
        ),
        (
            "filler-tiles",
            {"tile": {f"{c}{r}": 1 for c in "ACEG" for r in (1, 3)} | {"H8": 2}},
            "options.preset=open",
        ),
        ("filler-tiles", {"tile": {"K10": 1, "A1": 2}}, "needs rows and cols"),
        (
            "filler-tiles",
            {"tile": {"A1": 1, "H8": 2}, "options": {"preset": "siege"}},
            "needs “colour_of_seat”",
        ),
        (
            "star-baker",
            {"n": 2, "hand": [["C1a", "C1b", "R51"], ["C4a", "C4b", "C4c"]], "discard": [["C1c"], []]},
            "R51: advanced cards need options.advanced=on",
        ),
        (
            "star-baker",
            {"n": 2, "hand": [["C1a", "C1b", "R99"], ["C4a", "C4b", "C4c"]], "discard": [["C1c"], []]},
            "need options.cards",
        ),
        (
            "star-baker",
            {"hand": [["C1a", "C1b", "C1c"], ["C4a", "C4b", "C4c"]], "discard": [[], []]},
            "needs “n”",
        ),
    ],
)
def test_what_a_position_needs_is_asked_for_by_name(
    slug: str, position: dict[str, object], sentence: str
) -> None:
    assert sentence in refusal(slug, **position)


ALL_QUEENS = [4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]
ALL_GENERALS = [2, 3, 2, 3, 2, 3, 3, 4, 4, 5, 4, 5]
NOTHING: dict[str, object] = {"n": 3, "worms": {}, "items": {}}


@pytest.mark.parametrize(
    ("slug", "position", "sentence"),
    [
        (
            "it-happens",
            NOTHING | {"queens": {"red": ALL_QUEENS}, "generals": {"red": ALL_GENERALS}},
            "Queen and the General of one mound",
        ),
        (
            "it-happens",
            NOTHING | {"queens": {"red": [8, 8, 9, 9]}, "generals": {"red": [5]}},
            "Queen and the General of one mound",
        ),
        (
            "star-baker",
            {"n": 2, "hand": [["C1a", "C1b", "C1c"], []], "discard": [[], []]},
            "Player 2 ends with 0 cards, but nobody ends with fewer than 3 cards",
        ),
        (
            "star-baker",
            {"n": 1, "hand": [["C1a", "C1b", "C1c"], []], "discard": [[], ["C2a"]]},
            "Chef Ada ends with 1 card,",
        ),
        ("filler-tiles", {"tile": {"A1": 1, "A2": 1}}, "Player 2 has no tile on the board"),
        ("filler-tiles", {"tile": {}}, "Player 1 has no tile on the board"),
        (
            "caterpillar-filler",
            {
                "head": ["D1", "F1"],
                "body": [[f"D{row}" for row in range(2, 11)], [f"F{row}" for row in range(2, 11)]],
            },
            "2 caterpillars are full size",
        ),
    ],
)
def test_what_cannot_be_is_refused(slug: str, position: dict[str, object], sentence: str) -> None:
    assert sentence in refusal(slug, **position)


def test_all_queens_and_all_generals_may_go_to_two_colours() -> None:
    position = NOTHING | {"queens": {"red": ALL_QUEENS}, "generals": {"green": ALL_GENERALS}}
    sheet = load_game("it-happens").score(json.dumps(position).encode())
    assert sheet.totals() == {1: 0, 2: sum(ALL_QUEENS), 3: sum(ALL_GENERALS)}


def test_pieces_in_hand_count() -> None:
    position = {"head": ["D8", None], "body": [["D7", "D6"], []], "in_hand": [0, 4]}
    assert load_game("caterpillar-filler").score(json.dumps(position).encode()).totals() == {1: 3, 2: 5}


def test_a_tie_of_caterpillars_is_no_end_but_with_a_turn_limit() -> None:
    game = load_game("caterpillar-filler")
    tie = {"head": ["D8", "K8"], "body": [["D7"], ["K9"]]}
    assert isinstance(game, JudgesFinalTable)
    why_not = game.unfinished(json.dumps(tie).encode())
    assert why_not is not None
    assert why_not.render({}) == "Nobody has won yet: Player 1 and Player 2 are equally long."
    limited = json.dumps(tie | {"options": {"turn_limit": "40"}}).encode()
    assert winners(game, limited) == (1, 2)
