"""Papillon: tiles that are shown to a phone, and gardens from photographs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from papillon_house import BOARD, FLOWERS, GAME, LAYOUT, SLUG, Watched, accepted, drafting, fills, looked_at
from sweeps import slow
from watched import played

from companion.live.live import LiveTable
from companion.live.photos import with_photo
from companion.printing import artwork
from companion.record.events import Settings
from companion.referee.referee import Referee
from companion.referee.verdict import Accept, Illegal, NoChange
from companion.referee.wording import told
from companion.rules.game import CHANCE
from companion.sessions.store import Store
from companion.simulation.rendering.held_up import held_up
from companion.simulation.rendering.snapshot import snapshot
from vision.view.reader import TableReader


@pytest.fixture(scope="module")
def drawing():
    """Seat 2 has taken a single tile, T25 from B2, and draws another out of the bag."""
    state = drafting("1 draft A", "3 draft 2", "2 draft 3")
    assert state.phase == "RESERVE"
    return state


def shown_to_a_phone(*tiles, seed=5, **how):
    picture = held_up(LAYOUT, tiles, spread="apart", seed=seed, size_px=(1000, 750), **how)
    return with_photo(LAYOUT, TableReader(LAYOUT, artwork).read(picture), None)


@pytest.mark.whole
@pytest.mark.parametrize("turn", [130, *slow(0, 250)])
def test_a_drawn_tile_is_read_where_it_is_shown(drawing, turn) -> None:
    referee = Referee(LAYOUT)
    for tile in ("T03", "T88"):
        verdict = referee.judge(drawing, shown_to_a_phone(tile, turn_deg=turn))
        assert accepted(verdict) == [f"reserve {tile}"]
    beside = shown_to_a_phone(*drawing.hand[1], "T50", *drawing.hand[0], turn_deg=turn)
    assert accepted(referee.judge(drawing, beside)) == ["reserve T50"]


def test_a_drawn_tile_is_read_by_the_camera_beside_the_board(drawing) -> None:
    house = Watched(drawing)
    alone = shown_to_a_phone("T77").mosaics
    view = replace(house.table.look(), mosaics=alone)
    assert accepted(house.referee.judge(drawing, view)) == ["reserve T77"]


@pytest.mark.whole
def test_a_tile_that_cannot_have_been_drawn_says_nothing(drawing) -> None:
    house = Watched(drawing)
    for tiles in (drawing.hand[0][:1], ("T03", "T88"), ("T94",)):
        view = replace(house.table.look(), mosaics=shown_to_a_phone(*tiles).mosaics)
        assert house.referee.judge(drawing, view) == NoChange(), tiles


@pytest.fixture(scope="module")
def garden_state():
    """Everybody lays tiles: seat 1 has T01 T13 T37 T93, nothing lies there yet."""
    state = drafting("1 draft 1", "3 draft 2", "2 draft A")
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    assert state.phase == "GARDEN"
    return state


@pytest.mark.whole
def test_a_photograph_of_a_garden_lays_its_tiles(garden_state) -> None:
    after = played(GAME, garden_state, "1 lay T93@0,0/0", "1 lay T01@0,-1/0", "1 lay T13@1,0/0")
    photo = with_photo(LAYOUT, looked_at(after, 1, turn_deg=70, seed=2), None)
    verdict = Referee(LAYOUT).judge(garden_state, photo)
    assert isinstance(verdict, Accept)
    state = garden_state
    for action in verdict.actions:
        state = state.after(action)
    assert state.alike(after)
    more = played(GAME, state, *_next_lay(state))
    again = with_photo(LAYOUT, looked_at(more, 1, turn_deg=200, seed=9), None)
    verdict = Referee(LAYOUT).judge(state, again)
    assert isinstance(verdict, Accept)
    assert [state.after(action) for action in verdict.actions] == [more]


def _next_lay(state):
    return [f"1 {next(each for each in state.legal(1) if str(each).startswith('lay T37'))}"]


def test_tiles_that_do_not_match_are_named_with_the_rule(garden_state) -> None:
    state = played(GAME, garden_state, "1 lay T01@0,0/0")
    wrong = replace(state.garden[0][0], tile="T13", x=0, y=-1, rot=0)
    meant = replace(state, garden=((*state.garden[0], wrong), *state.garden[1:]))
    verdict = Referee(LAYOUT).judge(state, with_photo(LAYOUT, looked_at(meant, 1), None))
    assert isinstance(verdict, Illegal)
    assert verdict.reason.sentence() == "Below, field would lie against red (R26)."


def test_whose_tiles_are_meant_is_told_by_the_name(garden_state) -> None:
    state = played(GAME, garden_state, "1 lay T01@0,0/0", "2 lay T02@0,0/1")
    strange = replace(state.garden[1][0], tile="T94", x=1)
    meant = replace(state, garden=(state.garden[0], (*state.garden[1], strange), state.garden[2]))
    verdict = Referee(LAYOUT).judge(state, with_photo(LAYOUT, looked_at(meant, 2), None))
    said = told(verdict, GAME).render({1: "Anna", 2: "Ben", 3: "Carla"})
    assert "the tiles of Ben" in said


def test_a_garden_that_is_as_recorded_changes_nothing_for_anybody(garden_state) -> None:
    state = played(GAME, garden_state, "1 lay T93@0,0/0", "2 lay T02@0,0/1")
    for seat in (1, 2):
        photo = with_photo(LAYOUT, looked_at(state, seat, turn_deg=15), None)
        assert Referee(LAYOUT).judge(state, photo) == NoChange()


def test_a_phone_tells_what_it_read_and_what_lies_badly(tmp_path, garden_state) -> None:
    laid = ("1 lay T93@0,0/0", "1 lay T01@0,-1/0", "1 lay T13@1,0/0")
    state = played(GAME, garden_state, *laid)
    after = played(GAME, state, *_next_lay(state))
    (new,) = (tile for tile in after.garden[0] if tile.tile == "T37")
    with Store(tmp_path / "games.db") as store:
        session = store.new_session(SLUG, ("Anna", "Ben", "Carla"), {}, Settings(otherwise="tap"))
        for line in (*_lines(), *laid):
            by, _, text = line.partition(" ")
            session.act(GAME.parse(int(by), text))
        live = LiveTable(session, LAYOUT, Referee(LAYOUT), None, None, None)
        image = snapshot(
            LAYOUT, after.lying(), 1, size_px=(1200, 900), untidy={f"{new.x},{new.y}": (0.0, 0.0, 13.0)}
        )
        said = live.see_photo(image, TableReader(LAYOUT, artwork).read(image)).render(session.names)
        assert (new.x, new.y, new.rot) == (0, -2, 1)
        assert "Anna lays tile T37 turned right (2 up)." in said
        assert "The tile T37 lies askew." in said
        assert session.state == after
        again = live.see_photo(image, TableReader(LAYOUT, artwork).read(image)).render(session.names)
        assert again == "All lies as the game says. The tile T37 lies askew. Turn it flush with the others."


def test_new_tiles_beside_a_garden_of_which_nothing_is_seen_are_told(tmp_path, garden_state) -> None:
    after = played(GAME, garden_state, "1 lay T93@0,0/0", "1 lay T01@0,-1/0")
    with Store(tmp_path / "games.db") as store:
        session = store.new_session(SLUG, ("Anna", "Ben", "Carla"), {}, Settings(otherwise="tap"))
        for line in (*_lines(), "1 lay T93@0,0/0"):
            by, _, text = line.partition(" ")
            session.act(GAME.parse(int(by), text))
        live = LiveTable(session, LAYOUT, Referee(LAYOUT), None, None, None)
        image, before = snapshot(LAYOUT, after.lying(), 1, size_px=(1200, 900)), session.state
        seen = TableReader(LAYOUT, artwork).read(image)
        (mosaic,) = seen.mosaics
        new = tuple(piece for piece in mosaic.pieces if piece.kind == "T01")
        seen = replace(seen, mosaics=(replace(mosaic, pieces=new),))
        said = live.see_photo(image, seen).render(session.names)
        assert "I see the tile T01, and none of the tiles that lay in this garden before." in said
        assert "All lies as the game says" not in said
        assert session.state == before


def _lines():
    """The way to `garden_state`."""
    pairs = [f"0 pair {flower}=PL{n}" for n, flower in enumerate(FLOWERS.split(), 1)]
    bids = ["1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A"]
    return [*pairs, "0 order 1", *fills(BOARD), "0 gnome 3", *bids]
