"""Films of an evening: what they tell, that they can be played, and that one that fails is told."""

from __future__ import annotations

import random
import threading
from itertools import count

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.album import film_maker
from companion.album.album import Album, Shot
from companion.album.film_script import FilmScript, FilmStep, Standing, script_of
from companion.album.small_pictures import small_picture
from companion.album.workshop import FilmError, FilmWorkshop
from companion.frames.pictures import View
from companion.layouts import layout_of
from companion.record.events import Settings
from companion.sessions.store import Store
from companion.sighting import Sighting

GAME = "0a1b2c3d4e5f"


@pytest.fixture
def script(tmp_path):
    """A film of three steps, the last picture of which is gone."""
    steps = []
    for place, shade in enumerate((40, 120, 200)):
        view = View(np.full((300, 400, 3), shade, np.uint8), Sighting((400, 300)))
        path = tmp_path / f"{place}.webp"
        path.write_bytes(small_picture(view, sheets_alone=False))
        standings = (Standing("Anna 🐛", place, (200, 40, 40)), Standing("B" * 60, -place, (40, 60, 190)))
        steps.append(FilmStep(str(path), f"Anna moves {place} spaces.", "20:15", standings))
    (tmp_path / "2.webp").unlink()
    return FilmScript("A game", tuple(steps), "Anna wins.")


def played(path):
    """The mean shades in the middle of the picture, one for each second of a film."""
    film = cv2.VideoCapture(str(path))
    shades = []
    while True:
        there, frame = film.read()
        if not there:
            break
        shades.append(float(frame[100:300, 200:500].mean()))
    film.release()
    return shades[:: film_maker.RATE]


def made(workshop, script, told):
    workshop.begin(GAME, script)
    while workshop.percent(GAME) is not None:
        assert told.acquire(timeout=100)
    return workshop.film(GAME)


@pytest.mark.whole
def test_a_film_shows_the_pictures_one_after_the_other_and_its_progress_is_told(tmp_path, script) -> None:
    told = threading.Semaphore(0)
    workshop = FilmWorkshop(Album(tmp_path, least_free_bytes=0), told.release, nice=0)
    film = made(workshop, script, told)
    assert not workshop.failed(GAME)
    assert film is not None
    shades = played(film)
    assert abs(shades[0] - 40) < 12
    assert abs(shades[-1] - 120) < 12, "the last picture is gone: the one before stays"
    assert len(shades) >= 3 * film_maker.STEP_S[0] + film_maker.END_S


def test_without_the_encoder_the_film_is_an_animated_picture(tmp_path, script, monkeypatch) -> None:
    monkeypatch.setattr(film_maker, "_vp8", lambda: 0)
    frames = list(film_maker.frames_of(script))
    film_maker._write_webp(tmp_path / "film.webp", iter(frames), len(script.steps))
    with Image.open(tmp_path / "film.webp") as film:
        assert film.n_frames == len(script.steps) + 1


def test_a_film_that_fails_is_told_and_can_be_tried_again(tmp_path, script, monkeypatch) -> None:
    told = threading.Semaphore(0)
    workshop = FilmWorkshop(Album(tmp_path, least_free_bytes=0), told.release, nice=0)
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert made(workshop, script, told) is None
    assert workshop.failed(GAME)


def test_progress_is_told_every_two_seconds_however_fast_the_film_is_made(
    tmp_path, script, monkeypatch
) -> None:
    maker = tmp_path / "maker"
    maker.write_text("#!/bin/sh\nfor percent in $(seq 100); do echo $percent; done\n")
    maker.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(maker))
    told, ticks, percents = threading.Semaphore(0), count(), []

    def tell() -> None:
        percents.append(workshop.percent(GAME))
        told.release()

    workshop = FilmWorkshop(Album(tmp_path, least_free_bytes=0), tell, 0, lambda: next(ticks) / 4)
    made(workshop, script, told)
    assert 4 < len(percents) < 25
    assert percents[-1] is None, "that it is made is told in any case"


def test_what_cannot_be_filmed_is_told(tmp_path, script) -> None:
    workshop = FilmWorkshop(Album(tmp_path, least_free_bytes=0))
    with pytest.raises(FilmError) as refused:
        workshop.begin(GAME, FilmScript("A game", (), ""))
    assert refused.value.code == "no-pictures"
    full = FilmWorkshop(Album(tmp_path, least_free_bytes=10**18))
    with pytest.raises(FilmError) as refused:
        full.begin(GAME, script)
    assert refused.value.code == "film-no-room"


def test_a_script_tells_who_did_what_and_the_points_after_each_picture(tmp_path) -> None:
    with Store(tmp_path / "games.db") as store:
        rng = random.Random(1)
        options = {"rows": "4", "cols": "4"}
        session = store.new_session("filler-tiles", ["Anna", "Ben"], options, Settings(otherwise="tap"))
        while session.state.actors:
            session.act(rng.choice(list(session.state.legal(session.state.actors[0]))))
        seqs = [entry.seq for entry in session.line]
        shots = [Shot(tmp_path / "a.webp", seqs[0], seqs[1]), Shot(tmp_path / "b.webp", seqs[5], seqs[5])]
        eyes = session.eyes(None)
        layout = layout_of(session.game)
        script = script_of(session, shots, layout, lambda line: eyes.retold(line, session.names))
        ends = [2, 6, len(session.line)]
        assert [[each.points for each in step.standings] for step in script.steps] == [
            list(session.states[end].sheet().totals().values()) for end in ends
        ]
        assert "Anna" in script.steps[0].said or "Ben" in script.steps[0].said
        assert script.ending == session.state.outcome.message.render(session.names)


def test_a_picture_of_what_was_taken_back_is_in_no_film(tmp_path) -> None:
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("filler-tiles", ["Anna", "Ben"], {}, Settings(otherwise="tap"))
        session.act(next(iter(session.state.legal(1))))
        gone = session.line[-1].seq
        session.undo(1)
        shots = [Shot(tmp_path / "a.webp", gone, gone)]
        script = script_of(session, shots, layout_of(session.game), lambda _: [])
        assert script.steps == ()
