"""What can go wrong with a teach file or a taught box: a stable code and a sentence each."""

from __future__ import annotations

import errno

from companion.errors import CompanionError


class BoxError(CompanionError):
    """A teach file, a picture for teaching or a taught box cannot be used."""


def unwritable(error: OSError) -> BoxError:
    """Give the error for what cannot be written on the disk."""
    full = error.errno == errno.ENOSPC
    what = "The disk is full" if full else f"The folder cannot be written: {error.strerror}"
    return BoxError("drafts-unwritable", f"{what}. What was taught before is kept.")
