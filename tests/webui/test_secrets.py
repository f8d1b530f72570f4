"""Nothing that another seat alone may know reaches a phone: pages, streams, files, errors.

Random games of every game are played through the pages. Whatever a seat (or the big screen, or a phone at
which nobody sits) can ask for is asked for twice: in the game as it is, and in one that differs only in
what that seat may not know. The answers must be the same, byte for byte.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from secret_phones import (
    HIDING,
    LOOKS,
    PLAYED,
    begin,
    different,
    everything,
    moment,
    nothing_differs,
    phone,
    play_on,
)
from secret_twins import TWINS

from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import Seat
from companion.sessions.session import Session
from companion.story.describe import log_lines
from webui import Hub


def test_every_game_with_secrets_is_put_to_the_test() -> None:
    assert set(TWINS) == {slug for slug in GAMES if load_game(slug).info.hidden}


@pytest.mark.whole
@LOOKS
@pytest.mark.usefixtures("news_stay")
@pytest.mark.parametrize("slug", HIDING)
def test_no_answer_depends_on_what_a_seat_may_not_know(hub: Hub, slug: str, looks: int) -> None:
    """The same game with another position: other cards in other hands, other tiles face down."""

    def twin(session: Session, seat: Seat | None, rng: random.Random) -> dict[str, Any] | None:
        other = next(TWINS[slug](session.state, seat, rng), None)
        if other is None:
            return None
        assert other.seen_by(seat) == session.state.seen_by(seat)
        return {"states": (*session.states[:-1], other)}

    nothing_differs(hub, slug, looks, twin)


@pytest.mark.whole
@pytest.mark.parametrize("slug", HIDING)
def test_a_game_that_was_put_aside_hides_what_it_hid(hub: Hub, slug: str) -> None:
    """Its pages show what lies on the table, to those who sat at it and to anybody else."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    phones = {seat: phone(hub, seat) for seat in (None, 1, 2)}
    hub.open(hub.store.new_session("filler-tiles", ["Mia", "Tom"]))
    asked = [f"/games/{session.id}{page}" for page in ("", "/log", "/record")]
    compared = set()
    for _ in range(12):
        play_on(session, rng, 4)
        for seat, client in phones.items():
            twin = next(TWINS[slug](session.state, seat, rng), None) if session.state.actors else None
            if twin is None:
                continue
            answers = everything(client, asked)
            with moment(session, states=(*session.states[:-1], twin)):
                assert different(answers, everything(client, asked)) == []
            compared.add(seat)
    assert compared == phones.keys()


@pytest.mark.parametrize("slug", [slug for slug in PLAYED if slug not in HIDING])
def test_a_game_without_secrets_tells_everybody_the_same(hub: Hub, slug: str) -> None:
    session = begin(hub, slug, seats=2)
    play_on(session, random.Random(slug), 12)
    logs = {seat: [line.text for line in log_lines(session, seat)] for seat in (None, 1, 2)}
    assert logs[None] == logs[1] == logs[2]
    assert phone(hub, None).get("/record").text == session.record()
