"""The program in any locale: files and names are UTF-8, words are shown in the terminal's own encoding."""

from __future__ import annotations

import io
import os
import sys


def begin_in_utf8() -> None:
    """Have files and their names in UTF-8.

    Where the locale has them otherwise the program begins anew in Python's UTF-8 mode. Standard output keeps
    the locale's encoding, which is the terminal's. A sign that the terminal cannot show is replaced.
    """
    if sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode and sys.executable:
        os.environ["PYTHONIOENCODING"] = f"{_terminal_encoding()}:replace"
        # The same program with the same words, and no shell.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def typed_words() -> list[str]:
    """Give the words of the command line, each as the terminal has sent it or as a file is named."""
    return [_typed(word) for word in sys.argv[1:]]


def _typed(word: str) -> str:
    """Give a word with its letters, where it was typed in another encoding than UTF-8 and names no file."""
    raw = os.fsencode(word)
    try:
        raw.decode()
    except UnicodeDecodeError:
        return word if os.path.lexists(raw) else raw.decode(_terminal_encoding(), errors="replace")
    return word


def _terminal_encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"
