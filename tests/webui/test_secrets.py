"""Nothing that another seat alone may know reaches a phone: pages, streams, files, errors.

Random games of every game are played through the pages. Whatever a seat (or the big screen, or a phone at
which nobody sits) can ask for is asked for twice: in the game as it is, and in one that differs only in
what that seat may not know. The answers must be the same, byte for byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace as changed
from secret_twins import TWINS
from sweeps import slow

from companion.house.picture import told
from companion.layouts import LAYOUTS, load_layout
from companion.play.addressee import NO, WAS_IT, discreet
from companion.play.describe import log_lines
from companion.play.events import ActionTaken, Settings
from companion.play.journal import Moment
from companion.play.panel.view import DARK
from companion.play.session import Session
from companion.play.status import Countdown, LiveStatus, Question
from companion.play.verdict import Accept, Ask, Choice, TakenBack
from companion.rules.abilities import KnowsHands
from companion.rules.game import CHANCE, Action, Seat, may_know
from companion.rules.games import GAMES, load_game
from companion.rules.message import Message
from companion.sighting import ShownPieces
from webui import Hub, create_app

PLAYED = sorted(slug for slug in LAYOUTS if slug in GAMES)
HIDING = [slug for slug in PLAYED if load_game(slug).info.hidden]
TIMED = ("/events", "/favicon.svg", "/favicon.ico")
"""What goes on for ever (the beginning of the stream is compared apart), and icons, which bear the time."""

SEATS = 3
LOOKS = pytest.mark.parametrize("looks", [4, *slow(12)])
"""Times that everything is asked for in a game, by each phone in turn: one round of the phones, or three."""


def begin(hub: Hub, slug: str, seats: int = SEATS, **options: str) -> Session:
    names = ["Anna", "Ben", "Cleo", "Dora"][:seats]
    session = hub.store.new_session(slug, names, options, Settings(otherwise="tap"))
    hub.open(session)
    return session


def phone(hub: Hub, seat: Seat | None) -> FlaskClient:
    app = create_app(hub)
    app.config["HEARTBEAT_S"] = 0.01
    client = app.test_client()
    if seat:
        client.post(f"/j/{hub.token}", data={"seat": seat})
    return client


def pages(client: FlaskClient) -> list[str]:
    """Every page, picture and file that needs nothing in its address; a new one is looked at by itself."""
    rules = [rule for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return [str(rule) for rule in rules if not rule.arguments and str(rule) not in TIMED]


def paths(session: Session, seat: Seat | None) -> list[str]:
    """Everything that a phone can look at; of the record each of the last actions."""
    last = range(max(0, len(session.line) - 3), len(session.line))
    own = seat or 0
    corrections = [f"/log/correct/{at}" for at in last]
    tried = [f"/log/correct/{at}?by={entry.by}&text={entry.text}" for at, entry in enumerate(session.line)]
    probes = [f"/log/correct/{len(session.line) - 1}?by={by}&text={text}" for by, text in guesses(session)]
    return [*corrections, "/play?close=1", *tried[-3:], *probes, f"/play?see={own}&light=x/1"]


def guesses(session: Session) -> list[tuple[int, str]]:
    """What a curious player might ask for: whether somebody else could have done this or that."""
    rng = random.Random(len(session.line))
    state = session.states[-2] if len(session.states) > 1 else session.state
    actions = [action for actor in state.actors for action in state.legal(actor)][:200]
    return [(action.by, str(action)) for action in rng.sample(actions, min(3, len(actions)))]


def everything(client: FlaskClient, asked: list[str]) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """The answer to every question, with the headers, and what the stream says."""
    answers = {}
    for path in asked:
        answer = client.get(path)
        headers = {**answer.headers, "Set-Cookie": answer.headers.get("Set-Cookie", "").partition(".")[0]}
        answers[path] = (answer.status_code, answer.data, headers)
    stream = client.get("/events?game=&since=0", buffered=False)
    lines = iter(stream.response)
    answers["/events"] = (stream.status_code, b"".join(next(lines) for _ in range(2)), {})
    stream.close()
    return answers


@contextmanager
def moment(session: Session, **parts: Any) -> Iterator[None]:
    """Let the session stand elsewhere for a while."""
    journal = session._journal
    before = journal.now
    journal.now = before._replace(**parts)
    try:
        yield
    finally:
        journal.now = before


def different(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [path for path, answer in one.items() if other[path] != answer]


def play_on(session: Session, rng: random.Random, count: int) -> None:
    for _ in range(count):
        actors = session.state.actors
        if not actors:
            return
        actor = rng.choice(actors)
        actions = list(session.state.legal(actor))[:400]
        session.act(rng.choice(actions))


def test_every_game_with_secrets_is_put_to_the_test() -> None:
    assert set(TWINS) == {slug for slug in GAMES if load_game(slug).info.hidden}


@LOOKS
@pytest.mark.parametrize("slug", HIDING)
def test_no_answer_depends_on_what_a_seat_may_not_know(hub: Hub, slug: str, looks: int) -> None:
    """The same game with another position: other cards in other hands, other tiles face down."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    for seat, client in in_turn(hub, looks):
        twin = None
        while twin is None:
            assert session.state.actors, "the game is over too early"
            play_on(session, rng, rng.randint(1, 4))
            twin = next(TWINS[slug](session.state, seat, rng), None) if session.state.actors else None
        assert twin.seen_by(seat) == session.state.seen_by(seat)
        asked = [*pages(client), *paths(session, seat)]
        answers, heard = everything(client, asked), told(session, DARK)
        with moment(session, states=(*session.states[:-1], twin)):
            assert different(answers, everything(client, asked)) == []
            assert told(session, DARK) == heard


def in_turn(hub: Hub, looks: int) -> list[tuple[Seat | None, FlaskClient]]:
    """The big screen's phone, at which nobody sits, and one a seat, again and again."""
    phones = [(seat, phone(hub, seat)) for seat in (None, *range(1, SEATS + 1))]
    return [phones[look % len(phones)] for look in range(looks)]


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


WITH_SECRET_ACTIONS = [slug for slug in HIDING if hasattr(load_game(slug), "tell_others")]


@LOOKS
@pytest.mark.parametrize("slug", WITH_SECRET_ACTIONS)
def test_no_answer_depends_on_what_was_done_in_secret(hub: Hub, slug: str, looks: int) -> None:
    """The same game with another record: log, corrections, what is set aside, the file to take home."""
    rng = random.Random(slug)
    session = begin(hub, slug)
    for seat, client in in_turn(hub, looks):
        now = None
        while now is None:
            assert session.state.actors, "the game is over too early"
            play_on(session, rng, rng.randint(1, 4))
            now = next(twin_lines(session, seat, rng), None) if session.state.actors else None
        asked = [*pages(client), *paths(session, seat)]
        answers, heard = everything(client, asked), told(session, DARK)
        with moment(session, **now._asdict()):
            assert different(answers, everything(client, asked)) == []
            assert told(session, DARK) == heard


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


@pytest.mark.parametrize("slug", [slug for slug in PLAYED if slug not in HIDING])
def test_a_game_without_secrets_tells_everybody_the_same(hub: Hub, slug: str) -> None:
    session = begin(hub, slug, seats=2)
    play_on(session, random.Random(slug), 12)
    logs = {seat: [line.text for line in log_lines(session, seat)] for seat in (None, 1, 2)}
    assert logs[None] == logs[1] == logs[2]
    assert phone(hub, None).get("/record").text == session.record()


WITH_HANDS = [slug for slug in HIDING if isinstance(load_game(slug).new(SEATS, {}), KnowsHands)]


def marked(slug: str) -> list[str]:
    """The kinds of card that a phone can read."""
    return sorted(kind.name for kind in load_layout(slug).kinds.values() if kind.marker >= 0)


def stays_the_same(hub: Hub, session: Session) -> tuple[object, ...]:
    """All that is kept or told of a game beside the pages: files, log, record, what goes to the house."""
    files = {path.name: path.read_bytes() for path in hub.store.path.parent.iterdir()}
    return files, session.moment.log, session.record(), told(session, DARK)


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
            assert not re.search(r'id="(board|side|dock)"|/art/\S+/piece/', page)
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


@LOOKS
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


def test_a_question_that_tells_of_a_hand_is_put_to_its_owner_alone(watched: Hub, live) -> None:
    session = watched.store.new_session("it-happens", ["Anna", "Ben"], settings=Settings(otherwise="tap"))
    watched.open(session)
    question = Question(7, Message("Which card was it?"), (Message("C1b"), Message("C1c")), to=(2,))
    live.show(LiveStatus("ask", Message("A question for Ben."), question=question))
    for seat, asked in ((None, False), (1, False), (2, True)):
        client = phone(watched, seat)
        for path in ("/play", "/camera", "/board"):
            text = client.get(path).text
            assert ("C1b" in text) == (asked and path != "/board"), (seat, path)
        answer = client.post("/table/answer", data={"question": 7, "choice": 0})
        assert answer.status_code == (303 if asked else 403)
    assert ("answer", 7, 0) in live.calls
    live.show(LiveStatus("still", countdown=Countdown(2, "time C2a", 0.0, 4.0)))
    assert "C2a" not in phone(watched, 1).get("/play").text


def test_the_log_keeps_a_private_question_private(hub: Hub) -> None:
    session = begin(hub, "it-happens")
    asked = session.ask("Which card was it?", ["C1b", "C1c"], to=(2,))
    session.answer(asked, "C1b")
    for seat in (None, 1, 3):
        lines = [line.text for line in log_lines(session, seat)][-2:]
        assert lines == ["The camera asked Ben.", "The camera was answered by Ben."]
    assert "C1b" in log_lines(session, 2)[-1].text


def replace_options(state, **options: str):
    """The same position at a table with these options."""
    return changed(state, table=changed(load_game("star-baker").new(state.seats, options).table))


def test_who_is_asked_follows_from_what_is_public() -> None:
    game = load_game("star-baker")
    state = game.new(2, {})
    while state.phase != "TURN":
        undecided = [seat for seat in state.actors if seat == CHANCE or not state.time_pick[seat - 1]]
        state = state.after(next(iter(state.legal((undecided or state.actors)[0]))))
    fills = [action for action in state.legal(state.mover) if str(action).startswith("fill")]
    other = state.order[1]
    shown = state.after(next(a for a in state.legal(state.mover) if str(a) == "restock"))
    theirs = next(action for action in shown.legal(other) if str(action).startswith("fill"))
    restock = next(action for action in state.legal(state.mover) if str(action) == "restock")
    no, label = Choice(label=Message("No")), Message("?")
    assert discreet([state], Accept((restock,), 1.0))[1] == (state.mover,), (
        "perhaps nothing else was possible"
    )
    opened = replace_options(state, open_hands="on")
    assert discreet([opened], Accept((restock,), 1.0)) == (Accept((restock,), 1.0), ())
    assert discreet([opened], Ask(label, (Choice((restock,)), no)))[1] == ()
    asked, to = discreet([state], Accept((fills[0],), 1.0))
    assert (type(asked), to) == (Ask, (state.mover,))
    mine, beyond = Choice((fills[0],)), Choice((restock, theirs))
    own = Choice((restock,))
    asked, to = discreet([state], Ask(label, (mine, beyond, no)))
    assert (asked, to) == (Ask(label, (mine, own, no)), (state.mover,)), "nobody reads of another's hand"
    asked, to = discreet([state], Ask(label, (beyond, Choice((restock, theirs, theirs)))))
    assert (asked, to) == (Ask(WAS_IT, (own, NO)), (state.mover,)), "each is asked about their own part first"
    assert discreet([state, shown], TakenBack(1, (fills[0],))) == (TakenBack(1), ())


def test_what_others_choose_at_the_same_time_makes_no_tap_stale(hub: Hub) -> None:
    """Everybody puts a card face down: nobody's page is old because somebody else was quicker."""
    game = load_game("star-baker")
    session = hub.store.new_session("star-baker", ["Anna", "Ben"], settings=Settings(otherwise="software"))
    assert session.state.phase == "PICK"
    seq = session.seq
    first, second = (next(iter(session.state.legal(seat))) for seat in (2, 1))
    session.act(first, expect_seq=seq)
    session.act(second, expect_seq=seq)
    assert session.state.phase == "TURN"
    again = next(iter(session.state.legal(session.state.mover)))
    with pytest.raises(Exception, match="moved on"):
        session.act(again, expect_seq=seq)
    assert game.info.hidden
