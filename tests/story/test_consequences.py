"""What followed from an action, as the log tells it: by the rules of each game, and in points."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.data.garden import Laid
from companion.record.events import Settings
from companion.record.eyes import Eyes
from companion.record.timeline import Entry
from companion.rules.abilities import TellsWhatFollowed
from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import parse_record
from companion.sessions.store import Store
from companion.story.consequences import consequences
from companion.story.describe import log_lines

RECORDS = Path(__file__).parents[1] / "rules" / "golden"
NAMES = {1: "Anna", 2: "Ben", 3: "Cleo", 4: "Dora"}


def told(record: str, *, seat: int | None = None, over: bool = False) -> list[tuple[str, list[str]]]:
    """Every action of a record in words, with what followed from it."""
    played = parse_record((RECORDS / f"{record}.game").read_text())
    game = load_game(played.game)
    states = [game.new(played.seats, played.options)]
    for action in played.actions:
        states.append(states[-1].after(action))
    line = [Entry(action.by, str(action), "tap", 1.0, n) for n, action in enumerate(played.actions, 2)]
    came = consequences(states, line, Eyes(game, seat, over))
    names = {seat: NAMES[seat] for seat in range(1, played.seats + 1)}
    return [
        (game.tell(action).render(names), [message.render(names) for message in messages])
        for action, messages in zip(played.actions, came, strict=True)
    ]


@pytest.mark.parametrize(
    ("record", "action", "followed"),
    [
        (
            "papillon-4",
            "Ben bids 4.",
            [
                "Ben pays 4 caterpillars.",
                "Dora takes 1 caterpillar.",
                "Draft order: Ben, Cleo, Anna, Dora.",
                "Points: Ben 6 (−4), Dora 11 (+1).",
            ],
        ),
        (
            "papillon-4",
            "Anna has finished gardening.",
            ["Round 1 is over: tiles T37, T41 and T42 leave the game."],
        ),
        (
            "papillon-2",
            "Ben has finished gardening.",
            ["Ben has closed the blue patch at tile T43, 2 tiles."],
        ),
        (
            "filler-tiles-2",
            "Anna starts a new group on D7.",
            ["Anna has 2 starts left.", "Points: Anna 3 (+1)."],
        ),
        ("it-happens-3", "Cleo places the die on Long Bone Bluff.", ["Cleo takes an eyeglasses tile."]),
        (
            "it-happens-3",
            "Anna places the die on Long Bone Bluff.",
            [
                "Round 1 is over.",
                "Worm Waiting Room: Anna takes the Queen, Cleo the General.",
                "Long Bone Bluff: Cleo takes the Queen, Anna the General.",
                "Spyglass Spire: Ben takes the Queen, Anna the General.",
            ],
        ),
        (
            "caterpillar-filler-2",
            "Anna moves 1 space to K11 and bites Ben.",
            [
                "Anna's caterpillar grows to 7.",
                "Ben's caterpillar loses a piece, has 5 left, and leaves the garden.",
                "Points: Anna 7 (+1), Ben 5 (−1).",
            ],
        ),
        ("octopus-garden-all-modules", "A parrot fish is drawn.", ["Ben takes 4 pearls."]),
        (
            "octopus-garden-all-modules",
            "Cleo moves the sea star from C6 to D5 and eats the oyster.",
            ["The oyster on D5 goes back to the bed.", "Points: Cleo 4 (+2)."],
        ),
        (
            "star-baker-solo-dmitri",
            "The time cards are turned face up. The automatic chef plays first, then Anna.",
            ["Chef Dmitri 6:02, Anna 6:41."],
        ),
        ("star-baker-solo-dmitri", "Anna restocks and reserves Vanilla Bun.", ["Day 1 is over."]),
    ],
)
def test_what_followed_is_told_under_its_action(record, action, followed) -> None:
    assert (action, followed) in told(record)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_what_followed_in_the_end_with_the_points(game: str) -> None:
    records = sorted(path.stem for path in RECORDS.glob(f"{game}-[2-9].game"))
    assert records, f"{game} has no golden record for two or more: make golden"
    record = records[0]
    sentences = [sentence for _, followed in told(record, over=True) for sentence in followed]
    assert any(sentence.startswith("Points: ") for sentence in sentences)
    tells = isinstance(load_game(game).new(int(record[-1])), TellsWhatFollowed)
    more = [sentence for sentence in sentences if not sentence.startswith("Points: ")]
    assert bool(more) == tells, (
        f"{record}: what `followed` says is told where the state has it, and only there"
    )
    assert not [sentence for sentence in sentences if "{" in sentence or sentence[-1] != "."]


@pytest.mark.parametrize("record", ["it-happens-3", "star-baker-3"])
def test_of_what_lies_hidden_no_points_are_told(record: str) -> None:
    for seat in (None, 1, 2):
        sentences = [sentence for _, followed in told(record, seat=seat) for sentence in followed]
        assert sentences
        assert not [sentence for sentence in sentences if "Points" in sentence]


@pytest.mark.parametrize("record", ["it-happens-3", "star-baker-3"])
def test_nobody_is_told_while_a_game_runs_what_the_end_does_not_confirm(record: str) -> None:
    for seat in (None, 1, 2):
        for (_, now), (_, later) in zip(told(record, seat=seat), told(record, over=True), strict=True):
            assert now == [sentence for sentence in later if "Points" not in sentence]


def test_what_was_taken_back_has_no_consequences(tmp_path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("filler-tiles", ["Anna", "Ben"], {}, Settings(otherwise="tap"))
        for seat, text in ((1, "s:A1"), (2, "s:D4")):
            session.act(session.game.parse(seat, text))
        *_, first, second = log_lines(session, None)
        assert (first.followed, second.followed) == (("Points: Anna 1 (+1).",), ("Points: Ben 1 (+1).",))
        session.correct(0, [session.game.parse(1, "s:B2")])
        lines = {line.seq: line.followed for line in log_lines(session, None)}
    assert lines[first.seq] == ()
    assert lines[second.seq] == second.followed
    assert lines[session.seq] == first.followed


@pytest.mark.parametrize(
    ("record", "action", "sentence"),
    [
        ("papillon-2", "Anna drafts column C.", "Anna is first now: the two gardeners change places."),
        ("papillon-2", "Ben drafts row 2.", "Ben takes tiles T68, T93 and T75."),
        ("papillon-2", "Ben drafts column A.", "Ben takes tiles T43, T32 and T87, with 1 caterpillar."),
        ("papillon-2", "Anna drafts row 3.", "Anna has too many and returns 1 caterpillar."),
        ("papillon-3", "Anna bids 0.", "The others slide one zero to the left."),
        (
            "papillon-2",
            "Ben sends the butterfly on the yellow patch at tile T68 to the yellow flower 1.",
            "Ben takes the bonus token.",
        ),
        ("octopus-garden-4", "Dora plants an anemone on D5.", "Dora has no room for an anemone."),
        ("octopus-garden-2", "Ben attracts an oyster to B7.", "Ben pays 3 pearls."),
        (
            "octopus-garden-2",
            "Ben buys column K3.",
            "Ben pays 1 pearl and takes a seagrass and 2 pieces of trash.",
        ),
        (
            "octopus-garden-all-modules",
            "Cleo buys column K1.",
            "Cleo pays 3 pearls and takes a hermit crab, a seagrass and a treasure chest.",
        ),
        (
            "octopus-garden-all-modules",
            "Cleo's lionfish removes the token in row 1, column 1 of the market.",
            "Cleo pays 1 pearl.",
        ),
        (
            "octopus-garden-house-rules",
            "A coral is drawn.",
            "Two alike: 2 corals, a hermit crab and a mimic octopus go back into the bag.",
        ),
        (
            "octopus-garden-2",
            "Ben plants an anemone on A3.",
            "Three anemones: Ben takes the clownfish worth 6.",
        ),
        ("octopus-garden-2", "Ben plants a relic on A5.", "Ben brings on the end of the game."),
        ("filler-tiles-2", "Anna starts a new group on D5.", "Anna has no starts left."),
        ("filler-tiles-2", "Anna joins on at B5.", "Ben cannot place."),
        ("filler-tiles-drawn-stones", "Anna starts a new group on B3.", "Anna has no starts left."),
        ("it-happens-2", "Ben places the die on Twin Drain.", "The imaginary player takes a worm tile."),
    ],
)
def test_so_are_single_consequences(record, action, sentence) -> None:
    assert any(sentence in followed for said, followed in told(record) if said == action)


def test_an_empty_bag_of_papillon_is_told_with_the_draw_that_filled_it() -> None:
    game = load_game("papillon")
    state = replace(game.new(2), bag=(), removed=("T05", "T77"))
    (said,) = state.followed(state, game.parse(0, "fill A1=T05"))
    assert said.text == "The bag was empty: the tiles that had left the game are in it again."


def test_a_patch_of_papillon_without_a_butterfly_is_told_as_such() -> None:
    game = load_game("papillon")
    garden = tuple(Laid(tile, x, y, rot, 1) for tile, x, y, rot in (("T01", 0, 0, 0), ("T02", 0, -1, 2)))
    before = replace(game.new(2), garden=(garden, ()), hand=(("T87",), ()))
    after = replace(before, closed_seen=(("T01.a",), ()))
    said = [each.render(NAMES) for each in after.followed(before, game.parse(1, "done"))]
    closed = "Anna has closed the red patch at tile T01, 2 tiles. There is no butterfly left for it."
    assert said == [closed, "Anna has no room for tile T87 yet."]
    last = replace(after, round=ROUNDS).followed(replace(before, round=ROUNDS), game.parse(1, "done"))
    assert last[-1].render(NAMES) == "Anna has no room for tile T87."


def test_a_day_of_star_baker_without_a_fill_is_told_as_such_though_the_next_has_begun() -> None:
    game = load_game("star-baker")
    before = after = game.new(2)
    for turn in count():
        if after.day == 2:
            break
        before, actor = after, after.actors[turn % len(after.actors)]
        action = next(after.legal(actor) if actor else (action for action, _ in after.odds()))
        if after.phase == "TURN":
            action = game.parse(actor, "restock")  # and nothing is reserved: the book stays full
        after = before.after(action)
    said = [each.render(NAMES) for each in after.followed(before, action)]
    assert said == ["Day 1 is over: nobody has filled a recipe."]


def test_a_log_that_is_shown_anew_counts_no_position_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("filler-tiles")
    action = game.parse(1, "s:C4")
    states = [game.new(2), game.new(2).after(action)]
    line = [Entry(action.by, str(action), "tap", 1.0, 2)]
    first = consequences(states, line, Eyes(game, None))
    monkeypatch.setattr(type(states[0]), "sheet", lambda _: pytest.fail("counted again"))
    assert consequences(states, line, Eyes(game, None)) == first
