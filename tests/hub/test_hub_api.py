"""The API answers as its OpenAPI document says; what people take away can be read."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from icalendar import Calendar
from jsonschema import Draft202012Validator
from told import game, tell
from webs import Browser, pages_over, sit

from companion.hub.league import seasons, tournaments
from companion.hub.parts import Parts
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key
from companion.hub.web.api import ANSWERS


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def hub(tmp_path: Path, database: Database) -> Iterator[tuple[Parts, Flask]]:
    parts, app = pages_over(tmp_path / "hub", database, name="Café")
    tell(parts.database, "t1", game("a", {"Ann": 3, "=Bob": 5}))
    tell(parts.database, "t2", game("b", {"Cleo": 3, "Player 2": -5})[:2])
    tournaments.create(parts.database, "Cup", "papillon", tournaments.SWISS, 2, 1, [1, 2])
    seasons.add_season(parts.database, "Autumn", "2026-09-01", "2026-12-21")
    sit(parts, "t1", state="playing", title="Papillon", names={"1": "Ann"}, totals={"1": 4}, acting=(1,))
    yield parts, app
    parts.database.close()


def by_key(parts: Parts, app: Flask, path: str) -> Any:
    word = new_key(parts.database, "screen", "a program", timedelta(days=1))
    return app.test_client().get(path, headers={"Authorization": f"Bearer {word}"})


def test_every_answer_is_as_the_document_says(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    document = by_key(parts, app, "/api/1/openapi.json").json
    assert document["openapi"].startswith("3.1")
    assert len(document["paths"]) == len(ANSWERS) >= 10
    root = document["servers"][0]["url"]
    for path, described in document["paths"].items():
        responses = described["get"]["responses"]
        for number, wanted in (("1", "200"), ("4711", "default")):
            if (wanted == "default" and "{" not in path) or (path.endswith("events") and number != "1"):
                continue
            answer = by_key(parts, app, root + path.replace("{number}", number))
            assert (answer.status_code == 200) == (wanted == "200"), path
            schema = responses[wanted]["content"]["application/json"]["schema"]
            whole = {**schema, "components": document["components"]}
            Draft202012Validator(whole).validate(answer.json)
            assert answer.json, f"{path} shows nothing that could be wrong"


def test_a_document_that_says_something_else_would_be_noticed(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    document = by_key(parts, app, "/api/1/openapi.json").json
    schema = document["paths"]["/room"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**schema, "components": document["components"]})
    assert not validator.is_valid([{"table": 7}])


def test_a_question_that_makes_no_sense_is_answered_with_a_sentence(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    for path in ("/api/1/games?most=-1", "/api/1/games?most=100000", "/api/1/ratings?season=one"):
        answer = by_key(parts, app, path)
        assert (answer.status_code, answer.json["code"]) == (400, "hub-bad-request")
    assert app.test_client().get("/api/1/room").status_code == 401


def test_results_are_a_spreadsheet_that_calculates_nothing(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    rows = list(csv.DictReader(StringIO(Browser(app, parts, "screen").get("/export/results.csv"))))
    assert [(row["name"], row["points"], row["won"], row["minutes"]) for row in rows] == [
        ("Ann", "3", "0", "29"),
        ("'=Bob", "5", "1", "29"),
    ]


def test_bg_stats_finds_every_number_that_a_play_names(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    screen = Browser(app, parts, "screen")
    found = json.loads(screen.get("/export/results.bgsplay"))
    (play,) = found["plays"]
    names = {each["id"]: each["name"] for each in found["players"]}
    assert {names[each["playerRefId"]]: each["score"] for each in play["playerScores"]} == {
        "Ann": "3",
        "=Bob": "5",
    }
    assert [each["name"] for each in found["games"] if each["id"] == play["gameRefId"]] == ["Papillon"]
    assert [each["name"] for each in found["locations"] if each["id"] == play["locationRefId"]] == ["Café"]
    assert play["durationMin"] == 29
    assert json.loads(screen.get("/export/results.bgsplay")) == found, "the same play has the same name again"


def test_the_calendar_has_seasons_and_tournaments(hub: tuple[Parts, Flask]) -> None:
    parts, app = hub
    calendar = Calendar.from_ical(Browser(app, parts, "screen").get("/calendar.ics"))
    assert {str(each["summary"]) for each in calendar.walk("VEVENT")} == {"Autumn", "Cup"}


def test_health_and_figures(hub: tuple[Parts, Flask]) -> None:
    _, app = hub
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json["broker"]) == (503, "hub-no-broker"), "it is connected to nothing"
    figures = app.test_client().get("/metrics").text
    assert 'companion_hub_tables{state="playing"} 1.0' in figures
    assert "Ann" not in figures
