"""Who may write and read which topics: a table its own alone, the hub all."""

from __future__ import annotations

from typing import Any, Final

from companion.house.envelope import CALL, ROOT, topic

WRITTEN: Final = ("hello", "events", "state", "available")
READ: Final = ("have",)
HUB_ROLE: Final = "hub"
NOTHING: Final = {
    "publishClientSend": False,
    "publishClientReceive": True,
    "subscribe": False,
    "unsubscribe": True,
}
"""What a client may do without a role. What it may not subscribe to it never receives."""


def role_of(table: str) -> str:
    """Name the role of a table."""
    return f"table-{table}"


def _allow(kind: str, name: str) -> dict[str, Any]:
    return {"acltype": kind, "topic": name, "priority": 0, "allow": True}


def table_rights(table: str) -> list[dict[str, Any]]:
    """Give what a table may do: write its own topics, and hear what the hub says to it."""
    return [
        *(_allow("publishClientSend", topic(table, word)) for word in WRITTEN),
        *(_allow("subscribeLiteral", topic(table, word)) for word in READ),
        _allow("subscribeLiteral", CALL),
    ]


def hub_rights() -> list[dict[str, Any]]:
    """Give what the hub may do: everything below the root, and the broker's own control."""
    control = "$CONTROL/dynamic-security/#"
    return [
        _allow("publishClientSend", f"{ROOT}/#"),
        _allow("subscribePattern", f"{ROOT}/#"),
        _allow("subscribePattern", f"$share/hub/{ROOT}/#"),
        _allow("publishClientSend", control),
        _allow("subscribePattern", control),
        _allow("publishClientReceive", control),  # what begins with $ is not received by default
    ]
