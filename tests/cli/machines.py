"""A machine of a test's own: interfaces as `ifaddr` gives them, and as Linux describes them in files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli.machine import interfaces


class Machine:
    """Interfaces that a test plugs in; ``root`` is where their files lie."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self._adapters = root, []
        self._routes = ["Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT"]
        monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: self._adapters)
        self.plug("lo", "127.0.0.1/8", "::1/128")

    def plug(self, name: str, *addresses: str, routed: bool = False, state: str = "up", **files: str) -> None:
        """Add an interface; ``files`` are what lies in its folder besides: empty ones mark its kind."""
        ips = []
        for each in addresses:
            address, _, prefix = each.partition("/")
            ip = (address, 0, 3) if ":" in address else address
            ips.append(SimpleNamespace(ip=ip, network_prefix=int(prefix)))
        self._adapters.append(SimpleNamespace(nice_name=name, ips=ips))
        if routed:
            self._routes.append(f"{name} 00000000 0101A8C0 0003 0 0 600 00000000 0 0 0")
        flags = "0x1002" if state == "off" else "0x1003"
        for file, text in {"flags": flags, "operstate": state, "uevent": "", **files}.items():
            self._write(f"sys/class/net/{name}/{file.replace('__', '/')}", text)
        self._write("proc/net/route", "\n".join(self._routes))

    def _write(self, path: str, text: str) -> None:
        whole = self.root / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        whole.write_text(text)
