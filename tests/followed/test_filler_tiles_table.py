"""Filler (tiles) followed from the table: tiles of two colours, and what tiles do not tell."""

from __future__ import annotations

import random

import pytest
import watched
from sweeps import slow
from watched import accepted, played

from companion.layouts import load_layout
from companion.live.follow import Follower
from companion.live.turnover import Turnover
from companion.printing import artwork
from companion.referee.verdict import Accept, Ask, Disagree, HalfDone, Illegal, NoChange
from companion.rules.catalogue import load_game
from companion.simulation.evening import Evening
from vision.view.reader import TableReader

GAME, LAYOUT = load_game("filler-tiles"), load_layout("filler-tiles")
RED, BLUE, STONE = "tile-red", "tile-blue", "stone"


class Watched(watched.Watched):
    """The same, from the lines that were played, with tiles on the board."""

    def __init__(self, *lines: str, **options: str) -> None:
        super().__init__(LAYOUT, played(GAME, GAME.new(2, options), *lines))

    def lay(self, **tiles: str) -> Watched:
        return self.put("board", **tiles)


@pytest.mark.parametrize(
    ("put", "actions"),
    [
        ({"D4": RED}, ["1 D4"]),
        ({"G7": RED}, ["1 G7+"]),
        ({"D4": RED, "G7": BLUE}, ["1 D4", "2 G7+"]),
    ],
)
def test_the_square_alone_says_what_a_tile_does(put, actions) -> None:
    """FT-11; two new tiles between two views are two turns."""
    assert accepted(Watched("1 s:D3", "2 s:F6").lay(**put).judge()) == actions


def test_seeds_are_put_down_in_turn() -> None:
    house = Watched()
    assert accepted(house.lay(D4=RED).judge()) == ["1 s:D4"]
    assert accepted(house.lay(E5=BLUE).judge()) == ["1 s:D4", "2 s:E5"]


def test_the_same_colour_twice_is_two_turns_only_when_the_other_had_to_pass() -> None:
    """FT-E04: seat 1 is walled in."""
    lines = ["1 s:A1", "2 s:B2", "1 A2", "2 B1", "1 A3", "2 B3", "1 A4", "2 B4"]
    house = Watched(*lines, rows="4", cols="4", new_starts="0")
    assert accepted(house.lay(C1=BLUE, D1=BLUE).judge()) == ["2 C1", "2 D1"]
    twice = Watched("1 s:D3", "2 s:F6").lay(D4=RED, D5=RED).judge()
    assert not isinstance(twice, Accept)


@pytest.mark.parametrize(
    ("options", "put", "sentence"),
    [
        ({}, {"F7": BLUE}, "It is {who}'s turn: Red is to be placed (FT-14)."),
        (
            {"new_starts": "0"},
            {"A8": RED},
            "A8 does not touch your tiles and you have no new starts (FT-10).",
        ),
        ({"rows": "6", "cols": "6"}, {"H8": RED}, "H8 is not on this board (FT-01)."),
        ({"new_away_from_enemy": "on"}, {"F7": RED}, None),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(options, put, sentence) -> None:
    verdict = Watched("1 s:D3", "2 s:F6", **options).lay(**put).judge()
    assert isinstance(verdict, Illegal), verdict
    assert sentence is None or verdict.reason.sentence({1: "{who}", 2: "{other}"}) == sentence


def test_a_tile_that_vanished_or_changed_colour_is_no_action() -> None:
    house = Watched("1 s:D3", "2 s:F6", "1 D4")
    house.table.lying["board"].pop("D3")
    assert isinstance(house.judge(), Disagree)
    assert not isinstance(house.lay(D3=BLUE).judge(), Accept)


def test_stones_are_laid_in_pairs_that_face_each_other() -> None:
    house = Watched(stones="4")
    assert isinstance(house.lay(B2=STONE).judge(), HalfDone)
    assert accepted(house.lay(G7=STONE).judge()) == ["0 stones B2 G7"]
    both = accepted(house.lay(A8=STONE, H1=STONE).judge())
    assert sorted(both) == ["0 stones A8 H1", "0 stones B2 G7"]


def test_a_drawn_opening_is_read() -> None:
    """FT-E17."""
    house = Watched(opening="drawn")
    assert isinstance(house.lay(C2=RED).judge(), HalfDone)
    assert accepted(house.lay(F7=BLUE).judge()) == ["0 draw C2"]


@pytest.mark.whole
@pytest.mark.parametrize("side", ["4", "8", "12"])
def test_the_pie_is_cut_with_one_tile_of_each_colour(side) -> None:
    house = Watched(preset="siege", rows=side, cols=side)
    assert isinstance(house.lay(B4=RED).judge(), HalfDone)
    assert accepted(house.lay(C1=BLUE).judge()) == ["1 pie B4 C1"]


def test_which_colour_is_taken_is_asked_and_never_guessed() -> None:
    """FT-07: red goes on whoever has taken it."""
    house = Watched("1 pie D4 E5", preset="siege")
    question = house.lay(D5=RED).judge()
    assert isinstance(question, Ask)
    assert question.question.text == "Who plays Red?"
    answers = {
        choice.label.render({1: "Anna", 2: "Ben"}): [f"{action.by} {action}" for action in choice.actions]
        for choice in question.choices
    }
    assert answers == {"Anna": ["2 take 2", "1 D5"], "Ben": ["2 take 1", "2 D5"]}


def test_no_countdown_takes_a_colour() -> None:
    state = Watched("1 pie D4 E5", preset="siege").state
    turnover = Turnover(frozenset())
    assert turnover.rest(state, 0.0) is None
    assert turnover.rest(state, 1000.0) is None


def test_doubtful_cells_change_nothing() -> None:
    house = Watched("1 s:D3", "2 s:F6")
    assert house.judge(p=0.9) == NoChange()
    assert accepted(house.lay(D4=RED).judge(p=0.97, covered=[("board", "H8")])) == ["1 D4"]


class AtRandom:
    """Somebody who places a tile anywhere: such people cut each other off, and then have to pass."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def wants_to_act(self) -> bool:
        return True

    def choose(self, state):
        return self.rng.choice(list(state.legal(state.actors[0])))


def followed(options: dict[str, str], most_actions: int, seed: int):
    """Follow a game from pictures alone, position by position; give every position."""
    state = GAME.new(2, options)
    evening = Evening(LAYOUT, state, seed, most_actions=most_actions)
    evening._bots = {seat: AtRandom(seed + seat) for seat in (1, 2)}
    reader, follower = TableReader(LAYOUT, artwork), Follower(LAYOUT, state)
    states, spoken = [state], []
    for moment in evening.play():
        states.append(moment.state)
        if moment.told:
            spoken += moment.actions
            continue
        follower.tell(*spoken)
        spoken.clear()
        follower.see(reader.read(moment.picture))
        assert follower.state == moment.state, moment.actions
    return states


@pytest.mark.whole
@pytest.mark.parametrize("size", [4, *slow(8, 12)])
def test_every_size_of_board_that_the_mat_has_is_followed_from_pictures_alone(size: int) -> None:
    """The pie is cut and taken, and tiles go anywhere on the board that is in play."""
    most = size**2 if size == 4 else 7
    states = followed({"rows": str(size), "cols": str(size), "preset": "siege"}, most, seed=size + 2)
    assert any(state.phase == "MAIN" for state in states)
    assert len(states[-1].lying()["board"]) >= 7
    if size == 4:
        assert states[-1].outcome is not None
        assert any(state.passed for state in states), "somebody had to pass, and nobody had to tap it"
