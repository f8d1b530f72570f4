"""A game's options as form fields, and back. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from flask import request

from companion.record.events import Resolver
from companion.record.names import clean_name, names_of
from companion.rules.abilities import NamesSources
from companion.rules.errors import BadOption
from companion.rules.game import Game, Option, Seat
from companion.rules.kit.options import whole_number
from companion.rules.message import Message
from companion.rules.phrases import Series, Term, Value, Words, marked
from webui.request.language import say

LONGEST_NAME = 30

RESOLVERS: Final[dict[Resolver, str]] = {
    "camera": marked("We do; the camera reads it"),
    "tap": marked("We do; somebody taps it in"),
    "software": marked("The program does"),
}
"""Who rolls and draws: the answers to that question."""

MOST_LISTED = 20
"""So many choices are listed for each of several places; of more one is typed."""


class OptionField(NamedTuple):
    """How an option is asked for.

    ``seat``: an own choice for each seat. ``switch``: off or on. ``one``, ``several``: of a list.
    ``number``: within the option's bounds, or left empty. ``parts``: one of a list, for each of several
    places. ``text``: free. ``draws``: it says who finds out something of what chance decides.
    """

    option: Option
    form: Literal["seat", "switch", "one", "several", "number", "parts", "text"]
    choices: tuple[tuple[str, Words], ...] = ()
    draws: bool = False

    @property
    def word(self) -> Term:
        """The word that stands for the default."""
        return Term(self.option.default)

    @property
    def usual(self) -> Message:
        """The same word as it stands in an empty field."""
        return word_called(self.option.default)

    @property
    def typed(self) -> bool:
        """Whether a part is typed, because there are too many for a list."""
        return len(self.option.parts) > MOST_LISTED

    def parts_of(self, text: str) -> list[str]:
        """Give what stands at each place, in a text of the form or of the option."""
        places = self.option.default.count(",") + 1
        parts = [part.strip() for part in text.replace("+", ",").split(",")]
        return (parts + [""] * places)[:places]


def word_called(word: str) -> Message:
    """Call a choice that has no label by its own word, as *Red* or *Off*."""
    return Message("{word:Cap}", {"word": Term(word)})


def say_choice(option: Option, value: str) -> str:
    """Say a value by its label, or by its word if the option has it; what was typed stays as it is."""
    labels = dict(zip(option.choices, option.choice_labels, strict=False))
    if value in labels:
        return say(labels[value])
    words = {option.default, *option.choices, *option.parts, *option.default.split(",")}
    return say(Term(value)) if value in words else value


def option_fields(game: Game) -> tuple[OptionField, ...]:
    """Give a field for every option."""
    fields = (_field(option) for option in game.info.options)
    return tuple(field._replace(draws=_says_who_draws(game, field.option)) for field in fields)


def asked_fields(game: Game) -> tuple[OptionField, ...]:
    """Give the fields of the form: without what *Who rolls and draws?* answers already."""
    fields = option_fields(game)
    drawing = [field for field in fields if field.draws]
    return tuple(field for field in fields if not (field.draws and _asked_anyhow(field, len(drawing))))


def _asked_anyhow(field: OptionField, drawing: int) -> bool:
    """Whether an option has the answers of that question, or is the game's only one and all or nothing."""
    alone = drawing == 1 and not field.option.several
    return alone or set(field.option.choices) == set(RESOLVERS)


def _says_who_draws(game: Game, option: Option) -> bool:
    """Whether an option decides who finds out something of what chance decides."""
    if not isinstance(game, NamesSources):
        return False
    usual = game.sources({})
    return any(game.sources({option.key: choice}) != usual for choice in option.choices)


def _field(option: Option) -> OptionField:
    labels: Iterable[Words] = option.choice_labels or map(word_called, option.choices)
    choices = tuple(zip(option.choices, labels, strict=True))
    if option.several:
        return OptionField(option, "several", choices)
    if set(option.choices) == {"on", "off"}:
        return OptionField(option, "switch", choices)
    if choices:
        return OptionField(option, "one", choices)
    if option.bounds is not None:
        return OptionField(option, "number")
    if option.parts:
        return OptionField(option, "parts")
    if option.each:
        values = option.default.split(",")
        return OptionField(option, "seat", tuple((value, word_called(value)) for value in values))
    return OptionField(option, "text")


def form_values() -> dict[str, str]:
    """The form as sent; of a field with several choices, all joined by ``+``."""
    return {key: "+".join(request.form.getlist(key)) for key in request.form}


def read_seats(game: Game, values: dict[str, str]) -> tuple[str, ...]:
    """Give the names of those who play, in seat order. Raises `BadOption`."""
    seats = values.get("seats", "")
    if seats not in map(str, game.info.seats):
        seats_of: dict[str, Value] = {
            "game": game.info.name,
            "least": game.info.seats[0],
            "most": game.info.seats[-1],
        }
        raise BadOption(Message("{game} is for {least} to {most} players.", seats_of))
    typed = [clean_name(values.get(f"name-{seat}", "")) for seat in range(1, int(seats) + 1)]
    return names_of(_short_enough(name) for name in _with_bots(typed, bot_seats(values, len(typed))))


def bot_seats(values: dict[str, str], seats: int) -> tuple[Seat, ...]:
    """Give the seats at which bots are to play."""
    return tuple(seat for seat in range(1, seats + 1) if values.get(f"bot-{seat}") == "on")


def _with_bots(names: list[str], bots: tuple[Seat, ...]) -> list[str]:
    """Call bots that have no name so, and by their seat where there are several."""
    unnamed = [seat for seat in bots if not names[seat - 1]]
    for seat in unnamed:
        names[seat - 1] = say("Bot") if len(unnamed) == 1 else say("Bot {number}", number=seat)
    return names


def _short_enough(name: str) -> str:
    if len(name) > LONGEST_NAME:
        lengths: dict[str, Value] = {"most": LONGEST_NAME, "name": name[:LONGEST_NAME], "number": len(name)}
        raise BadOption(Message("A name has {most} letters at most; “{name}…” has {number}.", lengths))
    return name


def read_options(game: Game, values: dict[str, str], seats: int) -> dict[str, str]:
    """Give the options that are not the default, as text. Raises `BadOption`.

    What is filled in of one that does not matter for so many players is left out.
    """
    chosen: dict[str, str] = {}
    for field in option_fields(game):
        if not field.option.matters(seats):
            continue
        key, default = field.option.key, field.option.default
        if field.form == "seat":
            value = _by_seat(field, values, seats)
        elif field.form == "switch":
            value = "on" if values.get(f"option-{key}") == "on" else "off"
        elif field.form == "number":
            value = _number(field, values.get(f"option-{key}", ""))
        elif field.form == "parts":
            value = _parts(field, values.get(f"option-{key}", default))
        else:
            value = values.get(f"option-{key}", "" if field.form == "several" else default)
        if value != default:
            chosen[key] = value
    return chosen


def _number(field: OptionField, text: str) -> str:
    """Left empty it stays as usual, whatever word that is."""
    option, text = field.option, text.strip()
    if not text or text == option.default:
        return option.default
    first, last = option.bounds or (0, 0)
    number = whole_number(text)
    if number is None or not first <= number <= last:
        values: dict[str, Value] = {
            "option": Message(option.label),
            "first": first,
            "last": last,
            "word": field.word,
        }
        sentence = "{option}: give a whole number from {first} to {last}, or leave it empty: {word}."
        raise BadOption(Message(sentence, values))
    return str(number)


def _parts(field: OptionField, text: str) -> str:
    option = field.option
    parts = [part.upper() for part in field.parts_of(text)]
    wrong = [part for part in parts if part not in option.parts]
    if wrong:
        known: dict[str, Value] = {
            "option": Message(option.label),
            "first": option.parts[0],
            "last": option.parts[-1],
        }
        if not wrong[0]:
            raise BadOption(Message("{option}: one is missing. There is {first} to {last}.", known))
        sentence = "{option}: {wrong} is not one of them. There is {first} to {last}."
        raise BadOption(Message(sentence, {**known, "wrong": wrong[0]}))
    return ",".join(parts)


def in_labels(game: Game, options: Mapping[str, str]) -> tuple[str, ...]:
    """Say what was chosen, as the form calls it."""
    known = {option.key: option for option in game.info.options}
    return tuple(
        f"{say(known[key].label)}: {', '.join(say_choice(known[key], each) for each in value.split('+'))}"
        if key in known
        else f"{key}: {value}"
        for key, value in options.items()
    )


def in_words(game: Game, sentence: str) -> str:
    """Call an option in a sentence by its name on the page."""
    for option in game.info.options:
        sentence = sentence.replace(f"Option {option.key}:", f"{say(option.label)}:")
    return sentence


def _by_seat(field: OptionField, values: dict[str, str], seats: int) -> str:
    """Those who play choose; what they leave goes to the empty seats in its order."""
    key, all_values = field.option.key, [value for value, _ in field.choices]
    taken = [values.get(f"{key}-{seat}", all_values[seat - 1]) for seat in range(1, seats + 1)]
    if len(set(taken)) < len(taken):
        raise BadOption(
            Message(
                "{option}: two players have chosen the same colour.", {"option": Message(field.option.label)}
            )
        )
    if not set(taken) <= set(all_values):
        raise BadOption(
            Message(
                "{option}: there is {values}.",
                {"option": Message(field.option.label), "values": Series(tuple(map(Term, all_values)))},
            )
        )
    return ",".join([*taken, *(value for value in all_values if value not in taken)])


def sources_of(game: Game, options: Mapping[str, str], otherwise: Resolver) -> dict[str, Resolver]:
    """Who finds out each kind of chance at a table with these options; the program, where it draws all."""
    if otherwise == "software" or not isinstance(game, NamesSources):
        return {}
    return dict(game.sources(options))
