"""How the pictures of a camera are put upright: by the settings, on the page, kept for each camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.assembly import camera_choice
from companion.cli.assembly.camera_choice import CameraChoice, Taken, Turning
from companion.cli.assembly.camera_turns import CameraTurns, turns_of
from companion.cli.assembly.table import TableMaker
from companion.cli.output import InputError
from companion.cli.toml.settings import load_settings
from companion.sessions.archive import LOOSE
from companion.sessions.store import Store
from hw.cameras import Found
from hw.picture import Picture
from hw.turned import AS_IT_COMES, Turn, TurnedCamera


def test_the_settings_turn_any_camera_but_the_simulated_table(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[picture]\nturned = 90\nmirrored = true\n")
    turns = turns_of(tmp_path, load_settings(tmp_path / "a.toml").picture)
    assert turns.of("picamera2") == turns.of("rtsp://cam/") == Turn(90, mirrored=True)
    assert turns.of("sim") == turns.of("") == AS_IT_COMES


def test_a_choice_is_kept_for_its_camera_and_counts_before_the_settings(tmp_path: Path) -> None:
    CameraTurns(tmp_path, Turn(180)).choose("v4l2:0", Turn(90))
    again = CameraTurns(tmp_path, Turn(180))
    assert (again.of("v4l2:0"), again.of("/dev/video0"), again.of("v4l2:1")) == (
        Turn(90),
        Turn(90),
        Turn(180),
    )
    assert "camera-turns.json" in LOOSE, "a backup holds it"


@pytest.mark.parametrize("kept", [b"", b"\xff", b"[]", b'{"v4l2:0": {"degrees": 45}}', b'{"v4l2:0": 7}'])
def test_what_cannot_be_read_is_as_if_nothing_had_been_chosen(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "camera-turns.json").write_bytes(kept)
    turns = CameraTurns(tmp_path)
    assert turns.of("v4l2:0") == AS_IT_COMES
    turns.choose("v4l2:0", Turn(90))
    assert CameraTurns(tmp_path).of("v4l2:0") == Turn(90)


@pytest.mark.parametrize(("chosen", "used"), [("v4l2:0", "v4l2:0"), ("auto", "v4l2:3")])
def test_the_camera_in_use_is_turned_and_the_table_laid_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, used: str
) -> None:
    monkeypatch.setattr(camera_choice, "cameras_found", lambda _: [Found("v4l2:0", "Webcam")])
    turns, laid = CameraTurns(tmp_path), []
    cameras = CameraChoice(
        tmp_path,
        chosen,
        lambda _: None,
        lambda: Taken("v4l2:3"),
        turning=Turning(turns, lambda: laid.append(turns.of(used))),
    )
    for how, turn in (
        ("right", Turn(90)),
        ("mirror", Turn(270, mirrored=True)),
        ("right", Turn(0, mirrored=True)),
        ("none", AS_IT_COMES),
    ):
        cameras.put_upright(how)
        assert cameras.turn == turns.of(used) == laid[-1] == turn
    with pytest.raises(InputError) as caught:
        cameras.put_upright("left")
    assert caught.value.code == "no-turn"
    assert len(laid) == 4


@pytest.mark.parametrize("chosen", ["sim", "off"])
def test_what_needs_no_turn_has_none(tmp_path: Path, chosen: str) -> None:
    cameras = CameraChoice(
        tmp_path, chosen, lambda _: None, turning=Turning(CameraTurns(tmp_path), lambda: None)
    )
    assert cameras.turn is None
    with pytest.raises(InputError):
        cameras.put_upright("right")


def test_the_table_of_a_game_is_watched_by_the_turned_camera(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    maker = TableMaker(str(tmp_path / "pictures"), picture=Picture(turned=90), folder=tmp_path)
    with Store(tmp_path / "games.db") as store:
        table = maker(store.new_session("filler-tiles", ["Anna", "Ben"]))
    watching = table.live._camera._camera
    assert isinstance(watching, TurnedCamera)
    assert watching._turn_of("picamera2") == Turn(90)
