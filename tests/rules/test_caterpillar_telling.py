"""The log of Caterpillar Filler in words."""

from __future__ import annotations

from typing import get_args

import pytest
from cf_said import OTHER
from cf_table import action, after, garden

from companion.games.caterpillar_filler.rules.actions import AnyAction
from companion.games.caterpillar_filler.rules.sentences.telling import tell
from companion.rules.catalogue import load_game
from companion.rules.game import Action

GAME = load_game("caterpillar-filler")
NAMES = {1: "Anna", 2: "Ben"}

TOLD = {
    (0, "wild flower G3"): "A flower is drawn for G3.",
    (0, "first 2"): "Ben begins.",
    (0, "roll 4"): "The die shows 4.",
    (0, "roll 2 5"): "The dice show 2 and 5.",
    (1, "keep 5"): "Anna keeps the 5.",
    (0, "tile G3"): "The tiles turned up say G3.",
    (1, "flower G3"): "Anna puts the flower on G3.",
    (1, "flower A1>B2"): "Anna puts the flower on B2 instead of A1.",
    (1, "H4-H5-H6"): "Anna moves 2 spaces over H5 to H6.",
    (1, "K7-K8*"): "Anna moves 1 space to K8 and eats the flower on K8.",
    (1, "G7-G8x2"): "Anna moves 1 space to G8 and bites Ben.",
    (2, "stuck"): "Ben gives up the move.",
    (1, "join P3 cw"): "Anna comes back with the head on P3, clockwise from there.",
    (1, "join P3 ccw"): "Anna comes back with the head on P3, counter-clockwise from there.",
    (1, "wait"): "Anna waits: there is no room on the edge.",
    (1, "wasp D6"): "Anna places a wasp on D6.",
    (1, "shift H8-H7"): "Anna moves the wasp on H8 to H7.",
    (1, "end"): "Anna passes the turn on.",
}


@pytest.mark.parametrize(("written", "told"), TOLD.items(), ids=[text for _, text in TOLD])
def test_every_action_is_told(written, told):
    assert GAME.tell(GAME.parse(*written)).render(NAMES) == told


def test_no_kind_of_action_is_left_out():
    assert {type(GAME.parse(*written)) for written in TOLD} == set(get_args(AnyAction))
    with pytest.raises(TypeError, match="no action of Caterpillar Filler"):
        tell(Action(1))


@pytest.mark.parametrize(
    ("pieces", "told"), [(2, "The body lies on P2 and P1."), (0, "The head comes back alone.")]
)
def test_where_the_body_lies_that_comes_back_is_told(pieces: int, told: str) -> None:
    away = garden("", OTHER, in_hand=(pieces, 0), phase="JOIN")
    came = after(away, "1 join P3 cw").followed(away, action("1 join P3 cw"))
    assert [each.render(NAMES) for each in came] == [told]
