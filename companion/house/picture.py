"""What others in the house are told of a game: plain values, and how Home Assistant shows them.

Only what everybody at the table may see is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.live.status import LiveStatus
from companion.panel.view import acting
from companion.rules.game import CHANCE
from companion.sessions.session import Session

NO_GAME: Final = "none"
MOST_SEATS: Final = 6
BUTTONS: Final = {"confirm": "Confirm", "undo": "Undo", "next": "Next"}
"""What may be pressed from elsewhere in the house."""


def told(session: Session | None, status: LiveStatus) -> dict[str, Any]:
    """Give the state of the table as plain values."""
    if session is None:
        return {"game": NO_GAME, "table": status.state, "camera": camera(status), "scores": {}}
    state = session.state.seen_by(None)
    names, totals = session.names, state.sheet().totals()
    rolls = [entry.text for entry in session.line if entry.by == CHANCE]
    return {
        "game": session.game.info.name,
        "table": status.state,
        "camera": camera(status),
        "acting": ", ".join(names[seat] for seat in acting(state)) or "nobody",
        "scores": {str(seat): totals[seat] for seat in sorted(names)},
        "last_draw": rolls[-1] if rolls else "none",
        "over": state.outcome is not None,
    }


def camera(status: LiveStatus) -> str:
    """Give the camera's state in one word: ``ok``, ``lost`` or ``off``."""
    return status.state if status.state in ("lost", "off") else "ok"


def entities(node: str, session: Session | None) -> Iterator[tuple[str, str, dict[str, Any] | None]]:
    """Give what Home Assistant shows: its kind, its own word, and its settings; None: it is there no more."""
    for key, name, icon in (
        ("game", "Game", "mdi:cards-playing"),
        ("table", "Table", "mdi:eye"),
        ("acting", "Acting", "mdi:account-arrow-right"),
        ("last_draw", "Last draw", "mdi:dice-5"),
    ):
        yield "sensor", key, {"name": name, "icon": icon, "value_template": f"{{{{ value_json.{key} }}}}"}
    yield (
        "binary_sensor",
        "camera",
        {
            "name": "Camera",
            "device_class": "connectivity",
            "value_template": "{{ 'ON' if value_json.camera == 'ok' else 'OFF' }}",
        },
    )
    names = session.names if session is not None else {}
    for seat in range(1, MOST_SEATS + 1):
        yield "sensor", f"score_{seat}", _score(seat, names[seat]) if seat in names else None
    for key, name in BUTTONS.items():
        yield "button", key, {"name": name, "command_topic": f"{node}/press", "payload_press": key}


def _score(seat: int, name: str) -> dict[str, Any]:
    value = f"{{{{ value_json.scores['{seat}'] }}}}"
    return {"name": f"Score of {name}", "icon": "mdi:counter", "value_template": value}
