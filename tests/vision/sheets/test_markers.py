"""Markers that something touches: a sheet that shows two of its markers says where the others must be."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from companion.cli.assembly.parts import shared_searches
from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.sheets.lens import Lens
from vision.sheets.marker_search import MarkerSearch, SharedSearch
from vision.sheets.markers import MarkerFinder
from vision.sheets.registration import expected_markers, register
from vision.view.reader import TableReader

LAYOUT = load_layout("it-happens").for_seats(2)


@pytest.fixture(scope="module")
def pictured():
    """A table with three cards, and the card in it with its markers."""
    table = SimulatedTable(LAYOUT, seed=4)
    table.lay({"M09": {}, "M05": {}, "M07": {}})
    picture = table.picture()
    found = MarkerFinder().search(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), thorough=True)
    sheet = LAYOUT.sheet("M09")
    return picture, found, register(sheet, found, Lens(), (picture.shape[1], picture.shape[0]))


def touched(picture: np.ndarray, registration) -> np.ndarray:
    """Lay something dark blue on the upper white borders of both lower markers, as dice lie on low spaces."""
    picture = picture.copy()
    for marker in registration.sheet.markers[2:]:
        (left, top), (right, _) = marker.corners_mm[:2]
        low, high = top + 0.3, top - 9
        corners = np.array([(left + 3, high), (right - 3, high), (right - 5, low), (left + 5, low)])
        at_px = np.round(16 * registration.to_frame(corners)).astype(np.int32)
        cv2.fillPoly(picture, [at_px], (90, 45, 15), cv2.LINE_AA, 4)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def test_a_card_is_read_whose_lower_markers_are_touched_by_dice(pictured) -> None:
    picture, _, registration = pictured
    spoiled = touched(picture, registration)
    grey = cv2.cvtColor(spoiled, cv2.COLOR_BGR2GRAY)
    plain = {marker.id for marker in MarkerFinder().search(grey, thorough=True)}
    assert len(plain & {marker.id for marker in registration.sheet.markers}) == 2
    seen = TableReader(LAYOUT, artwork).read(spoiled)
    assert "M09" in {sheet.sheet for sheet in seen.sheets}


def test_two_markers_say_where_the_others_are(pictured) -> None:
    picture, found, registration = pictured
    sheet, size_px = registration.sheet, (picture.shape[1], picture.shape[0])
    true = {marker.id: marker.corners_px for marker in found}
    ids = [marker.id for marker in sheet.markers]
    two = tuple(marker for marker in found if marker.id in ids[:2])
    places = expected_markers(sheet, two, Lens(), size_px)
    assert set(places) == set(ids[2:])
    for number, corners_px in places.items():
        off = np.linalg.norm(corners_px - true[number], axis=1).max()
        assert off < 0.5 * np.linalg.norm(true[number][1] - true[number][0])
    assert expected_markers(sheet, two[:1], Lens(), size_px) == {}
    assert expected_markers(sheet, found, Lens(), size_px) == {}


def test_a_marker_that_is_not_there_is_not_found(pictured) -> None:
    picture, _, registration = pictured
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners = registration.to_frame(np.array(registration.sheet.markers[0].corners_mm))
    finder = MarkerFinder()
    assert finder.look_at(grey, {99: corners}) == ()
    beyond = corners + np.array([picture.shape[1], 0.0])
    assert finder.look_at(grey, {registration.sheet.markers[0].id: beyond}) == ()


@pytest.mark.whole
@pytest.mark.parametrize("still", [1, 6])
def test_a_card_that_comes_is_found_however_long_the_table_lay_still(still: int) -> None:
    """While nothing changes markers are looked for where they were alone."""
    layout = load_layout("star-baker").for_seats(2)
    table = SimulatedTable(layout, seed=1)
    table.lay({})
    finder = MarkerFinder(layout.marker_dictionary)
    for _ in range(still):
        before = finder.find(_grey(table), others=True)
    table.lay({"book": {"book-1": "card-R01"}})
    after = finder.find(_grey(table), others=True)
    assert {marker.id for marker in after} - {marker.id for marker in before} == {
        layout.kinds["card-R01"].marker
    }


def test_while_nothing_changes_the_frame_is_not_searched(monkeypatch) -> None:
    layout = load_layout("star-baker").for_seats(2)
    table, searches = SimulatedTable(layout, seed=1), []
    table.lay({})
    finder = MarkerFinder(layout.marker_dictionary)
    monkeypatch.setattr(finder, "search", lambda grey, real=finder.search: searches.append(1) or real(grey))
    for _ in range(8):
        finder.find(_grey(table), others=True)
    assert len(searches) == 4, "at first, and thrice after that the scene is known"


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note every picture that is searched patiently."""
    searched: list[object] = []
    real = MarkerSearch.patiently

    def noted(self, grey, scale):
        searched.append(grey)
        return real(self, grey, scale)

    monkeypatch.setattr(MarkerSearch, "patiently", noted)
    return searched


def test_readers_that_share_a_search_find_what_each_finds_alone(pictured, patience) -> None:
    part = cv2.cvtColor(pictured[0], cv2.COLOR_BGR2GRAY)[:300, :400]
    shared, own = SharedSearch(), MarkerSearch()
    for frame in (part, cv2.flip(part, 1), cv2.rotate(part, cv2.ROTATE_180)):
        expected = (own.whole(frame), own.whole(frame, thorough=True), own.small_ones(frame))
        patience.clear()
        for _ in range(3):
            seen = frame.copy()
            found = (shared.whole(seen), shared.whole(seen, thorough=True), shared.small_ones(seen))
            assert [_places(each) for each in found] == [_places(each) for each in expected]
        assert len(patience) == 1, "each frame is searched once"


def test_games_share_a_search_only_where_their_markers_are_of_one_dictionary():
    other = msgspec.structs.replace(LAYOUT, game="other", marker_dictionary="DICT_4X4_50")
    found = shared_searches([LAYOUT, other, msgspec.structs.replace(LAYOUT, game="third")])
    assert found["third"] is found[LAYOUT.game]
    assert found["other"] is not found[LAYOUT.game]
    drawn = cv2.aruco.CharucoBoard((5, 5), 40, 28, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    picture = drawn.generateImage((600, 600), marginSize=30)
    assert {marker.id for marker in found["other"].whole(picture)} >= {0, 1, 2}
    assert not found[LAYOUT.game].whole(picture)


def _places(found) -> list[tuple[int, list[list[float]]]]:
    return [(marker.id, marker.corners_px.tolist()) for marker in found]


def _grey(table: SimulatedTable):
    return cv2.cvtColor(table.picture(), cv2.COLOR_BGR2GRAY)
