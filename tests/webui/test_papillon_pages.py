"""Papillon on the pages: the garden grows, tiles are laid by tapping, open ends are told."""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace
from phones import phone_at

from companion.games.papillon.rules.data.board import SPACES
from companion.games.papillon.rules.sentences.words import COLOUR_NAMES
from companion.layouts import grown, load_layout
from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.simulation.bots import bots
from webui.choices.board import draw_boards
from webui.choices.spelling import TOLD_BY_LOOKS

GAME = "papillon"


@pytest.fixture
def played(hub):
    """Put a game on the table that bots have played up to a phase of a round."""

    def played_(phase: str, round_: int = 1, seats: int = 3, **options: str):
        names = ["Anna", "Ben", "Carla", "Dan"][:seats]
        session = hub.store.new_session(GAME, names, options, Settings(otherwise="tap"))
        hub.open(session)
        rng, players = random.Random(4), bots(seats, 4)
        while (session.state.phase, session.state.round) != (phase, round_):
            state = session.state
            seat = next((actor for actor in state.actors if actor != CHANCE), None)
            action = players[seat].choose(state) if seat else rng.choice([a for a, _ in state.odds()])
            session.act(action, "bot")
        return session

    return played_


def buttons(page: str) -> list[str]:
    return re.findall(r'name="text"\s+value="([^"]*)"', page)


def laid(session, seat: int):
    """A tile of the hand, and a cell on which it fits in several ways."""
    lays = [each for each in session.state.legal(seat) if str(each).startswith("lay")]
    first = lays[0]
    same = [each for each in lays if each.tile == first.tile and each.spot[:2] == first.spot[:2]]
    return first, same


def test_the_table_under_a_garden_grows_with_it(played) -> None:
    state = played("GARDEN", 2).state
    layout = grown(load_layout(GAME), state.lying())
    sheet = layout.sheet("garden-1")
    cells = {cell.id for cell in sheet.zone("garden-1").cells}
    assert {f"{tile.x},{tile.y}" for tile in state.garden[0]} < cells
    for tile in state.garden[0]:
        assert {f"{tile.x + 1},{tile.y}", f"{tile.x},{tile.y - 1}"} <= cells
    for zone in sheet.zones:
        for cell in zone.cells:
            assert all(0 <= x <= sheet.size_mm[0] and 0 <= y <= sheet.size_mm[1] for x, y in cell.outline_mm)
    larger = replace(state.garden[0][0], x=-5, y=4, tile="T93")
    wider = replace(state, garden=((*state.garden[0], larger), *state.garden[1:]))
    assert grown(load_layout(GAME), wider.lying()).sheet("garden-1").size_mm > sheet.size_mm


def test_a_tile_is_laid_by_tapping_it_and_its_place(client, played) -> None:
    session = played("GARDEN", 2)
    first, same = laid(session, 1)
    held = session.state.hand[0].index(first.tile) + 1
    page = client.get(f"/play?pick=hand-1/{held}").text
    assert f'data-where="garden-1/{first.spot.x},{first.spot.y}"' in page
    chosen = client.get(f"/play?pick=hand-1/{held}+garden-1/{first.spot.x},{first.spot.y}").text
    assert [text for text in buttons(chosen) if text != "done"] == [str(each) for each in same]
    if len(same) > 1:
        assert all(f'data-kind="{each.tile}-{each.spot.rotation}"' in chosen for each in same)
    answer = client.post("/play/act", data={"seq": session.seq, "by": 1, "text": str(first)})
    assert answer.status_code == 303
    assert first.tile in {tile.tile for tile in session.state.garden[0]}


def test_the_garden_comes_first_while_all_lay_their_tiles(client, played) -> None:
    session = played("GARDEN", 2)
    page = client.get("/play").text
    order = re.findall(r'aria-label="(Papillon: [^"]*)"', page)
    assert order[0] == "Papillon: garden (Anna)"
    assert order[1] == "Papillon: the board"
    assert len(order) == 10
    assert all(f'data-kind="{tile.tile}-{tile.rot}"' in page for tile in session.state.garden[0])
    other = client.get("/play?see=2").text
    assert all(f'data-kind="{tile.tile}-{tile.rot}"' in other for tile in session.state.garden[1])


def test_whose_tiles_are_to_be_laid_is_told_where_all_lay_on_one_phone(client, played) -> None:
    played("GARDEN", 2)
    page = client.get("/play").text
    chips = re.findall(r"Lay for (\w+)</a>", page)
    assert chips == ["Anna", "Ben", "Carla"]
    assert "Lay</a>" not in page


def until_a_gnome_is_to_be_placed(session) -> None:
    """Play on at random; a gnome is placed while tiles are laid."""
    rng, state = random.Random(4), session.state
    while "post" not in {str(each).split()[0] for actor in state.actors for each in state.legal(actor)}:
        session.act(rng.choice(list(state.legal(rng.choice(state.actors)))), "bot")
        state = session.state


@pytest.mark.parametrize(
    ("phase", "said"), [("DRAFT", "Take a row or a column"), ("FLY", "Send a butterfly")]
)
def test_what_is_to_be_tapped_is_called_as_players_call_it(client, played, phase: str, said: str) -> None:
    played(phase, 2)
    assert f"<b>{said}</b>: tap the outlined space you want" in client.get("/play").text


def test_a_gnome_is_placed_and_not_posted(client, played) -> None:
    session = played("GARDEN", 1, seats=2, expert="on")
    until_a_gnome_is_to_be_placed(session)
    page = client.get("/play").text
    assert "Place the gnome for " in page
    assert "Post for" not in page


def test_a_button_that_lays_a_tile_is_short(client, played) -> None:
    session = played("GARDEN", 2)
    for each in session.state.legal(1):
        assert len(session.game.tell(each).said_to(1).render({1: "Anna"})) <= 48


def test_who_is_done_is_asked_to_say_so_and_not_to_take_a_tile_up_again(hub, played) -> None:
    session = played("GARDEN", 1, seats=2)
    while session.state.prompts()[1].asks != "done":
        legal = list(session.state.legal(1))
        session.act(next(each for each in legal if str(each).startswith("lay")))
    assert any(str(each).startswith("lift") for each in session.state.legal(1)), "that is possible, too"
    dock = phone_at(hub, 1).get("/play").text.split('id="dock"')[1].split('id="tools"')[0]
    assert re.findall(r'class="primary"[^>]*value="([^"]*)"', re.sub(r"\s+", " ", dock)) == ["done"]
    assert "tap the outlined space" not in dock


def test_while_a_tile_is_to_be_laid_no_button_that_lifts_one_stands_out(hub, played) -> None:
    session = played("GARDEN", 1, seats=2)
    while not any(str(each).startswith("lift") for each in session.state.legal(1)):
        session.act(next(each for each in session.state.legal(1) if str(each).startswith("lay")))
    assert "still fits" in session.state.prompts()[1].message.text
    dock = phone_at(hub, 1).get("/play").text.split('id="dock"')[1].split('id="tools"')[0]
    buttons = re.findall(r'class="(primary|plain)" name="text" value="lift', re.sub(r"\s+", " ", dock))
    assert buttons == ["plain"]


def test_open_ends_are_told_and_lit(client, played) -> None:
    played("GARDEN", 2)
    page = client.get("/play").text
    assert "What closing a patch brings" in page
    assert re.search(r"at T\d\d, \d open ends?: (butterfly|patch|nothing)", page)
    lights = [each for each in re.findall(r'href="([^"]*light=[^"]*)"', page) if "garden-" in each]
    lit = client.get(lights[0].replace("&amp;", "&")).text
    assert re.search(r'class="cell [^"]*lit[^"]*"\s+data-where="garden-1/', lit)


@pytest.mark.parametrize("phase", ["BID", "DRAFT", "FLY", "FILL", "GNOME"])
def test_every_phase_is_played_by_tapping(client, played, phase) -> None:
    state = played(phase, 2).state
    actor = state.actors[0]
    page = client.get("/play").text
    cells = {where for action in state.legal(actor) for where in state.places(action)}
    shown = set(re.findall(r'data-where="([^"]*)"', page))
    assert cells <= shown
    if phase == "GNOME":
        words = {str(action).split()[1] for action in state.legal(actor)}
        assert all(word in page for word in words)


def spelled(page: str) -> list[str]:
    """What each chip of the question says next."""
    dock = page.split('id="dock"')[1].split('id="side"')[0]
    queries = (
        urlsplit(unescape(href)).query
        for href in re.findall(r'class="chip"\s+data-swap\s+href="([^"]*)"', dock)
    )
    return [said[0] for query in queries if (said := parse_qs(query).get("spell"))]


@pytest.mark.parametrize("phase", ["FILL", "RESERVE"])
def test_a_drawn_tile_is_told_by_the_colours_of_its_sides(client, played, phase) -> None:
    """No list of 94 tiles is ever shown; each can still be reached, and few are shown as pictures."""
    session = played(phase, 1, seats=4)
    reached: set[str] = set()
    open_ = [""]
    while open_:
        page = client.get("/play", query_string={"spell": open_.pop()}).text
        chips = spelled(page)
        said = [chip.split()[-1] for chip in chips]
        assert len(said) <= TOLD_BY_LOOKS
        if chips and chips[0].split()[-1] in COLOUR_NAMES.values():
            assert re.search(r"What is at its (top|right|bottom|left)\?", page)
            open_ += chips
        elif chips:
            tiles = [word.rpartition("=")[2] for word in said]
            assert all(f'data-kind="{tile}"' in page for tile in tiles), tiles
            reached.update(tiles)
        else:
            reached.update(text.split()[-1].rpartition("=")[2] for text in buttons(page))
    assert reached == set(session.state.pool)


def test_a_tile_that_was_found_by_its_sides_is_taken_down(client, played) -> None:
    session = played("FILL", 1, seats=2)
    sides = [COLOUR_NAMES[side] for side in session.state.box.tiles["T41"].sides]
    path = next(
        path
        for path in (" ".join(sides[:count]) for count in range(1, 5))
        if f"{path} A1=T41" in spelled(client.get("/play", query_string={"spell": path}).text)
    )
    assert len(path.split()) <= 2, "one or two colours lead to pictures"
    page = client.get("/play", query_string={"spell": f"{path} A1=T41"}).text
    assert "fill A1=T41" in buttons(page)
    client.post("/play/act", data={"seq": session.seq, "by": CHANCE, "text": "fill A1=T41"})
    assert session.state.board[0] == "T41"


def test_a_bid_and_a_line_are_tapped_on_the_board(client, played) -> None:
    session = played("BID", 1)
    seat = session.state.actors[0]
    assert buttons(client.get("/play?pick=bids/3").text) == ["bid 3"]
    client.post("/play/act", data={"seq": session.seq, "by": seat, "text": "bid 3"})
    assert session.state.bid_num[2] == seat
    played("DRAFT", 1)
    both = buttons(client.get("/play?pick=staircase/A4").text)
    assert set(both) == {"draft 4", "draft A"}
    assert buttons(client.get("/play?pick=staircase/A1+staircase/B1").text) == ["draft 1"]
    assert buttons(client.get("/play?pick=staircase/B1+staircase/D1").text) == ["draft 1"]


@pytest.mark.whole
def test_the_score_sheet_lights_cards_and_gardens_up(client, played) -> None:
    session = played("OVER", 8)
    lines = [line for lines in session.state.sheet().lines.values() for line in lines]
    layout = grown(load_layout(GAME), session.state.lying())
    cells = {f"{zone.id}/{cell.id}" for _, zone in layout.zones() for cell in zone.cells}
    assert all(where in cells for line in lines for where in line.where)
    assert client.get("/play").status_code == client.get("/board").status_code == 200


def test_a_new_game_is_begun_with_its_options(client, hub) -> None:
    page = client.get(f"/new/{GAME}").text
    assert "Expert Gnomes" in page
    answer = client.post(
        "/new/papillon",
        data={
            "seats": "2",
            "name-1": "Anna",
            "name-2": "Ben",
            "option-expert": "on",
            "option-draws": ["tiles", "gnomes"],
            "chance": "tap",
        },
    )
    assert answer.status_code == 303, answer.text
    assert hub.session.state.table.expert
    resolver = hub.session.settings.resolver
    assert [resolver(word) for word in ("fill", "reserve", "gnome", "pair", "order")] == [
        *["software"] * 3,
        *["tap"] * 2,
    ]


def test_two_players_see_four_cards(played) -> None:
    state = played("DRAFT", 1, seats=2).state
    boards = draw_boards(grown(load_layout(GAME), state.lying()), state.lying(), seat=1)
    assert [board.sheet for board in boards] == ["board", "garden-1", "FR1", "FB1", "FY1", "FP1"]


def answer_anew(client, session, chance: str) -> None:
    client.post("/play/settings", data={"chance": chance, "seq": session.seq})


@pytest.mark.parametrize(("first", "other"), [("tap", "software"), ("software", "tap")])
def test_who_draws_the_tiles_may_be_answered_anew_at_any_time(client, hub, first: str, other: str) -> None:
    """What lies in the bag the record knows, whoever draws: a tile that the program names is taken out."""
    client.post("/new/papillon", data={"seats": "2", "chance": first})
    session = hub.session
    while not any(entry.text.startswith("fill") for entry in session.line):
        session.draw()
    answer_anew(client, session, other)
    resolver = session.settings.resolver
    assert [resolver(kind) for kind in ("fill", "reserve", "gnome")] == [other] * 3
    answer_anew(client, session, first)
    assert {session.settings.resolver(kind) for kind in ("fill", "reserve", "gnome")} == {first}


@pytest.mark.parametrize("phase", ["FILL", "RESERVE", "GNOME"])
def test_the_program_may_draw_wherever_chance_decides(client, played, phase: str) -> None:
    session = played(phase, 1, seats=4)
    assert "Let the program draw" in client.get("/play").text
    left = len(session.state.pool)
    client.post("/play/draw", data={"seq": session.seq})
    assert session.line[-1].source == "software"
    assert len(session.state.pool) == left - (phase != "GNOME")


def test_the_program_draws_the_rest_of_the_staircase_with_one_tap(client, played) -> None:
    session = played("FILL", 1, seats=2)
    client.post("/play/draw", data={"seq": session.seq})
    page = client.get("/play").text
    assert "Draw the rest, too" in page
    client.post("/play/draw", data={"seq": session.seq, "on": "yes"})
    assert session.state.phase == "GNOME"
    assert all(session.state.board[SPACES.index(space)] for space in session.state.spaces)
    drawn = [entry for entry in session.line if entry.text.startswith("fill")]
    assert all(entry.source == "software" for entry in drawn)
    assert "Draw the rest, too" not in client.get("/play").text


def test_what_the_program_draws_is_told_with_what_hands_do_besides(client, hub) -> None:
    client.post("/new/papillon", data={"seats": "2", "chance": "software"})
    page = client.get("/play").text
    for line in (
        "Put each flower on a planter, one bonus token on each.",
        "Place 8 gnomes face down on the round track.",
        "Lay out what the program has drawn, as shown.",
    ):
        assert page.count(line) == 1
    session = hub.session
    session.act(next(session.state.legal(session.state.actors[0])))
    assert "Lay out what" not in client.get("/play").text


def test_where_the_ends_of_lines_are_shared_the_list_has_the_lines(client, played) -> None:
    session = played("DRAFT", seats=2)
    listed = client.get("/play").text.split('class="offers many listed"')[1].split("</div>")[0]
    lines = [str(action) for action in session.state.legal(session.state.actors[0])]
    assert sorted(buttons(listed)) == sorted(lines)
