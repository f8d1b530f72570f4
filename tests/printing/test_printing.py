"""The printed set: true size, markers that are found, pages that join, a layout for strangers."""

from __future__ import annotations

import itertools
import json
import math
import re
import string
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from sweeps import slow

from companion.games.caterpillar_filler.rules.start import PAIRS, START_CHAINS
from companion.games.octopus_garden.art.score_board import FIRST, LAST, RADIUS_MM, place_of
from companion.games.star_baker.rules.game import StarBaker
from companion.layout import Layout, Sheet
from companion.layouts import games_with_layout, load_layout
from companion.printing import cards, glyphs, pages
from companion.printing.art import part_list
from companion.printing.artwork import piece_image, sheet_image
from companion.printing.booklet import booklet_pdf
from companion.printing.drawing import shifted
from companion.printing.paper import MARGIN_MM, OVERLAP_MM, PAPERS, places, tiled
from companion.printing.parts import Picture, TextCard
from companion.printing.pdf import PX_PER_MM, PrintError, print_game
from companion.printing.rendering.svg import MOST_MARKED, piece_files, piece_svg, sheet_svg
from companion.printing.score_pad import score_pad_pdf
from companion.rules.booklet import booklet_of
from companion.rules.catalogue import load_game

GAMES = sorted(games_with_layout())
SHEETS = [(slug, sheet.id) for slug in GAMES for sheet in load_layout(slug).sheets]


def page_image(pdf: Path, number: int, px_per_mm: float) -> np.ndarray:
    document = pypdfium2.PdfDocument(str(pdf))
    image = document[number].render(scale=px_per_mm * 25.4 / 72).to_numpy()
    document.close()
    return np.ascontiguousarray(image[:, :, :3])


def markers_mm(image: np.ndarray, layout: Layout, px_per_mm: float) -> dict[int, np.ndarray]:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.marker_dictionary))
    detector = cv2.aruco.ArucoDetector(dictionary)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found = [] if ids is None else np.asarray(ids).ravel()
    return {
        int(one): (np.asarray(at).reshape(4, 2) + 0.5) / px_per_mm
        for one, at in zip(found, corners, strict=True)
    }


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("print")
    print_game(load_layout("caterpillar-filler"), out, "a3")
    return out


@pytest.mark.parametrize(("slug", "sheet_id"), SHEETS)
def test_every_marker_is_found_where_the_layout_says(slug: str, sheet_id: str) -> None:
    layout = load_layout(slug)
    found = markers_mm(sheet_image(layout, sheet_id, 6.0), layout, 6.0)
    sheet = layout.sheet(sheet_id)
    assert set(found) == {marker.id for marker in sheet.markers}
    for marker in sheet.markers:
        np.testing.assert_allclose(found[marker.id], marker.corners_mm, atol=0.2)


def test_no_marker_belongs_to_two_sheets() -> None:
    ids = [marker.id for slug in GAMES for sheet in load_layout(slug).sheets for marker in sheet.markers]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("slug", "sheet_id"), SHEETS)
def test_nothing_lies_on_a_marker_or_its_quiet_zone(slug: str, sheet_id: str) -> None:
    sheet = load_layout(slug).sheet(sheet_id)
    for marker in sheet.markers:
        low = np.min(marker.corners_mm, axis=0) - 3
        high = np.max(marker.corners_mm, axis=0) + 3
        assert (low >= 0).all()
        assert (high <= sheet.size_mm).all()
        for outline in [zone.outline_mm for zone in sheet.zones] + [
            _square(patch) for patch in sheet.patches
        ]:
            apart = (np.max(outline, axis=0) <= low).any() or (np.min(outline, axis=0) >= high).any()
            assert apart, f"marker {marker.id} is covered"


def _square(patch) -> list[tuple[float, float]]:
    (x, y), (width, height) = patch.centre_mm, patch.size_mm
    return [(x - width / 2, y - height / 2), (x + width / 2, y + height / 2)]


@pytest.mark.parametrize(("slug", "sheet_id"), SHEETS)
def test_every_cell_lies_within_its_zone_and_cells_do_not_overlap(slug: str, sheet_id: str) -> None:
    for zone in load_layout(slug).sheet(sheet_id).zones:
        low, high = np.min(zone.outline_mm, axis=0), np.max(zone.outline_mm, axis=0)
        for cell in zone.cells:
            assert (np.array(cell.outline_mm) >= low - 1e-6).all()
            assert (np.array(cell.outline_mm) <= high + 1e-6).all()
        boxes = [(np.min(cell.outline_mm, axis=0), np.max(cell.outline_mm, axis=0)) for cell in zone.cells]
        for (low_a, high_a), (low_b, high_b) in combinations(boxes, 2):
            assert (low_a >= high_b - 1e-6).any() or (low_b >= high_a - 1e-6).any()


@pytest.mark.parametrize(("slug", "sheet_id"), SHEETS)
@pytest.mark.parametrize("name", ["white", "grey"])
def test_the_patches_are_printed_in_their_colours(slug: str, sheet_id: str, name: str) -> None:
    layout = load_layout(slug)
    image = sheet_image(layout, sheet_id, 2.0)
    patches = [patch for patch in layout.sheet(sheet_id).patches if patch.name == name]
    assert patches
    for patch in patches:
        x, y = (round(2 * at) for at in patch.centre_mm)
        np.testing.assert_allclose(image[y, x, ::-1], patch.rgb, atol=2)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_pages_of_a_sheet_cover_it_and_overlap(paper: str) -> None:
    for sheet in load_layout("caterpillar-filler").sheets:
        tiling = tiled(sheet.size_mm, paper)
        covered = np.zeros((int(sheet.size_mm[1]), int(sheet.size_mm[0])), int)
        for piece in tiling.pieces:
            assert piece.width_mm + 2 * MARGIN_MM <= tiling.page_mm[0] + 1e-6
            assert piece.height_mm + 2 * MARGIN_MM <= tiling.page_mm[1] + 1e-6
            rows = slice(int(piece.top_mm), int(piece.top_mm + piece.height_mm) + 1)
            columns = slice(int(piece.left_mm), int(piece.left_mm + piece.width_mm) + 1)
            covered[rows, columns] += 1
        assert covered.min() == 1
        if tiling.columns > 1:
            assert (covered[0] == 2).sum() >= (tiling.columns - 1) * OVERLAP_MM


@pytest.mark.whole
def test_the_pages_of_the_mat_joined_are_the_mat_at_true_size(printed: Path) -> None:
    layout = load_layout("caterpillar-filler")
    sheet = layout.sheet("mat")
    tiling = tiled(sheet.size_mm, "a3")
    scale = 2.0
    joined = np.zeros((round(sheet.size_mm[1] * scale), round(sheet.size_mm[0] * scale), 3), np.uint8)
    for number, piece in enumerate(tiling.pieces, start=1):  # page 0 shows how they join
        page = page_image(printed / "mat-a3.pdf", number, scale)
        assert page.shape[1] == pytest.approx(tiling.page_mm[0] * scale, abs=1)
        left, top = (round(at * scale) for at in (piece.left_mm, piece.top_mm))
        width = min(round(piece.width_mm * scale), joined.shape[1] - left)
        height = min(round(piece.height_mm * scale), joined.shape[0] - top)
        margin = round(MARGIN_MM * scale)
        joined[top : top + height, left : left + width] = page[
            margin : margin + height, margin : margin + width
        ]
    found = markers_mm(joined, layout, scale)
    for marker in sheet.markers:
        np.testing.assert_allclose(found[marker.id], marker.corners_mm, atol=0.4)


def test_fronts_and_backs_fall_on_each_other(printed: Path) -> None:
    front, back = (page_image(printed / "flowers-a3.pdf", number, 1.0) for number in (0, 1))
    below = slice(30, None)  # under the title and the ruler
    inked = [(page[below] < 200).any(axis=2).astype(np.uint8) for page in (front, back[:, ::-1])]
    discs = [cv2.morphologyEx(each, cv2.MORPH_CLOSE, np.ones((5, 5))) for each in inked]
    assert (discs[0] & discs[1]).sum() / (discs[0] | discs[1]).sum() > 0.9


def test_the_set_has_the_counts_of_the_specification() -> None:
    counts: dict[str, int] = {}
    parts = part_list(load_layout("caterpillar-filler"), None)
    for group in parts.groups.values():
        for part in group:
            counts[part.front] = counts.get(part.front, 0) + part.count
    assert counts["flower"] == 40
    assert [counts[f"body-{colour}"] for colour in ("red", "blue", "green", "black")] == [9] * 4
    assert sum(count for kind, count in counts.items() if kind.startswith(("letter-", "number-"))) == 32
    assert len(parts.cards) == 12
    fewer = part_list(load_layout("caterpillar-filler"), 4).groups["caterpillars"]
    assert {part.count for part in fewer if part.front.startswith("body-")} == {7}


def test_the_layout_is_written_for_strangers(printed: Path) -> None:
    value = json.loads((printed / "layout.json").read_text())
    mat = next(sheet for sheet in value["sheets"] if sheet["id"] == "mat")
    assert mat["markers"][0]["dictionary"] == "DICT_APRILTAG_36h11"
    garden = next(zone for zone in mat["zones"] if zone["id"] == "garden")
    assert len(garden["cells"]) == 256
    assert {"centre_mm", "outline_mm"} <= set(garden["cells"][0])
    assert "label" not in garden["cells"][0], "squares go by their id"
    assert value["kinds"]["wasp"]["height_mm"] > 0


def test_the_pictures_are_at_300_dpi(printed: Path) -> None:
    layout = load_layout("caterpillar-filler")
    for sheet in layout.sheets:
        image = cv2.imread(str(printed / "png" / f"sheet-{sheet.id}.png"))
        assert image.shape[1] == pytest.approx(sheet.size_mm[0] * PX_PER_MM, abs=1)
    assert {path.stem for path in (printed / "png").iterdir()} >= set(layout.kinds)


def test_the_rules_are_printed_on_paper_for_the_hand(printed: Path) -> None:
    document = pypdfium2.PdfDocument(str(printed / "rules-a4.pdf"))
    assert document.get_page_size(0) == pytest.approx((595, 842), abs=1)
    text = " ".join(document[page].get_textpage().get_text_bounded() for page in range(len(document)))
    # A paragraph may go on on the next page.
    words = re.sub(r"Caterpillar Filler: the rules - \d ?", "", " ".join(text.split()))
    booklet = booklet_of(load_game("caterpillar-filler"))
    assert booklet is not None
    for section in booklet.sections:
        assert section.title in words
        assert [each.text for each in section.paragraphs if each.text not in words] == []
    assert all(rule in words for rule in booklet.rules)
    document.close()


@pytest.mark.parametrize("slug", [slug for slug in GAMES if booklet_of(load_game(slug)) is not None])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_rules_find_room_on_a_few_pages(slug: str, paper: str) -> None:
    game = load_game(slug)
    booklet = booklet_of(game)
    assert booklet is not None
    once = booklet_pdf(booklet, game.info.name, paper)
    assert once == booklet_pdf(booklet, game.info.name, paper)
    assert 1 <= len(pypdfium2.PdfDocument(once)) <= 4


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(PrintError, match="cannot be written"):
        print_game(load_layout("caterpillar-filler"), blocked / "out")


@pytest.mark.parametrize("slug", [*GAMES[:2], *slow(*GAMES[2:])])
def test_the_pages_show_what_is_printed(slug: str) -> None:
    layout = load_layout(slug)
    for sheet in layout.sheets:
        assert sheet_svg(layout, sheet.id).startswith("<svg")
    for kind in layout.kinds:
        assert "<path" in piece_svg(layout, kind)


def test_letters_are_drawn_alike_by_threads_at_the_same_time(monkeypatch) -> None:
    letters = string.ascii_letters + string.digits
    alone = [glyphs._raw_outline(letter) for letter in letters]
    for known in (glyphs._raw_outline, glyphs._font):
        monkeypatch.setattr(glyphs, known.__name__, cache(known.__wrapped__))
    ready = threading.Barrier(THREADS)

    def draw(_: int) -> list[object]:
        ready.wait()
        return [glyphs._raw_outline(letter) for letter in letters]

    with ThreadPoolExecutor(THREADS) as threads:
        assert all(drawn == alone for drawn in threads.map(draw, range(THREADS)))


THREADS = 8

LAMPS = {"daylight": (1, 1, 1), "bulb": (0.62, 0.82, 1.0), "shade": (1.0, 0.93, 0.85), "dim": (0.4, 0.4, 0.4)}
"""Blue, green, red of the light."""

GREY_EYES = np.array([0.114, 0.587, 0.299])
"""What is left to an eye that sees no colour at all."""


def look(layout: Layout, kind: str, lamp: str, turn_deg: float, *, grey: bool) -> np.ndarray:
    """A piece as a camera sees it at 40 px, its light balanced out: brightness by radius and angle."""
    image = piece_image(layout, kind, 40 / layout.kinds[kind].size_mm[0]).astype(np.float32)
    alpha = image[..., 3:] / 255
    seen = (image[..., :3] * alpha + 170 * (1 - alpha)) * np.array(LAMPS[lamp], np.float32)
    middle = (seen.shape[1] / 2 - 0.5, seen.shape[0] / 2 - 0.5)
    seen = cv2.warpAffine(
        seen, cv2.getRotationMatrix2D(middle, turn_deg, 1), seen.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
    )
    seen = np.clip(seen + np.random.default_rng(round(turn_deg)).normal(0, 4, seen.shape), 0, 255) / np.array(
        LAMPS[lamp]
    )
    if grey:
        seen = np.repeat((seen @ GREY_EYES)[..., None], 3, axis=2)
    polar = cv2.warpPolar(seen.astype(np.float32), (18, 36), middle, 18, cv2.WARP_POLAR_LINEAR)
    spectrum = np.abs(np.fft.rfft(polar, axis=0))[:9] / 36  # whatever the turn
    return spectrum.ravel()


@pytest.mark.parametrize("grey", [False, True], ids=["in colour", "colour-blind"])
@pytest.mark.parametrize("slug", GAMES)
def test_pieces_are_told_apart_under_any_lamp_at_any_turn_and_without_colour(slug: str, grey: bool) -> None:
    layout = load_layout(slug)
    for _, zone in layout.zones():
        kinds = [kind for kind in zone.kinds if layout.kinds[kind].shape == "disc"]
        known = {kind: look(layout, kind, "daylight", 0, grey=grey) for kind in kinds}
        for kind in kinds:
            for lamp in LAMPS:
                seen = look(layout, kind, lamp, 73, grey=grey)
                far = sorted(kinds, key=lambda other: float(np.linalg.norm(known[other] - seen)))
                assert far[0] == kind, f"{kind} under {lamp} looks like {far[0]}"
                if len(far) > 1:
                    distances = [float(np.linalg.norm(known[other] - seen)) for other in far[:2]]
                    assert distances[0] < 0.7 * distances[1], f"{kind} under {lamp} is nearly {far[1]}"


def test_the_sheet_knows_its_zones() -> None:
    sheet: Sheet = load_layout("caterpillar-filler").sheet("mat")
    assert sheet.zone("garden").form == "grid"
    with pytest.raises(KeyError):
        sheet.zone("pond")


def test_two_sided_tiles_suffice_for_the_largest_board() -> None:
    parts = part_list(load_layout("filler-tiles"), None)
    (tiles,) = parts.groups["tiles"]
    assert (tiles.count, {tiles.front, tiles.back}) == (144, {"tile-red", "tile-blue"})
    assert parts.groups["stones"][0].count == 12
    assert len(parts.cards) == 2


def test_two_players_of_papillon_get_help_of_their_own() -> None:
    def helps(seats: int | None) -> list[str]:
        found = part_list(load_layout("papillon"), seats).cards
        return [" ".join(map(str, (*card.front, *card.back))) for card in found]

    two, three = helps(2), helps(3)
    assert (len(two), len(three), len(helps(4))) == (2, 3, 4)
    for said in ("but D1 and A4", "Nobody bids", "the gnome makes you first", "the other low;"):
        assert all(said in card for card in two)
    assert all("Bid 0 to 5" in card and "then middle" in card for card in three)
    assert helps(None) == helps(4) + two


@pytest.mark.parametrize("game", games_with_layout())
def test_words_end_on_their_card(game: str) -> None:
    found = part_list(load_layout(game), None)
    for card in (*found.cards, *(card for deck in found.decks.values() for card in deck)):
        for back in (False, True):
            drawing = list(cards.card_drawing(card, (0.0, 0.0), back=back))
            points = [at for path in drawing for _, some in path.segments for at in some]
            width, height = cards.CARD_SIZE_MM
            assert max(y for _, y in points) <= height / 2, card.front
            assert max(x for x, _ in points) <= width / 2, card.front


def test_star_baker_has_a_reference_card_of_each_chefs_colour_with_all_abilities() -> None:
    found = part_list(load_layout("star-baker"), None)
    game = load_game("star-baker")
    assert isinstance(game, StarBaker)
    assert len({card.colour for card in found.cards}) == len(game.box.colours) == 6
    abilities = {card.ability for card in game.box.cards.values()} - {"none"}
    for card in found.cards:
        assert len(card.pictures) == len(abilities)
        assert all(picture.drawing for picture in card.pictures)


def test_star_baker_has_six_turn_order_cards() -> None:
    deck = part_list(load_layout("star-baker"), None).decks["turn-order"]
    assert len({card.emblem for card in deck}) == 6


def test_the_set_up_guide_tells_where_everything_starts() -> None:
    (card,) = part_list(load_layout("caterpillar-filler"), None).decks["set-up-guide"]
    words = " ".join(map(str, (*card.front, *card.back)))
    for seats, chains in START_CHAINS.items():
        assert f"{PAIRS[seats]} for {seats}" in words
        assert all(chain[0] in words for chain in chains)


def test_words_that_find_no_room_on_a_card_are_refused() -> None:
    with pytest.raises(ValueError, match="the words of 'A round' find no room"):
        list(cards.card_drawing(TextCard(("A round", "Fill the staircase. " * 40), ("", "")), (0.0, 0.0)))


def test_words_of_a_small_picture_that_find_no_room_are_refused() -> None:
    card = TextCard(("A", "B"), ("A", "B"), pictures=(Picture((), "Fill the staircase. " * 4),))
    with pytest.raises(ValueError, match="finds no room on a card"):
        list(cards.card_drawing(card, (0.0, 0.0), back=True))


@pytest.mark.parametrize("slug", GAMES)
def test_every_set_has_a_score_pad_of_one_page(slug: str) -> None:
    info = load_game(slug).info
    lines = part_list(load_layout(slug), None).score_lines
    document = pypdfium2.PdfDocument(score_pad_pdf(lines, info.name, max(info.seats), "a4"))
    assert len(document) == 1
    words = document[0].get_textpage().get_text_bounded()
    assert all(str(word) in words for word in (info.name, *lines, "Total"))
    document.close()


def test_no_two_sharks_of_the_printed_set_look_alike() -> None:
    layout = load_layout("octopus-garden")
    (part,) = (part for part in part_list(layout, None).groups["modules"] if part.front == "shark")
    assert part.count == 4
    assert len(set(part.mark_of_each)) == 4
    (page,) = pages.piece_pages(layout, "sharks", (part,), "a4")
    spots = places(layout.kinds["shark"].size_mm, PAPERS["a4"], pages.GAP_MM, pages.HEAD_MM)
    for spot, mark in zip(spots, part.marks, strict=False):
        assert all(path in page.drawing for path in shifted(spot).drawing(mark))
    # The mark leaves the beads alone, by which the camera knows a shark.
    beads = [dot.at_mm for dot in layout.kinds["shark"].code]
    reach = max(
        hypot(*point) for mark in part.marks for path in mark for _, at in path.segments for point in at
    )
    assert reach < min(hypot(*at) for at in beads) - 1.3


def test_octopus_garden_has_a_score_board_for_the_back_of_the_market() -> None:
    layout = load_layout("octopus-garden")
    board = part_list(layout, None).boards["score-board"]
    assert board.size_mm == layout.sheet("market").size_mm
    places = {points: place_of(points) for points in range(FIRST, LAST + 1)}
    assert {0, 62} <= places.keys()
    for one, other in itertools.combinations(places, 2):
        apart = math.dist(places[one], places[other])
        assert apart > 2 * RADIUS_MM, "no two spaces touch"
        assert other - one > 1 or apart < 18, "the next space lies beside"
    for x, y in places.values():
        assert RADIUS_MM < x < board.size_mm[0] - RADIUS_MM
        assert RADIUS_MM < y < board.size_mm[1] - RADIUS_MM
    for paper in ("a4", "letter", "a3"):
        # The map of the pages, and the board on one page at its true size.
        assert len(pages.board_pages(board, paper)) == 2


@pytest.mark.parametrize("slug", games_with_layout())
def test_each_kind_of_piece_lies_in_one_file_for_the_pages_and_tiles_lie_apart(slug: str) -> None:
    """A phone reads all of a file for one piece of it; a gnome shall not cost it a hundred tiles."""
    kinds = load_layout(slug).kinds
    plain, *others = piece_files(load_layout(slug))
    assert sorted(itertools.chain(plain, *others)) == sorted(kinds)
    assert all(kinds[name].marker < 0 for name in plain)
    assert all(len(names) <= MOST_MARKED for names in others)
