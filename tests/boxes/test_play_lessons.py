"""What is learned in play stands beside the box, is read with it, and can be taken back."""

from __future__ import annotations

import pytest

from companion.boxes.errors import BoxError
from companion.boxes.play_lessons import MOST_OF_KIND, PlayLesson, PlayLessons, with_lessons
from companion.boxes.taught_box import BoxContents, BoxExample, TaughtBox
from companion.boxes.teach_file import Shape


def lesson(kind: str = "bee", patch: bytes = b"1") -> PlayLesson:
    return PlayLesson(kind, patch, b"mask", 3.5)


def test_a_lesson_is_there_for_the_next_game_until_it_is_taken_back(tmp_path) -> None:
    PlayLessons("ours", tmp_path).add(lesson())
    again = PlayLessons("ours", tmp_path)
    ((name, held),) = again.all().items()
    assert held == lesson()
    again.take_back(name)
    assert again.all() == {}
    with pytest.raises(BoxError) as refused:
        again.take_back(name)
    assert refused.value.code == "no-such-lesson"


def test_of_a_kind_the_newest_are_kept_and_another_kind_loses_none(tmp_path) -> None:
    lessons = PlayLessons("ours", tmp_path)
    lessons.add(lesson("wasp"))
    for number in range(MOST_OF_KIND + 3):
        lessons.add(lesson("bee", bytes([number])))
    held = list(lessons.all().values())
    assert [each.patch for each in held if each.kind == "bee"] == [
        bytes([n]) for n in range(3, MOST_OF_KIND + 3)
    ]
    assert len([each for each in held if each.kind == "wasp"]) == 1


def test_a_damaged_lesson_is_passed_over(tmp_path) -> None:
    lessons = PlayLessons("ours", tmp_path)
    lessons.add(lesson())
    (tmp_path / "taught" / "ours.lessons" / "00009.lesson").write_bytes(b"\xc1")
    assert list(lessons.all().values()) == [lesson()]


@pytest.mark.parametrize("name", ["../x", "", "1/../../y", "nine"])
def test_only_a_lesson_is_taken_back(tmp_path, name: str) -> None:
    with pytest.raises(BoxError):
        PlayLessons("ours", tmp_path).take_back(name)


def test_a_box_gains_examples_of_the_kinds_that_it_has() -> None:
    kinds = {"bee": Shape("disc", (20, 20))}
    shown = (BoxExample("bee", "p.png", "m.png", 2.0),)
    box = TaughtBox(BoxContents(1, "ours", None, (), kinds, shown), {"p.png": b"p", "m.png": b"m"}, "digest")
    grown = with_lessons(box, {"00001": lesson(), "00002": lesson("dragon")})
    assert [each.kind for each in grown.contents.examples] == ["bee", "bee"]
    assert grown.files[grown.contents.examples[1].picture] == b"1"
    assert grown.edition == box.edition
