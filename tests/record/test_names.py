"""Names as they are entered: what cannot be seen makes no difference between two."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record.names import clean_name, looks, names_of
from companion.rules.errors import BadOption
from companion.rules.record import Record, format_record, parse_record
from companion.sessions.history import Summary, recent_players, tallies

UNSEEN = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u034f\u115f\u1160"
    "\u2800\u3164\uffa0\ufe0f\U000e0041\x00\x7f"
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=unicodedata.category)
def test_what_cannot_be_seen_is_left_out(unseen: str) -> None:
    assert clean_name(unseen) == clean_name(f" {unseen} {unseen}") == ""
    assert clean_name(f"{unseen}An{unseen}na {unseen} B{unseen}") == "Anna B"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna \t Bo\n", "Anna Bo"),
        ("Chloe\u0301", "Chloé"),
        ("Chloe\u200d\u0301", "Chloé"),
        ("Ａｎｎａ\u00a0Ⅱ", "Anna II"),
        ("Łucja 李 Ζωή", "Łucja 李 Ζωή"),
        ("Anna 🐛", "Anna 🐛"),
        ("محمد", "محمد"),
    ],
)
def test_a_name_has_one_form(typed: str, name: str) -> None:
    assert clean_name(typed) == name


COOK, HEART, ENGLAND = (
    "👩\u200d🍳",
    "❤\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)


@pytest.mark.parametrize(
    "name",
    [
        COOK,
        "👩🏽\u200d🍳",
        "👨\u200d👩\u200d👧\u200d👦",
        f"👩\u200d{HEART}\u200d👨",
        "🏳\ufe0f\u200d🌈",
        f"{ENGLAND} Anna",
        "🇩🇪 Ben",
        f"Cleo{HEART}",
        "1\ufe0f\u20e3",
    ],
)
def test_joined_emoji_stay_joined(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (f"\u200d{COOK}\u200d", COOK),
        ("👩\u200d\u200d🍳", COOK),
        ("👩\u200b\u200d🍳", COOK),
        ("👩\u200dna", "👩na"),
        ("👩\u200d 🍳", "👩 🍳"),
        (f"{HEART}\ufe0f", HEART),
        ("Anna\ufe0f\U000e0067", "Anna"),
    ],
)
def test_what_joins_nothing_is_left_out(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@given(st.text(st.sampled_from([*COOK, *HEART, *ENGLAND, "a", "1", "\u20e3", "\u0301", " ", "™"])))
def test_a_clean_name_with_emoji_stays_as_it_is(typed: str) -> None:
    assert clean_name(clean_name(typed)) == clean_name(typed)
    assert looks(clean_name(typed)) == looks(clean_name(looks(typed)))


@given(st.text())
def test_a_clean_name_stays_as_it_is(typed: str) -> None:
    assert clean_name(clean_name(typed)) == clean_name(typed)


def test_who_has_no_name_is_called_by_the_seat() -> None:
    assert names_of(["Anna", "\u200b", " "]) == ("Anna", "Player 2", "Player 3")


@pytest.mark.parametrize("other", ["Anna", "An\u200bna", "Ａnna", "Anna\ufe0f", " Anna\u00a0"])
def test_two_that_look_alike_are_to_be_told_apart(other: str) -> None:
    with pytest.raises(BadOption, match="same name"):
        names_of(["Anna", other])


@pytest.mark.parametrize(("one", "other"), [("Same", "same"), ("Zoë", "ZOË"), ("Weiß", "WEISS")])
def test_two_that_differ_only_in_capitals_are_to_be_told_apart(one: str, other: str) -> None:
    with pytest.raises(BadOption, match="same name"):
        names_of([one, other])


@pytest.mark.parametrize(("one", "other"), [(HEART, "❤"), (COOK, "👩🍳"), (ENGLAND, "🏴")])
def test_emoji_that_may_look_alike_are_to_be_told_apart(one: str, other: str) -> None:
    with pytest.raises(BadOption, match="same name"):
        names_of([one, other])


def test_a_player_is_one_however_an_emoji_was_typed() -> None:
    def game(name: str, at: str) -> Summary:
        return Summary("1", "papillon", (name,), {}, at, at, 9, True, (name,), {name: 7}, played=True)

    games = [game("Cleo ❤", "2026-01-01"), game(f"Cleo {HEART}", "2026-01-02")]
    assert recent_players(games) == [f"Cleo {HEART}"]
    assert [(each.played, each.won) for each in tallies(games)] == [(2, 2)]


def test_a_record_keeps_a_name_of_joined_emoji() -> None:
    record = Record("papillon", "1", 2, names={1: COOK, 2: HEART})
    assert parse_record(format_record(record)).names == record.names
