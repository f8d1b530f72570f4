"""What the pages show of a table that a camera watches: what was read, what is wrong, what is asked."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from web_tables import GAME, PICTURE, FakeLive, begin

from companion.live.status import Countdown, LiveStatus, Question, Reading
from companion.rules.message import Message
from webui import Table


@pytest.mark.parametrize("path", ["/camera", "/sim", "/play"])
def test_pages_of_a_watched_table(client, watched, path) -> None:
    begin(watched)
    text = client.get(path).text
    assert "Last read: The die shows 4." in text
    assert "99.3 % sure" in text


def test_a_tap_is_no_reading_and_nothing_is_sure_about_it(client, watched, live) -> None:
    begin(watched)
    live.readings += (Reading(1.0, "corrected", Message("The camera had misread.")),)
    back = Message("Put the table right: the black body piece away from K9.")
    live.show(LiveStatus("waiting", back, "put-back", ("garden/K9",)))
    text = client.get("/play").text
    assert "Last read: The die shows 4." in text
    assert "100.0 % sure" not in text + client.get("/camera").text
    assert "All as it should be" not in text
    assert "Put the table right: the black body piece away from K9." in text
    assert "live-put-back" in text


def test_over_a_picture_is_drawn_what_was_read_in_it(client, watched) -> None:
    class Reading(FakeLive):
        """Between any two looks at it the table has been read once more."""

        read = 0

        @property
        def view(self) -> SimpleNamespace:
            self.read += 1
            return SimpleNamespace(image=PICTURE + self.read, sighting=self.read)

        @view.setter
        def view(self, _: object) -> None:
            pass

    drawn = []
    watched.lay = lambda _: Table(Reading())
    watched.annotate = lambda image, sighting: drawn.append((image, sighting)) or image
    begin(watched)
    client.get("/camera/picture.jpg")
    ((image, sighting),) = drawn
    assert (image == PICTURE + sighting).all()


def test_camera_page_shows_picture_and_problems(client, watched, live) -> None:
    begin(watched)
    text = client.get("/camera").text
    assert "A lamp shines on the mat." in text
    assert client.get("/camera/picture.jpg").data.startswith(b"\xff\xd8")
    live.view = None
    assert client.get("/camera/picture.jpg").data.startswith(b"\xff\xd8")
    live.frame = None
    assert client.get("/camera/picture.jpg").status_code == 404
    assert client.get("/camera").status_code == 200


def test_crops_of_what_is_in_view(client, watched) -> None:
    begin(watched)
    assert client.get("/camera/crop.jpg?where=garden/G7").mimetype == "image/jpeg"
    assert client.get("/camera/crop.jpg?where=garden/A1").status_code == 404


def test_a_question_is_shown_with_its_crop_and_answers(client, watched, live) -> None:
    begin(watched)
    ask = Message("Is the head of {who} on G7?", seats={"who": 1})
    live.show(LiveStatus("ask", ask, question=Question(5, ask, (Message("Yes"), Message("No")), "garden/G7")))
    text = client.get("/play").text
    assert "Is the head of Anna on G7?" in text
    assert "/camera/crop.jpg?where=garden/G7" in text
    assert text.count('name="choice"') == 2
    assert 'name="choice"' not in client.get("/board").text


def test_what_is_wrong_is_lit_on_the_board(client, watched, live) -> None:
    begin(watched)
    live.show(LiveStatus("wrong", Message("A wasp may not lie there (CF-31)."), "illegal", ("garden/A1",)))
    text = client.get("/play").text
    assert f'A wasp may not lie there (<a href="/rules/{GAME}#rule-CF-31">CF-31</a>).' in text
    assert re.search(r'class="cell [^"]*wrong"\s+data-where="garden/A1"', text)


@pytest.mark.parametrize(
    ("code", "answers"),
    [
        ("illegal", ["We put it right", "The record is wrong", "The camera is wrong", "Look again"]),
        ("disagree", ["We put it right", "The record is wrong", "The camera is wrong", "Look again"]),
        ("illegal-roll", ["That roll does not count", "The record is wrong", "Look again"]),
        ("live-failed", ["Look again", "The record is wrong"]),
        ("reader-damaged", ["Look again"]),
    ],
)
def test_who_is_wrong_is_asked_for_what_can_be(client, watched, live, code, answers) -> None:
    begin(watched)
    live.show(LiveStatus("wrong", Message("Please look."), code))
    text = client.get("/play").text
    answered = text[text.index("who-is-wrong") : text.index('id="board"')]
    assert re.findall(r"([A-Z][a-z ]+) <small>", answered) == answers
    at_once = answered.partition("<details")[0]
    assert len(re.findall("<small>", at_once)) <= 2, "the rest stands behind More"
    assert "who-is-wrong" not in client.get("/board").text


def test_whoever_sits_at_a_phone_reads_of_their_own_turn(client, watched, live) -> None:
    begin(watched)
    for seat, told in ((1, "Ben's turn ends in"), (2, "Your turn ends in")):
        client.post(f"/j/{watched.token}", data={"seat": seat})
        live.show(LiveStatus("still", countdown=Countdown(2, "end", 0.0, 4.0)))
        assert told in client.get("/play").text
    live.show(LiveStatus("still", countdown=Countdown(2, "end", 0.0, 4.0, stopped=True)))
    assert "You end the turn." in client.get("/play").text


def test_a_countdown_is_shown(client, watched, live) -> None:
    begin(watched)
    live.show(LiveStatus("still", countdown=Countdown(2, "end", 0.0, 4.0)))
    text = client.get("/play").text
    assert "data-countdown" in text
    assert "Ben's turn ends" in text
