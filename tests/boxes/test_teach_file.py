"""The teach file: what it may say, and the sentence for everything that is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.boxes.errors import BoxError
from companion.boxes.teach_file import parse_teach_file

CORNERS = [[100, 100], [500, 110], [510, 400], [90, 410]]


def a_file(**changes: Any) -> dict[str, Any]:
    sheet = {
        "id": "mat",
        "image": "mat.jpg",
        "corners": CORNERS,
        "size_mm": [400, 300],
        "zones": [
            {
                "id": "garden",
                "cells": {"A1": [120, 120], "A2": [480, 120], "B2": [480, 380], "B1": [120, 380]},
                "grid": {"rows": ["A", "B"], "columns": ["1", "2"]},
            }
        ],
    }
    file = {
        "version": 1,
        "name": "our-box",
        "game": None,
        "sheets": [sheet],
        "pieces": [{"image": "p.jpg", "on": "mat", "items": [{"kind": "bee", "at": [10, 10]}]}],
        "kinds": {"bee": {"shape": "disc", "size_mm": [18, 18], "height_mm": 2}},
    }
    return {**file, **changes}


def sheet_with(**changes: Any) -> dict[str, Any]:
    return a_file(sheets=[{**a_file()["sheets"][0], **changes}])


def refusal(file: object) -> BoxError:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    with pytest.raises(BoxError) as caught:
        parse_teach_file(data)
    return caught.value


def test_a_whole_file_is_read() -> None:
    file = parse_teach_file(b"\xef\xbb\xbf" + json.dumps(a_file()).encode())
    assert file.sheets[0].zones[0].cells["B2"] == (480, 380)
    assert file.pieces[0].items[0].at == (10, 10)


@pytest.mark.parametrize(
    ("file", "code", "words"),
    [
        (b"no json", "bad-teach-file", "not JSON"),
        (a_file(version=2), "teach-file-newer", "Update the program"),
        (a_file(colour="red"), "bad-teach-file", "colour"),
        (a_file(sheets=[], pieces=[]), "bad-teach-file", "neither a sheet nor a piece"),
        (a_file(sheets=2 * a_file()["sheets"]), "bad-teach-file", "The sheet mat is there twice"),
        (sheet_with(corners=CORNERS[::-1]), "corners-mirrored", "anticlockwise"),
        (sheet_with(corners=[CORNERS[n] for n in (0, 2, 1, 3)]), "corners-crossed", "cross"),
        (sheet_with(size_mm=[300, 400]), "corners-turned", "top left"),
        (sheet_with(size_mm=[0, 300]), "bad-teach-file", "size_mm"),
        (sheet_with(zones=[{"id": "x"}]), "bad-teach-file", 'either "cells" or an "outline"'),
        (
            sheet_with(
                zones=[{"id": "x", "cells": {"A1": [1, 1]}, "grid": {"rows": ["A"], "columns": ["1", "2"]}}]
            ),
            "bad-teach-file",
            "A2 is missing",
        ),
        (a_file(kinds={}), "bad-teach-file", "does not say its size"),
        (
            a_file(pieces=[{"image": "p.jpg", "on": "lawn", "items": []}]),
            "bad-teach-file",
            "no sheet is called so",
        ),
        (
            a_file(pieces=[{"image": "p.jpg", "items": [{"kind": "bee"}]}]),
            "bad-teach-file",
            'either "box" or "at"',
        ),
        (
            a_file(
                pieces=[
                    {"image": "p.jpg", "items": [{"kind": kind, "at": [9, 9]} for kind in ("bee", "wasp")]}
                ],
                kinds={name: {"shape": "disc", "size_mm": [18, 18]} for name in ("bee", "wasp")},
            ),
            "kind-shown-twice",
            "bee and wasp",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(file: object, code: str, words: str) -> None:
    error = refusal(file)
    assert (error.code, words in error.sentence) == (code, True), error.sentence


def test_a_grid_of_a_game_is_the_games_own() -> None:
    assert "leave out the grid" in refusal(a_file(game="filler-tiles")).sentence


def test_two_boxes_round_one_piece_are_one_piece() -> None:
    items = [{"kind": "bee", "box": [10, 10, 40, 40]}, {"kind": "wasp", "box": [12, 9, 40, 42]}]
    kinds = {name: {"shape": "disc", "size_mm": [18, 18]} for name in ("bee", "wasp")}
    assert (
        refusal(a_file(pieces=[{"image": "p.jpg", "items": items}], kinds=kinds)).code == "kind-shown-twice"
    )
    apart = [items[0], {"kind": "wasp", "box": [45, 10, 40, 40]}]
    assert parse_teach_file(
        json.dumps(a_file(pieces=[{"image": "p.jpg", "items": apart}], kinds=kinds)).encode()
    )
