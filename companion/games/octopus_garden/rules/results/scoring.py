"""The score sheet and the outcome (section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import Code, Token
from companion.games.octopus_garden.rules.position import Fish, Position
from companion.games.octopus_garden.rules.sentences.words import FISH, called, counted, pearls, spelled
from companion.games.octopus_garden.rules.table import Table
from companion.rules.game import Outcome, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Count, Value
from companion.rules.sheet import Line, Sheet

HOME_SHELL: Final = 5
HOME_TRASH: Final = 0
RELICS: Final = (0, 0, 4)
RELIC_EACH: Final = 5
"""From the third relic on every one scores this much."""

BY_THE_PIECE: Final[tuple[Code, ...]] = (
    *("SH", "AN", "CO", "SG", "SS", "OY"),
    *("MO", "SK", "LF", "TC", "BX"),
)
"""What scores the number on its face; a coconut octopus too, while it is not flipped."""


def sheet(p: Position) -> Sheet:
    """Itemise every seat's points, with the spaces that they come from."""
    return Sheet({seat: tuple(_lines(p, seat)) for seat in range(1, p.seats + 1)})


def total(p: Position, seat: Seat) -> int:
    """Add up one seat's points."""
    return sum(line.points or 0 for line in _lines(p, seat))


def _lines(p: Position, seat: Seat) -> Iterator[Line]:
    garden, table = p.garden[seat - 1], p.table
    scored = [
        *(_fish(fish) for fish in sorted(p.won[seat - 1], key=lambda fish: fish.bonus)),
        *_relics(garden),
        *(_crab(garden, table, space, crab) for space, crab in garden.having("HC")),
        *_trash(garden, table),
        *(line for code in BY_THE_PIECE for line in _pieces(garden, table, code)),
        *_coconuts(garden, table),
        *_parrots(garden),
    ]
    for message, points, spaces in scored:
        yield Line(message, points, tuple(f"garden-{seat}/{space}" for space in spaces))
    yield Line(Message("Negative tiles: {n}", {"n": negative_tiles(p, seat)}))
    yield Line(Message("Pearls left: {n}", {"n": p.pearls[seat - 1]}))


Scored = tuple[Message, int, tuple[Space, ...]]


def _scored(what: Value, points: int, spaces: Iterable[Space]) -> Scored:
    """Explain points by the spaces that they come from."""
    found = tuple(dict.fromkeys(spaces))
    message = Message("{what:Cap} at {spaces}", {"what": what, "spaces": spelled(found)})
    return message, points, found


def _fish(fish: Fish) -> Scored:
    if not fish.spaces:
        return Message("{bonus}", {"bonus": FISH[fish.bonus]}), fish.value, ()
    code: Code = "AN" if fish.bonus == "clownfish" else "SG"
    text = "{group} at {spaces}: {bonus}"
    values: dict[str, Value] = {"group": counted(len(fish.spaces), code), "spaces": spelled(fish.spaces)}
    return Message(text, values | {"bonus": FISH[fish.bonus]}), fish.value, fish.spaces


def relic_points(number: int) -> int:
    """Give the points of so many relics: 0, 0, 4, then 5 each."""
    return RELICS[number] if number < len(RELICS) else RELIC_EACH * number


def trash_points(number: int, cap: int | None) -> int:
    """Give the points of so many loose trash tokens: each costs as many as there are (OG-R04)."""
    return -number * (number if cap is None else min(number, cap))


def crab_points(garden: Garden, table: Table, crab: Token) -> int:
    """Give the points of a hermit crab by its home (OG-R03)."""
    home = garden.find(crab.home)
    if home is None:
        return table.lone_crab_points
    return HOME_SHELL if home[1].code == "SH" else HOME_TRASH


def loose_trash(garden: Garden) -> list[Space]:
    """Give the space of every trash token that is nobody's home."""
    return [s for s, trash in garden.having("TR") if trash in garden.loose_homes(s)]


def _relics(garden: Garden) -> Iterator[Scored]:
    spaces = [space for space, _ in garden.having("RE")]
    if spaces:
        yield _scored(counted(len(spaces), "RE"), relic_points(len(spaces)), spaces)


def _trash(garden: Garden, table: Table) -> Iterator[Scored]:
    spaces = loose_trash(garden)
    if spaces:
        points = trash_points(len(spaces), table.trash_cap)
        yield _scored(counted(len(spaces), "TR"), points, spaces)


def _crab(garden: Garden, table: Table, space: Space, crab: Token) -> Scored:
    home = garden.find(crab.home)
    what = Message("Hermit crab without a home")
    if home is not None:
        what = Message("Hermit crab in its {home}", {"home": called(home[1].code)})
    return _scored(what, crab_points(garden, table, crab), (space,))


def _pieces(garden: Garden, table: Table, code: Code) -> Iterator[Scored]:
    spaces = [space for space, _ in garden.having(code)]
    if spaces:
        yield _scored(counted(len(spaces), code), len(spaces) * table.box.points[code], spaces)


def _coconuts(garden: Garden, table: Table) -> Iterator[Scored]:
    for space, octopus in garden.having("CC"):
        points = table.box.flipped_points if octopus.flipped else table.box.points["CC"]
        text = "Used coconut octopus" if octopus.flipped else "Coconut octopus"
        yield _scored(Message(text), points, (space,))


def _parrots(garden: Garden) -> Iterator[Scored]:
    for space, _ in garden.having("PF"):
        corals = [near for near in garden.board.neighbours[space] if garden.holds(near, "CO")]
        beside = counted(len(corals), "CO")
        what = Message("Parrot fish beside {corals}", {"corals": beside})
        yield _scored(what, len(corals), (space, *corals))


def negative_tiles(p: Position, seat: Seat) -> int:
    """Count oyster tokens, loose trash, and crabs without a home while they lose a point (OG-R33)."""
    garden = p.garden[seat - 1]
    lone = [crab for _, crab in garden.having("HC") if not crab.home] if p.table.lone_crab_points < 0 else []
    return len(garden.having("OY")) + len(loose_trash(garden)) + len(lone)


def outcome(p: Position) -> Outcome | None:
    """Who has won: most points, then fewest negative tiles, then most pearls, then together."""
    if not p.over:
        return None
    totals = sheet(p).totals()
    best = max(totals.values())
    tied = tuple(seat for seat, points in totals.items() if points == best)
    values: dict[str, Value] = {"points": Count(best, "point")}
    if len(tied) == 1:
        message = Message("{who} wins with {points}.", values, {"who": tied[0]})
        return Outcome(tied, message, Message("With {points}.", values))
    fewest = min(negative_tiles(p, seat) for seat in tied)
    careful = tuple(seat for seat in tied if negative_tiles(p, seat) == fewest)
    values["tiles"] = fewest
    if len(careful) == 1:
        text = "With {points} {who} wins with the fewest negative tiles ({tiles})."
        why = Message("With {points} and the fewest negative tiles ({tiles}).", values)
        return Outcome(careful, Message(text, values, {"who": careful[0]}), why)
    most = max(p.pearls[seat - 1] for seat in careful)
    rich = tuple(seat for seat in careful if p.pearls[seat - 1] == most)
    values["pearls"] = pearls(most)
    if len(rich) == 1:
        text = "With {points} and {tiles} negative tiles {who} wins with {pearls} left."
        why = Message("With {points}, {tiles} negative tiles and {pearls} left.", values)
        return Outcome(rich, Message(text, values, {"who": rich[0]}), why)
    names = listed([Message("{who}", seats={"who": seat}) for seat in rich], "and")
    message = Message("{winners} share the win with {points}.", {**values, "winners": names})
    return Outcome(rich, message, Message("With {points} each.", values))
