"""How often one address may guess at passwords and links."""

from __future__ import annotations

from math import ceil

from flask import request

from companion.hub.errors import HubError
from companion.rules.message import Message
from webui.access.guesses import Guesses

guesses = Guesses()


def checked_address() -> str:
    """Give where a guess comes from. Raises `HubError` for an address that has guessed too often."""
    address = request.remote_addr or ""
    wait_s = guesses.wait_s(address)
    if wait_s > 0:
        sentence = Message(
            "Too many wrong tries. Try again in {n} second.",
            {"n": ceil(wait_s)},
            many="Too many wrong tries. Try again in {n} seconds.",
        )
        raise HubError("hub-too-many-guesses", sentence, 429)
    return address
