"""Expansion tiles of an owner's: set-ups, rules and yellow spaces from a file (CF-G05)."""

from __future__ import annotations

import json

import msgspec
import pytest
from cf_table import GAME

from companion.games.caterpillar_filler.rules.data.expansion import SHIPPED, load_expansion
from companion.rules import BadData, BadOption


def owner(**entries: object) -> bytes:
    return json.dumps({"schema": "caterpillar-filler-expansion/1", **entries}).encode()


def owner_setup(**fields: object) -> dict[str, object]:
    return {"id": "O1", "name": "Ours", "origin": "owner", "flowers": ["C3"], "wasps": ["H8"]} | fields


class TestOwnersTiles:
    def test_an_owners_set_up_and_rule_are_played(self) -> None:
        hive = {"wasps_per_turn": 3}
        rule_entry = {"id": "Q1", "name": "Hive", "origin": "owner", "effect": "", "params": hive}
        tile = {"tile": "X1", "rule_side": "Q1", "setup_side": "O1"}
        game = GAME.with_box(owner(setups=[owner_setup()], rules=[rule_entry], tiles=[tile]), "mine")
        own = {"expansion": "mine"}
        state = game.new(2, {"setup": "O1", "rules": "Q1"} | own)
        assert (state.wasp_spaces, state.table.switches.wasps_per_turn) == (("H8",), 3)
        assert game.candidates("setup", own)[-1] == "O1"
        assert "O1" not in game.candidates("setup", {})
        assert state.prompts()[1].told[0].render({}) == "Set-up Ours: flowers on C3; wasps on H8."
        with pytest.raises(BadOption, match=r"Ours \(O1\) is not on the printed .*, but on .* of mine"):
            game.new(2, {"setup": "O1"})
        with pytest.raises(BadOption, match="is not on the printed expansion tiles"):
            game.new(2, {"rules": "Q1"})
        assert game.decode(game.encode(state)) == state
        assert [option.key for option in game.info.options] == [option.key for option in GAME.info.options]
        with pytest.raises(BadOption):
            GAME.new(2, {"setup": "O1"})

    def test_an_owner_moves_the_yellow_spaces(self) -> None:
        spaces = {"origin": "owner", "spaces": ["E4", "E13", "L4", "L13"]}
        game = GAME.with_box(owner(start_flowers=spaces), "mine")
        own = {"expansion": "mine"}
        assert game.new(2, own).flowers == ("E4", "E13", "L4", "L13")
        assert game.new(2, own | {"start_flowers": "C3,D13,E3,E4"}).flowers == ("C3", "D13", "E3", "E4")
        assert game.new(2, own | {"start_flowers": "L12,E5,E12,L5"}).flowers == ("E4", "E13", "L4", "L13")
        assert game.new(2).flowers == GAME.new(2).flowers

    def test_set_ups_that_want_an_owners_yellow_space_are_left_out(self) -> None:
        spaces = {"origin": "owner", "spaces": ["C3", "D13", "M5", "M12"]}
        game = GAME.with_box(owner(start_flowers=spaces), "mine")
        drawn = game.candidates("setup", {"expansion": "mine"})
        assert {"S05", "S10"} <= set(GAME.candidates("setup", {})) - set(drawn)
        with pytest.raises(BadOption, match=r"\(S05\) is not on .* of mine, but on the printed"):
            game.new(2, {"expansion": "mine", "setup": "S05"})

    @pytest.mark.parametrize("spaces", [["E5", "E5", "L5", "L12"], ["A15", "B15", "L5", "L12"]])
    def test_impossible_yellow_spaces_are_refused(self, spaces: list[str]) -> None:
        with pytest.raises(BadData, match="yellow"):
            GAME.with_box(owner(start_flowers={"origin": "owner", "spaces": spaces}), "mine")

    def test_a_printed_set_up_that_is_left_out_keeps_its_name(self) -> None:
        spaces = {"origin": "owner", "spaces": ["E5", "E12", "L5", "D6"]}
        with pytest.raises(BadData, match="There is a S01 in printed already"):
            GAME.with_box(owner(start_flowers=spaces, setups=[owner_setup(id="S01")]), "mine")

    @pytest.mark.parametrize("number", [41, 10**9, 10**30])
    def test_impossible_numbers_of_tokens_are_refused_at_once(self, number: int) -> None:
        with pytest.raises(BadData):
            GAME.with_box(owner(setups=[owner_setup(random={"flowers": number, "wasps": 0})]), "mine")

    def test_one_name_does_not_mean_two_things(self) -> None:
        game = GAME.with_box(owner(setups=[owner_setup()]), "mine")
        with pytest.raises(BadData, match="There is a O1 in mine already"):
            game.with_box(owner(setups=[owner_setup(wasps=["H9"])]), "other")
        assert game.with_box(owner(setups=[owner_setup()]), "other").boxes == ("mine", "other")
        setup = next(option for option in game.info.options if option.key == "setup")
        assert str(setup.choice_labels[-1]) == "Ours (mine)"

    @pytest.mark.parametrize(
        ("entries", "sentence"),
        [
            ({"setups": [owner_setup(wasps=["A7"])]}, "outside edge"),
            ({"setups": [owner_setup(flowers=["H8"])]}, "two tokens"),
            ({"setups": [owner_setup(flowers=["A14"])]}, "start space"),
            ({"setups": [owner_setup(flowers=["E5"])]}, "yellow space"),
            ({"setups": [owner_setup(flowers=["Z5"])]}, "cannot be read"),
            ({"setups": [owner_setup(random={"flowers": 16, "wasps": 0})]}, "more than 16"),
            ({"setups": [owner_setup(id="S01")]}, "twice"),
            ({"setups": [owner_setup(origin="source")]}, "origin 'owner'"),
            ({"tiles": [{"tile": "X1", "setup_side": "S44", "rule_side": "R44"}]}, "no rule R44"),
            ({"tiles": [{"tile": "X1", "setup_side": "S44"}]}, "no set-up S44"),
            (
                {
                    "rules": [
                        {"id": "Q1", "name": "?", "origin": "owner", "effect": "", "params": {"fly": True}}
                    ]
                },
                "fly",
            ),
            (
                {
                    "rules": [
                        {"id": "Q1", "name": "?", "origin": "owner", "effect": "", "params": {"bloom3": 9}}
                    ]
                },
                "Q1",
            ),
        ],
    )
    def test_bad_entries_are_refused(self, entries: dict[str, object], sentence: str) -> None:
        with pytest.raises(BadData, match=sentence):
            GAME.with_box(owner(**entries), "mine")

    def test_a_tile_with_one_side_is_drawn_for_that_alone(self) -> None:
        hive = {"id": "Q1", "name": "Hive", "origin": "owner", "effect": "", "params": {"wasps_per_turn": 3}}
        tiles = [{"tile": "X1", "rule_side": "Q1"}, {"tile": "X2", "setup_side": "O1"}]
        game = GAME.with_box(owner(setups=[owner_setup()], rules=[hive], tiles=tiles), "mine")
        own = {"expansion": "mine"}
        assert game.candidates("setup", own) == (*GAME.candidates("setup", {}), "O1")
        assert game.candidates("rules", own) == (*GAME.candidates("rules", {}), "Q1")

    def test_the_example_is_played(self) -> None:
        game = GAME.with_box(GAME.example_box, "mine")
        state = game.new(2, {"expansion": "mine", "setup": "O01", "rules": "Q01"})
        assert state.table.switches.wasps_per_turn == 3

    def test_rubbish_is_refused(self) -> None:
        for data in (b"", b"[]", b"{", b"\xff", b'{"schema": "other"}'):
            with pytest.raises(BadData):
                GAME.with_box(data, "mine")
            with pytest.raises(BadData):
                load_expansion(data)

    def test_rules_that_set_the_same_switch_do_not_go_together(self) -> None:
        hive = {"id": "Q1", "name": "Hive", "origin": "owner", "effect": "", "params": {"wasps_per_turn": 3}}
        game = GAME.with_box(owner(rules=[hive]), "mine")
        with pytest.raises(BadOption, match="Swarm and Hive do not go together"):
            game.new(2, {"rules": "R05+Q1", "several_rule_tiles": "on", "expansion": "mine"})

    def test_the_shipped_file_is_read_back_the_same(self) -> None:
        assert load_expansion(msgspec.json.encode(SHIPPED)) == SHIPPED
