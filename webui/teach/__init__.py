"""Pages on which owners teach the program their box: sheets, pieces, a test, and the box that comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from webui.teach import kept, pieces, sheets, start, trying


def teach_pages() -> Iterator[Blueprint]:
    """Give the blueprints of teaching."""
    yield start.pages
    yield sheets.pages
    yield pieces.pages
    yield trying.pages
    yield kept.pages
