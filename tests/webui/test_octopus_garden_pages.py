"""Octopus's Garden on the pages: who draws from the bag, and a lionfish that may hunt."""

from __future__ import annotations

import random
import re

import pytest

from companion.record.events import Settings
from companion.rules.catalogue import load_game
from companion.rules.kit.words import MINUS
from webui import Hub

NAMES = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap"}


@pytest.mark.parametrize("form", [{}, {"chance": "software"}, {"option-draw_source": "software"}])
def test_tokens_come_from_the_bag_or_from_the_program(client, hub, form: dict[str, str]) -> None:
    """*Who rolls and draws?* says it; a form that was kept may still name the option."""
    client.post("/new/octopus-garden", data=NAMES | form)
    session = hub.session
    session.settle()
    drawn = [entry.text for entry in session.line]
    assert bool(drawn) == bool(form)
    assert drawn[:9] == [text for text in drawn if text.startswith("draw")][:9]
    assert ("(by the program" in client.get("/log").text) == bool(drawn)


def test_a_lionfish_that_may_hunt_says_what_to_tap(client, hub: Hub) -> None:
    names, modules = ["Anna", "Ben"], {"modules": "lionfish"}
    session = hub.store.new_session("octopus-garden", names, modules, settings=Settings(otherwise="tap"))
    hub.open(session)
    rng = random.Random(1)
    while session.state.phase != "LION":
        actor = rng.choice(session.state.actors)
        session.act(rng.choice(list(session.state.legal(actor))))
    page = client.get("/play").text
    assert "pay 1 pearl to remove a market token?" in page
    assert "<b>Lionfish</b>: tap the outlined space you want." in " ".join(page.split())
    assert "lets the lionfish rest" in page
    assert "removes the token in row 1, column 2 of the market" in client.get("/play?pick=market/12").text


def test_what_may_be_tapped_is_called_as_players_call_it(client, hub: Hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    for text in (*("draw SG", "draw SG", "draw AN") * 3, "first 1"):
        session.act(session.game.parse(0, text))
    chips = re.search(r'class="chips verbs">(.*?)</p>', client.get("/play").text, re.DOTALL)
    assert chips
    assert re.findall(r"(\w[\w ]*)</a>", chips[1]) == ["Attract an oyster", "Pass"]


def test_points_that_are_lost_have_the_one_minus_that_pages_write(client, hub: Hub) -> None:
    session = hub.store.new_session("octopus-garden", ["Anna", "Ben"], settings=Settings(otherwise="tap"))
    hub.open(session)
    rng = random.Random(1)
    while not any(line.points and line.points < 0 for line in session.state.sheet().lines[1]):
        session.act(rng.choice(list(session.state.legal(rng.choice(session.state.actors)))))
    score = client.get("/result").text.partition('id="score"')[2].partition("</section>\n    <section")[0]
    assert f"<b>{MINUS}" in score
    assert not re.search(r">[^<>]*(?<!\w)-\d[^<>]*<", score)


def test_every_space_and_every_button_tells_what_a_placement_would_earn(client, hub: Hub) -> None:
    session = hub.store.new_session("octopus-garden", ("Anna", "Ben"), {}, Settings(otherwise="tap"))
    hub.open(session)
    for text in (*("draw SG", "draw SG", "draw AN") * 3, "first 1"):
        session.act(session.game.parse(0, text))
    for text in ("buy R1", "plant SG A1", "plant SG A2"):
        session.act(session.game.parse(1, text))
    page = client.get("/play").text
    assert page.count('class="worth"') == page.count("open end") > 10
    assert set(re.findall(r'class="worth"[^>]*>([^<]+)<', page)) == {"+2"}
    assert "+2 now" in client.get("/play?pick=garden-1/B2").text


def test_two_mimics_that_complete_a_group_together_are_declared_by_tapping_both(client, hub: Hub) -> None:
    game = load_game("octopus-garden")
    session = hub.store.new_session(
        "octopus-garden", ("Anna", "Ben"), {"modules": "mimic"}, Settings(otherwise="tap")
    )
    hub.open(session)
    for text in (*("draw MO", "draw MO", "draw AN", *["draw SG"] * 6), "first 1"):
        session.act(game.parse(0, text))
    for _ in range(3):  # harvests, until a row of six pearls can be paid
        for seat in (1, 2):
            session.act(game.parse(seat, "pass 33"))
            session.act(game.parse(0, "draw SG"))
    for text in ("buy R1", "plant AN A1", "plant MO A2", "plant MO B2"):
        session.act(game.parse(1, text))
    assert "mimic P1:A2+B2=AN" in [str(action) for action in session.state.legal(1)]
    page = client.get("/play?do=1mimic&pick=garden-1/A2+garden-1/B2").text
    assert "mimic octopuses on A2 and B2" in page
