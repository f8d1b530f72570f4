"""Taps that each action costs on the play page of a table without a camera, in whole games played by bots.

A tap on a space, a card, a verb or a word counts, and so does the button that does it. What chance decides is
told by taps here; *Let the program draw* would be one.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.record.events import Settings
from companion.rules.abilities import KnowsTraits
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE, Action, Seat, State
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.simulation.bots import bots
from webui.choices.cards import choose_cards
from webui.choices.choosing import Choosing, choose, groups_of
from webui.choices.ways import Group
from webui.request.laid_out import layout_now

NAMES: Final = ("Anna", "Ben")
MOST_ACTIONS: Final = 120
"""Of a game: a few rounds tell what all of them cost."""

DEEPEST: Final = 7
SHOWN: Final = 12
"""Offers that are seen at once; the others are behind one more tap."""


def run() -> dict[str, Any]:
    """Play each game once."""
    return {slug: taps_of_a_game(slug) for slug in GAMES}


def taps_of_a_game(slug: str) -> dict[str, Any]:
    """Count the taps of choices, of what chance decides, and of whole turns."""
    choices: list[int] = []
    chances: list[int] = []
    missed = 0
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        session = store.new_session(slug, NAMES, {}, Settings(otherwise="tap"))
        for action in _played(session):
            cost = taps(session, session.state, action)
            if cost is None:
                missed += 1
            else:
                (chances if action.by == CHANCE else choices).append(cost)
            session.act(action)
    told = sum(choices) + sum(chances)
    return {
        **_told("a choice", choices),
        **_told("what chance decides", chances),
        "taps for a choice and all that chance brings with it, mean": told / max(len(choices), 1),
        "actions to which no way was found": missed,
    }


def _told(what: str, counts: Sequence[int]) -> dict[str, float]:
    if not counts:
        return {}
    return {f"taps for {what}, median": statistics.median(counts), f"taps for {what}, most": max(counts)}


def _played(session: Session) -> Iterator[Action]:
    rng, players = random.Random(54), bots(len(NAMES), 54)
    for _ in range(MOST_ACTIONS):
        state = session.state
        if not state.actors:
            return
        seat = next((actor for actor in state.actors if actor != CHANCE), None)
        if seat is not None:
            yield players[seat].choose(state)
        else:
            outcomes, weights = zip(*state.odds(), strict=True)
            yield rng.choices(outcomes, weights)[0]


def taps(session: Session, state: State, action: Action) -> int | None:
    """Give how many taps an action takes; None where no way to it was found."""
    layout = layout_now(session, state)
    groups = groups_of(state, session.game, layout, state.actors)
    me: Seat | None = action.by if action.by != CHANCE else None
    by_cards = choose_cards(state, groups, (), me)
    if by_cards is not None and not any(_means(group, action) for group in by_cards.others):
        return _by_cards(state, groups, action, me)
    return _by_board(session, state, by_cards.others if by_cards is not None else groups, action)


def _by_cards(state: State, groups: Sequence[Group], action: Action, me: Seat | None) -> int | None:
    named = sorted(state.named(action)) if hasattr(state, "named") else []
    for count in range(len(named) + 1):
        for picked in combinations(named, count):
            found = choose_cards(state, groups, picked, me)
            if found is not None and any(way.action == action for way in found.ways):
                return count + 1
    return None


def _by_board(session: Session, state: State, groups: Sequence[Group], action: Action) -> int | None:
    game, names = session.game, session.names

    def chosen(key: str, picked: Sequence[str] = (), words: Sequence[str] = ()) -> Choosing:
        return choose(groups, key, picked, game, names, words, state)

    start = chosen("")
    if (cost := _offered(start, action)) is not None:
        return cost
    group = next((each for each in groups if _means(each, action)), None)
    if group is None:
        return None
    if not group.on_board:
        return _spelled(session, action, lambda words: chosen("", (), words))
    switched = 0 if start.group is not None and start.group.key == group.key else 1
    way = next(each for each in group.ways if each.action == action)
    for picked in _picks(way.cells):
        cost = _offered(chosen(group.key, picked), action)
        if cost is not None:
            return switched + len(picked) + cost
    return None


def _picks(cells: Sequence[str]) -> Iterable[tuple[str, ...]]:
    yield ()
    for count in range(1, min(len(cells), DEEPEST) + 1):
        # The end of a way says most, so it is tapped first of all.
        yield from sorted(combinations(cells, count), key=lambda picked: picked[-1] != cells[-1])


def _spelled(session: Session, action: Action, chosen: Any) -> int | None:
    said: tuple[str, ...] = ()
    traits = session.game.traits(action) if isinstance(session.game, KnowsTraits) else ()
    looks = {trait.asked: trait.shows for trait in traits}
    for _ in range(DEEPEST):
        choosing = chosen(said)
        cost = _offered(choosing, action)
        if cost is not None:
            return len(said) + cost
        if choosing.spelling is None:
            return None
        following, asked = choosing.spelling.following, choosing.spelling.asked
        wanted = (looks[asked],) if asked in looks else str(action).split()[1:]
        fitting = [word for word in following if word in wanted]
        if not fitting:
            return None
        said = (*said, fitting[0])
    return None


def _means(group: Group, action: Action) -> bool:
    return any(way.action == action for way in group.ways)


def _offered(choosing: Choosing, action: Action) -> int | None:
    """Give the taps from here: one, or two where the button is folded away."""
    texts = [(each.by, each.text) for each in choosing.offers if not each.brief]
    wanted = (action.by, str(action))
    if any(each.brief and (each.by, each.text) == wanted for each in choosing.offers):
        return 1
    if wanted not in texts:
        return None
    few = len(texts) <= 6 or not choosing.picked
    return 1 if texts.index(wanted) < (SHOWN if few else 3) else 2
