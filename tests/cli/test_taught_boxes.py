"""A box is taught, kept and read from the command line; bots play on an unmarked set."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.watcher import Job, Watcher
from companion.boxes.showing import kinds_to_show
from companion.cli.assembly.box_choice import EitherReader, expected_at
from companion.cli.assembly.demo_box import DEMO, demo_box
from companion.cli.assembly.taught import box_layout, taught_reader
from companion.layouts import load_layout
from companion.printing import artwork
from companion.rules.abilities import piles_of
from companion.sessions.store import Store
from companion.simulation.table import SimulatedTable
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.photographs import DrawingPhotographer, photograph_set
from companion.simulation.unmarked.styles import style_named
from tests.cli.commands import run
from vision.taught.lessons.sheet_check import HAND

SLUG = "filler-tiles"
SIZE_PX = (1024, 768)


@cache
def photographed(game: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    layout, drawn = unmarked_layout(load_layout(SLUG)), UnmarkedArtwork(style_named("night"))
    once = dict.fromkeys(kinds_to_show(layout), 1)
    return photograph_set(layout, DrawingPhotographer(drawn, size_px=SIZE_PX), once, name="ours", game=game)


@pytest.fixture
def teach_file(tmp_path: Path) -> Path:
    return written(tmp_path, *photographed(SLUG))


def written(folder: Path, file: dict[str, Any], pictures: dict[str, Any]) -> Path:
    for name, image in pictures.items():
        cv2.imwrite(str(folder / name), image)
    path = folder / "teach.json"
    path.write_text(json.dumps(file))
    return path


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A box that the command has taught, and what it told."""
    folder = tmp_path_factory.mktemp("ours")
    taught = run("teach", written(folder, *photographed(SLUG)), "--out", folder / "ours.box", "--json")
    return folder / "ours.box", json.loads(taught.output)


@pytest.mark.whole
def test_a_box_is_taught_and_reads_a_photograph(ours: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    box, taught = ours
    assert (taught["sheets"], taught["kinds"]) == (["mat"], ["stone", "tile-blue", "tile-red"])
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), photographed(SLUG)[1]["mat.png"])
    read = json.loads(run("read", photo, "--box", box, "--json").output)
    (sheet,) = read["sheets"]
    assert sheet["sheet"] == "mat"
    assert {cell["kind"] for cell in sheet["cells"].values()} == {"empty"}
    shown = photographed(SLUG)[0]["sheets"][0]["zones"][0]["cells"]["A1"]
    assert np.hypot(*np.subtract(sheet["cells"]["A1"]["centre"], shown)) < 3


@pytest.mark.whole
def test_a_table_of_no_game_is_read_with_the_pieces_in_its_fields(tmp_path: Path) -> None:
    file, pictures = photographed(None)
    for zone in file["sheets"][0]["zones"]:
        zone.pop("kinds", None)
    box = tmp_path / "any.box"
    assert run("teach", written(tmp_path, file, pictures), "--out", box).exit_code == 0
    table = SimulatedTable(
        unmarked_layout(load_layout(SLUG)),
        seed=2,
        size_px=SIZE_PX,
        artwork=UnmarkedArtwork(style_named("night")),
    )
    table.add("tile-red", "board", "C4")
    table.bring("tile-blue")
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), table.picture())
    read = json.loads(run("read", photo, "--box", box, "--json").output)
    cells = read["sheets"][0]["zones"]["board"]
    assert {name: cell["kind"] for name, cell in cells.items() if cell["kind"] != "empty"} == {
        "C4": "tile-red"
    }
    assert [(piece["zone"], piece["kind"]) for piece in read["pieces"]] == [("reserve-blue", "tile-blue")]


def test_what_is_wrong_leaves_the_box_that_was_there(teach_file: Path, tmp_path: Path) -> None:
    box = tmp_path / "ours.box"
    box.write_bytes(b"what was taught before")
    (tmp_path / "pieces-0.png").unlink()
    result = run("teach", teach_file, "--out", box)
    assert result.exit_code == 1
    assert "pieces-0.png" in result.output
    assert box.read_bytes() == b"what was taught before"


def test_a_sheet_that_a_hand_reaches_over_is_told_and_taught_all_the_same(tmp_path: Path) -> None:
    file, pictures = photographed(SLUG)
    (mat,) = file["sheets"]
    held = pictures[mat["image"]].copy()
    (x, y), (other_x, other_y) = mat["corners"][2:]
    at = (round((x + other_x) / 2), round((y + other_y) / 2))
    cv2.ellipse(held, at, (60, 110), 0, 0, 360, (125, 150, 205), cv2.FILLED)
    path = written(tmp_path, {**file, "pieces": []}, {mat["image"]: held})
    told = json.loads(run("teach", path, "--out", tmp_path / "ours.box", "--json").output)
    assert f"mat: {HAND}" in told["notes"]
    assert (tmp_path / "ours.box").exists()


def test_a_box_of_another_game_does_not_follow_this_one(
    ours: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    result = run("follow", "it-happens", tmp_path, "--box", ours[0])
    assert (result.exit_code, "[box-of-another-game]" in result.output) == (1, True)


def test_no_box_of_that_name(tmp_path: Path) -> None:
    result = run("read", tmp_path / "photo.jpg", "--box", "nowhere")
    assert (result.exit_code, "[box-missing]" in result.output) == (1, True)


@pytest.mark.whole
def test_the_table_of_a_game_expects_the_demo_box_or_the_one_that_is_kept(
    ours: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    with Store(tmp_path / "games.db") as store:
        session = store.new_session(SLUG, ["Anna", "Ben"])
        demo = expected_at(session, DEMO, tmp_path)
        assert demo.demo is not None
        assert not any(sheet.markers for sheet in demo.layout.sheets)
        (tmp_path / "taught").mkdir()
        shutil.copy(ours[0], tmp_path / "taught" / "ours.box")
        kept = expected_at(session, "", tmp_path)
        assert isinstance(kept.reader, EitherReader)
        unmarked = SimulatedTable(
            unmarked_layout(load_layout(SLUG)), artwork=UnmarkedArtwork(style_named("night"))
        )
        printed = SimulatedTable(load_layout(SLUG), artwork=artwork)
        for table in (unmarked, printed):
            table.lay(piles_of(session.state))
            assert [sheet.sheet for sheet in kept.reader.read(table.picture()).sheets] == ["mat"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", ["filler-tiles", "caterpillar-filler", "octopus-garden", "papillon", "star-baker"]
)
def test_bots_are_followed_on_an_unmarked_set(slug: str) -> None:
    tally = Watcher(Job(slug, 1, most_actions=40, style="meadow")).run()
    assert (tally.equal, tally.wrong, tally.missed) == (1, 0, 0), tally.notes


@pytest.mark.whole
def test_the_demo_box_reads_the_demo_set() -> None:
    demo = demo_box(load_layout(SLUG))
    table = SimulatedTable(demo.layout, seed=4, size_px=SIZE_PX, artwork=demo.artwork)
    table.add("tile-blue", "board", "F6")
    sighting = taught_reader(box_layout(demo.box), demo.box).read(table.picture())
    assert [cell for _, cell, seen in sighting.cells() if seen.best()[0] != "empty"] == ["F6"]
