"""A phone on its way from hand to hand shows nobody's secrets."""

from __future__ import annotations

import random
import re

import pytest
from secret_phones import HIDING, begin, different, everything, pages, phone, play_on

from webui import Hub


@pytest.mark.whole
@pytest.mark.parametrize("slug", HIDING)
def test_a_phone_on_its_way_from_hand_to_hand_shows_nobodys_secrets(hub: Hub, slug: str) -> None:
    """Whoever gives it away sees no more than everybody may, until the next one has it and says so."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    play_on(session, rng, 20)
    shared, everybodys = phone(hub, None), phone(hub, None)
    for seat in (1, 2, 3):
        shared.post("/play/holder", data={"seat": seat})
        if seat > 1:
            page = shared.get("/play").text
            assert f"Give the phone to {session.names[seat]}." in page
            assert not re.search(r'id="(board|side|dock)"|/art/\S+/pieces', page)
            rest = [path for path in pages(shared) if path != "/play"]
            told_here, told_all = (
                {path: answer[:2] for path, answer in everything(client, rest).items()}
                for client in (shared, everybodys)
            )
            assert different(told_here, told_all) == []
            shared.post("/play/holder", data={"seat": seat})
        sees = shared.get("/play").text
        assert "I have it" not in sees
        assert 'id="dock"' in sees


def test_whoever_has_got_the_phone_instead_says_so_and_the_end_hides_nothing(hub: Hub) -> None:
    session = begin(hub, "it-happens")
    shared = phone(hub, None)
    for seat in (1, 2):
        shared.post("/play/holder", data={"seat": seat})
    assert "I am Cleo" in shared.get("/play").text
    while session.state.actors:
        play_on(session, random.Random(1), 1)
    assert "Give the phone to" not in shared.get("/play").text
