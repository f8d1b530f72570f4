"""Finished tables of all six games, scored from photographs and answers: as a game that was followed."""

from __future__ import annotations

from functools import cache

import cv2
import msgspec
import numpy as np
import pytest
from finished import NAMES, asked_about, ended, picture_of

from companion.cli.assembly.finals import see_final
from companion.finals.photograph import BadPhotograph
from companion.layouts import layout_of
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.rules.final_table import BadAnswer
from companion.simulation.rendering.held_up import held_up
from companion.simulation.rendering.snapshot import snapshot
from companion.simulation.table import SimulatedTable


@pytest.fixture(scope="module")
def filled():
    """A full board of Filler, its photograph, and what was read in that."""
    state = ended("filler-tiles")
    picture = picture_of("filler-tiles", state)
    return state, picture, see_final(picture, asked_about("filler-tiles"), 0)


@cache
def garden_of_papillon(seat: int):
    """The photograph of one garden at the end of a game, as it was read."""
    layout = layout_of(load_game("papillon")).for_seats(2)
    picture = snapshot(layout, ended("papillon").lying(), seat, size_px=(2400, 1800))
    return see_final(picture, asked_about("papillon"), seat)


@pytest.mark.whole
def test_a_board_of_filler_is_scored_from_one_photograph_alone(filled) -> None:
    state, _, seen = filled
    table = asked_about("filler-tiles").with_photograph(seen)
    assert not table.missing
    assert not table.open
    final = table.score()
    assert final.sheet.totals() == state.sheet().totals()
    assert final.outcome is not None
    assert final.outcome.winners == state.outcome.winners


def test_who_played_blue_can_be_said(filled) -> None:
    state, _, seen = filled
    table = asked_about("filler-tiles").with_photograph(seen)
    swapped = table.answered({"colour": "2"}).score().sheet.totals()
    assert swapped == {1: state.sheet().totals()[2], 2: state.sheet().totals()[1]}


@pytest.mark.whole
def test_a_garden_of_caterpillars_asks_only_for_those_that_are_away() -> None:
    state = ended("caterpillar-filler")
    table = asked_about("caterpillar-filler")
    table = table.with_photograph(see_final(picture_of("caterpillar-filler", state), table, 0))
    away = [seat for seat in NAMES if state.head[seat - 1] is None]
    assert [question.key for question in table.open] == [f"held-{seat}" for seat in away]
    with pytest.raises(BadAnswer, match="still to be done"):
        table.score()
    table = table.answered({f"held-{seat}": str(state.in_hand[seat - 1]) for seat in away})
    assert table.score().sheet.totals() == state.sheet().totals()


@pytest.mark.whole
def test_what_lies_under_animals_of_an_octopus_garden_is_asked_for() -> None:
    state = ended("octopus-garden")
    table = asked_about("octopus-garden")
    table = table.with_photograph(see_final(picture_of("octopus-garden", state), table, 0))
    answers = {f"pearls-{seat}": str(state.pearls[seat - 1]) for seat in NAMES}
    for seat in NAMES:
        for fish in ("clownfish", "seahorse"):
            won = [str(each.value) for each in state.won[seat - 1] if each.bonus == fish]
            answers[f"{fish}-{seat}"] = " ".join(won)
        garden = state.garden[seat - 1]
        for space, stack in zip(garden.board.spaces, garden.stacks, strict=True):
            below = "+".join(token.code for token in stack[:-1])
            if stack and stack[-1].code in ("HC", "SS"):
                answers[f"garden-{seat}/{space}/below"] = below or "none"
    assert {question.key for question in table.open} <= set(answers)
    assert table.answered(answers).score().sheet.totals() == state.sheet().totals()


@pytest.mark.whole
def test_gardens_of_papillon_are_photographed_one_by_one_and_purses_are_asked_for() -> None:
    state = ended("papillon")
    table = asked_about("papillon")
    assert [each.render(NAMES) for each in table.missing] == [
        "Photograph the garden of Ann.",
        "Photograph the garden of Ben.",
    ]
    for seat in NAMES:
        table = table.with_photograph(garden_of_papillon(seat))
    answers = {f"cat-{seat}": str(state.cat[seat - 1]) for seat in NAMES}
    answers |= {f"gnomes-{seat}": str(state.gnomes[seat - 1]) for seat in NAMES}
    for flower in state.flower:
        answers[f"planter-{flower.id}"] = flower.planter
        answers |= {f"clips-{flower.id}-{seat}": str(flower.count[seat - 1]) for seat in NAMES}
    assert table.answered(answers).score().sheet.totals() == state.sheet().totals()


def test_one_garden_that_was_given_to_both_players_is_noticed() -> None:
    photo = garden_of_papillon(1)
    table = asked_about("papillon")
    table = table.with_photograph(photo).with_photograph(msgspec.structs.replace(photo, seat=2))
    table = table.answered({question.key: usual_for(question) for question in table.open})
    with pytest.raises(BadAnswer, match="Two gardens have tile"):
        table.score()


def usual_for(question):
    return question.choices[0][0] if question.choices else "0"


@pytest.mark.whole
def test_cards_of_star_baker_are_spread_out_and_those_beneath_are_named() -> None:
    hands = {1: ["C1a", "C1b", "R46", "C1c"], 2: ["C4b", "C4c", "C4a", "R16"]}
    layout = layout_of(load_game("star-baker"))
    table = asked_about("star-baker")
    for seat, cards in hands.items():
        picture = held_up(layout, [f"card-{card}" for card in cards[:-1]], spread="row", seed=3)
        table = table.with_photograph(see_final(picture, table, seat))
    table = table.answered({f"more-{seat}": cards[-1].lower() for seat, cards in hands.items()})
    written = msgspec.json.encode({"n": 2, "hand": list(hands.values()), "discard": [[], []]})
    assert table.score().sheet.totals() == load_game("star-baker").score(written).totals()


def test_whose_cards_are_spread_out_is_asked_where_nobody_said() -> None:
    table = asked_about("star-baker")
    picture = held_up(layout_of(load_game("star-baker")), ["card-C1a", "card-C1b"], spread="row", seed=3)
    table = table.with_photograph(see_final(picture, table, 0))
    assert [question.key for question in table.open] == ["cards/1"]
    assert [(value, str(words)) for value, words in table.open[0].choices] == [("1", "Ann"), ("2", "Ben")]


def test_it_happens_is_scored_from_answers() -> None:
    state = ended("it-happens")
    table = asked_about("it-happens")
    assert table.counted.unseen
    assert not table.missing
    names, types = state.table.colours, state.table.mounds.types
    answers = {}
    for place, colour in enumerate(names):
        answers |= {f"items-{colour}-{item}": str(state.items[place][k]) for k, item in enumerate(types)}
        answers[f"worms-{colour}"] = str(state.worms[place])
        answers[f"Queen-{colour}"] = ", ".join(map(str, state.queens[place]))
        answers[f"General-{colour}"] = ", ".join(map(str, state.generals[place]))
    assert table.answered(answers).score().sheet.totals() == state.sheet().totals()


# Bad input


@pytest.mark.whole
def test_a_photograph_of_another_game_is_named(filled) -> None:
    with pytest.raises(BadPhotograph, match=r"shows Filler \(tiles\), not Octopus's Garden") as refused:
        see_final(filled[1], asked_about("octopus-garden"), 0)
    assert refused.value.code == "photo-other-game"


def test_a_photograph_of_nothing_says_what_is_missing() -> None:
    blank = np.full((600, 800, 3), 130, np.uint8)
    with pytest.raises(BadPhotograph) as refused:
        see_final(blank, asked_about("filler-tiles"), 0)
    assert refused.value.code == "photo-nothing"


@pytest.mark.whole
def test_half_a_board_is_refused_with_how_much_is_missing(filled) -> None:
    half = filled[1].copy()
    half = half[:, : int(half.shape[1] * 0.42)]
    with pytest.raises(BadPhotograph) as refused:
        see_final(half, asked_about("filler-tiles"), 0)
    assert refused.value.code in ("photo-covered", "photo-nothing")


@pytest.mark.whole
def test_a_space_under_a_hand_is_asked_about_with_its_crop_and_no_other_is_read_wrong() -> None:
    state = ended("filler-tiles")
    simulated = SimulatedTable(layout_of(load_game("filler-tiles")))
    simulated.lay(piles_of(state))
    simulated.hand(on=True)
    table = asked_about("filler-tiles")
    photo = see_final(simulated.picture(), table, 0)
    truth = {square: f"tile-{('red', 'blue')[colour - 1]}" for square, colour in state.tile.items()}
    sure = {square: spot.kinds[0] for square, spot in photo.spots["board"].items() if spot.sure}
    assert sure.items() <= truth.items()
    asked = {question.key for question in table.with_photograph(photo).open}
    assert asked == {f"board/{square}" for square in truth.keys() - sure.keys()} != set()
    assert photo.crops.keys() == asked


def test_a_sheet_of_which_most_is_covered_is_refused(filled) -> None:
    picture = filled[1].copy()
    height, width = picture.shape[:2]
    cv2.circle(picture, (width // 2 - 60, height // 2), height // 4, (150, 170, 210), -1)
    with pytest.raises(BadPhotograph, match="spaces of “Filler") as refused:
        see_final(picture, asked_about("filler-tiles"), 0)
    assert refused.value.code == "photo-covered"


def test_a_space_in_doubt_is_asked_about_with_its_crop_and_the_answer_counts(filled) -> None:
    state, _, sure = filled
    table = asked_about("filler-tiles")
    spots = {**sure.spots["board"]}
    spots["A1"] = msgspec.structs.replace(spots["A1"], margin=0.5)
    table = table.with_photograph(msgspec.structs.replace(sure, spots={"board": spots}))
    assert [question.key for question in table.open] == ["board/A1"]
    other = "tile-red" if state.tile["A1"] == 2 else "tile-blue"
    changed = table.answered({"board/A1": other}).score().sheet.totals()
    assert changed[state.tile["A1"]] == state.sheet().totals()[state.tile["A1"]] - 1


def test_a_clearer_photograph_of_the_same_sheet_settles_a_doubt(filled) -> None:
    table, sure = asked_about("filler-tiles"), filled[2]
    blind = {cell: msgspec.structs.replace(spot, kinds=()) for cell, spot in sure.spots["board"].items()}
    table = table.with_photograph(msgspec.structs.replace(sure, spots={"board": blind}))
    assert len(table.open) == 64
    assert not table.with_photograph(sure).open


@pytest.mark.parametrize(
    ("answers", "said"),
    [({"held-9": "3"}, "Nothing is asked"), ({"colour": "green"}, "Please choose"), ({"x/y": ""}, "Nothing")],
)
def test_an_answer_that_cannot_be_is_refused(filled, answers, said) -> None:
    table = asked_about("filler-tiles").with_photograph(filled[2])
    with pytest.raises(BadAnswer, match=said):
        table.answered(answers)
