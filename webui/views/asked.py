"""Who is asked what now, for the heading and the list of a page: each thing once, with names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.rules.game import Prompt, Seat, State
from companion.rules.message import Message
from companion.rules.phrases import Audience, marked

TO_ME: Final = {"act": marked("Your turn"), "may": marked("You may"), "wait": marked("Wait")}
"""Headings on the phone of the seat that is asked."""


EVERYONE: Final = marked("Everyone")
NOW: Final = marked("Now")
THE_END: Final = marked("The end")
"""Heading of a question to everybody, and of the list of all."""


class Heading(NamedTuple):
    """Who is asked: a ``seat`` with its badge and name, or a ``word`` instead of the name."""

    word: str = ""
    seat: Seat | None = None


class Said(NamedTuple):
    """The large sentence, and the sentences about what happened before: each once."""

    headlines: tuple[str, ...]
    told: tuple[str, ...]


class Row(NamedTuple):
    """Seats that read the same sentences."""

    seats: tuple[Seat, ...]
    sentence: str


def asked_now(state: State) -> dict[Seat, Prompt]:
    """Give the prompts of seats that must act; without any, of seats that may; else all prompts."""
    prompts = state.prompts()
    for kind in ("act", "over", "may"):
        found = {seat: prompt for seat, prompt in prompts.items() if prompt.kind == kind}
        if found:
            return found
    return dict(prompts)


def lead_seat(state: State) -> Seat | None:
    """Give the seat that is asked, if there is only one."""
    asked = [seat for seat, prompt in asked_now(state).items() if prompt.kind in ("act", "may")]
    return asked[0] if len(asked) == 1 else None


def heading(state: State, me: Seat | None) -> Heading:
    """Say who is asked on the page of a seat or, with None, of everybody."""
    if state.outcome is not None:
        return Heading(THE_END)
    prompts = list(state.prompts().values())
    if not all(each.own for each in prompts):
        return Heading(NOW)
    if len(prompts) > 1 and prompts[0].kind == "act" and all(each == prompts[0] for each in prompts):
        return Heading(EVERYONE)
    if me is not None:
        return Heading(TO_ME.get(state.prompts()[me].kind, NOW))
    seat = lead_seat(state)
    return Heading(NOW) if seat is None else Heading(seat=seat)


def headed(
    state: State, me: Seat | None, prompts: Iterable[Prompt], names: Mapping[Seat, str]
) -> tuple[Heading, Said]:
    """Give the heading and the sentences of these prompts; one of both names who is asked."""
    prompts, head = list(prompts), heading(state, me)
    seats = [seat for seat in (head.seat or me,) if seat is not None]
    headlines: Iterable[str] = (_beside(seats, each.message, names) for each in prompts)
    if me is not None or head.word == EVERYONE:
        headlines = [_to_all(each, names) for each in headlines]
    told = (line.render(names) for each in prompts for line in each.told)
    said = Said(tuple(dict.fromkeys(headlines)), tuple(dict.fromkeys(told)))
    seat = head.seat
    if seat is not None and any(each.message.without_address(seat).names(seat) for each in prompts):
        head = head._replace(word=NOW)
    return head, said


def everyone(state: State, names: Mapping[Seat, str]) -> tuple[Row, ...]:
    """List the prompt of every seat; nothing where all are alike, as the page says that already."""
    rows: dict[str, list[Seat]] = {}
    prompts = state.prompts()
    for seat, prompt in prompts.items():
        rows.setdefault(prompt.message.render(names), []).append(seat)
    if len(rows) == 1 and len(names) > 1:
        return ()
    return tuple(
        Row(tuple(seats), _to_all(_beside(seats, prompts[seats[0]].message, names), names))
        for seats in rows.values()
    )


def _to_all(sentence: str, names: Mapping[Seat, str]) -> str:
    """Give the form of a sentence for a heading that already says who is meant."""
    rest = sentence.removeprefix(f"{Audience.of(names).say(EVERYONE)}: ")
    return sentence if rest == sentence else rest[0].upper() + rest[1:]


def _beside(seats: list[Seat], message: Message, names: Mapping[Seat, str]) -> str:
    """Give the form of a sentence beside the name of the seat that it begins with."""
    rest = message.without_address(seats[0]) if len(seats) == 1 else message
    sentence = rest.render(names)
    return sentence if rest == message else sentence[0].upper() + sentence[1:]
