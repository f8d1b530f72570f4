"""What the running table says of itself, ready for a page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from companion.live.running_table import RunningTable
from companion.live.status import LiveStatus, Reading
from companion.record.events import concerns
from companion.rules.game import Seat
from companion.rules.phrases import Audience, marked
from webui.request.on_table import hub

WORDS: Final = {
    "waiting": "Watching",
    "reading": "Reading the table",
    "still": "All as it should be",
    "ask": "A question",
    "wrong": "Please look",
    "hand": "A hand is over the table",
    "lost": "No picture",
    "off": "Camera off",
    "put-back": "Waiting for you",
    "sheet-unseen": "Not all is in view",
}
"""What is said of a state, or of a code that says more."""

CABLE: Final = marked(
    "Check its cable at both ends. If that is no help, switch the table's computer off and on."
)
REMEDIES: Final = {
    "camera-missing": "As soon as it is there it is used.",
    "camera-lost": CABLE,
    "camera-slow": CABLE,
    "camera-silent": CABLE,
    "camera-busy": "Close the other program.",
}
"""What to do at the table when a camera gives no pictures, by the code of what is the matter."""

MEANWHILE: Final = marked(
    "Go on by tapping. It is tried again by itself; the Camera page tries at once, or takes another."
)
ON_ITS_PAGE: Final = marked("Go on by tapping. It is tried again by itself; “Look again” tries at once.")
"""What is said after the remedy, on the other pages and on the Camera page itself."""


RESULTS: Final = {
    "accepted": marked("accepted"),
    "asked": marked("asked"),
    "repaired": marked("repaired"),
    "corrected": marked("corrected"),
    "taken-back": marked("taken back"),
    "error": marked("error"),
}
"""What a reading led to."""

LAST_READINGS: Final = 8


class ReadingView(NamedTuple):
    """A reading in words; of what was accepted it is known how sure that was."""

    text: str
    result: str
    sure_percent: float | None


class QuestionView(NamedTuple):
    """An open question with its answers."""

    id: int
    text: str
    choices: tuple[str, ...]
    crop: str


class CountdownView(NamedTuple):
    """The turn is passed on in so many seconds unless somebody taps; ``stopped``: somebody has.

    ``mine``: it is the turn of whoever sits at this phone.
    """

    who: str
    began_s: float
    left_s: float
    total_s: float
    stopped: bool
    mine: bool


class LiveView(NamedTuple):
    """The status in words."""

    state: str
    heading: str
    sentence: str
    code: str
    where: tuple[str, ...]
    question: QuestionView | None
    countdown: CountdownView | None
    frame: int
    since: int
    told: int
    remedy: str
    last: str
    sure_percent: float | None
    auto_percent: float


def live_view(
    live: RunningTable | None, names: Mapping[Seat, str], me: Seat | None, *, meanwhile: str = MEANWHILE
) -> LiveView | None:
    """Give the status of the running table in the words for one phone; None without a table."""
    if live is None:
        return None
    names = Audience.of(names)
    status, question, countdown = live.status, None, None
    asked = status.question
    if asked is not None and concerns(asked.to, me):
        choices = tuple(choice.render(names) for choice in asked.choices)
        question = QuestionView(asked.id, asked.text.render(names), choices, asked.crop)
    if status.countdown is not None:
        counted = status.countdown
        left_s = max(0.0, counted.started_s + counted.total_s - time.monotonic())
        who = names.called(counted.by)
        left_s = min(left_s, counted.total_s)
        mine = counted.by == me
        countdown = CountdownView(who, counted.started_s, left_s, counted.total_s, counted.stopped, mine)
    last = live.last_read
    return LiveView(
        status.state,
        names.say(WORDS.get(status.code) or WORDS[status.state]),
        status.message.render(names),
        status.code,
        status.where,
        question,
        countdown,
        status.frame,
        status.since,
        status.told,
        _remedy(status, meanwhile, names),
        last.text.render(names) if last else "",
        _sure_percent(last) if last else None,
        live.figures.auto_percent,
    )


def readings_view(live: RunningTable | None, names: Mapping[Seat, str]) -> list[ReadingView]:
    """Give the last readings in the words for one phone, the latest first."""
    names = Audience.of(names)
    last = list(live.readings)[-LAST_READINGS:][::-1] if live else []
    return [
        ReadingView(each.text.render(names), names.say(RESULTS[each.what]), _sure_percent(each))
        for each in last
    ]


def _sure_percent(reading: Reading) -> float | None:
    return 100 * reading.confidence if reading.what == "accepted" else None


def last_picture_at(live: RunningTable | None) -> str | None:
    """Give when the last picture of a camera that sees nothing now came, in UTC as ISO 8601.

    It is empty where none has come, and of a recording's; None while the camera sees.
    """
    if live is None or live.status.state != "lost":
        return None
    if live.frame is None or live.status.code == "camera-ended":
        return ""
    ago = timedelta(seconds=time.monotonic() - live.frame.t_s)
    return (datetime.now(UTC) - ago).isoformat(timespec="seconds")


def _remedy(status: LiveStatus, meanwhile: str, names: Audience) -> str:
    """Say what to do where a camera gives no pictures; a recording that has ended is no camera."""
    if status.state != "lost" or status.code not in REMEDIES:
        return ""
    remedy = REMEDIES[status.code]
    if remedy == CABLE and hub().simulation is not None:  # which has no cable
        return names.say(meanwhile)
    return f"{names.say(remedy)} {names.say(meanwhile)}"
