"""Photographs that a page sends in, handed to whoever reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import request

from webui.context import refuse

Read = TypeVar("Read")


def read_sent(read: Callable[[bytes], Read] | None) -> Read:
    """Read the photograph of the form.

    Raises
    ------
    PageError
        ``no-reader``, ``no-photo``, or what keeps the photograph from being read.
    """
    if read is None:
        refuse(404, "no-reader", "This table cannot read photographs.")
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        refuse(400, "no-photo", "Choose a photograph first.")
    data = sent.read()
    sent.close()  # its own copy of them would stay in the memory until all is read
    try:
        return read(data)
    except Exception as error:
        sentence = getattr(error, "sentence", None)
        if sentence is None:
            raise
        refuse(400, getattr(error, "code", "not-an-image"), sentence)
