"""``python -m companion.language``: bring all catalogues up to date, and say what is missing.

``--check`` changes nothing and fails where something is stale or broken. ``--start LANGUAGE`` begins a new
language. A folder after it is that of a game's package elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog

from companion.language.catalogue import FOLDER
from companion.language.extraction import (
    Report,
    Source,
    collected,
    keys_in,
    report,
    sources,
    template_of,
    updated,
    written,
)

ROOT = Path(__file__).resolve().parent.parent.parent
SHOWN = 20


def main() -> int:
    """Bring the catalogues up to date."""
    parser = argparse.ArgumentParser(prog="python -m companion.language", description=__doc__)
    parser.add_argument("package", nargs="?", type=Path, help="the folder of a game's package")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; fail on what is stale or broken"
    )
    parser.add_argument("--start", metavar="LANGUAGE", type=_language, help="begin a language, as pt-BR")
    parser.add_argument("--unclear", action="store_true", help="list templates that nobody can translate")
    asked = parser.parse_args()
    own = list(sources(ROOT))
    known = keys_in(collected(own[0])[0])
    packages = (
        [Source(asked.package.name, asked.package / FOLDER, (asked.package,))] if asked.package else own
    )
    wrong = [_brought_up(each, known, asked) for each in packages]
    return int(any(wrong))


def _language(tag: str) -> str:
    """Give the tag of a language as browsers write it; argparse tells of one that there is not."""
    written_so = tag.replace("_", "-")
    try:
        Locale.parse(written_so, sep="-")
    except (ValueError, UnknownLocaleError) as error:
        raise argparse.ArgumentTypeError(f"there is no language “{tag}”: name it as browsers do") from error
    return written_so


def _brought_up(source: Source, known: frozenset[str], asked: argparse.Namespace) -> bool:
    """Update one package's catalogues, or check them; give whether something is wrong."""
    template, unclear = collected(source, frozenset() if source.name == "companion" else known)
    if asked.unclear:
        for each in unclear:
            sys.stdout.write(f"{each.file}:{each.line}: {each.code}\n")
    file, text = template_of(source), written(template)
    stale = not file.is_file() or file.read_bytes() != text
    if not asked.check:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text)
        if asked.start:
            _start(source, asked.start, template)
    elif stale:
        sys.stdout.write(f"{source.name}: the template is stale: run `make translations`\n")
    broken = False
    for translation in sorted(source.catalogues.glob("*.po")):
        if not asked.check:
            translation.write_bytes(written(updated(translation, template)))
        found = report(translation, template)
        _tell(source, found)
        broken = broken or bool(found.broken)
    return broken or (asked.check and stale)


def _start(source: Source, language: str, template: Catalog) -> None:
    file = source.catalogues / f"{language}.po"
    if not file.is_file():
        begun = Catalog(locale=language.replace("-", "_"), project=source.name, charset="utf-8")
        begun.update(template)
        file.write_bytes(written(begun))


def _tell(source: Source, found: Report) -> None:
    lacks = {"missing": found.missing, "fuzzy": found.fuzzy, "broken": found.broken, "stale": found.stale}
    told = ", ".join(f"{len(each)} {name}" for name, each in lacks.items())
    sys.stdout.write(f"{source.name}, {found.file.stem}: {found.sentences} sentences: {told}\n")
    for name, texts in lacks.items():
        for text in texts[:SHOWN] if name != "stale" else ():
            sys.stdout.write(f"    {name}: {text}\n")


if __name__ == "__main__":
    sys.exit(main())
