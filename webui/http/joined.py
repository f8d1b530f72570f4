"""Stylesheets and scripts lie in several files, one for each subject. A browser gets one file of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from webui.http.squeezed import digest

STYLES: Final = ("table", "dock", "board", "camera", "setup", "panel", "pages", "wide", "cards", "teach")
"""Of two rules that are as particular the later one holds."""

SCRIPTS: Final = ("news", "table", "seats", "arrows", "wishes", "screen")
"""What every page runs, after ``first``. ``table`` notes what the server sent before others write into it."""

_NAMES: Final = {"css": STYLES, "js": SCRIPTS}


@cache
def joined_text(ending: str) -> str:
    """Give all stylesheets (``css``) or scripts (``js``) of a page as one text."""
    folder = Path(__file__).parent.parent / "static"
    return "\n".join((folder / f"{name}.{ending}").read_text(encoding="utf-8") for name in _NAMES[ending])


@cache
def joined_digest(ending: str) -> str:
    """Give the digest that stands in the address of a joined file: another text has another address."""
    return digest(joined_text(ending).encode())
