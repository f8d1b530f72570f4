"""Pictures for translators: each sentence that a page shows has one, framed and without its number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bench.phones.sentences import FRAMED, Numbered, PictureBook, picture_pages
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG

ROW = re.compile(r'<tr id="(\d+)"><td>\1<td>(.*?)<td>(.*?)<td><a href="(\d+\.jpg)">(.*?)</a></tr>')


@pytest.fixture
def unnumbered() -> Any:
    """The pseudo-language speaks as before once a test is over."""
    before = LANGUAGES.speech(TAG)
    yield
    LANGUAGES.speak(TAG, before)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.usefixtures("unnumbered")
def test_each_sentence_of_an_evening_has_a_picture(chromium: Any, tmp_path: Path) -> None:
    book = PictureBook(tmp_path / "pictures", LANGUAGES.sentences())
    picture_pages(book, chromium, "filler-tiles", tmp_path)
    index = book.write_index().read_text(encoding="utf-8")
    found = {text: (page, picture) for _, text, _, picture, page in ROW.findall(index)}
    assert len(found) == len(book.places) > 200
    for sentence, page in {
        "What shall we play?": "/",
        "What can I do now?": "/play",
        "Play again": "/result",
        "Who plays?": "/new/filler-tiles",
    }.items():
        assert found[sentence][0] == page, sentence
    pictures = {picture for _, picture in found.values()}
    assert {path.name for path in book.folder.glob("*.jpg")} == pictures


@pytest.mark.browser
@pytest.mark.slow
def test_a_sentence_is_framed_where_it_stands_and_its_number_is_gone(chromium: Any) -> None:
    page = chromium.new_page()
    numbered = Numbered((("", "Undo"), ("", "Look")))
    page.set_content(
        f'<p id="a">{numbered.template("Undo")}</p><p hidden>{numbered.template("Undo")}</p>'
        f'<button id="b" aria-label="{numbered.template("Look")}">x</button>'
    )
    assert page.evaluate(FRAMED) == [1, 2]
    assert page.locator("#a").inner_text() == "Undo"
    assert page.locator("#b").get_attribute("aria-label") == "Look"
    framed = page.evaluate("document.body.lastElementChild.getBoundingClientRect().toJSON()")
    button = page.locator("#b").bounding_box()
    assert [framed[side] for side in button] == pytest.approx([*button.values()], abs=0.1)
    page.close()
