"""What seat cookies and invitations are signed with, kept beside the games so that a restart keeps seats."""

from __future__ import annotations

import logging
import os
import secrets
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

LENGTH: Final = 32
"""Bytes."""


def kept_secret(store: Path) -> bytes:
    """Give the secret that lies beside a store, made at the first call, for its owner alone to read.

    Where the folder cannot be written, a fresh one: seats are then chosen anew after a restart.
    """
    path = store.with_suffix(".key")
    try:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            found = path.read_bytes()
            if len(found) == LENGTH:
                return found
            # Cut off when it was written: as good as none.
            handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
        secret = secrets.token_bytes(LENGTH)
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
    except OSError as error:
        _log.warning("The key %s cannot be kept: %s", path, error)
        return secrets.token_bytes(LENGTH)
    return secret
