"""Kept games are looked at from the first page, and the game on the table knows nothing of it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from web_tables import GAME, begin

from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui import Hub


def played_out(hub: Hub) -> Session:
    """A finished game of people who have gone; the program drew."""
    settings = Settings(camera=False, otherwise="software")
    session = hub.store.new_session("filler-tiles", ("Mia", "Tom"), {}, settings)
    while session.state.outcome is None:
        session.act(next(session.state.legal(session.state.actors[0])))
    return session


@pytest.fixture
def over(hub: Hub) -> Session:
    return played_out(hub)


def test_a_finished_game_is_looked_at_and_the_one_on_the_table_stays(client: FlaskClient, hub, over) -> None:
    running = begin(hub)
    before = (running.seq, over.seq)
    assert f'href="/games/{over.id}"' in client.get("/").text
    page = client.get(f"/games/{over.id}").text
    for name, points in zip(("Mia", "Tom"), over.state.sheet().totals().values(), strict=True):
        assert re.search(rf'{name}</span></span>\s*<b class="points">{points}</b>', page)
    assert re.search(r"<h1>\s*(Mia|Tom)", page)
    assert f"/games/{over.id}/log" in page
    log = client.get(f"/games/{over.id}/log").text
    assert "The game is over." in log
    assert "/log/correct/" not in log
    assert client.get(f"/games/{over.id}/record").text == over.record()
    assert hub.session is running
    assert (running.seq, over.seq) == before


@pytest.mark.parametrize(
    ("slug", "shown"),
    [
        (GAME, ["sheet/mat.svg"]),
        ("octopus-garden", ["sheet/market.svg", "sheet/garden-1.svg", "sheet/garden-2.svg"]),
        ("star-baker", ["pieces-1.svg"]),
    ],
)
def test_the_board_is_shown_as_it_stands(client, hub, slug: str, shown: list[str]) -> None:
    """Also beside another game on the table, whose names and pictures are others."""
    settings = Settings(camera=False, otherwise="software")
    kept = hub.store.new_session(slug, ("Mia", "Tom"), {}, settings)
    for _ in range(12):
        kept.settle()
        seat = next(actor for actor in kept.state.actors if actor != CHANCE)
        kept.act(next(iter(kept.state.legal(seat))))
    playing = hub.store.new_session("filler-tiles", ("Anna", "Ben"))
    hub.open(playing)
    page = client.get(f"/games/{kept.id}").text
    board = page[page.index('class="board-card"') :].partition("</section>\n    <section")[0]
    for picture in shown:
        assert f"/art/{slug}/{picture}" in board
    assert "/art/filler-tiles/" not in board
    assert "data-swap" not in board
    if slug == GAME:
        lying = kept.state.lying()["garden"]
        assert lying
        assert all(f'data-where="garden/{cell}"' in board for cell in lying)


def test_before_anything_lies_on_the_table_no_board_is_shown(client, hub) -> None:
    kept = hub.store.new_session("it-happens", ("Mia", "Tom"))
    page = client.get(f"/games/{kept.id}").text
    assert "How it stands" in page
    assert "board-card" not in page


def test_the_end_says_once_who_has_won(client, hub, over) -> None:
    page = client.get(f"/games/{over.id}").text
    winner = page[page.index('class="card winner"') :].partition("</section>")[0]
    assert len(re.findall(r"\bwins?\b", winner)) == 1


def test_news_of_the_game_on_the_table_is_what_the_pages_of_a_kept_one_hear(client, hub, over) -> None:
    running = begin(hub)
    for path in (f"/games/{over.id}", f"/games/{over.id}/log"):
        page = client.get(path).text
        assert f'data-game="{running.id}"' in page
        assert f'data-seq="{running.seq}"' in page


def test_a_kept_game_is_looked_at_with_an_empty_table_and_put_on_it(client, hub, over) -> None:
    page = client.get(f"/games/{over.id}").text
    assert "Put it on the table" in page
    client.post(f"/open/{over.id}")
    assert hub.session is over
    assert client.get(f"/games/{over.id}").location == "/result"
    assert client.get(f"/games/{over.id}/log").location == "/log"


def test_a_game_that_is_not_over_shows_how_it_stands_and_nothing_hidden(client, hub) -> None:
    kept = hub.store.new_session("star-baker", ("Mia", "Tom"), {}, Settings(otherwise="software"))
    card = next(kept.state.legal(1))
    kept.act(card)
    begin(hub)
    page, log = client.get(f"/games/{kept.id}").text, client.get(f"/games/{kept.id}/log").text
    assert "How it stands" in page
    assert "Go on with it" in page
    assert "Mia has put a time card face down" in log
    assert kept.game.tell(card).render(kept.names) not in log
    assert client.get(f"/games/{kept.id}/record").status_code == 409


def test_a_game_that_is_not_there_is_said_to_be_so(client) -> None:
    assert client.get("/games/nothing").status_code == 404


def test_games_that_nobody_has_played_yet_are_folded_away_below_those_to_go_on_with(client, hub) -> None:
    for name in ("Mia", "Tom"):
        hub.store.new_session(GAME, (name, "Zoe"))
    played = hub.store.new_session(GAME, ("Anna", "Ben"), {})
    played.act(played.game.parse(CHANCE, "first 1"))
    page = client.get("/").text
    to_go_on, folded = page[page.index("Games to go on with") :].split("<summary>")
    assert re.findall(r"<b>([^<]*)</b>", to_go_on) == ["Anna, Ben"]
    assert folded.startswith("Begun, and not played yet (2)</summary>")
    assert sorted(re.findall(r"<b>([^<]*)</b>", folded)) == ["Mia, Zoe", "Tom, Zoe"]
    assert folded.count("Go on<") == 2


def test_the_game_on_the_table_is_not_among_those_to_go_on_with(client, hub) -> None:
    kept, running = (hub.store.new_session(GAME, (name, "Zoe"), {}) for name in ("Mia", "Tom"))
    for each in (kept, running):
        each.act(each.game.parse(CHANCE, "first 1"))
    hub.open(running)
    page = client.get("/").text
    on_table, to_go_on = page.split("Games to go on with")
    assert "Tom, Zoe" in on_table
    assert re.findall(r"<b>([^<]*)</b>", to_go_on) == ["Mia, Zoe"]


def test_the_result_of_the_game_on_the_table_shows_the_board_too_once_it_is_over(client, hub, over) -> None:
    hub.open(over)
    assert 'class="board-card"' in client.get("/result").text
    begin(hub)
    assert 'class="board-card"' not in client.get("/result").text
