"""The docs say what is so: error codes, commands, links, figures and pictures."""

from __future__ import annotations

import ast
import importlib
import math
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.__main__ import SUBJECTS
from companion.cli.main import HOME_OF
from companion.layout import Layout, Point
from companion.layouts import games_with_layout, load_layout
from companion.rules.catalogue import GAMES, load_game

ROOT = Path(__file__).resolve().parent.parent
DOCS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
RAISED = {
    "refuse",
    "HubError",
    "NotPaired",
    "Trouble",
    "ImageError",
    "InputError",
    "CameraError",
    "StoreError",
    "ViewProblem",
    "PageError",
    "PanelError",
    "HandProblem",
    "Refusal",
    "GameFault",
    "BoxError",
}


def codes_in(path: Path) -> set[str]:
    """Every stable error code that a module raises, names or declares."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
            found |= {text for text in texts if called in RAISED and isinstance(text, str)}
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            found |= {str(node.value.value) for name in names if name == "code"}
    return {code for code in found if CODE.fullmatch(code)}


@pytest.mark.whole
def test_every_error_code_is_explained() -> None:
    text = (ROOT / "docs" / "errors.md").read_text()
    raised = {
        code
        for room in ("companion", "vision", "hw", "webui")
        for path in (ROOT / room).rglob("*.py")
        for code in codes_in(path)
    }
    assert len(raised) > 40
    assert {code for code in raised if f"`{code}`" not in text} == set()


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert {name for name in HOME_OF if f"companion {name}" not in text} == set()


def test_every_game_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert [slug for slug in GAMES if load_game(slug).info.name not in text] == []


@pytest.mark.parametrize("slug", games_with_layout())
def test_every_game_tells_what_is_read_of_it(slug: str) -> None:
    text = (ROOT / "docs" / "what-is-read.md").read_text()
    _, found, part = text.partition(f"## {load_game(slug).info.name}\n")
    assert found, f"docs/what-is-read.md has no part on {slug}"
    part = part.split("\n## ")[0]
    assert f"(images/{slug}.jpg)" in part, f"python -m bench.pictures {slug} draws its picture"
    rows = [how for how in ("camera", "tap", "software") if f"| {how} |" not in part]
    assert not rows, f"the part on {slug} has no rows | {rows} | ... |"


def test_the_lists_that_a_new_game_is_put_into_are_where_the_page_says() -> None:
    text = (ROOT / "docs" / "add-a-game.md").read_text()
    rows = re.findall(r"^\| `([A-Z]+)`.*\| `([^|]*)` \|$", text, re.MULTILINE)
    assert len(rows) >= 2
    for name, paths in rows:
        assert any(f"\n{name}" in (ROOT / path).read_text() for path in paths.split("`, `")), name


def smallest(layouts: list[Layout]) -> dict[str, str]:
    """The smallest things that lie on the sheets of some layouts, as docs/add-a-game.md names them."""
    sheets = [sheet for each in layouts for sheet in each.sheets]
    zones = [zone for sheet in sheets for zone in sheet.zones]
    kinds = [
        each.kinds[name]
        for each in layouts
        for sheet in each.sheets
        for zone in sheet.zones
        for name in zone.kinds
    ]

    def across(shape: str) -> float:
        return min(min(kind.size_mm) for kind in kinds if kind.shape == shape)

    mm = {
        "a cell, across": min(min(spans(cell.outline_mm)) for zone in zones for cell in zone.cells),
        "a disc": across("disc"),
        "a square tile": across("square"),
        "a card, across": across("card"),
        "a die": across("die"),
        "a sheet's marker, the black square": min(
            math.dist(*marker.corners_mm[:2]) for sheet in sheets for marker in sheet.markers
        ),
        "a piece's own marker, the black square": min(kind.marker_mm for kind in kinds if kind.marker >= 0),
    }
    told = {what: f"{round(length, 1):g} mm" for what, length in mm.items()}
    wide, high = min(spans(zone.outline_mm) for zone in zones if zone.form == "tray")
    return told | {"a tray, within its walls": f"{wide:g} x {high:g} mm"}


def spans(outline_mm: Sequence[Point]) -> tuple[float, float]:
    """How wide and how high an outline is."""
    wide, high = (max(along) - min(along) for along in zip(*outline_mm, strict=True))
    return wide, high


def test_the_guide_tells_the_smallest_things_that_are_read() -> None:
    text = (ROOT / "docs" / "add-a-game.md").read_text()
    table = dict(re.findall(r"^\| (an? [^|]+) \| ([^|]+ mm) \|$", text, re.MULTILINE))
    assert table == smallest([load_layout(slug) for slug in games_with_layout()])


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} points to {target}"


@pytest.mark.parametrize("name", SUBJECTS.values())
def test_every_bench_says_what_it_measures(name: str) -> None:
    module = importlib.import_module(f"bench.{name}")
    assert module.__doc__
    assert callable(module.run)


def test_the_accuracy_page_names_the_command_behind_its_figures() -> None:
    text = (ROOT / "docs" / "accuracy.md").read_text()
    for subject in SUBJECTS:
        assert f"bench {subject}" in text or f"`{subject}`" in text
