"""Styles and scripts stand in several files. A browser is sent each sort as one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webui
from webui.http.joined import SCRIPTS, STYLES

FOLDER = Path(webui.__file__).parent / "static"
JOINED = {"/look.css": ("css", STYLES), "/scripts.js": ("js", SCRIPTS)}


def test_every_stylesheet_is_sent() -> None:
    assert sorted(STYLES) == sorted(path.stem for path in FOLDER.glob("*.css"))


@pytest.mark.parametrize("path", JOINED)
def test_all_files_of_a_sort_are_sent_as_one(client, path) -> None:
    ending, names = JOINED[path]
    assert client.get(path).text == "\n".join((FOLDER / f"{name}.{ending}").read_text() for name in names)


def test_no_page_asks_for_a_script_that_all_pages_have(client, session) -> None:
    for page in ("/", "/play", "/board"):
        asked = re.findall(r'<script src="/static/(\w+)', client.get(page).text)
        assert not set(asked) & set(SCRIPTS), page


@pytest.mark.parametrize("path", JOINED)
def test_a_phone_that_knows_a_file_is_sent_nothing(client, path) -> None:
    first = client.get(path)
    assert first.mimetype in ("text/css", "text/javascript")
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    address = re.search(rf'"({path}\?v=\w+)"', client.get("/").text)
    assert address is not None
    assert "immutable" in client.get(address[1]).headers["Cache-Control"]
