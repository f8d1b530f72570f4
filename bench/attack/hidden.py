"""Hidden hands and tiles: two services play twins of a game that differ only in what a seat may not know.

Every page, file and stream that this seat's phone can ask for must be the same at both.
"""

from __future__ import annotations

import re
import secrets
import socket
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger
from bench.service.served import Served
from companion.cli.toml.settings import STORE_FILE
from companion.record.events import ActionTaken, Logged, Settings
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE, Action, Game, Seat, State
from companion.sessions.journal import row_of
from companion.sessions.store import Store
from companion.storage.database import Database
from webui.access.secret import LENGTH

GAMES: Final = ("star-baker",)
"""Those whose players choose in secret. What is hidden in It Happens was won before everybody's eyes, so it
has no twins: tests/webui/test_secrets.py turns its tiles over within the program."""

SEATS: Final = 3
VIEWERS: Final[tuple[Seat | None, ...]] = (None, *range(1, SEATS + 1))
NAMES: Final = ("Anna", "Ben", "Cleo")
AT: Final = "2026-01-01T20:00:00.000+00:00"

LOOKED_AT: Final = 60
"""Actions of a seat that are compared with each other, so that a large choice takes no minutes."""

PAGES: Final = (
    *("/", "/board", "/hand", "/health", "/join", "/log", "/panel", "/past", "/past.csv", "/play", "/record"),
    *("/result", "/sim", "/camera", "/play?close=1", "/log?close=1", "/play?see=1&light=x/1"),
)

RANDOM: Final = re.compile(rb"[0-9a-f]{12,}|[\w-]{20,}|[0-9a-f]{8}(?=\xe2\x80\xa6)")
"""Words that every service draws for itself: invitations, and what tells two taps apart."""

SEATED: Final = re.compile(rb'<time datetime="(?!%s)[^"]*">[^<]*' % AT[:10].encode())
"""When somebody sat down, which is told with the time of the day; both games were played long before."""


class Twins(NamedTuple):
    """Two lines of actions that look the same to a seat."""

    line: tuple[Action, ...]
    other: tuple[Action, ...]


def attack(
    folder: Path, viewers: Sequence[Seat | None] = VIEWERS, moments: int = 2, seed: int = 0
) -> list[Outcome]:
    """Compare everything that each seat, and somebody without a seat, can see of twins.

    Parameters
    ----------
    folder
        An empty folder for the games.
    viewers
        The seats from which is looked; None is a phone without one.
    moments
        How many twins of each game are tried for each seat.
    seed
        The games follow from the seed.
    """
    outcomes = []
    for slug in GAMES:
        tried, broken = 0, []
        for viewer in viewers:
            for number in range(moments):
                twins = find_twins(load_game(slug), viewer, Random(f"{seed}{slug}{viewer}{number}"))
                if twins is not None:
                    here = folder / f"{slug}-{viewer}-{number}"
                    found = list(_differences(here, slug, twins, viewer))
                    tried += len(PAGES) + len(twins.line) + 1
                    broken += [f"{slug}, seat {viewer or 'none'}: {page}" for page in found]
        if tried:
            name = load_game(slug).info.name
            outcomes.append(
                Outcome(f"{name}: no page tells a seat what is hidden from it", tried, tuple(broken))
            )
    return outcomes


def attack_seeds(port: int, data: Path) -> list[Outcome]:
    """Look for the secret seeds of the draws to come in every answer, asking as every seat and as nobody."""
    with closing(sqlite3.connect(f"file:{data / STORE_FILE}?mode=ro", uri=True)) as connection:
        seeds = [seed.encode() for (seed,) in connection.execute("SELECT seed FROM seed")]
    tried, broken = 0, []
    for seat in (None, 1, 2):
        phone = Stranger(port)
        if seat is not None:
            phone.sit(seat)
        for page in PAGES:
            tried += len(seeds)
            body = phone.get(page).body
            broken += [f"{page}, seat {seat or 'none'}" for seed in seeds if seed in body]
    return [Outcome("no page tells the seed of draws to come", tried, tuple(broken))]


def find_twins(game: Game, viewer: Seat | None, chooser: Random) -> Twins | None:
    """Play until somebody has a choice of which the viewer cannot tell what it was; None where nobody has."""
    options = {option.key: option.default for option in game.info.options}
    state, line = game.new(SEATS, options), []
    found: Twins | None = None
    wanted = chooser.randint(0, 40)
    while state.actors and len(line) < 300:
        actor = chooser.choice(state.actors)
        actions = list(islice(state.legal(actor), LOOKED_AT))
        if actor != viewer:
            alike = _alike(state, actions, viewer)
            if alike:
                one, other = chooser.sample(chooser.choice(alike), 2)
                found = Twins((*line, one), (*line, other))
                if len(line) >= wanted:
                    return found
        action = chooser.choice(actions)
        line.append(action)
        state = state.after(action)
    return found


def _alike(state: State, actions: Sequence[Action], viewer: Seat | None) -> list[list[Action]]:
    """Group the actions after which the viewer sees the same."""
    groups: dict[bytes, list[Action]] = defaultdict(list)
    for action in actions:
        seen = state.after(action).seen_by(viewer)
        if action.secret or action.by == CHANCE:
            groups[msgspec.json.encode(seen)].append(action)
    return [group for group in groups.values() if len(group) > 1]


def _differences(folder: Path, slug: str, twins: Twins, viewer: Seat | None) -> Iterator[str]:
    """Serve both, and give every page that differs."""
    key = secrets.token_bytes(LENGTH)
    with ExitStack() as services:
        answers = []
        for name, line in zip("ab", twins, strict=True):
            data = folder / name / "data"
            keep_game(data, slug, line)
            (data / STORE_FILE).with_suffix(".key").write_bytes(key)
            service = services.enter_context(Served(data))
            service.wait()
            answers.append(_everything(service.port, viewer, len(line)))
        yield from (page for page, answer in answers[0].items() if answers[1][page] != answer)


def keep_game(data: Path, slug: str, line: Sequence[Action]) -> None:
    """Keep a game with these actions, the same every time."""
    data.mkdir(parents=True, exist_ok=True)
    with Store(data / "made.db", clock=lambda: AT) as store:
        session = store.new_session(slug, NAMES, settings=Settings(camera=False, otherwise="tap"))
        (started, *_) = session.events
    rows = [row_of(started)]
    for seq, action in enumerate(line, 2):
        rows.append(row_of(Logged(seq, AT, ActionTaken(action.by, str(action), "tap"))))
    with closing(Database(data / STORE_FILE)) as database:
        database.create("0123456789ab", AT, rows)
    for path in data.glob("made.db*"):
        path.unlink()


def _everything(port: int, viewer: Seat | None, actions: int) -> dict[str, bytes]:
    """Ask for all that this seat's phone can ask for."""
    phone = Stranger(port)
    if viewer is not None and not phone.sit(viewer):
        raise RuntimeError(f"seat {viewer} was not given")
    own = str(port).encode()
    asked = [*PAGES, *(f"/log/correct/{index}" for index in range(actions))]
    answers = {}
    for page in asked:
        reply = phone.get(page)
        answers[page] = (
            RANDOM.sub(b"*", SEATED.sub(b"*", reply.body.replace(own, b"PORT"))) + str(reply.status).encode()
        )
    answers["/events"] = RANDOM.sub(b"*", _beginning(port, phone.cookies))
    return answers


def _beginning(port: int, cookies: str) -> bytes:
    """Give what a stream says at once."""
    with closing(socket.create_connection(("127.0.0.1", port), 5)) as line, suppress(TimeoutError):
        head = f"GET /events?game=&since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n\r\n"
        line.sendall(head.encode())
        line.settimeout(1.0)
        return _heard(line).partition(b"\r\n\r\n")[2]
    return b""


def _heard(line: socket.socket) -> bytes:
    """Hear until nothing comes for a while."""
    said = b""
    with suppress(TimeoutError):
        while part := line.recv(4096):
            said += part
    return said
