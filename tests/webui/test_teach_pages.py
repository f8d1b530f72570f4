"""A box is taught on the pages; what was shown stands in a teach file at once, and stays there."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace

from companion.boxes.drafts import Drafts
from companion.boxes.errors import BoxError
from companion.boxes.teach_file import Item
from companion.boxes.trial import Trial

SLUG, MAT = "filler-tiles", "/teach/ours/sheet/mat"
CORNERS = ((100.0, 80.0), (900.0, 90.0), (940.0, 700.0), (60.0, 690.0))


class FakeDesk:
    """Looks at no photograph."""

    def __init__(self) -> None:
        self.refuses: BoxError | None = None
        self.warnings: tuple[str, ...] = ()

    def prepare(self, data: bytes):
        return data, (1000, 800)

    def through_camera(self):
        return b"by camera", (1000, 800)

    def size_px(self, jpeg: bytes):
        return 1000, 800

    def outline(self, jpeg: bytes):
        return CORNERS if jpeg != b"nothing" else None

    def check_sheet(self, jpeg: bytes, sheet):
        self._refuse()
        return self.warnings

    def find_pieces(self, file, layout, load, photo):
        self._refuse()
        items = tuple(Item("?", (100.0 * n, 50.0, 40.0, 40.0)) for n in range(4))
        return replace(photo, items=items), ()

    def name_alike(self, file, layout, load, photo):
        """The first and the third look alike."""
        items = list(photo.items)
        if len(items) > 2 and items[2].kind == "?":
            items[2] = replace(items[2], kind=items[0].kind)
        return replace(photo, items=tuple(items))

    def read_trial(self, file, layout, load, photo):
        items = tuple(Item("tile-red", (100.0 * n, 50.0, 40.0, 40.0)) for n in range(2))
        return Trial(replace(photo, items=items), (0.9, 0.6))

    def measured(self, file, layout, load):
        return file

    def make_box(self, file, layout, load):
        self._refuse()
        return b"a box", [("tile-red", "tile-blue", "Take a whiter light.")]

    def _refuse(self) -> None:
        if self.refuses is not None:
            raise self.refuses


@pytest.fixture
def desk(hub) -> FakeDesk:
    hub.teaching = FakeDesk()
    return hub.teaching


@pytest.fixture
def drafts(hub, desk, client) -> Drafts:
    assert client.post("/teach", data={"game": SLUG, "name": "ours"}).status_code == 303
    return Drafts(hub.store.path.parent)


def sent(client, data: bytes = b"jpeg"):
    return client.post(f"{MAT}/photo", data={"photo": (BytesIO(data), "mat.jpg")})


def as_form(corners=CORNERS, **more: str) -> dict[str, str]:
    form = {f"corner-{n}-{axis}": str(at[k]) for n, at in enumerate(corners) for k, axis in enumerate("xy")}
    return {**form, "measure": "ruler", "longer": "520", **more}


def test_a_box_is_begun_and_on_the_list(client, drafts) -> None:
    page = client.get("/teach").text
    assert "/teach/ours" in page
    assert drafts.load("ours").game == SLUG
    assert "Not shown yet" in client.get("/teach/ours").text
    assert 'href="/teach"' in client.get("/").text


def test_a_photograph_brings_its_outline_and_stands_in_the_file_at_once(client, drafts) -> None:
    answer = sent(client)
    assert answer.headers["Location"] == f"{MAT}?step=corners"
    (sheet,) = drafts.load("ours").sheets
    assert sheet.corners == CORNERS
    assert client.get(f"/teach/ours/picture/{sheet.image}").data == b"jpeg"
    assert "940.0,700.0" in client.get(answer.headers["Location"]).text


def test_without_an_outline_the_marks_lie_where_they_can_be_dragged(client, drafts) -> None:
    sent(client, b"nothing")
    (sheet,) = drafts.load("ours").sheets
    assert all(0 < x < 1000 and 0 < y < 800 for x, y in sheet.corners)


def test_the_camera_of_the_table_takes_the_photograph(client, drafts) -> None:
    client.post(f"{MAT}/photo", data={"by": "camera"})
    assert drafts.picture("ours", drafts.load("ours").sheets[0].image) == b"by camera"


def test_corners_and_size_then_spaces_then_the_list(client, drafts) -> None:
    sent(client)
    answer = client.post(f"{MAT}/corners", data=as_form(shorter="365"))
    assert answer.headers["Location"] == f"{MAT}?step=spaces"
    assert drafts.load("ours").sheets[0].size_mm == (520, 365)
    page = client.get(answer.headers["Location"]).text
    assert page.count('data-space="') == 144
    for zone in ("board", "reserve-red", "reserve-blue"):
        answer = client.post(f"{MAT}/done", data={"zone": zone})
    assert answer.headers["Location"] == "/teach/ours"
    assert "✓" in client.get("/teach/ours").text


def test_a_space_that_is_dragged_moves_the_others_and_is_kept(client, drafts) -> None:
    sent(client)
    client.post(f"{MAT}/corners", data=as_form())
    moved = {"zone": "board", "space": "A1", "x": "250", "y": "130"}
    told = client.post(f"{MAT}/space", data=moved, headers={"X-Tap": "1"}).json
    assert told["spaces"]["A1"]["centre"] == pytest.approx([250, 130], abs=0.3)
    assert len(told["spaces"]) == 144
    assert drafts.load("ours").sheets[0].zones[0].cells["A1"] == (250, 130)


@pytest.mark.parametrize(
    ("corners", "code"),
    [
        (CORNERS[::-1], "corners-mirrored"),
        ((CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), "corners-crossed"),
    ],
)
def test_corners_in_the_wrong_order_are_said_and_the_last_good_ones_stay(
    client, drafts, corners, code
) -> None:
    sent(client)
    answer = client.post(f"{MAT}/corners", data=as_form(corners), follow_redirects=True)
    assert code in answer.text
    assert drafts.load("ours").sheets[0].corners == CORNERS


@pytest.mark.parametrize("longer", ["0", "9999", "wide", "nan"])
def test_a_size_that_no_sheet_has_is_said(client, drafts, longer: str) -> None:
    sent(client)
    answer = client.post(f"{MAT}/corners", data=as_form(longer=longer), follow_redirects=True)
    assert "sheet-size" in answer.text or "not-a-number" in answer.text


def test_a_blurred_photograph_is_said_and_the_spaces_shown_before_stay(client, drafts, desk) -> None:
    sent(client)
    client.post(f"{MAT}/corners", data=as_form())
    client.post(f"{MAT}/space", data={"zone": "board", "space": "A1", "x": "250", "y": "130"})
    desk.refuses = BoxError("picture-blurred", "The picture is blurred. Take it again.")
    sent(client, b"again")
    answer = client.post(f"{MAT}/corners", data=as_form(), follow_redirects=True)
    assert "picture-blurred" in answer.text
    assert drafts.load("ours").sheets[0].zones[0].cells["A1"] == pytest.approx((250, 130), abs=0.2)


def test_turning_the_sheet_begins_at_the_next_corner(client, drafts) -> None:
    sent(client)
    for _ in range(2):
        client.post(f"{MAT}/corners", data=as_form(drafts.load("ours").sheets[0].corners, turn="yes"))
    assert drafts.load("ours").sheets[0].corners == (*CORNERS[2:], *CORNERS[:2])


@pytest.mark.parametrize(
    "path",
    ["/teach/none", "/teach/ours/sheet/none", "/teach/ours/picture/..%2F..%2Fgames.db", "/teach/..%2Fx"],
)
def test_what_is_not_there_is_a_page_that_says_so(client, drafts, path: str) -> None:
    assert client.get(path).status_code == 404


def test_only_the_host_teaches(client, drafts, hub) -> None:
    hub.own_browser_is_host = False
    assert sent(client).status_code == 403
    assert client.post("/teach", data={"game": SLUG, "name": "more"}).status_code == 403
    assert client.get(MAT).status_code == 200


def test_a_box_is_put_aside(client, drafts) -> None:
    client.post("/teach/ours/remove")
    assert drafts.names == ()


PIECES = "/teach/ours/pieces"


def photographed(client, drafts) -> str:
    """Send a photograph of four pieces; give its name."""
    sent(client)
    answer = client.post(PIECES, data={"on": "mat", "photo": (BytesIO(b"four"), "pieces.jpg")})
    assert answer.status_code == 303
    return answer.headers["Location"].rpartition("/")[2]


def kinds_in(drafts) -> list[str]:
    return [item.kind for item in drafts.load("ours").pieces[0].items]


def test_pieces_are_cut_out_and_one_name_is_given_to_those_alike(client, drafts) -> None:
    image = photographed(client, drafts)
    assert kinds_in(drafts) == ["?", "?", "?", "?"]
    assert "4 of 4 pieces have no name yet" in client.get(f"{PIECES}/{image}").text
    client.post(f"{PIECES}/{image}", data={"piece": "0", "kind": "tile-red"})
    assert kinds_in(drafts) == ["tile-red", "?", "tile-red", "?"]
    client.post(f"{PIECES}/{image}", data={"piece": "1", "none": "yes"})
    client.post(f"{PIECES}/{image}", data={"piece": "2", "kind": "stone"})
    client.post(f"{PIECES}/{image}", data={"piece": "0", "kind": "tile-blue", "also": "on"})
    assert kinds_in(drafts) == ["tile-blue", "tile-blue", "stone"]
    assert "0 of 2" in client.get(PIECES).text


def test_a_piece_that_was_missed_is_tapped(client, drafts) -> None:
    image = photographed(client, drafts)
    answer = client.post(f"{PIECES}/{image}", data={"x": "500", "y": "400"})
    assert answer.headers["Location"].endswith("?pick=4")
    assert drafts.load("ours").pieces[0].items[4].box == (480, 380, 40, 40)


def test_a_photograph_without_pieces_is_said_and_not_kept(client, drafts, desk) -> None:
    sent(client)
    desk.refuses = BoxError("hand-in-picture", "A hand reaches in.")
    answer = client.post(PIECES, data={"photo": (BytesIO(b"x"), "p.jpg")}, follow_redirects=True)
    assert "hand-in-picture" in answer.text
    assert drafts.load("ours").pieces == ()
    with pytest.raises(BoxError):
        drafts.picture("ours", "pieces.jpg")


def test_a_photograph_is_taken_away_with_its_pieces(client, drafts) -> None:
    image = photographed(client, drafts)
    client.post(f"{PIECES}/{image}", data={"forget": "yes"})
    assert drafts.load("ours").pieces == ()


@pytest.mark.parametrize("form", [{"piece": "9", "kind": "stone"}, {"piece": "0", "kind": "dragon"}])
def test_a_name_that_cannot_be_is_said_and_nothing_is_changed(client, drafts, form) -> None:
    image = photographed(client, drafts)
    answer = client.post(f"{PIECES}/{image}", data=form, follow_redirects=True)
    assert "no-such-piece" in answer.text
    assert kinds_in(drafts) == ["?", "?", "?", "?"]


def test_what_was_read_wrong_in_the_test_round_is_an_example_until_it_is_taken_back(client, drafts) -> None:
    sent(client)
    client.post("/teach/ours/try/photo", data={"on": "mat", "photo": (BytesIO(b"five"), "t.jpg")})
    client.post("/teach/ours/try", data={"piece": "0"})
    client.post("/teach/ours/try", data={"piece": "1", "kind": "stone"})
    assert "Read right: 1 of 2" in client.get("/teach/ours/try").text
    (lesson,) = drafts.load("ours").pieces
    assert [item.kind for item in lesson.items] == ["stone"]
    client.post("/teach/ours/try", data={"piece": "1", "kind": "tile-red"})
    assert drafts.load("ours").pieces == ()


def test_the_report_names_what_is_missing_and_what_looks_alike_and_the_box_is_kept(
    client, drafts, desk, hub
) -> None:
    photographed(client, drafts)
    page = client.get("/teach/ours/keep").text
    assert "not shown whole" in page
    assert "4 pieces have no name" in page
    assert "<b>red tile</b> and <b>blue tile</b>" in page
    assert client.post("/teach/ours/keep").headers["Location"] == f"/new/{SLUG}"
    assert (hub.store.path.parent / "taught" / "ours.box").read_bytes() == b"a box"
    desk.refuses = BoxError("sheet-not-found", "The mat cannot be found.")
    assert client.post("/teach/ours/keep").headers["Location"] == "/teach/ours/keep"
    assert (hub.store.path.parent / "taught" / "ours.box").read_bytes() == b"a box"
