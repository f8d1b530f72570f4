"""German nouns: articles, adjectives and cases by rule.

An entry names the noun with its article and its plural; a tilde stands for the ending of an adjective, and a
bar ends the noun where words follow that never change::

    die Blume, Blumen
    der rot~ Falter, rot~ Falter
    das Feld| mit Stern, Felder| mit Stern
    der Junge, Jungen; akk=Jungen; dat=Jungen; gen=Jungen

Forms: ``nom`` (when none is named), ``akk``, ``dat``, ``gen``; ``pl``; and ``def``, ``ind`` or ``bare`` where
the sentence wants another article than the value has. A word without an article does not decline.
``an``, ``bei``, ``in``, ``von`` and ``zu`` put that word before: ``{where:def.zu}`` is *zur Blume*.
An entry may say it otherwise: ``der Vorrat, Vorräte; von=aus dem Vorrat``.
"""

from __future__ import annotations

from typing import Final

from companion.language.grammar import PLURAL, Entry, article_in
from companion.rules.phrases import Article

CASES: Final = ("nom", "akk", "dat", "gen")
GENDERS: Final = {"der": "m", "die": "f", "das": "n"}

DEFINITE: Final = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    PLURAL: ("die", "die", "den", "der"),
}
INDEFINITE: Final = {
    "m": ("ein", "einen", "einem", "eines"),
    "f": ("eine", "eine", "einer", "einer"),
    "n": ("ein", "ein", "einem", "eines"),
    PLURAL: ("", "", "", ""),
}
NONE: Final = {
    "m": ("kein", "keinen", "keinem", "keines"),
    "f": ("keine", "keine", "keiner", "keiner"),
    "n": ("kein", "kein", "keinem", "keines"),
    PLURAL: ("keine", "keine", "keinen", "keiner"),
}
WEAK: Final = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("e", "e", "en", "en"),
    PLURAL: ("en", "en", "en", "en"),
}
MIXED: Final = {
    "m": ("er", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("es", "es", "en", "en"),
    PLURAL: ("en", "en", "en", "en"),
}
STRONG: Final = {
    "m": ("er", "en", "em", "en"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "en"),
    PLURAL: ("e", "e", "en", "er"),
}
"""The endings of adjectives after *der*, after *ein* and *kein*, and without an article (Duden 4)."""

CONTRACTED: Final = {
    "an dem": "am",
    "bei dem": "beim",
    "in dem": "im",
    "von dem": "vom",
    "zu dem": "zum",
    "zu der": "zur",
}
PREPOSITIONS: Final = frozenset(pair.partition(" ")[0] for pair in CONTRACTED)

ENDING: Final = "~"
NOUN_END: Final = "|"
HISSING: Final = ("s", "ß", "x", "z", "sch", "st")


class German:
    """Declines nouns by gender, case, number and article."""

    def term(self, entry: Entry, article: Article, form: str) -> str:
        """Give a noun with its article in a form."""
        names = form.split(".")
        before = next((each for each in names if each in PREPOSITIONS), "")
        if before in entry.forms:
            return entry.forms[before]
        case = next((CASES.index(each) for each in ("dat" if before else "", *names) if each in CASES), 0)
        said = _declined(entry, article_in(form, article), case, plural=PLURAL in names)
        return _after(before, said) if before else said

    def count(self, entry: Entry, number: int, none: str, form: str) -> str:
        """Give a number with its noun, as ``3 rote Blumen``; ``keine Blumen`` for none."""
        case = next((CASES.index(each) for each in form.split(".") if each in CASES), 0)
        if not number and none:
            return _declined(entry, "no", case, plural=True)
        return f"{number} {_declined(entry, '', case, plural=number != 1)}"


def _after(preposition: str, noun: str) -> str:
    article, _, rest = noun.partition(" ")
    first = f"{preposition} {article}"
    return f"{CONTRACTED.get(first, first)} {rest}".rstrip()


def _declined(entry: Entry, article: str, case: int, *, plural: bool) -> str:
    gender, singular = _gender_of(entry.singular)
    if not gender:
        return (entry.plural if plural else entry.singular).replace(ENDING, "").replace(NOUN_END, "")
    number = PLURAL if plural else gender
    articles, endings = {
        "the": (DEFINITE, WEAK),
        "a": (INDEFINITE, STRONG if plural else MIXED),
        "no": (NONE, MIXED),
        "": (None, STRONG),
    }[article]
    noun = _in_case(_without_article(entry.plural) if plural else singular, number, case, entry.forms)
    words = (articles[number][case] if articles else "", noun.replace(ENDING, endings[number][case]))
    return " ".join(filter(None, words))


def _gender_of(singular: str) -> tuple[str, str]:
    article, _, noun = singular.partition(" ")
    return (GENDERS[article], noun) if article in GENDERS and noun else ("", singular)


def _without_article(plural: str) -> str:
    return plural.removeprefix("die ")


def _in_case(noun: str, number: str, case: int, forms: dict[str, str]) -> str:
    name = f"{CASES[case]}.{PLURAL}" if number == PLURAL else CASES[case]
    if name in forms:
        return forms[name]
    head, _, rest = noun.partition(NOUN_END)
    return head + _ending(head, number, CASES[case]) + rest


def _ending(noun: str, number: str, case: str) -> str:
    if number == PLURAL:
        return "n" if case == "dat" and not noun.endswith(("n", "s")) else ""
    if case != "gen" or number == "f":
        return ""
    return "es" if noun.endswith(HISSING) else "s"
