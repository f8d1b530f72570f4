"""What the lights and the buzzer do for each word that they are given.

No two words differ by colour alone: what wants a person blinks, and each at its own pace.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Glow(NamedTuple):
    """A colour (red, green, blue from 0 to 1), and for how long it is on and off; 0: it stays on."""

    colour: tuple[float, float, float]
    on_s: float = 0.0
    off_s: float = 0.0


GLOWS: Final = {
    "waiting": Glow((0.0, 0.0, 0.3)),
    "hand": Glow((0.0, 0.0, 0.3)),
    "reading": Glow((0.5, 0.5, 0.5)),
    "still": Glow((0.0, 0.4, 0.0)),
    "ask": Glow((1.0, 0.4, 0.0), 0.6, 0.4),
    "wrong": Glow((1.0, 0.0, 0.0), 0.2, 0.2),
    "lost": Glow((0.6, 0.0, 0.8), 1.0, 1.0),
    "off": Glow((0.0, 0.0, 0.0)),
}
"""State of the table -> status light."""

TUNES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "turn": ((660.0, 0.08),),
    "ask": ((523.0, 0.1), (659.0, 0.1), (784.0, 0.15)),
    "wrong": ((330.0, 0.2), (262.0, 0.3)),
    "lost": ((440.0, 0.15), (330.0, 0.15), (262.0, 0.3)),
    "no": ((220.0, 0.25),),
    "bye": ((784.0, 0.12), (659.0, 0.12), (523.0, 0.3)),
}
"""Tune -> its tones, as Hz and seconds; within the two octaves of a passive buzzer."""
