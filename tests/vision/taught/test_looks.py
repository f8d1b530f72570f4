"""Pieces are told by their looks, whatever the light, in any turn, and what is none of them is not one."""

import math

import cv2
import numpy as np
import pytest

from companion.sighting import EMPTY
from vision.taught.looks import NONE, Example, Looks, LooksError, Shape
from vision.taught.pieces.calibrated import FITTED, Evidence, weigh
from vision.taught.pieces.light_of_patch import Pairs, log_colours, sheet_pairs

PX = 60
PATCH = PX * 3 // 2
DISC = Shape("disc", (16.0, 16.0))
TILE = Shape("square", (40.0, 40.0))
TINTS = {
    "red": (40, 40, 200),
    "orange": (30, 120, 230),
    "green": (60, 150, 50),
    "blue": (180, 90, 30),
    "white": (225, 230, 232),
    "black": (40, 38, 36),
}
WARM, DIM = (0.72, 0.92, 1.05), (0.55, 0.6, 0.62)


def ground(seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 12, (PATCH // 6, PATCH // 6, 1))
    spots = cv2.resize(noise.astype(np.float32), (PATCH, PATCH), interpolation=cv2.INTER_CUBIC)
    return np.clip(np.array((110, 150, 165)) + spots[..., None], 0, 255).astype(np.uint8)


def in_light(image: np.ndarray, light: tuple[float, float, float]) -> np.ndarray:
    return np.clip(image * np.array(light), 0, 255).astype(np.uint8)


def disc(kind: str, seed: int = 0) -> np.ndarray:
    image = ground(seed)
    cv2.circle(image, (PATCH // 2, PATCH // 2), PX // 2, TINTS[kind], -1, cv2.LINE_AA)
    return image


def tile(seed: int, turn_rad: float = 0.0, off_px: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """A square with a coarse pattern of its own, turned clockwise."""
    paint = np.random.default_rng(1000 + seed).integers(20, 235, (6, 6, 3), dtype=np.uint8)
    face = cv2.resize(paint, (PX, PX), interpolation=cv2.INTER_CUBIC)
    cosine, sine = math.cos(turn_rad), math.sin(turn_rad)
    middle, half = (PATCH - 1) / 2, (PX - 1) / 2
    lay = np.array([[cosine, -sine, 0], [sine, cosine, 0]])
    lay[:, 2] = middle + np.array(off_px) - lay[:, :2] @ (half, half)
    image = ground(seed)
    inside = cv2.warpAffine(np.full((PX, PX), 255, np.uint8), lay, (PATCH, PATCH)) > 127
    image[inside] = cv2.warpAffine(face, lay, (PATCH, PATCH))[inside]
    return image


@pytest.fixture(scope="module")
def discs() -> Looks:
    return Looks.learn([Example(kind, disc(kind)) for kind in TINTS], dict.fromkeys(TINTS, DISC))


@pytest.fixture(scope="module")
def tiles() -> Looks:
    kinds = [f"tile-{nth}" for nth in range(12)]
    examples = [Example(kind, tile(nth)) for nth, kind in enumerate(kinds)]
    return Looks.learn(examples, dict.fromkeys(kinds, TILE))


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), WARM, DIM])
def test_plain_discs_are_told_by_colour_in_other_light(discs: Looks, light: tuple) -> None:
    patches = [in_light(disc(kind, seed=3), light) for kind in TINTS]
    read = discs.read(patches, [list(TINTS)] * len(TINTS), [ground(3)] * len(TINTS))
    assert [odds.best for odds in read] == list(TINTS)


def test_a_bare_place_is_empty_in_other_light(discs: Looks) -> None:
    (odds,) = discs.read([in_light(ground(5), WARM)], [list(TINTS)], [ground(5)])
    assert odds.best == EMPTY


@pytest.mark.parametrize("turn_deg", [0, 4, 24, 90, 140, 180, 266, 320])
def test_a_tile_is_told_with_its_turn(tiles: Looks, turn_deg: int) -> None:
    kinds = sorted(tiles.known)
    patch = in_light(tile(7, math.radians(turn_deg), (2.5, -2.0)), WARM)
    (odds,) = tiles.read([patch], [kinds], [ground(7)])
    assert odds.best == "tile-7"
    off = (math.degrees(odds.turn_rad) - turn_deg + 180) % 360 - 180
    assert abs(off) < 3


def test_a_tile_that_was_never_shown_is_none_of_these(tiles: Looks) -> None:
    (odds,) = tiles.read([tile(99)], [sorted(tiles.known)], [ground(99)])
    assert odds.best == NONE


def test_only_what_may_lie_there_is_named(tiles: Looks) -> None:
    (odds,) = tiles.read([tile(3)], [["tile-2", "tile-4"]], [ground(3)])
    assert set(odds.log_p) == {"tile-2", "tile-4", EMPTY, "covered", NONE}
    assert odds.best == NONE
    assert sum(math.exp(each) for each in odds.log_p.values()) == pytest.approx(1)


def test_a_close_fit_tells_kinds_apart_more_surely_but_strangers_no_better() -> None:
    near, far = (
        Evidence({"a": (0.5, at, 0.0), "b": (0.7, at + 0.01, 0.0)}, (0.5, 0.5)) for at in (0.005, 0.1)
    )
    gaps = [weigh(each).log_p["a"] - weigh(each).log_p["b"] for each in (near, far)]
    assert gaps[0] > gaps[1] + 1 > 1
    plain = weigh(near, FITTED._replace(close=0.0)).log_p
    sharp = weigh(near).log_p
    assert sharp["a"] - sharp[NONE] == pytest.approx(plain["a"] - plain[NONE], abs=0.05)
    assert weigh(far).log_p == weigh(far, FITTED._replace(close=0.0)).log_p


def test_what_was_learned_is_kept_and_read_again(tiles: Looks) -> None:
    again = Looks.from_bytes(tiles.to_bytes())
    (odds,) = again.read([tile(5)], [sorted(again.known)], [ground(5)])
    assert again.known == tiles.known
    assert odds.best == "tile-5"


def test_a_damaged_file_is_refused(tiles: Looks) -> None:
    with pytest.raises(LooksError):
        Looks.from_bytes(tiles.to_bytes()[:-40])


PACKED = ("blue", "orange")
GREYS = np.repeat(np.linspace(90, 235, 40)[:, None], 3, axis=1)


def packed(kind: str) -> np.ndarray:
    """A square piece of one colour with a white sign, its neighbours of the same colour close by."""
    image = np.full((PATCH, PATCH, 3), TINTS[kind], np.uint8)
    edge = (PATCH - PX) // 2
    cv2.rectangle(image, (edge, edge), (PATCH - edge, PATCH - edge), (40, 38, 36), 1)
    cv2.circle(image, (PATCH // 2, PATCH // 2), PX // 6, TINTS["white"], -1, cv2.LINE_AA)
    return image


def read_packed(sheet: Pairs) -> list[str]:
    """Read a column of each colour, taught one by one on grey paper, in a light that is a little yellow."""
    grey = np.full((PATCH, PATCH, 3), (205, 210, 212), np.uint8)
    taught, light = [], (0.88, 0.97, 1.0)
    for kind in PACKED:
        alone, edge = grey.copy(), (PATCH - PX) // 2
        alone[edge : edge + PX, edge : edge + PX] = packed(kind)[edge : edge + PX, edge : edge + PX]
        taught.append(Example(kind, alone))
    looks = Looks.learn(taught, dict.fromkeys(PACKED, TILE))
    patches = [in_light(packed(kind), light) for kind in PACKED for _ in range(8)]
    read = looks.read(patches, [list(PACKED)] * len(patches), [grey] * len(patches), sheet)
    return [odds.best for odds in read]


def test_where_no_ground_shows_around_pieces_the_print_of_their_sheet_tells_the_light() -> None:
    known = log_colours(GREYS)
    seen = log_colours(GREYS * (0.88, 0.97, 1.0))
    truth = [kind for kind in PACKED for _ in range(8)]
    assert read_packed(sheet_pairs(seen, known, np.ones(len(known)))) == truth
