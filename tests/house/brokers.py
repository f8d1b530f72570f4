"""A real Mosquitto, with and without TLS."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.service.served import free_port

PATIENCE_S = 60.0
BROKER = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


def until(holds: Callable[[], object], what: str) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends_s, what
        time.sleep(0.02)


class Broker:
    """A real Mosquitto; may be stopped and started again, and then has forgotten everything."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.port, self._folder = free_port(), folder
        (folder / "passwords").write_text("table:hush\n")
        (folder / "passwords").chmod(0o600)
        subprocess.run(
            [Path(BROKER).parent.parent / "bin/mosquitto_passwd", "-U", folder / "passwords"], check=True
        )
        (folder / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {folder}/passwords\n"
            "user root\npersistence false\n" + "\n".join(more)
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [BROKER, "-c", self._folder / "mosquitto.conf"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(self._answers, "the broker did not come up")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def installed_broker(folder: Path, *more: str) -> Broker:
    """Give a broker that is not started yet, with more lines of its settings; skip where there is none."""
    if not Path(BROKER).exists():
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    return Broker(folder, *more)


def openssl(folder: Path, *words: str) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: apt install openssl")
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def certify(folder: Path, name: str = "localhost") -> Path:
    """Make an authority of one's own and a broker's certificate by it for a name; give the authority's."""
    key = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    openssl(folder, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Our own")
    openssl(folder, "req", *key[:3], "-keyout", "broker.key", "-out", "broker.csr", "-subj", f"/CN={name}")
    (folder / "names").write_text(f"subjectAltName = DNS:{name}\n")
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    openssl(folder, "x509", "-req", "-in", "broker.csr", *signed, "-out", "broker.crt")
    return folder / "ca.crt"


def with_tls(folder: Path) -> tuple[str, str]:
    """Give the lines with which a broker speaks TLS."""
    return f"certfile {folder}/broker.crt", f"keyfile {folder}/broker.key"
