"""What can go wrong with a teach file or a taught box: a stable code and a sentence each."""

from __future__ import annotations

from companion.errors import CompanionError


class BoxError(CompanionError):
    """A teach file, a picture for teaching or a taught box cannot be used."""
