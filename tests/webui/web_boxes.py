"""Boxes of one's own that tests bring to the pages, and games that are begun with them."""

from __future__ import annotations

import io
import json
import re

from companion.rules.catalogue import load_game


def brought(client, slug: str, data: bytes, name: str = "my-box", filename: str = "box"):
    sent = {"file": (io.BytesIO(data), filename), "name": name}
    return client.post(f"/new/{slug}/boxes", data=sent)


def begun(client, hub, slug: str, markers: str = "", **options: str):
    game = load_game(slug)
    seats = min(count for count in game.info.seats if count > 1)
    names = dict(zip(("name-1", "name-2", "name-3"), ("Anna", "Ben", "Cleo"), strict=True))
    chosen = {f"option-{key}": value for key, value in options.items()}
    form = {"seats": seats, **names, "chance": "tap", "put-aside": "yes", "markers": markers, **chosen}
    answer = client.post(f"/new/{slug}", data=form)
    assert answer.status_code == 303, answer.text
    return hub.session


def tiles(**changes: object) -> bytes:
    """The printed tiles, with a first one that is purple, and what else is to be different."""
    data = json.loads(load_game("papillon").example_box)
    first, other = data["tiles"][0], next(t for t in data["tiles"][:12] if "P" in t["edges"])
    for key in ("edges", "segments"):
        first[key], other[key] = other[key], first[key]
    return json.dumps(data | changes).encode()


def cards() -> bytes:
    """The printed cards under other ids and names."""
    text = load_game("star-baker").example_box.decode()
    return re.sub(r"(?m)^R(\d\d),(\w+,\w+,\w*),([^,]*)", r"B\1,\2,Our \3", text).encode()
