"""Which device of the panel is wired to which pin: each by its name, each may be missing.

Pins are GPIO numbers as Broadcom and gpiozero count them, not places on the header.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hw.panel.errors import PanelError

LAST_PIN = 27
"""GPIO 0 to 27 are what the header has."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_PIN)]
Pin: TypeAlias = Number | None


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Buttons, lights and a buzzer: the GPIO number of each; what is not named is not there."""

    confirm: Annotated[Pin, Meta(description="Button to ground: takes the answer that is chosen.")] = None
    undo: Annotated[Pin, Meta(description="Button to ground: takes the last choice back.")] = None
    next: Annotated[Pin, Meta(description="Button to ground: passes the turn on.")] = None
    shut_down: Annotated[Pin, Meta(description="Button to ground: held, it shuts the Pi down.")] = None
    hold_s: Annotated[float, Meta(description="How long that is held, in seconds.", ge=0.5, le=10)] = 2.0
    bounce_s: Annotated[
        float, Meta(description="A contact that opens and closes faster is the same press.", ge=0, le=0.5)
    ] = 0.03
    red: Annotated[Pin, Meta(description="Status light, red.")] = None
    green: Annotated[Pin, Meta(description="Status light, green.")] = None
    blue: Annotated[Pin, Meta(description="Status light, blue.")] = None
    common_anode: Annotated[bool, Meta(description="The status light is on where its pins are low.")] = False
    seats: Annotated[tuple[Number, ...], Meta(description="One light a seat, in seat order.")] = ()
    buzzer: Annotated[Pin, Meta(description="Passive buzzer.")] = None
    encoder_a: Annotated[Pin, Meta(description="Rotary encoder that chooses an answer: its pin A.")] = None
    encoder_b: Annotated[Pin, Meta(description="Rotary encoder: its pin B.")] = None
    dice_tower: Annotated[
        Pin, Meta(description="Reed or infrared switch in a dice tower: dice have fallen, look now.")
    ] = None
    dice_tower_active: Annotated[
        Literal["low", "high"], Meta(description="What that switch gives when dice fall.")
    ] = "low"
    ring_light: Annotated[Pin, Meta(description="Switches a ring light on while the table is read.")] = None
    driver: Annotated[
        Literal["auto", "lgpio", "rpigpio"],
        Meta(description="What works the pins; rpigpio is for boards up to the Pi 4."),
    ] = "auto"
    chip: Annotated[
        str, Meta(description="Label of the GPIO chip; empty: the one behind the Pi's header.")
    ] = ""

    @property
    def pins(self) -> dict[str, int]:
        """Device -> pin, of all that are wired."""
        return dict(self._named())

    def _named(self) -> Iterator[tuple[str, int]]:
        for name in PINS:
            pin = getattr(self, name)
            if pin is not None:
                yield name, pin
        yield from ((f"seat {seat}", pin) for seat, pin in enumerate(self.seats, 1))

    def check(self) -> None:
        """See that the devices do not get in each other's way.

        Raises
        ------
        PanelError
            ``panel-pins``: a pin is given twice, or half of a device.
        """
        taken: dict[int, str] = {}
        for name, pin in self._named():
            if pin in taken:
                raise PanelError(
                    "panel-pins",
                    "GPIO {pin} is given to {first} and to {second}.",
                    pin=pin,
                    first=taken[pin],
                    second=name,
                )
            taken[pin] = name
        for device, parts in WHOLE.items():
            missing = [part for part in parts if part not in self.pins]
            if 0 < len(missing) < len(parts):
                raise PanelError(
                    "panel-pins",
                    "The {device} wants {parts} besides.",
                    device=device,
                    parts=", ".join(missing),
                )


PINS = (
    "confirm",
    "undo",
    "next",
    "shut_down",
    "red",
    "green",
    "blue",
    "buzzer",
    "encoder_a",
    "encoder_b",
    "dice_tower",
    "ring_light",
)
"""Keys that are one pin each."""

WHOLE = {"status light": ("red", "green", "blue"), "encoder": ("encoder_a", "encoder_b")}
"""Devices that have several pins: all of them, or none."""
