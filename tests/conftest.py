"""What several tests share: the photographs beside the checkout, and how garbage is looked for."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"


def pytest_collection_finish() -> None:
    """Spare the search for garbage, a sixth of the work, the thousands of tests: they last to the end.

    What is made and dropped in a test is mostly no circle: it is looked through less often, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs; tests on them are left out, with this reason, where it is absent."""
    if not PHOTOS.is_dir():
        pytest.skip(f"the photographs are not beside the checkout ({PHOTOS})")
    return PHOTOS
