"""What a hub is told holds nothing that somebody at the table may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.house.public_record import public_event, table_state
from companion.panel.view import DARK
from companion.record.events import (
    ActionTaken,
    Answered,
    Asked,
    GameStarted,
    Logged,
    Noted,
    SeedRevealed,
    Settings,
)
from companion.record.eyes import Eyes
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE
from companion.rules.record import SUFFIX, parse_record
from companion.sessions.session import Session
from companion.sessions.store import Store

SECRET = "the-queen-of-hearts"
GOLDEN = sorted((Path(__file__).parents[1] / "rules" / "golden").glob(f"*{SUFFIX}"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as made:
        yield made


def played(store: Store, slug: str, most: int, seed: int = 1) -> Session:
    """A game of the smallest table, played by chance."""
    rng = random.Random(seed)
    game = load_game(slug)
    names = [f"Name {seat}" for seat in range(1, game.info.seats[0] + 1)]
    session = store.new_session(slug, names, settings=Settings(otherwise="software"))
    for _ in range(most):
        state = session.state
        if state.outcome is not None:
            break
        if CHANCE in state.actors:
            session.draw()
            continue
        actor = rng.choice(state.actors)
        legal = [action for action, _ in zip(state.legal(actor), range(40), strict=False)]
        session.act(rng.choice(legal))
    return session


@pytest.mark.parametrize("slug", [slug for slug in GAMES if load_game(slug).info.hidden])
def test_an_action_that_is_secret_is_told_alike_whatever_it_was(store: Store, slug: str) -> None:
    session = played(store, slug, 150)
    secret = 0
    for place, entry in enumerate(session.line):
        action = session.game.parse(entry.by, entry.text)
        if not action.secret:
            continue
        others = [
            other
            for other, _ in zip(session.states[place].legal(entry.by), range(12), strict=False)
            if other.secret and type(other) is type(action)
        ]
        logged = next(each for each in session.events if each.seq == entry.seq)
        told = {
            msgspec.json.encode(
                public_event(
                    session.game, "g", Logged(1, "", msgspec.structs.replace(logged.event, text=str(other)))
                )
            )
            for other in (action, *others)
        }
        assert len(told) == 1, f"{action} can be told from the others: {told}"
        assert str(entry.text) not in told.pop().decode()
        secret += len(others)
    if any(session.game.parse(each.by, each.text).secret for each in session.line):
        assert secret, "nothing was compared"


@pytest.mark.parametrize("slug", GAMES)
def test_the_state_of_a_table_is_that_of_its_big_screen(store: Store, slug: str) -> None:
    session = played(store, slug, 40)
    state = table_state(session, DARK, "now", "i")
    shown = session.eyes(None).sees(session.state).sheet().totals()
    assert state.totals == {str(seat): points for seat, points in shown.items()}
    assert state.seq == session.seq


def test_questions_notes_and_seeds_stay_at_the_table() -> None:
    game = load_game(next(iter(GAMES)))
    for event in (
        Asked(SECRET, (SECRET,), to=(1,)),
        Asked(SECRET, (SECRET,)),
        Answered(1, SECRET),
        Noted(SECRET),
        SeedRevealed(SECRET),
    ):
        assert SECRET not in msgspec.json.encode(public_event(game, "g", Logged(1, "", event))).decode()


def test_of_the_options_those_are_told_that_people_choose_from_a_list() -> None:
    game = load_game(next(slug for slug in GAMES if load_game(slug).info.options))
    listed = next((option for option in game.info.options if option.choices), None)
    options = {each.key: SECRET for each in game.info.options if not each.choices} | {"deck": SECRET}
    if listed is not None:
        options |= {listed.key: listed.choices[0]}
    started = GameStarted(
        game.info.slug, "1", 2, ("Ann", "Bob"), options, draws=(f"deck={SECRET}",), commitment=SECRET
    )
    told = msgspec.json.encode(public_event(game, "g", Logged(1, "", started))).decode()
    assert SECRET not in told
    assert "Ann" in told


def test_an_event_reads_the_same_when_the_game_is_over(store: Store) -> None:
    slug = next(slug for slug in GAMES if load_game(slug).info.hidden)
    session = played(store, slug, 20)
    before = [public_event(session.game, session.id, each) for each in session.events]
    rng = random.Random(2)
    while session.state.outcome is None:
        state = session.state
        if CHANCE in state.actors:
            session.draw()
        else:
            actor = rng.choice(state.actors)
            session.act(next(iter(state.legal(actor))))
    after = [public_event(session.game, session.id, each) for each in session.events]
    assert after[: len(before)] == before


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_action_of_a_whole_game_is_told_as_the_table_tells_it(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    game = load_game(record.game)
    names = {seat: f"Name {seat}" for seat in range(1, record.seats + 1)}
    eyes = Eyes(game, None)
    for number, action in enumerate(record.actions, 1):
        by, text = action.by, str(action)
        told = public_event(game, "g", Logged(number, "", ActionTaken(by, text, "tap"))).body
        # What a room reads has neither phrases nor forms: any program can fill it in.
        called = {key: names[seat] for key, seat in told["seats"].items() if seat in names}
        assert told["text"].format(**{**told["values"], **called}) == eyes.told(by, text).render(names)
