"""The broker of a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers import Broker, installed_broker


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = installed_broker(tmp_path)
    made.start()
    yield made
    made.stop()
