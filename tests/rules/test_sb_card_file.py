"""The file of a box's cards: an owner's come in the same form as the printed ones (section 2, SB-G28)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.star_baker.rules import GAME
from companion.games.star_baker.rules.data.card_file import SHIPPED, load_cards
from companion.games.star_baker.rules.results.scoring import most_points
from companion.rules.errors import BadData
from companion.rules.testing import check_game


class TestOwnersCards:
    HEAD = "card_id,kind,border,name,time,ingredients,requires,vp_symbols,ability,count\n"

    def text(self, *changed: str) -> bytes:
        kinds = [
            f"C{n}{x},chef,{colour},Chef,6:{n - 1}{i},vanilla,,,none,1"
            for n, colour in enumerate(["red", "orange", "yellow", "green", "blue", "violet"], 1)
            for i, x in enumerate("abc")
        ]
        recipes = [f"R{n:02},recipe,plain,Pie,7:{n % 5:02},vanilla,vanilla,coin,none,1" for n in range(1, 21)]
        return (self.HEAD + "\n".join([*kinds, *recipes, *changed]) + "\n").encode()

    def test_a_game_with_them(self) -> None:
        game = GAME.with_box(self.text(), "mine")
        own = {"cards": "mine"}
        assert check_game(game, seats=[1, 2], options=[own]).games == 2
        with pytest.raises(Exception, match="3 players need 30 recipes, and mine has fewer"):
            game.new(3, own)
        assert game.new(3) == GAME.new(3)
        state = game.new(2, own)
        assert state.table.cards is not SHIPPED
        assert game.decode(game.encode(state)) == state

    def test_a_game_tells_of_the_cards_at_the_table(self) -> None:
        game = GAME.with_box(self.text(), "mine")
        assert game.at_table({}).box is game.box
        assert game.at_table({"cards": "mine"}).called("R01") == "R01 Pie"
        assert game.at_table({"cards": "mine"}).at_table({}).called("R01") == "Vanilla Bun"
        assert game.info.score_range == GAME.info.score_range, "that of the richer box"
        assert most_points(game.at_table({"cards": "mine"}).box) == 20, "a coin on every recipe, and no set"

    def test_equal_times_go_by_seat(self) -> None:
        """SB-G17: only an owner's cards can have them."""
        game = GAME.with_box(self.text(), "mine")
        state = game.new(2, {"cards": "mine"})
        for text in ("chefs 1 orange", "chefs 2 red", "refill R01", "refill R02", "refill R03"):
            state = state.after(game.parse(0, text))
        state = replace(state, hand=(("R05",), ("R10",)))
        state = state.after(game.parse(2, "time R10")).after(game.parse(1, "time R05"))
        (turned,) = state.legal(0)
        assert str(turned) == "order 1 2"
        assert not [text for text in game.properties(state, turned, state.after(turned)) if "P03" in text]

    def test_files_as_spreadsheets_write_them(self) -> None:
        named = self.text('R99,recipe,plain,"Pie, warm",7:00,vanilla,vanilla,coin,none,1')
        cards = load_cards(b"\xef\xbb\xbf" + named.replace(b"\n", b"\r\n") + b",,,,,,,,,\r\n", "mine")
        assert cards["R99"].name == "Pie, warm"
        parted = self.text().replace(b",", b";")
        assert load_cards(parted, "mine").cards == load_cards(self.text(), "mine").cards

    def test_too_few_recipes_are_refused(self) -> None:
        few = b"\n".join(line for line in self.text().splitlines() if not line.startswith(b"R20")) + b"\n"
        with pytest.raises(BadData, match="There are 19 recipes; two players need 20"):
            load_cards(few, "mine")

    def test_a_comma_too_many_is_told(self) -> None:
        with pytest.raises(BadData, match="Line 40 of the cards has 11 fields instead of 10: a text with ,"):
            load_cards(self.text("R99,recipe,plain,Pie, warm,7:00,vanilla,vanilla,coin,none,1"), "mine")

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "column card_id is missing"),
            (b"\xff", "not UTF-8"),
            (b"card_id,kind\n", "column border is missing"),
        ],
    )
    def test_files_that_are_none(self, data: bytes, sentence: str) -> None:
        with pytest.raises(BadData, match=sentence):
            load_cards(data, "mine")

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("R01,recipe,plain,Pie,7:00,vanilla,vanilla,coin,none,1", "R01 stands there twice"),
            (
                "R99,recipe,plain,Pie,7:00,mustard,vanilla,coin,none,1",
                "Line 40 of the cards: ingredients is 'mustard'; it may be vanilla, chocolate",
            ),
            (
                "R99,recipe,plain,Pie,7:60,vanilla,vanilla,coin,none,1",
                "Line 40 of the cards: '7:60' is no time",
            ),
            ("R99,recipe,plain,Pie,25:00,vanilla,vanilla,coin,none,1", "'25:00' is no time"),
            ("R99,recipe,plain,Pie,,vanilla,vanilla,coin,none,1", "every card has a time"),
            ("R99,recipe,plain,Pie,7:00,vanilla,,coin,none,1", "recipes have requirements"),
            ("R99,recipe,plain,Pie,7:00,vanilla,vanilla,coin,none,2", "with count 1"),
            ("C7a,chef,pink,Chef,7:00,vanilla,,,none,1", "six chef sets of three cards"),
            ("R99,recipe", "Line 40 of the cards: ability is ''; it may be none"),
            (
                "R99,reciep,plain,Pie,7:00,vanilla,vanilla,coin,none,1",
                "kind is 'reciep'; it may be chef, recipe",
            ),
            ("R99,recipe,plain,Pie {x},7:00,vanilla,vanilla,coin,none,1", "without curly brackets"),
            (
                "99,recipe,plain,Pie,7:00,vanilla,vanilla,coin,none,1",
                "card_id is '99'; it should be a capital",
            ),
            (
                "R99,recipe,plain,Pie,7:00,vanilla,vanilla,coin+coin+coin+coin+coin+coin+coin,none,1",
                "more than 6",
            ),
            ('R99,recipe,plain,"Pie,7:00,vanilla,vanilla,coin,none,1', "cannot be read: unexpected end"),
        ],
    )
    def test_bad_lines_are_refused(self, line: str, sentence: str) -> None:
        with pytest.raises(BadData, match=sentence):
            load_cards(self.text(line), "mine")
