"""The host's code: who is at the machine reads it, a bundle that is sent away does not hold it."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest
from commands import run

from bench.service.served import Served
from companion.cli.commands.serving import announce_host, by_hand
from webui.access.host_role import HostRole, kept_code
from webui.ports import Address


def test_doctor_shows_the_code(tmp_path: Path) -> None:
    assert "is made when the table is started first" in run("doctor", "--data", str(tmp_path)).stdout
    role = HostRole(tmp_path / "games.host")
    assert role.code in run("doctor", "--data", str(tmp_path)).stdout
    (tmp_path / "games.host").write_text("damaged")
    assert "cannot be read" in run("doctor", "--data", str(tmp_path)).stdout


def test_the_start_shows_code_and_address_and_the_service_until_they_were_used(tmp_path, capsys) -> None:
    role, reached = HostRole(tmp_path / "games.host"), [Address("http://192.168.1.5:8080", "Wi-Fi")]
    announce_host(role, reached, 8080, by_hand=False)
    told = capsys.readouterr().err
    assert f"http://192.168.1.5:8080/host/{role.code}" in told
    role.give("phone")
    announce_host(role, reached, 8080, by_hand=False)
    assert capsys.readouterr().err == ""
    announce_host(role, [], 8080, by_hand=True)
    assert f"http://127.0.0.1:8080/host/{role.code}" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["NOTIFY_SOCKET", "STATE_DIRECTORY"])
def test_a_service_was_not_started_by_hand(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    for each in ("NOTIFY_SOCKET", "STATE_DIRECTORY"):
        monkeypatch.delenv(each, raising=False)
    assert by_hand()
    monkeypatch.setenv(key, "/run/there")
    assert not by_hand()


def test_a_running_table_knows_the_printed_code_and_a_bundle_leaves_it_out(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with Served(data, "off") as service:
        service.wait()
        code = kept_code(data / "games.db")
        assert stat.S_IMODE((data / "games.host").stat().st_mode) == 0o600
        assert service.post("/host", code=code).status == 303
    run("bundle", "--data", str(data), "--out", str(tmp_path / "bundle.zip"))
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        assert "****-****-****" in bundle.read("about.json").decode()
        assert not any(code.encode() in bundle.read(name) for name in bundle.namelist())
