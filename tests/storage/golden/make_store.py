"""Write the golden store of a release: run once when an event or the schema has a new shape.

``python tests/storage/golden/make_store.py NAME`` writes ``NAME.sqlite`` and what must be read from it.
A golden store is never made again: it stands for the files that players have.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "made_up"))

import msgspec  # noqa: E402
import orchard  # noqa: E402
from orchard import CHANCE, Eat, First, Pick, Polish  # noqa: E402

from companion.record.events import VERSIONS, Settings  # noqa: E402
from companion.record.setup import begin_set_up  # noqa: E402
from companion.sessions.store import Store  # noqa: E402


def expected(store: Store, ident: str) -> dict:
    """What a reader must find in a session."""
    session = store.load(ident)
    return {
        "state": msgspec.json.decode(msgspec.json.encode(session.state)),
        "line": [f"{entry.by} {entry.text} {entry.source} {entry.draw}" for entry in session.line],
        "totals": {str(seat): points for seat, points in session.state.sheet().totals().items()},
        "kinds": [type(each.event).__name__ for each in session.events],
        "record": session.record(),
    }


def fill(store: Store) -> list[str]:
    """Play so that every kind of event occurs."""
    set_up = begin_set_up(orchard.GAME, {"goal": "8"}, "golden").draw("weather")
    drawn = store.new_session("orchard", ["Anna", "Ben"], set_up=set_up)
    drawn.draw()
    drawn.change_settings(Settings(camera=False, chance={"pick": "software"}, unmarked=True))
    while drawn.state.actors:
        drawn.act(Eat(drawn.state.actors[0], drawn.state.apple))
    drawn.correct(2, [Polish(drawn.line[2].by)], removed=len(drawn.line) - 2)
    drawn.act(Eat(drawn.state.actors[0], drawn.state.apple))

    unmarked = Settings(unmarked=True, look="our-box")
    read = store.new_session("orchard", ["Cleo", "Dora", "Eve"], settings=unmarked)
    read.act_all([First(CHANCE, 2), Pick(CHANCE, 4)], "camera", 0.93)
    asked = read.ask("Is this a 4 or a 6?", ["4", "6"], "tray/1")
    read.answer(asked, "4")
    read.act(Eat(2, 4))
    read.act(Pick(CHANCE, 1), "camera")
    read.undo(2)
    read.refuse(3)
    read.undo(2)
    read.agree(1)
    read.agree(3)
    read.redo()
    read.correct(1, [Pick(CHANCE, 5)], by=3)
    read.act(Eat(2, 5), "bot")
    read.take_up(skip=1)
    read.note("Tea is ready.", 1)
    return [drawn.id, read.id]


def main(name: str) -> None:
    """Write one golden store."""
    path = HERE / f"{name}.sqlite"
    if path.exists():
        raise SystemExit(f"{path.name} is golden: it is never made again.")
    second = count()
    with Store(path, orchard.find, clock=lambda: f"2026-11-21T20:00:{next(second):02}.000+00:00") as store:
        sessions = {ident: expected(store, ident) for ident in fill(store)}
    for ending in ("open", "sums"):
        path.with_name(f"{path.name}.{ending}").unlink()
    facts = {"versions": VERSIONS, "sessions": sessions}
    path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(facts), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
