"""Golden records: games that were played once and must replay to the same end for ever.

Beside every record ``NAME.game`` lies ``NAME.json`` with the state it ends in. Every game has one
for each number of seats; a further one comes from a file with only the first lines of a
record (game, rules, seats, options), which is then filled with a random game.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path

from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import Game, State
from companion.rules.record import SUFFIX, format_record, parse_record, replay
from companion.rules.testing.playout import random_record


def final_state(game: Game, state: State) -> str:
    """Write what a golden record must end in: the state, the totals and the winners."""
    outcome = state.outcome
    end = {
        "state": json.loads(game.encode(state)),
        "totals": state.sheet().totals(),
        "winners": outcome.winners if outcome else (),
    }
    return json.dumps(end, indent=1) + "\n"


def write_golden(folder: Path) -> list[Path]:
    """Play every golden record anew, write what is new or different, and give those files."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted: dict[str, tuple[str, int, dict[str, str]]] = {}
    for slug in GAMES:
        for seats in load_game(slug).info.seats:
            wanted[f"{slug}-{seats}"] = (slug, seats, {})
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.stem not in wanted:
            header = path.read_text("utf-8").split("\n\n")[0].splitlines()
            lines = [line for line in header if not line.startswith("actions")]
            record = parse_record("\n".join([*lines, "", ""]))
            wanted[path.stem] = (record.game, record.seats, record.options)
    return [path for name, chosen in wanted.items() for path in _write(folder, name, *chosen)]


def _write(folder: Path, name: str, slug: str, seats: int, options: dict[str, str]) -> list[Path]:
    game = load_game(slug)
    record = random_record(game, seats, options, seed=zlib.crc32(name.encode()))
    written, end = folder / f"{name}{SUFFIX}", folder / f"{name}.json"
    texts = {written: format_record(record), end: final_state(game, replay(record))}
    new = [path for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in new:
        path.write_text(texts[path], "utf-8")
    return new
