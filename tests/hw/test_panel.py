"""The panel's devices on gpiozero's mock pins: every one optional, pressed, lit and heard."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hw.panel.board import Board, open_board
from hw.panel.errors import PanelError
from hw.panel.lights import GLOWS, TUNES
from hw.panel.wiring import Wiring

FULL = Wiring(
    confirm=17,
    undo=27,
    next=22,
    shut_down=3,
    hold_s=0.5,
    red=5,
    green=6,
    blue=13,
    seats=(19, 26, 21),
    buzzer=12,
    encoder_a=23,
    encoder_b=24,
    dice_tower=25,
    ring_light=18,
)
PATIENCE_S = 30.0


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


@pytest.fixture
def make(factory: MockFactory) -> Iterator[Callable[..., tuple[Board, list[str]]]]:
    boards: list[Board] = []

    def make_(wiring: Wiring) -> tuple[Board, list[str]]:
        board, heard = Board(wiring, factory), []
        board.listen(heard.append)
        boards.append(board)
        return board, heard

    yield make_
    for board in boards:
        board.close()


def until(holds: Callable[[], object]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends_s, "it did not happen in time"
        time.sleep(0.01)


def test_every_press_is_heard(factory, make) -> None:
    board, heard = make(FULL)
    assert board.troubles == {}
    for pin in (FULL.confirm, FULL.undo, FULL.next, FULL.dice_tower):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    assert heard == ["confirm", "undo", "next", "dice"]


def test_the_encoder_is_heard_in_both_directions(factory, make) -> None:
    _, heard = make(FULL)
    a, b = factory.pin(FULL.encoder_a), factory.pin(FULL.encoder_b)
    for first, second in ((a, b), (b, a)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()
    assert sorted(heard) == ["left", "right"]


def test_shutting_down_wants_a_long_press(factory, make) -> None:
    _, heard = make(FULL)
    pin = factory.pin(FULL.shut_down)
    pin.drive_low()
    pin.drive_high()
    time.sleep(FULL.hold_s + 0.2)
    assert heard == []
    pin.drive_low()
    until(lambda: heard)
    assert heard == ["shut_down"]


def test_a_switch_of_a_dice_tower_may_be_active_high(factory, make) -> None:
    _, heard = make(Wiring(dice_tower=25, dice_tower_active="high"))
    factory.pin(25).drive_low()
    assert heard == []
    factory.pin(25).drive_high()
    assert heard == ["dice"]


def test_the_status_light_tells_every_state(factory, make) -> None:
    board, _ = make(FULL)
    pins = [factory.pin(number) for number in (FULL.red, FULL.green, FULL.blue)]
    for state, glow in GLOWS.items():
        board.show(state, ())
        if glow.on_s:
            until(lambda glow=glow: tuple(pin.state for pin in pins) == glow.colour)
            until(lambda: tuple(pin.state for pin in pins) == (0, 0, 0))
        else:
            assert tuple(pin.state for pin in pins) == glow.colour, state
    assert board.troubles == {}


def test_no_two_states_that_want_a_person_look_alike() -> None:
    wanting = [GLOWS[state] for state in ("ask", "wrong", "lost")]
    assert len({(glow.on_s, glow.off_s) for glow in wanting}) == 3, "also for those who see no colours"
    assert all(glow.on_s for glow in wanting)


def test_a_light_whose_pins_are_low_when_it_is_on(factory, make) -> None:
    board, _ = make(Wiring(red=5, green=6, blue=13, common_anode=True))
    board.show("still", ())
    assert factory.pin(5).state == 1
    assert factory.pin(6).state == pytest.approx(1 - GLOWS["still"].colour[1])


def test_the_lights_of_the_seats(factory, make) -> None:
    board, _ = make(FULL)
    board.show("still", {2})
    assert [factory.pin(pin).state for pin in FULL.seats] == [0, 1, 0]
    board.show("still", {1, 3, 4})
    assert [factory.pin(pin).state for pin in FULL.seats] == [1, 0, 1], "a fourth seat has no light"


def test_a_tune_is_played_and_ends(factory, make) -> None:
    board, _ = make(FULL)
    pin = factory.pin(FULL.buzzer)
    board.sound("ask")
    heard: set[float] = set()

    def note() -> bool:
        if pin.frequency:
            heard.add(round(pin.frequency))
        return {round(hz) for hz, _ in TUNES["ask"]} <= heard

    until(note)
    until(lambda: not pin.state)


def test_every_tune_is_within_the_buzzers_range(factory, make) -> None:
    board, _ = make(FULL)
    buzzer = board._devices["buzzer"]
    for tune in TUNES.values():
        for frequency_hz, _ in tune:
            buzzer.play(frequency_hz)
    assert board.troubles == {}


def test_the_ring_light(factory, make) -> None:
    board, _ = make(FULL)
    board.light_ring(on=True)
    assert factory.pin(FULL.ring_light).state == 1
    board.light_ring(on=False)
    assert factory.pin(FULL.ring_light).state == 0


@pytest.mark.parametrize("name", [name for name in FULL.pins if name not in ("seat 2", "seat 3")])
def test_every_device_may_be_missing(factory, make, name: str) -> None:
    if name == "seat 1":
        wiring = {"seats": FULL.seats[:1]}
    elif name in ("red", "green", "blue"):
        wiring = {"red": 5, "green": 6, "blue": 13}
    elif name.startswith("encoder"):
        wiring = {"encoder_a": 23, "encoder_b": 24}
    else:
        wiring = {name: FULL.pins[name]}
    board, _ = make(Wiring(**wiring))
    board.show("ask", (1,))
    board.sound("turn")
    board.light_ring(on=True)
    assert board.troubles == {}
    assert name in board.pins


def test_a_pin_that_somebody_else_holds_costs_its_device_alone(factory, make) -> None:
    from gpiozero import LED

    with LED(FULL.confirm, pin_factory=factory):
        board, heard = make(FULL)
        assert list(board.troubles) == ["confirm"]
        assert "GPIO 17: something else holds it." in str(board.troubles["confirm"])
        factory.pin(FULL.undo).drive_low()
        assert heard == ["undo"]


def test_a_chip_that_goes_away_costs_its_lights_not_the_game(factory, make, monkeypatch) -> None:
    board, _ = make(FULL)
    seat = board._devices["seat 1"]

    def gone(*_: object) -> None:
        raise OSError("bad lineinfo IOCTL")

    monkeypatch.setattr(type(seat), "value", property(lambda _: 0, gone))
    board.show("still", {1})
    assert "does not work any more" in str(board.troubles["seat 1"])


@pytest.mark.parametrize(
    ("wiring", "words"),
    [
        (Wiring(confirm=4, undo=4), "GPIO 4 is given to confirm and to undo."),
        (Wiring(confirm=4, seats=(5, 4)), "GPIO 4 is given to confirm and to seat 2."),
        (Wiring(red=4, green=5), "The status light wants blue besides."),
        (Wiring(encoder_b=5), "The encoder wants encoder_a besides."),
    ],
)
def test_a_wiring_that_contradicts_itself_is_told(wiring: Wiring, words: str) -> None:
    with pytest.raises(PanelError) as caught:
        open_board(wiring)
    assert (caught.value.code, caught.value.sentence) == ("panel-pins", words)


def test_without_any_wire_there_is_no_board() -> None:
    assert open_board(Wiring()) is None
