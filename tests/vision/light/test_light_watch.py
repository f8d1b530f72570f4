"""The light over a sheet is measured once, and again when it changes."""

from __future__ import annotations

import numpy as np
import pytest

from companion.layouts import load_layout
from companion.printing import artwork
from companion.simulation.table import SimulatedTable
from vision.light import light_watch
from vision.light.light_watch import LightWatch
from vision.light.palette import palette_of
from vision.sheets.lens import Lens
from vision.sheets.markers import MarkerFinder
from vision.sheets.registration import register

LAYOUT = load_layout("caterpillar-filler")


@pytest.fixture
def measured(monkeypatch) -> list[str]:
    """Name the sheets whose light is measured."""
    names: list[str] = []
    real = light_watch.measure_light

    def counting(image, registration, palette):
        names.append(registration.sheet.id)
        return real(image, registration, palette)

    monkeypatch.setattr(light_watch, "measure_light", counting)
    return names


def seen() -> tuple[SimulatedTable, object, object]:
    table = SimulatedTable(LAYOUT, seed=1)
    table.lay({})
    picture = table.picture()
    found = MarkerFinder(LAYOUT.marker_dictionary).search(picture[..., 1].copy())
    mat = register(LAYOUT.sheet("mat"), found, Lens(), (picture.shape[1], picture.shape[0]))
    return table, mat, palette_of(LAYOUT, "mat", artwork)


def test_noise_is_no_other_light(measured: list[str]) -> None:
    table, mat, palette = seen()
    watch = LightWatch()
    lights = {id(watch.light(table.picture(), mat, palette)) for _ in range(4)}
    assert (len(lights), measured) == (1, ["mat"])


@pytest.mark.parametrize("part", [np.s_[:, :], np.s_[:, 820:], np.s_[:600, :]], ids=["all", "right", "upper"])
def test_a_light_that_changes_somewhere_is_measured_again(measured: list[str], part: object) -> None:
    table, mat, palette = seen()
    watch, picture = LightWatch(), table.picture()
    before = watch.light(picture, mat, palette)
    dimmed = picture.copy()
    dimmed[part] = (0.96 * dimmed[part]).astype(np.uint8)
    after = watch.light(dimmed, mat, palette)
    assert len(measured) == 2
    assert np.abs(after.field - before.field).max() > 0.002


def test_a_piece_that_is_laid_changes_no_light(measured: list[str]) -> None:
    table, mat, palette = seen()
    watch = LightWatch()
    watch.light(table.picture(), mat, palette)
    table.lay({"garden": {"A1": "wasp"}})
    watch.light(table.picture(), mat, palette)
    assert measured == ["mat"]
