"""Kills of the real service while people play: what anybody was shown is there when it is up again."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sweeps import slow

from bench.service.kills import (
    FORM,
    GAME,
    ROUNDS,
    Shown,
    kept_events,
    kill_loop,
    on_the_table,
    streams,
    told,
    unfinished,
)
from bench.service.served import Answer, Served
from companion.cli.toml.settings import STORE_FILE
from companion.sessions.store import Store


@pytest.mark.parametrize(
    "kills", [len(ROUNDS), pytest.param(60, marks=[pytest.mark.slow, pytest.mark.timeout(600)])]
)
def test_nothing_that_was_shown_is_lost_and_the_game_goes_on(tmp_path: Path, kills: int) -> None:
    done = list(kill_loop(tmp_path, kills))
    assert [kill.lost for kill in done] == [()] * kills
    # Before every kill somebody played, so after every kill but the last the game went on.
    assert all(kill.taps > 0 for kill in done)
    assert done[-1].shown > sum(kill.taps for kill in done)
    # What is there is also one game after the other, each of which can be played on from its log.
    with Store(tmp_path / "data" / STORE_FILE) as store:
        assert store.notice == ""
        games = [store.load(summary.id) for summary in store.sessions()]
        assert sum(game.seq for game in games) == len(kept_events(tmp_path / "data")) >= done[-1].shown
        assert len([game for game in games if game.state.actors]) <= 1


def test_what_is_lost_or_altered_is_noticed(tmp_path: Path) -> None:
    with Store(tmp_path / STORE_FILE) as store:
        session = store.new_session(GAME, ["Anna", "Ben"])
        session.act(session.game.parse(0, "first 1"))
        session.note("something")
    kept, shown = kept_events(tmp_path), Shown()
    assert kept == {(session.id, 1): "", (session.id, 2): "0 first 1", (session.id, 3): ""}
    shown.add(session.id, 2, "0 first 1")
    shown.add(session.id, 3)
    assert shown.lost(kept) == ()
    assert shown.lost({**kept, (session.id, 2): "0 first 2"}) == ((session.id, 2),)
    assert shown.lost({place: text for place, text in kept.items() if place[1] < 3}) == ((session.id, 3),)
    assert shown.untold(session.id, {1, 2}) == ((session.id, 3),)
    assert shown.untold("another", set()) == ()


class Forgetful:
    """A service on whose table no game lies."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def get(self, path: str) -> Answer:
        return Answer(200, "There is no game on the table.")


def test_a_game_that_is_not_on_the_table_any_more_is_noticed_unless_it_is_over(tmp_path: Path) -> None:
    with Store(tmp_path / STORE_FILE) as store:
        session = store.new_session(GAME, ["Anna", "Ben"])
        session.act(session.game.parse(0, "first 1"))
        shown = Shown()
        shown.add(session.id, 2, "0 first 1")
        assert unfinished(tmp_path) == {session.id}
        telling = streams(Forgetful(tmp_path))
        assert telling == {session.id: set()}
        assert shown.untold(session.id, telling[session.id]) == ((session.id, 2),)
        while session.state.actors:
            actor = session.state.actors[0]
            session.act(next(iter(session.state.legal(actor)))) if actor else session.draw()
        assert unfinished(tmp_path) == set()
        assert streams(Forgetful(tmp_path)) == {}


def begin(service: Served, **more: str) -> tuple[str, int]:
    """Begin a game; give which it is, and how far it has come."""
    service.post(f"/new/{GAME}", **FORM, **more)
    place = on_the_table(service)
    assert place is not None
    return place


def begun_and_open(service: Served) -> tuple[tuple[str, int], Iterator[str]]:
    """Begin a game, and give the stream of a page that is open, too."""
    service.wait()
    place = begin(service)
    open_page = service.stream(f"/events?game={place[0]}&since={place[1]}")
    assert next(open_page).startswith("retry")
    return place, open_page


def test_a_game_that_was_gone_on_with_is_on_the_table_again_though_nobody_has_played_in_it(
    tmp_path: Path,
) -> None:
    with Served(tmp_path / "data") as service:
        service.wait()
        first = begin(service)
        later = begin(service, aside=first[0])
        assert later[0] != first[0]
        service.post(f"/open/{first[0]}", aside=later[0])
        assert on_the_table(service) == first
        service.kill()
        service.start()
        service.wait()
        assert on_the_table(service) == first


def test_what_a_killed_service_leaves_behind_lets_the_next_one_have_the_games(tmp_path: Path) -> None:
    """Its worker ends, although phones are connected, and gives back the port and the games."""
    with Served(tmp_path / "data") as service:
        place, open_page = begun_and_open(service)
        service.kill_watch()
        assert not any(line.startswith("event: reset") for line in open_page), "it just ends"
        service.start()
        service.wait()
        assert on_the_table(service) == place


@pytest.mark.parametrize("how", [signal.SIGTERM, *slow(signal.SIGINT)], ids=["the system stops it", "Ctrl-C"])
def test_a_stopped_service_takes_the_game_up_again(tmp_path: Path, how: signal.Signals) -> None:
    with Served(tmp_path / "data") as service:
        place, _open_page = begun_and_open(service)
        assert service.stop(how) == 0
        # It was killed for a page that was open, and said that it was perhaps out of memory.
        assert "SIGKILL" not in (tmp_path / "service.out").read_text()
        # A log is left beside the games by a power cut alone.
        assert not (tmp_path / "data" / f"{STORE_FILE}-wal").exists()
        service.start()
        service.wait()
        assert on_the_table(service) == place
        assert list(told(service, *place)) == list(range(1, place[1] + 1))
