"""What docs/add-a-game.md promises: with a folder of its own a game works."""

from __future__ import annotations

import random
import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.watcher import Job, Watcher
from companion.cli.main import main
from companion.layouts import load_layout
from companion.printing.artwork import piece_image, sheet_image
from companion.record.events import Settings
from companion.rules.catalogue import load_game
from companion.rules.testing import check_game, single_options
from companion.sessions.store import Store
from webui import Hub, create_app

SLUG = "hop-home"


def test_it_keeps_the_contract() -> None:
    game = load_game(SLUG)
    report = check_game(game, seeds=range(5), options=single_options(game, {}))
    assert report.games == 5 * 2 * len(game.info.seats)


@pytest.mark.whole
def test_the_commands_know_it(tmp_path: Path) -> None:
    record = tmp_path / "hop.game"
    for words in (
        ["playout", SLUG, "--seats", "3", "--record", str(record)],
        ["replay", str(record)],
        ["render", SLUG, str(record), "--at", "5", "--out", str(tmp_path / "table.png")],
        ["print", SLUG, "--out", str(tmp_path / "print")],
    ):
        assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0, words
    assert (tmp_path / "print" / "layout.json").exists()
    assert "Hop Home, 2-3 players" in CliRunner().invoke(main, ["games"]).output


def test_every_sheet_and_piece_is_drawn() -> None:
    layout = load_layout(SLUG)
    assert all(sheet_image(layout, sheet.id, 1.0).std() > 0 for sheet in layout.sheets)
    assert all(piece_image(layout, kind, 1.0).std() > 0 for kind in layout.kinds)


@pytest.mark.whole
def test_it_is_followed_from_pictures_alone() -> None:
    tally = Watcher(Job(SLUG, 1, most_actions=8)).run()
    assert (tally.equal, tally.tapped, tally.questions, tally.wrong) == (1, 0, 0, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_played_to_its_end_by_tapping(tmp_path: Path, seats: int) -> None:
    """The die is a row of buttons; where a frog may hop to several stones, they are tapped on the board."""
    rng, taps = random.Random(seats), 0
    with Store(tmp_path / "games.db") as store:
        hub = Hub(store)
        names = ["Anna", "Ben", "Cleo"][:seats]
        session = store.new_session(SLUG, names, {"short": "on"}, Settings(otherwise="tap"))
        hub.open(session)
        client = create_app(hub).test_client()
        assert "First draw the set-up" not in client.get(f"/new/{SLUG}").text
        while session.state.actors:
            page = client.get("/play").text
            cells = re.findall(r'href="(/play\?pick=[^"]*)"[^>]*aria-label="\d+', page)
            if cells:
                page, taps = client.get(unescape(rng.choice(cells))).text, taps + 1
            offers = re.findall(r'name="by" value="(\d)">\s*<button[^>]*name="text"\s*value="([^"]*)"', page)
            by, text = rng.choice(offers)
            assert (
                client.post("/play/act", data={"seq": session.seq, "by": by, "text": text}).status_code == 303
            )
        assert "is home first" in client.get("/result").text
        hub.close()
    assert taps > 2
