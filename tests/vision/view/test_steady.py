"""Looks at a resting table are joined, and only those."""

from __future__ import annotations

from math import log

import msgspec
import numpy as np
import pytest

from companion.sighting import CellSighting, DieSighting, SheetSighting, Sighting, Stillness
from vision.view.steady import SteadyReader, contradict
from vision.view.stillness import StillnessWatch

CORNERS = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def seen(wasp: float, *, die: float = 0.5) -> Sighting:
    """A table on which C3 holds a wasp with these odds, and a 4 lies with that confidence."""
    cell = CellSighting({"wasp": log(wasp), "empty": log(1 - wasp)})
    sheet = SheetSighting("mat", CORNERS, (), 1.0, {"garden": {"C3": cell}})
    odds = {value: 0.9 if value == 4 else 0.02 for value in range(1, 7)}
    return Sighting((640, 480), (sheet,), (DieSighting(4, odds, (10, 10, 20, 20), "white", die, die > 0.98),))


class Scripted:
    """Reads what the script says, one sighting after the other."""

    def __init__(self, *script: Sighting) -> None:
        self.script, self.taught = list(script), []

    def read(self, image, *, stillness=None, frame=0):
        sighting = self.script.pop(0)
        return Sighting(
            sighting.size_px, sighting.sheets, sighting.dice, (), stillness or sighting.stillness, frame
        )

    def teach(self, zone, cell, kind):
        self.taught.append((zone, cell, kind))


def looks(reader: SteadyReader, *still_s: float, hand: bool = False, rest: int = 1) -> list[float]:
    """The odds of the wasp after each look, so many seconds into the rest of that number."""
    return [wasp(reader.read(None, stillness=Stillness(True, at_s, hand, rest))) for at_s in still_s]


def wasp(sighting: Sighting) -> float:
    """The odds of the wasp."""
    return sighting.sheets[0].cells["garden"]["C3"].log_p["wasp"]


def table(*, at_px: int = 100, hand: bool = False) -> np.ndarray:
    """A picture of a table with one piece, and perhaps a hand over it."""
    picture = np.full((240, 320, 3), 120, np.uint8)
    picture[100:120, at_px : at_px + 20] = 220
    if hand:
        picture[120:, 40:200] = 60
    return picture


class Filmed:
    """A watch and the reader behind it, to which a film is shown; looks are taken when one wants them."""

    def __init__(self, reader: SteadyReader) -> None:
        self.reader, self.watch, self.now_s = reader, StillnessWatch(), 100.0

    def show(self, picture: np.ndarray, seconds: float) -> None:
        for _ in range(round(10 * seconds)):
            self.now_s += 0.1
            self.rest = self.watch.update(picture, self.now_s)

    def look(self) -> float:
        assert self.rest.still
        return wasp(self.reader.read(None, stillness=self.rest))


def test_doubtful_looks_of_one_rest_are_joined() -> None:
    reader = SteadyReader(Scripted(seen(0.6), seen(0.8), seen(0.4)))
    alone, two, three = looks(reader, 0.6, 1.6, 3.6)
    assert alone == pytest.approx(log(0.6))
    assert alone < two < log(0.8)
    assert log(0.4) < three < two


def test_only_the_last_looks_count() -> None:
    reader = SteadyReader(Scripted(seen(0.3), *[seen(0.7)] * 3))
    assert looks(reader, 0.6, 1.6, 3.6, 13.6)[-1] == pytest.approx(log(0.7))


@pytest.mark.parametrize("next_s", [0.3, 0.6, 0.72, 30.0])
def test_a_new_rest_begins_anew_however_long_it_has_lasted(next_s: float) -> None:
    reader = SteadyReader(Scripted(seen(0.93), seen(0.1)))
    looks(reader, 0.6, rest=1)
    assert looks(reader, next_s, rest=2) == [pytest.approx(log(0.1))]


def test_rests_that_nobody_counts_are_not_joined() -> None:
    reader = SteadyReader(Scripted(seen(0.93), seen(0.1)))
    assert looks(reader, 0.6, 1.6, rest=0)[-1] == pytest.approx(log(0.1))


def test_the_looks_of_a_watched_rest_are_joined() -> None:
    film = Filmed(SteadyReader(Scripted(seen(0.6), seen(0.8))))
    film.show(table(), 0.8)
    film.look()
    film.show(table(), 1)
    assert log(0.6) < film.look() < log(0.8)


@pytest.mark.parametrize("rest_s", [0.5, 0.8, 3.0])
def test_a_piece_that_a_hand_has_moved_is_read_anew_however_long_it_rests(rest_s: float) -> None:
    film = Filmed(SteadyReader(Scripted(seen(0.93), seen(0.1))))
    film.show(table(), 0.6)
    film.look()
    film.show(table(hand=True), 0.5)
    film.show(table(at_px=160), rest_s)
    assert film.look() == pytest.approx(log(0.1))


def test_a_piece_that_was_moved_between_two_frames_is_read_anew() -> None:
    film = Filmed(SteadyReader(Scripted(seen(0.93), seen(0.1))))
    film.show(table(), 0.6)
    film.look()
    film.show(table(at_px=160), 3)
    assert film.look() == pytest.approx(log(0.1))


def test_pictures_of_another_shape_are_another_rest() -> None:
    film = Filmed(SteadyReader(Scripted(seen(0.93), seen(0.1))))
    film.show(table(), 0.6)
    film.look()
    film.show(table()[:200], 3)
    assert film.look() == pytest.approx(log(0.1))


def test_a_watch_counts_rests_and_nothing_else() -> None:
    film = Filmed(SteadyReader(Scripted()))
    counted = []
    for hand in (False, True, False, True):
        film.show(table(hand=hand), 0.2)
        counted.append(film.rest.rest)
        film.show(table(hand=hand), 1)
        counted.append(film.rest.rest)
    assert counted == [0, 1, 0, 0, 0, 2, 0, 0]


def test_stillness_that_was_written_before_rests_were_counted_can_be_read() -> None:
    old = b'{"still":true,"still_s":1.5,"hand":false}'
    assert msgspec.json.decode(old, type=Stillness) == Stillness(True, 1.5)


def test_a_hand_over_the_table_ends_a_rest() -> None:
    reader = SteadyReader(Scripted(seen(0.3), seen(0.7)))
    looks(reader, 0.6)
    assert looks(reader, 1.6, hand=True) == [pytest.approx(log(0.7))]


def test_pictures_that_nobody_watched_come_to_rest_are_read_alone() -> None:
    reader = SteadyReader(Scripted(seen(0.3), seen(0.7)))
    reader.read(None)
    assert reader.read(None).sheets[0].cells["garden"]["C3"].log_p["wasp"] == pytest.approx(log(0.7))


def test_a_piece_that_was_slid_unseen_is_believed_at_once() -> None:
    assert contradict(seen(0.99), seen(0.01))
    assert not contradict(seen(0.99), seen(0.4))
    reader = SteadyReader(Scripted(seen(0.99), seen(0.01)))
    assert looks(reader, 0.6, 1.6)[-1] == pytest.approx(log(0.01))


def test_a_die_is_as_sure_as_its_looks_are_on_average() -> None:
    reader = SteadyReader(Scripted(seen(0.6, die=0.99), seen(0.6, die=0.6)))
    assert reader.read(None, stillness=Stillness(True, 0.6, rest=1)).dice[0].accepted
    die = reader.read(None, stillness=Stillness(True, 1.6, rest=1)).dice[0]
    assert die.confidence == pytest.approx((0.99 + 0.6) / 2)
    assert not die.accepted


def test_what_was_seen_before_a_correction_is_forgotten() -> None:
    scripted = Scripted(seen(0.4), seen(0.7))
    reader = SteadyReader(scripted)
    looks(reader, 0.6)
    reader.teach("garden", "C3", "wasp")
    assert scripted.taught == [("garden", "C3", "wasp")]
    assert looks(reader, 1.6) == [pytest.approx(log(0.7))]
