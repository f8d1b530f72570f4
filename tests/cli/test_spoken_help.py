"""Help and wrong usage in the language of the locale: what the command says, and what click says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli.click_words import MODULES, WORDS
from companion.cli.help_texts import KINDS, OF_CLICK, paragraphs
from companion.cli.main import HOME_OF, main
from companion.language.languages import LANGUAGES

GERMAN = {"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
ENGLISH = {**GERMAN, "LANG": "en_GB.UTF-8"}

SAYING = ("_", "ngettext")

UNHEARD = (
    "Argument is deprecated",
    "Arguments take exactly",
    "Boolean option",
    "Choice(",
    "Confirm the action",
    "Could not determine",
    "DeprecationWarning",
    "Do you want",
    "Invalid start character",
    "Missing {param_type}",
    "Missing parameter: {param_name}",
    "Name '{name}' defined twice",
    "Positional arguments",
    "{len_type} values are required",
    "No options defined",
    "Value must be an iterable",
    "(dynamic)",
    "deprecated",
    "{value!r} does not match the format",
    "{value!r} is not a valid UUID",
    "Takes {nargs} values",
    "%(prog)s, version",
    "path",
    "file",
    "directory",
)
"""How sentences of click begin that tell of mistakes in our code, or of kinds of options that we lack."""


def run(locale: dict[str, str], *arguments: str) -> Result:
    return CliRunner(env=locale).invoke(main, arguments)


def commands(command: click.Command, ctx: click.Context) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None
            yield from commands(found, ctx)


def test_every_help_text_is_said_in_german() -> None:
    german = LANGUAGES.speech("de")
    texts = []
    for command in commands(main, click.Context(main)):
        texts += paragraphs(command.help or "")
        texts += [each.help for each in command.params if isinstance(each, click.Option) and each.help]
    assert len(texts) > 80
    assert [text for text in texts if german.template(text) == text] == []


def test_every_sentence_of_click_that_people_can_read_has_words_of_ours() -> None:
    folder = Path(click.__file__).parent
    trees = [ast.parse((folder / f"{name}.py").read_text(encoding="utf-8")) for name in MODULES]
    calls = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Call)]
    words = [each.args for each in calls if isinstance(each.func, ast.Name) and each.func.id in SAYING]
    said = {each.value for args in words for each in args if isinstance(each, ast.Constant)} - {1}
    assert len(said) > 40
    known = {*WORDS, *OF_CLICK}
    assert sorted(str(text) for text in said - known if not str(text).startswith(UNHEARD)) == []


def test_all_words_for_click_are_said_in_german() -> None:
    german = LANGUAGES.speech("de")
    words = {*WORDS.values(), *OF_CLICK, *KINDS.values()} - {"TEXT"}
    assert [text for text in words if german.template(text) == text] == []


@pytest.mark.parametrize(
    ("words", "german", "english"),
    [
        (["--help"], "Die Spiele mit Plätzen", "List the games"),
        (["print", "--help"], "--seats ZAHL", "--seats INTEGER"),
        (["hub", "join", "--help"], "Diese Hilfe zeigen.", "Show this message and exit."),
        (["replay"], "Es fehlt das Argument", "Missing argument"),
        (["replay", "--nope"], "Die Option „--nope“ gibt es nicht.", "No such option"),
        (["dance"], "Den Befehl „dance“ gibt es nicht.", "No such command"),
        (["serve", "--port", "0"], "liegt nicht im Bereich", "is not in the range"),
    ],
    ids=" ".join,
)
def test_help_and_wrong_usage_speak_the_language_of_the_locale(
    words: list[str], german: str, english: str
) -> None:
    in_german, in_english = run(GERMAN, *words), run(ENGLISH, *words)
    assert in_german.exit_code == in_english.exit_code
    assert german in in_german.output
    assert english in in_english.output
    assert "Aufruf: " in in_german.output
    assert "Usage" not in in_german.output
    assert in_german.output.rpartition("[wrong-usage]")[1] == in_english.output.rpartition("[wrong-usage]")[1]


def test_every_error_begins_with_the_word_for_it(tmp_path: Path) -> None:
    words = ("replay", str(tmp_path / "none"))
    assert run(GERMAN, *words).output.startswith("Fehler: ")
    assert run(ENGLISH, *words).output.startswith("Error: ")


def test_all_commands_are_listed_with_what_they_do() -> None:
    listed = run(GERMAN, "--help").output
    assert [name for name in HOME_OF if f"\n  {name} " not in listed] == []
