"""Who wins against whom, each game's records, and the file for BG Stats."""

from __future__ import annotations

import json

from test_results import game

from companion.story.bg_stats import as_bg_stats
from companion.story.rivals import best_of, head_to_head

GAMES = [
    game(("Anna", "Ben", "Cleo"), (3, 7, 5), day=1),
    game(("Anna", "Ben"), (5, 5), day=2),
    game(("Ben", "Anna"), (9, 2), day=3),
]


def test_a_pair_is_compared_whoever_else_won_and_a_tie_is_nobodys() -> None:
    found = {(each.one, each.other): each[2:] for each in head_to_head(GAMES)}
    assert found["Anna", "Ben"] == (0, 2, 1, 3)
    assert found["Anna", "Cleo"] == (0, 1, 0, 1), "Ben won, and Cleo came before Anna"
    assert next(iter(head_to_head(GAMES)))[:2] == ("Anna", "Ben"), "who has met most often comes first"


def test_records_are_the_most_points_and_the_clearest_win() -> None:
    best = best_of(GAMES)
    assert best is not None
    assert (best.points, best.name, best.margin, best.winner) == (9, "Ben", 7, "Ben")
    assert best_of([]) is None


def test_bg_stats_gets_each_play_with_its_players_under_one_number() -> None:
    document = json.loads(as_bg_stats(GAMES, lambda _: "Filler"))
    numbers = {each["name"]: each["id"] for each in document["players"]}
    assert [each["name"] for each in document["games"]] == ["Filler"]
    assert len(document["plays"]) == 3
    scores = {each["playerRefId"]: each for each in document["plays"][-1]["playerScores"]}
    assert (scores[numbers["Ben"]]["score"], scores[numbers["Ben"]]["winner"]) == ("9", True)
    assert scores[numbers["Anna"]]["rank"] == 2
    again = json.loads(as_bg_stats(GAMES[:2], lambda _: "Filler"))
    assert again["plays"][0]["uuid"] == document["plays"][0]["uuid"], "a later file brings no play twice"
