"""The colours can be read: WCAG AA, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webui

CSS = (Path(webui.__file__).parent / "static" / "table.css").read_text()
ROOTS = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
LIGHT, DARK = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", root)) for root in ROOTS)

TEXT = [
    ("ink", "paper"),
    ("ink", "card"),
    ("quiet", "paper"),
    ("quiet", "card"),
    ("on-leaf", "leaf"),
    ("on-soft", "soft"),
    ("on-warn", "warn"),
    ("clay", "card"),
    ("clay", "paper"),
    ("good", "card"),
    ("leaf", "card"),
]
"""Text upon its ground."""


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_has_the_contrast_of_aa(palette, text, ground) -> None:
    assert contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card", "soft"])
def test_focus_can_be_seen(palette, ground) -> None:
    assert contrast(palette["focus"], palette[ground]) >= 3


def test_dark_has_every_colour_of_light() -> None:
    assert DARK.keys() == LIGHT.keys()
