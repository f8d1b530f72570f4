"""What photographs show by their labels: mends, and which die a reading means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.training.labels import MENDS, entries, mended, paired

BYLER = "byler_tray"


def die(value: int, x: float, y: float, side: float = 40.0) -> dict[str, object]:
    return {"value": value, "box": [x - side / 2, y - side / 2, side, side]}


def test_a_wrong_value_is_put_right_and_a_missing_die_added() -> None:
    entry = {"file": "IMG_20191208_112342.jpg", "dice": [die(2, 312, 481), die(2, 100, 100)]}
    values = [each["value"] for each in mended(BYLER, entry)["dice"]]
    assert sorted(values) == [2, 3, 3]
    assert [each["value"] for each in entry["dice"]] == [2, 2]


def test_a_label_where_nothing_lies_is_taken_away() -> None:
    entry = {"file": "train_five_1.jpg", "dice": [die(1, 464, 208), die(5, 100, 100)]}
    assert mended("matteo_webcam", entry)["dice"] == [die(5, 100, 100)]


def test_a_mend_of_a_label_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="not labelled as told"):
        mended(BYLER, {"file": "IMG_20191208_112342.jpg", "dice": [die(2, 10, 10)]})


def test_a_missing_label_that_is_there_after_all_is_not_added_again() -> None:
    with pytest.raises(ValueError, match="not labelled as told"):
        mended("n3_grey", {"file": "00002.jpg", "dice": [die(1, 80, 289)]})


def test_a_die_of_which_only_the_value_is_known_is_passed_over() -> None:
    entry = {"file": "00002.jpg", "dice": [{"value": 1, "box": None}]}
    assert len(mended("n3_grey", entry)["dice"]) == 2


def test_what_needs_no_mending_stays() -> None:
    entry = {"file": "IMG_0.jpg", "dice": [die(2, 10, 10)]}
    assert mended(BYLER, entry) == entry


@pytest.mark.photos
def test_every_mend_changes_the_published_labels(photos: Path) -> None:
    for name, files in json.loads(MENDS.read_text()).items():
        published = {each["file"]: each for each in entries(photos, name, as_published=True)}
        told = {each["file"]: each for each in entries(photos, name)}
        assert {file for file in told if told[file] != published[file]} == set(files)


def test_the_surest_takes_the_label() -> None:
    one, two = die(1, 100, 100), die(2, 300, 100)
    meant, left = paired([(101.0, 99.0), (103.0, 103.0), (0.0, 0.0)], [one, two])
    assert meant == [one, None, None]
    assert left == [two]


def test_a_small_box_of_pips_takes_what_is_near_its_middle() -> None:
    pip = die(1, 100, 100, side=8.0)
    assert paired([(118.0, 100.0)], [pip])[0] == [pip]
    assert paired([(121.0, 100.0)], [pip])[0] == [None]


def test_of_two_small_dice_that_touch_the_nearer_one_is_meant() -> None:
    """Places and boxes as read and labelled on a crowded photograph."""
    one = {"value": 1, "box": [303.2, 301.8, 15.5, 21.5]}
    six = {"value": 6, "box": [309.5, 310.8, 18.0, 27.5]}
    assert paired([(318.0, 317.5), (311.0, 305.0)], [one, six])[0] == [six, one]


def test_of_a_large_die_and_a_small_one_behind_it_that_is_meant_in_whose_box_a_place_lies() -> None:
    """The top of the large one is nearer to the middle of the small one's box than to that of its own."""
    small = {"value": 6, "box": [215.0, 252.0, 38.0, 26.0]}
    large = {"value": 5, "box": [196.0, 270.0, 64.0, 50.0]}
    assert paired([(228.0, 279.0), (234.0, 257.0)], [small, large])[0] == [large, small]
