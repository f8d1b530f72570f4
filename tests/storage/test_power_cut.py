"""Power cuts: what anybody has seen is on the disk, whenever the plug is pulled."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import orchard
import pytest
from sweeps import slow

from bench.storage import power_cuts
from companion.record.events import Settings
from companion.sessions.store import Store

WRITER = Path(__file__).parents[1] / "made_up" / "endless_writer.py"


@pytest.mark.whole
@pytest.mark.timeout(600)  # so many stores are cut and opened
@pytest.mark.parametrize("events", [5, *slow(60)])
def test_a_log_cut_anywhere_keeps_every_event_that_was_promised(tmp_path, events):
    cuts = list(power_cuts(tmp_path, events))
    bad = [cut for cut in cuts if not cut.good]
    assert bad == []
    # The sweep saw all there is to see: cuts before the first event, after the last, and within.
    assert {cut.promised for cut in cuts} == set(range(events + 1))
    assert {cut.events for cut in cuts} == set(range(events + 1))
    assert {cut.tail for cut in cuts} == {"nothing", "noise", "zeros"}


@pytest.mark.timeout(400)  # so many programs are started
@pytest.mark.parametrize("rounds", [3, *slow(60)])
def test_a_killed_program_loses_nothing_that_was_seen(tmp_path, rounds):
    path = tmp_path / "games.sqlite"
    with Store(path, orchard.find) as store:
        ident = store.new_session("orchard", ["Anna", "Ben"], settings=Settings()).id
    chooser, last = random.Random(2), 0
    for _ in range(rounds):
        seen = seen_until_killed(path, ident, chooser.uniform(0.01, 0.15))
        assert seen, "the writer must have written before it was killed"
        with Store(path, orchard.find) as store:
            assert store.notice == ""
            kept = [f"{each.seq} {each.at}" for each in store.load(ident).events]
        assert seen[0].startswith(f"{last + 1} ") or last == 0
        assert kept[int(seen[0].split()[0]) - 1 :][: len(seen)] == seen
        # At most one commit can be on the disk that nobody had been told of.
        assert len(kept) - int(seen[-1].split()[0]) <= 1
        last = len(kept)


def seen_until_killed(path: Path, ident: str, after_s: float) -> list[str]:
    """Let a program write, kill it, and give what its subscriber had shown by then."""
    writer = subprocess.Popen(
        [sys.executable, str(WRITER), str(path), ident], stdout=subprocess.PIPE, text=True
    )
    try:
        first = writer.stdout.readline()
        time.sleep(after_s)
    finally:  # else it writes for ever, beside all later tests
        writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate()
    assert writer.returncode == -signal.SIGKILL
    lines = (first + rest).splitlines(keepends=True)
    return [line.rstrip() for line in lines if line.endswith("\n")]
