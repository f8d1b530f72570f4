"""Pages lie well in languages written from right to left: styles name no left and no right."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest
from browsers import DESK, PHONE
from web_tables import GAME, begin

ROOT = Path(__file__).resolve().parents[2]
STYLES = sorted(
    chain((ROOT / "webui/static").glob("*.css"), (ROOT / "companion/hub/web/static").glob("*.css"))
)

SIDES = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*"
    r"|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:"
    r"|(?:text-align|float|clear|justify-\w+)\s*:\s*(?:left|right)\b"
)
FOUR = re.compile(r"(?<![\w-])(?:margin|padding|inset|border-(?:width|color|style))\s*:([^;}]+)")

PHYSICAL = {
    ".loupe": "lies over a photograph, on the side where the thumb is not",
    ".loupe.right": "lies over a photograph, on the side where the thumb is not",
}
"""What must not change sides with the language, and why."""

RIGHT_TO_LEFT = {"locale": "ar-XB"}
PATHS = (
    "/",
    f"/new/{GAME}",
    "/play",
    "/board",
    "/overlay",
    "/log",
    "/log/correct/1",
    "/camera",
    "/join",
    "/panel",
)


def sides_of(style: str) -> list[tuple[str, str]]:
    """Give the selector and the declaration of whatever names a left or right side."""
    found = []
    for selector, body in re.findall(
        r"([^{};]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    ):
        uneven = [each[0] for each in FOUR.finditer(body) if _is_uneven(each[1])]
        found += [(selector.strip(), each) for each in [*SIDES.findall(body), *uneven]]
    return found


def _is_uneven(values: str) -> bool:
    parts = re.sub(r"\([^()]*\)", lambda inner: inner[0].replace(" ", ""), values).split()
    return len(parts) == 4 and parts[1] != parts[3]


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_styles_name_sides_by_where_a_line_begins_and_ends(file: Path) -> None:
    assert [each for each in sides_of(file.read_text()) if each[0] not in PHYSICAL] == []


@pytest.mark.parametrize(
    "style",
    [
        "a { margin-left: 1px; }",
        "a { border-left-color: red }",
        "@media (width > 2px) { a { color: red; left: 0; } }",
        "a { text-align: right; }",
        "a { padding: 0 1px 0 calc(1px + 2px); }",
        "a { border-top-left-radius: 2px; }",
    ],
)
def test_a_side_that_is_named_would_be_noticed(style: str) -> None:
    assert sides_of(style)


def test_what_is_the_same_on_both_sides_is_no_matter() -> None:
    assert sides_of("a { margin: 0 1px 2px 1px; inset-inline: 0; scroll-margin-inline-start: 1px; }") == []


@pytest.mark.browser
def test_pages_from_right_to_left_begin_there_and_are_no_wider_than_the_screen(open_page, watched) -> None:
    session = begin(watched)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    page = open_page("/", **RIGHT_TO_LEFT)
    for path in PATHS:
        page.goto(path, wait_until="domcontentloaded")
        assert page.evaluate("getComputedStyle(document.body).direction") == "rtl", path
        for viewport in (PHONE, DESK):
            page.set_viewport_size(viewport)
            sizes = "[document.documentElement.scrollWidth, scrollX]"
            assert page.evaluate(sizes) == [viewport["width"], 0], (path, viewport)
        if page.locator(".sign").is_visible():
            assert page.locator(".sign").bounding_box()["x"] > DESK["width"] / 2, path


@pytest.mark.browser
def test_drawings_of_the_table_are_not_turned_round(open_page, watched) -> None:
    begin(watched)
    places = []
    for settings in (RIGHT_TO_LEFT, {}):
        page = open_page("/sim", viewport=DESK, **settings)
        assert page.evaluate(DIRECTIONS) == ["ltr"]
        places.append([round(sheet.bounding_box()["x"]) for sheet in page.locator(".sim-table .sheet").all()])
    assert places[0] == places[1]


DIRECTIONS = """() => [...new Set([...document.querySelectorAll("svg, .sim-table")]
  .map((each) => getComputedStyle(each).direction))]"""
