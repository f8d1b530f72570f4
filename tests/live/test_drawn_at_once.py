"""What is told where the program draws at once: nobody has seen the positions between."""

from __future__ import annotations

import random

import pytest

from companion.layouts import grown, load_layout
from companion.live.drawn_at_once import drawn_to_lay, unseen_positions
from companion.record.events import Settings
from companion.sessions.store import Store

NAMES = ["Anna", "Ben"]


@pytest.fixture
def begun(tmp_path):
    """Begin a game whose chance the program decides, or else hands."""
    with Store(tmp_path / "games.db") as store:

        def begin(slug, who="software", **options):
            return store.new_session(slug, NAMES, options, Settings(camera=False, otherwise=who))

        yield begin


def to_lay(session, me=None):
    layout = grown(load_layout(session.game.info.slug), session.state.lying())
    told = drawn_to_lay(session.moment, layout, me)
    return None if told is None else told.render(session.names)


def unread(session, seat):
    """What the prompts between have had hands do."""
    prompts = [state.prompts()[seat] for state in unseen_positions(session.moment)]
    return [line.render(session.names) for prompt in prompts for line in prompt.hands]


def play_until(session, done, wanted):
    """Play by chance, what is wanted before all else, until the record ends as it should; give who acted."""
    rng = random.Random(5)
    for _ in range(400):
        if session.call:
            session.draw()
            continue
        prompts = session.state.prompts()
        seats = [seat for seat in session.state.actors if seat]
        seat = next((seat for seat in seats if prompts[seat].kind == "act"), seats[0])
        actions = list(session.state.legal(seat))
        session.act(next(filter(wanted, actions), None) or rng.choice(actions))
        if done([entry.text for entry in session.line]):
            return seat
    raise AssertionError


def test_a_flower_that_the_program_draws_is_to_be_laid_and_one_to_be_turned_over(begun):
    session = begun("caterpillar-filler", wasp_before_roll="off")

    def eats(action):
        return str(action).endswith("*")

    def grown(line):
        return line[-2].endswith("*") and line[-1].startswith("tile") and session.state.displaced is None

    seat = play_until(session, grown, eats)
    space = session.state.grew_on or session.state.pairs[-1]
    assert to_lay(session) == f"Drawn, to lay out: a flower on {space}."
    assert unread(session, seat) == ["Turn the flower over: it is your wasp. Add one body piece at the tail."]
    session.act(next(session.state.legal(seat)))
    assert space not in (to_lay(session) or "")
    assert "Turn the flower over: it is your wasp. Add one body piece at the tail." not in unread(
        session, seat
    )


def test_what_hands_have_drawn_needs_no_telling(begun):
    session = begun("octopus-garden", "tap")
    for text in ["draw AN", "draw CO", "draw SG", "draw HC", "draw RE", "draw SG", "draw AN", "draw SS"]:
        session.act(session.game.parse(0, text))
    assert (to_lay(session), unseen_positions(session.moment)) == (None, ())
    session.draw()
    assert to_lay(session).startswith("Drawn, to lay out: ")
    assert unseen_positions(session.moment) == (), "it was called for: what stood there has been read"


def test_more_than_anybody_reads_is_shown(begun):
    session = begun("octopus-garden")
    assert to_lay(session) == "Lay out what the program has drawn, as shown."
    play_until(
        session, lambda line: line[-1].startswith("draw"), lambda action: str(action).startswith("pass")
    )
    assert "of the market" in to_lay(session)


def test_mounds_that_the_program_draws_are_named(begun):
    session = begun("it-happens")
    told = to_lay(session)
    names = [each.title for each in load_layout("it-happens").sheets if each.id in session.line[-1].text]
    assert len(names) == 3
    assert told.startswith("Drawn, to lay out: ")
    assert all(f"{name} on the table" in told for name in names)


def test_rolled_dice_are_not_laid(begun):
    session = begun("caterpillar-filler")
    session.draw() if session.call else None
    assert any(entry.text.startswith("roll") for entry in session.line)
    assert "die" not in (to_lay(session) or "")


def test_what_follows_by_itself_is_no_draw(begun):
    """Cards that were reserved are turned up by themselves, and told of as such (SB-16)."""
    session = begun("star-baker", "tap")
    for by, text in ((0, "chefs 1 red"), (0, "chefs 2 blue"), (0, "refill R40"), (0, "refill R31"),
                     (0, "refill R09")):  # fmt: skip
        session.act(session.game.parse(by, text))
    for seat in (1, 2):
        session.act(next(session.state.legal(seat)))
    for _ in range(2):
        seat = next(filter(None, session.state.actors))
        session.act(
            next(each for each in session.state.legal(seat) if str(each).startswith("restock reserve"))
        )
    assert session.line[-1].text.startswith("refill")
    assert to_lay(session) is None


def test_the_book_is_shuffled_where_the_program_fills_it_at_once(begun):
    session = begun("star-baker")
    play_until(session, lambda line: "reset" in line[-5:], lambda action: str(action) == "restock")
    assert "Nobody filled a recipe for two days: shuffle the row into the deck." in unread(session, 1)
    assert to_lay(session).count(" on the recipe book") >= 2


def test_a_tile_from_the_bag_is_named_by_its_game(begun):
    session = begun("papillon", draws="pairing+gnomes+order+tiles")
    assert unread(session, 1)[:2] == [
        "Put each flower on a planter, one bonus token on each.",
        "Place 8 gnomes face down on the round track.",
    ]
    play_until(session, lambda line: line[-1].startswith("reserve"), lambda action: str(action) == "draft 4")
    tile = session.line[-1].text.split()[1]
    assert to_lay(session) is None
    told = [line.render(session.names) for line in session.state.prompts()[1].told]
    assert any(f"takes tile {tile} from the bag" in line for line in told)


def test_what_somebody_has_gone_back_to_lies_there_already(begun):
    session = begun("octopus-garden")
    play_until(
        session, lambda line: line[-1].startswith("draw"), lambda action: str(action).startswith("pass")
    )
    assert to_lay(session) is not None
    seat = next(filter(None, session.state.actors))
    session.act(next(session.state.legal(seat)))
    session.undo(seat)
    assert session.line[-1].text.startswith("draw")
    assert (to_lay(session), unseen_positions(session.moment)) == (None, ())


def test_draws_that_stand_again_are_to_be_laid_again(begun):
    session = begun("octopus-garden")
    seat = play_until(
        session, lambda line: line[-1].startswith("draw"), lambda action: str(action).startswith("pass")
    )
    told = to_lay(session)
    offer = session.may_undo(seat)
    session.undo(seat, agreed_by=offer.needs)
    assert to_lay(session) is None
    session.redo()
    assert to_lay(session) == told
