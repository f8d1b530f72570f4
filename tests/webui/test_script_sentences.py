"""What scripts say in the browser stands in a call of `translated`, so that catalogues know it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted([*(ROOT / "webui").rglob("*.js"), *(ROOT / "companion").rglob("*.js")])

TEXT = r"(?P<quote>[\"'`])(?P<text>(?:(?!(?P=quote)).)*)(?P=quote)"
SENTENCE = re.compile(r"[A-Z][a-z]+,? [\w…$].*")
"""Two words, the first of which has a capital letter."""

SPOKEN = re.compile(r"(?:textContent|innerText|title|placeholder|ariaLabel)\s*\+?=\s*" + TEXT)
SPOKEN_AS_ATTRIBUTE = re.compile(
    r"setAttribute\(\s*[\"'](?:aria-label|title|alt|placeholder)[\"'],\s*" + TEXT
)
WRAPPED = re.compile(r"(?:translated|Error)\(\s*" + TEXT)
"""An error stops an old browser's script, and nobody reads it but who looks into the console."""

CALL = re.compile(r"translated\(\s*" + TEXT)

COMMENT = re.compile(r"(?m)^\s*//.*$|(?<=[\s;{}])//[^\"'`\n]*$|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")


def said_outside(script: str) -> list[str]:
    """Give the sentences of a script, and the words that it shows, outside `translated`."""
    rest = WRAPPED.sub("(", COMMENT.sub("", script))
    shown = [found["text"] for each in (SPOKEN, SPOKEN_AS_ATTRIBUTE) for found in each.finditer(rest)]
    sentences = [found["text"] for found in re.finditer(TEXT, rest) if SENTENCE.fullmatch(found["text"])]
    return [text for text in (*shown, *sentences) if WORD.search(re.sub(r"\$\{[^}]*\}", "", text))]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_nothing_that_no_catalogue_knows(script: Path) -> None:
    assert said_outside(script.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_catalogues_know_all_that_a_script_has_translated(script: Path) -> None:
    """A call within a template literal is none that is collected."""
    asked = {found["text"] for found in CALL.finditer(script.read_text(encoding="utf-8"))}
    assert asked - LANGUAGES.speech(TAG).scripts().keys() == set()


@pytest.mark.parametrize(
    "script",
    [
        'say("The table did not answer.");',
        'button.textContent = "Send";',
        "note.title = 'now';",
        'tap.setAttribute("aria-label", "close");',
        "say(`Wait ${seconds} s.`);",
    ],
)
def test_a_sentence_outside_is_found(script: str) -> None:
    assert said_outside(script)


@pytest.mark.parametrize(
    "script",
    [
        'say(translated("The table did not answer."));',
        'button.textContent = translated("Send");',
        "clock.textContent = `${minutes}:${seconds}`;",
        'for (const each of page.querySelectorAll("main .board")) each.hidden = true; // All of it.',
        'if (event.key === "Escape") close();',
    ],
)
def test_what_is_translated_or_no_sentence_is_let_pass(script: str) -> None:
    assert said_outside(script) == []
