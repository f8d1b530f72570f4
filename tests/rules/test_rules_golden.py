"""Golden records replay to the same end for ever; ``make golden`` plays and writes them anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import SUFFIX, format_record, parse_record, replay
from companion.rules.testing.golden import final_state, write_golden
from companion.rules.versions import under

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(FOLDER.glob(f"*{SUFFIX}"))
OLDER = sorted((Path(__file__).parent / "golden_older").glob(f"*{SUFFIX}"))
"""Records of versions of the rules that no new game follows."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_ends_as_it_did(path: Path) -> None:
    text = path.read_text("utf-8")
    record = parse_record(text)
    state = replay(record)
    assert state.outcome is not None
    assert final_state(load_game(record.game), state) == path.with_suffix(".json").read_text("utf-8")
    assert format_record(record) == text


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_record_of_an_older_version_ends_as_it_did(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    game = load_game(record.game)
    older = under(game, record.rules)
    assert older is not None
    assert record.rules != game.info.rules_version
    assert final_state(older, replay(record)) == path.with_suffix(".json").read_text("utf-8")
    # By the rules of today the same actions lead elsewhere: that is what the version is for.
    today = replay(msgspec.structs.replace(record, rules=game.info.rules_version))
    assert today.outcome is None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_under_the_names_of_the_winners_it_is_not_said_again_that_they_win(path: Path) -> None:
    state = replay(parse_record(path.read_text("utf-8")))
    assert state.outcome is not None
    why = (state.outcome.why or state.outcome.message).render({})
    assert why[0] == why[0].upper()
    if state.outcome.winners:
        assert not any(words in why for words in (" wins", " share "))


def test_every_game_has_a_record_for_every_number_of_seats() -> None:
    found = {(record.game, record.seats) for record in (parse_record(path.read_text()) for path in RECORDS)}
    assert found >= {(slug, seats) for slug in GAMES for seats in load_game(slug).info.seats}


@pytest.mark.whole
def test_the_records_are_what_the_command_writes(tmp_path: Path) -> None:
    """Written anew, from nothing but the first lines, they come out the same."""
    for path in RECORDS:
        header = path.read_text("utf-8").split("\n\n")[0]
        (tmp_path / path.name).write_text(header + "\n\n", "utf-8")
    written = write_golden(tmp_path)
    assert {path.name for path in written} == {path.name for path in FOLDER.iterdir()}
    for path in written:
        assert path.read_text("utf-8") == (FOLDER / path.name).read_text("utf-8")


def test_hash_seeds_change_nothing() -> None:
    """The same seed gives the same game and the same bytes, whatever Python's hashing does."""
    code = (
        "from companion.rules.catalogue import load_game\n"
        "from companion.rules.record import *\n"
        "from companion.rules.testing import random_record\n"
        "game = load_game('caterpillar-filler')\n"
        "options = {'setup': 'S12', 'rules': 'R03+R05+R06', 'several_rule_tiles': 'on'}\n"
        "record = random_record(game, 3, options, seed=7)\n"
        "print(format_record(record), game.encode(replay(record)), replay(record).lying())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
