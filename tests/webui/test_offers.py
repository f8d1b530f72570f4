"""What chance may bring stands side by side: as pieces, or in the words that tell outcomes apart."""

from __future__ import annotations

import re

import pytest
from web_tables import begin

from companion.record.events import Settings
from companion.rules.game import CHANCE
from webui.choices.offers import told_apart

DIE = r'value="([^"]*)"\s*>\s*<svg [^>]*aria-label="([^"]*)"\s+data-kind="([^"]*)">.*?</svg>\s*</button>'
"""A button that shows a piece and no words: what it does, the piece, and its words for who cannot see it."""


@pytest.mark.parametrize(
    ("sentences", "shared", "own"),
    [
        (("The die shows 1", "The die shows 2"), "The die shows …", ("1", "2")),
        (("Anna begins", "Ben begins"), "… begins", ("Anna", "Ben")),
        (("A sea star is drawn", "A coral is drawn"), "A … is drawn", ("sea star", "coral")),
        (("It rains", "It rains or snows"), "It …", ("rains", "rains or snows")),
        (("Yes", "No"), "", ("Yes", "No")),
        (("one one", "one"), "", ("one one", "one")),
    ],
)
def test_what_sentences_have_in_common_is_said_once(sentences, shared, own) -> None:
    said, apart = told_apart(sentences)
    assert (said.replace("\N{NO-BREAK SPACE}", " "), apart) == (shared, own)


def on_table(hub, game: str, *texts: str):
    session = hub.store.new_session(game, ("Anna", "Ben", "Cleo"), {}, Settings(otherwise="tap"))
    hub.open(session)
    for text in texts:
        session.act(session.game.parse(CHANCE, text))
    return session


def test_a_roll_is_chosen_by_the_faces_of_the_die_in_its_colour(client, hub) -> None:
    on_table(hub, "it-happens", "first 2", "reveal M08 M03 M01")
    faces = [(f"roll {value}", f"The die shows {value}", f"die-red-{value}") for value in range(1, 7)]
    assert re.findall(DIE, client.get("/play").text) == faces
    begin(hub).act(hub.session.game.parse(CHANCE, "first 1"))
    assert [face[0] for face in re.findall(DIE, client.get("/play").text)] == [face[0] for face in faces]


def test_a_roll_in_the_record_is_put_right_by_the_faces_of_the_die(client, session) -> None:
    faces = re.findall(DIE, client.get("/log/correct/1").text)
    assert [text for text, _, _ in faces] == [f"roll {value}" for value in range(1, 7)]


def test_of_a_set_up_each_choice_says_what_is_its_own(client, hub) -> None:
    session = on_table(hub, "papillon")
    page = client.get("/play").text
    shared = re.search(r'<p class="hint">(The red flower [^<]*)</p>', page)
    assert shared is not None
    assert shared[1].endswith("is put on the planter\N{NO-BREAK SPACE}…")
    one = next(session.state.legal(CHANCE))
    words = session.game.tell(one).render(session.names).rstrip(".")
    button = page[page.index(f'value="{one}"') :].partition("</button>")[0]
    assert f'aria-label="{words}"' in button
    assert f"<span>{words.rpartition(' ')[2]}</span>" in button
    assert 'data-kind="planter-' in button
    session.act(one)
    assert words not in client.get("/play").text


def test_a_token_is_shown_also_where_it_is_drawn_into_a_hand(client, hub) -> None:
    session = on_table(hub, "octopus-garden", *["draw AN"] * 3, *["draw CO"] * 3, *["draw SG"] * 3, "first 1")
    session.act(session.game.parse(1, "pass 11"))
    assert session.state.phase == "SWAP"
    page = client.get("/play").text
    shown = re.findall(r'value="draw (\w+)"\s+aria-label="[^"]+">\s*<svg [^>]*data-kind="([\w-]+)', page)
    assert ("AN", "anemone") in shown
    assert len(dict(shown)) == len(list(session.state.legal(CHANCE)))


def test_colours_are_told_apart_in_one_word_each(client, hub) -> None:
    on_table(hub, "star-baker")
    client.post("/play/holder", data={"seat": 1})
    page = client.get("/play").text
    assert "Anna takes the\N{NO-BREAK SPACE}…\N{NO-BREAK SPACE}chef cards" in page
    assert "<span>orange</span>" in page


def test_few_outcomes_are_whole_sentences(client, hub) -> None:
    on_table(hub, "it-happens")
    page = client.get("/play").text
    assert "outcomes" not in page
    assert "Anna begins" in page
