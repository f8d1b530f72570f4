"""A third language is a catalogue and nothing else; what it lacks, or breaks, is said in English."""

from __future__ import annotations

import json
import logging
import sys
from html import unescape
from pathlib import Path

import pytest
from phones import app_over
from web_tables import begin

from companion.language.languages import ENGLISH_TAG, LANGUAGES
from companion.rules.phrases import ENGLISH

HEAD = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
TEN = {
    "All seats": "Toutes les places",
    "Play": "Jouer",
    "Board": "Plateau",
    "Log": "Journal",
    "Camera": "Caméra",
    "Invite": "Inviter",
    "Rules": "Règles",
    "Score": "Points",
    "Everyone": "Tout le monde",
    "To the table": "À la table",
}


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package whose catalogues are the only ones."""
    folder = tmp_path / "spoken_here" / "catalogue"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoken_here", raising=False)  # of the test before
    monkeypatch.setattr(LANGUAGES, "_packages", ("spoken_here",))
    monkeypatch.setattr(LANGUAGES, "_spoken", {ENGLISH_TAG: ENGLISH})
    monkeypatch.setattr(LANGUAGES, "_tags", None)
    return folder


def write(folder: Path, tag: str, entries: dict[str, str], context: str = "") -> Path:
    file = folder / f"{tag}.po"
    before = f'msgctxt "{context}"\n' if context else ""
    said = "".join(f'\n{before}msgid "{english}"\nmsgstr "{other}"\n' for english, other in entries.items())
    file.write_text(HEAD.format(tag) + said, encoding="utf-8")
    return file


def page_in(hub, language: str) -> str:
    begin(hub)
    return app_over(hub).test_client().get("/play", headers={"Accept-Language": language}).text


def test_ten_sentences_are_a_language_and_all_others_stay_english(hub, catalogues) -> None:
    write(catalogues, "fr", TEN)
    page = page_in(hub, "fr-CA")
    assert '<html lang="fr" dir="ltr">' in page
    assert all(said in page for said in ("Toutes les places", "Plateau", "Tout le monde"))
    assert "What can I do now?" in page
    other = app_over(hub).test_client().get("/play").text
    assert ">Français</button>" in other


def test_what_scripts_say_falls_back_sentence_by_sentence(hub, catalogues) -> None:
    said = {"The table did not answer. Try again.": "La table ne répond pas.", "The rule": "La règle {nom}"}
    write(catalogues, "fr", said, context="script")
    page = page_in(hub, "fr")
    address = unescape(page.split('src="/words/')[1].split('"')[0])
    script = app_over(hub).test_client().get(f"/words/{address}").text
    words = json.loads(script.partition("=")[2].strip().rstrip(";"))
    assert words == {"The table did not answer. Try again.": "La table ne répond pas."}, (
        "a broken sentence is as one that is missing"
    )


@pytest.mark.browser
def test_a_browser_says_in_english_what_a_third_language_lacks(open_page, hub, catalogues) -> None:
    write(
        catalogues,
        "fr",
        {"The table did not answer. Try again.": "La table ne répond pas."},
        context="script",
    )
    begin(hub)
    page = open_page("/play", locale="fr-FR")
    assert page.evaluate('[translated("The table did not answer. Try again."), translated("Your turn")]') == [
        "La table ne répond pas.",
        "Your turn",
    ]


def test_a_language_from_right_to_left_says_so(hub, catalogues) -> None:
    write(catalogues, "he", {"All seats": "כל המקומות"})
    page = page_in(hub, "he")
    assert '<html lang="he" dir="rtl">' in page
    assert "כל המקומות" in page


@pytest.mark.parametrize("size", [0, 40, 90, 150])
def test_a_catalogue_that_is_cut_stops_no_page(hub, catalogues, size) -> None:
    file = write(catalogues, "fr", TEN)
    file.write_bytes(file.read_bytes()[:size])
    assert "What can I do now?" in page_in(hub, "fr")


def test_a_catalogue_that_is_none_is_named_in_the_log(hub, catalogues, caplog) -> None:
    (catalogues / "fr.po").write_bytes(b"\x00\xff no catalogue")
    with caplog.at_level(logging.WARNING):
        page = page_in(hub, "fr")
    assert "All seats" in page
    assert "fr.po" in caplog.text


def test_a_wrong_placeholder_is_said_in_english_and_named_in_the_log(hub, catalogues, caplog) -> None:
    write(catalogues, "fr", {"Undo for {name}": "Annuler pour {nom}", "All seats": "Toutes les places"})
    with caplog.at_level(logging.WARNING):
        page = page_in(hub, "fr")
    assert "Toutes les places" in page
    assert "Undo for {name}" in caplog.text


def test_a_catalogue_of_no_language_is_left_out_and_named_in_the_log(hub, catalogues, caplog) -> None:
    write(catalogues, "nobody-speaks-this", TEN)
    with caplog.at_level(logging.WARNING):
        page = page_in(hub, "nobody-speaks-this")
    assert '<html lang="en"' in page
    assert "nobody-speaks-this.po" in caplog.text
