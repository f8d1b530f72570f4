"""Boxes of one's own: what an owner's box holds, in place of what is printed with the program.

A game that can be played with the cards or tiles of another box knows several: the printed one, and those
that were added from files. An option of the game chooses which a table plays with, by name; so records and
positions, which carry their options, say what they were played with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, Protocol, TypeVar, runtime_checkable
from unicodedata import category

from companion.rules.errors import BadData
from companion.rules.game import Game, Option
from companion.rules.kit.options import switch
from companion.rules.message import Message
from companion.rules.phrases import Term, marked

LONGEST_NAME: Final = 32

NOT_NAMES: Final = frozenset({"none", "null", "nil", "default", "true", "false", "on", "off", "yes", "no"})
"""Words that commands, settings and spreadsheets take for something else than a name."""

DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{kind}{number}" for kind in ("com", "lpt") for number in range(10))}
)
"""What no file can be called on Windows, whatever its ending; a box is exported as a file."""


class Named(Protocol):
    """What a game may be played with, under the name by which an option chooses it."""

    @property
    def name(self) -> str:
        """What the option calls it."""
        ...


N = TypeVar("N", bound=Named)


@runtime_checkable
class TakesBoxes(Game, Protocol):
    """A game that owners can play with what lies in their box. It never changes: it gives others.

    Attributes
    ----------
    box_option
        The option that chooses a box.
    box_holds
        What is in a box, as people call it: ``cards``.
    box_suffix
        How the files' names end: ``.csv``.
    needs_markers
        Whether a camera sees nothing of the game where what is in a box bears no markers of ours.
    """

    box_option: str
    box_holds: Term
    box_suffix: str
    needs_markers: bool

    @property
    def boxes(self) -> tuple[str, ...]:
        """The names of the owners' boxes that are known."""
        ...

    @property
    def edition(self) -> str:
        """What tells the box at this table from any other, as `edition_of` does; "" for what is printed."""
        ...

    @property
    def example_box(self) -> bytes:
        """A file to begin with, such as that of what is printed with the program."""
        ...

    def with_box(self, data: bytes, name: str) -> TakesBoxes:
        """The same game with one box more, the last of `boxes`.

        It bears the name that stands in the file, or else ``name``. Raises `BadData`.
        """
        ...

    def without_box(self, name: str) -> TakesBoxes:
        """The same game without an owner's box."""
        ...

    def at_table(self, options: Mapping[str, str]) -> TakesBoxes:
        """The same game as one table plays it: what it tells of, it tells of the box that was chosen."""
        ...


@runtime_checkable
class NamesThings(Protocol):
    """A game whose owners' boxes name what is in them: no language says those names otherwise."""

    @property
    def own_names(self) -> frozenset[str]:
        """What owners have called the things in their boxes."""
        ...


def at_table(game: Game, options: Mapping[str, str]) -> Game:
    """Give a game as a table with these options plays it."""
    return game.at_table(options) if isinstance(game, TakesBoxes) else game


def chosen_box(game: Game, options: Mapping[str, str]) -> str:
    """Name the box of one's own that a table with these options plays with; "" for what is printed."""
    name = box_named(game, options)
    return name if isinstance(game, TakesBoxes) and name in game.boxes else ""


def box_named(game: Game, options: Mapping[str, str]) -> str:
    """Name the box of one's own that these options name, known here or not; "" for what is printed."""
    if not isinstance(game, TakesBoxes):
        return ""
    printed = next(option.default for option in game.info.options if option.key == game.box_option)
    name = options.get(game.box_option, printed)
    return "" if name == printed else name


def edition_at(game: Game, options: Mapping[str, str]) -> str:
    """Tell the box at a table with these options from any other; "" for what is printed."""
    return game.at_table(options).edition if isinstance(game, TakesBoxes) else ""


def changed_box(game: Game, options: Mapping[str, str], edition: str) -> Message | None:
    """Say that the box of that name here is not the one that a game was played with; None where it is."""
    here = edition_at(game, options)
    if not isinstance(game, TakesBoxes) or not edition or edition == here:
        return None
    text = (
        "This game was played with the {what} {edition}. Here are {here}: their contents differ."
        if here
        else "This game was played with the {what} {edition}, and none of that name are known here."
    )
    return Message(text, {"what": game.box_holds, "edition": edition, "here": here})


def missing_box(game: Game, options: Mapping[str, str]) -> Message | None:
    """Say which box of one's own is needed with these options, and is not here; None for none."""
    name = box_named(game, options)
    if not isinstance(game, TakesBoxes) or not name or name in game.boxes:
        return None
    return Message(
        "This game was played with {what} of one's own, {name}, which are not known here.",
        {"what": game.box_holds, "name": name},
    )


# What is known lies in a tuple, what is printed with the program first.


def owned(known: Sequence[Named]) -> tuple[str, ...]:
    """Give the names of the owners' boxes."""
    return tuple(each.name for each in known[1:])


def with_one_more(known: tuple[N, ...], one: N) -> tuple[N, ...]:
    """Add a box, if it can be called so beside the others. Raises `BadData`."""
    if not _is_name(one.name):
        sentence = "“{name}” is no name: take 1 to 32 letters, digits, dots, - and _, and no blanks."
        raise BadData(Message(sentence, {"name": one.name}))
    # Neither some disks nor some people tell names apart by their capitals.
    alike = next((each.name for each in known if each.name.casefold() == one.name.casefold()), None)
    if alike is not None:
        raise BadData(Message("There is a set called {name} already.", {"name": alike}))
    return (*known, one)


def _is_name(text: str) -> bool:
    """Say whether that can be a name, in any script: marks belong to its letters."""
    signs = [sign.isalnum() or sign in "._-" or category(sign).startswith("M") for sign in text]
    return 1 <= len(signs) <= LONGEST_NAME and all(signs) and text not in (".", "..")


def check_new_name(name: str) -> None:
    """See that a new box can be called so everywhere: as a file, in a command and in a settings file.

    Boxes that were kept under other names before stay what they are.

    Raises
    ------
    BadData
        With the reason.
    """
    first, last = name[:1], name[-1:]
    if not first.isalnum():
        sentence = "“{name}” is no name for a box: begin it with a letter or a digit."
        raise BadData(Message(sentence, {"name": name}))
    if last == ".":
        sentence = "“{name}” is no name for a box: do not end it with a dot."
        raise BadData(Message(sentence, {"name": name}))
    if name.casefold() in NOT_NAMES or name.casefold().partition(".")[0] in DEVICES:
        sentence = "“{name}” is no name for a box: computers take it for something else. Add a word."
        raise BadData(Message(sentence, {"name": name}))


def without(known: tuple[N, ...], name: str) -> tuple[N, ...]:
    """Take an owner's box away."""
    return (known[0], *(each for each in known[1:] if each.name != name))


def find_box(known: Sequence[N], name: str | None) -> N:
    """Give the box of that name; what is printed for any other."""
    return next((each for each in known if each.name == name), known[0])


def box_switch(
    key: str, label: str, known: Sequence[Named], help_: str, printed: str = marked("Printed set")
) -> Option:
    """Give the option that chooses a box."""
    names = tuple(each.name for each in known)
    return switch(key, label, names, help_, (printed, *map(_own, names[1:])))


def _own(name: str) -> Message:
    return Message("{name} (your own)", {"name": name})


def edition_of(name: str, data: bytes) -> str:
    """Name a box and what is in it: what is drawn of it can be kept under that name."""
    return f"{name}@{sha256(data).hexdigest()[:12]}"
