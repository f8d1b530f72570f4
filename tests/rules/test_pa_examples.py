"""Every worked example of the specification, section 14, under its number."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest
from pa_table import after, closed, counts, found, garden, legal, rule, table

from companion.games.papillon.rules import GAME, Spot, State, spots
from companion.games.papillon.rules.data.box import SHIPPED
from companion.games.papillon.rules.data.regions import Region, regions
from companion.games.papillon.rules.position import Perched
from companion.games.papillon.rules.results.scoring import Worth, nectar, scores, two_patches, winners

SMALLEST = "T01@0,0/0 T02@0,-1/2"
FIELDS = "T71@0,0/2 T67@1,0/0 T43@1,-1/2"


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_X")]
    assert {int(name.removeprefix("test_X")[:2]) for name in names} == set(range(1, 27))


def test_X01_bids_with_a_slide() -> None:
    state = table("BID", cat=(9, 10, 10, 10), board="A1=T01", shed=1, gnome_track=(1,))
    assert state.supply == 11
    state = after(state, "1 bid 0")
    assert state.lying()["bids"] == {"Z1": "gardener-white"}
    state = after(state, "2 bid 3", "3 bid 0")
    assert state.bid_zero == (3, 1)
    assert state.lying()["bids"] == {"Z2": "gardener-white", "Z1": "gardener-green", "3": "gardener-black"}
    state = after(state, "4 bid 5")
    assert (state.cat, state.supply) == ((11, 7, 11, 5), 16)
    assert state.order == state.draft_order == (4, 2, 3, 1)


def test_X02_four_zeros() -> None:
    state = table("BID", order=(2, 4, 1, 3), cat=(12, 9, 12, 10), board="A1=T01")
    state = after(state, "2 bid 0", "4 bid 0", "1 bid 0", "3 bid 0")
    assert state.cat == (12, 12, 12, 12)
    assert (state.order, state.supply) == ((3, 1, 4, 2), 7 - 5)


def test_X03_legal_bids() -> None:
    state = table("BID", cat=(9, 2, 0, 4), board="A1=T01")
    assert legal(state, 1) == [f"bid {n}" for n in range(6)]
    state = after(state, "1 bid 2")
    assert legal(state, 2) == ["bid 0", "bid 1"]
    assert rule(state, "2 bid 2") == rule(state, "2 bid 3") == "R11"
    state = after(state, "2 bid 1")
    assert legal(state, 3) == ["bid 0"]
    state = after(state, "3 bid 0")
    assert legal(state, 4) == ["bid 0", "bid 3", "bid 4"]
    state = after(state, "4 bid 4")
    assert (state.order, state.cat) == ((4, 1, 2, 3), (7, 1, 1, 0))


FULL = "A1=T01 B1=T87 C1=T02 D1=T03 A2=T04 B2=T05 C2=T88 A3=T06 B3=T07 A4=T89"


def test_X04_one_drafting_phase() -> None:
    state = table("DRAFT", board=FULL, board_tokens=("B1", "C2", "A4"), shed=3, gnome_track=(3,))
    bag = len(state.bag)
    state = after(state, "1 draft 1")
    assert state.hand[0] == ("T01", "T02", "T03", "T87")
    state = after(state, "2 draft A", "3 draft 3")
    assert (state.phase, state.actors, state.shed) == ("RESERVE", (0,), None)
    state = after(state, "chance reserve T44", "4 draft 2")
    assert [len(hand) for hand in state.hand] == [4, 3, 2, 2]
    assert state.cat == (6, 6, 8, 6)
    assert (len(state.bag), any(state.board), state.gnomes) == (bag - 1, False, (0, 0, 1, 0))


def test_X05_clearing_from_across() -> None:
    board = "A3=T01 A4=T02 B2=T87"
    state = table("DRAFT", board=board, board_tokens=("B2",), shed=2, gnome_track=(2,))
    state = after(state, "1 draft A")
    assert (state.shed, state.gnomes[0], state.hand[0]) == (2, 0, ("T01", "T02"))
    assert legal(state, 2) == ["draft 2", "draft B"]
    assert rule(state, "2 draft 3") == "R17"


def test_X05_what_nobody_drafts_leaves() -> None:
    left = table("GARDEN", board="B2=T87", board_tokens=("B2",), shed=2, gnome_track=(2,))
    supply = left.supply
    left = after(left, *(f"{seat} done" for seat in (1, 2, 3, 4)))
    assert (left.removed, left.supply, left.shed) == (("T87",), supply + 1, None)
    assert (left.round, left.phase, left.board_tokens, sum(left.gnomes)) == (3, "FILL", (), 0)


def test_X06_cap() -> None:
    state = table("DRAFT", board="A3=T87 B3=T88 A4=T01", board_tokens=("A3", "B3"), shed=4, cat=(11, 5, 5, 5))
    drafted = after(state, "1 draft 3")
    assert (drafted.cat[0], drafted.supply) == (12, state.supply - 4 + 5)


@pytest.mark.parametrize(("option", "flying"), [("draft", (2, 1)), ("track", (1, 2))])
def test_X07_two_players(option: str, flying: tuple[int, int]) -> None:
    board = "A1=T01 B1=T02 C1=T03 A2=T04 B2=T05 C2=T06 A3=T07 B3=T08"
    state = table("DRAFT", 2, board=board, shed=2, options={"butterfly_order_2p": option})
    state = after(state, "1 draft 1", "2 draft C")
    assert (state.phase, state.cat, state.gnomes) == ("RESERVE", (0, 2), (0, 1))
    state = after(state, "chance reserve T44")
    assert [len(hand) for hand in state.hand] == [3, 2]
    assert (state.order, state.draft_order, state.flying_order) == ((2, 1), (1, 2), flying)


def test_X08_smallest_patch() -> None:
    assert closed(SMALLEST) == {"T01.a": 2}
    fields = {key: len(region.open_ends) for key, region in found(SMALLEST).items() if region.type == "F"}
    assert fields == {"T01.b": 3, "T02.b": 3}
    line = scores(table("GARDEN", gardens=[SMALLEST]), 1)
    assert (line.fields, line.patches) == (0, 4)


def test_X09_joined_or_separate() -> None:
    for middle, patches, line in (("T21", {"T01.a": 3}, 6), ("T29", {"T01.a": 2, "T02.a": 2}, 8)):
        text = f"{middle}@0,0/0 T01@0,-1/2 T02@0,1/0"
        assert closed(text) == patches
        assert scores(table("GARDEN", gardens=[text]), 1).patches == line
        state = table("GARDEN", gardens=[f"{middle}@0,0/0 T01@0,-1/2"], hands=["T02"])
        state = after(state, "1 lay T02@0,1/0", "1 done")
        assert sum(len(keys) for keys in (state.due[0], state.closed_seen[0])) == len(patches)


def test_X10_a_ring() -> None:
    text = "T33@0,0/0 T13@0,-1/1 T14@1,-1/2 T67@1,0/3"
    ring = found(text)["T13.a"]
    assert (closed(text), len(ring.nodes)) == ({"T13.a": 4}, 5)
    assert {"T33.a", "T33.b"} <= set(ring.nodes)
    assert scores(table("GARDEN", gardens=[text]), 1).patches == 8


def test_X11_a_hole_nobody_can_fill() -> None:
    text = "T01@0,0/1 T93@0,-1/0 T04@1,-1/2 T94@2,-1/0 T02@2,0/3"
    laid = {each.tile for each in garden(text)}
    unlaid = [tile for tile in SHIPPED.tiles if tile not in laid]
    assert not [tile for tile in unlaid for spot in spots(SHIPPED, garden(text), tile) if spot[:2] == (1, 0)]
    regions_ = found(text)
    assert [len(regions_[key].open_ends) for key in ("T01.a", "T02.a", "T04.a")] == [1, 1, 1]
    (field,) = [region for region in regions_.values() if region.type == "F"]
    assert (field.size, field.icons, len(field.open_ends)) == (5, 7, 9)
    line = scores(table("GARDEN", gardens=[text]), 1)
    assert (line.fields, line.patches) == (0, 0)


@pytest.mark.parametrize(
    ("expert", "gnomes", "nectar_"),
    [("off", (), 2), ("on", ("T67.c",), 4), ("on", ("T67.c", "T71.c"), 4), ("on", ("T43.c",), 2)],
)
def test_X12_fields(expert: str, gnomes: tuple[str, ...], nectar_: int) -> None:
    assert closed(FIELDS) == {"T67.c": 2}
    assert found(FIELDS)["T67.c"].icons == 2
    assert found(FIELDS)["T43.c"].icons == 1
    numbers = (len(gnomes), 0, 0, 0)
    state = table(
        "GARDEN", gardens=[FIELDS], options={"expert": expert}, gnome_at=(gnomes, (), (), ()), gnomes=numbers
    )
    assert (scores(state, 1).fields, scores(state, 1).patches) == (nectar_, 0)


def test_X13_two_patches_by_one_tile() -> None:
    text = "T01@0,-1/2 T93@1,-1/0 T07@1,0/1 T94@1,1/0 T04@0,1/0"
    assert [key for key in closed(text) if not key.endswith("b")] == []
    state = after(table("GARDEN", gardens=[text], hands=["T61"]), "1 lay T61@0,0/0", "1 done")
    assert state.due[0] == ("T01.a", "T04.a")
    now = found(f"{text} T61@0,0/0")
    assert [now[key].size for key in state.due[0]] == [2, 2]
    field, alone = now["T01.b"], now["T61.d"]
    assert (field.size, field.icons, len(field.open_ends)) == (6, 8, 8)
    assert (alone.size, alone.icons, len(alone.open_ends)) == (1, 0, 1)
    state = after(state, "1 perch T04.a<supply", "1 perch T01.a<supply")
    assert (state.bf[0], len(state.on_patch[0])) == (10, 2)


def test_X14_legal_spots() -> None:
    state = table("GARDEN", gardens=["T01@0,0/0"], hands=["T02 T04 T93"])
    for lay in ("T04@1,0/3", "T93@1,1/0", "T02@0,-1/0", "T02@0,0/0"):
        assert rule(state, f"1 lay {lay}") == "R26"
    assert rule(state, "1 lay T02@0,-1/2") == ""
    cells = [spot[:2] for spot in spots(SHIPPED, garden("T01@0,0/0"), "T02")]
    assert len(cells) == 10
    assert [cells.count(cell) for cell in ((0, -1), (1, 0), (0, 1), (-1, 0))] == [1, 3, 3, 3]
    beside = list(spots(SHIPPED, garden("T01@0,0/0 T93@1,0/0 T43@1,-1/0"), "T94"))
    assert beside
    assert not [spot for spot in beside if spot[:2] == (0, -1)]


def test_X15_a_waiting_tile() -> None:
    state = table("GARDEN", round=1, hands=["T87 T93"])
    assert rule(state, "1 done") == "R29"
    state = after(state, "1 lay T93@0,0/0")
    assert legal(state, kind="Done") == ["done"]
    state = after(state, "1 done")
    assert (state.hand[0], state.done[0]) == (("T87",), True)
    second = table("GARDEN", gardens=["T93@0,0/0"], hands=["T01 T87"])
    second = after(second, "1 lay T01@0,-1/0")
    refusal = second.why_not(GAME.parse(1, "done"))
    assert refusal is not None
    assert refusal.sentence() == "T87 still fits somewhere - lay it (R29)."
    assert Spot(0, -2, 2) in spots(SHIPPED, second.garden[0], "T87")
    second = after(second, "1 lay T87@0,-2/2", "1 done")
    assert (second.due[0], second.hand[0]) == (("T01.a",), ())
    assert found("T93@0,0/0 T01@0,-1/0 T87@0,-2/2")["T01.a"].size == 2


Patches = dict[int, list[tuple[str, str, int]]]


def flying(seats: int, waiting: Patches, supply: dict[int, int], **more: Any) -> State:
    """A Butterfly phase with butterflies on patches; their gardens do not matter here."""
    everybody = range(1, seats + 1)
    on_patch = tuple(tuple(Perched(*patch) for patch in waiting.get(seat, [])) for seat in everybody)
    bf = tuple(supply.get(seat, 12 - len(on_patch[seat - 1])) for seat in everybody)
    order = more.get("draft_order", tuple(everybody))
    turn = next(turn for turn, seat in enumerate(reversed(order)) if on_patch[seat - 1])
    return table("FLY", seats, on_patch=on_patch, bf=bf, turn=turn, sound=False, **more)


def test_X16_the_rulebooks_butterflies() -> None:
    state = flying(4, {1: [("T04.a", "B", 2), ("T21.a", "R", 4)]}, {})
    assert state.bf[0] == 10
    state = after(state, "1 fly T04.a>FB1")
    assert (state.phase, state.flower_of("FB1").token) == ("FLY", True)
    state = after(state, "1 fly T21.a>FR1")
    assert (state.phase, state.flower_of("FR1").token) == ("BONUS", False)
    state = after(state, "1 bonus supply")
    assert counts(state, "FB1", "FR1") == [(1, 0, 0, 0), (2, 0, 0, 0)]
    assert state.bf[0] == 9


def test_X17_tokens_once_each() -> None:
    patches = [("T01.a", "R", 3), ("T02.a", "R", 5), ("T03.a", "R", 3)]
    state = flying(4, {1: patches}, {1: 7}, flowers={"FY1": (2, 0, 0, 0)})
    assert rule(state, "1 fly T01.a>FB1") == "R36"
    state = after(state, "1 fly T01.a>FR1", "1 bonus FY1", "1 fly T02.a>FR1")
    assert state.phase == "FLY"
    state = after(state, "1 fly T03.a>FR2")
    assert (state.phase, rule(state, "1 bonus FR2")) == ("BONUS", "R40")
    state = after(state, "1 bonus none")
    assert [count[0] for count in counts(state, "FR1", "FR2", "FY1")] == [3, 1, 1]
    assert (state.bf[0], state.flower_of("FR2").token) == (7, False)


def test_X18_reverse_order() -> None:
    patches = {1: [("T10.a", "P", 3)], 2: [("T11.a", "P", 6)]}
    state = flying(3, patches, {}, draft_order=(2, 3, 1), no_token="FP2")
    assert (state.flying_order, state.actors) == ((1, 3, 2), (1,))
    state = after(state, "1 fly T10.a>FP1", "1 bonus supply")
    assert (state.phase, state.actors) == ("FLY", (2,))
    state = after(state, "2 fly T11.a>FP1")
    assert counts(state, "FP1") == [(2, 1, 0)]
    assert state.phase == "FILL"


def test_X19_empty_supply() -> None:
    state = table(
        "GARDEN",
        3,
        gardens=["T04@0,0/0"],
        hands=["T05"],
        flowers={"FY1": (5, 0, 0), "FR1": (7, 0, 0)},
    )
    state = after(state, "1 lay T05@0,-1/2", "1 done")
    assert state.due[0] == ("T04.a",)
    assert rule(state, "1 perch T04.a<supply") == "R32"
    assert legal(state) == ["perch T04.a<FR1", "perch T04.a<FY1"]
    state = after(state, "1 perch T04.a<FY1")
    assert counts(state, "FY1") == [(4, 0, 0)]
    state = after(state, "2 done", "3 done", "1 fly T04.a>FB2")
    assert [count[0] for count in counts(state, "FY1", "FR1", "FB2")] == [4, 7, 1]


def test_X20_flower_ranks() -> None:
    planter = (8, 5, 2)
    assert nectar(planter, (3, 3, 1, 1)) == (8, 8, 5, 5)
    assert nectar(planter, (4, 3, 2, 1)) == (8, 5, 2, 0)
    assert nectar(planter, (2, 2, 2, 0)) == (8, 8, 8, 0)
    assert [nectar(planter, pair) for pair in ((2, 1), (2, 2), (0, 1))] == [(8, 2), (8, 8), (0, 8)]


def patches(*sizes: tuple[int, bool], expert: bool = True) -> list[Worth]:
    """Closed patches of these sizes, with or without a gnome."""
    return [
        Worth(
            Region("R", (f"T{number:02}.a",), tuple((x, 0) for x in range(size)), (), 0),
            gnome,
            3 if gnome and expert else 2,
        )
        for number, (size, gnome) in enumerate(sizes, 1)
    ]


def line_four(worths: list[Worth], *, best_paid: bool = False) -> int:
    return sum(worth.region.size * worth.each for worth in two_patches(worths, best_paid=best_paid))


def test_X21_a_full_sheet() -> None:
    shown = {
        (9, 5, 2): (3, 2, 2),
        (7, 4, 2): (0, 0, 1),
        (8, 5, 2): (2, 2, 2),
        (6, 3, 1): (1, 3, 0),
        (8, 4, 1): (0, 2, 1),
        (5, 3, 2): (0, 0, 0),
        (7, 4, 1): (4, 1, 2),
        (6, 4, 2): (1, 1, 3),
    }
    paid = [nectar(planter, seats) for planter, seats in shown.items()]
    assert paid == [(9, 5, 5), (0, 0, 7), (8, 8, 8), (3, 6, 0), (0, 8, 4), (0, 0, 0), (7, 1, 4), (4, 4, 6)]
    flowers = tuple(map(sum, zip(*paid, strict=True)))
    sizes = ((4, 3, 2, 2), (3, 3, 3), (6, 2))
    lines = tuple(line_four(patches(*((size, False) for size in each))) for each in sizes)
    assert (flowers, lines) == ((31, 32, 34), (14, 12, 16))
    totals = tuple(map(sum, zip(flowers, (12, 7, 4), (3, 5, 2), lines, strict=True)))
    assert totals == (60, 56, 56)
    assert winners(totals, (0, 0, 0)) == (1,)


def test_X21_on_a_table() -> None:
    """The same flowers in a position that was not followed, with its own planters and purses."""
    planters = {"FR1": "PL1", "FR2": "PL4", "FB1": "PL2", "FB2": "PL7"}
    planters |= {"FY1": "PL3", "FY2": "PL8", "FP1": "PL5", "FP2": "PL6"}
    seats = {"FR1": (3, 2, 2), "FR2": (0, 0, 1), "FB1": (2, 2, 2), "FB2": (1, 3, 0)}
    seats |= {"FY1": (0, 2, 1), "FY2": (0, 0, 0), "FP1": (4, 1, 2), "FP2": (1, 1, 3)}
    cards = {name: {"planter": planters[name], "count": seats[name]} for name in planters}
    document = {"garden": [[], [], []], "cat": [12, 7, 4], "flower": cards}
    sheet = GAME.score(msgspec.json.encode(document))
    assert sheet.totals() == {1: 31 + 12, 2: 32 + 7, 3: 34 + 4}


def test_X22_ties() -> None:
    assert winners((60, 56, 60), (2, 4, 3)) == (3,)
    assert winners((60, 56, 60), (2, 4, 2)) == (1, 3)


def test_X23_expert_patches() -> None:
    assert line_four(patches((5, False), (4, False), (4, True))) == 5 * 2 + 4 * 3
    third = patches((5, False), (4, False), (3, True))
    assert line_four(third) == 18
    assert line_four(third, best_paid=True) == 19
    assert line_four(patches((5, False), (4, False), (4, True), expert=False)) == 18


@pytest.mark.parametrize(("node", "line"), [("T02.a", 6), ("T02.b", 4)])
def test_X24_the_rulebooks_expert_patch(node: str, line: int) -> None:
    state = table(
        "GARDEN",
        gardens=[SMALLEST],
        options={"expert": "on"},
        gnome_at=((node,), (), (), ()),
        gnomes=(1, 0, 0, 0),
    )
    assert scores(state, 1).patches == line


@pytest.mark.parametrize("option", ["recycle", "none"])
def test_X25_empty_bag(option: str) -> None:
    base = table("DRAFT", board="A4=T01", options={"bag_empty": option})
    laid = " ".join(tile for tile in base.bag if tile not in ("T05", "T77"))
    state = table(
        "DRAFT",
        board="A4=T01",
        options={"bag_empty": option},
        removed=("T05", "T77"),
        hands=["", "", "", laid],
        bag=(),
        shed=None,
    )
    drafted = after(state, "1 draft 4")
    if option == "none":
        assert (drafted.hand[0], drafted.removed, drafted.phase) == (("T01",), ("T05", "T77"), "GARDEN")
        return
    assert [(str(a), weight) for a, weight in drafted.odds()] == [("reserve T05", 1), ("reserve T77", 1)]
    drawn = after(drafted, "chance reserve T77")
    assert (drawn.hand[0], drawn.bag, drawn.removed) == (("T01", "T77"), ("T05",), ())


def test_X26_token_shortage() -> None:
    icons = {"B1": "T87", "C2": "T88", "A3": "T89"}
    plain = iter(["T01", "T02", "T03", "T04", "T05", "T06", "T07"])
    state = table("FILL", cat=(12, 12, 12, 13), sound=False)
    fills = [f"chance fill {space}={icons.get(space) or next(plain)}" for space in state.spaces]
    state = after(state, *fills)
    assert (state.phase, state.board_tokens, state.supply) == ("GNOME", ("B1",), 0)


def test_regions_are_exact_whatever_the_order() -> None:
    """The same tiles named in another order are the same garden."""
    assert regions(SHIPPED, garden(SMALLEST)) == regions(SHIPPED, garden("T02@0,-1/2 T01@0,0/0"))


def test_flowers_and_patches_are_named_in_words() -> None:
    state = flying(4, {1: [("T01.a", "R", 3)]}, {1: 7})

    def refused(line: str) -> str:
        by, _, text = line.partition(" ")
        return str(state.why_not(GAME.parse(int(by), text)).sentence())

    assert refused("1 fly T02.a>FR1").startswith("No butterfly of yours waits on the ")
    assert "patch at tile T02" in refused("1 fly T02.a>FR1")
    closed_ = after(state, "1 fly T01.a>FR1")
    assert closed_.phase == "BONUS"
    why = closed_.why_not(GAME.parse(1, "bonus FY1"))
    assert why.sentence() == "The yellow flower 1 carries no butterfly of yours (R31)."
