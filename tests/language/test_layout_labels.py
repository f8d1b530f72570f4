"""Labels of layouts: every word of them is known to translators, and German says them in its cases."""

from __future__ import annotations

import re

import pytest

from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG
from companion.layouts import load_layout
from companion.rules.catalogue import GAMES
from companion.rules.labels import Label
from companion.rules.phrases import Audience

GERMAN = Audience({}, LANGUAGES.speech("de"))


@pytest.mark.parametrize(
    ("label", "article", "form", "said"),
    [
        ("the reserve", "", "dat", "dem Vorrat"),
        ("flower", "a", "akk", "eine Blume"),
        ("yellow head", "the", "dat", "dem gelben Kopf"),
        ("letter tile, face down", "a", "akk", "ein Buchstabenkärtchen, verdeckt"),
        ("yellow die showing 4", "the", "akk", "den gelben Würfel mit 4"),
        ("column 1, space 2 of Pebble Knoll", "", "", "Spalte 1, Feld 2 von Pebble Knoll"),
        ("row 2, column 3 of the market", "", "", "Reihe 2, Spalte 3 des Markts"),
        ("Papillon: the board", "", "", "Papillon: der Spielplan"),
        ("B7", "", "dat", "B7"),
        ("B7 (Papillon: the board)", "", "", "B7 (Papillon: der Spielplan)"),
    ],
)
def test_german_says_a_label_as_its_sentence_needs_it(label, article, form, said) -> None:
    assert Label(label, article).say(GERMAN, form) == said
    assert str(Label(label)) == label


OWN = re.compile(
    r"\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}[^\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}]*."
)
"""What the pseudo-language has translated."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*GAMES])
def test_no_word_of_a_layout_is_unknown_to_translators(slug) -> None:
    """But for names: those of games, of mounds and of recipes are printed on the things themselves."""
    layout, pseudo = load_layout(slug), Audience({}, LANGUAGES.speech(TAG))
    names = {sheet.title for sheet in layout.sheets if sheet.loose}
    if slug == "star-baker":
        names |= {kind.label.strip("“”") for kind in layout.kinds.values() if "," not in kind.label}
    zones = [zone for _, zone in layout.zones()]
    labels = [kind.label for kind in layout.kinds.values()] + [zone.label for zone in zones]
    labels += [cell.label for zone in zones for cell in zone.cells if cell.label]
    unknown = {
        label
        for label in labels
        if re.search("[a-z]{3}", _without(names, OWN.sub("", Label(label).say(pseudo))))
    }
    assert unknown == set(), "name the word as a Term in the game's layout"


def _without(names: set[str], said: str) -> str:
    for name in names:
        said = said.replace(name, "")
    return said
