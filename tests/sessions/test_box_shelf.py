"""The shelf of an owner's boxes: first on the disk, then played with; nothing broken stops a table."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from rights import without_rights

from companion.games.it_happens.rules import GAME
from companion.record.errors import StoreError
from companion.rules.boxes import check_new_name
from companion.rules.catalogue import is_taken_in, load_game, take_in
from companion.rules.errors import BadData
from companion.sessions import box_shelf
from companion.sessions.box_shelf import BYTE_ORDER_MARK, LARGEST_BYTES, BoxShelf, load_boxes

SLUG = "it-happens"

DEEP = b'{"deep":' + b"[" * 50_000


@pytest.fixture(autouse=True)
def shipped_again():
    yield
    take_in(GAME)


def cards(data_set: str = "my-box", *, first: str = "B01", **changes: Any) -> bytes:
    """The shipped cards under other names."""
    shipped = resources.files("companion.games.it_happens.rules.data").joinpath("mounds.json").read_bytes()
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
    assert [str(sentence).split()[4] for sentence in wrong] == ["deep.json", "folder.json"]
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


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    shelf = BoxShelf(tmp_path, SLUG)
    assert shelf.keep(BYTE_ORDER_MARK + cards()) == "my-box"
    assert shelf.load() == []
    assert names(shelf) == ["my-box"]


def test_a_file_that_cannot_be_used_is_put_aside_and_not_written_over(tmp_path: Path) -> None:
    shelf = BoxShelf(tmp_path, SLUG)
    (tmp_path / "mounds").mkdir()
    for number, end in enumerate(("", "-2"), 1):
        spoiled = f"spoiled {number}".encode()
        (tmp_path / "mounds" / "my-box.json").write_bytes(spoiled)
        assert len(shelf.load()) == 1
        shelf.keep(cards())
        assert (tmp_path / "mounds" / f"my-box.json.removed{end}").read_bytes() == spoiled
        assert shelf.exported("my-box") == cards()
        take_in(GAME)


def test_every_folder_that_is_made_survives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(box_shelf, "sync_folder", synced.append)
    papillon = load_game("papillon")
    try:
        BoxShelf(tmp_path, "papillon").keep(papillon.example_box, "mine")
    finally:
        take_in(papillon)
    assert {tmp_path, tmp_path / "boxes"} <= set(synced)


def test_games_of_which_no_box_is_kept_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    BoxShelf(tmp_path, SLUG).keep(cards())
    looked_at: list[str] = []
    monkeypatch.setattr(BoxShelf, "load", lambda shelf: looked_at.append(shelf.slug) or [])
    assert load_boxes(tmp_path) == []
    assert SLUG in looked_at
    assert "filler-tiles" not in looked_at
    assert not [slug for slug in looked_at if slug != SLUG and not is_taken_in(slug)]


@pytest.mark.parametrize(
    "name", [".hidden", "-", "-rf", "_", "none", "None", "NULL", "CON", "con.txt", "lpt1", "ends.", "true"]
)
def test_a_new_box_is_not_called_what_a_computer_takes_for_something_else(tmp_path: Path, name: str) -> None:
    shelf = BoxShelf(tmp_path, SLUG)
    with pytest.raises(BadData, match="is no name for a box"):
        shelf.keep(cards(name))
    assert names(shelf) == []
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.parametrize("name", ["2nd", "Æbler", "конь", "none-of-it", "my.box", "connie"])
def test_a_new_box_may_be_called_what_people_call_it(name: str) -> None:
    check_new_name(name)


def test_sets_that_were_kept_before_are_taken(tmp_path: Path) -> None:
    """Their names began with a dot, or their files said more than is read."""
    folder = tmp_path / "mounds"
    folder.mkdir()
    (folder / ".hidden.json").write_bytes(cards(".hidden", edition=2018))
    shelf = BoxShelf(tmp_path, SLUG)
    assert shelf.load() == []
    assert names(shelf) == [".hidden"]


def test_a_file_under_another_name_is_named_as_its_set(tmp_path: Path) -> None:
    folder = tmp_path / "mounds"
    folder.mkdir()
    (folder / "other.json").write_bytes(cards())
    shelf = BoxShelf(tmp_path, SLUG)
    assert shelf.load() == []
    assert shelf.exported("my-box") == cards()
    shelf.remove("my-box")
    assert shelf.load() == []
    assert names(shelf) == []


def test_a_file_whose_accents_stand_apart_is_taken(tmp_path: Path) -> None:
    papillon = load_game("papillon")
    folder = tmp_path / "boxes" / "papillon"
    folder.mkdir(parents=True)
    (folder / "Mo\u0308we.json").write_bytes(papillon.example_box)
    (folder / "\u0939\u093f\u0928\u094d\u0926\u0940.json").write_bytes(papillon.example_box)
    shelf = BoxShelf(tmp_path, "papillon")
    try:
        assert shelf.load() == []
        assert "M\u00f6we" in names(shelf)
        assert len(names(shelf)) == 2
        assert shelf.exported("M\u00f6we") == papillon.example_box
    finally:
        take_in(papillon)


def test_a_folder_that_may_not_be_looked_into_keeps_nobody_from_playing(tmp_path: Path) -> None:
    BoxShelf(tmp_path, SLUG).keep(cards())
    code = (
        "import sys; from pathlib import Path; from companion.sessions.box_shelf import load_boxes\n"
        "print(*load_boxes(Path(sys.argv[1])), sep='\\n')"
    )
    (tmp_path / "mounds").chmod(0)
    told = subprocess.run(
        without_rights(sys.executable, "-c", code, tmp_path), capture_output=True, text=True, check=True
    )
    (tmp_path / "mounds").chmod(0o700)
    assert told.stdout == "The mound cards in mounds cannot be used: Permission denied.\n"
