"""A home with wires of its own: a table and a phone in network namespaces, by root and `ip`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.service.served import COMMAND

PORT = 8080

ASK = """
import http.client, json, sys, urllib.parse
told = {}
for host, path in json.loads(sys.argv[1]):
    connection = http.client.HTTPConnection(host, int(sys.argv[2]), timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        told[host] = [answer.status, answer.read().decode()]
    except OSError as error:
        told[host] = [0, str(error)]
print(json.dumps(told))
"""


class Home:
    """A table and one phone, each in a namespace of its own; wires are added by `join`."""

    def __init__(self) -> None:
        self.table, self.phone = (f"companion-{who}-{os.getpid()}" for who in ("table", "phone"))

    def join(self, name: str, table: str, phone: str) -> None:
        """Lay a wire between the two, called ``name`` at the table, with an address at each end."""
        far = f"p-{name}"
        ip("link", "add", name, "netns", self.table, "type", "veth", "peer", "name", far, "netns", self.phone)
        for space, device, address in ((self.table, name, table), (self.phone, far, phone)):
            lasting = ["nodad"] if ":" in address else []
            ip("-n", space, "address", "add", address, "dev", device, *lasting)
            ip("-n", space, "link", "set", device, "up")

    def ask(self, *wanted: tuple[str, str], who: str = "") -> dict[str, Any]:
        """Ask from the phone (or ``who``): host -> status and page."""
        words = [sys.executable, "-c", ASK, json.dumps(wanted), str(PORT)]
        done = subprocess.run(within(who or self.phone, words), capture_output=True, check=True, timeout=60)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    @contextmanager
    def serving(self, folder: Path) -> Iterator[Path]:
        """Run the table; gives the file that it prints into."""
        out = folder / "service.out"
        words = [
            str(COMMAND),
            "serve",
            "--camera",
            "off",
            "--port",
            str(PORT),
            "--data",
            str(folder / "data"),
        ]
        environ = {**os.environ, "COMPANION_CONFIG": os.devnull, "PYTHONIOENCODING": "utf-8"}
        with out.open("wb") as file:
            process = subprocess.Popen(within(self.table, words), stdout=file, stderr=file, env=environ)
        try:
            yield out
        finally:
            process.terminate()
            process.wait(30)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def within(space: str, words: list[str]) -> list[str]:
    return ["ip", "netns", "exec", space, *words]


@contextmanager
def home() -> Iterator[Home]:
    """Build an empty home; the test is skipped where this machine may not."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces want root and `ip` (apt-get install iproute2)")
    made = Home()
    try:
        for space in (made.table, made.phone):
            try:
                ip("netns", "add", space)
            except subprocess.CalledProcessError as error:
                pytest.skip(f"no network namespace can be made here: {error.stderr.strip()}")
            ip("-n", space, "link", "set", "lo", "up")
        yield made
    finally:
        for space in (made.table, made.phone):
            subprocess.run(["ip", "netns", "delete", space], check=False, capture_output=True)
