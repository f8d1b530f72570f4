"""The hub's pages speak the language of each browser; records, figures and the API stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from told import game, tell
from unwrapped import ADDRESS, WORD, outside, texts_of
from webs import Browser, pages_over, sit

from companion.hub.league import seasons, tournaments
from companion.hub.store.database import Database
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG

PAGES = (
    "/",
    "/league",
    "/players",
    "/players/1",
    "/tournaments",
    "/tournaments/1",
    "/tables",
    "/sign-in",
    "/join/abcdefghijkl",
    "/no/such/page",
)
TYPED = frozenset(
    [
        *("Ann", "Bob", "ann", "Papillon", "Winter", "Cup", "table"),
        *("companion", "hub", "join", "no", "page"),
        *("API", "BG", "Stats", "JSON"),
    ]
)
"""Names that people, tables and games have, commands, formats, and codes of errors."""

SCORES = r"Ann \d, Bob \d"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """One kind of database is enough here."""
    return f"sqlite:///{tmp_path}/hub.db"


@pytest.fixture
def client(tmp_path: Path, database: Database) -> Iterator[FlaskClient]:
    """A hub with a room that plays, a league, a season and a tournament."""
    parts, app = pages_over(tmp_path / "hub", database)
    names = {"1": "Ann", "2": "Bob"}
    playing = {"title": "Papillon", "game": "g", "names": names, "acting": (2,), "totals": {"1": 3}}
    sit(parts, "table-1", state="playing", **playing)
    sit(parts, "table-2", state="lost", title="Papillon", game="h", names=names)
    sit(parts, "table-3", state="idle")
    for number in range(3):
        tell(parts.database, "table-1", game(f"g{number}", {"Ann": number + 4, "Bob": 5}))
    seasons.add_season(parts.database, "Winter", "2020-01-01", "2099-12-31")
    tournaments.create(parts.database, "Cup", "", tournaments.SWISS, 2, 2, [1, 2])
    yield Browser(app, parts, "admin").client
    parts.database.close()


def read(client: FlaskClient, path: str, language: str) -> str:
    return client.get(path, headers={"Accept-Language": language, "Host": "localhost"}).text


@pytest.mark.parametrize("path", PAGES)
def test_every_sentence_comes_from_a_catalogue(client: FlaskClient, path: str) -> None:
    assert outside(texts_of(read(client, path, TAG)), TYPED, SCORES) == set()


@pytest.mark.parametrize("path", PAGES)
def test_german_is_said_in_german_and_nothing_else_changes(client: FlaskClient, path: str) -> None:
    english, german = (read(client, path, tag) for tag in ("", "de"))
    assert '<html lang="en"' in english
    assert '<html lang="de"' in german
    assert read(client, path, "xx") == english, "nobody has that language"
    same = set(texts_of(german)) & set(texts_of(english))
    assert {text for text in same if len(set(WORD.findall(ADDRESS.sub("", text))) - TYPED) > 2} == set()


def test_a_browser_keeps_the_language_that_was_chosen(client: FlaskClient) -> None:
    german = LANGUAGES.best_of(["de"])
    chosen = client.get(f"/language/{german}?back=/league")
    assert (chosen.status_code, chosen.location) == (303, "/league")
    assert '<html lang="de"' in read(client, "/league", "en")
    assert client.get("/language/xx").status_code == 404
    assert client.get("/language/de?back=//elsewhere.example").location == "/"


def test_what_programs_ask_for_stays_english(client: FlaskClient) -> None:
    assert [read(client, "/api/no-such", tag) for tag in ("de", TAG)] == [
        read(client, "/api/no-such", "")
    ] * 2
