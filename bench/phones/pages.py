"""Pages of the running service: requests a second, bytes on the wire, one phone, many phones that wait."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.phones.many import PHONES, heard, spread
from bench.phones.one import first_visits, taps
from bench.service.served import Served

GAMES: Final = ("caterpillar-filler", "papillon")
FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
LANGUAGES: Final = {"en": "", "de": " in German"}
ASKING: Final = 8
A_ROOM_FULL: Final = 30
SECONDS: Final = 5.0


def run() -> dict[str, Any]:
    """Start the service without a camera, and be many phones."""
    with TemporaryDirectory() as folder, Served(Path(folder) / "data") as service:
        service.wait()
        figures: dict[str, Any] = {}
        for slug in GAMES:
            service.post(f"/new/{slug}", **FORM)
            figures[slug] = {**rates(service), **sizes(service)}
        figures["one phone"] = {**first_visits(service), **taps(service)}
        service.post("/new/papillon", **FORM)
        for phones in (A_ROOM_FULL, PHONES):
            figures[f"{phones} phones"] = heard(service, phones)
        service.stop()
    return figures


def rates(service: Served) -> dict[str, Any]:
    """Ask for the play page from many phones, each as fast as it is answered."""
    took_s: list[float] = []
    ends_s = time.monotonic() + SECONDS

    def ask() -> None:
        with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
            while time.monotonic() < ends_s:
                start_s = time.monotonic()
                phone.request("GET", "/play")
                phone.getresponse().read()
                took_s.append(time.monotonic() - start_s)

    _together([ask] * ASKING)
    return {
        f"/play, requests a second of {ASKING} phones": round(len(took_s) / SECONDS),
        **spread("ms a request", took_s),
    }


def sizes(service: Served) -> dict[str, Any]:
    """Weigh a refresh of the play page, in English and in German."""
    figures: dict[str, Any] = {}
    for language, name in LANGUAGES.items():
        with closing(HTTPConnection("127.0.0.1", service.port)) as phone:
            phone.request("GET", "/play", headers={"Accept-Encoding": "gzip", "Accept-Language": language})
            wire = phone.getresponse().read()
        figures[f"/play{name}, kB on the wire"] = round(len(wire) / 1000, 2)
        figures[f"/play{name}, kB"] = round(len(gzip.decompress(wire)) / 1000, 2)
    return figures


def _together(calls: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
