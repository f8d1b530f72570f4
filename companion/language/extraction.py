"""Collects every sentence of a package, from Python, pages and scripts, for its catalogues."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from companion.language.catalogue import (
    FOLDER,
    SCRIPT,
    TEMPLATE,
    english_of,
    entry_faults,
    missing_in,
    strings_of,
)
from companion.language.python_sentences import Found, Unclear, sentences_in
from companion.language.templates import says_nothing

BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A date that never changes: catalogues differ only where their sentences do."""

WIDTH: Final = 110
CODE: Final = re.compile(r"[a-z]+(-[a-z]+)+")
"""A stable code, which nobody reads."""

TRANSLATED: Final = "translated"
"""Where a data file names what of it people read, as ``rules.name``."""

PAGE_CALL: Final = "_"
SCRIPT_KEYWORDS: Final = {"translated": (1,)}
COMMENTS: Final = ("Translators:",)


class Source(NamedTuple):
    """A package with catalogues of its own: where they lie, and the folders with its sentences."""

    name: str
    catalogues: Path
    folders: tuple[Path, ...]
    besides: tuple[Path, ...] = ()


class Report(NamedTuple):
    """What a catalogue lacks."""

    file: Path
    sentences: int
    missing: tuple[str, ...]
    fuzzy: tuple[str, ...]
    broken: tuple[str, ...]
    stale: tuple[str, ...]


def sources(root: Path) -> Iterator[Source]:
    """Give the program and its games, as they lie in a checkout."""
    games = root / "companion" / "games"
    folders = (root / "companion", root / "webui", root / "vision", root / "hw")
    yield Source("companion", root / "companion" / "language" / FOLDER, folders, (games,))
    for folder in sorted(path.parent for path in games.glob("*/__init__.py")):
        yield Source(folder.name, folder / FOLDER, (folder,))


def collected(source: Source, known: frozenset[str] = frozenset()) -> tuple[Catalog, list[Unclear]]:
    """Make the template of a package's catalogues; ``known`` is said in another package's already."""
    catalogue = Catalog(project=source.name, creation_date=BEGAN, revision_date=BEGAN, charset="utf-8")
    found, unclear = sentences_in(_files(source, "*.py"))
    texts = [*found, *_in_pages(_files(source, "*.html")), *_in_scripts(_files(source, "*.js"))]
    texts += _in_data(_files(source, "*.json"))
    for each in texts:
        if says_nothing(each.text) or CODE.fullmatch(each.text) or f"{each.context}|{each.text}" in known:
            continue
        where = [(_shown(source, each.file), None)]
        ids = (each.text, each.many) if each.many else each.text
        catalogue.add(ids, context=each.context or None, locations=where)  # type: ignore[arg-type]
    return catalogue, unclear


def keys_in(catalogue: Catalog) -> frozenset[str]:
    """Give what a catalogue says, to leave it out of another."""
    return frozenset(f"{each.context or ''}|{english_of(each)}" for each in catalogue if each.id)


def written(catalogue: Catalog) -> bytes:
    """Write a catalogue: the same bytes for the same sentences."""
    out = BytesIO()
    write_po(out, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False)
    return re.sub(rb'"(POT-Creation|PO-Revision)-Date:[^\n]*\n', b"", out.getvalue())


def template_of(source: Source) -> Path:
    """Give the place of a package's template."""
    return source.catalogues / TEMPLATE


def updated(file: Path, template: Catalog) -> Catalog:
    """Give a translation with today's sentences: new ones empty, changed ones fuzzy, old ones aside."""
    catalogue = read_po(BytesIO(file.read_bytes()), locale=file.stem.replace("-", "_"))
    catalogue.update(template, update_header_comment=False, update_creation_date=False)
    return catalogue


def report(file: Path, template: Catalog) -> Report:
    """Say what a translation lacks."""
    catalogue = read_po(BytesIO(file.read_bytes()), locale=file.stem.replace("-", "_"))
    wanted, has = keys_in(template), keys_in(catalogue)
    lacking = list(missing_in(catalogue))
    untranslated = {f"{each.context or ''}|{english_of(each)}" for each in lacking if not each.fuzzy}
    broken = [
        f"{english_of(each)}: {why}"
        for each in catalogue
        if each.id and not each.fuzzy and all(strings_of(each))
        for why in entry_faults(each)
    ]
    return Report(
        file,
        len(wanted),
        tuple(sorted(_text_of(key) for key in (wanted - has) | (untranslated & wanted))),
        tuple(english_of(each) for each in lacking if each.fuzzy),
        tuple(broken),
        tuple(sorted(_text_of(key) for key in has - wanted)),
    )


def _text_of(key: str) -> str:
    return key.partition("|")[2]


def _files(source: Source, pattern: str) -> list[Path]:
    found = [path for folder in source.folders for path in folder.rglob(pattern)]
    return sorted(path for path in found if not any(path.is_relative_to(other) for other in source.besides))


def _in_pages(files: Iterable[Path]) -> Iterator[Found]:
    environment = Environment(autoescape=True)
    for file in files:
        for call in environment.parse(file.read_text(encoding="utf-8")).find_all(nodes.Call):
            if not isinstance(call.node, nodes.Name) or call.node.name != PAGE_CALL:
                continue
            texts = [each.value for each in call.args if isinstance(each, nodes.Const)]
            if texts and isinstance(call.args[0], nodes.Const):
                yield Found("", texts[0], texts[1] if len(texts) > 1 else "", file, call.lineno)


def _in_scripts(files: Iterable[Path]) -> Iterator[Found]:
    for file in files:
        with file.open("rb") as opened:
            for line, message, _, _ in extract("javascript", opened, SCRIPT_KEYWORDS, COMMENTS):
                yield Found(SCRIPT, str(message), "", file, line)


def _in_data(files: Iterable[Path]) -> Iterator[Found]:
    """Find the texts of data: a file names in ``translated`` which fields of its lists people read."""
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        for name in data.get(TRANSLATED, ()) if isinstance(data, dict) else ():
            items, _, field = name.partition(".")
            yield from (Found("", each[field], "", file, 0) for each in data[items] if each.get(field))


def _shown(source: Source, file: Path) -> str:
    """Give a file as it is named from the folder in which the package lies."""
    root = next(folder for folder in source.folders if file.is_relative_to(folder))
    return str(file.relative_to(root.parent))
