"""Networks are kept compressed: one that is torn is told by its name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.dice import DiceReader, weights
from vision.dice.networks import FACE_FILES, SHIPPED, FaceReader


def test_what_is_packed_is_unpacked_and_always_gives_the_same_file(tmp_path: Path) -> None:
    network = bytes(range(256)) * 40
    for name in ("a", "b"):
        weights.pack(network, tmp_path / f"{name}{weights.SUFFIX}")
    assert (tmp_path / "a.onnx.gz").read_bytes() == (tmp_path / "b.onnx.gz").read_bytes()
    assert weights.unpacked(tmp_path / "a.onnx.gz") == network


def test_the_compressed_file_takes_the_place_of_the_plain_one(tmp_path: Path) -> None:
    (tmp_path / "face.onnx").write_bytes(b"network")
    weights.pack_beside(tmp_path / "face.onnx")
    assert [path.name for path in tmp_path.iterdir()] == ["face.onnx.gz"]
    assert weights.unpacked(tmp_path / "face.onnx.gz") == b"network"


def test_a_network_that_is_not_compressed_is_read_as_it_is(tmp_path: Path) -> None:
    plain = tmp_path / "face.onnx"
    plain.write_bytes(weights.unpacked(SHIPPED / FACE_FILES[0]))
    assert FaceReader(plain).top_px == FaceReader(SHIPPED / FACE_FILES[0]).top_px


@pytest.mark.parametrize("left", [0, 5, 30, 20_000])
def test_a_torn_file_is_refused_by_its_name(tmp_path: Path, left: int) -> None:
    torn = tmp_path / FACE_FILES[0]
    torn.write_bytes((SHIPPED / FACE_FILES[0]).read_bytes()[:left])
    with pytest.raises(weights.WeightsError, match=r"wide\.onnx\.gz is (torn|empty)\. Install"):
        FaceReader(torn)


def test_a_file_that_cannot_be_opened_is_not_called_torn(tmp_path: Path) -> None:
    (tmp_path / FACE_FILES[0]).mkdir()
    with pytest.raises(weights.WeightsError, match="not to be opened"):
        FaceReader(tmp_path / FACE_FILES[0])


def test_a_missing_file_is_named() -> None:
    with pytest.raises(weights.WeightsError, match="missing") as error:
        FaceReader(Path("nowhere") / FACE_FILES[0])
    assert error.value.code == "reader-damaged"
    assert str(Path("nowhere") / FACE_FILES[0]) in error.value.sentence


@pytest.mark.parametrize("file", ["face.onnx.gz", "face.pt", "face.onnx"])
def test_a_record_lies_beside_its_network(tmp_path: Path, file: str) -> None:
    assert weights.record_of(tmp_path / file) == tmp_path / "face.json"


def test_a_reader_tells_of_a_torn_network_when_it_reads_not_when_it_is_made(tmp_path: Path) -> None:
    """So a game begins, and goes on by tapping."""
    for network in SHIPPED.glob(f"*{weights.SUFFIX}"):
        (tmp_path / network.name).write_bytes(network.read_bytes()[:1000])
    reader = DiceReader(tmp_path)
    with pytest.raises(weights.WeightsError):
        reader.read(np.full((200, 200, 3), 90, np.uint8))
