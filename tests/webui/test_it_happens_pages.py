"""It Happens on the pages: cards in play, a shared phone, and tiles that lie face down."""

from __future__ import annotations

import random
import re

import pytest
from msgspec.structs import replace
from phones import phone_at
from web_tables import begin

from companion.record.events import Settings
from companion.rules.game import CHANCE
from webui import Hub

NAMES = {"seats": "3", "name-1": "Anna", "name-2": "Ben", "name-3": "Cleo", "chance": "tap"}
REVEALED = ("first 1", "reveal M08 M03 M01")


@pytest.fixture
def table(hub: Hub):
    session = hub.store.new_session("it-happens", ["Anna", "Ben", "Cleo"], settings=Settings(otherwise="tap"))
    hub.open(session)
    return session


def deal(session, *texts):
    for text in texts:
        session.act(session.game.parse(CHANCE, text))


def hold(client, seat: int):
    return client.post("/play/holder", data={"seat": seat})


def buttons(page: str) -> list[str]:
    return re.findall(r'name="text"\s+value="([^"]*)"', page)


def test_a_new_game_asks_for_colours_by_seat_and_names_its_sources(client, hub) -> None:
    answer = client.post(
        "/new/it-happens",
        data={**NAMES, "colours-1": "blue", "colours-2": "white", "colours-3": "red"}
        | {"option-mound_source": "software", "option-start_player": "random"},
    )
    assert answer.status_code == 303
    started = hub.session.timeline.started
    assert started.options["colours"] == "blue,white,red,yellow,green"
    assert hub.session.settings.chance == {"first": "software", "reveal": "software"}
    assert hub.session.state.slots  # drawn by the program, both


def test_a_phone_of_all_seats_offers_what_hangs_on_nothing_hidden(client, table) -> None:
    page = client.get("/play").text
    assert buttons(page) == ["first 1", "first 2", "first 3"]
    assert page.index('name="text"') < page.index("Who holds this phone?")
    assert "Closer" not in page  # there is no board yet
    assert 'class="primary"' not in page[page.index("Who holds this phone?") :].partition("</section>")[0]
    client.post("/play/act", data={"seq": table.seq, "by": CHANCE, "text": "first 2"})
    assert "Reveal: " in client.get("/play").text
    deal(table, *REVEALED[1:], "roll 4")
    page = client.get("/play").text
    assert "Closer" not in page, "cards are always shown whole"
    offered = re.findall(r">(Column [^<]*)</a>", page)
    assert len(offered) == len(set(offered)) == 3
    assert "Column 1, space 1 of Sneaker Stack" in offered
    assert {"reroll", "pass"} <= set(buttons(page))
    assert buttons(client.get("/play?pick=M03/C1.1").text)[0] == "place M03"
    answer = client.post("/play/act", data={"seq": table.seq, "by": 2, "text": "place M03"})
    assert answer.status_code == 303
    assert table.line[-1].text == "place M03"
    assert "Undo for Ben" in client.get("/play").text
    assert hold(client, 2).status_code == 303
    assert "Hand the phone on" in client.get("/play").text


def test_a_shared_phone_that_is_held_lets_its_holder_act(client, table) -> None:
    assert hold(client, 2).status_code == 303
    assert set(buttons(client.get("/play").text)) == {"first 1", "first 2", "first 3"}
    assert hold(client, 9).status_code == 400


@pytest.mark.parametrize("otherwise", ["tap", "software"])
def test_a_tile_is_taken_and_then_the_phone_is_given_on(client, table, otherwise) -> None:
    """A tile is taken by hand alone: no tap says so, and the phone has to go on all the same."""
    deal(table, *REVEALED)
    found = table.state.found
    while found is None or not found.taken or table.state.awards:
        actor = table.state.actors[0]
        table.act(next(iter(table.state.legal(actor))))
        found = table.state.found
    client.post("/play/settings", data={"seq": table.seq, "chance": otherwise})
    following = table.names[table.state.active_seat]
    hold(client, found.by)
    page = client.get("/play").text
    assert f"Take a {found.what} tile, then give the phone to {following}." in page
    dock = page[page.index('id="dock"') :]
    assert re.search(rf'class="primary"[^>]*>Give the phone to {following}<', dock)
    hold(client, table.state.active_seat)
    hold(client, table.state.active_seat)
    assert "Give the phone to" not in client.get("/play").text, "now it is with whoever is to roll"


def test_the_three_cards_of_a_round_are_named_one_after_the_other(client, table) -> None:
    deal(table, "first 1")
    hold(client, 1)
    page = client.get("/play").text
    assert page.count('class="chip"') >= 12
    assert buttons(page) == []
    assert "Reveal: <b>tap one of these</b>" in page
    page = client.get("/play?spell=M08+M03").text
    assert "Reveal: <b>Lost Key Ridge, Sneaker Stack</b>" in page
    named = client.get("/play?spell=M08+M03+M01").text
    assert buttons(named) == ["reveal M08 M03 M01"]
    assert "Reveal: <b>Lost Key Ridge, Sneaker Stack, Pebble Knoll</b>" in named
    cleared = re.search(r'href="([^"]*)">Clear<', named)
    assert cleared, "a wrong last tap can be taken back until it is done"
    assert "Reveal: <b>tap one of these</b>" in client.get(cleared.group(1)).text
    client.post("/play/act", data={"seq": table.seq, "by": CHANCE, "text": "reveal M08 M03 M01"})
    assert ">Clear<" not in client.get("/play?spell=M08+M03+M01").text


def test_the_cards_in_play_are_shown_as_they_lie_and_a_die_is_put_where_it_may_go(client, table) -> None:
    deal(table, *REVEALED, "roll 4")
    hold(client, 1)
    page = client.get("/play").text
    assert re.findall(r"/art/it-happens/sheet/(\w+)\.svg", page) == ["M08", "M03", "M01"]
    for mound in ("M08", "M03", "M01"):
        assert f'data-where="{mound}/C1.1"' in page
    assert "place M03" in buttons(client.get("/play?pick=M03/C1.1").text)
    assert "reroll" in buttons(page)


def test_a_line_of_the_score_sheet_shows_its_dice_on_the_board(client, table) -> None:
    deal(table, *REVEALED, "roll 4")
    table.act(table.game.parse(1, "place M03"))
    page = client.get("/play?light=M03/C1.1").text
    assert re.search(r'class="cell[^"]*lit"[^>]*data-where="M03/C1.1"', page)
    assert "light=M03/C1.1" in client.get("/play").text


def finished_round(session) -> None:
    """Play until tiles have been won."""
    rng = random.Random(5)
    deal(session, *REVEALED)
    while not any(session.state.queens):
        actor = session.state.actors[0]
        session.act(rng.choice(list(session.state.legal(actor))))


def test_tiles_that_lie_face_down_are_shown_to_their_owner_alone(hub, table) -> None:
    finished_round(table)
    won = next(seat for seat in (1, 2, 3) if table.state.queens[seat - 1])
    other = won % 3 + 1
    values = " + ".join(map(str, table.state.queens[won - 1]))
    number = len(table.state.queens[won - 1])
    pages = {}
    for seat in (won, other, 0):
        phone = phone_at(hub)
        if seat:
            hold(phone, seat)
        pages[seat] = [phone.get(path).text for path in ("/play", "/board", "/result", "/log/correct/0")]
    assert f"Queens: {values}" in pages[won][0]
    for seat in (other, 0):
        for page in pages[seat]:
            if "Queens" in page and seat == 0:
                assert f"Queens: {number} face down" in page
    sheet = table.state.seen_by(other).sheet().lines[won]
    assert any("face down" in line.message.text for line in sheet)
    assert f"Queens: {number} face down" in pages[other][0]
    # The points of a correction are those that this phone may know, too.
    total = table.state.sheet().totals()[won]
    preview = phone_at(hub).get("/log/correct/0?by=0&text=first 2").text
    assert f"<td>{total}</td>" not in preview


@pytest.mark.whole
def test_a_game_is_tapped_to_its_end_on_one_phone(client, table) -> None:
    rng = random.Random(1)
    while table.state.actors:
        seats = [actor for actor in table.state.actors if actor != CHANCE]
        for _ in ("is given", "has it"):
            hold(client, seats[0] if seats else 1)
        actor = table.state.actors[0]
        action = rng.choice(list(table.state.legal(actor)))
        data = {"seq": table.seq, "by": action.by, "text": str(action)}
        assert client.post("/play/act", data=data).status_code == 303
    page = client.get("/result").text
    for seat, points in table.state.sheet().totals().items():
        assert f"{points}" in page, seat
    assert "face down" not in page


def test_cards_are_laid_on_the_simulated_table_and_taken_away(client, watched, simulation) -> None:
    session = watched.store.new_session("it-happens", ["Anna", "Ben"], settings=Settings())
    watched.open(session)
    simulation.lying.clear()
    page = client.get("/sim").text
    assert page.count('name="sheet"') == 12
    assert client.post("/sim/sheet", data={"sheet": "M03", "on": "yes"}).status_code == 303
    assert client.post("/sim/sheet", data={"sheet": "M03", "on": "no"}).status_code == 303
    assert simulation.calls[-2:] == [("bring", "M03"), ("take", "M03")]


def test_caterpillar_filler_hides_nothing_and_asks_nobody_who_holds_the_phone(client, hub) -> None:
    begin(hub)
    assert "holds this phone" not in client.get("/play").text


def test_a_phone_on_which_somebody_sits_is_not_handed_on(client, table) -> None:
    token = client.application.extensions["hub"].token
    client.post(f"/j/{token}", data={"seat": 1})
    assert hold(client, 2).status_code == 403
    assert 'action="/play/holder"' not in client.get("/play").text


def test_who_finds_out_chance_is_known_again_after_the_program_drew_for_a_while(client, hub) -> None:
    client.post("/new/it-happens", data={**NAMES, "option-mound_source": "software"})
    before = hub.session.settings
    assert before.chance["reveal"] == "software"
    for chance in ("software", before.otherwise):
        client.post("/play/settings", data={"chance": chance, "seq": hub.session.seq})
    assert hub.session.settings == replace(before, camera=False)


def test_a_table_shuffles_mounds_itself_while_the_program_rolls(client, hub) -> None:
    shuffled = {**NAMES, "chance": "software", "by-hand": "mound_source.software"}
    client.post("/new/it-happens", data=shuffled)
    session = hub.session
    assert (session.settings.otherwise, session.settings.chance) == ("software", {"reveal": "camera"})
    assert session.state.round == 0, "who begins is drawn, the mounds are waited for"
    assert "lay out three new mounds" in client.get("/play").text
    client.post("/play/settings", data={"chance": "software", "seq": session.seq})
    assert session.settings.resolver("reveal") == "tap", "it stays so"
    deal(session, *REVEALED[1:])
    assert session.call == "roll"


@pytest.mark.parametrize("slug", ["it-happens", "papillon", "octopus-garden"])
def test_who_rolls_and_draws_can_be_answered_anew_where_the_program_did_it_all(client, hub, slug) -> None:
    client.post(f"/new/{slug}", data={**NAMES, "chance": "software"})
    session = hub.session
    for chance, by in (("tap", {"tap"}), ("camera", {"camera", "tap"}), ("software", {"software"})):
        client.post("/play/settings", data={"chance": chance, "camera": "on", "seq": session.seq})
        kinds = set(session.game.sources(session.timeline.started.options)) - {"fill", "reserve"}
        assert {session.settings.resolver(kind) for kind in kinds} <= by


def test_where_the_program_does_it_all_it_says_what_to_lay_out(client, hub) -> None:
    client.post("/new/it-happens", data={**NAMES, "chance": "software"})
    assert hub.session.settings.chance == {}
    for page in ("/play", "/board"):
        text = client.get(page).text
        assert "ay out these three mounds" in text
        told = re.search(r"Drawn, to lay out: ([^<]*)", text)[1]
        assert told.count(" on the table") == 3


def test_the_program_rolls_when_it_is_told_to_where_the_turn_may_be_passed_instead(client, hub) -> None:
    options = {"option-dice_source": "software", "option-pass_timing": "before_roll"}
    client.post("/new/it-happens", data={**NAMES, **options})
    session = hub.session
    deal(session, *REVEALED)
    assert (session.state.phase, session.call) == ("CHOOSE", "roll")
    page = client.get("/play").text
    assert buttons(page) == ["pass"]
    assert 'class="primary">Roll</button>' in page
    assert "The program draws …" not in page
    other = phone_at(hub)
    hold(other, 2)
    assert "Roll</button>" not in other.get("/play").text
    assert other.post("/play/draw", data={"seq": session.seq}).status_code == 403
    client.post("/play/act", data={"seq": session.seq, "by": 1, "text": "pass"})
    assert (session.state.phase, session.state.active_seat) == ("CHOOSE", 2)
    client.post("/play/draw", data={"seq": session.seq})
    assert (session.state.phase, session.line[-1].source) == ("ROLLED", "software")


def test_the_program_rolls_by_itself_where_nothing_else_can_be_done(client, hub) -> None:
    options = {"option-dice_source": "software", "option-pass_timing": "after_roll"}
    client.post("/new/it-happens", data={**NAMES, **options})
    deal(hub.session, *REVEALED)
    assert hub.session.state.phase == "ROLLED"
    hub.session.act(hub.session.game.parse(1, "reroll"))
    assert [entry.source for entry in hub.session.line[-2:]] == ["tap", "software"]


def play_on(table, until) -> None:
    chance = random.Random(3)
    while not until(table.state):
        table.act(chance.choice(list(table.state.legal(table.state.actors[0]))))


def headlines_and_lines(page: str) -> tuple[list[str], list[str]]:
    """What stands large on a page, and what has happened before it."""
    large = re.findall(r"<h1[^>]*>(.*?)</h1>", page)
    return large, re.findall(r'class="told-before">(.*?)</p>', page)


@pytest.mark.parametrize("address", ["/play", "/board"])
def test_large_letters_say_who_has_won_and_what_was_paid_comes_after(client, table, address) -> None:
    play_on(table, lambda state: state.outcome is not None)
    large, lines = headlines_and_lines(client.get(address).text)
    assert large == [table.state.outcome.message.render(table.names)]
    assert [line.partition(":")[0] for line in lines[-3:]] == [
        table.state.called(mound) for mound in table.state.slots
    ]


def scored(page: str) -> list[tuple[str, int]]:
    """Whose scores a page lists, in its order, and their points."""
    found = re.findall(r'class="score">.*?class="who">([^<]*)<.*?class="points">([^<]*)<', page, re.DOTALL)
    return [(name, int(points)) for name, points in found]


def test_the_sheet_lists_who_has_won_first(client, table) -> None:
    assert [name for name, _ in scored(client.get("/result").text)] == ["Anna", "Ben", "Cleo"]
    play_on(table, lambda state: state.outcome is not None)
    by_seat = [(table.names[seat], points) for seat, points in table.state.sheet().totals().items()]
    listed = scored(client.get("/result").text)
    assert listed == sorted(by_seat, key=lambda one: -one[1]) != by_seat


def test_the_imaginary_player_has_a_score_of_its_own(client, hub) -> None:
    session = hub.store.new_session("it-happens", ["Anna", "Ben"], settings=Settings(otherwise="tap"))
    hub.open(session)
    name = str(session.state.sheet().others[0].name)
    for address in ("/play", "/result"):
        page = client.get(address).text
        assert [who for who, _ in scored(page)] == ["Anna", "Ben", name]
        assert page.count("imaginary") == 1
    board = client.get("/board").text
    assert name in board
    assert CHANCE in session.state.actors  # whose number is that of no seat
    assert 'class="standing acting"' not in board


@pytest.mark.parametrize("address", ["/play", "/board"])
def test_large_letters_say_what_to_do_after_a_round(client, table, address) -> None:
    play_on(table, lambda state: state.phase == "REVEAL" and state.round == 1)
    large, lines = headlines_and_lines(client.get(address).text)
    assert large == ["Everybody: take your dice off the mounds. Then lay out three new mounds."]
    assert [line.partition(":")[0] for line in lines[-4:-1]] == [
        table.state.called(mound) for mound in table.state.slots
    ]
