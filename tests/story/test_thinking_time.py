"""How long players take for their actions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from companion.record.events import ActionTaken, Logged, Noted
from companion.rules.game import CHANCE
from companion.story.thinking_time import longest_s, seconds_by_seat, usual_s


def log_of(*acts: tuple[float, int | None]) -> list[Logged]:
    """Give a log of actions at so many seconds, by those seats; None is a note."""
    start = datetime(2026, 11, 1, 20, tzinfo=UTC)
    return [
        Logged(
            number,
            (start + timedelta(seconds=at)).isoformat(),
            Noted("Tea is ready.") if by is None else ActionTaken(by, "eat", "tap"),
        )
        for number, (at, by) in enumerate(acts, 1)
    ]


def test_time_is_counted_for_each_action_and_not_while_everybody_is_away() -> None:
    log = log_of((0, None), (8, 1), (10, CHANCE), (30, 1), (4000, 2))
    assert seconds_by_seat(log) == {1: [8.0, 20.0]}
    assert usual_s([8.0, 20.0, 9.0]) == 9.0


def test_the_longest_time_is_told_of_seats_whose_actions_took_any() -> None:
    log = log_of((0, None), (8, 2), (28, 1), (28, 3), (29, 1), (29, 3))
    assert longest_s(log) == {1: 20.0, 2: 8.0}


def test_a_damaged_time_costs_no_more_than_the_actions_beside_it() -> None:
    log = log_of((0, None), (8, 1), (9, 2), (30, 1), (40, 2))
    for damaged in ("", "2026-11-01", "yesterday"):
        log[2] = replace(log[2], at=damaged)
        assert seconds_by_seat(log) == {1: [8.0], 2: [10.0]}
