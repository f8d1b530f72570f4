"""Octopus's Garden followed from the table: buying, planting, refills, and whole games."""

from __future__ import annotations

import random

import pytest
from live_house import House
from msgspec.structs import replace
from octopus_house import GAME, LAYOUT, MARKET, SLUG, Watched, accepted, after, begun
from sweeps import slow
from views import Table

from companion.games.octopus_garden.rules.actions import Pass
from companion.layouts import load_layout
from companion.live.follow import Follower
from companion.printing import artwork
from companion.referee.addressee import NONE
from companion.referee.verdict import Accept, Ask, Disagree, HalfDone, Illegal, NoChange, TakenBack
from companion.referee.wording import refused
from companion.rules.abilities import only_begins
from companion.rules.game import CHANCE
from companion.simulation.bots import bots
from companion.simulation.evening import Evening
from vision.view.reader import TableReader

TOO_DEAR = "In the market row R1 costs 5 pearls; you have 4 pearls (8.1)."


def test_a_line_that_is_gone_was_bought():
    house = Watched(begun())
    house.show(after(house.state, "1 buy R3"))
    assert accepted(house.judge()) == ["buy R3"]


def test_a_line_that_is_too_dear_is_named_with_its_price():
    house = Watched(begun())
    for cell in ("11", "12", "13"):
        del house.table.lying["market"][cell]
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.sentence() == TOO_DEAR


def test_a_line_that_is_bought_out_of_turn_is_said_to_be_so():
    house = Watched(begun())
    spaces = ("A1", "A2", "B1")
    house.put(
        "garden-2", **{space: house.table.lying["market"].pop(f"3{n}") for n, space in enumerate(spaces, 1)}
    )
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.sentence({1: "Anna", 2: "Ben"}) == "It is Anna's turn (OG-R34)."


def test_half_a_line_waits_for_the_rest():
    house = Watched(begun())
    del house.table.lying["market"]["31"], house.table.lying["market"]["32"]
    assert isinstance(house.judge(), HalfDone)


@pytest.mark.parametrize("cell", ["31", "32", "33"])
def test_a_line_of_which_one_token_is_planted_before_the_others_are_taken_waits_for_the_rest(cell):
    house = Watched(begun())
    token = house.table.lying["market"].pop(cell)
    house.put("garden-1", A1=token)
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "Something is under way. Carry on."
    house.put("garden-1", A1=None)
    house.put("garden-2", A1=token)
    assert isinstance(house.judge(), Disagree), "nobody buys for another garden"


@pytest.mark.parametrize("pass_order", ["return_then_draw", "draw_then_return"])
@pytest.mark.parametrize("cell", ["11", "13", "22", "32"])
def test_one_token_in_somebodys_hand_is_no_pass(cell, pass_order):
    """Also where the last token was drawn there, or no line through it can be paid."""
    house = Watched(begun(pass_order=pass_order))
    house.put("market", **{cell: None})
    verdict = house.judge(earlier=(before_the_last_token(),))
    assert isinstance(verdict, HalfDone)
    assert "under way" in verdict.message.render({}) or "Still to do" in verdict.message.render({})


def test_a_token_in_hand_is_waited_for_however_long_it_is_held(store):
    draws = [f"0 draw {code}" for code in MARKET.split()]
    house = House(store, LAYOUT, opening=[*draws, "0 first 1"])
    line = list(house.line)
    del house.table.lying["market"]["33"]
    house.rest(30)
    assert house.line == line
    assert (house.live.status.state, house.live.status.code) == ("waiting", "half-done")
    del house.table.lying["market"]["31"], house.table.lying["market"]["32"]
    house.rest(2)
    assert house.line == [*line, "1 buy R3"]


def before_the_last_token():
    """The market before the token of row 3, column 3 was drawn."""
    return after(GAME.new(2, {}), *[f"0 draw {code}" for code in MARKET.split()[:-1]])


def test_one_token_in_somebodys_hand_is_not_the_next_players_pass_either():
    state = begun("1 oyster A1", market="HC SG TR AN AN AN CO CO CO")
    house = Watched(state)
    house.put("market", **{"11": None})
    assert isinstance(house.judge(), HalfDone)


def test_a_token_that_was_swapped_shows_a_pass():
    house = Watched(begun())
    house.put("market", **{"12": "anemone"})
    assert accepted(house.judge()) == ["pass 12", "draw AN"]


@pytest.mark.parametrize("pearls", [(1, 1), (1, 2)])
def test_swaps_that_leave_everything_as_it_was_are_not_thought_of(pearls):
    """A token drawn where a like one was swapped shows nothing: two turns would explain a late animal."""
    turn = ["1 buy R3", "1 plant HC A3", "1 plant CO A5", "1 plant SG B1", "1 done"]
    refilled = [line for cell in ("31", "32", "33") for line in ("0 draw AN", f"1 fill {cell} AN")]
    state = begun(*turn, *refilled, market="AN TR RE SS SG SH HC SG CO")
    house = Watched(replace(state, pearls=pearls))
    assert state.actors == (2,)
    house.put("garden-1", A3=None, A2="hermit-crab")
    assert isinstance(house.judge(), Disagree)


def test_a_token_put_back_where_it_lay_is_nothing():
    house = Watched(begun())
    house.put("market", **{"12": None})
    assert isinstance(house.judge(), HalfDone)
    house.put("market", **{"12": "trash"})
    assert house.judge() == NoChange()


def test_the_price_is_told_while_a_line_that_is_too_dear_is_taken_up():
    house = Watched(begun())
    house.put("market", **{"11": None, "13": None})
    verdict = house.judge()
    assert isinstance(verdict, HalfDone)
    assert verdict.message.render({}) == "In the market row R1 costs 5 pearls; you have 4 pearls."


@pytest.mark.parametrize("planted", [1, 3])
def test_a_line_that_is_too_dear_is_told_with_what_to_put_back_when_it_was_planted(planted):
    house = Watched(begun())
    house.put("market", **{"11": None, "12": None, "13": None})
    spaces = dict(zip(("A1", "A2", "B1"), ("anemone", "trash", "relic"), strict=True))
    house.put("garden-1", **dict(list(spaces.items())[:planted]))
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    said = refused(verdict).render({})
    assert said.startswith(f"{TOO_DEAR} Put the table right: ")
    assert "anemone from garden 1, A1 to row 1, column 1 of the market" in said
    assert "relic" in said


def test_what_was_not_in_the_line_is_not_planted_with_it():
    house = Watched(begun())
    house.put("market", **{"11": None, "12": None, "13": None})
    house.put("garden-1", A1="coral")
    assert not isinstance(house.judge(), Accept | Illegal)


def test_a_purchase_and_its_planting_are_seen_in_one_look():
    house = Watched(begun())
    house.show(after(house.state, "1 buy R3", "1 plant SG A1", "1 plant SG A2", "1 plant CO B1"))
    assert sorted(accepted(house.judge())) == ["buy R3", "plant CO B1", "plant SG A1", "plant SG A2"]


def test_what_is_not_in_the_hand_is_not_planted():
    house = Watched(begun("1 buy R3"))
    house.table.lying["garden-1"]["A1"] = "lionfish"
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.sentence() == "There is no lionfish in your hand (8.1)."


def test_a_token_planted_on_another_is_refused():
    house = Watched(begun("1 buy R3", "1 plant CO A1"))
    house.table.lying["garden-1"]["A1"] = "seagrass"
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.rule == "OG-R14"


def test_an_oyster_is_attracted():
    house = Watched(begun())
    house.show(after(house.state, "1 oyster B5"))
    assert accepted(house.judge()) == ["oyster B5"]


def test_the_refill_shows_what_was_drawn():
    house = Watched(begun("1 buy R3", "1 plant SG A1", "1 plant SG A2", "1 plant CO B1"))
    house.show(after(house.state, "0 draw AN", "1 fill 32 AN"))
    assert accepted(house.judge()) == ["draw AN", "fill 32 AN"]


def test_which_of_two_like_tokens_lies_where_leaves_no_doubt():
    house = Watched(begun())
    house.show(after(house.state, "1 buy R3", "1 plant SG A1", "1 plant SG A2", "1 plant CO B1"))
    verdict = house.judge()
    assert isinstance(verdict, Accept)
    assert verdict.confidence > 0.99


def test_three_tokens_drawn_at_once_are_three_refills():
    house = Watched(begun("1 buy R3", "1 plant SG A1", "1 plant SG A2", "1 plant CO B1"))
    lines = [f"{by} {text}" for cell in (31, 32, 33) for by, text in ((0, "draw TR"), (1, f"fill {cell} TR"))]
    house.show(after(house.state, *lines))
    assert sorted(accepted(house.judge())) == sorted(line.partition(" ")[2] for line in lines)


def test_a_token_put_back_may_have_been_drawn_again():
    state = begun("1 pass 12")
    house = Watched(state)
    house.show(begun())
    verdict = house.judge(earlier=(begun(),))
    assert isinstance(verdict, Ask)
    *choices, none = verdict.choices
    assert [[str(action) for action in choice.actions] for choice in choices] == [["draw TR"], []]
    assert none == NONE


def test_none_of_these_settles_a_question(store):
    draws = [f"0 draw {code}" for code in MARKET.split()]
    house = House(store, LAYOUT, opening=[*draws, "0 first 1", "1 pass 12"], countdown=False)
    house.rest(4)
    line = list(house.line)
    house.lay(begun())
    house.rest(4)
    question = house.live.status.question
    assert question.choices[-1].render({}) == "None of these"
    house.live.answer(question.id, len(question.choices) - 1)
    house.rest(8)
    assert (house.line, house.live.status.question) == (line, None)


def test_a_purchase_may_be_taken_back():
    house = Watched(begun("1 buy R3"))
    house.show(begun())
    assert house.judge(earlier=(begun(),)) == TakenBack(1)


def follow_made_up(seats, number, modules):
    """Follow a game of bots from made-up views, one after every action that is seen."""
    layout = load_layout(SLUG).for_seats(seats)
    state = GAME.new(seats, {"modules": modules})
    table, follower, players = Table(layout), Follower(layout, state), bots(seats, number)
    rng, untold = random.Random(number), []
    table.lay(state.lying())
    follower.see(table.look())
    while state.actors:
        chooser = next((actor for actor in state.actors if actor != CHANCE), None)
        if state.actors[0] == CHANCE:
            actions, weights = zip(*state.odds(), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            action = players[chooser].choose(state)
        before, state = state, state.after(action)
        untold.append(action)
        if before.lying() == state.lying():
            if not str(action).startswith(("draw", "done")) or not state.actors:
                follower.tell(*untold)
                untold = []
            continue
        table.lay(state.lying())
        if only_begins(before, action):
            assert follower.see(table.look()).name == "half-done"
            if not isinstance(action, Pass):
                follower.tell(*untold)
                untold = []
            continue
        if follower.state.lying() == state.lying():  # the token that was drawn is like the one put back
            follower.tell(*untold)
        follower.see(table.look(), lambda question, truth=state: true_answer(follower, question, truth))
        assert follower.state.alike(state), untold
        untold = []
    return follower


def true_answer(follower, question, truth):
    for choice in question.choices:
        state = follower.states[-1 - choice.undone]
        for action in choice.actions:
            state = state.after(action)
        if state.alike(truth):
            return choice
    raise AssertionError(f"the truth is not among the answers: {question}")


@pytest.mark.parametrize(
    ("seats", "modules"),
    [
        pytest.param(2, "", marks=pytest.mark.slow),
        pytest.param(3, "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer", marks=pytest.mark.slow),
        pytest.param(4, "shark+lionfish", marks=pytest.mark.slow),
        pytest.param(4, "coconut+boxer+mimic", marks=pytest.mark.slow),
    ],
)
def test_whole_games_are_followed(seats, modules):
    assert follow_made_up(seats, seats, modules).state.outcome is not None


@pytest.mark.whole
@pytest.mark.parametrize("most_actions", [14, *slow(200)])
def test_a_game_is_followed_from_pictures(most_actions):
    state = GAME.new(2)
    evening = Evening(LAYOUT, state, 3, size_px=(1240, 930), most_actions=most_actions)
    reader, follower = TableReader(LAYOUT, artwork), Follower(LAYOUT, state)
    untold = []
    for moment in evening.play():
        untold += moment.actions
        if moment.told:
            if not str(moment.told[0]).startswith(("draw", "done")):
                follower.tell(*untold)
                untold = []
            continue
        follower.see(
            reader.read(moment.picture), lambda question, m=moment: true_answer(follower, question, m.state)
        )
        assert follower.state.alike(moment.state), untold
        untold = []
