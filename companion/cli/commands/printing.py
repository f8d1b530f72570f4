"""`print` and `render`: sheets on paper, and the simulated camera's picture."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import cv2

from companion.cli import arguments
from companion.cli.arguments import read_text
from companion.cli.output import InputError, note, show
from companion.cli.spoken import say
from companion.language.languages import LANGUAGES, tag_of_locale
from companion.layouts import load_layout
from companion.printing.pdf import print_game
from companion.rules.abilities import piles_of
from companion.rules.booklet import is_told_in
from companion.rules.errors import BadOption
from companion.rules.game import Game
from companion.rules.record import parse_record, replay
from companion.simulation.table import render_position


@click.command("print")
@arguments.game
@click.option("--paper", type=click.Choice(["a3", "a4", "letter"]), default="a3", show_default=True)
@arguments.seats
@arguments.options
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write to."
)
@click.option(
    "--language", default="", help="Language of what is printed, such as de; else that of the locale."
)
@arguments.own_boxes
def print_(
    game: Any,
    paper: str,
    seats: int | None,
    pairs: tuple[tuple[str, str], ...],
    out: Path,
    language: str,
) -> None:
    """Write mats, tokens and tiles as PDF at true size, PNG at 300 dpi, and layout.json.

    Sheets and pieces are the same in every language. An option that chooses a box of your own has that
    printed.
    """
    options = dict(pairs)
    _check(game, options, seats)
    language = LANGUAGES.best_of([language]) or language or tag_of_locale()
    speech = LANGUAGES.speech(language)
    files = print_game(
        load_layout(game.info.slug, options), out, paper, seats, language=language, speech=speech
    )
    for path in files:
        show(path)
    if language and not is_told_in(game, language):
        untold = "The rules of {game} are not told in {language}: they are printed in English."
        note(say(untold, game=game.info.name, language=language))
    note(say("{n} files. Print the PDFs at 100 % and measure the ruler on each page.", n=len(files)))


def _check(game: Game, options: dict[str, str], seats: int | None) -> None:
    """See that somebody can play with these options. Raises `BadOption`."""
    fewest, *more = [seats] if seats else game.info.seats
    try:
        game.new(fewest, options)
    except BadOption:
        for number in more:
            with suppress(BadOption):
                game.new(number, options)
                return
        raise


@click.command()
@arguments.game
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--at", type=int, default=None, help="After this many actions; the end if not given.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Picture to write."
)
@arguments.own_boxes
def render(game: Any, record: Path, at: int | None, out: Path) -> None:
    """Draw the simulated camera's picture of a position in a record."""
    played = parse_record(read_text(record))
    state = replay(played, at=at)
    layout = load_layout(game.info.slug, played.options).for_seats(state.seats)
    image = render_position(layout, piles_of(state))
    try:
        written = cv2.imwrite(str(out), image)
    except cv2.error as error:
        raise InputError(
            "file-unwritable", "{out} is not the name of a picture (.png, .jpg).", out=out
        ) from error
    if not written:
        raise InputError("file-unwritable", "{out} cannot be written.", out=out)
