"""The simulated table: what is laid is seen where it lies, and misbehaviour shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.pieces import Faces, within
from companion.simulation.rendering.scene import Scene
from companion.simulation.switches import SWITCHES
from companion.simulation.table import SimulatedTable, render_position
from companion.simulation.unmarked.artwork import unmarked_layout
from hw.camera import CameraError
from hw.simulated import CallableCamera

LAYOUT = load_layout("caterpillar-filler")
SIZE_PX = (820, 616)


def start_lying():
    return load_game("caterpillar-filler").new(2, {"setup": "S01"}).lying()


@pytest.fixture(scope="module")
def laid() -> SimulatedTable:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=3)
    table.lay(start_lying())
    return table


def lies_there(table: SimulatedTable) -> dict[tuple[str, str], str]:
    return {spot: piece.kind for spot, piece in table.taken().items()}


def test_what_is_laid_lies_there(laid: SimulatedTable) -> None:
    wanted = start_lying()
    assert lies_there(laid) == {(zone, cell): wanted[zone][cell] for zone in wanted for cell in wanted[zone]}


def test_laying_it_again_moves_nothing(laid: SimulatedTable) -> None:
    before = laid.pieces()
    laid.lay(start_lying())
    assert laid.pieces() == before


def test_pieces_are_seen_where_the_camera_model_says() -> None:
    table = SimulatedTable(LAYOUT, seed=2)
    empty = table.picture().astype(int)
    table.add("body-black", "garden", "H8")
    changed = np.abs(table.picture().astype(int) - empty).sum(axis=2) > 120
    rows, columns = np.nonzero(changed)
    piece = table.at("garden", "H8")
    renderer = table._renderer
    at = renderer.camera.project(np.array([(*renderer.on_table("mat", piece.x_mm, piece.y_mm), 2.0)]))[0]
    assert np.hypot(np.median(columns) - at[0], np.median(rows) - at[1]) < 6


def test_markers_are_seen_where_the_camera_model_says() -> None:
    table = SimulatedTable(LAYOUT, seed=1)
    grey = cv2.cvtColor(table.picture(), cv2.COLOR_BGR2GRAY)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, LAYOUT.marker_dictionary))
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    found = {
        int(one): np.asarray(at).reshape(4, 2)
        for one, at in zip(np.asarray(ids).ravel(), corners, strict=True)
    }
    renderer = table._renderer
    for sheet in LAYOUT.sheets:
        for marker in sheet.markers:
            where = [renderer.on_table(sheet.id, *corner) for corner in marker.corners_mm]
            np.testing.assert_allclose(found[marker.id], renderer.camera.project(np.array(where)), atol=1.5)


def test_the_same_seed_makes_the_same_picture() -> None:
    one, other = (render_position(LAYOUT, start_lying(), size_px=SIZE_PX, seed=5) for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, render_position(LAYOUT, start_lying(), size_px=SIZE_PX, seed=6))


@pytest.mark.parametrize("name", sorted(set(SWITCHES) - {"unplugged", "cocked-die"}))
def test_every_switch_changes_the_picture_and_can_be_put_back(laid: SimulatedTable, name: str) -> None:
    good = laid.picture().astype(int)
    laid.set_switch(name, on=True)
    bad = laid.picture().astype(int)
    laid.set_switch(name, on=False)
    again = laid.picture().astype(int)
    assert np.abs(bad - good).max() > 60 > np.abs(again - good).max()


def test_a_switch_that_is_none_is_refused(laid: SimulatedTable) -> None:
    with pytest.raises(KeyError):
        laid.set_switch("earthquake", on=True)


def test_dice_are_thrown_elsewhere_each_time_and_keep_apart() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=4)
    places = set()
    for _ in range(20):
        assert table.roll([6, 2]) == (6, 2)
        dice = [piece for piece in table.pieces() if piece.kind.startswith("die-")]
        assert sorted(die.kind for die in dice) == ["die-2", "die-6"]
        assert np.hypot(dice[0].x_mm - dice[1].x_mm, dice[0].y_mm - dice[1].y_mm) > 16
        places.add((dice[0].x_mm, dice[0].y_mm))
    assert len(places) == 20


def test_dice_are_fair() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=9)
    counts = np.bincount([table.roll()[0] for _ in range(3000)], minlength=7)[1:]
    assert ((counts - 500) ** 2 / 500).sum() < 20.5  # chi-square, 5 degrees of freedom, one in a thousand


def test_tiles_hide_what_they_are_until_they_are_turned_up() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=8)
    table.lay(start_lying())
    backs = [piece for piece in table.pieces() if piece.kind == "letter-back"]
    hidden = [table.hidden(piece.id) for piece in backs]
    assert len(set(hidden)) == len(backs) == 12
    table.flip(backs[0].id)
    assert next(piece.kind for piece in table.pieces() if piece.id == backs[0].id) == hidden[0]


def test_tiles_lie_square_and_discs_in_any_turn_on_an_unmarked_set_too() -> None:
    table = SimulatedTable(unmarked_layout(load_layout("papillon")), size_px=SIZE_PX, seed=4)
    spaces = ("A1", "B1", "C1", "A2", "B2", "A3")
    for nth, space in enumerate(spaces, 1):
        table.add(f"T{nth:02d}", "staircase", space)
        table.add("caterpillar", "tokens", space)
    table.add("planter-PL1", "planter-FR1", "planter")
    turns = {piece.kind: piece.turn_deg for piece in table.pieces()}
    off = [abs((turn + 45) % 90 - 45) for kind, turn in turns.items() if kind != "caterpillar"]
    assert len(off) == len(spaces) + 1
    assert max(off) < 5
    discs = [piece.turn_deg for piece in table.pieces() if piece.kind == "caterpillar"]
    assert max(abs((turn + 45) % 90 - 45) for turn in discs) > 5


def test_a_tile_becomes_what_the_game_says_and_no_letter_is_there_twice() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=8)
    lying = start_lying()
    table.lay(lying)
    lying["letters"] = {**lying["letters"], "1": "letter-G"}
    table.lay(lying)
    rest = [table.hidden(piece.id) for piece in table.pieces() if piece.kind == "letter-back"]
    assert table.at("letters", "1").kind == "letter-G"
    assert "letter-G" not in rest
    assert len(set(rest)) == 11


def test_a_flower_turns_into_a_wasp() -> None:
    assert Faces(LAYOUT).other_side("flower") == "wasp"
    assert Faces(LAYOUT).other_side("wasp") == "flower"
    assert Faces(LAYOUT).hidden("letter-back")


def test_a_dragged_piece_snaps_to_a_space_that_takes_it() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=1)
    name = table.add("wasp", "garden", "H8")
    _, zone = LAYOUT.find("garden")
    target = next(cell for cell in zone.cells if cell.id == "C3")
    table.move_mm(name, "mat", target.centre_mm[0] + 8, target.centre_mm[1] - 8)
    piece = table.at("garden", "C3")
    assert piece.id == name
    assert np.hypot(piece.x_mm - target.centre_mm[0], piece.y_mm - target.centre_mm[1]) < 3
    with pytest.raises(KeyError):
        table.move_mm("p999", "mat", 1, 1)


@pytest.mark.parametrize("value", [2, 6, *slow(1, 3, 4, 5)])
def test_a_die_shows_its_value_on_top(value: int) -> None:
    table = SimulatedTable(LAYOUT, seed=0, scene=Scene(tilt_deg=0, jumble_deg=0))
    table.roll([value])
    die = next(piece for piece in table.pieces() if piece.kind.startswith("die-"))
    picture = cv2.cvtColor(table.picture(), cv2.COLOR_BGR2GRAY)
    renderer = table._renderer
    x, y = renderer.camera.project(np.array([(*renderer.on_table("tray", die.x_mm, die.y_mm), 16.0)]))[0]
    half = round(0.5 * 16 * renderer.camera.px_per_mm)
    face = picture[round(y) - half : round(y) + half + 1, round(x) - half : round(x) + half + 1]
    disc = cv2.circle(
        np.zeros(face.shape, np.uint8), (half, half), round(0.94 * half), 1, -1
    )  # no side faces
    dark = (face < 0.55 * np.percentile(face, 90)).astype(np.uint8) * disc
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(area > 0.008 * face.size for area in stats[1:, cv2.CC_STAT_AREA]) == value


def test_the_table_is_a_camera_that_can_be_pulled_out() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX)
    camera = CallableCamera(
        "simulated table", table.picture, fps=1000, unplugged=lambda: table.switches()["unplugged"]
    )
    camera.open()
    assert camera.read().image.shape == (616, 820, 3)
    table.set_switch("unplugged", on=True)
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.code == "camera-lost"
    with pytest.raises(CameraError) as caught:
        camera.open()
    assert caught.value.code == "camera-missing"
    table.set_switch("unplugged", on=False)
    camera.open()
    assert camera.read().number == 1
    camera.close()


class TestLooseSheets:
    """Mound cards come and go; dice on their spaces are no thrown dice."""

    layout = load_layout("it-happens")

    def table(self) -> SimulatedTable:
        return SimulatedTable(self.layout, size_px=(410, 308))

    def test_a_sheet_lies_there_as_long_as_its_zone_is_named(self) -> None:
        table = self.table()
        assert table.sheets() == ("tray",)
        table.lay({"M03": {}, "M01": {"C1.1": "die-red-4"}, "M08": {}, "tray": {}})
        assert table.sheets() == ("tray", "M03", "M01", "M08")
        table.lay({"M03": {}, "M08": {}, "tray": {}})
        assert table.sheets() == ("tray", "M03", "M08")
        assert table.pieces() == ()

    def test_there_are_no_other_sheets(self) -> None:
        table = self.table()
        for change in (table.bring_sheet, table.take_sheet):
            with pytest.raises(KeyError):
                change("M99")

    def test_a_sheet_stays_where_it_lies_when_others_go(self) -> None:
        scene = Scene()
        whole = scene.arrange(self.layout, ("M01", "M02", "M03"))
        fewer = scene.arrange(self.layout, ("", "M02", ""))
        assert set(fewer) == {"tray", "M02"}
        assert fewer["M02"] == whole["M02"]

    def test_a_rolled_die_is_moved_to_its_space_and_stays_when_the_next_is_thrown(self) -> None:
        table = self.table()
        table.lay({"M03": {}, "tray": {"1": "die-red-4"}})
        (rolled,) = table.pieces()
        table.lay({"M03": {"C1.1": "die-red-4"}, "tray": {}})
        assert [piece.id for piece in table.pieces()] == [rolled.id]
        table.throw(["die-blue-2"])
        table.throw(["die-blue-5"])
        assert {piece.kind for piece in table.pieces()} == {"die-red-4", "die-blue-5"}


@pytest.mark.parametrize(
    ("game", "kind", "zone"),
    [
        ("filler-tiles", "tile-blue", "reserve-blue"),
        ("filler-tiles", "stone", None),
        ("caterpillar-filler", "wasp", "supply"),
    ],
)
def test_pieces_are_brought_from_the_box(game, kind, zone) -> None:
    layout = load_layout(game)
    table = SimulatedTable(layout, size_px=(410, 308))
    name = table.bring(kind)
    (piece,) = table.pieces()
    assert (piece.id, piece.kind) == (name, kind)
    assert table.taken() == {}
    assert zone is None or within(layout.find(zone)[1], piece)
    table.lay({})
    assert table.pieces() == () or zone is None
    with pytest.raises(KeyError):
        table.bring("elephant")
