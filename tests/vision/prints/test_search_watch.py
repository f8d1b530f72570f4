"""A frame is searched for sheets again only if it may show more than the frames before."""

from __future__ import annotations

import numpy as np

from vision.prints.search_watch import SearchWatch
from vision.sheets.markers import SEARCHES


def frame(seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 2.5, (240, 320))
    return np.clip(100 + noise, 0, 255).astype(np.uint8)


def searched(watch: SearchWatch, times: int, wanted: object = "card") -> list[bool]:
    return [watch.may_show_more(frame(n), wanted) for n in range(times)]


def test_a_still_table_is_searched_a_few_times() -> None:
    assert searched(SearchWatch(), SEARCHES + 5) == [True] * SEARCHES + [False] * 5


def test_what_comes_is_searched_for() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    changed = frame(50)
    changed[100:112, 100:112] = 180
    assert watch.may_show_more(changed, "card")
    assert watch.may_show_more(frame(51), "card"), "it was taken away again"


def test_a_light_that_changes_slowly_is_another_scene_in_the_end() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    brighter = [watch.may_show_more(frame(n) + np.uint8(n), "card") for n in range(30)]
    assert not brighter[0]
    assert any(brighter)


def test_another_sheet_that_is_missing_is_searched_for() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    assert watch.may_show_more(frame(60), "tray")


def test_a_frame_of_another_size_and_a_watch_that_forgets_are_searched() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    assert watch.may_show_more(frame(70)[:120], "card")
    searched(watch, SEARCHES + 1)
    watch.forget()
    assert watch.may_show_more(frame(71), "card")


def test_a_still_table_is_searched_now_and_then_for_what_is_hard_to_find() -> None:
    assert any(searched(SearchWatch(), 40)[SEARCHES:])


SHEET = np.array([(80, 60), (200, 64), (196, 180), (84, 176)], dtype=float)


def test_what_changes_on_a_sheet_that_was_found_is_a_piece_on_it() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    laid = frame(80)
    laid[100:116, 100:116] = 200
    laid[170:190, 120:136] = 200
    assert not watch.may_show_more(laid, "card", [SHEET])


def test_what_changes_beside_the_sheets_that_were_found_is_searched() -> None:
    watch = SearchWatch()
    searched(watch, SEARCHES + 1)
    laid = frame(81)
    laid[60:180, 230:310] = 160
    assert [watch.may_show_more(laid, "card", [SHEET]) for _ in range(SEARCHES + 1)] == [True] * SEARCHES + [
        False
    ]


def test_what_changed_under_a_sheet_that_is_hardly_in_view_any_more_is_searched() -> None:
    watch = SearchWatch()
    assert [watch.may_show_more(frame(n), "card", [SHEET]) for n in range(SEARCHES + 1)][-1] is False
    hidden = frame(82)
    hidden[100:116, 100:116] = 200
    assert not watch.may_show_more(hidden, "card", [SHEET])
    assert watch.may_show_more(hidden, "card", []), "its outline tells nothing now"
