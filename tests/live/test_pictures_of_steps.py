"""The running table hands on the picture of every step that it reads."""

from __future__ import annotations

from live_house import House

from companion.album.album import Album
from companion.album.keeper import PictureKeeper


def test_every_step_that_is_read_has_a_picture_and_a_tapped_one_has_none(store, tmp_path) -> None:
    album = Album(tmp_path / "kept", least_free_bytes=0)
    keeper = PictureKeeper(album)
    house = House(store, keep_picture=keeper)
    house.play("0 roll 4")
    house.session.act(house.session.game.parse(1, "A14-B14-C14-D14-E14"))
    keeper.settle()
    entries = {str(entry.text): entry for entry in house.session.line}
    assert album.shot_of(house.session.id, entries["roll 4"].seq) is not None
    assert album.shot_of(house.session.id, entries["A14-B14-C14-D14-E14"].seq) is None
    assert album.shot_of(house.session.id, entries["first 1"].seq) is None
