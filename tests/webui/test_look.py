"""How the pages look stands in several files, and is sent as one."""

from __future__ import annotations

from pathlib import Path

import webui
from webui.pages.art import STYLES


def test_every_stylesheet_is_sent_whole_and_once(client) -> None:
    files = {path.stem: path.read_text() for path in (Path(webui.__file__).parent / "static").glob("*.css")}
    assert sorted(STYLES) == sorted(files)
    assert client.get("/look.css").text == "\n".join(files[name] for name in STYLES)


def test_a_phone_that_knows_the_look_is_sent_nothing(client) -> None:
    first = client.get("/look.css")
    assert first.mimetype == "text/css"
    again = client.get("/look.css", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert 'href="/look.css?v=' in client.get("/").text
