"""Players, ratings, seasons and tournaments; and what happens when something of it is put right."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from told import at, game, tell

from companion.house.envelope import PublicEvent
from companion.hub.errors import HubError
from companion.hub.league import matches, people, ratings, records, seasons, tournaments
from companion.hub.store import notices, schema
from companion.hub.store.database import Database


def ids(database: Database) -> dict[str, int]:
    with database.reading() as connection:
        return {each.name: each.id for each in records.all_players(connection)}


def lines(database: Database, season: int = 0, slug: str = "") -> dict[str, tuple[int, int]]:
    """Name -> games and wins, the best first."""
    with database.reading() as connection:
        return {each.name: (each.games, each.wins) for each in records.rating_list(connection, season, slug)}


def told(database: Database) -> list[str]:
    with database.reading() as connection:
        return [row.sentence for row in notices.latest(connection)]


@pytest.mark.whole
def test_one_name_is_one_player_over_all_tables_and_an_empty_seat_is_nobody(database: Database) -> None:
    tell(database, "t1", game("a", {"Ann": 3, "Bob": 5}, ended=-9))
    tell(database, "t2", game("b", {"ANN ": 7, "Player 2": 5}, ended=-5))
    assert list(ids(database)) == ["Ann", "Bob"]
    assert lines(database) == {"Ann": (2, 1), "Bob": (1, 1)}


def test_ratings_are_the_same_in_whatever_order_results_arrive(database: Database) -> None:
    played = [
        game(f"g{number}", {"Ann": number % 3, "Bob": 1, "Cleo": number % 2 * 5}, ended=-60 + number)
        for number in range(8)
    ]
    for number, each in enumerate(played):
        tell(database, "straight", [replace(event, game=f"s{number}") for event in each])
    with database.reading() as connection:
        straight = records.rating_list(connection)
    for number in (3, 0, 7, 1, 2, 6, 5, 4):
        tell(database, "twisted", played[number])
    with database.writing() as connection:
        connection.execute(schema.games.delete().where(schema.games.c.table_name == "straight"))
        ratings.recount(connection)
    with database.reading() as connection:
        assert records.rating_list(connection) == straight


def test_a_game_that_is_corrected_after_it_has_counted_is_counted_again_and_that_is_said(
    database: Database,
) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}, ended=-9))
    tell(database, "t", game("b", {"Ann": 8, "Bob": 5}, ended=-5))
    with database.reading() as connection:
        before = records.rating_list(connection)
    corrected = {"place": 1, "removed": 1}
    end = {"winners": [1], "totals": {"1": 9, "2": 5}}
    tell(
        database,
        "t",
        [PublicEvent("a", 4, at(0), "corrected", corrected), PublicEvent("a", 5, at(0), "finished", end)],
    )
    assert lines(database) == {"Ann": (2, 2), "Bob": (2, 0)}
    with database.reading() as connection:
        assert records.rating_list(connection) != before
    assert "Bob won (Ann 3, Bob 5)" in told(database)[0]
    assert "Ann won (Ann 9, Bob 5)" in told(database)[0]
    assert "4 ratings have changed" in told(database)[0]


def test_a_game_that_is_played_on_counts_no_more(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    tell(database, "t", [PublicEvent("a", 4, at(0), "resumed")])
    assert lines(database) == {}
    assert "It is being played again." in told(database)[0]


def test_two_names_of_one_person_become_one_player(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    tell(database, "t", game("b", {"Anna": 9, "Bob": 5}))
    number = ids(database)
    people.merge(database, number["Anna"], number["Ann"])
    assert lines(database) == {"Ann": (2, 1), "Bob": (2, 1)}
    tell(database, "t", game("c", {"anna": 1, "Bob": 5}))
    assert lines(database)["Ann"] == (3, 1), "the other name leads to the same player from now on"


def test_people_who_have_met_are_two(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    number = ids(database)
    with pytest.raises(HubError, match="against each other"):
        people.merge(database, number["Ann"], number["Bob"])


def test_a_player_is_renamed_and_still_known_at_the_tables(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    number = ids(database)
    people.rename(database, number["Ann"], "Ann the Great")
    with pytest.raises(HubError, match="Another player is called"):
        people.rename(database, number["Ann"], "BOB")
    tell(database, "t", game("b", {"Ann": 9, "Bob": 5}))
    assert lines(database)["Ann the Great"] == (2, 1)


def test_a_season_has_the_games_of_its_days(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}, begun=-60 * 24 * 10 - 9, ended=-60 * 24 * 10))
    tell(database, "t", game("b", {"Ann": 9, "Bob": 5}))
    seasons.add_season(database, "This week", at(-60 * 24 * 5)[:10], at(60 * 24)[:10])
    assert lines(database, season=1) == {"Ann": (1, 1), "Bob": (1, 0)}
    tell(database, "t", game("c", {"Ann": 1, "Bob": 5}, ended=0))
    assert lines(database, season=1) == {"Bob": (2, 1), "Ann": (2, 1)}
    for name, first, last in (
        ("", "2026-01-01", "2026-01-02"),
        ("X", "2026-01-02", "2026-01-01"),
        ("X", "soon", ""),
    ):
        with pytest.raises(HubError):
            seasons.add_season(database, name, first, last)
    seasons.remove_season(database, 1)
    assert lines(database, season=1) == {}


def people_of(database: Database, *names: str) -> list[int]:
    """Players who have played somewhere before."""
    for number, name in enumerate(names):
        tell(database, "old", game(f"old{number}", {name: 1, "Player 2": 0}, ended=-100 + number))
    return [ids(database)[name] for name in names]


def test_results_of_a_tournament_enter_themselves(database: Database) -> None:
    ann, bob, cleo = people_of(database, "Ann", "Bob", "Cleo")
    cup = tournaments.create(database, "Cup", "papillon", tournaments.ROUND_ROBIN, 2, 9, [ann, bob, cleo])
    tell(database, "t1", game("wrong game", {"Ann": 9, "Bob": 2}, ended=3, slug="other"))
    tell(database, "t1", game("a", {"Bob": 9, "Ann": 2}, ended=3))
    tell(database, "t2", game("b", {"Cleo": 9, "Ann": 2}, ended=3))
    tell(database, "t2", game("again", {"Cleo": 0, "Ann": 2}, ended=4))
    with database.reading() as connection:
        standing = tournaments.standing(connection, cup)
        played = [each for each in tournaments.pairings_of(connection, cup) if each.game is not None]
    # Each has a bye, which counts 1; the second game of Ann and Cleo is their own pleasure.
    assert [(each.name, each.score, each.points) for each in standing] == [
        ("Bob", 2.0, 9),
        ("Cleo", 2.0, 9),
        ("Ann", 1.0, 4),
    ]
    assert len(played) == 2


def test_a_correction_changes_the_standing_and_says_which_rounds_stay(database: Database) -> None:
    ann, bob = people_of(database, "Ann", "Bob")
    cup = tournaments.create(database, "Cup", "", tournaments.SWISS, 2, 2, [ann, bob])
    with pytest.raises(HubError, match="has no result yet"):
        tournaments.pair_next(database, cup)
    tell(database, "t", game("a", {"Bob": 9, "Ann": 2}, ended=3))
    assert tournaments.pair_next(database, cup) == 2
    tell(
        database, "t", [PublicEvent("a", 4, at(4), "finished", {"winners": [2], "totals": {"1": 1, "2": 2}})]
    )
    with database.reading() as connection:
        first = tournaments.standing(connection, cup)[0]
    assert (first.name, first.score) == ("Ann", 1.0)
    assert "round 1 of Cup is another one now" in told(database)[0]
    assert "rounds after round 1 were paired by the old result" in told(database)[0]


def test_a_result_by_hand_names_everybody_and_nobody_else(database: Database) -> None:
    ann, bob = people_of(database, "Ann", "Bob")
    cup = tournaments.create(database, "Cup", "", tournaments.SWISS, 2, 1, [ann, bob])
    with database.reading() as connection:
        match = tournaments.pairings_of(connection, cup)[0].id
    with pytest.raises(HubError, match="everybody"):
        matches.enter_by_hand(database, match, {ann: 3}, "the host")
    matches.enter_by_hand(database, match, {ann: 3, bob: 3}, "the host")
    with database.reading() as connection:
        assert [each.score for each in tournaments.standing(connection, cup)] == [0.5, 0.5]
    tell(database, "t", game("a", {"Ann": 9, "Bob": 2}, ended=3))
    with database.reading() as connection:
        assert [each.score for each in tournaments.standing(connection, cup)] == [0.5, 0.5], "it stands"
        assert connection.scalar(select(schema.matches.c.game_id)) is None


@pytest.mark.parametrize(
    ("way", "size", "rounds", "players"),
    [
        ("ladder", 2, 3, [1, 2]),
        ("swiss", 1, 3, [1, 2]),
        ("swiss", 2, 0, [1, 2]),
        ("swiss", 2, 3, [1]),
        ("swiss", 2, 3, [1, 1]),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    database: Database, way: str, size: int, rounds: int, players: list[int]
) -> None:
    with pytest.raises(HubError) as refusal:
        tournaments.create(database, "Cup", "", way, size, rounds, players)
    assert refusal.value.code == "hub-bad-tournament"
