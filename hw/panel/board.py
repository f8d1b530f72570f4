"""The panel's devices: made from the wiring, heard, and shown a state.

A device that cannot be had leaves the others alone: what is wrong with it is in `Board.troubles`.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from companion.errors import Saying
from hw.panel.lights import GLOWS, TUNES
from hw.panel.wiring import Wiring

_log = logging.getLogger(__name__)

BUTTONS: Final = ("confirm", "undo", "next")
BUSY: Final = ("busy", "in use", "reserved")
"""What drivers say of a pin that another program, or another device of ours, holds."""


class Board:
    """The wired devices.

    Parameters
    ----------
    wiring : Wiring
        What is wired where.
    factory : object
        gpiozero's pin factory, see `hw.panel.factory`.

    Attributes
    ----------
    troubles : dict of Saying
        Device -> what is wrong with it, in a sentence.
    """

    def __init__(self, wiring: Wiring, factory: Any) -> None:
        wiring.check()
        self.wiring = wiring
        self.troubles: dict[str, Saying] = {}
        self._factory = factory
        self._heard: Callable[[str], None] = lambda _: None
        self._devices: dict[str, Any] = {}
        self._glow = ""
        self._tunes: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._make_inputs()
        self._make_outputs()
        self._player = threading.Thread(target=self._play, name="buzzer", daemon=True)
        self._player.start()

    @property
    def pins(self) -> dict[str, int]:
        """Device -> GPIO number, of all that are wired."""
        return self.wiring.pins

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have told from now on what is pressed.

        The words are confirm, undo, next, shut_down, left, right and dice; they come from a thread of
        the driver.
        """
        self._heard = heard

    def show(self, state: str, seats: Collection[int]) -> None:
        """Show a state of the table (a word of `GLOWS`), and light the lamps of these seats."""
        glow = GLOWS[state]
        light = self._devices.get("status light")
        if light is not None and state != self._glow:
            self._glow = state
            with self._careful("status light"):
                if glow.on_s:
                    light.blink(glow.on_s, glow.off_s, on_color=glow.colour)
                else:
                    light.color = glow.colour
        for seat in range(1, len(self.wiring.seats) + 1):
            lamp = self._devices.get(f"seat {seat}")
            if lamp is not None:
                with self._careful(f"seat {seat}"):
                    lamp.value = int(seat in seats)

    def sound(self, tune: str) -> None:
        """Play a tune (a word of `TUNES`); nobody waits for it."""
        if "buzzer" in self._devices:
            self._tunes.put(tune)

    def light_ring(self, *, on: bool) -> None:
        """Switch the ring light."""
        lamp = self._devices.get("ring light")
        if lamp is not None:
            with self._careful("ring light"):
                lamp.value = int(on)

    def close(self) -> None:
        """Let all pins go, dark and silent."""
        self._heard = lambda _: None
        self._tunes.put(None)
        self._player.join()
        for device in self._devices.values():
            with suppress(Exception):
                device.close()
        self._devices = {}
        with suppress(Exception):
            self._factory.close()

    # Inside

    def _make_inputs(self) -> None:
        from gpiozero import Button, DigitalInputDevice, RotaryEncoder

        wiring, bounce_s = self.wiring, self.wiring.bounce_s or None
        for name in BUTTONS:
            pin = getattr(wiring, name)
            button = self._made(name, pin, Button, bounce_time=bounce_s)
            if button is not None:
                button.when_pressed = self._tells(name)
        hold = self._made(
            "shut_down", wiring.shut_down, Button, bounce_time=bounce_s, hold_time=wiring.hold_s
        )
        if hold is not None:
            hold.when_held = self._tells("shut_down")
        low = wiring.dice_tower_active == "low"
        tower = self._made(
            "dice tower", wiring.dice_tower, DigitalInputDevice, pull_up=low, bounce_time=bounce_s
        )
        if tower is not None:
            tower.when_activated = self._tells("dice")
        pins = (wiring.encoder_a, wiring.encoder_b)
        encoder = self._made("encoder", pins if None not in pins else None, RotaryEncoder, max_steps=0)
        if encoder is not None:
            encoder.when_rotated_clockwise = self._tells("right")
            encoder.when_rotated_counter_clockwise = self._tells("left")

    def _make_outputs(self) -> None:
        from gpiozero import LED, RGBLED, TonalBuzzer

        wiring = self.wiring
        pins = (wiring.red, wiring.green, wiring.blue)
        whole = pins if None not in pins else None
        self._made("status light", whole, RGBLED, active_high=not wiring.common_anode)
        for seat, pin in enumerate(wiring.seats, 1):
            self._made(f"seat {seat}", pin, LED)
        self._made("buzzer", wiring.buzzer, TonalBuzzer, octaves=2)
        self._made("ring light", wiring.ring_light, LED)

    def _made(self, name: str, pins: int | tuple[int | None, ...] | None, kind: Any, **more: Any) -> Any:
        """Make a device that is wired; None for one that is not, or cannot be had."""
        if pins is None:
            return None
        numbers = pins if isinstance(pins, tuple) else (pins,)
        try:
            device = kind(*numbers, pin_factory=self._factory, **more)
        except Exception as error:  # noqa: BLE001 - lgpio.error is no gpiozero error, and not importable here
            wires = ", ".join(f"GPIO {number}" for number in numbers)
            self.troubles[name] = _why(name, wires, error)
            _log.warning("%s", self.troubles[name])
            return None
        self._devices[name] = device
        return device

    def _tells(self, word: str) -> Callable[[], None]:
        return lambda: self._heard(word)

    @contextmanager
    def _careful(self, name: str) -> Iterator[None]:
        """A chip that goes away in the middle of a game costs its lights, not the game."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - as above
            if name not in self.troubles:
                self.troubles[name] = Saying(
                    "The {name} does not work any more: {error}.", name=_called(name), error=error
                )
                _log.warning("%s", self.troubles[name])

    def _play(self) -> None:
        while (tune := self._tunes.get()) is not None:
            buzzer = self._devices.get("buzzer")
            if buzzer is None:
                continue
            with self._careful("buzzer"):
                for frequency_hz, length_s in TUNES[tune]:
                    buzzer.play(frequency_hz)
                    time.sleep(length_s)
                buzzer.stop()


CALLED: Final = {
    "confirm": Saying("button that confirms"),
    "undo": Saying("button that takes back"),
    "next": Saying("button that passes on"),
    "shut_down": Saying("button that shuts down"),
    "dice tower": Saying("dice tower"),
    "encoder": Saying("rotary encoder"),
    "status light": Saying("status light"),
    "buzzer": Saying("buzzer"),
    "ring light": Saying("ring light"),
}
"""What people call the devices; the others are the lights of seats."""


def _called(name: str) -> Saying:
    return CALLED.get(name) or Saying("light of seat {number}", number=name.removeprefix("seat "))


def _why(name: str, wires: str, error: Exception) -> Saying:
    said = str(error) or type(error).__name__
    values = {"name": _called(name), "wires": wires}
    if any(word in said.lower() for word in BUSY):
        return Saying("The {name} cannot have {wires}: something else holds it.", **values)
    return Saying("The {name} at {wires} does not work: {said}.", **values, said=said)


def open_board(wiring: Wiring) -> Board | None:
    """Give the panel's devices; None where nothing is wired.

    Raises
    ------
    PanelError
        When the pins cannot be worked at all, or the wiring contradicts itself.
    """
    wiring.check()
    if not wiring.pins:
        return None
    from hw.panel.factory import pin_factory

    return Board(wiring, pin_factory(wiring.driver, wiring.chip))
