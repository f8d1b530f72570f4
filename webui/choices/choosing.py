"""Choosing one of many legal actions by tapping cells: knows no game, only notations and cells.

The words of an action's notation that name cells are its way (``H4-H5-H6*``, ``wasp D6``,
``shift H8-H7``), unless the game itself knows the places; the first word, when it names none, is
its verb, which the game may call otherwise (`NamesThings`). A tap keeps the actions whose way leads over
the tapped cells in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from companion.layout import Layout
from companion.record.names import as_said
from companion.rules.abilities import KnowsPlaces, NamesThings
from companion.rules.game import CHANCE, Action, Actor, Game, Lying, Seat, State
from companion.rules.kit.words import signed
from companion.rules.message import Message
from webui.choices.at_once import ends_meant
from webui.choices.board import cells_of
from webui.choices.offers import ABREAST, Offer, abreast, as_pieces, earned, offer
from webui.choices.pictures import pictured, pictured_draw
from webui.choices.spelling import Spelling, is_spelled, spell
from webui.choices.ways import FEW, Group, Way

MOST: Final = 24_000
"""Actions that are looked at. A move of six has a few hundred, two tiles on the largest board 20 592."""

MOST_WEIGHED: Final = 200
"""Of so many actions it is told what they would earn, which takes some milliseconds for each."""

_WORD: Final = re.compile(r"[A-Za-z]+[0-9]+")


class Choosing(NamedTuple):
    """Where somebody stands who is choosing.

    ``worths``: the most that an action which ends on a cell would earn at once, where the game can say.
    ``chance``: what the outcomes that stand side by side have in common, if pictures do not say it.
    ``listed``: all that may be chosen on the board, where that is little and its ends do not tell it apart.
    ``at_once``: the space or card by which one tap says all of an action.
    """

    groups: tuple[Group, ...]
    group: Group | None
    picked: tuple[str, ...]
    left: int
    offers: tuple[Offer, ...]
    marks: dict[str, str]
    path: tuple[str, ...]
    ends: tuple[str, ...]
    spelling: Spelling | None = None
    worths: Mapping[str, str] = {}
    chance: str = ""
    listed: tuple[Offer, ...] = ()
    at_once: Mapping[str, Way] = {}

    @property
    def leads_over(self) -> bool:
        """Whether spaces may be tapped that only lie on the way to where an action ends."""
        return any(mark in ("open way", "open next") for mark in self.marks.values())

    @property
    def told(self) -> bool:
        """Whether somebody has begun to tell what chance has decided."""
        return self.spelling is not None and bool(self.spelling.said)

    @property
    def leads(self) -> bool:
        """Whether the first offer may stand out: not among several of which only chance decides."""
        by_chance = sum(each.by == CHANCE for each in self.offers)
        return bool(self.offers) and (self.offers[0].by != CHANCE or by_chance == 1)


def groups_of(
    state: State,
    game: Game,
    layout: Layout,
    actors: Iterable[Actor],
    allowed: Callable[[Action], bool] = lambda _: True,
) -> tuple[Group, ...]:
    """Sort the legal actions of those actors, as far as they are ``allowed``, by actor and verb."""
    places = _places(layout)
    celled = {zone.id for _, zone in layout.zones() if zone.cells}
    knower = next((each for each in (state, game) if isinstance(each, KnowsPlaces)), None)
    found: dict[tuple[Actor, str], list[Way]] = {}
    for actor in actors:
        for action in filter(allowed, islice(state.legal(actor), MOST)):
            text = str(action)
            verb = "" if any(word in places for word in _WORD.findall(text.split()[0])) else text.split()[0]
            if knower is not None:
                cells = knower.places(action)
            else:
                cells = tuple(places[word] for word in _WORD.findall(text) if word in places)
            found.setdefault((actor, verb), []).append(Way(action, cells))
    return tuple(
        Group(f"{actor}{verb or 'move'}", actor, _label(game, verb), _placed(state, ways, celled))
        for (actor, verb), ways in found.items()
    )


def _label(game: Game, verb: str) -> Message:
    """Call a group as players call what its verb stands for."""
    said = game.called(verb) if verb and isinstance(game, NamesThings) else verb or Message("move")
    return Message("{what:Cap}", {"what": said})


def _placed(state: State, ways: Sequence[Way], celled: Collection[str]) -> tuple[Way, ...]:
    """Few actions whose notation names no cell, but which each fill one, are tapped there."""
    if len(ways) > FEW or any(way.cells for way in ways):
        return tuple(ways)
    lying = state.lying()
    changed = [_filled(lying, state.after(way.action).lying(), celled) for way in ways]
    if any(len(cells) != 1 for cells in changed) or len(set(changed)) < len(ways):
        return tuple(ways)
    return tuple(Way(way.action, cells) for way, cells in zip(ways, changed, strict=True))


def _filled(before: Lying, after: Lying, celled: Collection[str]) -> tuple[str, ...]:
    """The cells (``zone/cell``) that hold something new; pieces in zones without cells are not counted."""
    return tuple(
        f"{zone}/{cell}"
        for zone, cells in after.items()
        for cell, kind in cells.items()
        if zone in celled and before.get(zone, {}).get(cell) != kind
    )


def choose(
    groups: Sequence[Group],
    key: str,
    picked: Sequence[str],
    game: Game,
    names: Mapping[Seat, str],
    words: Sequence[str] = (),
    state: State | None = None,
) -> Choosing:
    """Say what can still be meant after the taps ``picked`` within the group ``key``.

    Taps that lead nowhere begin anew with the last one. ``words`` are those spelled so far of an
    action that is one of too many. With ``state`` actions are told apart by pictures, too.
    """
    groups = _named(groups, names)
    spelled = next((each for each in groups if is_spelled(each)), None)
    spelling, said = spell(spelled, words, game, state) if spelled else (None, ())
    many, others = _plain_ways([each for each in groups if not each.on_board and each is not spelled])

    def offered(ways: Sequence[Way]) -> tuple[Offer, ...]:
        return tuple(offer(way, game, names, state) for way in ways)

    drawn = pictured_draw(state, many) if many and state is not None else ()
    chance, brief = abreast(offered(many), drawn) if many else ("", ())
    plain = (*offered(said), *brief, *offered(others))
    choosing = Choosing(groups, None, (), 0, plain, {}, (), (), spelling, chance=chance)
    group = _group_on_board(groups, key)
    return choosing if group is None else _with_board(choosing, group, tuple(picked), offered, state)


def _group_on_board(groups: Sequence[Group], key: str) -> Group | None:
    """Give the group to tap on the board.

    What must be done comes first: while a die is due, the board waits to be asked for.
    """
    first = groups[0] if groups and groups[0].on_board else None
    return next((each for each in groups if each.on_board and each.key == key), first)


def _plain_ways(groups: Sequence[Group]) -> tuple[Sequence[Way], Sequence[Way]]:
    """Part what is chosen by buttons: many outcomes of chance, which stand side by side, and the rest."""
    abreast_at = next((each for each in groups if each.by == CHANCE and len(each.ways) > ABREAST), None)
    others = [way for each in groups if each is not abreast_at for way in each.ways]
    return abreast_at.ways if abreast_at else (), others


def _with_board(
    choosing: Choosing,
    group: Group,
    picked: tuple[str, ...],
    offered: Callable[[Sequence[Way]], tuple[Offer, ...]],
    state: State | None,
) -> Choosing:
    """Add what may be tapped on the board, and what the taps so far mean."""
    begun = _shared_beginning(group.ways)
    start = group.ways[0].cells[:begun]
    taps, left = _left(group.ways, begun, picked or _only_end(group.ways))
    meant = _meant(left, begun, taps)
    marks = _marks(left, begun, taps)
    for where in meant[0].cells[begun:] if meant else taps:
        marks[where] = f"{marks.get(where, 'open')} picked"
    ends = dict.fromkeys(way.cells[-1] for way in left)
    offers = as_pieces(offered(meant), pictured(state, meant) if state is not None else ())
    return choosing._replace(
        group=group,
        picked=taps,
        left=len(left),
        offers=(*offers, *choosing.offers),
        marks=marks | dict.fromkeys(start, "start"),
        path=meant[0].cells if meant else (*start, *taps),
        ends=tuple(ends),
        worths=_worths(left, state),
        listed=offered(left) if not taps and len(ends) < len(left) <= FEW else (),
        at_once=ends_meant(left, lambda way: _reached(way, begun, taps) or begun),
    )


def _only_end(ways: Sequence[Way]) -> tuple[str, ...]:
    """Give the space at which few ways all end: nobody need tap it to say which of them is meant."""
    ends = {way.cells[-1] for way in ways}
    return tuple(ends) if len(ends) == 1 and len(ways) <= FEW else ()


def _named(groups: Iterable[Group], names: Mapping[Seat, str]) -> tuple[Group, ...]:
    """Say whose each group is where several may act at once, as where all lay tiles: *Lay for Anna*."""
    groups = tuple(groups)
    if len({group.by for group in groups} & names.keys()) < 2:
        return groups
    return tuple(
        group._replace(
            label=Message("{what} for {who}", {"what": group.label, "who": as_said(names[group.by])})
        )
        if group.by in names
        else group
        for group in groups
    )


def _worths(left: Sequence[Way], state: State | None) -> dict[str, str]:
    """Say for each cell how much the best of the ways that end there would earn at once."""
    best: dict[str, int] = {}
    for way in left if len(left) <= MOST_WEIGHED else ():
        points = earned(way.action, state)
        if points is not None:
            best[way.cells[-1]] = max(points, best.get(way.cells[-1], points))
    return {where: signed(points) for where, points in best.items()}


def _places(layout: Layout) -> dict[str, str]:
    """The name of a cell as notations write it -> ``zone/cell``, on the largest sheet that has it."""
    places: dict[str, str] = {}
    for sheet in sorted(layout.sheets, key=lambda sheet: -sheet.size_mm[0] * sheet.size_mm[1]):
        for where, cell in cells_of(sheet).items():
            if _WORD.fullmatch(cell.id):
                places.setdefault(cell.id, where)
    return places


def _shared_beginning(ways: Sequence[Way]) -> int:
    """How many cells all ways begin with: the head's own space, a tile that is taken."""
    shortest = min(len(way.cells) for way in ways) - 1
    first = ways[0].cells
    shared = 0
    while shared < shortest and all(way.cells[shared] == first[shared] for way in ways):
        shared += 1
    return shared


def _left(ways: Sequence[Way], begun: int, picked: tuple[str, ...]) -> tuple[tuple[str, ...], list[Way]]:
    """The taps that count, and the ways over them."""
    for taps in (picked, picked[-1:], ()):
        left = [way for way in ways if _reached(way, begun, taps) is not None]
        if left:
            return taps, left
    return (), list(ways)


def _reached(way: Way, begun: int, taps: Sequence[str]) -> int | None:
    """How far along a way the last tap lies; None when it does not lead over the taps in order."""
    at = begun
    for tap in taps:
        try:
            at = way.cells.index(tap, at) + 1
        except ValueError:
            return None
    return at


def _meant(left: Sequence[Way], begun: int, taps: tuple[str, ...]) -> list[Way]:
    """The ways that may be offered after the taps: those that end with the last one, or the only one left.

    Where very many end there, and others go on from these very taps, the next tap is waited for.
    """
    if len(left) == 1:
        return list(left)
    ending = [way for way in left if taps and way.cells[-1] == taps[-1]]
    others = (way for way in left if taps and way.cells[-1] != taps[-1])
    goes_on = any(way.cells[begun : begun + len(taps)] == taps for way in others)
    return [] if len(ending) > FEW and goes_on else ending[:FEW]


def _marks(left: Sequence[Way], begun: int, taps: Sequence[str]) -> dict[str, str]:
    marks: dict[str, str] = {}
    for way in left:
        at = _reached(way, begun, taps) or begun
        for place, where in enumerate(way.cells[at:], at):
            mark = "end" if place == len(way.cells) - 1 else "next" if place == at else "way"
            if _RANK[mark] > _RANK.get(marks.get(where, "").removeprefix("open "), 0):
                marks[where] = f"open {mark}"
    return marks


_RANK: Final = {"way": 1, "next": 2, "end": 3}


def may_choose_for(state: State, me: Seat | None, *, openly: bool) -> tuple[Actor, ...]:
    """For whom a phone may choose: its own seat and chance; one that plays for all, for everybody.

    Unless all choose ``openly``, nobody does on a phone of which it is not known who holds it.
    """
    if me is None:
        return state.actors if openly else ()
    return tuple(actor for actor in state.actors if actor in (CHANCE, me))
