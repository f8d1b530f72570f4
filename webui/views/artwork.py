"""Addresses of the pictures of sheets and pieces. A browser keeps each picture for ever."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from flask import url_for

from companion import printing
from companion.layout import Layout
from companion.printing.rendering.svg import piece_files
from companion.rules.catalogue import GAMES


class Artwork(NamedTuple):
    """A piece as a page uses it: its address within a file of pieces, its size, its turn, its label."""

    href: str
    width: float
    height: float
    turn_deg: int
    label: str = ""


@cache
def artwork_digest(game: str) -> str:
    """Give the digest of a game's artwork; every change of a drawing gives another one."""
    found = blake2b(digest_size=6)
    for package in (printing.__name__, GAMES[game].package):
        folder = Path(import_module(package).__file__ or "").parent
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.read_bytes())
    return found.hexdigest()


def sheet_address(game: str, sheet: str, box: str | None) -> str:
    """Give the address of a printed sheet."""
    return url_for("art.sheet", game=game, sheet=sheet, box=box, v=artwork_digest(game))


def piece_artwork(layout: Layout, kind: str) -> Artwork:
    """Give a piece of a layout. Raises KeyError."""
    described, label, turns, width, height = _described(layout, kind)
    game, file = layout.game, _file(layout, described)
    address = url_for("art.pieces", game=game, file=file, box=layout.box or None, v=artwork_digest(game))
    return Artwork(f"{address}#{described}", width, height, 90 * turns, label)


@lru_cache(maxsize=1024)
def _file(layout: Layout, described: str) -> int:
    """Give the number of the file that has a piece."""
    return next(number for number, names in enumerate(piece_files(layout)) if described in names)


@lru_cache(maxsize=1024)
def _described(layout: Layout, kind: str) -> tuple[str, str, int, float, float]:
    described, turns = layout.kind(kind)
    return (described.name, described.label, turns, *described.size_mm)
