"""The taught boxes among which the form of a new game lets people choose what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.boxes.errors import BoxError
from companion.boxes.summary import Coverage, coverage_of
from companion.boxes.taught_shelf import kept_boxes, load_box
from companion.layouts import load_layout
from companion.record.events import PRINTED
from companion.rules.game import Game
from webui.request.language import say
from webui.request.on_table import hub


class Look(NamedTuple):
    """A taught box of a game and what the camera reads of it; ``wrong`` says why it cannot be used."""

    name: str
    coverage: Coverage | None
    wrong: str = ""


def looks_for(game: Game) -> list[Look]:
    """Give the taught boxes that are kept for a game, those that cannot be used last."""
    folder = hub().store.path.parent
    layout = load_layout(game.info.slug)
    looks = []
    for name in kept_boxes(folder):
        try:
            box = load_box(name, folder)
        except BoxError as error:
            looks.append(Look(name, None, say(error.said)))
            continue
        if box.contents.game == game.info.slug:
            looks.append(Look(name, coverage_of(box, layout)))
    return sorted(looks, key=lambda look: bool(look.wrong))


def chosen_look(game: Game, values: Mapping[str, str]) -> str:
    """Give the taught box that was chosen, `PRINTED`, or "" where nothing was, or it is gone meanwhile."""
    chosen = values.get("look", "")
    names = {look.name for look in looks_for(game) if not look.wrong} if chosen else set()
    return chosen if chosen in names | {PRINTED} else ""
