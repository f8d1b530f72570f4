"""The addresses behind the taps on a page: the same page, with one choice more or less."""

from __future__ import annotations

from flask import request, url_for

from webui.request.forms import asked_for


def tapped_card(kind: str) -> str:
    """The address after a tap on a card; a second tap puts it back."""
    picked = asked_for("pick")
    taps = [pick for pick in picked if pick != kind] if kind in picked else [*picked, kind]
    return tap_address(pick=" ".join(taps), light="", see="")


def tap_address(**changes: str) -> str:
    """Give this page's address with some choices changed; an empty one is left out."""
    kept = {
        key: request.args[key]
        for key in ("do", "pick", "close", "light", "see", "spell", "list")
        if key in request.args
    }
    chosen = {key: value for key, value in {**kept, **changes}.items() if value}
    return url_for(request.endpoint or "play.page", **{**(request.view_args or {}), **chosen})


def tapped(where: str) -> str:
    """The address after one more tap; a tap on what is picked begins anew."""
    picked = asked_for("pick")
    taps = [] if where in picked else [*picked, where]
    return tap_address(pick=" ".join(taps), light="", see="")
