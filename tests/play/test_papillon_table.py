"""Papillon followed from the table: staircase, bids, butterflies, and gardens from photographs."""

from __future__ import annotations

import random

import pytest
import watched
from msgspec.structs import replace
from sweeps import slow
from watched import played

from companion.layouts import load_layout
from companion.play.events import Settings
from companion.play.follow import Follower
from companion.play.live import LiveTable
from companion.play.photos import with_photo
from companion.play.referee import Referee
from companion.play.store import Store
from companion.play.verdict import Accept, Ask, Disagree, HalfDone, Illegal, NoChange
from companion.play.wording import told
from companion.printing import artwork
from companion.rules.game import CHANCE
from companion.rules.games import load_game
from companion.simulation.bots import bots
from companion.simulation.evening import Evening
from companion.simulation.held_up import held_up
from companion.simulation.snapshot import snapshot
from vision.reader import TableReader

SLUG = "papillon"
GAME, LAYOUT = load_game(SLUG), load_layout(SLUG)
BOARD = "T01 T13 T37 T93 T21 T25 T61 T02 T40 T94"
SPACES = "A1 B1 C1 D1 A2 B2 C2 A3 B3 A4"
FLOWERS = "FR1 FR2 FB1 FB2 FY1 FY2 FP1 FP2"


def begun(*lines, seats=3, board=BOARD, **options):
    """A game whose first staircase is filled and whose gnome brings 3."""
    pairs = [f"0 pair {flower}=PL{n}" for n, flower in enumerate(FLOWERS.split(), 1)]
    fills = [f"0 fill {s}={t}" for s, t in zip(SPACES.split(), board.split(), strict=True)]
    return played(GAME, GAME.new(seats, options), *pairs, "0 order 1", *fills, "0 gnome 3", *lines)


def drafting(*lines, **more):
    return begun("1 bid 2", "2 bid 0", "3 bid 1", *lines, **more)


class Watched(watched.Watched):
    def __init__(self, state):
        super().__init__(LAYOUT, state)


def accepted(verdict):
    return [line.partition(" ")[2] for line in watched.accepted(verdict)]


def test_the_staircase_is_filled_space_by_space_or_all_at_once() -> None:
    bare = played(
        GAME, GAME.new(3), *[f"0 pair {f}=PL{n}" for n, f in enumerate(FLOWERS.split(), 1)], "0 order 1"
    )
    house = Watched(bare)
    house.put("staircase", A1="T17")
    assert accepted(house.judge()) == ["fill A1=T17"]
    house.put("staircase", B1="T18", C1="T93")
    assert accepted(house.judge()) == ["fill A1=T17", "fill B1=T18", "fill C1=T93"]


def test_a_gnome_that_is_turned_up_is_read() -> None:
    before = played(GAME, GAME.new(3), *[f"0 pair {f}=PL{n}" for n, f in enumerate(FLOWERS.split(), 1)])
    before = played(GAME, before, "0 order 1", *_fills(BOARD))
    house = Watched(before)
    house.put("rounds", **{"1": None}).put("shed", C3="gnome-3")
    assert accepted(house.judge()) == ["gnome 3"]


def _fills(board):
    return [f"0 fill {s}={t}" for s, t in zip(SPACES.split(), board.split(), strict=True)]


def test_bids_and_the_slide_of_the_zeros_are_seen() -> None:
    house = Watched(begun())
    house.put("order", **{"1": None}).put("bids", **{"4": "gardener-white"})
    assert accepted(house.judge()) == ["bid 4"]
    house = Watched(begun("1 bid 0"))
    house.put("order", **{"2": None}).put("bids", Z1="gardener-black", Z2="gardener-white")
    assert accepted(house.judge()) == ["bid 0"]


def test_a_bid_on_a_taken_space_is_refused_by_its_rule() -> None:
    house = Watched(begun("1 bid 2", seats=4))
    house.put("order", **{"2": None}).put("bids", **{"2": "gardener-black"})
    assert not isinstance(house.judge(), (Accept, NoChange))
    poor = Watched(played(GAME, begun("1 bid 5"), "2 bid 4", "3 bid 0"))
    assert poor.judge() == NoChange()


def last_bid():
    """The last of three bids, which is seen on the bid track before the gardeners go back."""
    house = Watched(begun("1 bid 2", "2 bid 0"))
    house.put("order", **{"3": None}).put("bids", **{"1": "gardener-green"})
    return house


def test_the_last_bid_is_seen_before_the_gardeners_go_back() -> None:
    house = last_bid()
    half = house.judge()
    assert isinstance(half, HalfDone)
    assert str(half.begun) == "bid 1"
    house.show(played(GAME, house.state, "3 bid 1"))
    verdict = house.judge()
    assert accepted(verdict) == ["bid 1"]
    assert verdict.confidence > 0.99


def test_a_last_bid_that_nobody_saw_is_asked_for_with_the_reason() -> None:
    house = Watched(begun("1 bid 2", "2 bid 0"))
    house.show(played(GAME, house.state, "3 bid 1"))
    asked = house.judge()
    assert isinstance(asked, Ask)  # whether 0 or 1 was bid the order is the same
    why = "The gardeners stand in the same order after several bids."
    assert asked.question.render({3: "Carla"}) == f"{why} How many caterpillars does Carla have now?"
    assert {choice.label.render({}): str(choice.actions[0]) for choice in asked.choices} == {
        "9": "bid 1",
        "11": "bid 0",
    }
    house.show(played(GAME, house.state, "3 bid 5"))
    assert isinstance(house.judge(), Ask)


def test_a_last_bid_that_was_taken_back_is_forgotten() -> None:
    house = last_bid()
    assert isinstance(house.judge(), HalfDone)
    house.show(house.state)
    assert house.judge() == NoChange()
    house.show(played(GAME, house.state, "3 bid 1"))
    assert isinstance(house.judge(), Ask)


def test_of_two_last_bids_the_later_one_counts() -> None:
    house = last_bid()
    house.judge()
    house.put("bids", **{"1": None, "Z1": "gardener-green", "Z2": "gardener-black"})
    half = house.judge()
    assert isinstance(half, HalfDone)
    house.show(played(GAME, house.state, "3 bid 0"))
    assert isinstance(house.judge(), Accept | Ask)


@pytest.fixture(scope="module")
def drawing():
    """Seat 2 has taken a single tile, T25 from B2, and draws another out of the bag."""
    state = drafting("1 draft A", "3 draft 2", "2 draft 3")
    assert state.phase == "RESERVE"
    return state


def shown_to_a_phone(*tiles, seed=5, **how):
    picture = held_up(LAYOUT, tiles, spread="apart", seed=seed, size_px=(1000, 750), **how)
    return with_photo(LAYOUT, TableReader(LAYOUT, artwork).read(picture), None)


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


def test_a_tile_that_cannot_have_been_drawn_says_nothing(drawing) -> None:
    house = Watched(drawing)
    for tiles in (drawing.hand[0][:1], ("T03", "T88"), ("T94",)):
        view = replace(house.table.look(), mosaics=shown_to_a_phone(*tiles).mosaics)
        assert house.referee.judge(drawing, view) == NoChange(), tiles


def test_the_last_tile_of_a_column_may_be_the_first_of_a_row() -> None:
    state = drafting("1 draft A", "3 draft 2")
    house = Watched(state)
    house.show(played(GAME, state, "2 draft D"))
    assert isinstance(house.judge(), HalfDone)
    house.show(played(GAME, state, "2 draft 1"))
    assert accepted(house.judge()) == ["draft 1"]


def test_a_drafted_line_is_seen_and_half_of_it_is_half_done() -> None:
    state = drafting()
    house = Watched(state)
    house.show(played(GAME, state, "1 draft 2"))
    assert accepted(house.judge()) == ["draft 2"]
    house = Watched(state)
    house.put("staircase", A1=None, B1=None)
    assert isinstance(house.judge(), HalfDone)


def test_the_gnome_tells_two_lines_of_one_tile_apart() -> None:
    state = drafting("1 draft A", "3 draft 2")
    house = Watched(state)
    house.show(played(GAME, state, "2 draft 3"))
    assert accepted(house.judge()) == ["draft 3"]
    house.show(played(GAME, state, "2 draft B"))
    verdict = house.judge()
    assert isinstance(verdict, Accept)
    assert accepted(verdict) == ["draft B"]


@pytest.fixture(scope="module")
def garden_state():
    """Everybody lays tiles: seat 1 has T01 T13 T37 T93, nothing lies there yet."""
    state = drafting("1 draft 1", "3 draft 2", "2 draft A")
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    assert state.phase == "GARDEN"
    return state


def looked_at(state, seat, **how):
    """A photograph of the garden of a seat as a position has it, read by a phone's reader."""
    return TableReader(LAYOUT, artwork).read(
        snapshot(LAYOUT, state.lying(), seat, size_px=(1200, 900), **how)
    )


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
    assert verdict.reason.sentence() == "To the south field would lie against red (R26)."


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
        assert "Anna lays T37 turned right, 2 up from the first space." in said
        assert "The tile T37 lies askew." in said
        assert session.state == after


def _lines():
    """The way to `garden_state`."""
    pairs = [f"0 pair {flower}=PL{n}" for n, flower in enumerate(FLOWERS.split(), 1)]
    bids = ["1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A"]
    return [*pairs, "0 order 1", *_fills(BOARD), "0 gnome 3", *bids]


def test_butterflies_fly_and_tokens_are_taken_in_sight() -> None:
    state = _closed()
    house = Watched(state)
    house.put("clips-FR2", **{"7": "butterfly-white"})
    half = house.judge()
    assert isinstance(half, HalfDone)
    assert "away from the tool shed" in half.message.render({})
    house.put("shed", C3=None).put("staircase", B3=None).put("tokens", B3=None)
    assert accepted(house.judge()) == ["fly T01.a>FR2"]
    house = Watched(state)
    house.put("clips-FB1", **{"1": "butterfly-white"})
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.rule == "R36"


def _closed():
    """Seat 1 has closed a red patch of two tiles, and the butterflies are to fly."""
    board = "T01 T02 T93 T94 T21 T25 T61 T13 T40 T37"
    state = begun("1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A", board=board)
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    state = played(GAME, state, "1 lay T01@0,0/0", "1 lay T02@0,-1/2")
    while state.phase == "GARDEN":
        seat = state.actors[0]
        state = state.after(next(a for a in state.legal(seat) if not str(a).startswith("lift")))
    assert state.phase == "FLY"
    while state.to_move != 1:
        state = state.after(next(iter(state.legal(state.to_move))))
    return state


LAID = ("1 lay T01@0,0/0", "1 lay T02@0,-1/2", "1 lay T93@1,0/0", "1 lay T94@2,0/0")


def gardening(*lines, laid=LAID):
    """Seat 1 may put a butterfly on the red patch that its tiles close; it and seat 2 have one on FY1."""
    board = "T01 T02 T93 T94 T21 T25 T61 T13 T40 T37"
    state = begun("1 bid 2", "2 bid 0", "3 bid 1", "1 draft 1", "3 draft 2", "2 draft A", board=board)
    while state.actors == (CHANCE,):
        state = played(GAME, state, "0 reserve T03")
    flowers = tuple(replace(each, count=(1, 1, 0)) if each.id == "FY1" else each for each in state.flower)
    state = replace(state, flower=flowers, bf=(11, 11, 12))
    return played(GAME, state, *laid, *lines)


def lifted(state, clip="1"):
    house = Watched(state)
    house.put("clips-FY1", **{clip: None})
    return house


@pytest.mark.parametrize("lines", [(), ("1 done",)], ids=["may yet move tiles", "is done"])
def test_a_butterfly_that_is_lifted_while_tiles_are_laid_is_waited_for(lines) -> None:
    state = gardening(*lines)
    house = lifted(state)
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == (
        "Something is under way. Carry on, or tap what was done if that was all. "
        "Otherwise put back: white butterfly on yellow flower 1."
    )
    house.state = gardening("1 done", "1 perch T01.a<FY1")
    assert house.judge() == NoChange()
    house.state = state
    house.show(state)
    assert house.judge() == NoChange()


def test_a_butterfly_that_is_lifted_before_all_tiles_are_laid_is_waited_for_with_the_reason() -> None:
    verdict = lifted(gardening(laid=LAID[:2])).judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == (
        "A patch gets its butterfly when all tiles are laid, and you have said so."
    )
    assert isinstance(lifted(gardening(laid=LAID[:1])).judge(), Disagree)


def test_what_others_lay_does_not_tell_where_a_lifted_butterfly_is() -> None:
    state = gardening("1 done")
    lay = next(each for each in state.legal(2) if str(each).startswith("lay"))
    tiles = looked_at(state.after(lay), 2).mosaics
    house = lifted(state)
    verdict = house.referee.judge(state, replace(house.table.look(), mosaics=tiles, partial=True))
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}).endswith("Otherwise put back: white butterfly on yellow flower 1.")
    house.show(state)
    verdict = house.referee.judge(state, replace(house.table.look(), mosaics=tiles, partial=True))
    assert accepted(verdict) == [str(lay)]


def test_a_butterfly_that_flies_on_was_on_its_patch() -> None:
    state = gardening()
    while state.gardening != (1,):
        seat = next(each for each in state.gardening if each != 1)
        state = state.after(next(each for each in state.legal(seat) if not str(each).startswith("lift")))
    house = lifted(state)
    house.put("shed", C3=None).put("staircase", B3=None).put("tokens", B3=None)
    house.put("clips-FR1", **{"3": "butterfly-white"})
    assert accepted(house.judge()) == ["done", "perch T01.a<FY1", "fly T01.a>FR1"]


def test_a_lifted_butterfly_is_told_by_its_own_colour() -> None:
    verdict = lifted(gardening(), clip="2").judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: black butterfly on yellow flower 1."


@pytest.mark.parametrize("clip", ["2", "3", "4"])
def test_of_several_butterflies_a_lifted_one_takes_no_place_of_another_colour(clip: str) -> None:
    state = gardening()
    flowers = tuple(replace(each, count=(1, 3, 0)) if each.id == "FY1" else each for each in state.flower)
    verdict = lifted(replace(state, flower=flowers, bf=(11, 9, 12)), clip).judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Still to do: black butterfly on yellow flower 1."


def test_bots_finish_a_game_by_worth_not_by_turning_tiles_about() -> None:
    state, rng, players, count = GAME.new(2), random.Random(8), bots(2, 8), 0
    while state.actors:
        seat = next((actor for actor in state.actors if actor != CHANCE), None)
        state = state.after(
            players[seat].choose(state) if seat else rng.choice([action for action, _ in state.odds()])
        )
        count += 1
    assert count < 600
    assert all(len(garden) > 12 for garden in state.garden)


@pytest.mark.slow
def test_a_short_game_of_bots_is_followed_from_pictures_alone() -> None:
    """Only what no picture shows is tapped; gardens come from photographs at any angle."""
    layout = LAYOUT.for_seats(2)
    state = GAME.new(2, {})
    evening = Evening(layout, state, 3, most_actions=24)
    reader, follower = TableReader(layout, artwork), Follower(layout, state)
    seen, untold, photos = None, [], 0
    for moment in evening.play():
        if moment.told:
            untold += moment.actions
            continue
        follower.tell(*untold)
        untold.clear()
        sighting = (TableReader(layout, artwork) if moment.photo else reader).read(moment.picture)
        view = with_photo(layout, sighting, seen) if moment.photo else sighting
        seen, photos = (seen, photos + 1) if moment.photo else (sighting, photos)
        follower.see(view)
        assert follower.state == moment.state or follower.state.alike(moment.state), moment.actions
    assert photos >= 2
