"""More of the same: what `make test-all` tries beyond `make test`."""

from __future__ import annotations

import pytest


def slow(*values: object) -> list[object]:
    """Give parameters of a test, or tuples of them, that are tried by the sweeps alone."""
    each = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*parameters, marks=pytest.mark.slow) for parameters in each]
