"""The shelf of an owner's boxes: first on the disk, then played with; nothing broken stops a table."""

from __future__ import annotations

import errno
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion.play import box_shelf
from companion.play.box_shelf import LARGEST_BYTES, BoxShelf
from companion.play.errors import StoreError
from companion.rules.errors import BadData
from companion.rules.games import take_in
from companion.rules.games.it_happens import GAME

SLUG = "it-happens"

DEEP = b'{"deep":' + b"[" * 50_000


@pytest.fixture(autouse=True)
def shipped_again():
    yield
    take_in(GAME)


def cards(data_set: str = "my-box", *, first: str = "B01", **changes: Any) -> bytes:
    """The shipped cards under other names."""
    shipped = resources.files("companion.rules.games.it_happens").joinpath("mounds.json").read_bytes()
    found = json.loads(shipped) | {"data_set": data_set} | changes
    for number, mound in enumerate(found["mounds"], 1):
        mound["id"] = first if number == 1 else f"B{number:02}"
    return json.dumps(found).encode()


def names(shelf: BoxShelf) -> list[str]:
    return list(shelf.game.boxes)


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "store-full"), (errno.EACCES, "store-unwritable")]
)
def test_cards_that_cannot_be_written_are_not_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise OSError(number, "no")

    shelf = BoxShelf(tmp_path, SLUG)
    monkeypatch.setattr(box_shelf, "write_atomically", refuse)
    with pytest.raises(StoreError) as error:
        shelf.keep(cards())
    assert error.value.code == code
    assert names(shelf) == []
    monkeypatch.undo()
    assert shelf.keep(cards()) == "my-box"  # the name was not used up
    assert [path.name for path in (tmp_path / "mounds").iterdir()] == ["my-box.json"]


@pytest.mark.parametrize(
    "data",
    [DEEP, b"[" * 50_000, cards(worm_tiles=1).replace(b'"worm_tiles": 1', b'"worm_tiles": ' + b"9" * 5000)],
)
def test_data_that_no_reader_can_read_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(BadData):
        BoxShelf(tmp_path, SLUG).keep(data)


def test_a_file_is_not_too_large(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="200 kB"):
        BoxShelf(tmp_path, SLUG).keep(cards() + b" " * LARGEST_BYTES)


def test_nothing_in_the_folder_keeps_the_table_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = BoxShelf(tmp_path, SLUG)
    shelf.keep(cards())
    (tmp_path / "mounds" / "deep.json").write_bytes(DEEP)
    (tmp_path / "mounds" / "folder.json").mkdir()
    wrong = shelf.load()
    assert [sentence.split()[4] for sentence in wrong] == ["deep.json", "folder.json"]
    assert names(shelf) == ["my-box"]
    assert len(shelf.load()) == 2  # and once more: what is played with already is no fault
    monkeypatch.setattr(type(GAME), "with_box", lambda *_: 1 / 0)
    assert len(shelf.load()) == 3
    assert names(shelf) == []


@pytest.mark.parametrize("taken", ["tray", "Tray", "table", "TABLE", "b02"])
def test_names_that_a_place_has_are_refused_whatever_the_capitals(tmp_path: Path, taken: str) -> None:
    with pytest.raises(BadData, match=taken):
        BoxShelf(tmp_path, SLUG).keep(cards(first=taken))


def test_the_backup_has_the_cards(tmp_path: Path) -> None:
    shelf = BoxShelf(tmp_path, SLUG)
    shelf.keep(cards())
    shelf.keep_backup(tmp_path / "games.db")
    assert (tmp_path / "backups" / "mounds" / "my-box.json").read_bytes() == cards()
