"""The simulated table in a real browser: pieces are dragged, or tapped and put down."""

from __future__ import annotations

import pytest
from browsers import DESK, PHONE
from web_tables import begin

pytestmark = pytest.mark.browser


def test_a_piece_is_dragged_on_the_simulated_table(open_page, watched, simulation) -> None:
    begin(watched)
    page = open_page("/sim", viewport=DESK)
    box = page.locator("[data-piece='7']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    with page.expect_response("**/sim/move"):
        page.mouse.up()
    assert simulation.lying["7"].x_mm > 210
    assert simulation.lying["7"].y_mm > 110


def test_on_a_phone_every_sheet_of_the_simulated_table_is_whole_and_pieces_go_from_one_to_another(
    open_page, watched, simulation
) -> None:
    begin(watched)
    page = open_page("/sim")
    mat, tray = (page.locator(f"svg[data-sheet={sheet}]") for sheet in ("mat", "tray"))
    for sheet in (mat, tray):
        box = sheet.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    page.set_viewport_size({"width": PHONE["width"], "height": 1200})
    piece, to = page.locator("[data-piece='7']").bounding_box(), tray.bounding_box()
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 4, steps=4)
    with page.expect_response("**/sim/move"):
        page.mouse.up()
    moved = simulation.lying["7"]
    assert (moved.sheet, moved.x_mm, moved.y_mm) == (
        "tray",
        pytest.approx(65, abs=2),
        pytest.approx(50, abs=2),
    )


def test_a_tapped_piece_goes_where_the_next_tap_is_and_the_table_is_seen_closer(
    open_page, watched, simulation
) -> None:
    begin(watched)
    page = open_page("/sim")
    piece, mat = page.locator("[data-piece='7']"), page.locator("svg[data-sheet=mat]")
    small = piece.bounding_box()["width"]
    page.get_by_role("link", name="Closer").click()
    page.wait_for_function(
        f"() => document.querySelector('[data-piece]').getBoundingClientRect().width > {2 * small}"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.evaluate("document.getElementById('sim-view').scrollTo(300, 0)")
    box, scale = piece.bounding_box(), mat.bounding_box()["width"] / float(mat.get_attribute("data-width"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 2)  # hardly beside it
    assert piece.get_attribute("class") == "drag in-hand"
    with page.expect_response("**/sim/move"):
        page.mouse.click(box["x"] + box["width"] / 2 + 100, box["y"] + box["height"] / 2)
    page.wait_for_function("() => document.querySelector('.in-hand') === null")
    moved = simulation.lying["7"]
    assert (moved.sheet, moved.x_mm) == ("mat", pytest.approx(200 + 100 / scale, abs=1))
    assert page.evaluate("document.getElementById('sim-view').scrollLeft") == 300


def test_a_picked_piece_stays_picked_while_others_are_moved_until_escape(
    open_page, watched, simulation
) -> None:
    simulation.lying["8"] = simulation.lying["7"]._replace(id="8", x_mm=100.0)
    begin(watched)
    page = open_page("/sim")
    piece, other = page.locator("[data-piece='7']"), page.locator("[data-piece='8']")
    box, before = piece.bounding_box(), other.get_attribute("transform")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("""() => fetch(document.getElementById("sim-table").dataset.move, {
        method: "POST", headers: { "X-Tap": "1" },
        body: new URLSearchParams({ piece: "8", sheet: "mat", x: 20, y: 20 }) })""")
    page.wait_for_function(
        "before => document.querySelector(\"[data-piece='8']\").getAttribute('transform') !== before",
        arg=before,
    )
    assert piece.get_attribute("class") == "drag in-hand"
    page.keyboard.press("Escape")
    assert piece.get_attribute("class") == "drag"
