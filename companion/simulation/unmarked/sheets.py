"""Draws unmarked sheets: a painted ground, ornaments that repeat nowhere, and the spaces.

Convention: pixel i covers i to i + 1 over ``px_per_mm`` millimetres.
"""

from __future__ import annotations

import zlib

import cv2
import numpy as np

from companion.layout import Sheet, Zone
from companion.simulation.unmarked.styles import Levels, Picture, Style, mixed, shade, soft_noise

DM2 = 10_000.0
LINE_MM = 0.7


def draw_sheet(sheet: Sheet, style: Style, px_per_mm: float) -> Picture:
    """Give a sheet's artwork, (H, W, 3). The same sheet in the same style is always the same."""
    seed = zlib.crc32(f"{style.name} {sheet.id}".encode())
    fine = 4.0
    rng = np.random.default_rng(seed)
    width, height = (round(side * fine) for side in sheet.size_mm)
    picture = _ground(rng, (height, width), style)
    _ornaments(picture, rng, sheet, style, fine)
    for zone in sheet.zones:
        _zone(picture, rng, zone, style, fine)
    if style.framed:
        inset = round(4 * fine)
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), style.ink, round(1.6 * fine))
        cv2.rectangle(
            picture,
            (2 * inset, 2 * inset),
            (width - 2 * inset, height - 2 * inset),
            style.ink,
            round(0.5 * fine),
        )
    title = sheet.title.split(":")[-1].strip()[:18]
    scale = 0.0022 * width * 200 / max(len(title) * 14, 90)
    cv2.putText(
        picture, title, (round(0.06 * width), round(0.985 * height)), cv2.FONT_HERSHEY_TRIPLEX, scale / 2.2,
        style.ink, max(1, round(scale)), cv2.LINE_AA,
    )  # fmt: skip
    size = tuple(round(side * px_per_mm) for side in sheet.size_mm)
    sized: Picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return sized


def _ground(rng: np.random.Generator, size: tuple[int, int], style: Style) -> Picture:
    clouds = 0.6 * soft_noise(rng, size, 5) + 0.4 * soft_noise(rng, size, 17)
    grain = cv2.GaussianBlur(rng.standard_normal(size).astype(np.float32), (0, 0), 1.6) * 2.5 * style.grain
    ground: Levels = mixed(style.grounds, clouds) + grain[..., None]
    return np.clip(ground, 0, 255).astype(np.uint8)


def _ornaments(picture: Picture, rng: np.random.Generator, sheet: Sheet, style: Style, fine: float) -> None:
    """Strew flowers, stars, paths and stones: no two alike."""
    height, width = picture.shape[:2]
    count = round(style.ornaments * sheet.size_mm[0] * sheet.size_mm[1] / DM2) + 6
    for _ in range(count):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        radius, colour = rng.uniform(3, 12) * fine, shade(style.ink, rng.uniform(0.6, 2.2))
        corners = int(rng.integers(3, 9))
        turn = rng.uniform(0, 2 * np.pi) + np.arange(2 * corners) * np.pi / corners
        reach = radius * np.where(np.arange(2 * corners) % 2, rng.uniform(0.3, 0.9), 1.0)
        star = np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], axis=-1)
        points = [np.round(star * 16).astype(np.int32)]
        if rng.random() < 0.5:
            cv2.fillPoly(picture, points, shade(style.spaces[0], rng.uniform(0.6, 1.15)), cv2.LINE_AA, 4)
        cv2.polylines(
            picture, points, True, colour, max(1, round(rng.uniform(0.3, 1.0) * fine)), cv2.LINE_AA, 4
        )
    for _ in range(3 + count // 12):
        path = rng.uniform((0, 0), (width, height)) + np.cumsum(rng.normal(0, 14 * fine, (24, 2)), axis=0)
        points = [np.round(path * 16).astype(np.int32)]
        cv2.polylines(picture, points, False, shade(style.ink, 1.5), round(0.8 * fine), cv2.LINE_AA, 4)


def _zone(picture: Picture, rng: np.random.Generator, zone: Zone, style: Style, fine: float) -> None:
    if not zone.cells:
        outline = [np.round(np.array(zone.outline_mm) * fine * 16).astype(np.int32)]
        wash = picture.copy()
        cv2.fillPoly(wash, outline, shade(style.spaces[1], 0.92), cv2.LINE_AA, 4)
        picture[:] = cv2.addWeighted(wash, 0.7, picture, 0.3, 0)
        cv2.polylines(picture, outline, True, style.ink, round(LINE_MM * fine), cv2.LINE_AA, 4)
        return
    wash = picture.copy()
    for number, cell in enumerate(zone.cells):
        corners = np.array(cell.outline_mm)
        middle = corners.mean(axis=0)
        x, y = (int(side) for side in middle // np.maximum(np.ptp(corners, axis=0), 1))
        colour = shade(style.spaces[(x + y) % 2], rng.uniform(0.94, 1.06))
        inner = middle + 0.94 * (corners - middle)
        if style.rounded:
            radius = round(float(np.ptp(corners, axis=0).min()) * 0.46 * fine)
            at = (round(middle[0] * fine), round(middle[1] * fine))
            cv2.circle(wash, at, radius, colour, cv2.FILLED, cv2.LINE_AA)
            cv2.circle(wash, at, radius, style.ink, max(1, round(0.4 * fine)), cv2.LINE_AA)
        else:
            points = [np.round(inner * fine * 16).astype(np.int32)]
            cv2.fillPoly(wash, points, colour, cv2.LINE_AA, 4)
            cv2.polylines(wash, points, True, style.ink, max(1, round(0.35 * fine)), cv2.LINE_AA, 4)
        if number % 7 == 3:
            at = (round(middle[0] * fine), round(middle[1] * fine))
            cv2.drawMarker(wash, at, shade(style.ink, 1.3), int(rng.integers(0, 7)), round(6 * fine), 2)
    picture[:] = cv2.addWeighted(wash, 0.8, picture, 0.2, 0)
