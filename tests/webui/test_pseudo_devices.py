"""Pages of devices and refusals in the pseudo-language: no sentence of theirs comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from phones import app_over
from pseudo_games import TITLES
from unwrapped import outside, texts_of

from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.language.pseudo import TAG
from companion.panel.desk import PanelDesk
from hw.panel.board import CALLED, _why
from webui import Hub
from webui.pages.devices.panel import WIRED

SETTINGS = frozenset({"companion", "doctor", "picamera", "rtsp", "stream", "sim", "off", "auto", "GPIO"})
"""Words of settings, addresses and commands."""

CODE = r"\[?[a-z]+(?:-[a-z]+)+\]?"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """A simulated table with a game, as the service has it."""
    hub = new_hub(Start(tmp_path, TableMaker("sim", folder=tmp_path), tuple))
    hub.own_browser_is_host = True
    form = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "software", "put-aside": "yes"}
    assert app_over(hub).test_client().post("/new/caterpillar-filler", data=form).status_code == 303
    yield hub
    hub.close()
    hub.store.close()


@pytest.fixture
def phone(hub: Hub) -> FlaskClient:
    return app_over(hub).test_client()


def unsaid(phone: FlaskClient, method: str, path: str, **data: object) -> set[str]:
    answer = phone.open(path, method=method, data=data or None, headers={"Accept-Language": TAG})
    names = rf"{CODE}|{TITLES}|/dev/\w+"
    return outside(texts_of(answer.text), SETTINGS, names)


@pytest.mark.parametrize("path", ["/camera", "/sim", "/panel", "/host", "/first"])
def test_a_page_of_a_device_comes_from_the_catalogues(phone: FlaskClient, path: str) -> None:
    assert unsaid(phone, "GET", path) == set()


def test_the_panel_names_what_is_wired_and_what_is_wrong_with_it(hub: Hub, phone: FlaskClient) -> None:
    class Board:
        def __init__(self) -> None:
            self.pins = dict.fromkeys((*WIRED, "seat 1"), 4)
            self.troubles = {name: _why(name, "GPIO 4", OSError("4")) for name in (*CALLED, "seat 1")}

        def listen(self, heard: object) -> None:
            pass

    hub.panel = PanelDesk(Board())  # type: ignore[arg-type]
    assert unsaid(phone, "GET", "/panel") == set()


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/open/4711", {}),
        ("/new/it-happens/mounds", {"data_set": "mine", "columns-1": "lamp | -"}),
        ("/camera/choose", {"camera": "nothing"}),
        ("/host", {"code": "4711"}),
        ("/host/hub", {"link": "4711"}),
    ],
)
def test_what_is_refused_comes_from_the_catalogues(
    phone: FlaskClient, path: str, data: dict[str, str]
) -> None:
    assert unsaid(phone, "POST", path, **data) == set()
