"""Game records: what is read and written, and how a bad one is refused."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import BadRecord
from companion.rules.catalogue import load_game
from companion.rules.record import Record, format_record, history, parse_record, replay
from companion.rules.testing import random_record

GAME = load_game("caterpillar-filler")

TEXT = """\
# Written by hand.
game: caterpillar-filler
rules: 1
seats: 2
name 1: Anna
name 2: Ben the Great
option setup: S01
option heads: white,brown
commitment: 5e884898da28047151d0e56f8dc62927
drawn: setup=S01
actions: 5

chance first 2
chance roll 4  # draw 2
2 P3-P4-P5-P6-P7
# Ben thinks.
2 wasp D7
2 end
"""


def test_a_record_is_read() -> None:
    record = parse_record(TEXT)
    assert (record.seats, record.names, record.notes) == (2, {1: "Anna", 2: "Ben the Great"}, {1: "draw 2"})
    assert record.options == {"setup": "S01", "heads": "white,brown"}
    assert record.drawn == ("setup=S01",)
    assert [str(action) for action in record.actions][2] == "P3-P4-P5-P6-P7"


def test_what_is_written_is_read_back() -> None:
    record = parse_record(TEXT)
    again = format_record(record)
    assert parse_record(again) == record
    assert format_record(parse_record(again)) == again
    assert "\n".join(line for line in TEXT.splitlines() if not line.startswith("#")) + "\n" == again


def test_every_position_of_a_record() -> None:
    record = parse_record(TEXT)
    states = history(record)
    assert [replay(record, at) for at in range(6)] == states
    assert replay(record) == states[-1]
    assert states[0] == GAME.new(2, {"setup": "S01", "heads": "white,brown"})
    for at in (-1, 6):
        with pytest.raises(BadRecord, match="there is no position"):
            replay(record, at)


def test_line_ends_of_other_systems_are_read() -> None:
    assert parse_record(TEXT.replace("\n", "\r\n")) == parse_record(TEXT)


def test_the_number_of_actions_may_be_missing() -> None:
    assert parse_record(TEXT.replace("actions: 5\n", "")) == parse_record(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("2 end\n", "2 end", 18, "cut off"),
        ("2 end\n", "", 17, "says that it has 5 actions, but it has 4"),
        ("2 end\n", "2 end\n1 wasp D8\n", 11, "says that it has 5 actions, but it has 6"),
        ("2 wasp D7", "2 wasp A7", 17, r"'2 wasp A7', is not allowed.*outside edge \(CF-31\)"),
        ("2 end", "1 end", 18, "It is Ben the Great's turn"),
        ("2 wasp D7", "2 wasp Z7", 17, "is not an action"),
        ("2 wasp D7", "two wasps", 17, "is not an actor and an action"),
        ("2 wasp D7", "0 wasp D7", 17, "is not an actor and an action"),
        ("chance first 2", "chance first 3", 13, "There is no seat 3"),
        ("game: caterpillar-filler", "game: chess", 2, "no game called 'chess'"),
        ("game: caterpillar-filler\n", "", 10, "'game: ...' is missing"),
        ("rules: 1\n", "", 10, "'rules: ...' is missing"),
        ("rules: 1", "rules: 2", 3, "version 2"),
        ("seats: 2\n", "", 10, "'seats: ...' is missing"),
        ("seats: 2", "seats: two", 4, "not a whole number"),
        ("seats: 2", "seats: 9", 4, "for 2, 3 or 4 players"),
        ("setup: S01", "setup: S99", 4, "S99"),
        ("name 1: Anna", "name 2: Anna", 6, "stands there twice"),
        ("name 1: Anna", "name one: Anna", 5, "not a whole number"),
        ("name 1: Anna", "Anna", 5, "not a key and a value"),
        ("name 1: Anna", "weather: fine", 5, "unknown here"),
        ("seats: 2", "seats: 2\nseats: 3", 5, "stands there twice"),
        ("actions: 5", "actions: five", 11, "not a whole number"),
    ],
)
def test_a_bad_record_is_refused_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence) as caught:
        parse_record(TEXT.replace(old, new))
    assert (caught.value.line, caught.value.code) == (line, "bad-record")


@pytest.mark.parametrize("text", ["", "\n\n", "game: caterpillar-filler\n", "\x00", "# nothing\n"])
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        parse_record(text)


def test_every_torn_tail_is_noticed() -> None:
    for length in range(len(TEXT)):
        with pytest.raises(BadRecord):
            parse_record(TEXT[:length])


def test_what_does_not_fit_on_its_line_is_not_written() -> None:
    record = parse_record(TEXT)
    for changes in (
        {"names": {1: "Anna\nBen"}},
        {"names": {1: " Anna"}},
        {"names": {1: ""}},
        {"notes": {0: "two\nlines"}},
        {"notes": {0: ""}},
        {"commitment": "a\nb"},
    ):
        with pytest.raises(BadRecord, match="does not fit"):
            format_record(msgspec.structs.replace(record, **changes))


def test_a_record_that_was_put_together_wrongly_does_not_replay() -> None:
    record = Record("caterpillar-filler", "1", 2, (GAME.parse(1, "end"),))
    with pytest.raises(BadRecord, match="Action 1, '1 end', is not allowed"):
        replay(record)


def test_an_owners_record_needs_the_owners_game() -> None:
    data = b"""{"schema": "caterpillar-filler-expansion/1", "setups": [
        {"id": "O1", "name": "Ours", "origin": "owner", "flowers": ["C3"]}]}"""
    game = GAME.with_box(data, "ours")  # type: ignore[attr-defined]
    record = random_record(game, 2, {"setup": "O1", "expansion": "ours"}, seed=1)
    text = format_record(record)
    assert parse_record(text, game) == record
    assert replay(record, game=game).over  # type: ignore[attr-defined]
    with pytest.raises(BadRecord, match="with expansion tiles of one's own, ours, which are not known"):
        parse_record(text)


def test_a_record_of_another_game_is_refused() -> None:
    other = type(GAME)()
    other.info = msgspec.structs.replace(GAME.info, slug="other")
    with pytest.raises(BadRecord, match="of caterpillar-filler, not of other"):
        parse_record(TEXT, other)


@given(st.text())
def test_any_text_is_refused_or_read_back(text: str) -> None:
    read_or_refused(text)


PIECES = ["2", "chance", "roll", "4", "P3-P4", "D7", "end", ":", " ", "#", "\n", "x2", "*", "S01", "\t", "é"]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=150)
@given(
    st.integers(0, len(TEXT)),
    st.integers(0, 30),
    st.lists(st.sampled_from(PIECES), max_size=4).map("".join),
)
def test_any_edit_is_refused_or_read_back(start: int, removed: int, put_in: str) -> None:
    read_or_refused(TEXT[:start] + put_in + TEXT[start + removed :])


def read_or_refused(text: str) -> None:
    try:
        record = parse_record(text)
    except BadRecord:
        return
    assert parse_record(format_record(record)) == record
