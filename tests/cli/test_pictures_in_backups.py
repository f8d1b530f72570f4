"""`companion backup` and `restore`: pictures of the evening and what players are called go along."""

from __future__ import annotations

from commands import run

from companion.album.album import Album
from companion.sessions.players import Players
from companion.sessions.store import Store


def test_pictures_and_names_are_in_a_backup_and_films_are_not(tmp_path) -> None:
    table, other = tmp_path / "table", tmp_path / "other"
    with Store(table / "games.db") as store:
        game = store.new_session("caterpillar-filler", ["Anna", "Ben"])
        Players.beside(store.path).rename("Ben", "Benjamin", store.sessions())
    album = Album(table, least_free_bytes=0)
    album.keep(game.id, 3, 4, b"webp")
    album.film_of(game.id, ".webm").write_bytes(b"film")
    made = run("backup", "--data", table, "--out", tmp_path / "all.zip")
    assert made.exit_code == 0, made.stderr
    back = run("restore", tmp_path / "all.zip", "--data", other)
    assert back.exit_code == 0, back.stderr
    assert Album(other).shot_of(game.id, 4).path.read_bytes() == b"webp"
    assert Album(other).films(game.id) == []
    assert Players.beside(other / "games.db").called("Ben") == "Benjamin"


def test_somebody_who_was_forgotten_since_stays_forgotten_and_their_pictures_gone(tmp_path) -> None:
    table = tmp_path / "table"
    with Store(table / "games.db") as store:
        game = store.new_session("caterpillar-filler", ["Anna", "Ben"])
        Players.beside(store.path).rename("Ben", "Benjamin", store.sessions())
    album = Album(table, least_free_bytes=0)
    album.keep(game.id, 3, 4, b"webp")
    run("backup", "--data", table, "--out", tmp_path / "all.zip")
    Players.beside(table / "games.db").forget("Anna")
    album.forget(game.id)
    back = run("restore", tmp_path / "all.zip", "--data", table)
    assert back.exit_code == 0, back.stderr
    players = Players.beside(table / "games.db")
    assert players.called("Anna") is None
    assert players.called("Ben") == "Benjamin"
    assert album.shots(game.id) == []
