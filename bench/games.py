"""Bot games on the simulated table, followed from its pictures alone, and under every misbehaviour.

`bench.watcher` follows one of them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bench.watcher import Job, Tally, Watcher
from companion.layouts import games_with_layout
from companion.simulation.switches import SWITCHES
from companion.simulation.unmarked.styles import STYLES

SPOILING = tuple(name for name in SWITCHES if name != "unplugged")
"""The switches that a picture shows: a camera that is pulled out gives none."""


def _one(job: Job) -> Tally:
    return Watcher(job).run()


def follow_games(jobs: Iterable[Job], workers: int | None = None) -> Tally:
    """Follow games, several at a time."""
    total = Tally()
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        for tally in pool.map(_one, jobs):
            total.add(tally)
    return total


def jobs_of(slug: str, games: int, **more: Any) -> Iterator[Job]:
    """Give the games of one slug: every number of seats in turn, and the options in turn."""
    for number in range(games):
        yield Job(slug, number, **more)


def run_game(slug: str, games: int, spoiled_games: int = 2) -> dict[str, Any]:
    """Follow whole games, views in the middle of actions, and games under every switch."""
    results = {"whole games": follow_games(jobs_of(slug, games)).figures()}
    half = follow_games(jobs_of(slug, 4, most_actions=60, half_done=True))
    results["with views in the middle of actions"] = half.figures()
    for switch in SPOILING:
        jobs = jobs_of(slug, spoiled_games, most_actions=60, switch=switch)
        results[f"switch {switch}"] = follow_games(jobs).figures()
    return results


GAMES = dict.fromkeys(games_with_layout(), 30) | {"caterpillar-filler": 50}
"""How many whole games of each are followed."""


def run() -> dict[str, Any]:
    """Follow every game that has a layout."""
    return {slug: run_game(slug, games) for slug, games in GAMES.items()}


def main() -> None:
    """Follow some games of one slug: ``python -m bench.games it-happens 3 [FIRST] [--switch dim]``."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("slug", choices=games_with_layout())
    parser.add_argument("count", type=int)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--most-actions", type=int, default=Job._field_defaults["most_actions"])
    parser.add_argument("--switch", choices=SPOILING, default="", help="spoil every fifth view")
    parser.add_argument("--half-done", action="store_true", help="look in the middle of actions, too")
    parser.add_argument(
        "--style", choices=[style.name for style in STYLES], default="", help="an unmarked set"
    )
    asked = parser.parse_args()
    for number in range(asked.first, asked.first + asked.count):
        job = Job(asked.slug, number, asked.most_actions, asked.switch, asked.half_done, asked.style)
        print(number, Watcher(job).run().figures(), flush=True)


if __name__ == "__main__":
    main()
