"""The camera's page: who may choose which camera."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from html import unescape
from io import BytesIO
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace
from phones import phone_at
from web_tables import PICTURE, SEEN, begin

from companion.cli.assembly import camera_choice
from companion.cli.assembly.camera_choice import CameraChoice, Taken, Turning
from companion.cli.assembly.camera_turns import CameraTurns
from companion.live.status import LiveStatus
from companion.record.events import Settings
from companion.rules.message import Message
from companion.sighting import DieSighting, SheetSighting, ViewProblem
from hw.camera import CameraError
from hw.cameras import Found
from hw.turned import Turn
from vision.sheets.mirrored import MIRRORED
from webui import Table

ADDRESS = "rtsp://10.0.0.7/1"
NEIGHBOUR = {"environ_overrides": {"REMOTE_ADDR": "192.168.1.66"}}
"""Somebody who does not ask at the machine itself, and so is not its host."""
SEEING = ("In view:", "Dice:", "A lamp shines", "camera-picture", "Look again", "Camera off<", "In use")


@pytest.fixture
def used(hub, tmp_path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was chosen."""
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: [Found("v4l2:0", "Webcam")])
    used: list[str] = []
    hub.cameras = CameraChoice(tmp_path, "auto", used.append)
    return used


def test_the_camera_that_auto_has_taken_is_named_and_how_to_have_the_other(
    client, hub, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Found("v4l2:0", "Old Webcam"), Found("v4l2:1", "HD Webcam")]
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: found)
    taken = Taken()
    hub.cameras = CameraChoice(tmp_path, "auto", lambda _: None, lambda: taken)

    def card() -> str:
        page = " ".join(unescape(client.get("/camera").text).split())
        return page[page.index('id="cameras"') :]

    assert "In use" not in card()
    assert "The best one that is found is used. To have another one, tap <b>Use</b>" in card()
    taken = Taken("v4l2:1", "The webcam 1 (v4l2:1) is used. The webcam 0 is there, but cheese holds it.")
    text = card()
    assert f"{taken.sentence} To have another one, tap <b>Use</b> beside it; that is kept." in text
    assert text.index("HD Webcam") < text.index("In use"), "the mark stands beside it"
    assert text.count("In use") == 1
    assert 'aria-label="Use Old Webcam"' in text
    assert 'aria-label="Use HD Webcam"' not in text
    hub.cameras.choose("v4l2:0")
    assert "cheese" not in card()
    assert card().index("Old Webcam") < card().index("In use") < card().index("HD Webcam")


@pytest.mark.parametrize(
    "sent", [{"camera": ADDRESS}, {"address": ADDRESS}, {"camera": "v4l2:0"}, {"camera": "auto"}], ids=str
)
def test_the_host_alone_chooses_the_camera(client, hub, used, sent) -> None:
    begin(hub)
    seated = phone_at(hub, 1)
    for phone in (client, seated):
        page = unescape(phone.get("/camera", **NEIGHBOUR).text)
        assert "The host of this table chooses the camera." in page
        assert 'name="camera"' not in page
        refused = phone.post("/camera/choose", data=sent, headers={"Accept": "application/json"}, **NEIGHBOUR)
        assert (refused.status_code, refused.json["code"]) == (403, "host-only")
    assert used == []
    assert client.post("/camera/choose", data=sent).status_code == 303
    assert used == list(sent.values())


@pytest.mark.parametrize("said", ["off", "wrong"])
def test_a_camera_that_is_switched_off_is_not_said_to_see(client, watched, live, used, said: str) -> None:
    """Also while a photograph has shown what is wrong."""
    watched.cameras = CameraChoice(watched.store.path.parent, "v4l2:0", used.append)
    begin(watched)
    live.view = SimpleNamespace(image=PICTURE, sighting=seen("mat"))
    page = client.get("/camera").text
    for words in SEEING:
        assert words in page
    assert "Switched off" not in page
    live.camera_on, live.status = False, LiveStatus(said, code="illegal" if said == "wrong" else "")
    page = client.get("/camera").text
    picture = page[page.index('id="picture"') :]
    for words in SEEING:
        assert words not in picture
    for words in ("It looks at nothing until it is switched on.", "Camera on<", "Switched off"):
        assert words in picture


def test_where_there_is_no_camera_there_is_nothing_to_switch(client, watched, live) -> None:
    begin(watched)
    watched.lay_has_camera, live.camera_on, live.status = False, False, LiveStatus("off")
    page = client.get("/camera").text
    assert "This table has no camera." in page
    assert "Camera on<" not in page
    assert "Look again" not in page


def test_who_chooses_a_camera_wants_it_to_look(client, watched, live, used) -> None:
    begin(watched).use_camera(on=False)
    client.post("/camera/choose", data={"camera": "v4l2:0"})
    assert ("camera", True) in live.calls


def test_what_is_not_on_a_photograph_is_said_to_count_as_unchanged(client, watched) -> None:
    begin(watched)
    assert "everything else counts as unchanged" in client.get("/camera").text


def test_what_is_no_address_is_told(client, used) -> None:
    answer = client.post(
        "/camera/choose", data={"address": "http://["}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json["code"]) == (400, "camera-unknown")
    assert used == []


@pytest.mark.parametrize(
    ("page", "meanwhile"),
    [
        ("/play", "the Camera page tries at once, or takes another."),
        ("/board", "the Camera page tries at once, or takes another."),
        ("/camera", "“Look again” tries at once."),
    ],
)
@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        ("camera-lost", "Check its cable at both ends."),
        ("camera-slow", "Check its cable at both ends."),
        ("camera-silent", "Check its cable at both ends."),
        ("camera-missing", "As soon as it is there it is used."),
        ("camera-busy", "Close the other program."),
    ],
)
def test_what_to_do_about_a_lost_camera_is_said(
    client, watched, live, page: str, meanwhile: str, code: str, remedy: str
) -> None:
    watched.lay = lambda _: Table(live, None)
    begin(watched)
    live.status = LiveStatus("lost", Message("The webcam gives no pictures any more."), code)
    text = " ".join(unescape(client.get(page).text).split())
    assert "No picture</b><span>The webcam gives no pictures any more.</span>" in text.replace("> <", "><")
    assert f'<p class="remedy">{remedy}' in text
    assert f"Go on by tapping. It is tried again by itself; {meanwhile}</p>" in text
    assert code not in re.sub("<[^>]*>", "", text), "a code is for programs"


def test_a_simulated_table_has_no_cable_to_check(client, watched, live) -> None:
    begin(watched)
    live.status = LiveStatus("lost", Message("The simulated table does not answer."), "camera-silent")
    text = client.get("/play").text
    assert '<p class="remedy">Go on by tapping. It is tried again by itself;' in text
    assert "cable" not in text


def test_what_is_not_installed_is_for_the_host_alone(client, hub, tmp_path, monkeypatch) -> None:
    """Nobody else at the table can do anything about it, or chooses a camera by its code."""
    found = [Found("v4l2:0", "Webcam"), Found("picamera2", "Pi camera", why_not="“doctor” says what to do.")]
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: found)
    hub.cameras = CameraChoice(tmp_path, "v4l2:0", lambda _: None)
    for_host, for_player = client.get("/camera").text, client.get("/camera", **NEIGHBOUR).text
    for builders_matter in ("“doctor”", "<code>v4l2:0</code>"):
        assert builders_matter in for_host
        assert builders_matter not in for_player
    assert "Webcam" in for_player


def test_the_last_picture_of_a_lost_camera_is_marked_and_what_was_seen_there_is_not_said_now(
    client, watched, live
) -> None:
    begin(watched)
    live.frame.t_s = time.monotonic() - 120.0
    assert "The last picture" not in client.get("/camera").text
    live.status = LiveStatus("lost", Message("The webcam is not connected."), "camera-missing")
    page = " ".join(client.get("/camera").text.split())
    taken = datetime.fromisoformat(re.search(r'last picture, from <time datetime="([^"]*)"', page)[1])
    assert abs(datetime.now(UTC) - taken - timedelta(seconds=120)) < timedelta(seconds=30)
    assert "The camera sees nothing now." in page
    assert "camera-picture" in page
    assert "Look again" in page
    for words in ("Dice:", "A lamp shines", "In view:"):
        assert words not in page


def test_the_last_picture_of_a_recording_has_no_time(client, watched, live) -> None:
    begin(watched)
    live.status = LiveStatus("lost", Message("The recording has ended."), "camera-ended")
    assert "The last picture. The camera sees nothing now." in " ".join(client.get("/camera").text.split())


@pytest.mark.parametrize("status", [LiveStatus("lost", code="camera-ended"), LiveStatus("still")])
def test_where_nothing_is_to_be_done_nothing_is_said(client, watched, live, status: LiveStatus) -> None:
    begin(watched)
    live.status = status
    assert "remedy" not in client.get("/play").text


def seen(*sheets: str):
    """A sighting with those sheets in view."""
    corners = ((0, 0), (9, 0), (9, 9), (0, 9))
    found = tuple(SheetSighting(sheet, corners, (1,) * 9, 4.24, {}) for sheet in sheets)
    return msgspec.structs.replace(SEEN, sheets=found)


def test_sheets_in_view_are_called_what_is_printed_on_them(client, watched, live) -> None:
    session = watched.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    watched.open(session)
    live.view = SimpleNamespace(image=PICTURE, sighting=seen("market", "garden-2", "garden-4"))
    page = " ".join(client.get("/camera").text.split())
    market, his = "Octopus's Garden: the market", "Octopus's Garden: garden 2 (Ben)"
    assert f"In view: {market}; {his}; garden 4</p>" in page
    assert "garden-2" not in page


def test_sheets_on_a_photograph_have_names_with_and_without_a_game(client, watched) -> None:
    watched.read_photo = lambda _: (PICTURE, seen("garden-1"), PICTURE)

    def photographed() -> str:
        sent = client.post("/camera/photo", data={"photo": (BytesIO(b"x"), "a.jpg")})
        return unescape(client.get(sent.location).text)

    assert "In view: garden 1<" in photographed()
    watched.open(watched.store.new_session("octopus-garden", ("Anna", "Ben"), {}))
    assert "In view: Octopus's Garden: garden 1 (Anna)" in photographed()


def test_what_a_photograph_without_sheets_lacks_is_said_once_and_of_dice_only_where_there_are_some(
    client, watched, live
) -> None:
    missing = ViewProblem("no-sheet", "I cannot find the mat in the picture.")
    watched.read_photo = lambda _: (PICTURE, replace(SEEN, dice=(), view=(missing,)), PICTURE)

    def photographed() -> str:
        sent = client.post("/camera/photo", data={"photo": (BytesIO(b"x"), "a.jpg")})
        return client.get(sent.location).text

    assert "I cannot find the mat" in photographed()
    begin(watched)
    assert "No dice in this picture, and no sheet." in photographed()
    watched.open(watched.store.new_session("octopus-garden", ("Anna", "Ben"), {}))
    page = photographed()
    assert "No sheet in this picture." in page
    assert "No dice" not in page
    assert "I cannot find the mat" not in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A lamp is mirrored in Caterpillar Filler, near H12. Turn it aside."),
        ("de", "In „Caterpillar Filler“ spiegelt sich eine Lampe, bei H12. Dreh sie zur Seite."),
    ],
)
def test_what_is_wrong_with_a_view_is_said_in_the_language_of_the_phone(
    client, watched, live, language: str, said: str
) -> None:
    text = "A lamp is mirrored in {sheet}, near {space}. Turn it aside."
    glare = ViewProblem("glare", text, "mat", {"sheet": "Caterpillar Filler", "space": "H12"})
    amiss = replace(SEEN, view=(glare,))
    watched.read_photo = lambda _: (PICTURE, amiss, PICTURE)
    begin(watched)
    live.view = SimpleNamespace(image=PICTURE, sighting=amiss)
    asked = {"Accept-Language": language}
    sent = client.post("/camera/photo", data={"photo": (BytesIO(b"x"), "a.jpg")}, headers=asked)
    assert said in client.get(sent.location, headers=asked).text
    assert said in client.get("/camera", headers=asked).text


def test_of_a_die_in_doubt_a_photograph_tells_the_two_likeliest_values(client, watched) -> None:
    odds = {1: 0.001, 2: 0.3, 3: 0.1, 4: 0.599}
    sure = DieSighting(4, odds, (1, 1, 9, 9), "white", 0.99, True)
    doubtful = replace(sure, confidence=0.55, accepted=False)
    one_alone = replace(doubtful, odds={4: 0.995, 2: 0.005})
    unread = replace(doubtful, value=None, flags=("cocked",))
    assert [die.likeliest for die in (sure, doubtful, one_alone, unread)] == [(4,), (4, 2), (4,), ()]
    watched.read_photo = lambda _: (PICTURE, replace(SEEN, dice=(sure, doubtful, unread)), PICTURE)
    sent = client.post("/camera/photo", data={"photo": (BytesIO(b"x"), "a.jpg")})
    told = re.findall(r"<b>([^<]*)</b> white", client.get(sent.location).text)
    assert told == ["4", "4 or 2", "?"]


def test_before_a_game_one_may_look_through_the_camera(client, watched) -> None:
    looked = []

    def look():
        looked.append(1)
        return PICTURE, SEEN, PICTURE

    watched.try_camera = look
    assert "Look through it now" in client.get("/camera").text
    answer = client.post("/camera/try")
    page = client.get(answer.location).text
    assert "What the camera sees" in page
    assert client.get(f"{answer.location}.jpg").data.startswith(b"\xff\xd8")
    assert looked == [1]


def test_what_keeps_one_from_looking_through_the_camera_is_said(client, watched) -> None:
    def look():
        raise CameraError("camera-busy", "Another program uses the webcam.")

    watched.try_camera = look
    answer = client.post("/camera/try")
    assert answer.status_code == 503
    assert "Another program uses the webcam." in answer.text
    assert "To the camera" in answer.text
    watched.lay_has_camera = False
    assert client.post("/camera/try").status_code == 404
    page = client.get("/camera").text
    assert "Look through it now" not in page
    assert "it was switched off when the table was started" in page


def test_the_camera_of_a_game_is_not_taken_from_it(client, watched) -> None:
    watched.try_camera = lambda: pytest.fail("the game has the camera")
    begin(watched)
    assert "Look through it now" not in client.get("/camera").text
    answer = client.post("/camera/try", headers={"X-Tap": "1"})
    assert (answer.status_code, answer.json["code"]) == (409, "stale-action")


@pytest.fixture
def turned(watched, tmp_path, monkeypatch: pytest.MonkeyPatch) -> CameraTurns:
    """The turns of a webcam that is in use."""
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: [Found("v4l2:0", "Webcam")])
    turns = CameraTurns(tmp_path)
    turning = Turning(turns, lambda: None)
    watched.cameras = CameraChoice(tmp_path, "v4l2:0", lambda _: None, turning=turning)
    return turns


def test_the_host_turns_and_mirrors_the_picture(client, watched, turned) -> None:
    begin(watched)
    assert "Shown as the camera gives it." in client.get("/camera").text
    assert "As it comes" not in client.get("/camera").text
    for how, said in (("right", "Turned by 90 degrees."), ("mirror", "Turned by 270 degrees and mirrored.")):
        assert client.post("/camera/turn", data={"how": how}).status_code == 303
        assert said in " ".join(client.get("/camera").text.split())
    assert turned.of("v4l2:0") == Turn(270, mirrored=True)
    client.post("/camera/turn", data={"how": "none"})
    assert turned.of("v4l2:0") == Turn()
    refused = client.post("/camera/turn", data={"how": "x"}, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json["code"]) == (400, "no-turn")


def test_nobody_but_the_host_turns_it(watched, turned) -> None:
    begin(watched)
    guest = phone_at(watched)
    assert "Turn right" not in guest.get("/camera", **NEIGHBOUR).text
    refused = guest.post(
        "/camera/turn", data={"how": "right"}, headers={"Accept": "application/json"}, **NEIGHBOUR
    )
    assert (refused.status_code, refused.json["code"]) == (403, "host-only")
    assert turned.of("v4l2:0") == Turn()


def test_a_mirrored_picture_is_told_and_the_host_is_offered_to_mirror_it(
    client, watched, live, turned
) -> None:
    begin(watched)
    live.view = SimpleNamespace(image=PICTURE, sighting=replace(SEEN, sheets=(), view=(MIRRORED,)))
    for where, offered in (({}, True), (NEIGHBOUR, False)):
        page = client.get("/camera", **where).text
        assert "The picture is mirrored." in page
        assert ("Mirror the picture" in page) == offered


def test_a_look_before_a_game_offers_it_too_and_a_photograph_of_a_phone_does_not(
    client, watched, turned
) -> None:
    seen = replace(SEEN, sheets=(), view=(MIRRORED,))
    watched.try_camera = lambda: (PICTURE, seen, PICTURE)
    watched.read_photo = lambda _: (PICTURE, seen, PICTURE)
    looked = client.get(client.post("/camera/try").location).text
    sent = client.post("/camera/photo", data={"photo": (BytesIO(b"x"), "a.jpg")})
    photo = client.get(sent.location).text
    for page, offered in ((looked, True), (photo, False)):
        assert "The picture is mirrored." in page
        assert ("Mirror the picture" in page) == offered


def test_the_password_of_a_camera_is_on_no_page(client, watched, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: [Found("v4l2:0", "Webcam")])
    watched.cameras = CameraChoice(tmp_path, "http://anna:hush@10.0.0.7/snap.jpg", lambda _: None)
    begin(watched)
    for path in ("/camera", "/play", "/board", "/health"):
        page = client.get(path).text
        assert "hush" not in page
    assert "http://10.0.0.7/snap.jpg" in client.get("/camera").text
