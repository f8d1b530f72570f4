"""Past games: who has won how often, the games themselves, and the table for a spreadsheet."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing
from html import unescape

from companion.record.events import Settings
from companion.sessions.history import Summary
from companion.sessions.session import Session
from webui import Hub
from webui.pages import home, past


def played(hub: Hub, *names: str, seed: int = 1, **more: str) -> Session:
    """A game that was played to its end."""
    rng = random.Random(seed)
    options = {"rows": "4", "cols": "4", **more}
    session = hub.store.new_session("filler-tiles", names, options, Settings(otherwise="tap"))
    while session.state.actors:
        session.act(rng.choice(list(session.state.legal(session.state.actors[0]))[:40]))
    return session


def text_of(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page)))


def tally(page: str) -> list[list[str]]:
    """The lines of the first table."""
    rows = re.findall('<tr role="row">(.*?)</tr>', page.split("</table>")[0], re.DOTALL)
    return [text_of(row).split() for row in rows[1:]]


def test_before_any_game_is_over_the_page_says_so(client, hub) -> None:
    hub.store.new_session("filler-tiles", ["Anna", "Ben"])
    page = client.get("/past").text
    assert "None has been played to its end yet" in page
    assert "<table" not in page
    assert "Past games, and who won" not in client.get("/").text
    assert client.get("/past.csv").data.decode("utf-8-sig").count("\n") == 1


def test_who_has_won_how_often_is_told_game_by_game(client, hub) -> None:
    games = [played(hub, "Anna", "Ben", seed=seed) for seed in range(4)]
    hub.store.new_session("filler-tiles", ["Anna", "Ben"])
    page = client.get("/past").text
    assert 'href="/past"' in client.get("/").text
    ends = [game.state.outcome.winners for game in games]
    won = {seat: sum(winners == (seat,) for winners in ends) for seat in (1, 2)}
    ties = [str(sum(len(winners) > 1 for winners in ends))]
    assert ties != ["0"]
    totals = {seat: [game.state.sheet().totals()[seat] for game in games] for seat in (1, 2)}
    lines = {name: rest for name, *rest in tally(page)}
    for seat, name in ((1, "Anna"), (2, "Ben")):
        average = f"{sum(totals[seat]) / 4:.1f}"
        assert lines[name] == [str(won[seat]), *ties, "4", str(max(totals[seat])), average]
    assert page.count('href="/games/') == 4
    assert "<h2>Papillon</h2>" not in page


def test_the_spreadsheet_has_a_line_for_every_player(client, hub) -> None:
    played(hub, "=Anna", "Бен")
    answer = client.get("/past.csv")
    assert answer.data.startswith(b"\xef\xbb\xbf"), "or some spreadsheets write Бен wrong"
    assert "past-games.csv" in answer.headers["Content-Disposition"]
    lines = answer.data.decode("utf-8-sig").splitlines()
    assert len(lines) == 3
    assert ",'=Anna," in lines[1]
    assert ",Бен," in lines[2]
    assert ",Filler (tiles),Rows: 4; Columns: 4,2," in lines[1]


def test_the_lists_are_as_long_as_a_page_bears(client, hub, monkeypatch) -> None:
    monkeypatch.setattr(past, "LISTED", 2)
    monkeypatch.setattr(home, "LISTED", 1)
    games = [played(hub, "Anna", "Ben", seed=seed) for seed in range(3)]
    page = client.get("/past").text
    assert re.findall(r'href="/games/(\w+)"', page) == [games[2].id, games[1].id]
    assert "1 more stand in the table" in page
    assert re.findall(r'href="/games/(\w+)"', client.get("/").text) == [games[2].id]


def test_the_result_tells_how_the_same_people_did_so_far(client, hub) -> None:
    first = played(hub, "Anna", "Ben", seed=1)
    hub.open(first)
    assert "Among you so far" not in client.get("/result").text
    played(hub, "Anna", "Cleo", seed=2)
    again = played(hub, "Ben", "Anna", seed=3)
    hub.open(again)
    page = client.get("/result").text
    assert "Among you so far" in page
    assert {line[0]: line[-3] for line in tally(page[page.index("Among you") :])} == {"Anna": "2", "Ben": "2"}
    assert "Among you so far" in client.get(f"/games/{first.id}").text
    unfinished = hub.store.new_session("filler-tiles", ["Anna", "Ben"])
    hub.open(unfinished)
    assert "Among you so far" not in client.get("/result").text


def test_who_lost_alone_is_told_and_not_mixed_with_others(client, hub) -> None:
    def game(*names: str, winners: tuple[str, ...] = ()) -> Summary:
        totals = dict.fromkeys(names, 5)
        return Summary("x", "star-baker", names, {}, "1", "2", 9, True, winners, totals, True, ended_at="2")

    hub.store.sessions = lambda: [game("Cleo"), game("Cleo", "Anna", winners=("Anna",))]
    page = client.get("/past").text
    assert "Cleo lost" in page
    assert "Anna won" in page
    assert re.findall("<h2>(Star Baker.*?)</h2>", page) == ["Star Baker", "Star Baker, alone"]


def test_a_game_whose_end_is_damaged_takes_no_page_with_it(client, hub) -> None:
    damaged, sound = played(hub, "Anna", "Ben", seed=1), played(hub, "Anna", "Ben", seed=2)
    hub.open(sound)
    body = json.dumps({"kind": "finished", "winners": [7], "totals": {"7": 3}})
    with closing(sqlite3.connect(hub.store.path)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        found = (body, damaged.id)
        database.execute("UPDATE event SET body = ? WHERE session = ? AND kind = 'finished'", found)
    for path in ("/", "/past", "/past.csv", "/result", "/new/papillon"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert damaged.id not in answer.text


def test_a_game_that_was_put_right_after_its_end_is_counted_as_it_stands(client, hub) -> None:
    session = played(hub, "Anna", "Ben", seed=5)
    hub.open(session)
    session.correct(len(session.line) - 1, (), removed=1)
    assert session.state.outcome is None
    assert "None has been played to its end yet" in client.get("/past").text


def test_scores_of_boards_of_other_sizes_are_not_mixed(client, hub) -> None:
    """A best of 128 on 12 by 12 says nothing to somebody who plays on 4 by 4."""
    small = played(hub, "Anna", "Ben")
    large = Summary(
        id="large",
        game="filler-tiles",
        names=("Anna", "Ben"),
        options={"rows": "12", "cols": "12"},
        started_at="2026-01-01T00:00:00Z",
        last_at="2026-01-01T00:00:00Z",
        events=1,
        finished=True,
        winners=("Anna",),
        totals={"Anna": 80, "Ben": 64},
        played=True,
        ended_at="2026-01-01T00:00:00Z",
    )
    titles = {past._compared(each) for each in (large, *hub.store.sessions())}
    assert titles == {
        "Filler (tiles) · Rows: 12 · Columns: 12",
        "Filler (tiles) · Rows: 4 · Columns: 4",
    }
    assert "Filler (tiles) · Rows: 4 · Columns: 4" in text_of(client.get("/past").text)
    assert small.state.outcome


def test_head_to_head_records_and_luck_are_told(client, hub) -> None:
    for seed in range(3):
        played(hub, "Anna", "Ben", seed=seed)
    page = client.get("/past").text
    assert "Head to head" in page
    assert "Most points:" in page
    luck = client.get("/past/luck").text
    assert "Nobody has rolled a die yet." in luck, "tiles are no dice"
    assert "Time for an action" in luck


def test_the_host_forgets_a_name_and_the_game_stays(client, hub) -> None:
    game = played(hub, "Anna", "Ben", seed=1)
    assert client.post("/past/players", data={"name": "Ben", "how": "forget"}).status_code == 303
    for path in ("/past", "/past.csv", "/past.json", "/past.bgsplay", "/past/luck"):
        text = client.get(path).text
        assert "Ben" not in text.replace("Ben is not named", ""), path
    assert client.get(f"/games/{game.id}").status_code == 200


def test_two_names_become_one(client, hub) -> None:
    played(hub, "Anna", "Ben", seed=1)
    played(hub, "Annie", "Ben", seed=2)
    client.post("/past/players", data={"name": "Annie", "how": "rename", "to": "Anna"})
    assert "Annie" not in client.get("/past").text.replace("Annie is called", "")
    refused = client.post("/past/players", data={"name": "Anna", "how": "rename", "to": "Ben"})
    assert refused.status_code == 409
    assert "they are two people" in refused.text
