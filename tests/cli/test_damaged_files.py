"""Files that are damaged, cut off or written wrongly: every command that takes one says so in a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import run
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sweeps import slow
from test_score_page import EXAMPLES

from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import parse_record, replay

GOLDEN = Path(__file__).parents[1] / "rules" / "golden"
SHOWN = {slug: json.loads(position) for position, slug, _ in EXAMPLES}
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 7, 10**9, 10**30, 1e300, -0.5]),
    st.sampled_from(
        ["", "A1", "D4", "AN", "SH", "R16", "yellow", "OVER", "MAIN", "MOVE", "é\u0000", "{who}"]
    ),
    st.text(max_size=4),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


def whole(slug: str) -> dict[str, Any]:
    """The last position of a followed game, with every name that a position has."""
    record = parse_record(min(GOLDEN.glob(f"{slug}-*.game")).read_text("utf-8"))
    found: dict[str, Any] = json.loads(load_game(slug).encode(replay(record)))
    return found


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything within a JSON value."""
    if way:
        yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*way, key))


def changed(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    """The value with something else at one place."""
    if not way:
        return new
    key, *rest = way
    if isinstance(value, dict):
        return {
            name: changed(each, tuple(rest), new) if name == key else each for name, each in value.items()
        }
    return [changed(each, tuple(rest), new) if at == key else each for at, each in enumerate(value)]


def told(*arguments: object) -> None:
    """Run a command on a file that may be wrong: it ends, and an error has a sentence and a code."""
    result = run(*arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{arguments}: {result.exception!r}") from result.exception
    if result.exit_code:
        assert re.search(r".+ \[[a-z]+(-[a-z]+)*\]\n\Z", result.stderr, re.DOTALL), result.stderr


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    "data",
    [
        b'{"\xff": 1}',
        b"\xff\xfe{\x00}\x00",
        b"",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"options": {"a": "\xc3\x28"}}',
        b'{"\\ud800": 1}',
        b"9" * 5000,
        b"null",
        b"{}",
    ],
    ids=["key", "utf-16", "empty", "nested", "deep", "value", "surrogate", "digits", "null", "nothing"],
)
def test_a_position_that_is_no_json_is_refused_in_words(slug: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_bytes(data)
    result = run("score", slug, tmp_path / "position.json")
    assert result.exit_code == 1
    assert "[bad-position]" in result.stderr
    assert not re.search(r"Expected `|\$|codec|Traceback", result.stderr)


@pytest.mark.whole
@pytest.mark.parametrize("slug", GAMES)
def test_a_position_with_anything_anywhere_is_scored_or_refused(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    documents = [SHOWN[slug], whole(slug)]

    @FEW
    @given(st.data())
    def check(data: st.DataObject) -> None:
        document = data.draw(st.sampled_from(documents))
        for _ in range(data.draw(st.integers(1, 2))):
            way = data.draw(st.sampled_from(list(places(document))))
            document = changed(document, way, data.draw(VALUES))
        file.write_text(json.dumps(document))
        told("score", slug, file)

    check()


COMMANDS: dict[str, Callable[[Path, Path], tuple[object, ...]]] = {
    "score": lambda file, _: ("score", "caterpillar-filler", file),
    "replay": lambda file, _: ("replay", file),
    "replay --json": lambda file, _: ("replay", file, "--json"),
    "draw --check": lambda file, _: ("draw", "--check", file),
    "render": lambda file, out: ("render", "filler-tiles", file, "--out", out / "picture.png"),
    "restore": lambda file, out: ("restore", file, "--data", out / "data"),
    "follow": lambda file, out: ("follow", "filler-tiles", out, "--start", file),
}
"""Every command that takes a file, by what is tried; ``read`` begins a process for each picture."""

DAMAGES = (st.binary(max_size=60), st.integers(0, 2000), st.integers(0, 40), st.booleans())
"""Noise, where it is put, how much is gone there, and whether it is all that there is."""


def damaged(folder: Path, noise: bytes, at: int, gone: int, alone: bool) -> Path:
    sound = (GOLDEN / "filler-tiles-drawn-stones.game").read_bytes()
    at %= len(sound)
    file = folder / "damaged"
    file.write_bytes(noise if alone else sound[:at] + noise + sound[at + gone :])
    return file


@pytest.mark.whole
@pytest.mark.parametrize("command", COMMANDS)
@FEW
@given(*DAMAGES)
@example(b"\xff", 6, 0, False)
@example(b"\x00", 0, 3, False)
@example(b"", 0, 0, True)
def test_a_damaged_file_is_refused_in_words(
    command: str, tmp_path: Path, noise: bytes, at: int, gone: int, alone: bool
) -> None:
    told(*COMMANDS[command](damaged(tmp_path, noise, at, gone, alone), tmp_path))


@pytest.mark.parametrize("examples", [1, *slow(30)])
def test_a_damaged_picture_is_refused_in_words(examples: int, tmp_path: Path) -> None:
    @settings(FEW, max_examples=examples)
    @given(*DAMAGES)
    @example(b"\xff", 6, 0, False)
    @example(b"", 0, 0, True)
    def check(noise: bytes, at: int, gone: int, alone: bool) -> None:
        told("read", damaged(tmp_path, noise, at, gone, alone))

    check()
