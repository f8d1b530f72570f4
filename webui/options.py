"""A game's options as form fields, and back. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from flask import request

from companion.layouts import load_layout
from companion.play.events import Resolver
from companion.rules.abilities import NamesSources
from companion.rules.errors import BadOption
from companion.rules.game import Game, Option

LONGEST_NAME = 30


class OptionField(NamedTuple):
    """How an option is asked for.

    ``seat``: one choice a seat (colours). ``switch``: off or on. ``one``, ``several``: of a list.
    ``text``: free.
    """

    option: Option
    form: Literal["seat", "switch", "one", "several", "text"]
    choices: tuple[tuple[str, str], ...] = ()


def option_fields(game: Game) -> tuple[OptionField, ...]:
    """Give a field for every option."""
    return tuple(_field(game, option) for option in game.info.options)


def _field(game: Game, option: Option) -> OptionField:
    labels = option.choice_labels or option.choices
    choices = tuple(zip(option.choices, labels, strict=True))
    if option.several:
        return OptionField(option, "several", choices)
    if set(option.choices) == {"on", "off"}:
        return OptionField(option, "switch", choices)
    if choices:
        return OptionField(option, "one", choices)
    values = option.default.split(",")
    if len(values) >= max(game.info.seats) and all(_is_colour(game, value) for value in values):
        return OptionField(option, "seat", tuple((value, value.capitalize()) for value in values))
    return OptionField(option, "text")


def _is_colour(game: Game, value: str) -> bool:
    """Whether pieces of the game come in that colour: kinds have it in their names. Numbers are none."""
    kinds = load_layout(game.info.slug).kinds.values()
    return not value.isdigit() and any(value in kind.name.split("-")[1:] for kind in kinds)


def form_values() -> dict[str, str]:
    """The form as sent; of a field with several choices, all joined by ``+``."""
    return {key: "+".join(request.form.getlist(key)) for key in request.form}


def read_seats(game: Game, values: dict[str, str]) -> tuple[str, ...]:
    """Give the names of those who play, in seat order. Raises `BadOption`."""
    seats = values.get("seats", "")
    if seats not in map(str, game.info.seats):
        raise BadOption(f"{game.info.name} is for {game.info.seats[0]} to {game.info.seats[-1]} players.")
    typed = (values.get(f"name-{seat}", "").strip()[:LONGEST_NAME] for seat in range(1, int(seats) + 1))
    names = tuple(name or f"Player {seat}" for seat, name in enumerate(typed, 1))
    if len(set(names)) < len(names):
        raise BadOption("Two players have the same name. Tell them apart, please.")
    return names


def read_options(game: Game, values: dict[str, str], seats: int) -> dict[str, str]:
    """Give the options that are not the default, as text. Raises `BadOption`."""
    chosen: dict[str, str] = {}
    for field in option_fields(game):
        key, default = field.option.key, field.option.default
        if field.form == "seat":
            value = _by_seat(field, values, seats)
        elif field.form == "switch":
            value = "on" if values.get(f"option-{key}") == "on" else "off"
        else:
            value = values.get(f"option-{key}", "" if field.form == "several" else default)
        if value != default:
            chosen[key] = value
    return chosen


def _by_seat(field: OptionField, values: dict[str, str], seats: int) -> str:
    """Those who play choose; what they leave goes to the empty seats in its order."""
    key, all_values = field.option.key, [value for value, _ in field.choices]
    taken = [values.get(f"{key}-{seat}", all_values[seat - 1]) for seat in range(1, seats + 1)]
    if len(set(taken)) < len(taken):
        raise BadOption(f"{field.option.label}: two players have chosen the same colour.")
    if not set(taken) <= set(all_values):
        raise BadOption(f"{field.option.label}: there is {', '.join(all_values)}.")
    return ",".join([*taken, *(value for value in all_values if value not in taken)])


def sources_of(game: Game, options: Mapping[str, str], otherwise: Resolver) -> dict[str, Resolver]:
    """Who finds out each kind of chance at a table with these options; the program, where it draws all."""
    if otherwise == "software" or not isinstance(game, NamesSources):
        return {}
    return dict(game.sources(options))
