"""Catalogues say each sentence in its language; what is missing or broken there is said in English."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion.language.__main__ import main
from companion.language.catalogue import Key, read_all, read_catalogue
from companion.language.extraction import Source, collected, keys_in, report, sources, template_of, written
from companion.language.languages import LANGUAGES, tag_of_locale
from companion.language.pseudo import CLOSES, OPENS, TAG
from companion.language.speech import Translated
from companion.rules.catalogue import GAMES
from companion.rules.message import Message, together, within
from companion.rules.phrases import Audience, Count, Listing, Speech, Term

ROOT = Path(__file__).resolve().parent.parent.parent
HEAD = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n{}\n'
GERMAN_PLURAL = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
POLISH_PLURAL = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"\n'


def spoken(folder: Path, tag: str, entries: str, plural: str = GERMAN_PLURAL) -> Speech:
    file = folder / f"{tag}.po"
    file.write_text(HEAD.format(tag, plural) + entries, encoding="utf-8")
    return Translated(tag, read_all([file]))


def entry(english: str, translation: str, context: str = "") -> str:
    before = f'msgctxt "{context}"\n' if context else ""
    return f'{before}msgid "{english}"\nmsgstr "{translation}"\n\n'


NAMES = {1: "Anna", 2: "Ben"}


def test_a_message_is_said_in_german_with_words_in_their_cases(tmp_path) -> None:
    entries = entry("{who} takes {what} to {whom}.", "{who} bringt {whom:dat} {what:akk}.")
    entries += entry("flower", "die Blume, Blumen", "term") + entry("snail", "der Igel, Igel", "term")
    message = Message(
        "{who} takes {what} to {whom}.",
        {"what": Term("flower", "a"), "whom": Term("snail", "the")},
        {"who": 1},
    )
    german = spoken(tmp_path, "de", entries)
    assert message.render(Audience(NAMES, german)) == "Anna bringt dem Igel eine Blume."
    assert message.render(NAMES) == "Anna takes a flower to the snail."


def test_parts_of_a_sentence_are_translated_each_and_asked_for_in_a_case(tmp_path) -> None:
    entries = entry("{part} is closed. {count} left.", "{part:Cap} ist zu, {count:nom} übrig.")
    entries += entry("{colour} patch at {tile}", "{colour:*} bei {tile}") + entry(
        "meadow", "die Wiese", "term"
    )
    entries += entry("tile", "das Plättchen, Plättchen", "term")
    part = Message("{colour} patch at {tile}", {"colour": Term("meadow", "the"), "tile": "T4"})
    whole = Message("{part} is closed. {count} left.", {"part": part, "count": Count(0, "tile", none="no")})
    said = whole.render(Audience({}, spoken(tmp_path, "de", entries)))
    assert said == "Die Wiese bei T4 ist zu, keine Plättchen übrig."


def test_lists_read_as_the_language_writes_them(tmp_path) -> None:
    german = Audience({}, spoken(tmp_path, "de", entry("x", "y")))
    listed = [Listing(("A", "B", "C"), last).say(german) for last in ("and", "or")]
    assert listed == ["A, B und C", "A, B oder C"]
    assert str(Listing(("A", "B", "C"), "and")) == "A, B and C"


def test_several_forms_of_a_plural_follow_the_rule_of_the_language(tmp_path) -> None:
    entries = 'msgid "{n} game"\nmsgid_plural "{n} games"\n'
    entries += 'msgstr[0] "{n} gra"\nmsgstr[1] "{n} gry"\nmsgstr[2] "{n} gier"\n'
    polish = Audience({}, spoken(tmp_path, "pl", entries, POLISH_PLURAL))
    said = [Message("{n} game", {"n": n}, many="{n} games").render(polish) for n in (1, 2, 5, 22)]
    assert said == ["1 gra", "2 gry", "5 gier", "22 gry"]


@pytest.mark.parametrize(
    "translation",
    [
        "Wirf {wer}.",
        "{who}: wirf {0}.",
        "Wirf den Würfel.",
        "{who}: wirf {",
        "{who}: <b>wirf</b>.",
        "{who.text}: wirf",
    ],
)
def test_a_broken_translation_is_said_in_english_and_the_log_names_it(tmp_path, caplog, translation) -> None:
    with caplog.at_level(logging.WARNING):
        german = spoken(tmp_path, "de", entry("{who}: roll the die.", translation) + entry("No", "Nein"))
    message = Message("{who}: roll the die.", seats={"who": 1})
    assert message.render(Audience(NAMES, german)) == "Anna: roll the die."
    assert "{who}: roll the die." in caplog.text
    assert Audience({}, german).say("No") == "Nein", "the others are not touched"


@pytest.mark.parametrize("cut", range(0, 400, 23))
def test_a_catalogue_cut_anywhere_stops_nothing(tmp_path, cut) -> None:
    whole = (
        HEAD.format("de", GERMAN_PLURAL) + "".join(entry(f"Sentence {n}.", f"Satz {n}.") for n in range(9))
    ).encode()
    file = tmp_path / "de.po"
    file.write_bytes(whole[:cut])
    german = Translated("de", read_all([file]))
    said = Audience({}, german).say("Sentence 1.")
    assert said in ("Sentence 1.", "Satz 1.")


def test_ten_sentences_of_a_third_language_fall_back_sentence_by_sentence(tmp_path) -> None:
    french = Audience(NAMES, spoken(tmp_path, "fr", "".join(entry(f"S{n}.", f"P{n}.") for n in range(10))))
    both = together(Message("S3."), Message("{who}: roll the die.", seats={"who": 2}))
    assert both.render(french) == "P3. Ben: roll the die."


def test_who_is_spoken_to_is_left_out_in_every_language(tmp_path) -> None:
    german = Audience(NAMES, spoken(tmp_path, "de", entry("{who}: roll the die.", "{who}: würfle.")))
    message = Message("{who}: roll the die.", seats={"who": 1})
    assert message.without_address(1).render(german) == "würfle."
    news = within("{news} Done.", news=message)
    assert news.without_address(1).render(german) == "würfle. Done."


def test_pseudo_brackets_what_the_catalogues_know_and_nothing_else() -> None:
    pseudo = Audience({}, LANGUAGES.speech(TAG))
    known, unknown = pseudo.say("Choose your seat"), pseudo.say("Nobody ever wrote this.")
    assert known.startswith(OPENS)
    assert known.endswith(CLOSES)
    assert len(known) >= 1.3 * len("Choose your seat")
    assert unknown == "Nobody ever wrote this."


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        ({"LANG": "tlh_QO"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "tlh:de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "\udcff!!"}, "en"),
        ({}, "en"),
    ],
)
def test_the_command_speaks_the_language_of_the_environment(environment, tag) -> None:
    assert tag_of_locale(environment) == tag


def test_a_language_that_nobody_knows_is_not_begun(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["companion.language", "--start", "tlh"])
    with pytest.raises(SystemExit):
        main()
    assert "there is no language “tlh”" in capsys.readouterr().err


@cache
def templates() -> dict[Source, Catalog]:
    """Collect today's sentences of the program and its games; what the program says, no game repeats."""
    program, *games = sources(ROOT)
    template, _ = collected(program)
    known = keys_in(template)
    return {program: template} | {game: collected(game, known)[0] for game in games}


@pytest.mark.slow
def test_the_templates_of_the_catalogues_hold_every_sentence_of_today() -> None:
    stale = [
        each.name
        for each, template in templates().items()
        if template_of(each).read_bytes() != written(template)
    ]
    assert stale == [], "run `make translations`"


@pytest.mark.slow
def test_no_translation_is_broken() -> None:
    broken = {
        str(file): found.broken
        for source, template in templates().items()
        for file in source.catalogues.glob("*.po")
        if (found := report(file, template)).broken
    }
    assert broken == {}


def test_data_says_which_of_its_texts_people_read(tmp_path) -> None:
    data = '{"translated": ["rules.name"], "rules": [{"name": "Two winds", "note": "Ours."}, {"name": ""}]}'
    (tmp_path / "rules.json").write_text(data, encoding="utf-8")
    (tmp_path / "other.json").write_text("[1]", encoding="utf-8")
    template, _ = collected(Source("game", tmp_path / "catalogue", (tmp_path,)))
    assert keys_in(template) == {"|Two winds"}


@pytest.mark.slow
def test_german_is_complete() -> None:
    lacking = {
        source.name: (found.missing, found.fuzzy)
        for source, template in templates().items()
        if (found := report(source.catalogues / "de.po", template)).missing or found.fuzzy
    }
    assert lacking == {}, "translate what `make translations` names"
    assert len(templates()) == 1 + len(GAMES)


def test_a_sentence_of_several_games_has_one_german_translation() -> None:
    """All catalogues speak as one: of two translations the pages would show whichever was read first."""
    said: dict[Key, set[tuple[str, ...]]] = {}
    for source in sources(ROOT):
        for key, texts in read_catalogue(source.catalogues / "de.po").texts.items():
            said.setdefault(key, set()).add(texts)
    assert {key: each for key, each in said.items() if len(each) > 1} == {}
