"""What dice are made of: colours, pips, marble, translucency and light, painted over a sprite's layers.

Convention: colours are blue, green, red, 0 to 255.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cuts.contrast import BRIGHTNESS, TINT_WAYS
from vision.training.solid import LAYERS, Rng, Sprite

Colours = NDArray[np.float32]

LEAST_CONTRAST = 26.0
"""Pips that differ by less from the body, in the mean of the channels' differences, nobody can count."""

TWO_COLOURED = 0.35
"""Share of marbled dice whose two colours have nothing to do with each other."""

EDGED, SHARPENED = 0.3, (3.0, 12.0)
"""Share of marbled dice whose two colours meet at an edge, as a zebra's, and by how much it is sharpened."""

EVEN_LIGHT = 0.07
"""Share of dice that mirror nothing and throw no shade on themselves: seen from above, a 1 is a dot there."""

OTHER_TINT = (12.0, 60.0)
"""By how much the tint of pips differs from that of a die that is about as bright."""

CASINO = ((40, 30, 200), (180, 60, 30), (60, 140, 30), (30, 120, 220), (150, 40, 120), (190, 190, 190))


def _ivory(rng: Rng) -> Colours:
    return np.array([225, 235, 240], np.float32) * rng.uniform(0.85, 1.05) - rng.uniform(0, 1) * np.array(
        [70, 22, 5], np.float32
    )


def _vivid(rng: Rng) -> Colours:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(120, 255), rng.uniform(60, 255)]]]).astype(np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def dark_colour(rng: Rng) -> Colours:
    """Draw a black or nearly black."""
    return (rng.uniform(10, 45) + rng.normal(0, 6, 3)).astype(np.float32)


def _smoky(rng: Rng) -> Colours:
    return (rng.uniform(35, 110) + rng.normal(0, 10, 3)).astype(np.float32)


def _wood(rng: Rng) -> Colours:
    return (np.array([80, 140, 190]) * rng.uniform(0.4, 1.15) + rng.normal(0, 12, 3)).astype(np.float32)


def body_colour(rng: Rng) -> Colours:
    """Draw the colour of a die's body."""
    draw = (_ivory, _vivid, dark_colour, _smoky, _wood)[int(rng.choice(5, p=(0.27, 0.4, 0.13, 0.12, 0.08)))]
    return np.clip(draw(rng), 5, 250)


def ink_colour(rng: Rng, body: Colours, contrast: float) -> Colours:
    """Draw a colour of pips that differs from the body's by at least ``contrast``."""
    light = body.mean() > 128
    plain = 0.65 if light else 0.5
    for _ in range(30):
        draw = rng.random()
        if draw < plain:
            ink = dark_colour(rng) if light or draw < 0.08 else np.full(3, rng.uniform(200, 250), np.float32)
        else:
            ink = _vivid(rng) if draw < 0.9 else (body * rng.uniform(0.3, 0.75)).astype(np.float32)
        if np.abs(ink - body).mean() > contrast:
            return ink
    return np.full(3, 10.0 if light else 245.0, np.float32)


def _of_other_tint(rng: Rng, body: Colours) -> Colours:
    """Draw a colour about as bright as a body's, of another tint."""
    for _ in range(30):
        tint = rng.normal(0, 1, 3)
        tint -= tint @ BRIGHTNESS
        tint *= rng.uniform(*OTHER_TINT) / np.hypot(*(TINT_WAYS @ tint))
        ink = np.clip(body + tint + rng.normal(0, 16), 2, 250).astype(np.float32)
        if np.hypot(*(TINT_WAYS @ (ink - body))) > OTHER_TINT[0]:
            return ink
    return np.array([40, 30, 190], np.float32)


@dataclass
class Look:
    """One make of dice: its colours and how it takes light.

    ``marble``, ``far`` and ``grain`` say how much of the second colour, the far side's pips and
    wood grain show, ``edged`` how sharply the second colour begins (1 or more), and ``far_pip`` is the
    colour of the far side's pips; ``plate`` and ``plate_pip`` are the colours of
    plates on the faces and of the pips on them; ``ambient`` and ``lamp``
    how much light comes from everywhere and from one place; ``gloss`` how bright mirrored lamps are.
    """

    body: Colours
    second: Colours
    pip: Colours
    special: Colours
    ink: Colours
    far_pip: Colours
    plate: Colours
    plate_pip: Colours
    marble: float
    edged: float
    far: float
    grain: float
    ambient: float
    lamp: float
    gloss: float
    glow: float

    @classmethod
    def random(cls, rng: Rng, *, casino: bool | None = None) -> Look:
        """Draw a make of dice, translucent as a casino's if so asked."""
        casino = rng.random() < 0.16 if casino is None else casino
        body = cls._casino_body(rng) if casino else body_colour(rng)
        hard = rng.random() < 0.25
        pip = ink_colour(rng, body, LEAST_CONTRAST if hard else rng.uniform(45, 110))
        if casino and rng.random() < 0.85:
            pip = np.full(3, rng.uniform(max(190.0, body.mean() + LEAST_CONTRAST), 250), np.float32)
        marbled = rng.random() < 0.28
        second = cls._second(rng, body, pip)
        plate = body_colour(rng) if rng.random() < 0.6 else np.clip(body * rng.uniform(0.4, 1.8), 5, 250)
        far = rng.uniform(0.2, 0.95) if casino else rng.uniform(0.1, 0.6) if rng.random() < 0.14 else 0.0
        return cls(
            body,
            np.clip(second, 0, 255),
            pip,
            cls._special(rng, body, pip),
            pip if rng.random() < 0.6 else ink_colour(rng, body, LEAST_CONTRAST),
            cls._through(rng, body, pip) if casino else 0.8 * pip + 0.2 * body,
            plate,
            body if np.abs(body - plate).mean() > 35 else ink_colour(rng, plate, 40),
            float(rng.uniform(0.2, 1.0)) if marbled else 0.0,
            float(rng.uniform(*SHARPENED)) if marbled and rng.random() < EDGED else 1.0,
            float(far),
            float(rng.uniform(0.04, 0.25)) if rng.random() < 0.12 else 0.0,
            *cls._light(rng),
            float(rng.uniform(0, 0.5) * casino),
        )

    @classmethod
    def tinted(cls, rng: Rng) -> Look:
        """Draw a make of dice whose pips differ from the body in tint, and hardly in brightness."""
        look = cls.random(rng)
        pip = _of_other_tint(rng, look.body)
        special = pip if rng.random() < 0.8 else _of_other_tint(rng, look.body)
        return replace(look, pip=pip, special=special, ink=pip, far_pip=0.8 * pip + 0.2 * look.body)

    @staticmethod
    def _casino_body(rng: Rng) -> Colours:
        return np.array(CASINO[rng.integers(6)], np.float32) * rng.uniform(0.35, 1.1)

    @staticmethod
    def _second(rng: Rng, body: Colours, pip: Colours) -> Colours:
        """Give what is swirled into a body: mostly a shade of it, else another colour altogether."""
        if rng.random() < TWO_COLOURED:
            other = body_colour(rng)
            if np.abs(other - pip).mean() > LEAST_CONTRAST:
                return other
        shade = body + rng.normal(0, 25 if rng.random() < 0.5 else 60, 3).astype(np.float32)
        return shade if np.abs(shade - pip).mean() > LEAST_CONTRAST else body

    @staticmethod
    def _special(rng: Rng, body: Colours, pip: Colours) -> Colours:
        """Give the colour of the pips of 1 and 4: that of the others, or red where red shows."""
        red = np.array([40, 30, rng.uniform(150, 230)], np.float32)
        return red if rng.random() < 0.2 and np.abs(red - body).mean() > LEAST_CONTRAST else pip

    @staticmethod
    def _through(rng: Rng, body: Colours, pip: Colours) -> Colours:
        """Give the colour of a pip that is seen through the die: it takes the body's tint, more or less.

        It differs no more from the body than a pip of the near face does.
        """
        share = rng.uniform(0.1, 0.9)
        seen = np.clip(share * pip + (1 - share) * body * rng.uniform(1.3, 2.4), 0, 255)
        own, far = np.abs(pip - body).mean(), np.abs(seen - body).mean()
        return (body + min(1.0, share * own / max(far, 1.0)) * (seen - body)).astype(np.float32)

    @staticmethod
    def _light(rng: Rng) -> tuple[float, float, float]:
        if rng.random() < EVEN_LIGHT:
            return float(rng.uniform(0.8, 1.1)), 0.0, 0.0
        ambient = float(rng.uniform(0.3, 1.0))
        gloss = float(rng.choice([0.0, rng.uniform(0, 1.0) ** 2 * 260, rng.uniform(150, 500)]))
        return ambient, float(rng.uniform(0, 1.2) * (1.15 - 0.7 * ambient)), gloss

    def paint(self, rng: Rng, sprite: Sprite) -> NDArray[np.float32]:
        """Give a sprite's picture, (h, w, 4): blue, green, red times alpha, and alpha 0 to 1."""
        part = sprite.layers.astype(np.float32) / 255
        alpha, pip, special, printed, far, lamp, sky, gloss, swirl, plate = (
            part[..., [n]] for n in range(len(LAYERS))
        )
        swirl = np.clip(0.5 + self.edged * (swirl - 0.5), 0, 1)
        albedo = self.body + self.marble * swirl * (self.second - self.body)
        albedo = albedo + plate * (self.plate - albedo)
        if self.grain:
            albedo = albedo * (1 + self.grain * _grain(rng, alpha.shape[:2]))[..., None]
        if self.glow:  # light gathers in a translucent die at the side away from the lamp
            albedo = albedo * (1 + self.glow * (1 - lamp))
        albedo = albedo + self.far * far * (self.far_pip - albedo)
        plated = bool(plate.any())
        albedo = albedo + printed * ((self.plate_pip if plated else self.ink) - albedo)
        plain, first = (self.plate_pip, self.plate_pip) if plated else (self.pip, self.special)
        albedo = albedo + (pip - special) * (plain - albedo) + special * (first - albedo)
        light = self.ambient * (0.35 + 0.65 * sky) + self.lamp * lamp
        shiny = self.gloss * gloss * (1 - 0.5 * pip * (rng.random() < 0.5))
        colour = albedo * light + shiny
        return np.concatenate([np.clip(colour, 0, 255) * alpha, alpha], axis=2).astype(np.float32)


def _grain(rng: Rng, shape: tuple[int, int]) -> NDArray[np.float32]:
    noise = rng.normal(0, 1, (shape[0] // 2 + 2, shape[1] // 12 + 2)).astype(np.float32)
    return cv2.resize(noise, shape[::-1])
