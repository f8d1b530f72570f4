"""The file of a taught box: whole, or refused with the reason."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from companion.boxes.errors import BoxError
from companion.boxes.taught_box import BoxContents, BoxExample, BoxSheet, pack_box, unpack_box
from companion.boxes.taught_shelf import load_box
from companion.boxes.teach_file import Shape

CONTENTS = BoxContents(
    1,
    "ours",
    None,
    (BoxSheet("mat", (400.0, 300.0), "sheets/00.jpg"),),
    {"bee": Shape("disc", (18.0, 18.0))},
    (BoxExample("bee", "pieces/0.png", "pieces/0-mask.png", 3.0),),
)
FILES = {"sheets/00.jpg": b"jpeg", "pieces/0.png": b"png", "pieces/0-mask.png": b"mask"}
BOX = pack_box(CONTENTS, FILES)


def with_entry(name: str, data: bytes) -> bytes:
    """The box with one of its entries exchanged."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(BOX)) as old, zipfile.ZipFile(buffer, "w") as new:
        for each in old.namelist():
            new.writestr(each, data if each == name else old.read(each))
    return buffer.getvalue()


def code_of(data: bytes) -> str:
    with pytest.raises(BoxError) as caught:
        unpack_box(data)
    return caught.value.code


def test_a_box_comes_back_as_it_was_packed() -> None:
    box = unpack_box(BOX)
    assert box.contents == CONTENTS
    assert dict(box.files) == FILES
    assert pack_box(box.contents, box.files) == BOX


def test_an_edited_box_is_refused() -> None:
    assert code_of(with_entry("pieces/0.png", b"another")) == "box-edited"


def test_a_box_of_a_newer_version_is_refused() -> None:
    newer = msgspec.json.encode(msgspec.structs.replace(CONTENTS, version=2))
    assert code_of(with_entry("box.json", newer)) == "box-newer"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and no more", BOX[: len(BOX) // 2]])
def test_what_is_no_box_is_refused(data: bytes) -> None:
    assert code_of(data) == "bad-box"


def test_a_box_without_a_picture_that_it_names_is_refused() -> None:
    lacking = pack_box(CONTENTS, {name: data for name, data in FILES.items() if name != "pieces/0.png"})
    assert code_of(lacking) == "bad-box"


def test_a_kept_box_is_found_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught" / "ours.box").write_bytes(BOX)
    assert load_box("ours", tmp_path).edition == load_box(str(tmp_path / "taught/ours.box"), tmp_path).edition
    with pytest.raises(BoxError, match="Kept here are: ours") as caught:
        load_box("theirs", tmp_path)
    assert caught.value.code == "box-missing"
