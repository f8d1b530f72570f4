"""What is done in secret is told to nobody else: no page, log, file or correction gives it away.

Everything is asked for twice, as in `test_secrets`: in the game as it is, and in one in which somebody did
another thing in secret.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace as changed
from secret_phones import (
    HIDING,
    LOOKS,
    SEATS,
    begin,
    different,
    everything,
    moment,
    nothing_differs,
    phone,
    play_on,
)

from companion.record.events import ActionTaken
from companion.rules.catalogue import load_game
from companion.rules.game import Action, Seat, may_know
from companion.sessions.journal import Moment
from companion.sessions.session import Session
from companion.story.describe import log_lines
from webui import Hub

WITH_SECRET_ACTIONS = [slug for slug in HIDING if hasattr(load_game(slug), "tell_others")]


def twin_lines(session: Session, seat: Seat | None, rng: random.Random) -> Iterator[Moment]:
    """The same game in which somebody did another thing in secret, as far as that seat can tell."""
    game, now = session.game, session.moment
    entries = now.timeline.line
    for at in reversed(range(len(entries))):
        action = game.parse(entries[at].by, entries[at].text)
        if may_know(action, seat):
            continue
        others = [each for each in now.states[at].legal(action.by) if each != action and each.secret]
        rng.shuffle(others)
        for other in others[:4]:
            found = retold(session, at, other)
            seen = found and [state.seen_by(seat) for state in found.states]
            if seen == [state.seen_by(seat) for state in now.states]:
                yield found
                break


def retold(session: Session, at: int, action: Action) -> Moment | None:
    """The moment of a game in which action ``at`` was another one."""
    now = session.moment
    line = list(now.timeline.line)
    line[at] = changed(line[at], text=str(action))
    states = list(now.states[: at + 1])
    for entry in line[at:]:
        again = session.game.parse(entry.by, entry.text)
        if states[-1].why_not(again) is not None:
            return None
        states.append(states[-1].after(again))
    log = tuple(
        changed(each, event=changed(each.event, text=str(action)))
        if isinstance(each.event, ActionTaken) and each.seq == line[at].seq
        else each
        for each in now.log
    )
    return Moment(log, changed(now.timeline, line=tuple(line)), tuple(states))


def secrets_of(session: Session) -> list[int]:
    """Where in the record something was done in secret."""
    actions = [session.game.parse(entry.by, entry.text) for entry in session.line]
    return [at for at, action in enumerate(actions) if action.secret]


@pytest.mark.whole
@LOOKS
@pytest.mark.usefixtures("news_stay")
@pytest.mark.parametrize("slug", WITH_SECRET_ACTIONS)
def test_no_answer_depends_on_what_was_done_in_secret(hub: Hub, slug: str, looks: int) -> None:
    """The same game with another record: log, corrections, what is set aside, the file to take home."""

    def twin(session: Session, seat: Seat | None, rng: random.Random) -> dict[str, Any] | None:
        now = next(twin_lines(session, seat, rng), None)
        return now and now._asdict()

    nothing_differs(hub, slug, looks, twin)


@pytest.mark.parametrize("slug", WITH_SECRET_ACTIONS)
def test_the_comparison_notices_a_leak(hub: Hub, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the log told to all in full, the same twins would show it."""
    rng = random.Random(1)
    session = begin(hub, slug)
    while not secrets_of(session):
        play_on(session, rng, 1)
    by = session.line[secrets_of(session)[0]].by
    other = by % SEATS + 1
    client = phone(hub, other)
    twins = list(twin_lines(session, other, rng))
    assert twins
    monkeypatch.setattr(type(session.game), "tell_others", type(session.game).tell)
    answers = everything(client, ["/log"])
    with moment(session, **twins[0]._asdict()):
        assert different(answers, everything(client, ["/log"])) == ["/log"]


@pytest.mark.whole
@pytest.mark.parametrize("slug", WITH_SECRET_ACTIONS)
def test_a_record_with_secrets_is_given_out_at_the_end(hub: Hub, slug: str) -> None:
    rng = random.Random(slug)
    session = begin(hub, slug)
    clients = [phone(hub, seat) for seat in (None, 1)]
    while session.state.actors:
        if len(session.line) % 12 == 11 and any(
            session.game.parse(e.by, e.text).secret for e in session.line
        ):
            for client in clients:
                refused = client.get("/record", headers={"Accept": "application/json"})
                assert (refused.status_code, refused.json["code"]) == (409, "record-sealed")
                assert "/record" not in client.get("/result").text
        play_on(session, rng, 1)
    for client in clients:
        assert client.get("/record").text == session.record()
        assert 'href="/record"' in client.get("/result").text
    lines = [line.text for line in log_lines(session, None)]
    assert lines == [line.text for line in log_lines(session, 2)]


@pytest.mark.parametrize("slug", WITH_SECRET_ACTIONS)
def test_nobody_puts_right_what_another_did_in_secret(hub: Hub, slug: str) -> None:
    rng = random.Random(2)
    session = begin(hub, slug)
    while not secrets_of(session):
        play_on(session, rng, 1)
    index = secrets_of(session)[0]
    entry = session.line[index]
    for seat in (None, entry.by % SEATS + 1):
        client, seq = phone(hub, seat), session.seq
        page = client.get(f"/log/correct/{index}")
        assert (page.status_code, "Only " in page.text) == (403, True)
        assert client.post(f"/log/correct/{index}", data={"seq": seq, "text": ""}).status_code == 403
        assert client.get("/log").text.count(f'/log/correct/{index}"') == 0
        tried = client.post("/log/correct/0", data={"seq": seq, "by": entry.by, "text": entry.text})
        assert tried.status_code == 403
        assert session.seq == seq
    own = phone(hub, entry.by)
    assert own.get(f"/log/correct/{index}").status_code == 200
    assert f'/log/correct/{index}"' in own.get("/log").text
