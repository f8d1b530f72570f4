"""Who may put what right: everybody what all can see, and what hangs on a hand only its owner."""

from __future__ import annotations

import random
import re

import pytest
from phones import phone_at

from companion.record.events import Settings
from companion.record.setup import begin_set_up
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from webui import Hub


def begin(hub: Hub, slug: str, until: str, by: int = 2) -> Session:
    """A game of two up to an action that begins so, by Ben or by chance, who could have done another."""
    session = hub.store.new_session(slug, ["Anna", "Ben"], settings=Settings(otherwise="tap"))
    hub.open(session)
    rng = random.Random(slug)
    while True:
        actor = rng.choice(session.state.actors)
        actions = list(session.state.legal(actor))
        action = rng.choice(actions)
        session.act(action)
        if actor == by and str(action).startswith(until) and len(actions) > 1:
            return session


def offers(page: str) -> list[tuple[int, str]]:
    found = re.findall(r'name="by" value="(\d+)">\s*<button[^>]*name="text"\s*value="([^"]+)"', page)
    return [(int(by), text) for by, text in found]


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize(("slug", "until"), [("it-happens", "place"), ("caterpillar-filler", "")])
def test_what_all_can_see_is_put_right_on_any_phone(hub: Hub, slug: str, until: str, seat) -> None:
    session = begin(hub, slug, until)
    index = len(session.line) - 1
    entry, client = session.line[index], phone_at(hub, seat)
    others = [each for each in session.states[index].legal(entry.by) if str(each) != entry.text]
    page = client.get(f"/log/correct/{index}").text
    assert offers(page) or "data-where=" in page
    assert "is chosen on" not in page
    other = str(others[0])
    found = client.get(f"/log/correct/{index}", query_string={"by": entry.by, "text": other})
    assert "Put it right" in found.text
    put = client.post(f"/log/correct/{index}", data={"seq": session.seq, "by": entry.by, "text": other})
    assert (put.status_code, session.line[index].text) == (303, other)


@pytest.mark.parametrize("seat", [None, 1])
def test_a_die_is_put_right_on_any_phone(hub: Hub, seat) -> None:
    session = begin(hub, "it-happens", "roll", CHANCE)
    index = len(session.line) - 1
    found = offers(phone_at(hub, seat).get(f"/log/correct/{index}").text)
    assert {by for by, _ in found} == {CHANCE}
    assert len(found) >= 6


@pytest.mark.parametrize(("seat", "may"), [(None, False), (1, False), (2, True)])
def test_what_hangs_on_a_hand_is_put_right_by_its_owner(hub: Hub, seat, may: bool) -> None:
    session = begin(hub, "star-baker", "fill")
    index = len(session.line) - 1
    client, text = phone_at(hub, seat), session.line[index].text
    page = client.get(f"/log/correct/{index}").text
    assert ("chosen on Ben's phone" in page) == (not may)
    assert ("handed on to Ben" in page) == (seat is None)
    assert any(text.startswith("fill") for by, text in offers(page)) <= may
    tried = client.get(f"/log/correct/{index}", query_string={"by": 2, "text": text})
    assert tried.status_code == (200 if may else 403)


@pytest.mark.parametrize(("seat", "may"), [(None, False), (1, False), (2, True)])
def test_a_secret_choice_that_was_taken_back_stands_again_on_its_owners_phone_alone(
    hub: Hub, seat, may: bool
) -> None:
    session = begin(hub, "star-baker", "fill")
    session.undo(2)
    assert session.timeline.undone_by == 2
    line, client = session.line, phone_at(hub, seat)
    assert ('action="/play/redo"' in client.get("/play").text) == may
    answer = client.post("/play/redo", data={"seq": session.seq})
    assert answer.status_code == (303 if may else 403)
    assert (session.line != line) == may


def test_the_log_shows_what_no_longer_counts_and_how_much_is_set_aside(hub: Hub) -> None:
    session = hub.store.new_session("filler-tiles", ["Anna", "Ben"], settings=Settings(otherwise="tap"))
    hub.open(session)
    client = phone_at(hub, None)
    rng = random.Random(2)
    for _ in range(11):
        session.act(rng.choice(list(session.state.legal(session.state.actors[0]))))
    assert "no longer counts" not in client.get("/log").text
    answer = client.post(
        "/log/correct/0", data={"seq": session.seq, "by": 1, "text": ""}, follow_redirects=True
    )
    aside = len(session.timeline.set_aside)
    assert aside > 7
    assert f'class="message">The record is put right. {aside} later actions are set aside.' in answer.text
    assert f"<li>and {aside - 6} more</li>" in answer.text
    assert answer.text.count("This no longer counts.") == 1 + aside


def test_each_button_says_what_it_corrects(client, session) -> None:
    session.act(next(session.state.legal(1)))
    log = client.get("/log").text
    buttons = re.findall(r'aria-label="(Correct this: [^"]*)"', log)
    assert len(set(buttons)) == len(buttons) == 3
    assert ">Correct the record</a>" in client.get("/play").text


def test_a_tile_that_is_written_otherwise_after_a_correction_is_an_entry_of_its_own(hub: Hub) -> None:
    """What stays is counted right, and every later action can be put right again."""
    session = hub.store.new_session(
        "filler-tiles", ["Anna", "Ben"], {"rows": "4", "cols": "4"}, Settings(otherwise="tap")
    )
    hub.open(session)
    client = phone_at(hub, None)
    for by, text in ((1, "s:B2"), (2, "s:D4"), (1, "B3"), (2, "D3"), (1, "B4"), (2, "D2")):
        session.act(session.game.parse(by, text))
    wanted = {"by": 1, "text": "s:A1"}
    assert "5 later actions stay" in " ".join(client.get("/log/correct/0", query_string=wanted).text.split())
    answer = client.post("/log/correct/0", data={"seq": session.seq, **wanted}, follow_redirects=True)
    assert [entry.text for entry in session.line] == ["s:A1", "s:D4", "B3+", "D3", "B4", "D2"]
    page = " ".join(answer.text.split())
    assert "Anna starts a new group on B3." in page
    assert "0 actions stand again" not in page
    assert {int(each) for each in re.findall(r'href="/log/correct/(\d+)"', page)} == set(range(6))


def test_what_was_drawn_before_the_game_is_told_in_words(client, hub: Hub) -> None:
    set_up = begin_set_up(load_game("filler-tiles"), seed="s").draw("first")
    hub.open(hub.store.new_session("filler-tiles", ["Anna", "Ben"], set_up=set_up))
    assert re.search(r"Drawn: Who begins Player [12]\.", client.get("/log").text)


def test_what_is_given_up_of_what_was_set_aside_stands_in_the_log(hub: Hub) -> None:
    session = hub.store.new_session(
        "filler-tiles", ["Anna", "Ben"], {"rows": "4", "cols": "4"}, Settings(otherwise="tap")
    )
    hub.open(session)
    client = phone_at(hub, None)
    for by, text in ((1, "s:B2"), (2, "s:D4"), (1, "B3"), (2, "D3")):
        session.act(session.game.parse(by, text))
    session.correct(1, [session.game.parse(2, "s:B3")])
    assert len(session.timeline.set_aside) == 2
    for left in (1, 0):
        client.post("/log/take-up", data={"seq": session.seq, "skip": 1})
        assert len(session.timeline.set_aside) == left
    page = " ".join(client.get("/log").text.split())
    assert page.count("Of what was set aside, 1 action was given up.") == 2


def test_bots_wait_while_a_correction_is_looked_at(watched: Hub, simulation) -> None:
    """Else whatever they do meanwhile is newer than what the page has seen, and the correction is refused."""
    session = begin(watched, "caterpillar-filler", "")
    index = len(session.line) - 1
    entry, client = session.line[index], phone_at(watched)
    assert simulation.held == []
    client.get(f"/log/correct/{index}")
    assert simulation.held == [True]
    other = next(str(each) for each in session.states[index].legal(entry.by) if str(each) != entry.text)
    form = {"by": entry.by, "text": other, "seq": session.seq}
    assert client.post(f"/log/correct/{index}", data=form).status_code == 303
    assert simulation.held[-1] is False
