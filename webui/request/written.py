"""Moments, numbers and lists, written as the language of a request does."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_decimal

from companion.language import pseudo
from companion.language.languages import ENGLISH_TAG
from companion.record.clock import local_time
from webui.request.language import language_tag, locale_name, speech


def moment(at: str, shape: str) -> str:
    """Write a moment of the record as this language does; English in the given shape."""
    if language_tag() in (ENGLISH_TAG, pseudo.TAG):
        return local_time(at, shape)
    try:
        local = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError):
        return at
    if "%Y" not in shape:
        return format_time(local, "short", locale=locale_name())
    if "%H" not in shape:
        return format_date(local, "medium", locale=locale_name())
    return format_datetime(local, "short", locale=locale_name())


def decimal(value: float, digits: int) -> str:
    """Write a number with so many digits after the point, or after the comma where a language has one."""
    return format_decimal(value, format=f"0.{'0' * digits}", locale=locale_name())


def plain_number(value: float) -> str:
    """Write a number with as many digits after the point, or comma, as it has; two at most."""
    return format_decimal(value, format="0.##", locale=locale_name())


def listed(names: Iterable[str], last: str = "and") -> str:
    """Join names as this language does."""
    return speech().listed(list(names), last)
