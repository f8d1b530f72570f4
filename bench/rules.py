"""Rules: random games a second, legal routes, records."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE, Game, State
from companion.rules.habits import habits_of
from companion.rules.record import format_record, parse_record
from companion.rules.testing import choose, playout, random_record

GAMES_EACH = 60


def run() -> dict[str, Any]:
    """Measure every game."""
    return {slug: _game(load_game(slug)) for slug in GAMES}


def _game(game: Game) -> dict[str, Any]:
    tables = {f"{seats} seats": (seats, {}) for seats in game.info.seats}
    heaviest, most = habits_of(game.info.slug).heaviest, game.info.seats[-1]
    if heaviest:
        tables[f"{most} seats, the heaviest options"] = (most, heaviest)
    figures: dict[str, Any] = {
        f"random games, {name}": _playouts(game, seats, options) for name, (seats, options) in tables.items()
    }
    record = random_record(game, game.info.seats[0], seed=1)
    text = format_record(record)
    figures["ms to read and check a record"] = 1000 * _seconds(lambda: parse_record(text), 20)
    figures["ms to list the legal actions, by actions"] = _listing(game)
    return figures


def _playouts(game: Game, seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    lengths, turns = [], []
    start_s = time.perf_counter()
    for seed in range(GAMES_EACH):
        states = [state for _, state in playout(game.new(seats, options), random.Random(seed), 100_000)]
        lengths.append(len(states))
        turns.append(getattr(states[-1], "turn_no", 0))
    wall_s = time.perf_counter() - start_s
    return {
        "games a second": GAMES_EACH / wall_s,
        "actions a second": sum(lengths) / wall_s,
        "actions a game, median and most": f"{statistics.median(lengths):.0f}, {max(lengths)}",
        "turns a game, median and most": f"{statistics.median(turns):.0f}, {max(turns)}",
    }


def _listing(game: Game) -> dict[str, float]:
    """Time a player's list of legal actions, sorted by how long the list is."""
    rng = random.Random(2)
    state: State = game.new(game.info.seats[0])
    found: dict[str, list[float]] = {}
    while state.actors:
        for actor in state.actors:
            if actor != CHANCE:
                start_s = time.perf_counter()
                number = len(list(state.legal(actor)))
                passed_s = time.perf_counter() - start_s
                size = next(size for size in (10, 100, 300, 600, 10_000) if number < size)
                found.setdefault(f"fewer than {size}", []).append(1000 * passed_s)
        state = state.after(choose(state, rng))
    return {
        size: statistics.median(times) for size, times in sorted(found.items(), key=lambda kv: len(kv[0]))
    }


def _seconds(work: Callable[[], object], times: int) -> float:
    start_s = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start_s) / times
