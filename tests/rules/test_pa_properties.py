"""The property checks I1..I19 notice what they are there for.

I1 to I3 refuse a box (see `test_pa_options`); I4, I17 and I18 speak of more than one step.
"""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import random
import sys
from typing import Any

import msgspec
import pytest
from pa_table import action, after, counts, garden, table

from companion.games.papillon.rules import GAME, Laid, State, regions
from companion.games.papillon.rules.data.box import SHIPPED
from companion.games.papillon.rules.data.garden import Garden, clashes, connected, neighbour
from companion.games.papillon.rules.position import Perched
from companion.games.papillon.rules.results.scoring import scores
from companion.rules import CHANCE
from companion.rules.record import history
from companion.rules.testing import random_record
from companion.rules.testing.playout import choose

BOARD = "A1=T01 B1=T02 C1=T03 A2=T04 B2=T05 A4=T06"


def broken(before: State, line: str, **changes: Any) -> set[str]:
    """The numbers of the properties that are broken when the step ends in a changed state."""
    changed = msgspec.structs.replace(after(before, line), **changes)
    return {sentence.split()[0].rstrip(":") for sentence in GAME.properties(before, action(line), changed)}


def test_every_property_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_I")]
    assert {int(name.removeprefix("test_I")[:2]) for name in names} | {2, 3} == set(range(1, 20))


def test_I01_to_I03_are_checked_with_the_box() -> None:
    """The shipped box passed them; what fails each is in `test_pa_options`."""
    assert (len(SHIPPED.tiles), SHIPPED.icons, len(SHIPPED.gnome_numbers)) == (94, 84, 8)


def test_I04_turned_sides() -> None:
    for tile in SHIPPED.tiles.values():
        for rotation in range(4):
            turned = tile.turned(rotation)
            for printed in range(4):
                seen = (printed + rotation) % 4
                assert turned[seen] == tile.sides[printed]
                assert tile.segments[tile.segment_at(seen, rotation)].type == tile.sides[printed]


def test_I05_every_tile_is_somewhere_once() -> None:
    state = table("DRAFT", board=BOARD)
    assert broken(state, "1 draft 1") == set()
    assert "I5" in broken(state, "1 draft 1", bag=state.bag[1:])
    assert "I5" in broken(state, "1 draft 1", removed=("T01",))


def test_I06_fifty_caterpillars() -> None:
    state = table("BID", board=BOARD)
    assert broken(state, "1 bid 2") == set()
    assert broken(state, "1 bid 2", supply=0) == {"I6"}
    assert "R24" in broken(state, "1 bid 2", cat=(13, 5, 5, 5), supply=22)
    assert "I6" in broken(state, "1 bid 2", cat=(12, 12, 12, 15), supply=-1)


def test_I07_twelve_butterflies() -> None:
    state = closing()
    assert broken(state, "1 perch T01.a<supply") == set()
    assert "I7" in broken(state, "1 perch T01.a<supply", bf=(12, 12, 12, 12))
    outside = table("BID", board=BOARD, on_patch=((Perched("T01.a", "R", 2),), (), (), ()), sound=False)
    assert "I7" in {problem.rule for problem in outside.problems()}


def closing() -> State:
    """Seat 1 has closed a patch and has not yet put a butterfly on it."""
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"])
    return after(state, "1 lay T02@0,-1/2", "1 done")


def test_I08_gardens_match_and_stay() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02 T93"])
    line = "1 lay T02@0,-1/2"
    assert broken(state, line) == set()
    assert "R26" in broken(state, line, garden=(garden("T01@0,0/0 T02@0,-1/0"), (), (), ()))
    assert "R28" in broken(state, line, garden=(garden("T01@0,0/0 T02@5,5/0"), (), (), ()))
    assert "I8" in broken(state, line, garden=(garden("T01@0,0/1 T02@1,0/3"), (), (), ()))
    assert "R26" in broken(state, line, garden=(garden("T01@0,0/0 T02@0,0/0"), (), (), ()))


def test_I09_closed_is_closed() -> None:
    state = closing()
    assert "I9" in broken(state, "1 perch T01.a<supply", closed_seen=(("T01.a", "T01.a"), (), (), ()))
    seen = table(
        "GARDEN",
        gardens=["T01@0,0/0 T02@0,-1/2"],
        hands=["T93"],
        closed_seen=(("T01.a",), (), (), ()),
    )
    line = "1 lay T93@1,0/0"
    assert broken(seen, line) == set()
    assert "I9" in broken(seen, line, garden=(garden("T01@0,0/0 T93@1,0/0"), (), (), ()))
    assert "I9" in broken(seen, line, closed_seen=((), (), (), ()))


def test_I10_orders() -> None:
    state = table("BID", 3, board=BOARD, turn=2, bid_num=(0, 2, 1, 0, 0))
    assert broken(state, "3 bid 0") == set()
    assert "I10" in broken(state, "3 bid 0", order=(1, 1, 2))
    assert "I10" in broken(state, "3 bid 0", draft_order=(3, 2, 1))


def test_I11_bids() -> None:
    state = table("BID", board=BOARD, bid_num=(0, 0, 4, 0, 0))
    line = action("1 bid 3")
    twice = {text.split()[0] for text in GAME.properties(state, line, state)}
    poor = table("BID", board=BOARD, cat=(2, 5, 5, 5))
    dear = {text.split()[0] for text in GAME.properties(poor, line, poor)}
    assert ("I11" in twice, "I11" in dear) == (True, True)
    assert "I11" in broken(table("BID", board=BOARD), "1 bid 0", bid_zero=(1, 1))


def test_I12_new_tiles_and_gnomes() -> None:
    state = table("DRAFT", board=BOARD, shed=2)
    assert "I12" in broken(state, "1 draft 4", phase="DRAFT")
    for line in ("1 draft 1", "1 draft 4"):
        assert "I12" in broken(state, line, hand=((), (), (), ()))
    assert "I12" in broken(state, "1 draft 1", gnomes=(1, 0, 0, 0))


def test_I13_tokens() -> None:
    state = table(
        "FLY",
        on_patch=((Perched("T01.a", "R", 2), Perched("T02.a", "R", 3)), (), (), ()),
        turn=3,
        sound=False,
        no_token="FB1",
    )
    small, large = after(state, "1 fly T01.a>FR1"), after(state, "1 fly T02.a>FR1")
    assert "I13" not in broken(state, "1 fly T02.a>FR1")
    assert "I13" in broken(state, "1 fly T01.a>FR1", flower=large.flower)
    given = tuple(msgspec.structs.replace(flower, token=True) for flower in small.flower)
    assert "I13" in broken(state, "1 fly T01.a>FR1", flower=given)


def test_I14_gnomes() -> None:
    state = table("DRAFT", board=BOARD)
    assert "I14" in broken(state, "1 draft 1", gnomes=(3, 0, 0, 0))
    expert = table("DRAFT", board="A3=T01 B3=T02", options={"expert": "on"}, shed=2)
    assert broken(expert, "1 draft 3") == set()
    assert "I14" in broken(expert, "1 draft 3", gnome_to_place=(0, 0, 0, 0))


def test_I15_the_flower_line(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("FLY", on_patch=((Perched("T01.a", "R", 2),), (), (), ()), turn=3, sound=False)
    assert "I15" not in broken(state, "1 fly T01.a>FR1")
    for paid in ((9, 1, 0, 0), (0, 0, 0, 0), (40, 0, 0, 0)):
        monkeypatch.setattr(
            "companion.games.papillon.rules.checks.properties.flower_nectar", lambda *_, paid=paid: paid
        )
        assert ("I15" in broken(state, "1 fly T01.a>FR1")) == (paid != (0, 0, 0, 0))
    waiting = ((Perched("T01.a", "R", 2),), (), (), ())
    second = table("FLY", on_patch=waiting, turn=3, sound=False, flowers={"FR1": (1, 1, 0, 0)})
    for paid, wrong in (((5, 9, 0, 0), True), ((9, 5, 0, 0), False)):
        monkeypatch.setattr(
            "companion.games.papillon.rules.checks.properties.flower_nectar",
            lambda _, flower, paid=paid: paid if flower.id == "FR1" else (0, 0, 0, 0),
        )
        assert ("I15" in broken(second, "1 fly T01.a>FR1")) == wrong


def test_I16_the_garden_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"])
    right = scores(state, 1)
    for change in ({"patches": 5}, {"fields": 85}):
        monkeypatch.setattr(
            "companion.games.papillon.rules.checks.properties.scores",
            lambda *_, change=change: right._replace(**change),
        )
        assert "I16" in broken(state, "1 lay T02@0,-1/2")
    expert = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02"], options={"expert": "on"})
    for fields, wrong in ((84 * 2, False), (84 * 2 + 1, True)):
        monkeypatch.setattr(
            "companion.games.papillon.rules.checks.properties.scores",
            lambda *_, fields=fields: right._replace(fields=fields, patches=5),
        )
        assert ("I16" in broken(expert, "1 lay T02@0,-1/2")) == wrong


def test_I17_the_order_of_being_done_changes_nothing() -> None:
    rng = random.Random(3)
    states = [
        state
        for state in history(random_record(GAME, 3, seed=5))
        if state.phase == "GARDEN" and len(state.gardening) == 3
    ][::40]
    assert states
    for state in states:
        plans = {seat: plan(state, seat, rng) for seat in (1, 2, 3)}
        ends = []
        for seats in ((1, 2, 3), (3, 1, 2)):
            end = state
            for chosen in (each for seat in seats for each in plans[seat]):
                end = end.after(chosen)
            ends.append(end)
        assert ends[0] == ends[1]
        assert ends[0].phase != "GARDEN"


def plan(state: State, seat: int, rng: random.Random) -> list[Any]:
    """What one seat does until it has finished, whatever the others do."""
    alone = msgspec.structs.replace(
        state, done=tuple(n != seat and state.done[n - 1] for n in range(1, state.seats + 1))
    )
    chosen = []
    while seat in alone.gardening and alone.phase == "GARDEN":
        kinds = [a for a in alone.legal(seat) if not str(a).startswith("lift")]
        chosen.append(rng.choice(kinds))
        alone = alone.after(chosen[-1])
    return chosen


def turned(tiles: Garden) -> Garden:
    """A garden turned a quarter clockwise."""
    return tuple(Laid(laid.tile, -laid.y, laid.x, (laid.rot + 1) % 4, laid.round) for laid in tiles)


def test_I18_turning_a_garden_changes_nothing() -> None:
    end = history(random_record(GAME, 4, {"expert": "on"}, seed=8))[-1]
    whole = msgspec.structs.replace(end, garden=tuple(turned(tiles) for tiles in end.garden))
    for seat in (1, 2, 3, 4):
        before, after_ = end.garden[seat - 1], whole.garden[seat - 1]
        assert connected(after_)
        assert not list(clashes(SHIPPED, after_))
        assert shapes(before) == shapes(after_)
        assert scores(end, seat) == scores(whole, seat)


def shapes(tiles: Garden) -> list[tuple[str, int, int, int]]:
    found = regions(SHIPPED, tiles)
    return [(region.key, region.size, len(region.open_ends), region.icons) for region in found]


def test_I18_mirroring_a_garden_changes_no_region() -> None:
    """Mirrored tiles are other tiles: here the picture of the sides is mirrored, not the tile."""
    tiles = history(random_record(GAME, 2, seed=9))[-1].garden[0]
    joined = _joined(tiles, mirror=False)
    assert joined == _joined(tiles, mirror=True)
    assert {frozenset(region.nodes) for region in regions(SHIPPED, tiles)} == joined


def _joined(tiles: Garden, *, mirror: bool) -> set[frozenset[str]]:
    """Regions found in another way: by merging sets, in the garden or in its mirror image."""
    sides: dict[tuple[tuple[int, int], int], str] = {}
    for laid in tiles:
        tile = SHIPPED.tiles[laid.tile]
        for side in range(4):
            cell, seen = laid.cell, side
            if mirror:
                cell, seen = (-laid.x, laid.y), (side, 3, side, 1)[side]
            sides[cell, seen] = tile.node(tile.segment_at(side, laid.rot))
    groups = {node: {node} for node in sides.values()}
    for (cell, side), node in sides.items():
        other = sides.get((neighbour(cell, side), (side + 2) % 4))
        if other and groups[node] is not groups[other]:
            groups[node] |= groups[other]
            for each in groups[other]:
                groups[each] = groups[node]
    return {frozenset(group) for group in groups.values()}


def test_I19_every_action_brings_the_game_on() -> None:
    state = table("DRAFT", board=BOARD)
    assert broken(state, "1 draft 1") == set()
    assert "I19" in broken(state, "1 draft 1", turn=0, board=state.board, hand=state.hand)
    assert "I19" in broken(state, "1 draft 1", round=9)


def test_I19_a_whole_game_is_short() -> None:
    played = history(random_record(GAME, 4, seed=1))
    assert played[-1].round == 8
    assert all(len(tiles) <= 32 for tiles in played[-1].garden)
    assert len(played) < GAME.info.max_actions / 5
    assert counts(played[-1], "FR1")


def test_random_games_keep_all_properties() -> None:
    rng = random.Random(11)
    state: State = GAME.new(3, {"expert": "on", "perch": "optional", "caterpillar_supply": "unlimited"})
    while state.actors:
        chosen = choose(state, rng)
        assert chosen.by in (CHANCE, 1, 2, 3)
        before, state = state, state.after(chosen)
        assert list(GAME.properties(before, chosen, state)) == []
