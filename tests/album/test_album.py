"""The album: what is kept of which game, how much, and what makes way."""

from __future__ import annotations

import shutil
from types import SimpleNamespace

import pytest

from companion.album import album as albums
from companion.album.album import Album

GAME, OTHER = "0a1b2c3d4e5f", "ffff00001111"


@pytest.fixture
def album(tmp_path):
    return Album(tmp_path, least_free_bytes=0)


def film(album, game, size):
    album.film_of(game, ".webm").write_bytes(b"f" * size)


def test_a_picture_is_found_by_every_event_it_was_read_for(album) -> None:
    album.keep(GAME, 7, 9, b"a")
    album.keep(GAME, 12, 12, b"b")
    assert [album.shot_of(GAME, seq).path.read_bytes() for seq in (7, 8, 9, 12)] == [b"a", b"a", b"a", b"b"]
    assert album.shot_of(GAME, 10) is None
    assert album.shot_of(OTHER, 7) is None


def test_nothing_is_kept_while_it_is_switched_off_and_what_is_there_stays(album) -> None:
    album.keep(GAME, 1, 1, b"a")
    album.switch(on=False)
    album.keep(GAME, 2, 2, b"b")
    assert not album.keeps
    assert [shot.first for shot in album.shots(GAME)] == [1]
    album.switch(on=True)
    album.keep(GAME, 3, 3, b"c")
    assert [shot.first for shot in album.shots(GAME)] == [1, 3]


def test_the_switch_outlives_a_new_start(album, tmp_path) -> None:
    album.switch(on=False)
    assert not Album(tmp_path).keeps


def test_a_game_is_forgotten_with_its_film_and_others_stay(album) -> None:
    for game in (GAME, OTHER):
        album.keep(game, 1, 1, b"a")
        film(album, game, 3)
    assert album.forget(GAME)
    assert (album.shots(GAME), album.films(GAME)) == ([], [])
    assert album.shots(OTHER)
    assert album.films(OTHER)
    assert not album.forget(GAME)


def test_the_oldest_pictures_make_way_where_there_are_too_many(tmp_path) -> None:
    album = Album(tmp_path, least_free_bytes=0, most_bytes=25)
    for seq in range(1, 6):
        album.keep(GAME, seq, seq, b"x" * 10)
    assert len(album.shots(GAME)) == 2
    assert album.taken_bytes() == 20


def test_films_make_way_before_any_picture_on_a_disk_that_is_nearly_full(
    album, tmp_path, monkeypatch
) -> None:
    album.keep(GAME, 1, 1, b"p" * 100)
    film(album, GAME, 1000)
    free = {"bytes": 500}

    def usage(_):
        films = sum(path.stat().st_size for path in (tmp_path / "films").iterdir())
        return SimpleNamespace(free=free["bytes"] + 1000 - films)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    short = Album(tmp_path, least_free_bytes=1200)
    assert short.make_room()
    assert not short.films(GAME)
    assert short.shots(GAME), "the film alone made room enough"


def test_pictures_make_way_next_and_no_new_ones_are_kept_but_games_are_never_touched(
    tmp_path, monkeypatch
) -> None:
    (tmp_path / "games.db").write_bytes(b"g" * 50)
    album = Album(tmp_path, least_free_bytes=0)
    album.keep(GAME, 1, 1, b"p")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
    full = Album(tmp_path, least_free_bytes=1000)
    full.keep(GAME, 2, 2, b"q")
    assert full.shots(GAME) == []
    assert (tmp_path / "games.db").read_bytes() == b"g" * 50


def test_a_very_long_game_is_thinned_out_evenly(album, monkeypatch) -> None:
    monkeypatch.setattr(albums, "MOST_A_GAME", 10)
    for seq in range(1, 12):
        album.keep(GAME, seq, seq, b"a")
    assert [shot.first for shot in album.shots(GAME)] == [1, 3, 5, 7, 9, 11]


@pytest.mark.parametrize("name", ["../games", "", "a/b", ".", "0a1b\n"])
def test_no_name_leads_out_of_the_album(album, name, tmp_path) -> None:
    assert album.shots(name) == []
    assert album.films(name) == []
    assert not album.forget(name)
    with pytest.raises(ValueError, match="names no game"):
        album.keep(name, 1, 1, b"a")
    with pytest.raises(ValueError, match="names no game"):
        album.film_of(name, ".webm")
