"""Finished games as a table for a spreadsheet, and who has won how often."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sessions.history import Summary, among, tallies
from companion.story.results import CALCULATES, COLUMNS, as_table


def called(game: Summary) -> tuple[str, str]:
    title = {"papillon": "Papillon", "star-baker": "Star Baker"}.get(game.game, game.game)
    return title, "; ".join(f"{key}: {value}" for key, value in game.options.items())


def game(names: tuple[str, ...], points: tuple[int, ...], slug: str = "papillon", day: int = 1) -> Summary:
    """A game that ended on a day of May; whoever has most has won."""
    at = f"2026-05-{day:02}T18:30:00+00:00"
    totals = dict(zip(names, points, strict=True))
    winners = tuple(name for name in names if totals[name] == max(points))
    return Summary(
        f"g{day}", slug, names, {"tile_data": "ours"}, at, at, 9, True, winners, totals, True, ended_at=at
    )


def begun(*names: str) -> Summary:
    return Summary("g0", "papillon", names, {}, "2026-05-09", "2026-05-09", 3, False, (), {}, True)


def lines(*games: Summary) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(as_table(games, called))))


def test_every_player_of_every_finished_game_has_a_line_the_oldest_first() -> None:
    found = lines(game(("Anna", "Ben"), (12, -3), day=2), begun("Anna"), game(("Cleo",), (5,), "star-baker"))
    assert [(each["name"], each["points"], each["won"]) for each in found] == [
        ("Cleo", "5", "1"),
        ("Anna", "12", "1"),
        ("Ben", "-3", "0"),
    ]
    assert tuple(found[0]) == COLUMNS
    assert found[0]["game"] == "Star Baker"
    assert found[1] | {"ended": ""} == {
        "ended": "",
        "game": "Papillon",
        "options": "tile_data: ours",
        "players": "2",
        "name": "Anna",
        "points": "12",
        "won": "1",
        "id": "g2",
    }
    assert found[1]["ended"].startswith("2026-05-0")


@given(st.text(min_size=1, max_size=12))
def test_no_spreadsheet_calculates_with_a_name(name: str) -> None:
    (line,) = csv.reader(StringIO(as_table([game((name,), (1,))], called).split("\r\n", 1)[1], newline=""))
    written = line[COLUMNS.index("name")]
    assert not written.startswith(CALCULATES)
    assert written in (name, f"'{name}")


@pytest.mark.parametrize("name", ["=1+1", "+49 170", "-Anna", "@home", "\t=1"])
def test_what_looks_like_a_formula_is_a_text(name: str) -> None:
    assert lines(game((name,), (1,)))[0]["name"] == f"'{name}"


def test_a_time_that_cannot_be_read_stands_as_it_is() -> None:
    assert lines(Summary("g", "x", ("A",), {}, "", "", 1, True, (), {}, True, ended_at="=soon"))[0] == {
        "ended": "'=soon",
        "game": "x",
        "options": "",
        "players": "1",
        "name": "A",
        "points": "",
        "won": "0",
        "id": "g",
    }


def test_who_has_won_most_comes_first_and_a_shared_win_is_a_tie() -> None:
    games = [
        game(("Anna", "Ben"), (3, 7), day=1),
        game(("Anna", "Ben"), (5, 5), day=2),
        game(("ben", "Cleo"), (9, 2), day=3),
    ]
    found = [
        (each.name, each.won, each.shared, each.played, each.best, each.average) for each in tallies(games)
    ]
    assert found == [("ben", 2, 1, 3, 9, 7.0), ("Anna", 0, 1, 2, 5, 4.0), ("Cleo", 0, 0, 1, 2, 2.0)]


def test_seats_without_a_name_are_nobody() -> None:
    games = [game(("Anna", "Player 2"), (3, 7)), game(("Player 2", "Anna"), (9, 1), day=2)]
    assert [(each.name, each.played) for each in tallies(games)] == [("Player 2", 1), ("Anna", 2)]


def test_games_among_the_same_people_are_those_with_all_of_them_and_nobody_else() -> None:
    one, other = game(("Anna", "Ben"), (1, 2)), game(("BEN", "Anna"), (2, 1), day=2)
    games = [
        one,
        other,
        begun("Anna", "Ben"),
        game(("Anna", "Ben", "Cleo"), (1, 2, 3)),
        game(("Anna",), (1,)),
        game(("Anna", "Ben"), (1, 2), "star-baker"),
    ]
    assert among(games, "papillon", ["Ben", "Anna"]) == [one, other]
