"""The table's own loop and a phone act at the same time: what was judged before the game went on is void."""

from __future__ import annotations

import threading

import numpy as np
from live_house import House
from msgspec.structs import replace
from octopus_house import LAYOUT as OCTOPUS
from octopus_house import after

from companion.live.turnover import CHOICE_S
from companion.record.events import Asked
from companion.referee.verdict import Accept

AT_REST_S = -0.1
MOVES = "1 A14-B14-C14-D14-E14"


def tap(house: House, by: int, text: str, **more: int) -> None:
    house.session.act(house.session.game.parse(by, text), "tap", **more)


def unsure_of_the_die(house: House) -> None:
    house.table.roll(4)
    house.table.dice = [replace(house.table.dice[0], odds={4: 0.6, 6: 0.3, 5: 0.1}, accepted=False)]


def meanwhile(monkeypatch, part, what: str, happens, *, before: bool = False) -> None:
    """Let something happen once, just before or after a part of the live table does that."""
    does, done = getattr(part, what), []

    def watched(*said):
        if before and not done:
            done.append(happens())
        result = does(*said)
        if not before and not done and isinstance(result, Accept):
            done.append(happens())
        return result

    monkeypatch.setattr(part, what, watched)


def test_a_draw_that_is_tapped_while_it_is_seen_is_recorded_once(store, monkeypatch) -> None:
    house = House(store, OCTOPUS, opening=(), countdown=False)
    meanwhile(monkeypatch, house.live._judging, "judge", lambda: tap(house, 0, "draw SG"))
    house.lay(after(house.session.state, "0 draw SG"))
    house.rested_s = AT_REST_S
    house.pass_time(2)
    assert house.line == ["0 draw SG"]


def test_a_roll_that_is_tapped_while_it_is_seen_is_nothing_wrong(store, monkeypatch) -> None:
    house = House(store, countdown=False)
    meanwhile(monkeypatch, house.live._judging, "judge", lambda: tap(house, 0, "roll 4"))
    house.table.roll(4)
    house.rested_s = AT_REST_S
    house.pass_time(2)
    assert house.line[-1] == "0 roll 4"
    assert [status for status in house.statuses if status.state == "wrong"] == []
    assert house.live.status.state == "still"


def test_what_is_tapped_while_the_table_takes_a_move_back_is_not_taken_back(store, monkeypatch) -> None:
    house = House(store, countdown=False)
    house.play("0 roll 4")
    before = house.session.state
    house.play(MOVES)
    meanwhile(monkeypatch, house.live._writer, "take_back", lambda: tap(house, 1, "end"), before=True)
    house.lay(before)
    house.rested_s = AT_REST_S
    house.pass_time(4)
    assert house.line[-1] == "1 end"
    assert house.live.status.state == "ask", "both would be taken back: that is for everybody to say"


def test_what_is_tapped_while_the_camera_makes_up_its_question_leaves_nothing_to_be_asked(
    store, monkeypatch
) -> None:
    house = House(store, countdown=False)
    meanwhile(monkeypatch, house.live._response, "offers", lambda: tap(house, 0, "roll 4"), before=True)
    unsure_of_the_die(house)
    house.rest(3)
    assert house.line[-1] == "0 roll 4"
    assert house.live.status.question is None
    assert not [each for each in house.session.events if isinstance(each.event, Asked)]


def test_what_is_asked_again_after_a_tap_is_asked_of_the_record_as_it_is_then(store) -> None:
    house = House(store, countdown=False)
    unsure_of_the_die(house)
    house.rest(3)
    before = house.live.status.question
    tap(house, 0, "roll 4")
    house.session.correct(1, (), removed=1)
    house.rest(3)
    assert house.live.status.question.id > before.id
    house.live.answer(house.live.status.question.id, 0)
    assert house.line[-1] == "0 roll 4"


def test_a_turn_that_is_ended_by_a_tap_as_its_countdown_ends_is_ended_once(store, monkeypatch) -> None:
    house = House(store)
    house.play("0 roll 4")
    house.play(MOVES)
    house.pass_time(CHOICE_S - 2)
    assert house.live.status.countdown is not None
    database, begun = house.session._journal._database, threading.Event()
    append = database.append

    def slowly(*said):
        monkeypatch.setattr(database, "append", append)
        begun.set()
        leave.wait(0.3)  # as long as a card takes
        return append(*said)

    monkeypatch.setattr(database, "append", slowly)
    leave = threading.Event()
    house.now_s += 3
    house.rested_s += 3
    phone = threading.Thread(target=tap, args=(house, 1, "end"), kwargs={"expect_seq": house.session.seq})
    phone.start()
    begun.wait(30)
    house.statuses.clear()
    threading.Timer(0.6, leave.set).start()
    house.live._loop.run(leave)
    phone.join()
    assert house.line.count("1 end") == 1
    assert [status for status in house.statuses if status.state == "wrong"] == []


def test_what_was_gone_back_to_is_not_passed_on_by_itself_though_the_table_never_showed_more(store) -> None:
    house = House(store)
    house.play("0 roll 4")
    house.play(MOVES)
    other = next(action for action in house.session.state.legal(1) if str(action) != "end")
    house.session.act(other, "tap")
    house.pass_time(3)
    assert house.live.status.state != "still"
    house.session.undo(1)
    house.pass_time(CHOICE_S + 3)
    assert house.line[-1] == MOVES
    house.live.resume_countdown()
    house.pass_time(CHOICE_S + 1)
    assert house.line[-1] == "1 end"


def test_what_a_photograph_tells_while_the_camera_is_let_go_stands(store, monkeypatch) -> None:
    house = House(store, countdown=False)
    let_go, letting = threading.Event(), threading.Event()

    def close() -> None:
        letting.set()
        let_go.wait(30)

    monkeypatch.setattr(house, "close", close)
    house.live.set_camera(on=False)
    loop = threading.Thread(target=house.live.step)
    loop.start()
    assert letting.wait(30)
    del house.table.lying["garden"]["E5"]
    house.live.see_photo(np.zeros((240, 240, 3), np.uint8), replace(house.table.look(), view=()))
    assert house.live.status.state == "wrong"
    let_go.set()
    loop.join()
    assert house.live.status.state == "wrong"


def test_a_question_that_is_answered_as_the_camera_is_lost_does_not_come_back(store, monkeypatch) -> None:
    house = House(store, countdown=False)
    unsure_of_the_die(house)
    house.rest(3)
    question = house.live.status.question
    board = house.live._board
    publish, phones = board._publish, []

    def published(status) -> None:
        if status.state == "lost" and not phones:
            phones.append(threading.Thread(target=house.live.answer, args=(question.id, 0)))
            phones[0].start()
            phones[0].join(0.2)
        publish(status)

    monkeypatch.setattr(board, "_publish", published)
    house.unplugged = True
    house.pass_time(1)
    phones[0].join()
    assert (house.line[-1], house.live.status.question) == ("0 roll 4", None)
