"""Places and lengths that a form of teaching brings."""

from __future__ import annotations

import math

from flask import request

from companion.boxes.errors import BoxError


def number_in(field: str) -> float:
    """Give the number in a field of the form. Raises `BoxError` ``not-a-number``."""
    try:
        number = float(request.form.get(field, "").replace(",", "."))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BoxError("not-a-number", "A place or a length is missing. Drag the marks on the picture again.")
    return number
