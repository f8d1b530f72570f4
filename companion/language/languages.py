"""Which languages there are, and which of them somebody reads."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from babel import Locale, UnknownLocaleError, negotiate_locale

from companion.language import pseudo
from companion.language.catalogue import FOLDER, TEMPLATE, Key, ids_in, read_all
from companion.language.speech import Translated
from companion.rules.catalogue import GAMES
from companion.rules.phrases import ENGLISH, Speech

ENGLISH_TAG: Final = "en"
PACKAGE: Final = "companion.language"
SUFFIX: Final = ".po"

_log = logging.getLogger(__name__)


class Language(NamedTuple):
    """A language: its tag, what its speakers call it, and the direction in which it is written."""

    tag: str
    name: str
    direction: str


class Languages:
    """The languages of the program and of all games, each read when it is first asked for."""

    def __init__(self, packages: Iterable[str] | None = None) -> None:
        self._packages = packages
        self._lock = threading.Lock()
        self._spoken: dict[str, Speech] = {ENGLISH_TAG: ENGLISH}
        self._tags: tuple[str, ...] | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """English, and every language of which there is a catalogue."""
        if self._tags is None:
            named = {name.removesuffix(SUFFIX) for name in self._file_names() if name.endswith(SUFFIX)}
            known = set(filter(_is_known, named))
            for tag in sorted(named - known):
                _log.warning("Catalogue %s%s: there is no such language, so nobody reads it.", tag, SUFFIX)
            self._tags = (ENGLISH_TAG, *sorted(known - {ENGLISH_TAG}))
        return self._tags

    @property
    def all(self) -> tuple[Language, ...]:
        """Describe each language in its own words."""
        return tuple(map(described, self.tags))

    def speech(self, tag: str) -> Speech:
        """Speak a language; English where nobody has translated that one."""
        with self._lock:
            if tag not in self._spoken and tag in (*self.tags, *pseudo.DIRECTIONS):
                self._spoken[tag] = self._pseudo(tag) if tag in pseudo.DIRECTIONS else self._translated(tag)
        return self._spoken.get(tag, ENGLISH)

    def scripts(self, tag: str) -> dict[str, str]:
        """Give what scripts say in a language: English -> translation; English needs none."""
        speech = self.speech(tag)
        return speech.scripts() if isinstance(speech, Translated | pseudo.Pseudo) else {}

    def best_of(self, wanted: Iterable[str]) -> str:
        """Give the first language of these that there is, or the nearest to it; empty where there is none."""
        asked = [tag.replace("_", "-") for tag in wanted]
        exact = next((tag for tag in asked if tag in pseudo.DIRECTIONS), "")
        return exact or negotiate_locale(asked, self.tags, sep="-") or ""

    def sentences(self) -> tuple[Key, ...]:
        """Give everything that can be translated, in one order."""
        return tuple(sorted(self._known()))

    def speak(self, tag: str, speech: Speech) -> None:
        """Have a language spoken so from here on, as tools do that number its sentences."""
        with self._lock:
            self._spoken[tag] = speech

    def _translated(self, tag: str) -> Translated:
        return Translated(tag, read_all(self._files(f"{tag}{SUFFIX}")))

    def _pseudo(self, tag: str) -> pseudo.Pseudo:
        return pseudo.Pseudo(tag, self._known())

    def _known(self) -> frozenset[Key]:
        return frozenset().union(*map(ids_in, self._files(TEMPLATE)))

    def _files(self, name: str) -> list[Traversable]:
        return [file for folder in self._folders() if (file := folder / name).is_file()]

    def _file_names(self) -> set[str]:
        return {file.name for folder in self._folders() if folder.is_dir() for file in folder.iterdir()}

    def _folders(self) -> list[Traversable]:
        packages = self._packages or (PACKAGE, *(bundle.package for bundle in GAMES.values()))
        return [files(package) / FOLDER for package in packages]


LANGUAGES: Final = Languages()


@lru_cache(maxsize=64)
def described(tag: str) -> Language:
    """Say what a language is called by those who speak it, and how it is written."""
    if tag in pseudo.DIRECTIONS:
        return Language(tag, tag, pseudo.DIRECTIONS[tag])
    locale = Locale.parse(tag, sep="-")
    name = locale.get_display_name() or tag
    return Language(tag, name[:1].upper() + name[1:], locale.text_direction)


def tag_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Give the language of whoever uses the command, by the environment; English where it names no other."""
    named = next(filter(None, (environment.get(key) for key in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    plain = named.partition(".")[0].partition("@")[0]
    # As gettext has it: LANGUAGE lists more languages, and the locales of programs have none.
    more = environment.get("LANGUAGE", "").split(":") if plain not in ("", "C", "POSIX") else []
    return LANGUAGES.best_of([*filter(None, more), plain]) or ENGLISH_TAG


def _is_known(tag: str) -> bool:
    try:
        Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return False
    return True
