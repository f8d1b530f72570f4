"""Octopus's Garden followed from the table: stars, sharks, crabs and lionfish, and what they leave."""

from __future__ import annotations

import json
import random

from octopus_house import GAME, Watched, accepted, after, begun, refill

from companion.referee.verdict import Accept, Ask, HalfDone, Illegal, NoChange


def test_the_star_goes_where_its_player_wants_among_equals():
    state = begun(market="SS TR TR AN AN AN CO CO CO")
    state = after(state, "1 buy R1", "1 plant SS B5", "1 plant TR D1", "1 plant TR D2", *refill("TR", 3))
    state = after(state, "2 pass 21", "0 draw CO", "1 oyster A6")
    house = Watched(state)
    house.show(after(state, "1 star B5-B6"))
    assert accepted(house.judge()) == ["star B5-B6"]
    house.show(state)
    house.table.lying["garden-1"]["C4"] = house.table.lying["garden-1"].pop("B5")
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.rule == "OG-R18"


def placed(state, **fields):
    """The same moment with other fields, by their names in the document; the bag follows."""
    document = json.loads(GAME.encode(state)) | fields
    del document["bag"]
    return GAME.decode(json.dumps(document).encode())


def test_a_star_in_hand_beside_another_has_not_stepped_onto_it():
    """Specification section 12: an animal that stepped onto its like is told with a tap."""
    state = placed(begun(), phase="MOVE", garden=[{"B4": ["SS"], "B5": ["SS"], "B7": ["OY"]}, {}])
    house = Watched(state)
    stepped = after(state, "1 star B4-B5")
    house.put("garden-1", B4=None)
    assert house.table.lying == stepped.lying()
    assert isinstance(house.judge(), HalfDone)
    house.state = stepped
    assert house.judge() == NoChange()


def test_a_shark_in_hand_has_not_been_thrown_back():
    """Whoever buys the line of the token that it claims takes up the shark first."""
    state = placed(begun(modules="shark"), claim={"31": 1}, shark_used=[True, False])
    house = Watched(state)
    house.put("market", **{"31": "seagrass"})
    assert isinstance(house.judge(), HalfDone)
    house.show(after(state, "1 buy R3"))
    assert accepted(house.judge()) == ["buy R3"]


def test_what_a_crab_has_left_uncovered_is_remembered():
    state = begun(market="HC SG TR AN AN AN CO CO CO")
    state = after(
        state, "1 buy R1", "1 plant SG A1", "1 plant HC A2", "1 plant TR D6", "1 crab A2-A1", "1 done"
    )
    state = after(state, *refill("CO", 3), "2 pass 21", "0 draw CO", "1 pass 21", "0 draw CO")
    house = Watched(state)
    assert house.table.lying["garden-1"] == {"A1": "hermit-crab", "D6": "trash"}
    house.show(after(state, "1 crab A1-B1"))
    assert house.table.lying["garden-1"]["A1"] == "seagrass"
    assert accepted(house.judge()) == ["crab A1-B1"]
    del house.table.lying["garden-1"]["A1"]  # the seagrass was taken away with the crab
    assert not isinstance(house.judge(), Accept)


def test_a_crab_that_leaves_its_home_shows_it():
    state = begun(market="HC SH TR AN AN AN CO CO CO")
    state = after(
        state, "1 buy R1", "1 plant SH A1", "1 plant HC A2", "1 plant TR D6", "1 crab A2-A1", "1 done"
    )
    state = after(state, *refill("CO", 3), "2 pass 21", "0 draw CO", "1 pass 21", "0 draw CO")
    house = Watched(state)
    for line in ("crab A1-B1 drop", "crab A1-B1"):
        house.show(after(state, f"1 {line}"))
        assert accepted(house.judge()) == [line]


def test_which_of_two_like_stars_has_moved_is_not_asked():
    state = begun(market="SS SS TR AN AN AN TR TR TR")
    one = after(state.after(GAME.parse(1, "oyster A6")))
    assert one.alike(one)
    assert not one.alike(state)


def lionfish_hunts():
    """Whoever is to act has a lionfish and a pearl: first it hunts, or rests."""
    rng, state = random.Random(1), GAME.new(2, {"modules": "lionfish"})
    while state.phase != "LION":
        actor = rng.choice(state.actors)
        state = state.after(rng.choice(list(state.legal(actor))))
    return state


def test_a_line_that_is_bought_while_the_lionfish_rests_is_no_riddle_without_its_answer():
    house = Watched(lionfish_hunts())
    (seat,) = house.state.actors
    house.show(after(house.state, f"{seat} skip", f"{seat} buy R1"))
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert verdict.question.render({}) == "Did the lionfish hunt first?"
    answers = {str(choice.actions[0]): choice.label.render({}) for choice in verdict.choices}
    assert answers["skip"] == "No, it rested"
    assert {verb for verb in answers if verb != "skip"} <= {"lion 11", "lion 12", "lion 13"}
    assert all(choice.actions[-1] == GAME.parse(seat, "buy R1") for choice in verdict.choices)


def test_a_lionfish_that_hunts_beside_the_line_is_seen():
    house = Watched(lionfish_hunts())
    (seat,) = house.state.actors
    house.show(after(house.state, f"{seat} lion 12", f"{seat} buy R3"))
    assert accepted(house.judge()) == ["lion 12", "buy R3"]


def test_a_hole_before_the_purchase_is_confirmed_with_a_tap():
    """Specification section 12: it may as well be a pass that swaps the token, or a purchase."""
    house = Watched(lionfish_hunts())
    (seat,) = house.state.actors
    house.show(after(house.state, f"{seat} lion 12"))
    assert isinstance(house.judge(), HalfDone)
    house.state = after(house.state, f"{seat} lion 12")
    assert house.judge() == NoChange()
    house.show(after(house.state, f"{seat} buy R3"))
    assert accepted(house.judge()) == ["buy R3"]
