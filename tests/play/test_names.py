"""Names as they are entered: what cannot be seen makes no difference between two."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.names import clean_name, names_of
from companion.rules.errors import BadOption

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


@given(st.text())
def test_a_clean_name_stays_as_it_is(typed: str) -> None:
    assert clean_name(clean_name(typed)) == clean_name(typed)


def test_who_has_no_name_is_called_by_the_seat() -> None:
    assert names_of(["Anna", "\u200b", " "]) == ("Anna", "Player 2", "Player 3")


@pytest.mark.parametrize("other", ["Anna", "An\u200bna", "Ａnna", "Anna\ufe0f", " Anna\u00a0"])
def test_two_that_look_alike_are_to_be_told_apart(other: str) -> None:
    with pytest.raises(BadOption, match="same name"):
        names_of(["Anna", other])
