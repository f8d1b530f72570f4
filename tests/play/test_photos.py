"""A phone photographs what the camera cannot see: one more sighting, of those sheets."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from companion.layouts import load_layout
from companion.play.live import LiveTable
from companion.play.photos import with_photo
from companion.play.referee import Referee
from companion.play.store import Store
from companion.play.verdict import Unclear
from companion.printing import artwork
from companion.rules.game import CHANCE, piles_of
from companion.sighting import SheetSighting, Sighting, ViewProblem
from companion.simulation.table import SimulatedTable
from vision.reader import TableReader

LAYOUT = load_layout("octopus-garden").for_seats(2)
GARDEN = replace(LAYOUT, sheets=(LAYOUT.sheet("garden-1"),))
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture
def session(tmp_path):
    """A game of two in which Anna has bought a row and is to plant; everything was tapped."""
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("octopus-garden", ("Anna", "Ben"))
        for code in ("SG", "SG", "CO", *("TR",) * 6):
            session.act(session.game.parse(CHANCE, f"draw {code}"))
        session.act(session.game.parse(CHANCE, "first 1"))
        session.act(session.game.parse(1, "buy R1"))
        yield session


@pytest.fixture
def live(session):
    """The table without a camera."""
    return LiveTable(session, LAYOUT, Referee(LAYOUT), None, None, None)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(LAYOUT, artwork)


def photograph(garden: dict[str, str]) -> np.ndarray:
    """A phone's picture of Anna's garden alone."""
    table = SimulatedTable(GARDEN, size_px=(1200, 900), seed=2)
    table.lay({"garden-1": garden})
    return table.picture()


def test_a_garden_that_the_camera_cannot_see_is_photographed(session, live, reader) -> None:
    image = photograph({"A1": "seagrass", "B1": "seagrass", "C1": "coral"})
    said = live.see_photo(image, reader.read(image))
    assert {entry.text for entry in session.line[-3:]} == {"plant SG A1", "plant SG B1", "plant CO C1"}
    assert "Anna plants a seagrass on A1." in said.render(session.names)


def test_what_the_rules_forbid_is_said(session, live, reader) -> None:
    image = photograph({"A1": "lionfish"})
    said = live.see_photo(image, reader.read(image)).render(session.names)
    assert said == "There is no lionfish in your hand (section 8.1)."
    assert (live.status.state, live.status.code) == ("wrong", "illegal")
    assert live.crop("garden-1/A1") is not None
    live.step()
    assert live.status.state == "wrong"  # that there is no camera does not take it back


def test_a_photograph_that_agrees_is_said_so(session, live, reader) -> None:
    image = photograph({})
    assert live.see_photo(image, reader.read(image)).render({}) == "All lies as the game says."


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (np.full((300, 400, 3), 3, np.uint8), "The picture is black."),
        (np.linspace(40, 220, 360_000).reshape(300, 400, 3).astype(np.uint8), "corner markers"),
    ],
)
def test_a_bad_photograph_is_refused_with_a_reason(session, live, reader, image, words) -> None:
    before = session.seq
    assert words in live.see_photo(image, reader.read(image)).render({})
    assert session.seq == before


def seen(*sheets: str, **more) -> Sighting:
    parts = tuple(SheetSighting(name, CORNERS, (1.0,) * 9, 2.0, {name: {}}) for name in sheets)
    return Sighting((100, 100), parts, **more)


def test_the_photograph_comes_before_what_the_camera_saw_there() -> None:
    photo = seen("garden-1", view=(ViewProblem("camera-moved", "The camera was moved."),))
    joined = with_photo(LAYOUT, photo, seen("market", "garden-1"))
    assert isinstance(joined, Sighting)
    assert [sheet.sheet for sheet in joined.sheets] == ["garden-1", "market"]
    assert joined.sheets[0] is photo.sheets[0]
    assert joined.view == ()


def test_sheets_of_other_games_are_not_this_table() -> None:
    assert isinstance(with_photo(LAYOUT, seen("mat"), seen("market")), Unclear)


def test_piles_are_told_for_the_picture(session) -> None:
    assert piles_of(session.state)["market"]["21"] == ("trash",)
