"""Hidden hands: nothing that is told or shown to a seat depends on what it may not see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from sb_table import GAME, after, bakery

from companion.games.star_baker.rules.position import HIDDEN, in_order, replaced
from companion.rules.abilities import tell_to
from companion.rules.record import history
from companion.rules.testing import random_record

SECRET = ("PICK", "CHEF")


def shown(state: Any, seat: int | None) -> tuple[Any, ...]:
    """Everything that reaches a seat: its view and all that can be asked of it, and its own prompt."""
    view = state.seen_by(seat)
    return (
        GAME.encode(view),
        view.sheet(),
        view.prompts(),
        view.lying(),
        view.outcome,
        view.actors,
        view.seated(),
        view.problems(),
        list(view.odds()),
        list(view.legal(seat)) if seat else [],
        state.actors,
        state.lying(),
        state.seated(),
        list(state.odds()),
        state.prompts()[seat] if seat else None,
    )


def twins(state: Any, seat: int | None, rng: random.Random) -> Iterator[Any]:
    """The same position with other cards where that seat cannot look."""
    others = [other for other in range(1, state.seats + 1) if other != seat]
    for other in others:
        if state.phase in SECRET and state.time_pick[other - 1]:
            held = [*state.hand[other - 1], *state.time_pick[other - 1]]
            rng.shuffle(held)
            number = rng.randint(1, len(held))
            moved = replace(state, time_pick=replaced(state.time_pick, other, tuple(held[:number])))
            yield replace(moved, hand=replaced(moved.hand, other, in_order(held[number:])))
        if not state.table.open_hands:
            strange = rng.sample(state.unseen, min(len(state.unseen), len(state.hand[other - 1])))
            kept = state.hand[other - 1][len(strange) :]
            yield replace(state, hand=replaced(state.hand, other, in_order([*strange, *kept])))
    if len(others) > 1 and not state.table.open_hands:
        one, two = rng.sample(others, 2)
        cards = [*state.hand[one - 1], *state.hand[two - 1]]
        rng.shuffle(cards)
        number = len(state.hand[one - 1])
        hands = replaced(state.hand, one, in_order(cards[:number]))
        yield replace(state, hand=replaced(hands, two, in_order(cards[number:])))


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"advanced": "on"}), (4, {"open_hands": "on", "advanced": "on"}), (1, {})],
    ids=str,
)
def test_what_a_seat_sees_does_not_depend_on_what_it_may_not_see(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    compared = changed = 0
    for state in history(random_record(GAME, seats, options, seed=seats))[:-1]:
        if rng.random() < 0.5:
            continue
        for seat in (None, *range(1, seats + 1)):
            for twin in twins(state, seat, rng):
                compared += 1
                changed += twin != state
                assert shown(twin, seat) == shown(state, seat), (state.phase, seat)
    assert changed > 40
    assert changed > compared / 3


def test_the_comparison_notices_a_leak() -> None:
    """Shown in full, the same changes would be seen."""
    rng = random.Random(1)
    state = bakery("C1a C1b", "C2a C2b", book="R01 R02 R03")
    assert all(GAME.encode(twin) != GAME.encode(state) for twin in twins(state, 1, rng))
    picked = after(state, "2 time C2a")
    assert len(list(twins(picked, 1, rng))) == 2


def choosing(**options: str) -> Any:
    state = bakery("C1a C1b", "C2a C2b R51", book="R01 R02 R03", options={"advanced": "on", **options})
    return after(state, "2 time C2b +R51")


def test_a_time_card_is_hidden_with_its_number_of_cards() -> None:
    view = choosing().seen_by(1)
    assert (view.time_pick, view.hand) == (((), (HIDDEN,)), (("C1a", "C1b"), (HIDDEN,) * 3))
    assert choosing().lying() == view.lying()
    own = choosing().seen_by(2)
    assert (own.time_pick, own.hand) == (((), ("C2b", "R51")), ((HIDDEN, HIDDEN), ("C2a",)))


def test_open_hands_still_hide_the_choice() -> None:
    view = choosing(open_hands="on").seen_by(1)
    assert (view.time_pick[1], view.hand[1]) == ((HIDDEN,), ("C2a", "C2b", "R51"))
    assert view.seen_by(1) == view


def test_turned_over_and_at_the_end_everything_is_seen() -> None:
    state = after(choosing(), "1 time C1a")
    assert state.phase == "REVEAL"
    view = state.seen_by(None)
    assert view.time_pick == (("C1a",), ("C2b", "R51"))
    assert set(view.hand) == {(HIDDEN,)}
    assert (
        view.prompts()[1].message.render({1: "Anna", 2: "Ben"})
        == "Turn all time cards face up. Ben 5:53, Anna 6:02."
    )
    over = bakery("C1a R16", "C2a", phase="OVER", book="R01")
    assert over.seen_by(2) == over


def test_the_sheet_of_a_view_counts_what_is_open() -> None:
    state = bakery("C1a R16", "C2a R20", discard=("", "R22"), book="R01 R02 R03")
    lines = state.seen_by(1).sheet().lines[2]
    told = [line.message.render({}) for line in lines]
    assert told[:3] == ["Coins", "Stars", "Trophies"]
    assert [line.points for line in lines[:3]] == [1, 0, 1]
    assert told[-2:] == ["Cards: 3", "Not counted yet, in hand: 2"]
    picked = after(bakery("C1a", "C2a C2b", book="R01 R02 R03"), "2 time C2a").seen_by(1)
    assert [line.message.render({}) for line in picked.sheet().lines[2]][-2:] == [
        "Cards: 2",
        "Not counted yet, in hand: 2",
    ]


def test_a_time_card_is_named_to_its_owner_alone() -> None:
    picks = [GAME.parse(2, text) for text in ("time C2a", "time C2b +R51", "time R14")]
    for seat in (None, 1, 3):
        told = [tell_to(GAME, pick, seat) for pick in picks]
        assert told[0].render({2: "Ben"}) == "Ben has put a time card face down."
        assert told == [told[0]] * 3
    assert [tell_to(GAME, pick, 2) for pick in picks] == [GAME.tell(pick) for pick in picks]
    assert "Bruno at the bench" in GAME.tell(picks[1]).render({})


def test_a_view_is_written_and_read_back() -> None:
    for seat in (None, 1, 2):
        view = choosing().seen_by(seat)
        assert GAME.decode(GAME.encode(view)) == view
        assert view.problems() == ()


def test_the_secrets_are_in_the_position_and_not_in_the_view() -> None:
    state = choosing()
    secrets = list(GAME.secrets(state, 1))
    assert {'"C2a"', '"C2b"'} <= set(secrets)
    assert {'"C1a"', '"C1b"'} <= set(GAME.secrets(state, 2))
    assert '"time_pick":[[],["C2b","R51"]]' in secrets
    assert all(secret in GAME.encode(state).decode() for secret in secrets)
    assert not any(secret in GAME.encode(state.seen_by(1)).decode() for secret in secrets)
    assert list(GAME.secrets(bakery("C1a", "C2a", phase="OVER", book="R01"), 1)) == []
