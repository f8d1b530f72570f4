"""A printed set in another language: its words change, and nothing that the camera reads does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
from sweeps import slow

from companion.language.languages import LANGUAGES
from companion.language.pseudo import OPENS, TAG
from companion.layout import Layout
from companion.layouts import games_with_layout, load_layout
from companion.printing.art import part_list
from companion.printing.booklet import booklet_pdf
from companion.printing.cards import card_drawing
from companion.printing.drawing import Path
from companion.printing.glyphs import text
from companion.printing.pages import PRINT_AT, board_pages, headed_pages, piece_pages, sheet_pages
from companion.printing.pdf import print_game
from companion.printing.score_pad import LABEL_MM, MARGIN_MM, score_pad_pdf
from companion.printing.words import Words, said, title_of_backs
from companion.rules.booklet import booklet_of
from companion.rules.catalogue import load_game
from companion.rules.labels import Label
from companion.rules.message import Message
from companion.rules.phrases import Audience, spoken

GAMES = sorted(games_with_layout())
GERMAN, PSEUDO = (Audience({}, LANGUAGES.speech(tag)) for tag in ("de", TAG))
POINTS_PER_MM = 72 / 25.4


def words_of(layout: Layout) -> Iterator[Words]:
    """Everything that people read on a set, beside sheets and pieces themselves."""
    parts = part_list(layout, None)
    yield from (Label(sheet.title) for sheet in layout.sheets)
    yield from (parts.title(name) for name in (*parts.groups, *parts.decks))
    yield from (parts.cards_title, *parts.score_lines)
    for card in (*parts.cards, *(card for deck in parts.decks.values() for card in deck)):
        yield from (*card.front, *card.back, *(picture.words for picture in card.pictures))
    for board in parts.boards.values():
        yield from (board.title, *(each.words for each in board.lettering))


@pytest.mark.parametrize("slug", GAMES)
def test_all_words_on_paper_come_from_a_catalogue(slug: str) -> None:
    layout = load_layout(slug)
    names = {load_game(slug).info.name, *(sheet.title for sheet in layout.sheets if slug == "it-happens"), ""}
    read = {spoken(words, PSEUDO) for words in words_of(layout)} - names
    assert [words for words in read if OPENS not in words] == []


@pytest.mark.parametrize("slug", [*GAMES[:2], *slow(*GAMES[2:])])
def test_sheets_and_pieces_are_printed_alike_in_every_language(slug: str) -> None:
    layout = load_layout(slug)
    for sheet in layout.sheets[:3]:
        own_map, *pages = sheet_pages(layout, sheet.id, "a3", GERMAN)
        english_map, *english = sheet_pages(layout, sheet.id, "a3")
        assert pages == english
        assert own_map != english_map, "how its pages join is told in German"
    parts = part_list(layout, 2)
    name, group = min(parts.groups.items(), key=lambda each: sum(part.count for part in each[1]))
    front = piece_pages(layout, parts.title(name), group, "a4", GERMAN)[0].drawing
    english_front = piece_pages(layout, parts.title(name), group, "a4")[0].drawing
    differing = [(one, other) for one, other in zip(front, english_front, strict=True) if one != other]
    lines = [(said(words, GERMAN), said(words, Audience({}))) for words in (parts.title(name), PRINT_AT)]
    assert len(differing) == len([one for one, other in lines if one != other])


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_stands_beside_sheets_and_pieces_is_in_the_pseudo_language(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that are drawn are noted as they are drawn; others are read back from the file."""
    written: list[str] = []

    def noted(line: str, *place: Any) -> Path:
        written.append(line)
        return text(line, *place)

    monkeypatch.setattr("companion.printing.pages.text", noted)
    layout = load_layout(slug)
    parts, title = part_list(layout, None), load_game(slug).info.name
    for sheet in layout.sheets[:2]:
        sheet_pages(layout, sheet.id, "a4", PSEUDO)
    for name in (*parts.groups, *parts.decks):
        headed_pages(parts.title(name), "a4", PSEUDO)
    files = [score_pad_pdf(parts.score_lines, title, 2, "a4", PSEUDO)] if parts.score_lines else []
    written += [line for file in files for line in lines_of(file)]
    own = {title, *(sheet.title for sheet in layout.sheets if slug == "it-happens")}
    assert written
    assert [line for line in written if line not in own and "[" not in line] == []


def lines_of(file: bytes) -> list[str]:
    """Give the lines that can be read in a file."""
    document = pypdfium2.PdfDocument(file)
    read = [line for page in document for line in page.get_textpage().get_text_bounded().splitlines()]
    document.close()
    return read


def test_the_foot_of_the_rules_is_in_the_pseudo_language() -> None:
    booklet = booklet_of(load_game("filler-tiles"))
    assert booklet is not None
    assert any("[the rules" in line for line in lines_of(booklet_pdf(booklet, "Filler", "a4", PSEUDO)))


@pytest.mark.parametrize("slug", GAMES)
def test_german_finds_room_on_every_card(slug: str) -> None:
    parts = part_list(load_layout(slug), None)
    for card in (*parts.cards, *(card for deck in parts.decks.values() for card in deck)):
        for back in (False, True):
            if any(card.back if back else card.front):
                german = list(card_drawing(card, (0.0, 0.0), GERMAN, back=back))
                assert german != list(card_drawing(card, (0.0, 0.0), back=back)), card.front


def test_a_translation_without_room_on_a_card_leaves_it_in_english() -> None:
    (guide,) = part_list(load_layout("caterpillar-filler"), None).decks["set-up-guide"]
    assert list(card_drawing(guide, (0.0, 0.0), PSEUDO)) == list(card_drawing(guide, (0.0, 0.0)))


def test_words_in_letters_that_the_face_lacks_are_printed_in_english() -> None:
    class Greek(type(GERMAN.speech)):
        def __init__(self) -> None:
            pass

        def template(self, text: str, many: str = "", number: int = 1) -> str:
            return "\N{GREEK CAPITAL LETTER SIGMA}\u4e00"

    assert said(Message("Tiles"), Audience({}, Greek())) == "Tiles"


@pytest.mark.parametrize("slug", GAMES)
def test_the_score_pad_is_in_german_and_its_rows_end_in_their_column(slug: str) -> None:
    lines = part_list(load_layout(slug), None).score_lines
    document = pypdfium2.PdfDocument(score_pad_pdf(lines, slug, 2, "a4", GERMAN))
    page = document[0].get_textpage()
    words = page.get_text_bounded()
    assert all(said(line, GERMAN) in words for line in lines)
    assert "Summe" in words
    assert "Total" not in words
    # A cell's text begins six points from its line, and ends as far from the next.
    ends = (MARGIN_MM + LABEL_MM) * POINTS_PER_MM + 6
    assert max(page.get_rect(n)[2] for n in range(page.count_rects())) <= ends
    document.close()


def test_backs_and_boards_speak_the_language() -> None:
    assert title_of_backs(Message("Cards"), GERMAN) == "Karten: Rückseiten, über die lange Seite wenden"
    board = part_list(load_layout("octopus-garden"), None).boards["score-board"]
    (_, page), (_, english) = (board_pages(board, "a3", each) for each in (GERMAN, Audience({})))
    assert page.drawing[: len(board.drawing)] == english.drawing[: len(board.drawing)]
    assert page != english
    assert said(board.lettering[0].words, GERMAN) == "PUNKTETAFEL"


@pytest.mark.slow
def test_a_whole_set_in_german(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("companion.printing.pdf.PX_PER_MM", 0.5)
    layout = load_layout("filler-tiles")
    german, english = tmp_path / "de", tmp_path / "en"
    files = print_game(layout, german, "a4", language="de", speech=LANGUAGES.speech("de"))
    assert [file.relative_to(german) for file in files] == [
        file.relative_to(english) for file in print_game(layout, english, "a4")
    ]
    same = {"layout.json", "png"}
    for file in files:
        name = file.relative_to(german)
        alike = file.read_bytes() == (english / name).read_bytes()
        assert alike == (name.parts[0] in same), name
