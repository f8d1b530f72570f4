"""A phone photographs what the camera cannot see: one more sighting, of those sheets."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from views import Table

from companion.frames.pictures import View
from companion.layouts import load_layout
from companion.live.live import LiveTable
from companion.live.photos import with_photo
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status_board import StatusBoard
from companion.printing import artwork
from companion.referee.loose_sheets import LooseSheets
from companion.referee.referee import Referee
from companion.referee.verdict import Difference, Disagree, NoChange, TakenBack, Unclear
from companion.referee.wording import told
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.rules.message import Message
from companion.sessions.store import Store
from companion.sighting import EMPTY, SheetSighting, Sighting, ViewProblem
from companion.simulation.table import SimulatedTable
from vision.view.reader import TableReader

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


@pytest.mark.whole
def test_a_garden_that_the_camera_cannot_see_is_photographed(session, live, reader) -> None:
    image = photograph({"A1": "seagrass", "B1": "seagrass", "C1": "coral"})
    said = live.see_photo(image, reader.read(image))
    assert {entry.text for entry in session.line[-3:]} == {"plant SG A1", "plant SG B1", "plant CO C1"}
    assert "Anna plants a seagrass on A1." in said.render(session.names)


def test_what_the_rules_forbid_is_said(session, live, reader) -> None:
    image = photograph({"A1": "lionfish"})
    said = live.see_photo(image, reader.read(image)).render(session.names)
    assert said == (
        "There is no lionfish in your hand (8.1). Put the table right: the lionfish away from garden 1, A1."
    )
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
    assert joined.sheets[0].cells is photo.sheets[0].cells
    assert joined.view == ()
    assert joined.partial


def test_sheets_of_other_games_are_not_this_table() -> None:
    assert isinstance(with_photo(LAYOUT, seen("mat"), seen("market")), Unclear)


def test_piles_are_told_for_the_picture(session) -> None:
    assert piles_of(session.state)["market"]["21"] == ("trash",)


class TestMoundCards:
    """Cards that come and go, photographed a few at a time."""

    layout = load_layout("it-happens")
    game = load_game("it-happens")

    def state(self):
        state = self.game.new(3)
        for text in ("first 1", "reveal M03 M08 M01"):
            state = state.after(self.game.parse(CHANCE, text))
        return state

    def look(self, *cards: str, tray: bool = False, view: tuple[ViewProblem, ...] = ()) -> Sighting:
        table = Table(self.layout)
        table.lay({card: {} for card in cards})
        sighting = table.look(view=view)
        kept = tuple(sheet for sheet in sighting.sheets if tray or sheet.sheet != "tray")
        return replace(sighting, sheets=kept)

    def joined(self, photo: Sighting, camera: Sighting | None) -> Sighting:
        joined = with_photo(self.layout, photo, camera)
        assert isinstance(joined, Sighting)
        return joined

    @pytest.mark.parametrize("camera", [None, ("M03", "M08", "M01"), ("M03", "M01"), ()])
    def test_cards_that_a_photograph_does_not_show_are_not_missed(self, camera) -> None:
        before = None if camera is None else self.look(*camera, tray=True)
        joined = self.joined(self.look("M08"), before)
        assert Referee(self.layout).judge(self.state(), joined) == NoChange()

    def test_only_the_camera_tells_where_a_card_lies(self) -> None:
        camera = self.look("M03", "M08", "M01", tray=True)
        backwards = LooseSheets(self.layout, self.joined(self.look("M01", "M08"), camera))
        assert backwards.inversions(("M03", "M08", "M01")) == 0
        assert backwards.inversions(("M01", "M08", "M03")) == 3
        added = LooseSheets(self.layout, self.joined(self.look("M08"), self.look("M03", "M01", tray=True)))
        assert set(added.cells) == {"M03", "M08", "M01"}
        assert added.inversions(("M08", "M03", "M01")) == added.inversions(("M03", "M01", "M08")) == 0

    def test_what_blinds_the_camera_still_does_but_for_what_is_photographed(self) -> None:
        blurred = tuple(ViewProblem("blurred", f"{card} is blurred.", card) for card in ("M03", "M08"))
        glare = ViewProblem("glare", "A lamp is mirrored in M03.", "M03")
        camera = self.look("M03", "M08", "M01", tray=True, view=(*blurred, glare))
        joined = self.joined(self.look("M08"), camera)
        assert joined.view == blurred[:1]
        assert Referee(self.layout).judge(self.state(), joined) == Unclear(blurred[:1])

    def test_a_camera_that_sees_no_sheet_does_not_spoil_the_photograph(self) -> None:
        dark = Sighting((100, 100), view=(ViewProblem("too-dark", "The picture is black."),))
        assert self.joined(self.look("M08"), dark).view == ()


def test_what_was_taken_back_is_said_in_a_sentence(session) -> None:
    assert told(TakenBack(1), session.game).render({}) == "The last action was taken back."
    assert told(TakenBack(3), session.game).render({}) == "The last 3 actions were taken back."


def test_to_ask_whether_a_photograph_stands_lets_none_go(session) -> None:
    board, judging = StatusBoard(session, has_camera=False), Judging(session, Referee(LAYOUT), None)
    response = TableResponse(judging, RecordWriter(session, judging), board, Schedule())
    photo = View(np.zeros((8, 8, 3), np.uint8), seen("garden-1"))
    verdict = Disagree(Message("Table and game disagree."), (Difference("garden-1", "A1", EMPTY, "coral"),))
    response.respond_to_photo(verdict, photo.sighting, photo, 0.0)
    board.show("waiting")
    assert not response.photo_stands
    assert response.photo is photo
    board.show("wrong")
    assert response.photo_stands
    board.show("still")
    response.let_settled_photo_go()
    assert response.photo is None


def test_what_is_only_asked_is_not_said_to_be_done(session, live, monkeypatch) -> None:
    for text in ("plant SG A1", "plant SG B1"):
        session.act(session.game.parse(1, text))
    monkeypatch.setattr(live._judging.referee, "judge", lambda *_, **__: TakenBack(5))
    before = session.line
    said = live.see_photo(np.zeros((8, 8, 3), np.uint8), seen("garden-1"))
    assert said == live.status.question.text
    assert said.render({}).startswith("Was this taken back")
    assert session.line == before
