"""A box is taught in Chromium from rendered photographs, kept, and reads the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boxes.drafts import Drafts
from companion.boxes.showing import kinds_to_show
from companion.boxes.taught_shelf import load_box
from companion.cli.assembly.taught import box_layout, taught_reader
from companion.cli.assembly.teaching_desk import TeachingDesk
from companion.layouts import load_layout
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Renderer, Thing
from companion.simulation.rendering.scene import Scene
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.photographs import DrawingPhotographer, photograph_set
from companion.simulation.unmarked.styles import style_named

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLUG = "filler-tiles"
LAYOUT = load_layout(SLUG)
SET, ARTWORK = unmarked_layout(LAYOUT), UnmarkedArtwork(style_named("parchment"))
LAID = {
    "A1": "tile-red",
    "A12": "tile-blue",
    "F6": "stone",
    "L1": "tile-blue",
    "L12": "tile-red",
    "C9": "tile-red",
}


@pytest.fixture(scope="module")
def photographs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photographs")
    file, pictures = photograph_set(
        SET, DrawingPhotographer(ARTWORK, 4), kinds_to_show(LAYOUT), name="x", game=SLUG, seed=4
    )
    for name, picture in pictures.items():
        cv2.imwrite(str(folder / name), picture)
    return folder, file


@pytest.fixture
def taught_by(hub):
    hub.teaching = TeachingDesk(lambda: pytest.fail("nobody asked for the camera"))
    return Drafts(hub.store.path.parent)


def drag(page, mark: str, to: tuple[float, float]) -> None:
    """Drag a mark to a place of the photograph."""
    ring = page.locator(f'[data-mark="{mark}"]')
    ring.scroll_into_view_if_needed()
    here = page.evaluate(
        """([mark, x, y]) => {
            const svg = document.querySelector(".teach-svg");
            const ring = document.querySelector(`[data-mark="${CSS.escape(mark)}"]`);
            const { e, f } = ring.transform.baseVal.consolidate().matrix;
            const at = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            const [from, to] = [at(e, f), at(x, y)];
            return [from.x, from.y, to.x, to.y];
        }""",
        [mark, *to],
    )
    page.mouse.move(here[0], here[1])
    page.mouse.down()
    page.mouse.move((here[0] + here[2]) / 2, (here[1] + here[3]) / 2)
    page.mouse.move(here[2], here[3])
    page.mouse.up()


def teach_sheet(page, photographs) -> None:
    folder, file = photographs
    sheet = file["sheets"][0]
    page.locator(".dock a", has_text="Next").click()
    page.locator("input[type=file]").set_input_files(folder / sheet["image"])
    page.wait_for_selector("#corners")
    for number, corner in enumerate(sheet["corners"]):
        drag(page, f"corner-{number}", corner)
    page.fill("[name=longer]", str(max(sheet["size_mm"])))
    page.fill("[name=shorter]", str(min(sheet["size_mm"])))
    page.get_by_role("button", name="These are its corners").click()
    page.wait_for_selector("#spaces")
    for zone in sheet["zones"]:
        page.wait_for_selector(f'#spaces[data-zone="{zone["id"]}"]')
        for space, at in (zone.get("cells") or dict(enumerate(zone["outline"]))).items():
            with page.expect_response(lambda answer: answer.url.endswith("/space")):
                drag(page, str(space), at)
        page.get_by_role("button", name="is in place").click()
    page.wait_for_url("**/teach/ours")


def teach_pieces(page, photographs) -> None:
    folder, file = photographs
    page.locator(".dock a", has_text="Next: the pieces").click()
    for photo in file["pieces"]:
        page.locator("input[type=file]").set_input_files(folder / photo["image"])
        page.wait_for_selector("#names")
        while page.locator("[data-mark], .names-form").count():
            x, y = (
                float(each)
                for each in page.locator(".one-piece .close-up").get_attribute("viewBox").split()[:2]
            )
            side = float(page.locator(".one-piece .close-up").get_attribute("viewBox").split()[2])
            place = np.array([x + side / 2, y + side / 2])
            kind = min(photo["items"], key=lambda item: np.linalg.norm(np.array(item["at"]) - place))["kind"]
            left = page.locator("#names h1").inner_text()
            page.locator(f'.names-form button[value="{kind}"]').click()
            page.wait_for_function(
                "before => document.querySelector('#names h1').innerText !== before", arg=left
            )
        page.get_by_role("link", name="They are right").click()
        page.wait_for_url("**/pieces")


def try_and_keep(page, photographs) -> None:
    folder, file = photographs
    page.goto("/teach/ours")
    page.get_by_role("link", name="Next: a test round").click()
    page.locator("input[type=file]").set_input_files(folder / file["pieces"][0]["image"])
    page.wait_for_selector("#trial .trial")
    page.get_by_role("button", name="All others are right").click()
    shown = len(file["pieces"][0]["items"])
    page.wait_for_function(
        "shown => document.querySelector('#trial h1').innerText.includes(`${shown} of ${shown}`)", arg=shown
    )
    page.get_by_role("link", name="Next: keep the box").click()
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url(f"**/new/{SLUG}")


def a_table() -> np.ndarray:
    """The set on another day: other light, other side of the table."""
    sheet = SET.sheets[0]
    centres = {cell.id: cell.centre_mm for cell in SET.find("board")[1].cells}
    things = tuple(Thing(kind, sheet.id, *centres[cell], 0.0) for cell, kind in LAID.items())
    renderer = Renderer(SET, Scene.of_seed(11), (1640, 1232), artwork=ARTWORK)
    return noisy(renderer.still(things), 1.6, 9, 0)


def test_a_box_that_was_taught_by_taps_alone_reads_the_table(open_page, taught_by, photographs, hub) -> None:
    page = open_page("/teach")
    page.get_by_label("Filler (tiles)").check()
    page.fill("[name=name]", "ours")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/teach/ours")
    teach_sheet(page, photographs)
    teach_pieces(page, photographs)
    try_and_keep(page, photographs)
    box = load_box("ours", hub.store.path.parent)
    layout = box_layout(box)
    sighting = taught_reader(layout, box).read(a_table())
    (sheet,) = sighting.sheets
    read = {cell: seen.best()[0] for cell, seen in sheet.cells["board"].items() if seen.best()[0] != "empty"}
    assert read == LAID
    assert taught_by.trial("ours").right == len(taught_by.trial("ours").photo.items)


def test_marks_move_by_keys_and_what_they_show_is_kept(open_page, taught_by, photographs) -> None:
    folder, file = photographs
    page = open_page("/teach")
    page.get_by_label("Filler (tiles)").check()
    page.fill("[name=name]", "keys")
    page.get_by_role("button", name="Begin").click()
    page.goto("/teach/keys/sheet/mat")
    page.locator("input[type=file]").set_input_files(folder / file["sheets"][0]["image"])
    page.wait_for_selector("#corners")
    before = taught_by.load("keys").sheets[0].corners[0]
    page.locator('[data-mark="corner-0"]').focus()
    for key in ("ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    page.get_by_role("button", name="These are its corners").click()
    page.wait_for_selector("#spaces")
    after = taught_by.load("keys").sheets[0].corners[0]
    assert after[0] > before[0]
    assert after[1] - before[1] > 5 * (after[0] - before[0])
    page.locator("#one-more").select_option("F6")
    with page.expect_response(lambda answer: answer.url.endswith("/space")):
        page.keyboard.press("ArrowLeft")
    assert "F6" in taught_by.load("keys").sheets[0].zones[0].cells
