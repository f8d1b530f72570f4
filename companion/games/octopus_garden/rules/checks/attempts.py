"""What somebody may have meant, allowed or not: for a referee who looks at the pieces.

An attempt explains a table that no legal action explains: a line that is too dear, a token planted
on another, a sea star that strays, a crab on a coral. `why_not` then names the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from operator import and_
from typing import Final

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Boxer, Buy, Crab, Oyster, Pass, Plant, Star, Step
from companion.games.octopus_garden.rules.checks.lying import KINDS, kind_of, lying, piles
from companion.games.octopus_garden.rules.data.board import CELLS, LINES, Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import Code, Token
from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.sentences.words import called
from companion.rules.abilities import Attempt
from companion.rules.game import Action, Lying, Seat
from companion.rules.message import Message

_CODES: Final[dict[str, Code]] = {kind: code for code, kind in KINDS.items()}


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give all that the active seat may have meant, the plainest first, then what another has bought."""
    table, zone = lying(p), f"garden-{p.active}"
    if p.phase == "ACT":
        yield from _lifted(p, table, seen.get("market", {}))
        yield from _purchases(table, seen, p.active)
        for seat in p.clockwise(p.active)[1:]:
            yield from _out_of_turn(table, seen, seat)
    if zone not in table:
        return
    before, there = table[zone], seen.get(zone, {})
    for space, kind in there.items():
        if space not in p.own.board.place or before.get(space) == kind:
            continue
        laid = {**table, zone: {**before, space: kind}}
        code = _CODES.get(kind)
        if p.phase == "ACT" and code == "OY":
            yield Attempt(Oyster(p.active, space), laid)
        elif p.phase == "PLANT" and code is not None:
            yield Attempt(Plant(p.active, code, space), laid)
        elif p.phase == "MOVE" and code is not None:
            yield from _moves(p, laid, zone, code, space)


def _lifted(p: Position, table: Lying, there: dict[Space, str]) -> Iterator[Attempt]:
    """Take one token off the market: so begins a pass, and every purchase."""
    for cell in CELLS:
        if cell in table["market"] and cell not in there:
            yield Attempt(Pass(p.active, cell), _without_tokens(table, {cell}), begun=True)


def _out_of_turn(table: Lying, seen: Lying, seat: Seat) -> Iterator[Attempt]:
    """Buy a line though it is another's turn: that shows by whose garden its tokens lie in."""
    zone = f"garden-{seat}"
    if zone in table:
        bought = _purchases(table, seen, seat)
        yield from (each for each in bought if each.lying[zone] != table[zone] and not each.begun)


def _purchases(table: Lying, seen: Lying, seat: Seat) -> Iterator[Attempt]:
    """Take a line off the market, or most of it; perhaps its tokens lie in the garden already."""
    zone, there = f"garden-{seat}", seen.get("market", {})
    for line, cells in LINES.items():
        tokens = {cell: table["market"][cell] for cell in cells if cell in table["market"]}
        taken = {cell for cell in tokens if cell not in there}
        if len(taken) > 1 or taken == set(tokens) != set():
            planted = _planted(table[zone], seen.get(zone, {}), tokens.values())
            laid = {**_without_tokens(table, taken), zone: planted}
            yield Attempt(Buy(seat, line), laid, begun=len(taken) < len(tokens))


def _without_tokens(table: Lying, taken: Collection[str]) -> Lying:
    """Give what lies on the table when those cells of the market are empty."""
    return {**table, "market": {cell: kind for cell, kind in table["market"].items() if cell not in taken}}


def _planted(garden: dict[Space, str], there: dict[Space, str], bought: Iterable[str]) -> dict[Space, str]:
    """Give what shows in a garden when what is new on its empty spaces was bought; else as it was."""
    new = {space: kind for space, kind in there.items() if space not in garden}
    return {**garden, **new} if Counter(new.values()) <= Counter(bought) else garden


def _moves(p: Position, laid: Lying, zone: str, code: Code, target: Space) -> Iterator[Attempt]:
    """Animals that may have come to a space from anywhere."""
    for origin, token in p.own.having(code):
        verb = {"SS": Star, "HC": Crab, "BX": Boxer}.get(code)
        if verb is None or origin == target:
            continue
        drops = (False, True) if token.home else (False,)
        eats = code == "SS" and p.own.holds(target, "OY")
        for drop in drops:
            step = Step(origin, target, eats=eats, drop=drop)
            yield Attempt(verb(p.active, step), {**laid, zone: _without(p, laid[zone], origin, token, drop)})


def _without(
    p: Position, garden: dict[Space, str], origin: Space, token: Token, drop: bool
) -> dict[Space, str]:
    """Give what shows in a garden when an animal, and what it carries, has left a space."""
    gone = {token.name} if drop else {token.name, token.home}
    left = () if token.code == "BX" else tuple(t for t in p.own.at(origin) if t.name not in gone)
    shown = {space: kind for space, kind in garden.items() if space != origin}
    return {**shown, origin: kind_of(left[-1])} if left else shown


def only_begins(p: Position, action: Action, after: Position) -> bool:
    """Whether all that an action shows is that something was taken up from one place.

    So it is with a pass, a lionfish's hunt, a line of which one token is left, a shark that is thrown back,
    and an animal that steps onto its like. As well somebody may hold the first token of a line, or an animal
    that is still to be put down. A diver is put aside at once: what it takes along is all there is to see.
    """
    was, now = piles(p), piles(after)
    changed = [
        (pile, now[zone].get(cell, ()))
        for zone in was
        for cell, pile in {**dict.fromkeys(now[zone], ()), **was[zone]}.items()
        if pile[-1:] != now[zone].get(cell, ())[-1:]
    ]
    if isinstance(action, Plant) or len(changed) != 1:
        return False
    before, left = changed[0]
    return len(left) < len(before) and left == before[: len(left)]


def nameless(p: Position) -> Position:
    """Give the position with its tokens numbered as they lie, and without what only tells who has moved."""
    return replace(p, garden=tuple(map(_renumbered, p.garden)), news=())


def _renumbered(garden: Garden) -> Garden:
    names: dict[str, int] = {}
    met: Counter[Code] = Counter()
    for _, token in garden.tokens():
        met[token.code] += 1
        names[token.name] = met[token.code]
    homes = {name: f"{name.rstrip('0123456789')}{number}" for name, number in names.items()}
    stacks = (
        tuple(
            replace(token, id=names[token.name], home=homes.get(token.home, ""), moved=False)
            for token in stack
        )
        for stack in garden.stacks
    )
    fresh = sorted(f"{name.rstrip('0123456789')}{names[name]}" for name in garden.fresh)
    return replace(garden, stacks=tuple(stacks), fresh=tuple(fresh))


def tell_apart(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask for what tells positions apart that look alike; None where the deeds in words do as well."""
    return _declared(positions) or _hunted(positions)


def _hunted(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask what the lionfish removed before the line was bought (10.2.6): both leave holes in the market."""
    gone = [Counter(dict(p.gone)) for p in positions]
    rested = reduce(and_, gone)
    removed = [tuple((each - rested).elements()) for each in gone]
    distinct = len(set(removed)) == len(removed) > 1 and max(map(len, removed)) == 1
    if not distinct or any("lionfish" not in p.table.modules or p.phase == "LION" for p in positions):
        return None
    answers = (
        Message("Yes, it removed the {what}", {"what": called(codes[0])})
        if codes
        else Message("No, it rested")
        for codes in removed
    )
    return Message("Did the lionfish hunt first?"), tuple(answers)


def _declared(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask what a mimic was declared to be: its back does not show the kind (OG-M01)."""
    for seat, garden in enumerate(positions[0].garden, 1):
        for space, mimic in garden.having("MO"):
            found = [p.garden[seat - 1].find(mimic.name) for p in positions]
            kinds = [token.acts_as for _, token in filter(None, found) if token.acts_as]
            if len(set(kinds)) == len(positions) > 1:
                question = Message("What is the mimic octopus on {space} declared to be?", {"space": space})
                names = {"AN": Message("An anemone"), "SG": Message("A seagrass")}
                return question, tuple(names[kind] for kind in kinds)
    return None
