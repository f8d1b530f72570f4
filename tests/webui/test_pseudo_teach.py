"""Pages on which a box is taught, in the pseudo-language: no label and no sentence comes from elsewhere."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pseudo_games import PRINTED, TITLES
from test_teach_pages import FakeDesk, as_form
from unwrapped import outside, texts_of

from companion.boxes.showing import sheets_to_show
from companion.language.pseudo import TAG
from companion.layouts import load_layout
from companion.rules.catalogue import load_game

ASKED = {"Accept-Language": TAG}


@pytest.fixture
def desk(hub: Any) -> FakeDesk:
    hub.teaching = FakeDesk()
    desk: FakeDesk = hub.teaching
    return desk


@pytest.mark.parametrize("slug", ["caterpillar-filler", "filler-tiles", "papillon", "star-baker"])
def test_every_label_of_a_page_that_teaches_comes_from_a_catalogue(
    client: Any, desk: FakeDesk, slug: str
) -> None:
    assert client.post("/teach", data={"game": slug, "name": "ours"}).status_code == 303
    sheet = sheets_to_show(load_layout(slug))[0].id
    names = "|".join(("ours", TITLES, *PRINTED.get(slug, lambda _: [])(load_game(slug))))

    def unsaid(path: str) -> set[str]:
        answer = client.get(path, headers=ASKED)
        assert answer.status_code == 200, path
        return outside(texts_of(answer.text), names=names)

    of_sheet = f"/teach/ours/sheet/{sheet}"
    assert unsaid("/teach") | unsaid("/teach/ours") | unsaid(of_sheet) == set()
    client.post(f"{of_sheet}/photo", data={"photo": (BytesIO(b"jpeg"), "mat.jpg")})
    assert unsaid(f"{of_sheet}?step=corners") == set()
    client.post(f"{of_sheet}/corners", data=as_form())
    assert unsaid(f"{of_sheet}?step=spaces") == set()
    taken = client.post("/teach/ours/pieces", data={"photo": (BytesIO(b"jpeg"), "pieces.jpg")})
    assert (
        unsaid("/teach/ours/pieces") | unsaid(taken.location) | unsaid(f"{taken.location}?piece=0") == set()
    )
    client.post("/teach/ours/try/photo", data={"photo": (BytesIO(b"jpeg"), "try.jpg")})
    assert unsaid("/teach/ours/try") | unsaid("/teach/ours/try?piece=0") == set()
