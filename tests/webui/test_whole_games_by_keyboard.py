"""Games by keyboard alone in a real browser, from the form of a new game to the result."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from browsers import DESK
from by_keys import Keys

from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import Action, Seat, State
from companion.sessions.bringing import bring_in
from companion.sessions.session import Session

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1500)]

WHOLE: Final = "filler-tiles"
"""A game of few actions: all of them are done by keyboard."""

MOST_ACTIONS: Final = 1200
MOST_LOOKED_AT: Final = 400
"""Legal actions of a seat that are looked at."""

PATIENCE_MS: Final = 120_000
USUAL_MS: Final = 30_000


def begin(page, slug: str) -> Keys:
    """Begin a game of two by keyboard; the players tap what chance decides, too."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/", wait_until="domcontentloaded")
    keys = Keys(page, random.Random(54))
    keys.press(f"a[href='/new/{slug}']")
    page.wait_for_url(f"**/new/{slug}", wait_until="domcontentloaded")
    keys.choose("seats", "2")
    for seat, name in enumerate(("Anna", "Ben"), 1):
        keys.write(f"[name='name-{seat}']", name)
    keys.choose("chance", "tap")
    keys.press("button:has-text('Start the game')")
    page.wait_for_url("**/play", wait_until="domcontentloaded")
    return keys


def see_the_result(page, keys: Keys) -> None:
    keys.press("#dock a:has-text('See the result')")
    page.wait_for_url("**/result", wait_until="domcontentloaded")
    page.set_default_timeout(USUAL_MS)


def test_a_whole_game_is_played_by_keyboard_alone(open_page, hub) -> None:
    page = open_page("about:blank", viewport=DESK)
    keys = begin(page, WHOLE)
    session = hub.session
    for _ in range(MOST_ACTIONS):
        if session.state.outcome is not None:
            break
        keys.act(session)
    assert session.state.outcome is not None
    see_the_result(page, keys)


@pytest.mark.parametrize("slug", sorted(set(GAMES) - {WHOLE}))
def test_every_kind_of_action_is_done_by_keyboard_alone(open_page, hub, slug: str) -> None:
    """Do by keyboard each kind of action that comes up in a whole game, at least once.

    A page costs most of a second of processor time for each action. So kinds that were done by keyboard come
    from elsewhere from then on, as from other phones.
    """
    page = open_page("about:blank", viewport=DESK)
    do_every_kind(page, begin(page, slug), hub.session)


class Variant(NamedTuple):
    """A game with kinds of action that the usual game of two lacks; ``brings`` names its own."""

    slug: str
    seats: int
    options: dict[str, str]
    brings: str


GROUND_RULES: Final = {"setup": "S12", "rules": "R02+R06", "several_rule_tiles": "on", "stuck_rule": "free"}
CREATURES: Final = {"modules": "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"}
VARIANTS: Final = (
    Variant("caterpillar-filler", 3, GROUND_RULES, "Wild Keep Shift"),
    Variant("filler-tiles", 2, {"opening": "pie", "stones": "4"}, "Pie Stones Take"),
    Variant("filler-tiles", 2, {"opening": "drawn"}, "Draw"),
    Variant("octopus-garden", 2, CREATURES, "Boxer Chest Coco Lion Shark"),
    Variant("papillon", 3, {"expert": "on"}, "Bid Post"),
    Variant("star-baker", 1, {}, "Chefs ChefTake ChefTime"),
    Variant("star-baker", 2, {"advanced": "on", "deal_chefs": "choose"}, "Chefs Toss"),
)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: f"{each.slug}-{each.brings.replace(' ', '-')}")
def test_kinds_of_action_of_variants_are_done_by_keyboard_alone(open_page, hub, variant: Variant) -> None:
    names, by_hand = ("Anna", "Ben", "Cleo")[: variant.seats], Settings(otherwise="tap")
    hub.open(hub.store.new_session(variant.slug, names, variant.options, by_hand))
    page = open_page("/play", viewport=DESK)
    page.set_default_timeout(PATIENCE_MS)
    done = do_every_kind(page, Keys(page, random.Random(54)), hub.session)
    assert set(variant.brings.split()) - done == set()


RARE: Final = Path(__file__).with_name("rare")
"""Records that end before a kind of action which hardly any game has, and are named after it."""

SOON: Final = 6
"""Actions by keyboard within which it comes; what can only come in one way, the program does."""


@pytest.mark.parametrize("kind", sorted(each.stem for each in RARE.glob("*.game")))
def test_a_rare_kind_of_action_is_done_by_keyboard_alone(open_page, hub, kind: str) -> None:
    (session,) = bring_in(hub.store, f"{kind}.game", (RARE / f"{kind}.game").read_bytes()).games
    hub.open(session)
    keys, begun = Keys(open_page("/play", viewport=DESK), random.Random(54)), len(session.line)
    for _ in range(SOON):
        wanted = [str(action) for _, action in named(by_kind(session.state)).get(kind, ())]
        keys.act(session, wanted)
        done = {type(session.game.parse(entry.by, entry.text)) for entry in session.line[begun:]}
        if kind in named(dict.fromkeys(done)):
            return
    pytest.fail(f"{kind} did not come, but {done}")


def do_every_kind(page, keys: Keys, session: Session) -> set[str]:
    """Play a whole game to its result, each kind of action by keyboard until it was done once; give those."""
    rng, done, due = random.Random(54), set(), set()
    for _ in range(MOST_ACTIONS):
        if session.state.outcome is not None:
            break
        offered = by_kind(session.state)
        due |= set(offered)
        fresh = [str(action) for kind in set(offered) - done for _, action in offered[kind]]
        if not fresh:
            act_elsewhere(session, rng, offered)
            continue
        before = len(session.line)
        page.wait_for_function("seq => document.body?.dataset.seq === seq", arg=str(session.seq))
        keys.act(session, fresh)
        done |= {type(session.game.parse(entry.by, entry.text)) for entry in session.line[before:]}
    assert session.state.outcome is not None
    assert {kind.__name__ for kind in due - done} == set()
    page.wait_for_function("seq => document.body?.dataset.seq === seq", arg=str(session.seq))
    see_the_result(page, keys)
    return {kind.__name__ for kind in done}


def by_kind(state: State) -> dict[type, list[tuple[Seat, Action]]]:
    """Give the legal actions by their kinds, of chance, too."""
    found: dict[type, list[tuple[Seat, Action]]] = {}
    for actor in state.actors:
        for action in islice(state.legal(actor), MOST_LOOKED_AT):
            found.setdefault(type(action), []).append((actor, action))
    return found


def named(kinds: dict[type, Any]) -> dict[str, Any]:
    """Give the same by the kinds' names."""
    return {kind.__name__: each for kind, each in kinds.items()}


def act_elsewhere(
    session: Session, rng: random.Random, offered: dict[type, list[tuple[Seat, Action]]]
) -> None:
    """Do anything, each kind as likely as the others."""
    kind = rng.choice(sorted(offered, key=lambda each: each.__name__))
    _, action = rng.choice(offered[kind])
    session.act(action, "tap", expect_seq=session.seq)
