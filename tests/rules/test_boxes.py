"""Boxes of one's own: every game that takes them refuses a file in words, or plays it as its own."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.layouts import layout_of
from companion.printing.art import part_list, piece_drawing, sheet_drawing
from companion.rules.boxes import TakesBoxes, at_table
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadData, BadOption
from companion.rules.testing import check_game

TAKING = [slug for slug in GAMES if isinstance(load_game(slug), TakesBoxes)]
NAME = "my-box"
RAW = re.compile(r"`|Expected|Object |Invalid| - at |codec")
ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**12, 0.5, "", "x", "{x}", "N", [], {}, ["N"], "Z" * 99)


def example(slug: str) -> bytes:
    """A file that is taken, under a name of its own where the name stands in it."""
    return load_game(slug).example_box.replace(b"our-box", NAME.encode())


def with_box(slug: str, data: bytes) -> tuple[Any, dict[str, str]]:
    game = load_game(slug).with_box(data, NAME)
    return game, {game.box_option: game.boxes[-1]}


@pytest.mark.whole
@pytest.mark.parametrize("slug", TAKING)
def test_a_game_with_a_box_keeps_every_promise(slug: str) -> None:
    game, own = with_box(slug, example(slug))
    assert game.boxes == (NAME,)
    assert check_game(game, seats=game.info.seats[:1], options=[own, {}]).games == 2
    assert game.without_box(NAME).boxes == ()


@pytest.mark.parametrize("slug", TAKING)
def test_a_game_without_the_box_is_as_it_was(slug: str) -> None:
    game, own = with_box(slug, example(slug))
    seats = game.info.seats[-1]
    assert game.new(seats) == load_game(slug).new(seats)
    assert layout_of(at_table(game, {})) == layout_of(load_game(slug))
    with pytest.raises(BadOption, match=game.box_option):
        load_game(slug).new(seats, own)


@pytest.mark.parametrize("slug", TAKING)
def test_two_boxes_stand_beside_each_other(slug: str) -> None:
    data = example(slug)
    game = with_box(slug, data)[0].with_box(data.replace(NAME.encode(), b"other"), "other")
    assert game.boxes == (NAME, "other")
    for name in game.boxes:
        layout = layout_of(at_table(game, {game.box_option: name}))
        assert layout.box.startswith(f"{name}@")
    with pytest.raises(BadData, match="called"):
        game.with_box(data, NAME)


def random_action(state: Any, chosen: random.Random) -> Any:
    actor = chosen.choice(state.actors)
    return chosen.choice(list(islice(state.legal(actor), 50)))


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in some JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, each in inner for path in paths(each, (*at, key)))]


def spoiled(data: bytes, chosen: random.Random) -> bytes:
    """The same file with one value that is another, or gone, or there twice."""
    try:
        whole = [json.loads(data)]
    except ValueError:
        return spoiled_lines(data.decode(), chosen).encode()
    path = (0, *chosen.choice(paths(whole[0])))
    parent: Any = whole
    for key in path[:-1]:
        parent = parent[key]
    what = chosen.choice(("odd", "gone", "twice"))
    if what == "odd" or parent is whole:
        parent[path[-1]] = chosen.choice(ODD)
    elif what == "gone":
        del parent[path[-1]]
    elif isinstance(parent, list):
        parent.insert(path[-1], parent[path[-1]])
    return json.dumps(whole[0]).encode()


def spoiled_lines(text: str, chosen: random.Random) -> str:
    lines = [line.split(",") for line in text.splitlines()]
    line = chosen.choice(lines)
    column = chosen.randrange(len(line))
    line[column] = chosen.choice([str(each) for each in ODD] + [line[chosen.randrange(len(line))]])
    if chosen.random() < 0.2:
        lines.remove(line)
    return "\n".join(",".join(each) for each in lines)


@pytest.mark.whole
@pytest.mark.parametrize("slug", TAKING)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_spoiled_file_is_refused_in_words_or_can_be_played_and_drawn(slug: str, seed: int) -> None:
    chosen = random.Random(seed)
    try:
        game, own = with_box(slug, spoiled(example(slug), chosen))
        layout = layout_of(at_table(game, own))
    except BadData as error:
        # What only the reader of data understands is said in other words.
        if RAW.search(error.sentence):
            pytest.fail(error.sentence)
        return
    for seats in game.info.seats:
        try:
            state = game.new(seats, own)
        except BadOption:
            continue  # too few cards for so many
        for _ in range(30):
            if not state.actors:
                break
            action = random_action(state, chosen)
            after = state.after(action)
            assert list(game.properties(state, action, after)) == []
            state = after
        assert game.decode(game.encode(state)) == state
        assert all(layout.knows(kind) for cells in state.lying().values() for kind in cells.values())
    for sheet in chosen.sample(layout.sheets, min(2, len(layout.sheets))):
        assert sheet_drawing(layout, sheet.id)
    for kind in chosen.sample(sorted(layout.kinds), min(3, len(layout.kinds))):
        assert piece_drawing(layout, kind)
    fronts = (part.front for group in part_list(layout, None).groups.values() for part in group)
    assert all(layout.knows(front) for front in fronts)
