"""What play wants handed in: a camera, somebody who watches for rest, a reader, perhaps a panel.

Play imports neither `hw` nor `vision`. A camera raises errors of its own (``camera_errors`` of
`companion.live.live.LiveTable`); those have a ``code`` and a ``sentence``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeAlias

from companion.errors import Saying
from companion.sighting import Sighting, Stillness

Image: TypeAlias = Any
"""A picture: (H, W, 3) uint8, blue, green, red."""


class Frame(Protocol):
    """One picture, when it was taken (monotonic, in seconds), and its number."""

    @property
    def image(self) -> Image:
        """The picture; it may be asked for until the next one is read, and is kept by who has asked."""
        ...

    @property
    def small(self) -> Image | None:
        """The same small and grey, (h, w) uint8, where the camera gives that without work."""
        ...

    @property
    def t_s(self) -> float:
        """When it was taken."""
        ...

    @property
    def number(self) -> int:
        """Counts up from 1."""
        ...


class Camera(Protocol):
    """A source of frames."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def open(self) -> None:
        """Make ready."""
        ...

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame."""
        ...

    def close(self) -> None:
        """Let go; never raises."""
        ...


class Watch(Protocol):
    """Knows whether the table is at rest."""

    def update(self, image: Image, t_s: float) -> Stillness:
        """Look at the next frame."""
        ...


class Reader(Protocol):
    """Reads a frame."""

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Give everything that is to be seen."""
        ...

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn what the cell shows in the last frame."""
        ...


class Lamp(Protocol):
    """Switches a light."""

    def __call__(self, *, on: bool) -> None:
        """Switch it."""
        ...


class PanelBoard(Protocol):
    """Buttons, lights and a buzzer. Nothing here raises: what does not work is in ``troubles``."""

    @property
    def troubles(self) -> Mapping[str, str | Saying]:
        """Device -> what is wrong with it."""
        ...

    @property
    def pins(self) -> Mapping[str, int]:
        """Device -> GPIO number, of all that are wired."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have told what is pressed, from a thread of the driver."""
        ...

    def show(self, state: str, seats: Collection[int]) -> None:
        """Show a state of the table, and light the lamps of these seats."""
        ...

    def sound(self, tune: str) -> None:
        """Play a tune; nobody waits for it."""
        ...

    def light_ring(self, *, on: bool) -> None:
        """Switch the ring light."""
        ...

    def close(self) -> None:
        """Let all pins go."""
        ...
