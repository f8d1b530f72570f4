"""Who is asked what now, as a page heads it and lists it: each thing once, with the names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.rules.game import Prompt, Seat, State

TO_ME: Final = {"act": "Your turn", "may": "You may", "wait": "Wait"}
"""How a phone at which somebody sits heads what is asked of that seat."""


class Heading(NamedTuple):
    """Who is asked: one ``seat``, by its sign and its name, or a ``word`` in place of the name."""

    word: str = ""
    seat: Seat | None = None


class Said(NamedTuple):
    """What stands large, and what has happened before it: each sentence once."""

    headlines: tuple[str, ...]
    told: tuple[str, ...]


class Row(NamedTuple):
    """What these seats are told, all of them the same."""

    seats: tuple[Seat, ...]
    sentence: str


def asked_now(state: State) -> dict[Seat, Prompt]:
    """Give what is asked: of those who must act, or else of those who may, or else all that is told."""
    prompts = state.prompts()
    for kind in ("act", "over", "may"):
        found = {seat: prompt for seat, prompt in prompts.items() if prompt.kind == kind}
        if found:
            return found
    return dict(prompts)


def lead_seat(state: State) -> Seat | None:
    """Whose doing is asked, if it is that of one seat."""
    asked = [seat for seat, prompt in asked_now(state).items() if prompt.kind in ("act", "may")]
    return asked[0] if len(asked) == 1 else None


def heading(state: State, me: Seat | None) -> Heading:
    """Say who is asked, on the page of a seat or (None) of all; whose turn it is not is not told so."""
    if state.outcome is not None:
        return Heading("The end")
    prompts = list(state.prompts().values())
    if not all(each.own for each in prompts):
        return Heading("Now")
    if len(prompts) > 1 and prompts[0].kind == "act" and all(each == prompts[0] for each in prompts):
        return Heading("Everyone")
    if me is not None:
        return Heading(TO_ME.get(state.prompts()[me].kind, "Now"))
    seat = lead_seat(state)
    return Heading("Now") if seat is None else Heading(seat=seat)


def headed(state: State, me: Seat | None, what: Said, names: Mapping[Seat, str]) -> tuple[Heading, Said]:
    """Give the heading, and under it what is said, so that whoever is asked is named in one of them."""
    head = heading(state, me)
    seat = head.seat or me
    if seat is None:
        return head, what
    what = what._replace(headlines=tuple(_beside([seat], each, names) for each in what.headlines))
    named = re.compile(rf"(?<!\w){re.escape(names[seat])}(?!\w)").search
    return (head._replace(word="Now") if head.seat and any(map(named, what.headlines)) else head), what


def everyone(state: State, names: Mapping[Seat, str]) -> tuple[Row, ...]:
    """List what every seat is told; nothing where all are told the same, which the page says already."""
    rows: dict[str, list[Seat]] = {}
    for seat, prompt in state.prompts().items():
        rows.setdefault(prompt.message.render(names), []).append(seat)
    if len(rows) == 1 and len(names) > 1:
        return ()
    return tuple(Row(tuple(seats), _beside(seats, sentence, names)) for sentence, seats in rows.items())


def _beside(seats: list[Seat], sentence: str, names: Mapping[Seat, str]) -> str:
    """Give a sentence as it stands beside the name of the one seat that it begins with."""
    rest = sentence.removeprefix(f"{names[seats[0]]}: ") if len(seats) == 1 else sentence
    return rest[0].upper() + rest[1:] if rest != sentence else sentence


def loud(state: State, names: Mapping[Seat, str]) -> Said:
    """Say what is asked now of everybody of whom it is asked."""
    return said(asked_now(state).values(), names)


def said(prompts: Iterable[Prompt], names: Mapping[Seat, str]) -> Said:
    """Say what these prompts say."""
    headlines = {
        prompt.message.render(names): [each.render(names) for each in prompt.told] for prompt in prompts
    }
    return Said(tuple(headlines), tuple(dict.fromkeys(line for told in headlines.values() for line in told)))
