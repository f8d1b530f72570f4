"""Taps as a page sends them."""

from __future__ import annotations

from web_tables import GAME

JSON = {"Accept": "application/json"}


def new_game(client, **values: str):
    form = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap", **values}
    return client.post(f"/new/{GAME}", data=form)


def act(client, session, by: int, text: str, **changes: object):
    data = {"seq": session.seq, "by": by, "text": text, **changes}
    return client.post("/play/act", data=data, headers=JSON)
