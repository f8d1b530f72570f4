"""The contract by which pages, panel, house and watchdog use a `LiveTable`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.frames.film import Film
from companion.live.status import Figures, LiveStatus, Reading
from companion.rules.message import Message
from companion.sighting import Sighting


class RunningTable(Protocol):
    """What a running table shows, and what people may do with it."""

    film: Film

    @property
    def frame(self) -> Any:
        """The last frame."""
        ...

    @property
    def view(self) -> Any:
        """The last full reading, with its picture."""
        ...

    @property
    def status(self) -> LiveStatus:
        """How things stand."""
        ...

    @property
    def readings(self) -> Sequence[Reading]:
        """What the last readings led to, the latest last."""
        ...

    @property
    def last_read(self) -> Reading | None:
        """What the camera read last of all that counts."""
        ...

    @property
    def figures(self) -> Figures:
        """How often the table was read without help."""
        ...

    @property
    def camera_on(self) -> bool:
        """Whether there is a camera and the table wants it."""
        ...

    @property
    def round_at_s(self) -> float:
        """When the table's own loop came round last."""
        ...

    @property
    def asked_at_s(self) -> float | None:
        """Since when the camera's driver has owed an answer."""
        ...

    @property
    def stuck_since_s(self) -> float | None:
        """Since when a camera that is there gives no pictures."""
        ...

    @property
    def well_since_s(self) -> float | None:
        """Since when the camera has given pictures without a break."""
        ...

    def start(self) -> None:
        """Begin to watch."""
        ...

    def stop(self) -> None:
        """Stop watching."""
        ...

    def subscribe(self, subscriber: Callable[[LiveStatus], None]) -> Callable[[], None]:
        """Call the subscriber with every new status; give the function that ends the subscription."""
        ...

    def answer(self, question: int, choice: int) -> None:
        """Answer the open question."""
        ...

    def misread(self, told: int) -> None:
        """Accept that the camera misread; ``told`` is the number of the status that said so."""
        ...

    def put_right(self, told: int) -> None:
        """Accept that the table is wrong and is put right."""
        ...

    def no_roll(self, told: int) -> None:
        """Accept that the dice do not count as they lie."""
        ...

    def retry(self) -> None:
        """Look again, now."""
        ...

    def cancel_countdown(self, began_s: float) -> None:
        """Stop the countdown that began at ``began_s``."""
        ...

    def resume_countdown(self, began_s: float) -> None:
        """Let the countdown run again."""
        ...

    def set_camera(self, *, on: bool) -> None:
        """Use the camera, or play by tapping."""
        ...

    def see_photo(self, image: Any, photo: Sighting) -> Message:
        """Judge a photograph as one more look at the table; say what came of it."""
        ...

    def crop(self, where: str) -> bytes | None:
        """The surroundings of a cell in the last reading, as JPEG."""
        ...
