"""A seat is one phone's: whoever taps one that another phone has is asked first."""

from __future__ import annotations

from html import unescape

import pytest
from clocks import Clock
from phones import cookie_name, cookie_of, phone_at
from secret_phones import begin
from tapping import JSON

from webui import Table
from webui.access.holders import ENDING, LATELY_S, Holders

WHOSE = "Who holds this phone?"
ASKED = "Play as Ben on this one instead?"


@pytest.fixture
def clock(hub) -> Clock:
    clock = Clock()
    hub.holders = Holders(clock=clock)
    return clock


@pytest.fixture
def sit(hub, session):
    def sit(phone, seat: int, **more: str):
        return phone.post(f"/j/{hub.token}", data={"seat": seat, **more})

    return sit


@pytest.fixture
def other(app, sit):
    """Another phone, at which Ben sits."""
    other = app.test_client()
    assert sit(other, 2).status_code == 303
    return other


def seat_of(phone) -> str:
    header = phone.get("/play").text.split("</header>")[0]
    return next((name for name in ("Anna", "Ben") if name in header), "")


def test_a_seat_that_nobody_has_takes_one_tap(client, sit, other) -> None:
    assert sit(client, 1).status_code == 303
    assert (seat_of(client), seat_of(other)) == ("Anna", "Ben")
    assert sit(client, 0).status_code == 303
    assert sit(client, 1).status_code == 303


def test_a_phone_that_acts_for_all_is_asked_whose_it_is_once_another_phone_has_a_seat(
    client, app, sit, session
) -> None:
    assert WHOSE not in client.get("/play").text
    sit(app.test_client(), 2)
    asked = client.get("/play").text.partition(WHOSE)[2].partition("</form>")[0]
    assert "Anna" in asked
    assert "Ben" not in asked
    sit(client, 0)
    assert WHOSE not in client.get("/play").text
    sit(client, 1)
    assert WHOSE not in client.get("/play").text


def test_no_phone_is_asked_whose_it_is_where_only_a_bot_has_a_seat(client, hub, session) -> None:
    hub.holders.seat_bot(session.id, 2)
    assert WHOSE not in client.get("/play").text


def test_a_seat_of_another_phone_is_asked_about_and_each_phone_stays_what_it_was(client, sit, other) -> None:
    sit(client, 1)
    asked = sit(client, 2)
    assert asked.status_code == 409
    assert ASKED in asked.text
    assert (seat_of(client), seat_of(other)) == ("Anna", "Ben")
    assert sit(other, 2).status_code == 303, "its own seat is no question"


def test_whoever_plays_there_instead_has_the_seat_alone_and_the_other_phone_says_so(
    client, hub, session, sit, other
) -> None:
    with hub.feed.listen() as listener:
        assert sit(client, 2, instead="yes").status_code == 303
        topics_ = [listener.get(0.0).topic for _ in range(2)]
        assert topics_ == ["seats", "seat"], "all pages are made anew"
    told = "Ben is played on another phone now."
    assert told in unescape(other.get("/play").text)
    assert told not in unescape(other.get("/play").text)
    assert (seat_of(client), seat_of(other)) == ("Ben", "")
    assert ASKED in sit(other, 2).text
    assert sit(other, 2, instead="yes").status_code == 303
    assert (seat_of(client), seat_of(other)) == ("", "Ben")


def test_the_page_of_seats_tells_which_are_played_on_another_phone(client, hub, sit, other) -> None:
    def told(phone) -> str:
        page = phone.get(f"/j/{hub.token}").text
        return " ".join(button for button in page.split("<button") if "on another phone" in button)

    assert "Ben" in told(client)
    assert "Anna" not in told(client)
    assert told(other) == ""


def test_a_phone_that_was_not_seen_for_long_holds_its_seat_all_the_same(client, clock, sit, other) -> None:
    clock.s += 10 * LATELY_S
    assert sit(client, 2).status_code == 409


def test_a_phone_that_has_gone_to_another_seat_holds_the_first_no_longer(client, sit, other) -> None:
    assert sit(other, 1).status_code == 303
    assert sit(client, 2).status_code == 303
    assert sit(client, 1).status_code == 409


def test_what_a_phone_asked_for_before_it_went_to_another_seat_does_not_take_it_back(
    client, hub, app, sit, other
) -> None:
    late = app.test_client()  # the same phone: what it asked for is answered late
    late.set_cookie(cookie_name(other), cookie_of(other))
    sit(other, 1)
    answer = late.get("/camera", headers=JSON)
    assert "Set-Cookie" not in answer.headers
    assert seat_of(other) == "Anna"
    assert sit(client, 1).status_code == 409, "the other phone has it"
    assert sit(client, 2).status_code == 303


def test_of_two_phones_that_find_a_seat_free_one_has_it_and_the_other_is_asked() -> None:
    holders = Holders()
    assert not any(holders.elsewhere("game", 2, phone) for phone in ("one", "two"))
    assert holders.sit("game", 2, "one")
    assert not holders.sit("game", 2, "two")
    assert holders.elsewhere("game", 2, "two")


def test_a_phone_that_slept_while_its_seat_was_taken_has_it_not_again_in_the_next_game(
    client, hub, session, sit, other
) -> None:
    sit(client, 2, instead="yes")
    client.post("/again", data={"aside": session.id})
    assert hub.session is not session
    assert (seat_of(other), seat_of(client)) == ("", "Ben")


def test_the_same_people_keep_their_seats_in_another_game(client, hub, session, sit, other) -> None:
    """Each by the name, wherever that sits now."""
    sit(client, 1)
    form = {"seats": "3", "name-1": "Cleo", "name-2": "anna", "name-3": "Ben", "aside": session.id}
    assert client.post("/new/star-baker", data=form).status_code == 303
    assert hub.session.names == {1: "Cleo", 2: "anna", 3: "Ben"}
    assert "anna" in client.get("/play").text.split("</header>")[0]
    assert seat_of(other) == "Ben"


def test_other_people_have_no_seat_by_the_game_before(client, hub, session, sit, other) -> None:
    form = {"seats": "2", "aside": session.id}
    assert client.post("/new/star-baker", data=form).status_code == 303
    assert hub.holders.holder(hub.session.id, 2) is None


def test_a_phone_that_slept_through_two_games_has_its_seat_in_the_third(
    client, hub, session, sit, other
) -> None:
    sit(client, 1)
    for _ in range(2):
        client.post("/again", data={"aside": hub.session.id})
        assert seat_of(client) == "Anna"
    assert seat_of(other) == "Ben"


def test_a_seat_that_changes_hands_while_the_next_game_is_laid_is_had_there_by_who_took_it(
    client, hub, session, sit, other
) -> None:
    def lay(_: object) -> Table:
        sit(client, 2, instead="yes")
        return Table()

    hub.lay = lay
    phone_at(hub, 1).post("/again", data={"aside": session.id})
    assert hub.session is not session
    assert (seat_of(other), seat_of(client)) == ("", "Ben")


def test_after_a_new_start_the_phone_that_took_the_seat_has_it_and_the_one_before_has_not(
    client, hub, sit, other
) -> None:
    sit(client, 2, instead="yes")
    hub.holders = Holders.beside(hub.store.path)
    assert [seat_of(other), seat_of(client)] == ["", "Ben"], "whichever asks first"


def test_a_displaced_phone_has_its_seat_not_again_when_the_other_has_left_it(client, hub, sit, other) -> None:
    asleep = cookie_of(other)
    sit(client, 2, instead="yes")
    sit(client, 0)
    for _ in range(2):
        other.set_cookie(cookie_name(other), asleep)
        assert seat_of(other) == ""
        hub.holders = Holders.beside(hub.store.path)


def test_a_phone_of_a_program_that_noted_no_seats_keeps_its_own(client, hub, sit, other) -> None:
    hub.store.path.with_suffix(ENDING).unlink()
    hub.holders = Holders.beside(hub.store.path)
    assert (seat_of(other), seat_of(client)) == ("Ben", "")
    assert sit(client, 2).status_code == 409


@pytest.mark.parametrize("damage", [b"", b"[1]", b"\xff", b'{"a": {"x": 1}}'])
def test_a_damaged_note_of_the_seats_costs_no_phone_its_seat(hub, sit, other, damage) -> None:
    hub.store.path.with_suffix(ENDING).write_bytes(damage)
    hub.holders = Holders.beside(hub.store.path)
    assert seat_of(other) == "Ben"


def test_where_the_seats_cannot_be_noted_they_hold_while_the_table_runs(tmp_path) -> None:
    holders = Holders(tmp_path / "absent" / "games.seats")
    assert holders.sit("game", 2, "one")
    assert not holders.sit("game", 2, "two")


def test_a_shared_phone_does_not_show_what_another_phone_shows_already(hub) -> None:
    session = begin(hub, "star-baker")
    own, shared = phone_at(hub, 2), phone_at(hub, None)
    refused = shared.post("/play/holder", data={"seat": 2}, headers=JSON)
    assert (refused.status_code, refused.json["code"]) == (409, "held-elsewhere")
    assert session.names[2] in refused.json["sentence"]
    assert shared.post("/play/holder", data={"seat": 1}).status_code == 303
    assert seat_of(own) == session.names[2]


def topics(phone, session, shows: int, seen: int = 2) -> list[str]:
    """The first news of a page that shows a seat, but for what happened in the game."""
    answer = phone.get(f"/events?game={session.id}&seat={shows}&since={session.seq}", buffered=False)
    lines = (line.decode() for line in answer.response)
    found = [next(lines) for _ in range(seen)]
    answer.close()
    return [line.split()[1] for line in found if line.startswith("event")]


def test_a_page_that_shows_a_lost_seat_is_topics_as_soon_as_it_listens(client, session, sit, other) -> None:
    assert topics(other, session, 2) == []
    sit(client, 2, instead="yes")
    assert topics(client, session, 2) == []
    assert topics(other, session, 2) == ["seat"]


def test_a_seat_that_is_lost_between_asking_and_listening_is_topics_of(
    client, hub, session, sit, other, monkeypatch
) -> None:
    join = hub.feed.join

    def join_late():
        sit(client, 2, instead="yes")
        return join()

    monkeypatch.setattr(hub.feed, "join", join_late)
    assert topics(other, session, 2) == ["seat"]


def test_the_page_that_loses_its_seat_hears_of_it_and_no_other(client, session, sit, other, app) -> None:
    third = app.test_client()
    sit(third, 1)
    streams = {
        name: iter(
            phone.get(f"/events?game={session.id}&seat={seat}&since={session.seq}", buffered=False).response
        )
        for name, phone, seat in (("other", other, 2), ("third", third, 1))
    }
    for lines in streams.values():
        assert next(lines).startswith(b"retry")
    sit(client, 2, instead="yes")
    assert next(streams["other"]).startswith(b"event: seat")
    assert next(streams["third"]).startswith(b"event: seats"), "it is told who sits where"
    assert next(streams["third"]) == b": still here\n\n"


def test_a_shared_phone_is_offered_to_those_alone_who_have_none(hub) -> None:
    session = begin(hub, "star-baker")
    shared = phone_at(hub, None)

    def offered() -> list[str]:
        page = shared.get("/play").text
        return [name for seat, name in session.names.items() if f'name="seat" value="{seat}"' in page]

    assert offered() == ["Anna", "Ben", "Cleo"]
    phone_at(hub, 2)
    assert offered() == ["Anna", "Cleo"]
