"""What people choose before a game is played with, and what will not do comes back with a sentence."""

from __future__ import annotations

import re
from html import unescape

import pytest
from tapping import JSON, new_game
from web_tables import GAME, begin

from companion.record.proof import check_record
from companion.rules.catalogue import GAMES, load_game
from companion.rules.record import parse_record


def test_a_new_game_has_its_names_colours_and_options(client, hub) -> None:
    colours = {"heads-1": "white", "heads-2": "yellow", "bodies-1": "black", "bodies-2": "red"}
    answer = new_game(client, **colours, **{"option-setup": "S01", "option-wasp_before_roll": "on"})
    assert (answer.status_code, answer.location) == (303, "/play")
    started = hub.session.timeline.started
    assert started.names == ("Anna", "Ben")
    assert started.options["heads"].startswith("white,yellow,")
    assert started.options["bodies"].startswith("black,red,")
    assert started.options["setup"] == "S01"
    assert started.options.keys() == {"heads", "bodies", "setup"}
    assert hub.session.settings.otherwise == "tap"


def test_several_rules_travel_together(client, hub) -> None:
    values = {"option-rules": ["R01", "R12"], "option-several_rule_tiles": "on"}
    assert new_game(client, **values).status_code == 303
    assert hub.session.timeline.started.options["rules"] == "R01+R12"


@pytest.mark.parametrize(("seats", "kept"), [("2", {"imaginary_start_worms": "2"}), ("3", {})])
def test_what_is_filled_in_for_another_number_of_players_is_left_out(client, hub, seats, kept) -> None:
    names = {"name-1": "Anna", "name-2": "Ben", "name-3": "Cleo", "chance": "tap"}
    client.post("/new/it-happens", data={**names, "seats": seats, "option-imaginary_start_worms": "2"})
    assert dict(hub.session.timeline.started.options) == kept


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name-2": "Anna"}, "same name"),
        ({"name-2": "An\u200bna\u2060"}, "same name"),
        ({"name-2": "Player 1", "name-1": "\u200b\u3164"}, "same name"),
        ({"name-1": "A" * 31}, f"A name has 30 letters at most; “{'A' * 30}…” has 31."),
        ({"seats": "7"}, "2 to 4 players"),
        ({"heads-1": "brown", "heads-2": "brown"}, "same colour"),
        ({"heads-1": "pink"}, "there is yellow"),
        ({"option-setup": "S99"}, "S99"),
        (
            {"option-turn_limit": "soon"},
            "Turn limit: give a whole number from 1 to 999999, or leave it empty",
        ),
        ({"option-turn_limit": "0"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-turn_limit": "1000000"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-turn_limit": "2.5"}, "Turn limit: give a whole number from 1 to 999999"),
        ({"option-die": ["1", "2", "3", "4", "5", "7"]}, "Die: 7 is not one of them. There is 1 to 6."),
        ({"option-start_flowers": ["E5", "E12", "L5", ""]}, "Start flowers: one is missing."),
        ({"option-start_flowers": ["E5", "E12", "L5", "Q1"]}, "Start flowers: Q1 is not one of them."),
        ({"option-start_flowers": ["E5", "E5", "L5", "L12"]}, "Start flowers: give four different spaces"),
    ],
)
def test_a_form_that_will_not_do_comes_back_with_a_sentence(client, hub, values, sentence) -> None:
    answer = new_game(client, **values)
    assert answer.status_code == 400
    assert sentence in answer.text
    assert hub.session is None


def test_no_name_is_cut(client, hub) -> None:
    long = "Wilhelmina-Alexandra of Amersfoort"
    page = unescape(new_game(client, **{"name-1": long}).text)
    assert f'value="{long}"' in page
    assert "maxlength" not in page, "a browser would cut what is pasted"
    assert new_game(client, **{"name-1": f"  {long[:30]} "}).status_code == 303
    assert hub.session.names[1] == long[:30]


def test_numbers_and_places_have_fields_of_their_own_and_come_back_as_they_were_typed(client, hub) -> None:
    page = client.get(f"/new/{GAME}").text
    field = re.search(r'<input type="number"[^>]*name="option-turn_limit"[^>]*>', page)[0]
    assert {'min="1"', 'max="999999"', 'placeholder="Off"', 'value=""'} <= set(field.split())
    assert len(re.findall(r'<select name="option-die"', page)) == 6
    typed = {"option-turn_limit": "-7", "option-die": list("123336"), "option-start_flowers": list("abcd")}
    again = new_game(client, **typed).text
    assert 'value="-7"' in re.search(r'<input type="number"[^>]*name="option-turn_limit"[^>]*>', again)[0]
    chosen = re.findall(r'<select name="option-die".*?<option value="(\d)"\s+selected>', again, re.DOTALL)
    assert "".join(chosen) == "123336"
    flowers = [tag for tag in re.findall("<input[^>]*>", again) if 'name="option-start_flowers"' in tag]
    assert [re.search('value="(.*?)"', tag)[1] for tag in flowers] == list("abcd")


def test_what_is_typed_in_them_is_played_with(client, hub) -> None:
    values = {
        "option-turn_limit": " 40 ",
        "option-die": list("123333"),
        "option-start_flowers": ["b9", "G6", " J11", "O8"],
        "option-wasp_before_roll": "on",
    }
    assert new_game(client, **values).status_code == 303
    assert hub.session.timeline.started.options == {
        "turn_limit": "40",
        "die": "1,2,3,3,3,3",
        "start_flowers": "B9,G6,J11,O8",
    }


@pytest.mark.parametrize("text", ["", "off"])
def test_a_number_that_is_left_empty_is_as_usual(client, hub, text: str) -> None:
    assert new_game(client, **{"option-turn_limit": text}).status_code == 303
    assert "turn_limit" not in hub.session.timeline.started.options


def test_a_number_that_other_choices_bound_is_told_by_its_name(client, hub) -> None:
    form = {"seats": 2, "option-rows": "4", "option-cols": "4", "option-tiles_per_player": "17"}
    answer = client.post("/new/filler-tiles", data=form)
    assert answer.status_code == 400
    assert "Tiles: give a whole number from 1 to 16, or full" in answer.text
    assert "tiles_per_player:" not in answer.text


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_page_says_of_every_choice_that_is_a_thing_of_its_own_what_it_changes(client, slug: str) -> None:
    page = " ".join(unescape(client.get(f"/new/{slug}").text).split())
    for option in load_game(slug).info.options:
        for help_ in option.choice_helps:
            assert str(help_) in page


@pytest.mark.parametrize(
    ("slug", "drawn"),
    [
        ("it-happens", ["mound_source", "start_player"]),
        ("octopus-garden", []),
        ("papillon", ["draws"]),
        (GAME, []),
    ],
)
def test_who_rolls_and_draws_is_asked_once(client, slug: str, drawn: list[str]) -> None:
    page = client.get(f"/new/{slug}").text
    asked = page[page.index("Who rolls and draws?") : page.index("Variants and modules")]
    assert 'value="tap"' in asked
    assert list(dict.fromkeys(re.findall(r'name="option-(\w+)"', asked))) == drawn
    others = page[page.index("Variants and modules") :]
    assert "dice_source" not in page
    assert "Drawing tokens" not in page
    assert not any(f'name="option-{key}"' in others for key in drawn)


@pytest.mark.parametrize(
    ("slug", "offered"),
    [
        ("it-happens", ["Mounds: shuffled at the table", "First player: you say who"]),
        ("octopus-garden", []),
        ("papillon", ["Planters", "Gnomes", "First player", "Tiles"]),
        (GAME, []),
    ],
)
def test_what_the_program_draws_may_each_be_done_by_hand(client, slug: str, offered: list[str]) -> None:
    page = client.get(f"/new/{slug}").text
    assert re.findall(r'name="by-hand"[^>]*>\s*([^<]*?)\s*<', page) == offered
    assert ("Except what we do ourselves" in page) == bool(offered)


def test_draws_before_the_game_are_sealed_first_and_hold(client, hub) -> None:
    page = new_game(client, draws="yes", chance="software", **{"option-turn_limit": "2"})
    seal = re.search(r"<code>([0-9a-f]{64})</code>", client.get(page.location).text)[1]
    client.post(page.location, data={"key": "setup"})
    text = client.get(page.location).text
    assert seal in text
    drawn = re.search(r"\((S\d\d)\)", text)[1]
    setup = next(option for option in load_game(GAME).info.options if option.key == "setup")
    assert str(dict(zip(setup.choices, setup.choice_helps, strict=True))[drawn]) in unescape(text)
    client.post(page.location, data={})
    started = hub.session.timeline.started
    assert started.commitment == seal
    assert started.draws[0].startswith("setup=S")
    assert client.get(page.location).status_code == 404
    while hub.session.state.actors:
        seat = hub.session.state.actors[0]
        hub.session.act(next(hub.session.state.legal(seat)))
    proof = check_record(parse_record(client.get("/record").text))
    assert proof.holds
    assert proof.checked > 1
    assert "all are right" in client.get("/result").text


def test_an_option_that_is_never_drawn_is_refused(client) -> None:
    page = new_game(client, draws="yes")
    answer = client.post(page.location, data={"key": "die"}, headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (409, "bad-draw")


def test_kept_games_are_taken_up(client, hub, session) -> None:
    begin(hub, names=("Mia", "Tom"))
    assert "Anna, Ben" in client.get("/").text
    assert client.post(f"/open/{session.id}").location == "/play"
    assert hub.session is session
    answer = client.post("/open/nothing", headers=JSON)
    assert (answer.status_code, answer.json["code"]) == (404, "unknown-session")


def test_play_again_draws_anew_what_was_drawn(client, hub) -> None:
    page = new_game(client, draws="yes", **{"option-turn_limit": "4"})
    client.post(page.location, data={"key": "setup"})
    client.post(page.location, data={})
    before = hub.session
    client.post("/again")
    after = hub.session.timeline.started
    assert hub.session is not before
    assert after.names == ("Anna", "Ben")
    assert after.options["turn_limit"] == "4"
    assert len(after.draws) == 1
    assert after.commitment != before.timeline.started.commitment


@pytest.mark.parametrize(
    ("slug", "labels"), [(GAME, ["Head", "Body"]), ("it-happens", ["Colour"]), ("papillon", ["Colour"])]
)
def test_what_each_seat_chooses_is_called_one(client, slug: str, labels: list[str]) -> None:
    page = client.get(f"/new/{slug}").text
    found = re.findall(r'<label class="small">\s*([^<]*?)\s*<select', page)
    assert list(dict.fromkeys(found)) == labels


def test_play_again_keeps_what_was_chosen_by_hand_and_draws_as_many(client, hub) -> None:
    """Of several rules one was chosen and two drawn: it is the same game once more."""
    rules = {"option-rules": "R05", "option-several_rule_tiles": "on"}
    page = new_game(client, draws="yes", **rules)
    for _ in range(2):
        client.post(page.location, data={"key": "rules"})
    client.post(page.location, data={})
    client.post("/again")
    held = hub.session.timeline.started.options["rules"].split("+")
    assert len(set(held)) == 3
    assert held[0] == "R05"
    assert len(hub.session.timeline.started.draws) == 2


def test_a_draw_is_made_anew_from_all_values(client) -> None:
    page = client.post("/new/filler-tiles", data={"seats": "2", "draws": "yes", "chance": "tap"})
    assert re.search(r"Draw\s+who begins <small>one of 2", client.get(page.location).text)
    client.post(page.location, data={"key": "first"})
    assert re.search(r"Draw anew: who begins <small>one of 2", client.get(page.location).text)


def test_a_set_up_that_needs_a_moved_start_flower_is_not_drawn(client) -> None:
    """Of twelve some would be refused for ever, since the same number gives the same draw."""
    for _ in range(12):
        page = new_game(client, draws="yes", **{"option-start_flowers": "E5,E12,F8,L12"})
        assert client.post(page.location, data={"key": "setup"}).status_code == 303


def test_of_two_draws_at_once_the_first_counts(client, hub) -> None:
    """Both phones have read the same draft: each number is drawn once."""
    page = new_game(client, draws="yes")
    name = page.location.rpartition("/")[2]
    read = hub.drafts.get(name)
    first, second = (read._replace(set_up=read.set_up.draw(key)) for key in ("setup", "rules"))
    hub.drafts.change(name, read, first)
    hub.drafts.change(name, read, second)
    assert hub.drafts.get(name) is first
    client.post(page.location, data={"key": "rules"})
    assert [each.partition("=")[0] for each in hub.drafts.get(name).set_up.draws] == ["setup", "rules"]
