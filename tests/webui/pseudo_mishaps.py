"""What happens in an evening besides the game: late taps, an undo, a correction, no connection, a camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from phones import app_over
from pseudo_evenings import Evening

from companion.live.status import Countdown, LiveStatus
from companion.rules.game import CHANCE

UNDO = "#tools form[action$='/play/undo'] button"
LOOK = "[data-look]"

TAP_AGAIN = """([by, text]) => {
  const form = document.createElement("form");
  form.action = "/play/act";
  const { seq, game } = document.body.dataset;
  for (const [name, value] of Object.entries({ by, text, seq, game }))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  return tap(form);
}"""
"""Send what nobody may do now, as a page does that was slow."""


def tap(evening: Evening) -> None:
    """Anna does something by what her page offers; a button to take it back comes and goes."""
    evening.phone.tap(evening.rng)
    evening.phone.page.wait_for_function("() => sending === 0")


def say_it_twice(evening: Evening) -> None:
    """A tap comes too late, and the page says why it changed nothing."""
    for entry in evening.session.line[-4:]:
        if entry.by != CHANCE:
            evening.phone.page.evaluate(TAP_AGAIN, [entry.by, entry.text])


def take_back(evening: Evening) -> None:
    """Anna takes back, and Ben lets her; then it stands again."""
    undo = evening.phone.page.locator(UNDO)
    if not undo.count():
        return
    undo.click()
    evening.phone.page.wait_for_function("() => sending === 0")
    evening.phone.shows(evening.session.seq)
    if evening.session.timeline.request:
        evening.send("/play/agree", seat=2)
        evening.all_show_the_same()
    evening.session.redo()


def be_asked(evening: Evening) -> None:
    """Ben asks to take back, and Anna declines."""
    if evening.session.may_undo(2) is None:
        return
    evening.send("/play/undo", seat=2)
    evening.all_show_the_same()
    decline = evening.phone.page.locator("#undo-asked form[action$='/play/refuse'] button")
    if decline.count():
        decline.click()
        evening.all_show_the_same()


def correct(evening: Evening) -> None:
    """Ben corrects the record, and Anna objects."""
    session = evening.session
    at = max(place for place, entry in enumerate(session.line) if entry.by == 2)
    data = {"by": 2, "text": "", "seq": session.seq}
    answer = evening.ben.post(f"/log/correct/{at}", data=data)
    assert answer.status_code == 303
    evening.all_show_the_same()
    evening.all_have_heard()
    object_ = evening.phone.page.locator("#corrected [value='object']")
    if object_.count():  # what only its own seat may know is announced to nobody
        object_.click()
        evening.all_show_the_same()


def lose_the_connection(evening: Evening) -> None:
    """A phone without a network says so, and that a tap has not arrived."""
    for screen in evening.screens:
        screen.cut_off = True
        screen.page.context.set_offline(True)
    for screen in evening.screens:
        screen.page.wait_for_selector("#link:not([hidden])")
    entry = evening.session.line[-1]
    evening.phone.page.evaluate(TAP_AGAIN, [entry.by, entry.text])
    for screen in evening.screens:
        screen.page.context.set_offline(False)
    for screen in evening.screens:
        screen.page.wait_for_selector("#link", state="hidden")
        screen.cut_off = False


def ask_for_the_seat(evening: Evening) -> None:
    """Another phone asks to play as Anna, and she says no."""
    stranger = app_over(evening.hub).test_client()
    evening.hub.own_browser_is_host = False  # else it would have the seat at once
    stranger.post(f"/j/{evening.hub.token}", data={"seat": 1, "instead": "yes"})
    evening.phone.page.locator("#seats-now button[value='no']").click()
    evening.phone.page.wait_for_selector("#seats-now button", state="detached")


def look_closer(evening: Evening) -> None:
    """A card is shown large, and everything that is folded is unfolded."""
    cards = evening.phone.page.locator(LOOK)
    if cards.count():
        cards.first.click()
        evening.phone.page.locator("dialog button").click()


def see(evening: Evening) -> None:
    """The camera reads, asks, complains, and waits."""
    camera, session = evening.camera, evening.session
    if session.state.actors:  # a short game may be over
        action = next(iter(session.state.legal(min(session.state.actors))))
        camera.table.lay(session.state.after(action).lying())
        camera.see()
    lying = session.state.lying()
    camera.table.lay(lying)
    pieces = [(zone, cell) for zone, cells in lying.items() for cell in cells]
    camera.see()
    evening.all_show_the_same()
    evening.all_have_heard()
    for how in _amiss(pieces):
        camera.see(**how)
        evening.all_have_heard()
    camera.see()


def _amiss(pieces: list[tuple[str, str]]) -> Iterator[dict[str, object]]:
    yield {"hand": True}
    yield {"covered": pieces}
    yield {"wrong": dict.fromkeys(pieces[:1], "empty")}
    yield {"wrong": dict.fromkeys(pieces[:3], "empty")}
    yield {"p": 0.4}


def count_down(evening: Evening) -> None:
    """A turn is about to be passed on; a tap elsewhere stops that."""
    action = next((str(each) for each in evening.session.state.legal(1)), "pass")
    evening.live.show(LiveStatus("still", countdown=Countdown(1, action, time.monotonic(), 60.0)))
    page = evening.phone.page
    page.wait_for_selector("[data-countdown]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.dispatch_event("body", "pointerdown")
    page.wait_for_selector(".countdown:not([data-countdown])")
    evening.live.show(LiveStatus("still"))


HAPPENS: tuple[Callable[[Evening], None], ...] = (
    tap,
    say_it_twice,
    take_back,
    be_asked,
    see,
    lose_the_connection,
    correct,
    ask_for_the_seat,
    look_closer,
    count_down,
    tap,
)
