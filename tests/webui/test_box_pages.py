"""Boxes of one's own come as files, are checked by the rules, kept, chosen, played with and drawn."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import pytest
from web_boxes import begun, brought, cards, tiles

from companion.layouts import layout_of
from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import load_game, take_in
from companion.rules.game import CHANCE
from companion.sessions.box_shelf import LARGEST_BYTES, BoxShelf
from companion.simulation.bots import bots

pytestmark = pytest.mark.usefixtures("printed_again")

AS_FILES = ("caterpillar-filler", "star-baker", "papillon", "octopus-garden")
PAPILLON, BAKER = "/new/papillon/boxes", "/new/star-baker/boxes"


@pytest.mark.whole
@pytest.mark.parametrize("slug", AS_FILES)
def test_the_example_can_be_brought_back_and_is_played_to_its_end(client, hub, slug: str) -> None:
    page = client.get(f"/new/{slug}").text
    assert f'href="/new/{slug}/boxes"' in page
    example = client.get(f"/new/{slug}/boxes/example")
    assert example.headers["Content-Disposition"].endswith(f"-example{load_game(slug).box_suffix}")
    assert brought(client, slug, example.data).status_code == 303
    game = load_game(slug)
    session = begun(client, hub, slug, **{game.box_option: "my-box"})
    rng, players = random.Random(1), bots(len(session.names), 1)
    for _ in range(40):
        state = session.state
        seat = next((actor for actor in state.actors if actor != CHANCE), None)
        action = players[seat].choose(state) if seat else rng.choice([a for a, _ in state.odds()])
        session.act(action, "bot")
    for path in ("/play", "/board", "/log"):
        assert client.get(path).status_code == 200
    drawn = set(re.findall(r'(?:href|src)="(/art/[^"]+)"', unescape(client.get("/board").text)))
    assert drawn
    assert all(client.get(each).status_code == 200 for each in drawn)
    hub.close()
    again = hub.store.load(session.id)
    assert again.state == session.state


@pytest.mark.whole
def test_tiles_of_ones_own_are_drawn_as_they_are(client, hub) -> None:
    assert brought(client, "papillon", tiles()).status_code == 303
    session = begun(client, hub, "papillon", tile_data="my-box")
    art = client.get("/art/papillon/piece/T01.svg").text
    while session.state.phase == "SETUP":
        session.act(next(a for a, _ in session.state.odds()))
    space = next(a for a, _ in session.state.odds()).space
    session.act(session.game.parse(CHANCE, f"fill {space}=T01"))
    page = unescape(client.get("/board").text)
    (address,) = set(re.findall(r'href="(/art/papillon/pieces-1\.svg[^"]*)#T01"', page))
    assert "box=my-box" in address
    own = client.get(address)
    assert own.status_code == 200
    assert own.text != client.get("/art/papillon/pieces-1.svg").text
    told = client.get("/log").text
    assert "purple tile T01" in told
    assert client.get("/art/papillon/piece/T01.svg").text == art
    assert client.get("/art/papillon/piece/T01.svg?box=other@1").status_code == 404
    assert client.get("/art/papillon/piece/T01.svg?box=my-box@1").status_code == 404


def test_cards_of_ones_own_are_called_and_shown_as_they_are(client, hub) -> None:
    assert brought(client, "star-baker", cards()).status_code == 303
    session = begun(client, hub, "star-baker", cards="my-box", deal_chefs="random")
    while session.state.phase == "CHEFS":
        session.act(next(a for a, _ in session.state.odds()))
    session.act(session.game.parse(CHANCE, "refill B07"))
    page = unescape(client.get("/board").text)
    (address,) = set(re.findall(r'href="(/art/star-baker/pieces-1\.svg[^"]*)#card-B07"', page))
    assert client.get(address).text != client.get("/art/star-baker/pieces-1.svg").text
    assert "Our " in client.get("/log").text
    assert client.get("/art/star-baker/piece/card-B07.svg").status_code == 404


def test_a_changed_box_of_the_same_name_is_drawn_anew(client, hub) -> None:
    brought(client, "papillon", tiles())
    first = load_game("papillon").at_table({"tile_data": "my-box"}).box
    client.post(f"{PAPILLON}/my-box/remove")
    brought(client, "papillon", tiles(zero_bonus={"Z1": 2, "Z2": 3, "Z3": 5, "Z4": 7}))
    second = load_game("papillon").at_table({"tile_data": "my-box"}).box
    assert first.edition != second.edition
    assert client.get("/art/papillon/sheet/board.svg", query_string={"box": second.edition}).text != (
        client.get("/art/papillon/sheet/board.svg").text
    )


@pytest.mark.parametrize(
    ("slug", "data", "sentence"),
    [
        ("papillon", tiles(zero_bonus={"Z1": 9}), "The zero bonuses must rise"),
        ("papillon", b'{"conventions": {"a": ' + b"[" * 50_000, "nested too deeply"),
        ("star-baker", b"card_id,kind\n", "the column border is missing"),
        ("octopus-garden", b"{}", "neither a garden nor tokens"),
        ("octopus-garden", b'{"board": {"game": "octopus-garden"}}', "cannot be read"),
        ("caterpillar-filler", b'{"schema": "x"}', "cannot be read"),
        ("papillon", b" " * (LARGEST_BYTES + 1), "no more than 200 kB"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_kept(client, hub, slug, data, sentence) -> None:
    answer = brought(client, slug, data)
    assert answer.status_code == 400
    assert sentence in unescape(answer.text)
    assert 'value="my-box"' in answer.text
    assert load_game(slug).boxes == ()
    assert not (hub.store.path.parent / "boxes").exists()


def test_spaces_that_lie_on_each_other_are_refused(client) -> None:
    data = json.loads(load_game("octopus-garden").example_box)
    data["board"]["garden"][0] |= {"x_mm": 88.0}
    answer = brought(client, "octopus-garden", json.dumps(data).encode())
    assert "A1 and A2 lie on each other" in unescape(answer.text)


def test_without_a_file_or_with_an_impossible_name_nothing_is_kept(client) -> None:
    assert "Choose the file first" in client.post(BAKER, data={"name": "x"}).text
    for name in ("a/b", "../x", ".", "..", "printed", "PRINTED", "x" * 33):
        assert brought(client, "star-baker", cards(), name).status_code == 400
    assert load_game("star-baker").boxes == ()


def test_blanks_in_a_name_are_joined(client) -> None:
    brought(client, "star-baker", cards(), " Our  kitchen ")
    assert load_game("star-baker").boxes == ("Our-kitchen",)


def test_a_box_is_named_as_its_file_unless_it_is_given_a_name(client) -> None:
    brought(client, "star-baker", cards(), "", "Our kitchen (2).csv")
    assert load_game("star-baker").boxes == ("Our-kitchen-2",)
    again = brought(client, "star-baker", cards(), "our-KITCHEN-2")
    assert "There is a set called Our-kitchen-2 already" in unescape(again.text)
    brought(client, "star-baker", cards(), "", "Bäckerei Ößtür.csv")
    assert load_game("star-baker").boxes[-1] == "Bäckerei-Ößtür"
    assert client.get(f"{BAKER}/Bäckerei-Ößtür/file").status_code == 200
    assert '<option value="Bäckerei-Ößtür"' in client.get("/new/star-baker").text


def test_a_box_is_saved_as_it_came_and_removed(client, hub) -> None:
    brought(client, "star-baker", cards())
    assert client.get(f"{BAKER}/my-box/file").data == cards()
    assert client.post(f"{BAKER}/my-box/remove").status_code == 303
    assert load_game("star-baker").boxes == ()
    assert client.get(f"{BAKER}/my-box/file").status_code == 404
    assert client.post(f"{BAKER}/my-box/remove").status_code == 404
    folder = hub.store.path.parent / "boxes" / "star-baker"
    assert [path.name for path in folder.iterdir()] == ["my-box.csv.removed"]


def test_a_box_that_was_brought_is_chosen_at_once(client) -> None:
    form = client.get(brought(client, "papillon", tiles()).location).text
    assert re.search(r'<option value="my-box"\s+data-own\s+selected>', form)
    assert re.search(r'<details class="card" open>\s*<summary>Variants', form)
    assert not re.search(r"data-own\s+selected>", client.get("/new/papillon").text), "that is said once"
    brought(client, "papillon", tiles(zero_bonus={"Z1": 2, "Z2": 3, "Z3": 5, "Z4": 7}), "other")
    assert "selected>other" not in client.get("/new/star-baker").text
    assert re.search(r'<option value="other"\s+data-own\s+selected>', client.get("/new/papillon").text)


def test_a_kept_game_is_listed_with_its_box(client, hub) -> None:
    brought(client, "papillon", tiles())
    begun(client, hub, "papillon", tile_data="my-box")
    hub.close()
    begun(client, hub, "papillon")
    hub.close()
    listed = client.get("/").text
    assert listed.count("Papillon · my-box ·") == 1
    assert listed.count("<small>Papillon ·") == 2


def test_own_yellow_spaces_are_drawn_and_read_where_they_are(client) -> None:
    spaces = ["B9", "G6", "J11", "O8"]
    yellow = {"origin": "owner", "spaces": spaces}
    data = json.loads(load_game("caterpillar-filler").example_box) | {"start_flowers": yellow}
    brought(client, "caterpillar-filler", json.dumps(data).encode())
    layout = layout_of(load_game("caterpillar-filler").at_table({"expansion": "my-box"}))
    ground = layout.find("garden")[1].ground
    bed = ground["B9"]
    assert sorted(space for space, colour in ground.items() if colour == bed) == sorted(spaces)
    address = "/art/caterpillar-filler/sheet/mat.svg"
    own = client.get(address, query_string={"box": layout.box}).text
    assert own != client.get(address).text
    beds = [text.count("ffde6e") for text in (own, client.get(address).text)]
    assert beds[0] == beds[1] > 0


def test_a_box_of_a_kept_game_stays(client, hub) -> None:
    brought(client, "star-baker", cards())
    begun(client, hub, "star-baker", cards="my-box")
    answer = client.post(f"{BAKER}/my-box/remove")
    assert answer.status_code == 409
    assert "the game of Anna and Ben is kept" in answer.text
    assert load_game("star-baker").boxes == ("my-box",)


def test_boxes_are_there_after_a_restart_and_a_broken_one_is_told(client, hub) -> None:
    brought(client, "star-baker", cards())
    folder = hub.store.path.parent
    (folder / "boxes" / "star-baker" / "broken.csv").write_text("card_id")
    take_in(load_game("star-baker").without_box("my-box"))
    (wrong,) = BoxShelf(folder, "star-baker").load()
    assert str(wrong).startswith(
        "The cards in broken.csv cannot be used: The cards cannot be read: the column"
    )
    assert load_game("star-baker").boxes == ("my-box",)


def test_a_drawn_set_up_whose_box_is_taken_away_says_so(client) -> None:
    example = load_game("caterpillar-filler").example_box
    brought(client, "caterpillar-filler", example)
    form = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap", "draws": "yes"}
    page = client.post("/new/caterpillar-filler", data={**form, "option-expansion": "my-box"})
    client.post("/new/caterpillar-filler/boxes/my-box/remove")
    answer = client.post(page.location, data={})
    assert answer.status_code == 409
    assert "Expansion tiles" in answer.text


def test_two_boxes_of_one_game_show_each_its_own(client, hub) -> None:
    brought(client, "papillon", tiles(), "one")
    brought(client, "papillon", load_game("papillon").example_box, "two")
    shown = set()
    for name in ("one", "two"):
        begun(client, hub, "papillon", tile_data=name)
        layout = layout_of(hub.session.game)
        answer = client.get("/art/papillon/piece/T01.svg", query_string={"box": layout.box})
        assert answer.status_code == 200
        shown.add(answer.text)
        hub.close()
    assert len(shown) == 2


def test_a_kept_game_is_looked_at_with_its_own_pieces(client, hub) -> None:
    brought(client, "papillon", tiles())
    kept = begun(client, hub, "papillon", tile_data="my-box")
    assert "Bring my-box there first." in client.get("/result").text
    hub.close()
    begun(client, hub, "papillon")
    assert "is brought first" not in client.get("/result").text
    page = unescape(client.get(f"/games/{kept.id}").text)
    drawn = set(re.findall(r'href="(/art/papillon/[^"]+)"', page))
    assert drawn
    assert all("box=my-box" in each for each in drawn)
    assert "box=" not in client.get("/board").text


def test_games_without_boxes_and_mound_cards_have_no_such_page(client) -> None:
    assert not isinstance(load_game("filler-tiles"), TakesBoxes)
    assert "of your own</a>" not in client.get("/new/filler-tiles").text
    for slug in ("filler-tiles", "it-happens", "chess"):
        assert client.get(f"/new/{slug}/boxes").status_code == 404
    assert 'href="/new/it-happens/mounds"' in client.get("/new/it-happens").text
