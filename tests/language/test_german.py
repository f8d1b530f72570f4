"""German nouns decline by rule: gender, case, number, and the article or adjective before them."""

from __future__ import annotations

import pytest

from companion.language.german import German
from companion.language.grammar import ListedForms, entry_of
from companion.language.languages import LANGUAGES
from companion.rules.labels import Label
from companion.rules.phrases import Audience, quoted, spoken

GERMAN = German()


@pytest.mark.parametrize(
    ("entry", "article", "form", "said"),
    [
        ("die Blume, Blumen", "a", "", "eine Blume"),
        ("die Blume, Blumen", "a", "dat", "einer Blume"),
        ("die Blume, Blumen", "the", "gen", "der Blume"),
        ("die Blume, Blumen", "the", "dat.pl", "den Blumen"),
        ("der Falter, Falter", "a", "akk", "einen Falter"),
        ("der Falter, Falter", "the", "gen", "des Falters"),
        ("der Falter, Falter", "the", "dat.pl", "den Faltern"),
        ("das Feld, Felder", "a", "akk", "ein Feld"),
        ("der Platz, Plätze", "the", "gen", "des Platzes"),
        ("das Auto, Autos", "the", "dat.pl", "den Autos"),
        ("der rot~ Falter, rot~ Falter", "a", "", "ein roter Falter"),
        ("der rot~ Falter, rot~ Falter", "a", "akk", "einen roten Falter"),
        ("der rot~ Falter, rot~ Falter", "the", "", "der rote Falter"),
        ("der rot~ Falter, rot~ Falter", "", "dat", "rotem Falter"),
        ("die klein~ blau~ Blume, klein~ blau~ Blumen", "the", "pl", "die kleinen blauen Blumen"),
        ("das Feld| mit Stern, Felder| mit Stern", "the", "gen", "des Felds mit Stern"),
        ("das Feld| mit Stern, Felder| mit Stern", "the", "dat.pl", "den Feldern mit Stern"),
        ("der Junge, Jungen; akk=Jungen; dat=Jungen; gen=Jungen", "a", "akk", "einen Jungen"),
        ("die Blume, Blumen", "a", "def.akk", "die Blume"),
        ("die Blume, Blumen", "the", "bare", "Blume"),
        ("rot", "a", "dat", "rot"),
        ("die rot~ Blume, rot~ Blumen", "", "def.zu", "zur roten Blume"),
        ("der Müll, Müll", "", "def.in", "im Müll"),
        ("der Markt, Märkte", "the", "von", "vom Markt"),
        ("die Blume, Blumen", "the", "von.pl", "von den Blumen"),
        ("der Markt, Märkte", "a", "an", "an einem Markt"),
        ("der Vorrat, Vorräte; von=aus dem Vorrat", "the", "von", "aus dem Vorrat"),
    ],
)
def test_a_noun_takes_the_form_that_its_sentence_asks_for(entry, article, form, said) -> None:
    assert GERMAN.term(entry_of(entry), article, form) == said


@pytest.mark.parametrize(
    ("number", "none", "form", "said"),
    [
        (1, "", "", "1 rote Blume"),
        (3, "", "", "3 rote Blumen"),
        (3, "", "dat", "3 roten Blumen"),
        (0, "", "", "0 rote Blumen"),
        (0, "no", "", "keine roten Blumen"),
    ],
)
def test_what_is_counted_agrees_with_its_number(number, none, form, said) -> None:
    assert GERMAN.count(entry_of("die rot~ Blume, rot~ Blumen"), number, none, form) == said


@pytest.mark.parametrize(
    ("article", "form", "said"),
    [
        ("", "", "fleur"),
        ("a", "", "une fleur"),
        ("the", "dat", "la fleur"),
        ("the", "pl", "les fleurs"),
        ("", "pl", "fleurs"),
    ],
)
def test_another_language_lists_the_forms_that_it_needs(article, form, said) -> None:
    entry = entry_of("fleur, fleurs; a=une fleur; the=la fleur; the.pl=les fleurs")
    assert ListedForms().term(entry, article, form) == said


def test_what_somebody_says_on_a_card_stands_in_the_languages_own_quotation_marks() -> None:
    german, english = Audience({}, LANGUAGES.speech("de")), Audience({})
    assert [spoken(quoted("“Ada opens up”"), each) for each in (german, english)] == [
        "„Ada opens up“",
        "“Ada opens up”",
    ]
    assert Label("“Ada opens up”").say(german) == "„Ada opens up“"
    assert quoted("Opera Cake") == "Opera Cake"
