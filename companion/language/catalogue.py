"""Catalogues of translations: gettext's .po files, read as they are, and what is wrong with them.

A sentence whose translation is broken is left out, and so said in English; the log tells which. A file that
cannot be read takes nothing away from the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from gettext import c2py
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.language.templates import COUNTED, faults

FOLDER: Final = "catalogue"
"""Where the catalogues of the program, and of a game, lie within its package."""

TEMPLATE: Final = "messages.pot"
"""All sentences of a package, without a translation."""

TERM: Final = "term"
"""The context of nouns and other words."""

SCRIPT: Final = "script"
"""The context of what scripts say in the browser."""

Key = tuple[str, str]
"""Context, which is empty for sentences, and the English text."""

_log = logging.getLogger(__name__)


class Fault(NamedTuple):
    """What is wrong with an entry of a catalogue, or with its file when there is no ``text``."""

    text: str
    why: str


class Translations(NamedTuple):
    """What one file, or several together, say in a language."""

    texts: dict[Key, tuple[str, ...]]
    plural_of: Callable[[int], int]
    faults: tuple[Fault, ...]


def read_catalogue(file: Traversable) -> Translations:
    """Read a .po file; nothing stands there but what can be used. This never raises."""
    try:
        catalogue = read_po(BytesIO(file.read_bytes()), abort_invalid=True, ignore_obsolete=True)
        plural_of = c2py(catalogue.plural_expr)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a translation stops no table
        return Translations({}, lambda n: int(n != 1), (Fault("", f"{type(error).__name__}: {error}"),))
    texts: dict[Key, tuple[str, ...]] = {}
    found: list[Fault] = []
    for message in catalogue:
        if not message.id or not _is_translated(message):
            continue
        wrong = list(entry_faults(message))
        found += [Fault(english_of(message), why) for why in wrong]
        if not wrong:
            texts[key_of(message)] = strings_of(message)
    return Translations(texts, plural_of, tuple(found))


def merged(catalogues: list[Translations]) -> Translations:
    """Put catalogues together; where two translate the same sentence, the first has it."""
    texts: dict[Key, tuple[str, ...]] = {}
    for each in catalogues:
        texts = each.texts | texts
    plural_of = next((each.plural_of for each in catalogues if each.texts), lambda n: int(n != 1))
    return Translations(texts, plural_of, tuple(fault for each in catalogues for fault in each.faults))


def read_all(files: list[Traversable]) -> Translations:
    """Read files, the first of which has the first word, and log what is wrong with them."""
    read = [(file, read_catalogue(file)) for file in files]
    for file, found in read:
        for fault in found.faults:
            where = f" at “{fault.text}”" if fault.text else ""
            _log.warning("Catalogue %s%s: %s. That is said in English.", file, where, fault.why)
    return merged([found for _, found in read])


def ids_in(file: Traversable) -> frozenset[Key]:
    """Give the sentences and terms of a template of catalogues; none where it cannot be read."""
    try:
        catalogue = read_po(BytesIO(file.read_bytes()))
    except Exception as error:  # noqa: BLE001 - as above
        _log.warning("Catalogue %s: %s.", file, error)
        return frozenset()
    return frozenset(key_of(message) for message in catalogue if message.id)


def entry_faults(message: Message) -> Iterator[str]:
    """Say what is wrong with the translation of one entry."""
    ids, strings = _ids_of(message), strings_of(message)
    if message.context == TERM:
        return
    if len(ids) == 1 and len(strings) != 1:
        yield "it has several forms, and the sentence has one"
    for number, translation in enumerate(strings):
        english = ids[min(number, len(ids) - 1)]
        yield from faults(english, translation, plural=COUNTED if len(ids) > 1 else "")


def key_of(message: Message) -> Key:
    """Give the context and the English text of an entry."""
    return message.context or "", english_of(message)


def english_of(message: Message) -> str:
    """Give the English text of an entry, of several the first."""
    return _ids_of(message)[0]


def strings_of(message: Message) -> tuple[str, ...]:
    """Give the translation of an entry in all its forms."""
    found = message.string
    return tuple(found) if isinstance(found, list | tuple) else (found or "",)


def missing_in(catalogue: Catalog) -> Iterator[Message]:
    """Give the entries that have no translation, or a doubtful one."""
    for message in catalogue:
        if message.id and not _is_translated(message):
            yield message


def _ids_of(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def _is_translated(message: Message) -> bool:
    return not message.fuzzy and all(strings_of(message))
