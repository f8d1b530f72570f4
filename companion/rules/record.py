"""Game records: readable text that replays to the same state anywhere.

A record is a few ``key: value`` lines, an empty line, and one action a line as ``actor action``::

    game: caterpillar-filler
    rules: 1
    seats: 2
    name 1: Anna
    option setup: S01
    box: our-garden@5e884898da28
    commitment: 5e88...
    actions: 3

    chance first 2
    chance roll 4  # draw 2
    2 P3-P4-P5-P6-P7

``rules`` is the version of the rules it was played by. ``box`` tells what was in the owner's box that an
option names: a box of that name with other contents is refused. ``name``, ``option``, ``box``,
``commitment`` (the hash of the seed that software draws come from), ``seed`` (once revealed) and
``drawn`` (options settled by a draw, in order) may be missing; so may ``actions``, the number of
actions, which shows that nothing was cut off at the end. A ``#`` begins a comment; one behind an
action is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from companion.rules.boxes import changed_box, missing_box
from companion.rules.catalogue import load_game
from companion.rules.errors import BadOption, BadRecord, UnknownGame, UnreadableAction
from companion.rules.game import CHANCE, Action, Actor, Game, Seat, State
from companion.rules.versions import under

SUFFIX: Final = ".game"

_LINE: Final = re.compile(r"(chance|[1-9][0-9]?) ([^#]*[^#\s])(?:\s+#\s*(.*\S))?\s*")
_HEADER: Final = re.compile(r"(?P<key>[a-z]+)(?: (?P<of>\S+))?: (?P<value>\S(?:.*\S)?)")
_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,6}")


class Record(msgspec.Struct, frozen=True):
    """A game as it is written down. ``notes`` are the comments behind actions, counted from 0."""

    game: str
    rules: str
    seats: int
    actions: tuple[Action, ...] = ()
    options: dict[str, str] = {}
    names: dict[Seat, str] = {}
    commitment: str = ""
    seed: str = ""
    drawn: tuple[str, ...] = ()
    notes: dict[int, str] = {}
    box: str = ""

    @property
    def called(self) -> dict[Seat, str]:
        """What to call every seat: by its name, or its number."""
        return {seat: self.names.get(seat, f"Player {seat}") for seat in range(1, self.seats + 1)}


def format_record(record: Record) -> str:
    """Write a record as text; `parse_record` gives it back.

    Raises
    ------
    BadRecord
        When a name, an option or a note does not fit on its line.
    """
    header = [("game", record.game), ("rules", record.rules), ("seats", str(record.seats))]
    header += [(f"name {seat}", name) for seat, name in sorted(record.names.items())]
    header += [(f"option {key}", value) for key, value in record.options.items()]
    header += [(key, value) for key, value in (("box", record.box), *_seed_lines(record)) if value]
    header.append(("actions", str(len(record.actions))))
    lines = [f"{key}: {value}" for key, value in header]
    for line in lines:
        if not _HEADER.fullmatch(line):
            raise BadRecord("{text} does not fit on a line of a record.", text=repr(line))
    return "\n".join([*lines, "", *_action_lines(record), ""])


def _seed_lines(record: Record) -> tuple[tuple[str, str], ...]:
    return (("commitment", record.commitment), ("seed", record.seed), ("drawn", " ".join(record.drawn)))


def _action_lines(record: Record) -> Iterator[str]:
    for index, action in enumerate(record.actions):
        line = f"{actor_text(action.by)} {action}"
        note = record.notes.get(index)
        if note is not None:
            line += f"  # {note}"
        match = _LINE.fullmatch(line)
        if match is None or match[3] != note:
            raise BadRecord("{text} does not fit behind an action.", text=repr(note))
        yield line


def actor_text(actor: Actor) -> str:
    """How an actor is written: ``chance`` or the seat's number."""
    return "chance" if actor == CHANCE else str(actor)


def parse_record(text: str, game: Game | None = None) -> Record:
    """Read a record and check that it replays.

    Parameters
    ----------
    text : str
        The whole record, with its last line ended.
    game : Game, optional
        The rules to read it by, for a box with an owner's own tiles; else those installed.

    Raises
    ------
    BadRecord
        Naming the line, when the record is torn, cut, unreadable, or not a legal game.
    """
    if not text.strip():
        raise BadRecord("The record is empty.", 1)
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines.pop():
        raise BadRecord("The last line of the record is cut off.", len(lines) + 1)
    head, body = _divided(lines)
    record = _Reader(game).read(head)
    numbers: list[int] = []
    actions: list[Action] = []
    notes: dict[int, str] = {}
    rules = _rules_of(record, game)
    for number, line in body:
        action, note = _action(rules, number, line)
        if note:
            notes[len(actions)] = note
        actions.append(action)
        numbers.append(number)
    whole = msgspec.structs.replace(record, actions=tuple(actions), notes=notes)
    _check_count(head, len(actions), len(lines))
    for _ in _states(whole, rules, numbers.__getitem__):
        pass
    return whole


def replay(record: Record, at: int | None = None, game: Game | None = None) -> State:
    """Give the state after ``at`` actions, or after all of them.

    Raises
    ------
    BadRecord
        When an action is not legal, or the record has fewer than ``at``.
    """
    states = history(record, game)
    if at is None:
        return states[-1]
    if not 0 <= at < len(states):
        raise BadRecord(
            "The record has {n} actions: there is no position {at}.", n=len(record.actions), at=at
        )
    return states[at]


def history(record: Record, game: Game | None = None) -> list[State]:
    """Give every state of a record: before the first action, and after each. Raises `BadRecord`."""
    return list(_states(record, _rules_of(record, game), lambda _: 0))


def _rules_of(record: Record, game: Game | None) -> Game:
    """Give the rules that a record follows; those known best where its version is not known."""
    known = game or load_game(record.game)
    return under(known, record.rules) or known


def _states(record: Record, game: Game, line_of: Callable[[int], int]) -> Iterator[State]:
    state = game.new(record.seats, record.options)
    yield state
    for index, action in enumerate(record.actions):
        reason = state.why_not(action)
        if reason is not None:
            raise BadRecord(
                "Action {number}, {action}, is not allowed: {why}",
                line_of(index),
                number=index + 1,
                action=repr(f"{actor_text(action.by)} {action}"),
                why=reason.numbered.knowing(record.names),
            )
        state = state.after(action)
        yield state


Numbered = list[tuple[int, str]]


def _divided(lines: list[str]) -> tuple[Numbered, Numbered]:
    """Divide into header and actions, without comments and empty lines, with line numbers."""
    numbered = [(number, line) for number, line in enumerate(lines, 1) if not line.startswith("#")]
    blank = next((number for number, line in numbered if not line.strip()), None)
    if blank is None:
        raise BadRecord("The record ends within its first lines.", len(lines))
    head = [(number, line) for number, line in numbered if number < blank]
    body = [(number, line) for number, line in numbered if number > blank and line.strip()]
    return head, body


def _action(game: Game, number: int, line: str) -> tuple[Action, str | None]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadRecord("{text} is not an actor and an action.", number, text=repr(line[:80]))
    actor = CHANCE if match[1] == "chance" else int(match[1])
    try:
        return game.parse(actor, match[2]), match[3]
    except UnreadableAction as error:
        raise BadRecord(error.said, number) from error


def _check_count(head: Numbered, found: int, last: int) -> None:
    for number, line in head:
        if line.startswith("actions: "):
            count = _whole(line.removeprefix("actions: "), number)
            if count != found:
                raise BadRecord(
                    "The record says that it has {said} actions, but it has {found}.",
                    last if found < count else number,
                    said=count,
                    found=found,
                )


def _whole(text: str, number: int) -> int:
    if not _WHOLE.fullmatch(text):
        raise BadRecord("{text} is not a whole number.", number, text=repr(text[:40]))
    return int(text)


class _Reader:
    """Reads the first lines of a record."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.single: dict[str, tuple[int, str]] = {}
        self.options: dict[str, str] = {}
        self.names: dict[Seat, str] = {}

    def read(self, head: Numbered) -> Record:
        for number, line in head:
            self._take(number, line)
        last = head[-1][0] if head else 1
        number, slug = self._needed("game", last)
        try:
            game = self.game or load_game(slug)
        except UnknownGame as error:
            raise BadRecord(error.said, number) from error
        if slug != game.info.slug:
            raise BadRecord(
                "The record is of {other}, not of {game}.", number, other=slug, game=game.info.slug
            )
        number, version = self._needed("rules", last)
        rules = under(game, version)
        if rules is None:
            known = game.info.rules_version
            raise BadRecord(
                "The record follows version {version} of the rules; known is {known}.",
                number,
                version=version,
                known=known,
            )
        number, seats = self._needed("seats", last)
        record = Record(
            slug,
            version,
            _whole(seats, number),
            (),
            self.options,
            self.names,
            self._value("commitment"),
            self._value("seed"),
            tuple(self._value("drawn").split()),
            box=self._value("box"),
        )
        try:
            rules.new(record.seats, record.options)
        except BadOption as error:
            raise BadRecord(missing_box(game, self.options) or error.said, number) from error
        changed = changed_box(game, self.options, record.box)
        if changed:
            raise BadRecord(changed, self.single["box"][0])
        return record

    def _take(self, number: int, line: str) -> None:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise BadRecord("{text} is not a key and a value.", number, text=repr(line[:80]))
        key, of, value = match["key"], match["of"], match["value"]
        if key == "option" and of and of not in self.options:
            self.options[of] = value
        elif key == "name" and of and _whole(of, number) not in self.names:
            self.names[int(of)] = value
        elif key in _SINGLE and not of and key not in self.single:
            self.single[key] = (number, value)
        else:
            what = repr(f"{key} {of}" if of else key)
            raise BadRecord("{what} is unknown here, or stands there twice.", number, what=what)

    def _needed(self, key: str, last: int) -> tuple[int, str]:
        if key not in self.single:
            raise BadRecord("The line '{key}: ...' is missing.", last, key=key)
        return self.single[key]

    def _value(self, key: str) -> str:
        return self.single[key][1] if key in self.single else ""


_SINGLE: Final = frozenset({"game", "rules", "seats", "box", "commitment", "seed", "drawn", "actions"})
