"""A box is taught on the pages; what was shown stands in a teach file at once, and stays there."""

from __future__ import annotations

from io import BytesIO

import pytest

from companion.boxes.drafts import Drafts
from companion.boxes.errors import BoxError

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
        if self.refuses is not None:
            raise self.refuses
        return self.warnings


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
