"""The table reader on the simulated table: every cell right in fair light, and words for the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest
from sweeps import slow

from companion.language.languages import LANGUAGES
from companion.language.pseudo import OPENS, TAG
from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.catalogue import load_game
from companion.rules.phrases import Audience, spoken
from companion.sighting import EMPTY, DieSighting, Sighting, ViewProblem
from companion.simulation.rendering.arm import HandPose
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Renderer
from companion.simulation.rendering.scene import Scene
from companion.simulation.switches import noise_of, setting
from companion.simulation.table import SimulatedTable
from vision.view.annotate import annotate
from vision.view.reader import TableReader
from vision.view.stillness import StillnessWatch

LAYOUT = load_layout("caterpillar-filler")
GERMAN, PSEUDO = (Audience({}, LANGUAGES.speech(tag)) for tag in ("de", TAG))
LYING = load_game("caterpillar-filler").new(4, {"setup": "S04"}).lying()
PAPILLON = load_layout("papillon").for_seats(2)
LIT = ((), ("hard-shadow",), ("dim",))
HANDS = (None, HandPose(50.0, 50.0, 20.0))
TRIED_AT_ONCE = ((LIT[1], HANDS[0]), (LIT[2], HANDS[1]))
"""Each light and each hand once; the sweeps try all of them together."""


def table_with(seed: int = 0, scene: Scene | None = None, **switches: bool) -> SimulatedTable:
    table = SimulatedTable(LAYOUT, seed=seed, scene=scene)
    table.lay(LYING)
    for name, on in switches.items():
        table.set_switch(name.replace("_", "-"), on=on)
    return table


@cache
def picture_with(seed: int = 0, *switches: str) -> np.ndarray:
    """The first picture of such a table, for all tests that only read it."""
    return unchanging(table_with(seed, **dict.fromkeys(switches, True)).picture())


@cache
def picture_of_papillon() -> np.ndarray:
    """A table of Papillon for two, as its game begins."""
    table = SimulatedTable(PAPILLON, seed=0)
    table.lay(load_game("papillon").new(2, {}).lying())
    return unchanging(table.picture())


def unchanging(picture: np.ndarray) -> np.ndarray:
    picture.flags.writeable = False
    return picture


def wrong_cells(sighting, sure: float = 0.0) -> list[tuple[str, str, str]]:
    """Cells that are not covered and whose best kind is not what lies there."""
    return [
        (zone, cell, seen.best()[0])
        for zone, cell, seen in sighting.cells()
        if not seen.covered
        and seen.best()[0] != LYING.get(zone, {}).get(cell, EMPTY)
        and np.exp(seen.best()[1]) >= sure
    ]


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork)


@pytest.mark.whole
@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_every_cell_is_read_right_in_any_fair_room(reader: TableReader, seed: int) -> None:
    sighting = reader.read(picture_with(seed))
    assert {sheet.sheet for sheet in sighting.sheets} == {"mat", "tray"}
    assert wrong_cells(sighting) == []
    assert all(sheet.error_mm < 0.5 for sheet in sighting.sheets)


@pytest.mark.whole
@pytest.mark.parametrize("tilt_deg", [25, *slow(-25, 40)])
def test_a_tilted_camera_reads_as_well(reader: TableReader, tilt_deg: float) -> None:
    scene = Scene(tilt_deg=tilt_deg, roll_deg=170 if tilt_deg == 25 else 0)
    sighting = reader.read(table_with(scene=scene).picture())
    assert len(list(sighting.cells())) == sum(len(zone.cells) for _, zone in LAYOUT.zones())
    assert len(wrong_cells(sighting)) <= 1
    assert wrong_cells(sighting, sure=0.99) == []


@pytest.mark.whole
@pytest.mark.parametrize("switch", ["dim", "hard_shadow", *slow("warm", "noise", "covered_marker", "bumped")])
def test_bad_light_and_a_hidden_marker_make_no_sure_mistakes(reader: TableReader, switch: str) -> None:
    sighting = reader.read(picture_with(1, switch))
    assert wrong_cells(sighting, sure=0.99) == []
    assert len(wrong_cells(sighting)) <= 3


@pytest.mark.whole
@pytest.mark.parametrize("switch", ["hand", *slow("glare", "blur")])
def test_what_cannot_be_seen_is_not_claimed(reader: TableReader, switch: str) -> None:
    sighting = reader.read(picture_with(2, switch))
    assert wrong_cells(sighting, sure=0.99) == []


@pytest.mark.whole
def test_glare_is_told_with_the_space_near_which_it_lies(reader: TableReader) -> None:
    told = reader.read(picture_with(2, "glare")).view
    assert [(each.code, each.sentence) for each in told] == [
        ("glare", "A lamp is mirrored in Caterpillar Filler, near H12. Turn it aside.")
    ]
    assert [spoken(each.said, GERMAN) for each in told] == [
        "In „Caterpillar Filler“ spiegelt sich eine Lampe, bei H12. Dreh sie zur Seite."
    ]


def black() -> np.ndarray:
    return np.zeros((1232, 1640, 3), np.uint8)


def white() -> np.ndarray:
    return np.full((1232, 1640, 3), 255, np.uint8)


def an_empty_table() -> np.ndarray:
    return np.tile(SimulatedTable(LAYOUT).picture()[-176:], (7, 1, 1))


@pytest.mark.whole
@pytest.mark.parametrize(
    ("view", "code"), [(black, "too-dark"), (white, "too-bright"), (an_empty_table, "no-sheet")]
)
def test_a_view_of_nothing_is_said_in_words(
    reader: TableReader, view: Callable[[], np.ndarray], code: str
) -> None:
    sighting = reader.read(view())
    assert sighting.sheets == ()
    assert code in {problem.code for problem in sighting.view}
    assert all(problem.sentence.endswith((".", "?")) for problem in sighting.view)
    assert all(OPENS in spoken(problem.said, PSEUDO) for problem in sighting.view)
    assert all(spoken(problem.said, GERMAN) != problem.sentence for problem in sighting.view)


def test_a_blurred_view_says_so(reader: TableReader) -> None:
    picture = cv2.GaussianBlur(picture_with(), (0, 0), 12)
    codes = {problem.code for problem in reader.read(picture).view}
    assert codes & {"blurred", "no-sheet"}


@pytest.mark.parametrize("seed", [0, *slow(1, 2, 3, 4, 5)])
def test_a_lens_out_of_focus_is_told_of_though_no_sheet_is_found(reader: TableReader, seed: int) -> None:
    codes = [problem.code for problem in reader.read(picture_with(seed, "blur")).view]
    assert codes == ["blurred", "no-sheet"]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seed", "lit", "hand"),
    [
        *((2, *each) for each in TRIED_AT_ONCE),
        *slow(*((2, *each) for each in product(LIT, HANDS) if each not in TRIED_AT_ONCE)),
        *slow(*product((1, 3, 4, 5), LIT, HANDS)),
    ],
    ids=str,
)
def test_a_sharp_table_without_sheets_is_not_blurred(
    seed: int, lit: tuple[str, ...], hand: HandPose | None
) -> None:
    renderer = Renderer(LAYOUT, setting(Scene.of_seed(seed), frozenset(lit)), (1640, 1232))
    renderer.poses = {}
    picture = noisy(renderer.still((), hand), noise_of(()), seed, 1)
    told = [problem.sentence for problem in TableReader(LAYOUT, artwork).read(picture).view]
    assert told
    assert not any("is blurred" in sentence for sentence in told)  # one even surface it may be


@pytest.mark.whole
def test_half_a_frame_claims_nothing_about_the_other_half(reader: TableReader) -> None:
    sighting = reader.read(picture_with(0, "half_frame"))
    assert sighting.view
    assert wrong_cells(sighting, sure=0.99) == []


@pytest.mark.whole
@pytest.mark.parametrize("level", [0, 128])
def test_half_a_picture_is_told_by_what_was_seen_before_where_nothing_has_arrived(level: int) -> None:
    """A sheet is lost as a whole: no other one reaches into what is lost, and no markers are cut off."""
    reader, picture = TableReader(PAPILLON, artwork), picture_of_papillon()
    whole = reader.read(picture)
    *others, lowest = sorted(whole.sheets, key=lambda sheet: max(y for _, y in sheet.corners_px))
    border = int(min(y for _, y in lowest.corners_px)) - 10
    assert all(y < border for sheet in others for _, y in sheet.corners_px)
    broken = picture.copy()
    broken[border:] = level
    told = reader.read(broken)
    assert ([problem.code for problem in told.view], told.sheets) == (["half-frame"], ())
    assert _likeliest(reader.read(picture)) == _likeliest(whole)


def test_a_table_as_black_as_can_be_does_not_break_off_where_the_lowest_sheet_was() -> None:
    """A cloth without noise goes on beside the sheets; what lay on it has been put away."""
    reader, picture = TableReader(PAPILLON, artwork), picture_of_papillon()
    whole = reader.read(picture)
    on_black = np.zeros_like(picture)
    *others, _ = sorted(whole.sheets, key=lambda sheet: max(y for _, y in sheet.corners_px))
    for sheet in others:
        mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.int32(sheet.corners_px), 1)
        on_black[mask > 0] = picture[mask > 0]
    seen = reader.read(on_black)
    assert "half-frame" not in {problem.code for problem in seen.view}
    assert {sheet.sheet for sheet in seen.sheets} == {sheet.sheet for sheet in others}


def test_a_cup_on_a_marker_over_a_plain_cloth_breaks_nothing_off() -> None:
    """The cloth has a camera's noise, which a picture that never arrived has not."""
    reader, picture = TableReader(PAPILLON, artwork), picture_of_papillon().copy()
    *others, lowest = sorted(reader.read(picture).sheets, key=lambda each: max(y for _, y in each.corners_px))
    border = int(min(y for _, y in lowest.corners_px)) - 10
    cloth = np.random.default_rng(0).normal(120, 3, (len(picture) - border, picture.shape[1], 1))
    picture[border:] = np.round(cloth)
    last = others[-1]
    corner = np.int32(max(last.corners_px, key=lambda point: point[1]))
    cv2.circle(picture, (int(corner[0]), int(corner[1])), 60, (40, 60, 90), -1)
    seen = TableReader(PAPILLON, artwork).read(picture)
    assert {problem.code for problem in seen.view} == {"marker-hidden"}
    assert last.sheet in {sheet.sheet for sheet in seen.sheets}


def test_two_of_four_markers_are_too_few(reader: TableReader) -> None:
    picture = picture_with().copy()
    picture[:, : picture.shape[1] // 2] = 90
    sighting = reader.read(picture)
    assert "mat" not in {sheet.sheet for sheet in sighting.sheets}
    assert sighting.view


@pytest.mark.whole
def test_what_is_taught_is_known_from_then_on() -> None:
    reader = TableReader(LAYOUT, artwork)
    table = table_with()
    reader.read(table.picture())
    reader.teach("garden", "E5", "wasp")  # whatever it looks like, at this table it is a wasp
    taught = {(zone, cell): seen for zone, cell, seen in reader.read(table.picture()).cells()}
    assert taught["garden", "E5"].best()[0] == "wasp"
    assert taught["garden", "L12"].log_p["flower"] > taught["garden", "L12"].log_p["body-red"]


def test_a_frame_must_be_a_picture(reader: TableReader) -> None:
    with pytest.raises(ValueError, match="uint8"):
        reader.read(np.zeros((10, 10), np.float32))


def test_the_overlay_changes_the_picture_only_where_there_is_something_to_say(reader: TableReader) -> None:
    picture = picture_with()
    drawn = annotate(picture, reader.read(picture), layout=LAYOUT)
    assert drawn.shape == picture.shape
    assert 0 < (drawn != picture).any(axis=2).mean() < 0.4


@pytest.mark.whole
def test_a_table_at_rest_is_still_and_a_hand_is_not() -> None:
    table = table_with()
    watch = StillnessWatch()
    t_s = 0.0
    for _ in range(12):
        t_s += 0.15
        rest = watch.update(table.picture(), t_s)
    assert rest.still
    assert rest.still_s > 0.5
    table.hand(on=True)
    moved = watch.update(table.picture(), t_s + 0.15)
    assert not moved.still
    assert moved.still_s == 0
    table.hand(on=False)
    for _ in range(12):
        t_s += 0.3
        rest = watch.update(table.picture(), t_s)
    assert rest.still
    assert not rest.hand


def test_noise_alone_is_no_movement() -> None:
    table = table_with(noise=True)
    watch = StillnessWatch()
    stillness = [watch.update(table.picture(), 0.15 * n) for n in range(15)]
    assert all(each.still for each in stillness[8:])


@pytest.mark.whole
@pytest.mark.photos
def test_real_photographs_of_tags_are_no_sheets_of_ours_and_no_crash(photos) -> None:
    reader = TableReader(LAYOUT, artwork)
    for path in sorted((photos / "boards" / "apriltag_real").glob("*.jpg"))[:3]:
        sighting = reader.read(cv2.imread(str(path)))
        assert sighting.size_px[0] > 0


class CountedDice:
    """Finds no dice, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, image, *, sheets=(), closer=False):
        self.asked += 1
        return ()

    def places(self, image, sheets):
        return ()


def test_sheets_are_read_without_a_search_for_dice() -> None:
    dice = CountedDice()
    reader = TableReader(LAYOUT, artwork, dice)
    picture = SimulatedTable(LAYOUT, size_px=(820, 616)).picture()
    sheets = reader.read_sheets(picture)
    assert sheets.sheets
    assert dice.asked == 0
    assert reader.add_dice(picture, sheets) == sheets
    assert dice.asked == 2  # and once closer, because nothing was found
    black = np.zeros_like(picture)
    assert reader.add_dice(black, reader.read_sheets(black)).dice == ()
    assert dice.asked == 2


def test_cards_that_need_not_lie_there_are_not_missed_by_name() -> None:
    picture = np.linspace(40, 220, 360_000).reshape(300, 400, 3).astype(np.uint8)
    (problem,) = TableReader(load_layout("it-happens"), artwork).read(picture).view
    assert problem.code == "no-sheet"
    assert "Mound" not in problem.sentence


def test_what_is_missed_is_named_with_its_game_once() -> None:
    picture = np.linspace(40, 220, 360_000).reshape(300, 400, 3).astype(np.uint8)
    (problem,) = TableReader(load_layout("octopus-garden"), artwork).read(picture).view
    assert problem.sentence == (
        "I cannot find Octopus's Garden: the market, garden 1, garden 2, garden 3 or garden 4 in the picture."
    )


def test_a_long_sentence_stays_on_a_small_picture() -> None:
    """It is broken into lines: none of its letters, which are bright, is cut off at the right."""
    problem = ViewProblem("no-sheet", "I cannot find this, that, or whatever else there is. " * 3)
    amiss = Sighting((400, 200), view=(problem,))
    drawn = annotate(np.zeros((200, 400, 3), np.uint8), amiss)
    assert drawn[60:].any()
    assert not drawn[:, -3:].any()
    bare = annotate(np.zeros((200, 400, 3), np.uint8), amiss, sentences=False)
    assert not bare.any(), "a page says it in the language of its reader"


def test_the_dark_edge_of_the_letters_keeps_to_the_letters() -> None:
    die = DieSighting(
        value=3,
        odds={3: 1.0},
        box_px=(20.0, 60.0, 200.0, 60.0),
        colour="red",
        confidence=0.996,
        accepted=True,
    )
    grey = np.full((160, 240, 3), 128, np.uint8)
    written = annotate(grey, Sighting(size_px=(240, 160), dice=(die,)))[:54].astype(int)
    coloured = np.ptp(written, axis=2) > 60
    dark = written.max(axis=2) < 40
    assert coloured.sum() > 60
    near = cv2.dilate(coloured.astype(np.uint8), np.ones((7, 7), np.uint8))
    assert dark.sum() > 60
    assert near[dark].all()


def _likeliest(sighting: Sighting) -> dict[tuple[str, str], str]:
    return {(zone, cell): seen.best()[0] for zone, cell, seen in sighting.cells()}
