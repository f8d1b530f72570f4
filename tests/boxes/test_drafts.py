"""A box that is being taught lies in a folder: what was shown is there after a restart; nothing is lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.boxes.drafts import FILE, FOLDER, Drafts
from companion.boxes.edits import photographed_anew, with_sheet, with_space, with_zone
from companion.boxes.errors import BoxError
from companion.boxes.measuring import size_by_paper, size_by_side
from companion.boxes.showing import cells_to_show, draw_sheet, kinds_to_show, turned
from companion.boxes.teach_file import TaughtSheet, TaughtZone, parse_teach_file
from companion.layouts import load_layout

CORNERS = ((100.0, 80.0), (900.0, 90.0), (940.0, 700.0), (60.0, 690.0))
SLUG = "filler-tiles"


def mat(*zones: TaughtZone) -> TaughtSheet:
    return TaughtSheet("mat", "mat.jpg", CORNERS, (520.0, 365.0), zones)


def test_what_was_taught_is_there_for_the_next_program_and_for_the_command(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    file = drafts.begin("ours", SLUG)
    image = drafts.add_picture("ours", "mat", b"jpeg")
    drafts.save(with_sheet(file, replace(mat(), image=image)))
    again = Drafts(tmp_path)
    assert again.names == ("ours",)
    assert again.load("ours").sheets[0].corners == CORNERS
    assert again.picture("ours", image) == b"jpeg"
    assert parse_teach_file((tmp_path / FOLDER / "ours" / FILE).read_bytes()) == again.load("ours")


def test_a_picture_never_takes_the_place_of_another(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    drafts.begin("ours", SLUG)
    first, second = (drafts.add_picture("ours", "mat", data) for data in (b"1", b"2"))
    assert first != second
    assert drafts.picture("ours", first) == b"1"


@pytest.mark.parametrize("name", ["", "../up", ".hidden", "a/b", "a b", "x" * 33, "-a"])
def test_a_name_that_is_no_folder_is_refused(tmp_path, name: str) -> None:
    with pytest.raises(BoxError) as refused:
        Drafts(tmp_path).begin(name, SLUG)
    assert refused.value.code == "box-name"
    assert not (tmp_path / FOLDER).exists()


def test_a_name_that_is_taken_keeps_what_was_taught(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    drafts.save(with_sheet(drafts.begin("ours", SLUG), mat()))
    with pytest.raises(BoxError) as refused:
        drafts.begin("ours", SLUG)
    assert refused.value.code == "box-name-taken"
    assert drafts.load("ours").sheets


@pytest.mark.parametrize("picture", ["../../games.db", ".x", "/etc/passwd", "nothing.jpg"])
def test_no_picture_is_fetched_from_elsewhere(tmp_path, picture: str) -> None:
    drafts = Drafts(tmp_path)
    drafts.begin("ours", SLUG)
    with pytest.raises(BoxError) as refused:
        drafts.picture("ours", picture)
    assert refused.value.code == "draft-missing"


def test_a_damaged_file_is_told_with_its_place_and_stays(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    drafts.begin("ours", SLUG)
    path = tmp_path / FOLDER / "ours" / FILE
    path.write_text('{"version": 1, "name"')
    with pytest.raises(BoxError, match=FILE) as refused:
        drafts.load("ours")
    assert refused.value.code == "draft-damaged"
    assert path.read_text() == '{"version": 1, "name"'


def test_a_box_that_is_put_aside_keeps_its_folder(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    drafts.begin("ours", SLUG)
    drafts.remove("ours")
    assert drafts.names == ()
    drafts.begin("ours", SLUG)
    drafts.remove("ours")
    assert len(list((tmp_path / FOLDER).iterdir())) == 2


def test_a_sheet_photographed_anew_takes_along_what_was_shown() -> None:
    before = mat(TaughtZone("board", {"A1": (300.0, 150.0)}), TaughtZone("reserve-red", outline=CORNERS[:3]))
    doubled = tuple((2 * x, 2 * y) for x, y in CORNERS)
    after = photographed_anew(before, "new.jpg", doubled)  # type: ignore[arg-type]
    assert after.zones[0].cells["A1"] == (600.0, 300.0)
    assert after.zones[1].outline[0] == (200.0, 160.0)


def test_spaces_that_nobody_has_shown_are_drawn_where_ours_would_lie() -> None:
    layout = load_layout(SLUG)
    drawn = {zone.id: zone for zone in draw_sheet(mat(), layout)}
    board = drawn["board"]
    assert not board.done
    assert len(board.spaces) == 144
    assert {space.id for space in board.spaces if space.shown} == {"A1", "A12", "L1", "L12"}
    assert len(drawn["reserve-red"].outline) == 4


def test_one_space_that_is_shown_moves_those_between() -> None:
    layout = load_layout(SLUG)
    (board,) = [zone for zone in draw_sheet(mat(), layout) if zone.id == "board"]
    places = {space.id: space.centre for space in board.spaces}
    shown = {name: places[name] for name in cells_to_show(layout.find("board")[1])}
    moved = with_space(TaughtZone("board", shown), "A1", (places["A1"][0] - 20, places["A1"][1]))
    (after,) = [zone for zone in draw_sheet(with_zone(mat(), moved), layout) if zone.id == "board"]
    now = {space.id: space.centre for space in after.spaces}
    assert after.done
    assert now["A1"][0] == pytest.approx(places["A1"][0] - 20, abs=0.2)
    assert now["L12"] == pytest.approx(places["L12"], abs=0.2)
    assert -20 < now["C3"][0] - places["C3"][0] < -5


def test_a_corner_of_an_outline_moves_alone() -> None:
    zone = TaughtZone("reserve-red", outline=CORNERS)
    assert with_space(zone, "2", (1.0, 2.0)).outline == (*CORNERS[:2], (1.0, 2.0), CORNERS[3])
    with pytest.raises(BoxError) as refused:
        with_space(zone, "4", (1.0, 2.0))
    assert refused.value.code == "no-such-space"


def test_corners_that_run_the_wrong_way_are_refused_and_nothing_is_changed(tmp_path) -> None:
    drafts = Drafts(tmp_path)
    file = with_sheet(drafts.begin("ours", SLUG), mat())
    with pytest.raises(BoxError) as refused:
        with_sheet(file, replace(mat(), corners=CORNERS[::-1]))
    assert refused.value.code == "corners-mirrored"
    assert turned(turned(turned(turned(CORNERS)))) == CORNERS


def test_the_shorter_side_is_worked_out_also_from_a_slant(slanted) -> None:
    corners = slanted((0, 0), (520, 0), (520, 365), (0, 365))
    wide, high = size_by_side(corners, (1600, 1200), 520.0)
    assert wide == 520.0
    assert high == pytest.approx(365, rel=0.03)


def test_a_sheet_of_a4_beside_it_measures_it(slanted) -> None:
    corners = slanted((0, 0), (520, 0), (520, 365), (0, 365))
    paper = slanted((540, 20), (750, 20), (750, 317), (540, 317))
    assert size_by_paper(corners, paper) == pytest.approx((520, 365), abs=0.5)


@pytest.fixture
def slanted():
    """A camera of a phone that looks down by 50 degrees from the front of a table."""
    focal, sine, cosine = 0.78 * 1600, 0.766, 0.643

    def px(*places):
        seen = []
        for x, y in places:
            across, deep = x - 300, 180 - y
            far = 900 + sine * deep
            seen.append((800 + focal * across / far, 600 - focal * cosine * deep / far))
        return tuple(seen)

    return px


def test_dice_are_not_on_the_list_of_pieces_and_each_small_piece_is_shown_twice() -> None:
    kinds = kinds_to_show(load_layout(SLUG))
    assert set(kinds) >= {"tile-red", "tile-blue"}
    assert set(kinds.values()) == {2}
    assert not kinds_to_show(load_layout("it-happens"))
