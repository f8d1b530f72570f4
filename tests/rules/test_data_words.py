"""What is wrong with a file of JSON is said as people say it, and where."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from companion.rules.kit.data_words import in_words


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    spaces: tuple[int, ...]
    name: str = ""
    cells: tuple[Annotated[str, msgspec.Meta(pattern="^[A-P]$")], ...] = ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"spaces": [1, "two"]}', "spaces, number 2: it is a whole number"),
        ('{"spaces": 3}', "spaces: it is a list, in square brackets"),
        ('{"spaces": [], "name": 3}', "name: it is a text, in quotation marks"),
        ('{"spaces": [], "cells": ["A", "Z9"]}', "cells, number 2: “Z9” is not allowed here"),
        ('{"space": []}', "there is no “space”"),
        ("{}", "“spaces” is missing"),
        ("[]", "it is a group of names and values, in curly brackets"),
        ("", "the file ends too early"),
        ('{\n"spaces": [1,\n 2,]}', "line 3 is not written as JSON is"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(msgspec.MsgspecError) as error:
        msgspec.json.decode(text, type=Thing)
    assert str(in_words(str(error.value), text.encode())).startswith(said)
