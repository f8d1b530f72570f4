"""Errors that people meet are said in their language: a template with values, and no text put together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.language.languages import LANGUAGES
from companion.language.python_sentences import CODE_FIRST, SENTENCE_FIRST, sentences_in
from companion.language.templates import says_nothing
from companion.record.names import called
from companion.rules.errors import BadRecord, IllegalAction
from companion.rules.message import Message
from companion.rules.phrases import Audience
from companion.rules.record import parse_record

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("companion", "webui", "vision", "hw")
ELSEWHERE = ("companion/games",)
"""Each game has a catalogue of its own."""

GERMAN = Audience({}, LANGUAGES.speech("de"))

PLACES = dict.fromkeys(SENTENCE_FIRST, 0) | dict.fromkeys(CODE_FIRST, 1)
MAKES_ONE = re.compile(rf"\b(?:{'|'.join(PLACES)})\(")


@cache
def raised() -> tuple[tuple[str, ast.expr], ...]:
    """Give the file and the sentence of each error that is made."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), sentence)
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE)
        for sentence in made_in(path.read_text(encoding="utf-8"))
    )


def made_in(code: str) -> Iterator[ast.expr]:
    if not MAKES_ONE.search(code):
        return
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if len(args) > PLACES.get(name, 99):
                yield args[PLACES[name]]


def test_no_error_has_a_sentence_that_is_put_together() -> None:
    assert [
        f"{file}:{sentence.lineno}"
        for file, sentence in raised()
        if isinstance(sentence, ast.JoinedStr | ast.BinOp)
    ] == []


def test_every_sentence_of_an_error_is_said_in_german() -> None:
    texts = {
        each.value for _, each in raised() if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }
    assert len(texts) > 100
    told = {text for text in texts if not says_nothing(text)}
    assert sorted(text for text in told if GERMAN.speech.template(text) == text) == []


def test_an_error_is_told_with_its_values_in_the_readers_language() -> None:
    error = CompanionError("file-missing", "There is no picture {path}.", path=Path("a.jpg"))
    assert (error.sentence, str(error)) == ("There is no picture a.jpg.",) * 2
    assert error.said.say(GERMAN) == "Es gibt kein Bild a.jpg."


def test_a_name_that_people_chose_is_never_translated() -> None:
    error = CompanionError(
        "box-missing", "There is no taught box {name}. None is kept here yet.", name="Board"
    )
    assert GERMAN.say("Board") == "Brett"
    assert "Schachtel Board" in error.said.say(GERMAN)


def test_what_a_record_lacks_is_told_in_the_readers_language() -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record("game: caterpillar-filler\nrules: 1\nseats: 2\n\nchance first 3\n")
    assert caught.value.said.say(GERMAN).startswith("Zug 1, 'chance first 3', ist nicht erlaubt: ")


def test_a_seat_without_a_name_is_called_in_the_readers_language() -> None:
    reason = Message("It is {who}'s turn.", seats={"who": 2})
    with pytest.raises(IllegalAction) as caught:
        raise IllegalAction(reason.knowing(called({1: "Anna", 2: "Player 2"})))
    assert "Spieler 2" in caught.value.said.say(GERMAN)


@pytest.mark.parametrize("inner", ["The camera does not answer.", Message("The camera does not answer.")])
def test_an_error_within_an_error_is_told_in_the_same_language(inner: object) -> None:
    error = CompanionError("a", "This game cannot be replayed: {error}", error=CompanionError("b", inner))
    assert error.sentence == "This game cannot be replayed: The camera does not answer."
    assert error.said.say(GERMAN).endswith("nachspielen: Die Kamera antwortet nicht.")


def test_a_function_of_one_name_is_no_wrapper_in_another_module(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        'def _bad(text):\n    raise BadAnswer(text)\n\n\ndef check():\n    _bad("Nobody asked.")\n'
    )
    (tmp_path / "wire.py").write_text(
        'def _bad(topic):\n    publish(topic)\n\n\ndef greet():\n    _bad("hello")\n'
    )
    found, unclear = sentences_in(tmp_path.glob("*.py"))
    assert ([each.text for each in found], unclear) == (["Nobody asked."], [])
