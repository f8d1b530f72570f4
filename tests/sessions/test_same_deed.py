"""A correction far back where one deed is written otherwise afterwards: tiles of Filler (FT-11)."""

from __future__ import annotations

import pytest

from companion.sessions.store import Store


def texts(session):
    return [entry.text for entry in session.line]


SQUARES = ((1, "s:B2"), (2, "s:D4"), (1, "B3"), (2, "D3"), (1, "B4"), (2, "D2"))
"""On a board of four by four: each colour joins on to its own tile, twice."""


@pytest.fixture
def tiles(tmp_path):
    with Store(tmp_path / "tiles.sqlite") as store:
        session = store.new_session("filler-tiles", ["Anna", "Ben"], {"rows": "4", "cols": "4"})
        for by, text in SQUARES:
            session.act(session.game.parse(by, text))
        yield session


def placed(session, by, *squares):
    return [session.game.parse(by, text) for text in squares]


def test_a_tile_that_touches_nothing_any_more_begins_a_group(tiles):
    """FT-11: the square alone decides, so one that stands elsewhere takes none of the later ones with it."""
    found = tiles.correct(0, placed(tiles, 1, "s:A1"))
    assert (found.misfit, found.set_aside) == (None, ())
    assert texts(tiles) == ["s:A1", "s:D4", "B3+", "D3", "B4", "D2"]


def test_a_group_that_touches_now_joins_on(tiles):
    tiles.correct(0, placed(tiles, 1, "s:A1"))
    tiles.correct(0, placed(tiles, 1, "s:B2"))
    assert texts(tiles) == [text for _, text in SQUARES]
    tiles.correct(2, placed(tiles, 1, "B3+"))
    assert texts(tiles) == [text for _, text in SQUARES], "also what is put in is what the square makes it"


def test_what_was_set_aside_is_taken_up_as_what_it_is_then(tiles):
    tiles.correct(1, placed(tiles, 2, "s:B3"))
    assert [entry.text for entry in tiles.timeline.set_aside] == ["B3", "D3", "B4", "D2"]
    tiles.act(*placed(tiles, 1, "A4+"))
    assert tiles.take_up(skip=1) is None
    assert texts(tiles) == ["s:B2", "s:B3", "A4+", "D3+", "B4", "D2"]
    assert tiles.timeline.set_aside == ()


def test_what_is_written_otherwise_now_is_read_back(tmp_path, tiles):
    tiles.correct(0, placed(tiles, 1, "s:A1"))
    tiles.correct(1, placed(tiles, 2, "s:B3"))
    tiles.act(*placed(tiles, 1, "A4+"))
    tiles.take_up(skip=1)
    with Store(tmp_path / "tiles.sqlite") as again:
        session = again.load(tiles.id)
        assert (texts(session), session.state) == (texts(tiles), tiles.state)


def test_a_correction_is_nobodys_answer_to_an_undo_that_was_asked_for(tiles):
    """Whoever asked is told that it lapsed, also where an action of theirs is written otherwise now."""
    tiles.undo(1)
    asked = tiles.timeline.request
    assert asked is not None
    tiles.correct(0, placed(tiles, 1, "s:A1"))
    assert texts(tiles)[2] == "B3+"
    assert tiles.timeline.lapsed == asked
