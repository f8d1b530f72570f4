"""Photographs an unmarked set for teaching, as an owner would: sheets empty, pieces apart in rows.

What is given is a teach file and its pictures, so that everything a taught box goes through is tried.

Convention: pixels of the photographs, as the teach file counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from companion.layout import Layout, Sheet, Zone
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Artwork, Renderer, Thing
from companion.simulation.rendering.scene import Scene

SIZE_PX = (1640, 1232)
NOISE = 1.6
APART = 1.5
"""Pieces are laid so many of their sizes apart, along and across a row."""

MARGIN_MM = 14.0
MOST_IN_PICTURE = 60
"""Under more pieces than that a plain sheet is not found by its print."""


class View(Protocol):
    """One sheet alone, seen by a camera that stays where it is."""

    def photograph(self, things: Sequence[Thing]) -> Array:
        """Give the picture (H, W, 3) uint8 BGR of the sheet with these things on it."""
        ...

    def seen_px(self, at_mm: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        """Give where a point of the sheet, or above it, is seen."""
        ...


class Photographer(Protocol):
    """Whoever takes the photographs, in one room with one camera."""

    def over(self, alone: Layout, sheet: Sheet) -> View:
        """Hang the camera over one sheet; ``alone`` is a layout of nothing else."""
        ...


class DrawingPhotographer:
    """The simulated table's camera.

    Parameters
    ----------
    artwork
        How the set looks.
    seed
        The room and its light.
    """

    def __init__(self, artwork: Artwork, seed: int = 0, size_px: tuple[int, int] = SIZE_PX) -> None:
        self._artwork, self._seed, self._size_px = artwork, seed, size_px
        self._scene, self._taken = Scene.of_seed(seed), 0

    def over(self, alone: Layout, sheet: Sheet) -> View:
        """Hang the camera over one sheet."""
        loose = [sheet.id] if sheet.loose else []
        renderer = Renderer(alone, self._scene, self._size_px, loose=loose, artwork=self._artwork)
        return _DrawnView(renderer, sheet.id, self._noisy)

    def _noisy(self, picture: Array) -> Array:
        self._taken += 1
        return noisy(picture, NOISE, self._seed, self._taken - 1)


class _DrawnView:
    def __init__(self, renderer: Renderer, sheet: str, noise: Callable[[Array], Array]) -> None:
        self._renderer, self._sheet, self._noise = renderer, sheet, noise

    def photograph(self, things: Sequence[Thing]) -> Array:
        return self._noise(self._renderer.still(tuple(things)))

    def seen_px(self, at_mm: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        x, y = self._renderer.on_table(self._sheet, *at_mm)
        px = self._renderer.camera.project(np.array([(x, y, height_mm)]))[0]
        return float(px[0]), float(px[1])


def photograph_set(
    layout: Layout,
    photographer: Photographer,
    examples: Mapping[str, int],
    *,
    name: str,
    game: str | None,
    seed: int = 0,
) -> tuple[dict[str, Any], dict[str, Array]]:
    """Give a teach file and the photographs that it names.

    Parameters
    ----------
    layout
        The unmarked set.
    photographer
        Who photographs it.
    examples
        How many of each kind are shown.
    name, game
        Name and game of the box; for no game the kinds are described, too.
    seed
        How the pieces are laid.
    """
    pictures: dict[str, Array] = {}
    sheets, photos = [], []
    for sheet in layout.sheets:
        if sheet.bare:
            continue
        view, file = photographer.over(_alone(layout, sheet), sheet), f"{sheet.id}.png"
        pictures[file] = view.photograph(())
        sheets.append(_sheet(view, sheet, file, with_game=game is not None))
    ground = max((sheet for sheet in layout.sheets if not sheet.bare), key=lambda one: np.prod(one.size_mm))
    view = photographer.over(_alone(layout, ground), ground)
    for number, things in enumerate(_rows(layout, ground, examples, seed)):
        file = f"pieces-{number}.png"
        pictures[file] = view.photograph(things)
        items = [{"kind": thing.kind, "at": _face_px(view, layout, thing)} for thing in things]
        photos.append({"image": file, "on": ground.id, "items": items})
    described = {kind: _shape(layout, kind) for kind in examples}
    return (
        {"version": 1, "name": name, "game": game, "sheets": sheets, "pieces": photos, "kinds": described},
        pictures,
    )


def _alone(layout: Layout, sheet: Sheet) -> Layout:
    return Layout(layout.game, (sheet,), layout.kinds, loose_places=int(sheet.loose), box=layout.box)


def _sheet(view: View, sheet: Sheet, file: str, *, with_game: bool) -> dict[str, Any]:
    width, height = sheet.size_mm
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    return {
        "id": sheet.id,
        "image": file,
        "corners": [_px(view, at) for at in corners],
        "size_mm": [width, height],
        "zones": [_zone(view, zone, with_game=with_game) for zone in sheet.zones],
    }


def _zone(view: View, zone: Zone, *, with_game: bool) -> dict[str, Any]:
    if not zone.cells:
        return {"id": zone.id, "outline": [_px(view, at) for at in zone.outline_mm]}
    cells = {cell.id: cell.centre_mm for cell in zone.cells}
    names = _corner_cells(zone) if with_game else list(cells)
    shown: dict[str, Any] = {"id": zone.id, "cells": {name: _px(view, cells[name]) for name in names}}
    return shown if with_game else {**shown, "kinds": list(zone.kinds)}


def _corner_cells(zone: Zone) -> list[str]:
    """Name the cells that an owner shows: corners of a grid, ends of a row, all of what is irregular."""
    centres = np.array([cell.centre_mm for cell in zone.cells])
    names = [cell.id for cell in zone.cells]
    if zone.form not in ("grid", "slots"):
        return names
    ends = [int((centres @ np.array(way)).argmin()) for way in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return [names[end] for end in dict.fromkeys(ends)]


def _px(view: View, at_mm: tuple[float, float], height_mm: float = 0.0) -> list[float]:
    return [round(each, 2) for each in view.seen_px(at_mm, height_mm)]


def _face_px(view: View, layout: Layout, thing: Thing) -> list[float]:
    """Give where the middle of a piece's face is seen."""
    return _px(view, (thing.x_mm, thing.y_mm), layout.kinds[thing.kind].height_mm)


def _rows(layout: Layout, ground: Sheet, examples: Mapping[str, int], seed: int) -> Iterator[Sequence[Thing]]:
    """Lay the kinds out in rows over a sheet, as many pictures as that takes."""
    rng = np.random.default_rng((seed, 11))
    laid: list[Thing] = []
    x, y, deep = MARGIN_MM, MARGIN_MM, 0.0
    for kind in (name for name, count in examples.items() for _ in range(count)):
        across, down = (APART * side for side in layout.kinds[kind].size_mm)
        if x + across > ground.size_mm[0]:
            x, y, deep = MARGIN_MM, y + deep, 0.0
        if y + down > ground.size_mm[1] or len(laid) == MOST_IN_PICTURE:
            yield laid
            laid, x, y, deep = [], MARGIN_MM, MARGIN_MM, 0.0
        at = np.array([x + across / 2, y + down / 2]) + rng.normal(0, 0.6, 2)
        laid.append(Thing(kind, ground.id, float(at[0]), float(at[1]), float(rng.normal(0, 1.5))))
        x, deep = x + across, max(deep, down)
    if laid:
        yield laid


def _shape(layout: Layout, name: str) -> dict[str, Any]:
    kind = layout.kinds[name]
    shape = {"card": "rect", "square": "square"}.get(kind.shape, "disc")
    return {"shape": shape, "size_mm": list(kind.size_mm), "height_mm": kind.height_mm}
