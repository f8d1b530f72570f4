"""Mound cards of one's own: typed in once, checked by the rules' own sentences, played with."""

from __future__ import annotations

import io
import json
import re
import threading
from html import unescape

import pytest

from companion.games.it_happens.rules import GAME
from companion.layouts import load_layout
from companion.rules.catalogue import load_game, take_in
from companion.rules.errors import BadData
from companion.sessions.box_shelf import LARGEST_BYTES, BoxShelf

SLUG = "it-happens"
PAGE = f"/new/{SLUG}/mounds"


@pytest.fixture(autouse=True)
def shipped_again():
    yield
    take_in(GAME)


def form(**changes: str) -> dict[str, str]:
    values = {
        "data_set": "my-box",
        "prefix": "B",
        "items": "map 4, sneaker 4, key 24",
        "worm_tiles": "24",
        "start_worms": "2",
    }
    for card in range(1, 13):
        values |= {f"queen_vp-{card}": "7", f"general_vp-{card}": "3", f"worm_number-{card}": "6"}
        values[f"columns-{card}"] = "- map | - | - sneaker - | worm key | - - - | Key"
    return values | changes


def test_cards_are_typed_in_and_a_game_is_played_with_them(client, hub) -> None:
    answer = client.post(PAGE, data=form())
    assert answer.status_code == 303
    assert "my-box" in client.get("/new/it-happens").text
    names = {"seats": "3", "name-1": "Anna", "name-2": "Ben", "name-3": "Cleo", "chance": "tap"}
    client.post("/new/it-happens", data={**names, "option-mound_data": "my-box"})
    session = hub.session
    for text in ("first 1", "reveal B03 B01 B12", "roll 4"):
        session.act(session.game.parse(0, text))
    client.post("/play/holder", data={"seat": 1})
    page = client.get("/play").text
    assert 'data-where="B03/C1.1"' in page
    (art,) = set(re.findall(r'href="(/art/it-happens/sheet/B03\.svg[^"]*)"', page))
    assert client.get(unescape(art)).status_code == 200
    assert client.get("/art/it-happens/sheet/B03.svg").status_code == 404
    assert session.state.mounds[0].columns[5] == ("key",)


def beside(page: str) -> dict[str, str]:
    """What is said to be wrong, by the field where it stands."""
    return dict(re.findall(r'<span class="wrong"\s+id="([^"]+)-wrong">([^<]*)</span>', unescape(page)))


def test_what_is_wrong_is_said_by_the_rules_and_nothing_typed_is_lost(client) -> None:
    answer = client.post(PAGE, data=form(**{"columns-4": "- spoon"}))
    assert answer.status_code == 400
    assert beside(answer.text) == {"columns-4": "There is no item type spoon."}
    assert 'value="- spoon"' in answer.text


def test_all_that_is_wrong_is_said_at_once_each_in_its_place(client) -> None:
    slips = {"queen_vp-2": "many", "worm_number-2": "0", "general_vp-7": "12", "name-3": "{x}"}
    slips |= {"columns-3": "- |", "columns-5": "- ! -", "data_set": "", "worm_tiles": "", "prefix": "1"}
    page = client.post(PAGE, data=form(**slips)).text
    said = beside(page)
    assert said.keys() == slips.keys()
    assert said["queen_vp-2"] == "It is a number, in digits."
    assert said["worm_number-2"] == "It is 1 or more."
    assert said["general_vp-7"] == "It is 9 or less."
    assert said["columns-3"] == "Column 2: nothing stands there."
    assert said["columns-5"].startswith("Column 1, space 2: an item is one word")
    assert "9 fields are to be put right" in page
    assert set(re.findall(r'aria-describedby="([^"]+)-wrong"', page)) == slips.keys()
    assert all(f'value="{text}"' in unescape(page) for text in slips.values())
    assert len(load_game("it-happens").known) == 1


def test_an_empty_form_has_something_to_say_in_every_field_that_is_needed(client) -> None:
    said = beside(client.post(PAGE, data={"prefix": "B"}).text)
    assert not {"prefix", "name-1"} & said.keys()
    assert {"data_set", "columns-1", "queen_vp-12", "worm_number-12"} <= said.keys()
    assert not any("Expected" in each for each in said.values())


def test_items_are_written_as_one_likes(client) -> None:
    forgotten = beside(client.post(PAGE, data=form(items="map 4, key")).text)
    assert forgotten == {"items": "Item 2, count: it is a number, in digits."}
    client.post(PAGE, data=form(items="Map 4, Sneaker 4, KEY 24"))
    assert load_game("it-happens").known[-1].types == ("map", "sneaker", "key")


def test_a_set_is_exported_and_comes_back_as_a_file(client, hub) -> None:
    client.post(PAGE, data=form())
    data = client.get(f"{PAGE}/my-box.json").data
    assert json.loads(data)["data_set"] == "my-box"
    again = json.loads(data) | {"data_set": "other-box"}
    for number, mound in enumerate(again["mounds"], 1):
        mound["id"] = f"X{number:02}"
    sent = {"file": (io.BytesIO(json.dumps(again).encode()), "cards.json")}
    assert client.post(PAGE, data=sent).status_code == 303
    assert client.get(f"{PAGE}/companion-pnp-1.json").status_code == 404


def test_kept_sets_are_there_after_a_restart_and_a_broken_one_is_told(client, hub) -> None:
    client.post(PAGE, data=form())
    folder = hub.store.path.parent
    (folder / "mounds" / "broken.json").write_text("{}")
    take_in(GAME)
    (wrong,) = BoxShelf(folder, SLUG).load()
    assert str(wrong).startswith("The mound cards in broken.json cannot be used")
    assert [each.data_set for each in load_game("it-happens").known] == ["companion-pnp-1", "my-box"]
    tray, *printed = load_layout(SLUG).sheets
    _, *own = load_layout(SLUG, {"mound_data": "my-box"}).sheets
    assert [sheet.markers[0].id for sheet in own] == [sheet.markers[0].id for sheet in printed]
    assert not {sheet.id for sheet in own} & {sheet.id for sheet in (tray, *printed)}
    with pytest.raises(BadData):
        BoxShelf(folder, SLUG).keep((folder / "mounds" / "my-box.json").read_bytes())


@pytest.mark.parametrize("data", [b'{"deep":' + b"[" * 50_000, b" " * (LARGEST_BYTES + 1)])
def test_files_that_cannot_be_read_are_refused_in_a_sentence(client, data: bytes) -> None:
    answer = client.post(PAGE, data={"file": (io.BytesIO(data), "cards.json")})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_numbers_of_thousands_of_digits_are_refused(client) -> None:
    many = "9" * 5000
    assert beside(client.post(PAGE, data=form(worm_tiles=many)).text).keys() == {"worm_tiles"}
    client.post("/new/it-happens", data={"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap"})
    assert client.post("/play/holder", data={"seat": many}).status_code == 400
    assert client.post("/play/act", data={"seq": many}).status_code == 400
    assert client.get(f"/play?see={many}").status_code == 200


def test_a_folder_that_cannot_be_written_is_told_with_a_code(client, hub) -> None:
    (hub.store.path.parent / "mounds").write_text("a file where the folder should be")
    answer = client.post(PAGE, data=form())
    assert answer.status_code == 507
    assert "[store-unwritable]" in answer.text
    assert 'value="my-box"' in answer.text
    assert len(load_game("it-happens").known) == 1


def begun_with(client, name: str) -> None:
    assert asked_for(client, name) == 303


def asked_for(client, name: str) -> int:
    names = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
    return client.post("/new/it-happens", data={**names, "option-mound_data": name}).status_code


def test_cards_may_be_called_as_the_printed_ones_are(client, hub) -> None:
    assert client.post(PAGE, data=form(prefix="M")).status_code == 303
    begun_with(client, "my-box")
    hub.session.act(hub.session.game.parse(0, "first 1"))
    hub.session.act(hub.session.game.parse(0, "reveal M03 M01 M12"))
    assert "M03 (worm number 6, map)" in client.get("/log").text
    printed = client.get("/art/it-happens/sheet/M03.svg").text
    (art,) = set(re.findall(r'href="(/art/it-happens/sheet/M03\.svg[^"]*)"', client.get("/board").text))
    assert client.get(unescape(art)).text != printed


def test_a_slip_is_changed_in_the_form(client, hub) -> None:
    client.post(PAGE, data=form())
    page = client.get(PAGE, query_string={"change": "my-box"}).text
    assert 'name="instead_of" value="my-box"' in page
    assert 'value="- map | - | - sneaker - | worm key | - - - | key"' in page
    changed = form(**{"columns-4": "- map | key", "instead_of": "my-box"})
    assert client.post(PAGE, data=changed).status_code == 303
    (_, kept) = load_game("it-happens").known
    assert kept.mounds[3].columns == ((None, "map"), ("key",))


def test_a_set_gets_another_name_and_the_old_file_is_put_aside(client, hub) -> None:
    client.post(PAGE, data=form())
    assert client.post(PAGE, data=form(data_set="our-box", instead_of="my-box")).status_code == 303
    assert [each.data_set for each in load_game("it-happens").known] == ["companion-pnp-1", "our-box"]
    folder = hub.store.path.parent / "mounds"
    assert {path.name for path in folder.iterdir()} == {"our-box.json", "my-box.json.removed"}
    take_in(GAME)
    assert BoxShelf(folder.parent, SLUG).load() == []
    assert [each.data_set for each in load_game("it-happens").known] == ["companion-pnp-1", "our-box"]


def test_a_change_that_is_wrong_changes_nothing(client) -> None:
    client.post(PAGE, data=form())
    answer = client.post(PAGE, data=form(**{"columns-4": "- spoon", "instead_of": "my-box"}))
    assert answer.status_code == 400
    assert 'name="instead_of" value="my-box"' in answer.text
    assert load_game("it-happens").known[-1].mounds[3].columns[0] == (None, "map")


def test_enter_in_a_field_keeps_the_cards_and_removes_no_set(client) -> None:
    """It presses the first button of the field's form; a button may name another form than that around it."""
    client.post(PAGE, data=form())
    page = client.get(PAGE).text
    removing = re.findall(
        r'<button type="submit"\s+class="plain"\s+form="(remove-\d+)">Remove</button>', page
    )
    assert removing
    for other in removing:
        assert re.search(rf'<form id="{other}"\s+method="post"\s+action="[^"]+/my-box/remove">', page)
    own = [
        button
        for button in re.findall(r"<button[^>]*>[^<]*", page)
        if "form=" not in button and "language" not in button
    ]
    assert "Keep these cards" in own[-1]
    assert not any("Remove" in button for button in own)
    assert "formaction" not in page


def test_a_set_is_removed(client) -> None:
    client.post(PAGE, data=form())
    assert client.post(f"{PAGE}/my-box/remove").status_code == 303
    assert [each.data_set for each in load_game("it-happens").known] == ["companion-pnp-1"]
    assert client.post(f"{PAGE}/my-box/remove").status_code == 404
    assert client.post(f"{PAGE}/companion-pnp-1/remove").status_code == 404


def test_cards_of_a_kept_game_stay_as_they_are(client) -> None:
    client.post(PAGE, data=form())
    begun_with(client, "my-box")
    for answer in (
        client.post(f"{PAGE}/my-box/remove"),
        client.get(PAGE, query_string={"change": "my-box"}),
        client.post(PAGE, data=form(instead_of="my-box", data_set="our-box")),
    ):
        assert answer.status_code == 409
        assert "the game of Anna and Ben is kept" in answer.text
    assert load_game("it-happens").known[-1].data_set == "my-box"


@pytest.mark.parametrize("change", ["remove", "keep"])
def test_no_game_begins_with_cards_that_are_taken_away_at_the_same_moment(
    client, hub, monkeypatch, change
) -> None:
    client.post(PAGE, data=form())
    phone, answers = client.application.test_client(), []
    beginning = threading.Thread(target=lambda: answers.append(asked_for(phone, "my-box")))
    taken_away = getattr(BoxShelf, change)

    def late(*args):
        beginning.start()
        beginning.join(0.3)  # nothing needed the cards when that was asked
        return taken_away(*args)

    monkeypatch.setattr(BoxShelf, change, late)
    path, data = (f"{PAGE}/my-box/remove", {}) if change == "remove" else (PAGE, form(data_set="our-box"))
    assert client.post(path, data=data | {"instead_of": "my-box"}).status_code == 303
    beginning.join()
    assert answers == [400]
    assert hub.store.sessions() == []


def test_a_card_is_called_by_the_name_that_its_owner_gives_it(client, hub) -> None:
    client.post(PAGE, data=form(**{"name-3": "The <old> oak"}))
    assert 'value="The &lt;old&gt; oak"' in client.get(PAGE, query_string={"change": "my-box"}).text
    begun_with(client, "my-box")
    for by, text in ((0, "first 1"), (0, "reveal B03 B01 B12"), (1, "roll Y"), (0, "roll Y 4")):
        hub.session.act(hub.session.game.parse(by, text))
    client.post("/play/holder", data={"seat": 1})
    page = client.get("/play").text
    assert "On The &lt;old&gt; oak column 1, B01 (worm number 6, map) column 1 or B12" in page
    (art,) = set(re.findall(r'href="(/art/it-happens/sheet/B03\.svg[^"]*)"', page))
    assert "<title>The &lt;old&gt; oak</title>" in client.get(unescape(art)).text


def test_a_set_that_says_more_than_the_form_is_changed_as_a_file(client) -> None:
    client.post(PAGE, data=form())
    named = json.loads(client.get(f"{PAGE}/my-box.json").data) | {"data_set": "named"}
    for number, mound in enumerate(named["mounds"], 1):
        mound |= {"id": f"N{number}x"}
    client.post(PAGE, data={"file": (io.BytesIO(json.dumps(named).encode()), "cards.json")})
    assert f"{PAGE}?change=my-box" in client.get(PAGE).text
    assert f"{PAGE}?change=named" not in client.get(PAGE).text
    assert client.get(PAGE, query_string={"change": "named"}).status_code == 400
