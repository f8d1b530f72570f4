"""A correction is told to whom it concerns, who puts the record back with one tap."""

from __future__ import annotations

import re

from phones import phone_at
from tapping import JSON

ANNOUNCED = 'id="corrected"'


def correct(phone, session, index: int, by: int = 0, text: str = "") -> None:
    data = {"seq": session.seq, "by": by, "text": text}
    assert phone.post(f"/log/correct/{index}", data=data).status_code == 303


def answer(phone, session, answer_: str):
    number = re.search(r'name="correction"\s+value="(\d+)"', phone.get("/play").text)[1]
    data = {"seq": session.seq, "correction": number, "answer": answer_}
    return phone.post("/log/object", data=data, headers=JSON)


def test_a_correction_of_anothers_move_is_told_and_put_back_with_one_tap(hub, session) -> None:
    session.act(next(session.state.legal(1)))
    before = [entry.text for entry in session.line]
    anna, ben = phone_at(hub, 1), phone_at(hub, 2)
    correct(ben, session, 2)
    assert [entry.text for entry in session.line] != before
    assert ANNOUNCED not in ben.get("/play").text, "whoever corrected knows it"
    page = anna.get("/play").text
    assert "Ben corrected: the record no longer says" in page
    assert answer(anna, session, "object").status_code == 303
    assert [entry.text for entry in session.line] == before
    assert ANNOUNCED in ben.get("/play").text, "an objection is told, too"


def test_what_was_set_aside_stands_again_after_an_objection(hub, session) -> None:
    session.act(next(session.state.legal(1)))
    before = [entry.text for entry in session.line]
    correct(phone_at(hub, 2), session, 1, 0, "roll 1")
    assert session.timeline.set_aside
    answer(phone_at(hub, 1), session, "object")
    assert [entry.text for entry in session.line] == before
    assert session.timeline.set_aside == ()


def test_whoever_finds_it_right_is_not_told_again(hub, session) -> None:
    anna, ben = phone_at(hub, 1), phone_at(hub, 2)
    correct(ben, session, 1, 0, "roll 3")
    answer(anna, session, "agree")
    assert ANNOUNCED not in anna.get("/play").text
    assert session.line[1].text == "roll 3"


def test_a_player_who_corrects_ones_own_move_alone_asks_nobody(hub, session) -> None:
    session.act(next(session.state.legal(1)))
    correct(phone_at(hub, 1), session, 2, 1, str(list(session.states[2].legal(1))[1]))
    assert ANNOUNCED not in phone_at(hub, 2).get("/play").text


def test_an_objection_to_a_correction_that_another_has_followed_is_refused(hub, session) -> None:
    anna, ben = phone_at(hub, 1), phone_at(hub, 2)
    correct(ben, session, 1, 0, "roll 3")
    old = session.events[-1].seq
    correct(ben, session, 1, 0, "roll 2")
    data = {"seq": session.seq, "correction": old, "answer": "object"}
    refused = anna.post("/log/object", data=data, headers=JSON)
    assert (refused.status_code, session.line[1].text) == (409, "roll 2")


def test_the_undo_request_shows_all_that_it_takes_back(client, hub, session) -> None:
    for _ in range(3):
        session.act(next(session.state.legal(session.state.actors[0])))
    offered = session.may_undo(1)
    assert offered is not None
    ben, anna = phone_at(hub, 2), phone_at(hub, 1)
    assert f"Undo {offered.count} actions" in " ".join(anna.get("/play").text.split()) or offered.count == 1
    anna.post("/play/undo", data={"seq": session.seq, "seat": 1})
    if session.timeline.request is not None:
        asked = re.search(r'class="taken-back"[^>]*>(.*?)</ul>', ben.get("/play").text, re.DOTALL)[1]
        assert asked.count("<li>") == offered.count
