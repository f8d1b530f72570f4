"""What tells of a hand is asked of its owner alone, and whoever asks for it elsewhere gets no answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed
from secret_phones import begin, phone

from companion.live.status import Countdown, LiveStatus, Question
from companion.record.events import Settings
from companion.referee.addressee import NO, WAS_IT, discreet
from companion.referee.verdict import Accept, Ask, Choice, TakenBack
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.rules.message import Message
from companion.story.describe import log_lines
from webui import Hub


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
