"""A hand that is shown to a phone is known there, and nowhere else."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from secret_phones import (
    HIDING,
    LOOKS,
    SEATS,
    begin,
    different,
    everything,
    moment,
    pages,
    paths,
    phone,
    play_on,
)
from secret_twins import TWINS

from companion.house.picture import told
from companion.layouts import load_layout
from companion.panel.view import DARK
from companion.rules.abilities import KnowsHands
from companion.rules.catalogue import load_game
from companion.sessions.session import Session
from companion.sighting import ShownPieces
from webui import Hub

WITH_HANDS = [slug for slug in HIDING if isinstance(load_game(slug).new(SEATS, {}), KnowsHands)]


def marked(slug: str) -> list[str]:
    """The kinds of card that a phone can read."""
    return sorted(kind.name for kind in load_layout(slug).kinds.values() if kind.marker >= 0)


def stays_the_same(hub: Hub, session: Session) -> tuple[object, ...]:
    """All that is kept or told of a game beside the pages: files, log, record, what goes to the house."""
    files = {path.name: path.read_bytes() for path in hub.store.path.parent.iterdir()}
    return files, session.moment.log, session.record(), told(session, DARK)


@pytest.mark.whole
@pytest.mark.parametrize("slug", WITH_HANDS)
def test_a_hand_that_is_shown_to_a_phone_reaches_no_other(hub: Hub, slug: str, caplog) -> None:
    """Whatever one seat shows to its phone, all others are answered as if it had shown nothing."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    kinds = marked(slug)
    cards: tuple[str, ...] = ()
    hub.read_shown = lambda _: ShownPieces(cards)
    for seat in range(1, SEATS + 1):
        play_on(session, rng, rng.randint(1, 6))
        owner = phone(hub, seat)
        others = [phone(hub, each) for each in (None, *range(1, SEATS + 1)) if each != seat]
        asked = [[*pages(client), *paths(session, None)] for client in others]
        before = [everything(client, paths_) for client, paths_ in zip(others, asked, strict=True)]
        kept = stays_the_same(hub, session)
        caplog.clear()
        cards = tuple(rng.sample(kinds, 4))
        page = owner.post("/hand", data={"photo": (BytesIO(b"x"), "a.jpg")}, follow_redirects=True).text
        assert all(card in page for card in cards), "its owner is told"
        after = [everything(client, paths_) for client, paths_ in zip(others, asked, strict=True)]
        assert [different(*pair) for pair in zip(before, after, strict=True)] == [[]] * len(others)
        assert stays_the_same(hub, session) == kept
        assert not any(card in caplog.text + repr(hub) for card in cards)
    assert set(hub.shown) == set(range(1, SEATS + 1))


@pytest.mark.parametrize("slug", WITH_HANDS)
def test_a_phone_that_is_handed_on_does_not_show_the_hand_before(hub: Hub, slug: str) -> None:
    session = begin(hub, slug)
    kinds = marked(slug)[:3]
    hub.read_shown = lambda _: ShownPieces(tuple(kinds))
    shared = phone(hub, None)
    shared.post("/play/holder", data={"seat": 1})
    page = shared.post("/hand", data={"photo": (BytesIO(b"x"), "a.jpg")}, follow_redirects=True).text
    assert all(kind in page for kind in kinds)
    for _ in ("is given", "has it"):
        shared.post("/play/holder", data={"seat": 2})
        assert not any(kind in shared.get("/hand").text for kind in kinds)
    assert session.game.info.hidden


@LOOKS
@pytest.mark.usefixtures("news_stay")
@pytest.mark.parametrize("slug", WITH_HANDS)
def test_what_is_said_of_a_shown_hand_hangs_on_nothing_hidden(hub: Hub, slug: str, looks: int) -> None:
    """The same photograph in a game that differs only where its owner cannot look: the same answer."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    kinds = marked(slug)
    for look in range(looks):
        seat, twin = look % SEATS + 1, None
        while twin is None:
            assert session.state.actors, "the game is over too early"
            play_on(session, rng, rng.randint(1, 4))
            twin = next(TWINS[slug](session.state, seat, rng), None) if session.state.actors else None
        owner = phone(hub, seat)
        for number in (1, 3, len(kinds)):
            hub.shown[seat] = tuple(rng.sample(kinds, number))
            answer = owner.get("/hand").data
            with moment(session, states=(*session.states[:-1], twin)):
                assert owner.get("/hand").data == answer
