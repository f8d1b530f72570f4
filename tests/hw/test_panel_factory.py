"""What works the pins: the chip found by its label, and what to install where something is missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero.exc import PinUnknownPi

from hw import gpio_chips
from hw.gpio_chips import Chip, chips, header_chip
from hw.panel import factory
from hw.panel.errors import PanelError

# As found on a Pi 5 with a kernel of July 2026, where the header is neither chip 0 nor chip 4.
PI_5 = [
    Chip(0, "gpio-brcmstb@107d508500", 32),
    Chip(10, "gpio-brcmstb@107d508520", 4),
    Chip(13, "pinctrl-rp1", 54),
]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What of lgpio, RPi and rpi-lgpio is installed; the rest is not, whatever this machine has."""
    there = {"gpiozero"}
    monkeypatch.setattr(factory, "find_spec", lambda name: name in there or None)
    monkeypatch.setattr(factory, "is_rpi_lgpio", lambda: "rpi-lgpio" in there)
    monkeypatch.setattr(factory, "on_a_pi_5", lambda: "pi 5" in there)
    monkeypatch.setattr(factory, "chips", lambda: PI_5)
    return there


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch, installed: set[str]) -> dict[str, object]:
    """A gpiozero factory over lgpio that remembers which chip it was to open, or fails."""
    opened: dict[str, object] = {}

    class LGPIOFactory:
        def __init__(self, chip: int) -> None:
            if "fails" in opened:
                raise opened["fails"]
            opened["chip"] = chip

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = LGPIOFactory
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    installed.add("lgpio")
    return opened


def test_the_header_is_found_by_its_label_whatever_its_number() -> None:
    assert header_chip(found=PI_5) == PI_5[2]
    assert header_chip(found=[Chip(0, "pinctrl-bcm2711", 58), Chip(1, "raspberrypi-exp-gpio", 8)]).number == 0
    assert header_chip("gpio-sim.0", [*PI_5, Chip(20, "gpio-sim.0", 32)]).number == 20
    assert header_chip(found=PI_5[:2]) is None
    assert header_chip(found=[Chip(0, "pinctrl-rp1", 54, "shut")]) is None


def test_chips_are_asked_for_their_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (0, 12, 3):
        (tmp_path / f"gpiochip{number}").write_text("")
    (tmp_path / "gpiochip").write_text("")

    def ioctl(handle: int, request: int, info: bytearray) -> None:
        assert request == 0x8044B401
        if Path(f"/proc/self/fd/{handle}").readlink().name == "gpiochip3":
            raise OSError(25, "Inappropriate ioctl for device")
        info[:] = gpio_chips.CHIP_INFO.pack(b"gpiochip12", b"pinctrl-rp1", 54)

    monkeypatch.setattr(gpio_chips.fcntl, "ioctl", ioctl)
    found = chips(tmp_path)
    assert [chip.number for chip in found] == [0, 3, 12]
    assert found[2] == Chip(12, "pinctrl-rp1", 54)
    assert "no GPIO chip: Inappropriate" in str(found[1].why_not)


def test_lgpio_opens_the_chip_of_the_header_and_has_a_folder_of_its_own(
    lgpio: dict[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    factory.pin_factory("auto", "")
    assert lgpio == {"chip": 13}
    assert os.environ["LG_WD"] == str(tmp_path)
    factory.pin_factory("lgpio", "gpio-brcmstb@107d508520")
    assert lgpio == {"chip": 10}


@pytest.mark.parametrize(
    ("there", "driver", "code", "words"),
    [
        ({"gpiozero"}, "auto", "panel-driver", "python3-lgpio"),
        ({"gpiozero", "RPi", "pi 5"}, "auto", "panel-driver", "RPi.GPIO cannot work the pins of a Pi 5"),
        ({"gpiozero", "RPi", "pi 5"}, "rpigpio", "panel-driver", "python3-lgpio"),
        ({"gpiozero"}, "rpigpio", "panel-driver", "not installed"),
        ({"gpiozero", "RPi"}, "lgpio", "panel-driver", "python3-lgpio"),
        (set(), "auto", "panel-driver", "pip install"),
    ],
    ids=["no lgpio", "RPi.GPIO on a Pi 5", "the same, wished", "no RPi.GPIO", "lgpio wished", "no gpiozero"],
)
def test_a_lesser_factory_is_an_error_that_says_what_to_install(
    installed: set[str], there: set[str], driver: str, code: str, words: str
) -> None:
    installed.clear()
    installed |= there
    with pytest.raises(PanelError) as caught:
        factory.pin_factory(driver, "")
    assert caught.value.code == code
    assert words in caught.value.sentence


@pytest.mark.parametrize("there", [{"RPi"}, {"RPi", "rpi-lgpio"}, {"RPi", "rpi-lgpio", "pi 5"}])
def test_rpi_gpio_serves_old_boards_and_its_successor_every_board(
    installed: set[str], there: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    installed |= there
    module = ModuleType("gpiozero.pins.rpigpio")
    module.RPiGPIOFactory = lambda: "made"
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", module)
    assert factory.pin_factory("auto", "") == "made"


@pytest.mark.parametrize(
    ("found", "label", "code", "words"),
    [
        (PI_5[:2], "", "panel-chip", "no Raspberry Pi's header. There is: gpio-brcmstb@107d508500"),
        ([], "", "panel-chip", "There is: none."),
        (PI_5, "gpio-sim", "panel-chip", "No GPIO chip is called gpio-sim."),
        ([Chip(0, "", 0, "/dev/gpiochip0 cannot be opened: Permission denied")], "", "panel-rights", "gpio?"),
    ],
)
def test_what_keeps_the_chip_away_is_told(
    lgpio: dict[str, object], monkeypatch: pytest.MonkeyPatch, found, label: str, code: str, words: str
) -> None:
    monkeypatch.setattr(factory, "chips", lambda: found)
    with pytest.raises(PanelError) as caught:
        factory.pin_factory("auto", label)
    assert caught.value.code == code
    assert words in caught.value.sentence


@pytest.mark.parametrize(
    ("error", "code"), [(PinUnknownPi("?"), "panel-chip"), (Exception("GPIO busy"), "panel-busy")]
)
def test_a_chip_that_does_not_open_is_told(lgpio: dict[str, object], error: Exception, code: str) -> None:
    lgpio["fails"] = error
    with pytest.raises(PanelError) as caught:
        factory.pin_factory("auto", "")
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("model", "is_5"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", True),
        ("Raspberry Pi Compute Module 5 Rev 1.0\0", True),
        ("Raspberry Pi 500 Rev 1.0\0", True),
        ("Raspberry Pi 4 Model B Rev 1.5\0", False),
    ],
)
def test_a_pi_5_is_known_by_its_name(tmp_path: Path, model: str, *, is_5: bool) -> None:
    path = tmp_path / "model"
    path.write_text(model)
    assert factory.on_a_pi_5(path) is is_5
    assert not factory.on_a_pi_5(tmp_path / "nowhere")


def test_on_a_pi_the_chip_of_its_own_header_is_there() -> None:
    if not Path("/proc/device-tree/model").exists():
        pytest.skip("this machine is no Raspberry Pi")
    assert header_chip() is not None
