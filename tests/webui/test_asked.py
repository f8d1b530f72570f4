"""Who is asked what: named where it is one, and said once."""

from __future__ import annotations

import re

import pytest
from web_tables import begin

from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui.views.asked import everyone

QUESTION = "Who was last in a garden?"


def headed(page: str) -> str:
    """What stands over the prompt, as it is read."""
    line = re.search(r'class="eyebrow">(.*?)</p>', page, re.DOTALL)
    assert line is not None
    return re.sub(r"<svg.*?</svg>", "", line[1], flags=re.DOTALL).strip()


def played(session: Session, *lines: tuple[int, str]) -> None:
    for by, text in lines:
        session.act(session.game.parse(by, text))


@pytest.mark.parametrize("path", ["/play", "/board", "/sim"])
def test_what_everybody_is_asked_is_said_once(client, watched, path) -> None:
    begin(watched, names=("Anna", "Ben", "Carla"))
    page = client.get(path).text
    assert page.count(QUESTION) == 1
    assert headed(page) == "Everyone"


@pytest.mark.parametrize("path", ["/play", "/board", "/sim"])
def test_whoever_is_asked_alone_is_named_also_where_they_only_may(client, watched, path) -> None:
    session = begin(watched)
    played(session, (CHANCE, "first 2"), (CHANCE, "roll 4"))
    assert headed(client.get(path).text) == "Ben"
    played(session, (2, str(next(iter(session.state.legal(2))))))
    assert session.state.prompts()[2].kind == "may"
    page = client.get(path).text
    assert headed(page) == "Ben"
    assert "You may place one wasp" in page


def large(page: str) -> list[str]:
    return re.findall(r"<h1[^>]*>(.*?)</h1>", page)


@pytest.mark.parametrize("path", ["/play", "/board", "/sim"])
def test_whoever_is_asked_is_named_once(client, watched, path) -> None:
    session = watched.store.new_session("it-happens", ("Anna", "Ben"), settings=Settings(otherwise="tap"))
    watched.open(session)
    played(session, (CHANCE, "first 1"), (CHANCE, "reveal M08 M03 M01"))
    page = client.get(path).text
    assert headed(page) == "Anna"
    assert large(page)[0].startswith("Pick a colour to roll")
    played(session, (1, "roll Y"), (CHANCE, "roll Y 4"))
    page = client.get(path).text
    assert headed(page) == "Anna"
    assert large(page) == ["Place your 4."]
    assert 'class="shape"' in page[page.index('class="eyebrow"') :].partition("</p>")[0]


@pytest.mark.parametrize("name", ["roll", "colour", "a worm"])
def test_a_name_that_is_a_word_of_the_sentence_heads_it_all_the_same(client, hub, name: str) -> None:
    session = hub.store.new_session("it-happens", (name, "Ben"), settings=Settings(otherwise="tap"))
    hub.open(session)
    played(session, (CHANCE, "first 1"), (CHANCE, "reveal M08 M03 M01"))
    page = client.get("/play").text
    assert headed(page) == name
    assert large(page)[0].startswith("Pick a colour to roll")
    assert large(page)[0].endswith("or pay a worm to pass.")


@pytest.mark.parametrize("path", ["/play", "/board"])
def test_everybody_is_called_so_once(client, hub, path) -> None:
    session = hub.store.new_session("star-baker", ("Anna", "Ben"), settings=Settings(otherwise="software"))
    hub.open(session)
    session.settle()
    page = client.get(path).text
    assert headed(page) == "Everyone"
    assert large(page)[0].startswith("Choose ")
    assert "Everyone: " not in page
    session.act(next(session.state.legal(1)))
    client.post(f"/j/{hub.token}", data={"seat": "2"})
    assert "Everyone: " not in client.get("/play").text


def test_who_sits_at_a_phone_is_not_called_by_name(client, hub) -> None:
    session = begin(hub)
    client.post(f"/j/{hub.token}", data={"seat": "1"})
    played(session, (CHANCE, "first 1"))
    page = client.get("/play").text
    assert (headed(page), large(page)) == ("Your turn", ["Roll the die."])


def test_a_phone_at_which_somebody_sits_is_headed_for_that_seat(client, hub) -> None:
    session = begin(hub)
    client.post(f"/j/{hub.token}", data={"seat": "2"})
    assert headed(client.get("/play").text) == "Everyone"
    played(session, (CHANCE, "first 1"), (CHANCE, "roll 4"))
    assert headed(client.get("/play").text) == "Wait"
    played(session, (1, str(next(iter(session.state.legal(1))))), (1, "end"), (CHANCE, "roll 4"))
    assert headed(client.get("/play").text) == "Your turn"


def test_what_seats_are_told_alike_stands_in_one_line(client, hub) -> None:
    session = begin(hub, names=("Anna", "Ben", "Carla"))
    played(session, (CHANCE, "first 1"), (CHANCE, "roll 4"))
    lines = re.findall(r"<li.*?</li>", client.get("/play").text.partition('class="everyone"')[2], re.DOTALL)
    assert [re.findall(r'class="who">(\w+)', line) for line in lines[:2]] == [["Anna"], ["Ben", "Carla"]]
    assert "It is Anna's turn." in lines[1].replace("&#39;", "'")


def test_beside_a_name_it_is_not_said_again(hub) -> None:
    session = hub.store.new_session("papillon", ("Anna", "Ben"), settings=Settings(otherwise="tap"))
    while 0 in session.state.actors:
        session.act(next(iter(session.state.legal(0))))
    seat = session.state.actors[0]
    session.act(session.game.parse(seat, "draft 1"))
    rows = {row.seats: row.sentence for row in everyone(session.state, session.names)}
    assert rows[session.state.actors[0],].startswith("Take a row or a column.")
