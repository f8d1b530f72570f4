"""What can go wrong with a teach file or a taught box: a stable code and a sentence each."""

from __future__ import annotations

import errno

from companion.errors import CompanionError


class BoxError(CompanionError):
    """A teach file, a picture for teaching or a taught box cannot be used."""


def unwritable(error: OSError) -> BoxError:
    """Give the error for what cannot be written on the disk."""
    if error.errno == errno.ENOSPC:
        return BoxError("drafts-unwritable", "The disk is full. What was taught before is kept.")
    sentence = "The folder cannot be written: {why}. What was taught before is kept."
    return BoxError("drafts-unwritable", sentence, why=error.strerror)
