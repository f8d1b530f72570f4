"""Filler (tiles) on the pages: boards smaller than the mat, the pie, and the end."""

from __future__ import annotations

import re

import pytest

from companion.layouts import load_layout
from companion.record.events import Settings
from companion.rules.game import CHANCE
from webui.choices.board import draw_boards, part_in_play
from webui.views.table import sheet_view

GAME = "filler-tiles"


@pytest.fixture
def begin(hub):
    """Put a new game on the table, and play some actions of it."""

    def begin_(*lines: str, **options: str):
        session = hub.store.new_session(GAME, ["Anna", "Ben"], options, Settings(otherwise="tap"))
        hub.open(session)
        for line in lines:
            by, _, text = line.partition(" ")
            session.act(session.game.parse(int(by), text))
        return session

    return begin_


def buttons(page: str) -> list[str]:
    return re.findall(r'name="text"\s+value="([^"]*)"', page)


def box(board) -> list[float]:
    return [float(number) for number in board.box.split()]


def test_only_the_board_in_play_is_shown_and_the_rest_is_veiled(begin) -> None:
    layout = load_layout(GAME)
    small = begin(rows="5", cols="7").state
    (board,) = draw_boards(layout, small.lying(), part=part_in_play(small))
    left, top, width, height = box(board)
    inside = {cell.id: cell.centre_mm for cell in layout.sheet("mat").zone("board").cells}
    for square, (x, y) in inside.items():
        shown = left < x < left + width and top < y < top + height
        assert shown == small.board.has(square), square
    assert board.veil.count("M") == 144 - 35
    large = begin(rows="12", cols="12").state
    assert draw_boards(layout, large.lying(), part=part_in_play(large))[0].veil == ""


def test_the_log_page_tells_under_an_action_what_followed(client, begin) -> None:
    begin("1 s:A1", "2 s:D4")
    found = re.findall(r"<span>([^<]*)<small>([^<]*)</small>", client.get("/log").text)
    assert [(" ".join(said.split()), followed) for said, followed in found] == [
        ("Ben puts a first tile on D4.", "Points: Ben 1 (+1)."),
        ("Anna puts a first tile on A1.", "Points: Anna 1 (+1)."),
    ]


@pytest.mark.parametrize("path", ["/play", "/board", "/log/correct/0"])
def test_every_page_veils_what_is_not_in_play(client, begin, path) -> None:
    begin("1 s:A1", rows="4", cols="4")
    assert 'class="veil"' in client.get(path).text


def test_a_square_is_tapped_and_says_what_placing_there_is(client, begin) -> None:
    begin("1 s:B2", "2 s:D4", rows="4", cols="4")
    assert buttons(client.get("/play?pick=board/B3").text) == ["B3"]
    assert buttons(client.get("/play?pick=board/C3").text) == ["C3+"]
    assert "starts a new group" in client.get("/play?pick=board/C3").text


def test_the_pie_is_cut_with_two_taps_red_first(client, begin) -> None:
    session = begin(preset="siege", rows="12", cols="12")
    assert buttons(client.get("/play?pick=board/L12").text) == []
    page = client.get("/play?pick=board/L12+board/A1").text
    assert buttons(page) == ["pie L12 A1"]
    assert "Red on L12 and Blue on A1" in page
    client.post("/play/act", data={"seq": session.seq, "by": "1", "text": "pie L12 A1"})
    assert buttons(client.get("/play").text) == ["take 1", "take 2"]
    client.post("/play/act", data={"seq": session.seq, "by": "2", "text": "take 1"})
    assert "Ben" in re.search(r'class="eyebrow">.*?</p>', client.get("/play").text, re.DOTALL)[0]


def test_stones_are_tapped_in_pairs(client, begin) -> None:
    session = begin(stones="2")
    assert buttons(client.get("/play?pick=board/B2").text) == ["stones B2 G7"]
    assert buttons(client.get("/play?pick=board/G7").text) == ["stones B2 G7"]
    client.post("/play/draw", data={"seq": session.seq})
    assert len(session.state.stones) == 2


def test_a_tie_is_shared(client, begin) -> None:
    """FT-E08."""
    moves = ("1 s:A1", "2 s:D4", "1 A2", "2 D3", "1 A3", "2 D2")
    session = begin(*moves, rows="4", cols="4", tiles_per_player="3")
    assert session.state.outcome is not None
    page = client.get("/result").text
    assert "share the win" in page
    assert "Nobody can place: 3 each, a tie." in page


def test_the_drawn_opening_is_drawn_by_the_program(client, begin) -> None:
    session = begin(opening="drawn")
    assert session.state.actors == (CHANCE,)
    client.post("/play/draw", data={"seq": session.seq})
    assert sorted(session.state.lying()["board"].values()) == ["tile-blue", "tile-red"]


def test_a_page_keeps_to_its_game_while_another_phone_puts_another_on_the_table(
    client, begin, hub, monkeypatch
) -> None:
    moves = ("1 s:A1", "2 s:D4", "1 A2", "2 D3", "1 A3", "2 D2")
    begin(*moves, rows="4", cols="4", tiles_per_player="3")

    def meanwhile(state):
        hub.open(hub.store.new_session("star-baker", ["Cleo"], {}, Settings(otherwise="software")))
        return sheet_view(state)

    monkeypatch.setattr("webui.pages.result.sheet_view", meanwhile)
    answer = client.get("/result")
    assert answer.status_code == 200
    assert "Nobody can place: 3 each, a tie." in answer.text
    assert "Cleo" not in answer.text
