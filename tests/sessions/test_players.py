"""Players across evenings: renamed, made one of two, forgotten; their games stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.sessions.history import Summary, tallies
from companion.sessions.players import Players, PlayersMet


def game(names: tuple[str, str], totals: tuple[int, int], number: int = 1) -> Summary:
    best = max(totals)
    return Summary(
        id=str(number),
        game="filler-tiles",
        names=names,
        options={},
        started_at="2026-11-01T20:00:00+00:00",
        last_at="2026-11-01T21:00:00+00:00",
        events=9,
        finished=True,
        winners=tuple(name for name, points in zip(names, totals, strict=True) if points == best),
        totals=dict(zip(names, totals, strict=True)),
        played=True,
        ended_at="2026-11-01T21:00:00+00:00",
        last_turn=number,
    )


GAMES = [game(("Anna", "Ben"), (3, 7)), game(("Annie", "Cleo"), (9, 2), 2)]


def test_one_person_under_two_names_is_one_from_now_on_and_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.players"
    Players(path).rename("Annie", "Anna", GAMES)
    (anna, *_) = (each for each in tallies(Players(path).known(GAMES)) if each.name == "Anna")
    assert (anna.played, anna.won, anna.best) == (2, 1, 9)


def test_a_name_that_changes_twice_follows() -> None:
    players = Players()
    players.rename("Annie", "Anna", GAMES)
    players.rename("Anna", "Anna K.", GAMES)
    assert {each.names[0] for each in players.known(GAMES)} == {"Anna K."}


def test_two_who_have_sat_at_one_table_cannot_be_one() -> None:
    players = Players()
    with pytest.raises(PlayersMet, match="Anna and Ben have played in one game"):
        players.rename("Anna", "Ben", GAMES)
    assert players.known(GAMES) == GAMES


def test_who_is_forgotten_stands_in_no_list_and_the_others_keep_their_results() -> None:
    players = Players()
    players.forget("Ben")
    (first, _) = players.known(GAMES)
    assert first.names == ("Anna", "Player 2")
    assert first.winners == ("Player 2",)
    assert {each.name for each in tallies(players.known(GAMES))} == {"Anna", "Annie", "Cleo"}


def test_a_damaged_file_costs_the_names_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.players"
    path.write_bytes(b"{")
    assert Players(path).known(GAMES) == GAMES
