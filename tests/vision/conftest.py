"""What the tests of training draw on."""

from __future__ import annotations

import pytest

from vision.training import bank
from vision.training.scenes import Props


@pytest.fixture(scope="session")
def props(tmp_path_factory: pytest.TempPathFactory) -> Props:
    """A small bank of traced dice."""
    folder = tmp_path_factory.mktemp("bank")
    bank.build(folder, seed=3, count=48)
    return Props(bank.Bank([folder]))
