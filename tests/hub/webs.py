"""A hub's pages without its broker: an app over a database, and browsers of each role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from rooms import parts_of

from companion.house.envelope import TableState, topic
from companion.hub.parts import Parts
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key
from companion.hub.store.migrate import migrate
from companion.hub.web.app import create_app


def pages_over(folder: Path, database: Database, **more: object) -> tuple[Parts, Flask]:
    """Give a hub that is connected to nothing, and its app."""
    parts = parts_of(folder, "127.0.0.1:1", database=database.url, **more)
    migrate(parts.database)
    return parts, create_app(parts)


class Browser:
    """Somebody who is signed in."""

    def __init__(self, app: Flask, parts: Parts, role: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        if role:
            word = new_key(parts.database, role, f"the {role}", timedelta(days=1))
            assert self.client.get(f"/key/{word}").status_code == 303

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, csrf_of: str = "/league", **form: object) -> tuple[int, str]:
        found = re.search(r'name="csrf"\s+value="(\w+)"', self.client.get(csrf_of).text)
        data = {**form, "csrf": found[1] if found else ""}
        answer = self.client.post(path, data=data, follow_redirects=True)
        return answer.status_code, answer.text


def sit(parts: Parts, table: str, **state: object) -> None:
    """Have a table of the room stand so."""
    import msgspec

    value = TableState(**{"installation": "", **state})  # type: ignore[arg-type]
    parts.room.hear(topic(table, "available"), b"online")
    parts.room.hear(topic(table, "state"), msgspec.json.encode(value))


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Give the method, an example path and the endpoint of every route."""
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<int:\w+>", "1", rule.rule)
        path = re.sub(r"<(?:path:)?\w+>", "word", path)
        for method in sorted(rule.methods or ()):
            if method in ("GET", "POST"):
                yield method, path, rule.endpoint
