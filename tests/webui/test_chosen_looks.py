"""A taught box is chosen for a new game, saved as one file with its cards, and brought to another table."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest
from web_boxes import brought, cards

from companion.boxes.play_lessons import PlayLesson, PlayLessons
from companion.boxes.taught_box import (
    BoxContents,
    BoxExample,
    BoxSheet,
    BoxZone,
    pack_box,
    unpack_box,
    with_own,
)
from companion.boxes.taught_shelf import box_file, keep_box, kept_boxes
from companion.boxes.teach_file import Shape
from companion.record.events import PRINTED
from companion.rules.catalogue import load_game
from webui import Table

FILLER = "filler-tiles"
FORM = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap"}

pytestmark = pytest.mark.usefixtures("printed_again")


def a_box(name: str = "ours", game: str | None = FILLER, kinds: tuple[str, ...] = ("tile-red",)) -> bytes:
    zone = BoxZone("board", ((0, 0), (9, 0), (9, 9)), kinds=kinds)
    files = {"s.jpg": b"s"} | {f"{kind}.png": b"p" for kind in kinds}
    examples = tuple(BoxExample(kind, f"{kind}.png", f"{kind}.png", 1.0) for kind in kinds)
    shapes = {kind: Shape("square", (25, 25)) for kind in kinds}
    sheets = (BoxSheet("mat", (520, 365), "s.jpg", (zone,)),)
    return pack_box(BoxContents(1, name, game, sheets, shapes, examples), files)


def edited(box: bytes) -> bytes:
    """The same zip with another picture in it."""
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(box)) as before, zipfile.ZipFile(changed, "w") as after:
        for name in before.namelist():
            after.writestr(name, b"another" if name == "s.jpg" else before.read(name))
    return changed.getvalue()


@pytest.fixture
def folder(watched, hub, live):
    hub.lay = lambda _: Table(live)
    return hub.store.path.parent


def begun(client, hub, **more: str):
    slug = more.pop("slug", FILLER)
    assert client.post(f"/new/{slug}", data={**FORM, **more}).status_code == 303
    return hub.session


def test_a_taught_box_is_the_default_and_the_form_says_what_is_tapped(client, hub, folder) -> None:
    keep_box("ours", a_box(), folder)
    page = client.get(f"/new/{FILLER}").text
    assert 'value="ours" checked' in " ".join(page.split())
    assert "The camera reads: the board" in " ".join(page.split())
    assert "You tap: blue tile, stone" in " ".join(page.split())
    assert begun(client, hub, look="ours").settings.look == "ours"


def test_the_printed_set_can_be_chosen_all_the_same(client, hub, folder) -> None:
    keep_box("ours", a_box(), folder)
    assert begun(client, hub, look=PRINTED).settings.look == PRINTED


def test_without_a_taught_box_the_form_leads_to_teaching(client, folder) -> None:
    page = client.get(f"/new/{FILLER}").text
    assert f'href="/teach?game={FILLER}"' in page
    assert 'name="look"' not in page


def test_a_box_of_another_game_or_a_broken_one_is_not_offered(client, hub, folder) -> None:
    keep_box("other", a_box("other", "caterpillar-filler", ()), folder)
    keep_box("broken", a_box("broken")[:-30], folder)
    page = client.get(f"/new/{FILLER}").text
    assert 'value="other"' not in page
    assert 'value="broken"' not in page
    assert begun(client, hub, look="broken").settings.look == ""


def test_the_camera_is_used_with_a_taught_box_of_cards_without_markers(client, hub, folder) -> None:
    assert brought(client, "star-baker", cards()).status_code == 303
    option = load_game("star-baker").box_option
    keep_box("looks", a_box("looks", "star-baker", ()), folder)
    for look, used in (("looks", True), (PRINTED, False)):
        session = begun(client, hub, slug="star-baker", look=look, **{f"option-{option}": "my-box"})
        assert session.settings.watched is used
        hub.close()


def test_look_and_cards_are_one_file_that_another_table_can_load(client, hub, folder) -> None:
    brought(client, "star-baker", cards())
    own = load_game("star-baker")
    keep_box("my-box", with_own(a_box("my-box", "star-baker", ()), b"cards,of,mine"), folder)
    saved = client.get("/taught/my-box.box")
    assert unpack_box(saved.data).own == b"cards,of,mine"
    assert own.boxes == ("my-box",)
    client.post("/taught/my-box/remove")
    assert kept_boxes(folder) == ()
    answer = client.post("/taught", data={"file": (BytesIO(saved.data), "x.box")})
    assert answer.headers["Location"] == "/new/star-baker"
    assert box_file("my-box", folder) == saved.data


def test_cards_that_came_with_a_look_are_kept_too(client, hub, folder) -> None:
    shared = with_own(a_box("theirs", "star-baker", ()), cards())
    assert client.post("/taught", data={"file": (BytesIO(shared), "x.box")}).status_code == 303
    assert "theirs" in load_game("star-baker").boxes


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"no zip", "bad-box"),
        (a_box()[:-40], "bad-box"),
        (edited(a_box()), "box-edited"),
        (pack_box(BoxContents(9, "ours", FILLER, (), {}), {}), "box-newer"),
        (a_box(game="chess"), "box-of-another-game"),
        (a_box(name="../up"), "bad-box"),
        (with_own(a_box("theirs", "star-baker", ()), b"nonsense"), "bad-box"),
    ],
)
def test_a_file_that_is_no_box_of_ours_is_said_and_nothing_is_kept(client, folder, data, code) -> None:
    answer = client.post("/taught", data={"file": (BytesIO(data), "x.box")}, follow_redirects=True)
    assert code in answer.text
    assert kept_boxes(folder) == ()


def test_a_box_that_is_kept_is_not_replaced_by_another_of_its_name(client, folder) -> None:
    keep_box("ours", a_box(), folder)
    other = a_box(kinds=("tile-red", "stone"))
    answer = client.post("/taught", data={"file": (BytesIO(other), "x.box")}, follow_redirects=True)
    assert "box-name-taken" in answer.text
    assert box_file("ours", folder) == a_box()


def test_what_was_learned_in_play_is_shown_and_taken_back(client, folder) -> None:
    keep_box("ours", a_box(), folder)
    lessons = PlayLessons("ours", folder)
    lessons.add(PlayLesson("tile-red", b"a picture", b"mask", 3.0))
    page = client.get("/taught/ours").text
    assert "red tile" in page
    assert client.get("/taught/ours/lesson/00001.png").data == b"a picture"
    client.post("/taught/ours/lesson/00001/back")
    assert lessons.all() == {}
    answer = client.post("/taught/ours/lesson/00001/back", follow_redirects=True)
    assert "no-such-lesson" in answer.text
    assert client.get("/taught/none").status_code == 404
