"""What the hub has to tell is kept with its values, and said in the language of whoever reads it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from told import at, game, tell
from unwrapped import outside, texts_of
from webs import Browser, pages_over

from companion.errors import Saying
from companion.house.envelope import Hello, PublicEvent
from companion.hub.errors import HubError
from companion.hub.league import matches, people, records, tournaments
from companion.hub.store import members, notices, schema
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG
from companion.rules.kit.kept_sentences import from_text, names_in, to_text
from companion.rules.message import Message, together
from companion.rules.phrases import Audience, Count, Listing, Phrase, Quoted, Series, Term, spoken

GERMAN = Audience({}, LANGUAGES.speech("de"))
TYPED = frozenset({"Ann", "Bob", "Cup", "Papillon", "table", "hub", "the", "host", "Admin"})
OLD = "INSERT INTO notices (at, code, sentence) VALUES (:at, :code, :sentence)"
CODES = r"hub-[a-z-]+"


def number_of(database: Database, name: str) -> int:
    with database.reading() as connection:
        return next(each.id for each in records.all_players(connection) if each.name == name)


def correct(database: Database) -> None:
    """A game counts, another one after it, and then the first is corrected."""
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5, "Player 3": 1}, ended=-9))
    tell(database, "t", game("b", {"Ann": 8, "Bob": 5}, ended=-5))
    end = {"winners": [1, 2], "totals": {"1": 9, "2": 9, "3": 1}}
    tell(database, "t", [PublicEvent("a", 4, at(0), "finished", end)])


def play_on(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    tell(database, "t", [PublicEvent("a", 4, at(0), "resumed")])


def correct_a_match(database: Database) -> None:
    tell(database, "old", game("o", {"Ann": 1, "Bob": 0}, ended=-100))
    cup = tournaments.create(database, "Cup", "", tournaments.SWISS, 2, 2, [1, 2])
    tell(database, "t", game("a", {"Bob": 9, "Ann": 2}, ended=3))
    tournaments.pair_next(database, cup)
    end = {"winners": [2], "totals": {"1": 1, "2": 2}}
    tell(database, "t", [PublicEvent("a", 4, at(4), "finished", end)])


def merge(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Cleo": 5}))
    tell(database, "t", game("b", {"Bob": 9, "Cleo": 5}))
    people.merge(database, number_of(database, "Ann"), number_of(database, "Bob"))


def enter_by_hand(database: Database) -> None:
    tell(database, "old", game("o", {"Ann": 1, "Bob": 0}, ended=-100))
    tournaments.create(database, "Cup", "", tournaments.SWISS, 2, 1, [1, 2])
    matches.enter_by_hand(database, 1, {1: 3, 2: 4}, "Admin")


def be_wrong_by(days: float) -> Callable[[Database], None]:
    def greet(database: Database) -> None:
        warning = members.clock_warning("table-1", Hello("x", at=at(days * 24 * 60)))
        assert warning is not None
        with database.writing() as connection:
            notices.tell(connection, "hub-table-clock", warning)

    return greet


def be_two_machines(database: Database) -> None:
    with database.writing() as connection:
        members.greet(database, connection, "table-1", Hello("one", at(0)))
        with pytest.raises(HubError) as refusal:
            members.greet(database, connection, "table-1", Hello("other", at(0)))
        notices.tell(connection, refusal.value.code, refusal.value.said)


TOLD: dict[str, tuple[Callable[[Database], None], str, str]] = {
    "corrected": (
        correct,
        "Before: Papillon: Bob won (Ann 3, Bob 5, Player 3 1). Now it is: Papillon: Ann and Bob won",
        "Spieler 3 1",
    ),
    "played on": (play_on, "It is being played again. 4 ratings have changed.", "4 Wertungen"),
    "match": (correct_a_match, "rounds after round 1 were paired by the old result and stay.", "Runde 1"),
    "merged": (merge, "Ann is Bob from now on.", "Ann ist"),
    "by hand": (enter_by_hand, "Admin entered the result of round 1, match 1 of Cup by hand.", "von Hand"),
    "days ahead": (be_wrong_by(3), "The clock of the table table-1 is 3 days ahead.", "3 Tage vor"),
    "a day behind": (be_wrong_by(-1.2), "The clock of the table table-1 is 1 day behind.", "1 Tag nach"),
    "minutes behind": (be_wrong_by(-0.01), "is 14 minutes behind.", "14 Minuten nach"),
    "two machines": (be_two_machines, "Another machine is the table table-1", "table-1"),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_notice_is_said_in_the_language_of_its_reader(
    tmp_path: Path, database: Database, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    happens, english, german = TOLD[name]
    with caplog.at_level(logging.WARNING):
        happens(database)
    assert english in caplog.text
    parts, app = pages_over(tmp_path / "hub", database)
    host = Browser(app, parts, "host")

    def page(tag: str) -> list[str]:
        return texts_of(host.client.get("/tables", headers={"Accept-Language": tag}).text)

    assert any(english in text for text in page("en"))
    assert any(german in text for text in page("de"))
    assert not any(english in text for text in page("de"))
    assert outside(page(TAG), TYPED, CODES) == set()
    parts.database.close()


def test_notices_of_an_older_hub_are_shown_as_they_were_written(tmp_path: Path, address: str) -> None:
    database = Database(address)
    migrate(database, "0001")
    with database.writing() as connection:
        row = {"at": at(0), "code": "hub-merged", "sentence": "Ann is Bob {from} now on."}
        connection.execute(text(OLD), row)
    migrate(database)
    with database.reading() as connection:
        (found,) = notices.latest(connection)
    assert (found.sentence, found.said) == ("Ann is Bob {from} now on.", None)
    parts, app = pages_over(tmp_path / "hub", database)
    page = Browser(app, parts, "host").client.get("/tables", headers={"Accept-Language": "de"}).text
    assert '<span lang="en">Ann is Bob {from} now on.</span>' in page
    for each in (parts.database, database):
        each.close()


def test_a_result_that_an_older_hub_has_counted_is_no_correction(database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    with database.writing() as connection:
        columns = schema.games.c
        before = "Papillon: Bob won (Ann 3, Bob 5)"
        connection.execute(schema.games.update().values(told=before, result=columns.result + 1))
    tell(database, "t", [])
    with database.reading() as connection:
        assert notices.latest(connection) == []
    end = {"winners": [1], "totals": {"1": 9, "2": 5}}
    tell(database, "t", [PublicEvent("a", 4, at(0), "finished", end)])
    with database.reading() as connection:
        (found,) = notices.latest(connection)
    assert "Before: Papillon: Bob won (Ann 3, Bob 5). Now it is: Papillon: Ann won" in found.sentence


def test_a_name_that_is_forgotten_is_in_no_notice_and_no_value_of_one(database: Database) -> None:
    tell(database, "t", game("a", {"Ann “Å”\\": 3, "Bob": 5}))
    number = number_of(database, "Ann “Å”\\")
    told = Message(
        "{one} is {other} from now on.", {"one": "Cleo", "other": Listing(("Ann “Å”\\", "Dan"), "and")}
    )
    unsaid = Message("All ratings were counted again.", {"not said": "Ann “Å”\\"})
    with database.writing() as connection:
        for code, each in (("a", told), ("b", unsaid), ("c", Message("{one} stays.", {"one": "Bob"}))):
            notices.tell(connection, code, each)
        older = {"at": at(0), "code": "d", "sentence": "Ann “Å”\\ is Cleo from now on."}
        connection.execute(insert(schema.notices).values(**older))
    people.forget(database, number)
    with database.reading() as connection:
        assert [each.code for each in notices.latest(connection)] == ["c"]
        kept = [str(tuple(row)) for row in connection.execute(select(schema.notices))]
    assert "Ann" not in json.dumps(kept)


def test_a_name_that_is_a_word_of_the_sentence_takes_no_notice_away(database: Database) -> None:
    tell(database, "t", game("a", {"All": 3, "Bob": 5}))
    with database.writing() as connection:
        sentence = "{one} is {other} from now on. All ratings were counted again."
        notices.tell(connection, "hub-merged", Message(sentence, {"one": "Bob", "other": "Cleo"}))
    people.forget(database, number_of(database, "All"))
    with database.reading() as connection:
        assert [each.code for each in notices.latest(connection)] == ["hub-merged"]


@pytest.mark.parametrize(
    "phrase",
    [
        Message("Round {round} is over.", {"round": 3}),
        Message("{n} rating has changed.", {"n": 2}, many="{n} ratings have changed."),
        together(Message("{n}", {"n": 2}), Message("{one}", {"one": Listing(("Ann", "Bob"), "and")})),
        Saying("The broker refuses the hub: {reason}.", reason=Saying("It is full.")),
        Message(
            "{by} {role} {list}",
            {"by": Count(2, "day"), "role": Term("host", "the"), "list": Series((1, "x"))},
        ),
    ],
    ids=str,
)
def test_a_phrase_reads_the_same_after_it_was_kept(phrase: Phrase) -> None:
    kept = from_text(to_text(phrase))
    assert [spoken(kept, each) for each in (Audience({}), GERMAN)] == [
        spoken(phrase, each) for each in (Audience({}), GERMAN)
    ]


def test_a_phrase_of_a_kind_that_is_not_kept_is_english_from_there_on() -> None:
    kept = from_text(to_text(Message("{said}", {"said": Quoted("Ann")})))
    assert spoken(kept, GERMAN) == "“Ann”"
    assert list(names_in(to_text(Message("Board {said}", {"said": Quoted("Ann")})))) == ["“Ann”"]


def test_what_holds_no_phrase_is_read_as_it_is() -> None:
    assert from_text("Papillon: Ann won") == "Papillon: Ann won"
    assert list(names_in('{"type": "tomorrow"}')) == ['{"type": "tomorrow"}']
