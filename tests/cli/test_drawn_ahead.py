"""Pieces and sheets are drawn before a phone asks for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.cli.assembly import drawn_ahead
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.layouts import load_layout
from webui import Hub, create_app
from webui.http.squeezed import squeezed
from webui.views.artwork import artwork_digest

SLUG = "caterpillar-filler"


@pytest.fixture
def hub(tmp_path) -> Iterator[Hub]:
    hub = new_hub(Start(tmp_path, TableMaker("off"), tuple))
    yield hub
    hub.close()
    hub.store.close()


@pytest.fixture
def drawn(monkeypatch):
    """Wait until something is drawn, and give what."""
    done, layouts = threading.Semaphore(0), []

    def draw(layout) -> None:
        layouts.append(layout)
        done.release()

    def wait() -> list:
        assert done.acquire(timeout=60)
        return layouts

    monkeypatch.setattr(drawn_ahead, "_draw", draw)
    return wait


def test_the_form_of_a_new_game_has_its_pieces_drawn(hub, drawn) -> None:
    assert create_app(hub).test_client().get(f"/new/{SLUG}").status_code == 200
    assert drawn() == [load_layout(SLUG)]


def test_a_game_on_the_table_has_its_pieces_drawn(hub, drawn) -> None:
    hub.open(hub.store.new_session(SLUG, ("Anna", "Ben")))
    assert drawn() == [load_layout(SLUG)]


def test_a_page_finds_what_was_drawn_ahead_drawn_and_compressed(hub) -> None:
    drawn_ahead._draw(load_layout(SLUG))
    phone, sheets = create_app(hub).test_client(), load_layout(SLUG).sheets
    before = squeezed.cache_info()
    for name in ("pieces-0.svg", *(f"sheet/{sheet.id}.svg" for sheet in sheets)):
        address = f"/art/{SLUG}/{name}?v={artwork_digest(SLUG)}"
        assert phone.get(address, headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    after = squeezed.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (1 + len(sheets), 0)


def test_artwork_that_cannot_be_drawn_stops_nobody(hub, monkeypatch, caplog) -> None:
    monkeypatch.setattr(drawn_ahead, "pieces_svg", lambda *_: 1 / 0)
    drawn_ahead._draw(load_layout(SLUG))
    assert "was not drawn" in caplog.text
