"""What several tests share: the photographs beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs; tests on them are left out, with this reason, where it is absent."""
    if not PHOTOS.is_dir():
        pytest.skip(f"the photographs are not beside the checkout ({PHOTOS})")
    return PHOTOS
