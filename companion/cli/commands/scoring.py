"""`score`: a table that was not followed, from its position as JSON or from photographs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

import click

from companion.cli import arguments
from companion.cli.arguments import read_bytes
from companion.cli.assembly.finals import read_final_photograph
from companion.cli.commands.records import NOT_OVER, other_lines, print_sheet, sheet_lines
from companion.cli.output import InputError, emit, note, show
from companion.cli.spoken import heard_by, say, told
from companion.errors import CompanionError
from companion.finals.finished_table import FinalScore, FinishedTable, begin
from companion.layouts import layout_of
from companion.record.names import names_of
from companion.rules import BadPosition, Game, Outcome, Seat
from companion.rules.abilities import JudgesFinalTable
from companion.rules.boxes import at_table
from companion.rules.final_table import BadAnswer, TableQuestion
from companion.rules.labels import Label

OF_A_SEAT: Final = re.compile(r"([1-9]):(.+)")
"""A photograph of what is one player's own: ``2:ben.jpg``."""


@click.command()
@arguments.game
# Whether files can be read is not asked here: one that cannot gets its own sentence.
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.option(
    "--photo",
    "photos",
    multiple=True,
    help="A photograph of the finished table; 2:FILE shows the garden or the cards of player 2.",
)
@click.option(
    "--seats", "players", default=None, help="Who plays, in seat order: Anna,Ben - or their number."
)
@arguments.options
@click.option(
    "--answer", "answers", multiple=True, help="An answer to what a photograph does not show: KEY=ANSWER."
)
@click.option("--crops", type=click.Path(path_type=Path), help="Folder for pictures of what is in doubt.")
@arguments.own_boxes
@arguments.as_json
def score(
    game: Game,
    files: tuple[Path, ...],
    photos: tuple[str, ...],
    players: str | None,
    pairs: tuple[tuple[str, str], ...],
    answers: tuple[str, ...],
    crops: Path | None,
    as_json: bool,
) -> None:
    """Score a table that was not followed: from its position as JSON (docs/score.md), or from photographs.

    What no photograph shows is asked for; without a terminal the questions are listed, and --answer answers.
    """
    if photos or players is not None:
        table = _photographed(game, (*photos, *map(str, files)), players, dict(pairs), crops)
        _finish(_answer(table, answers), as_json=as_json)
        return
    if len(files) != 1:
        raise click.UsageError("Give one file with the position, or photographs with --photo.")
    _score_position(game, files[0], as_json=as_json)


def _score_position(game: Game, position: Path, *, as_json: bool) -> None:
    data = read_bytes(position)
    try:
        sheet = game.score(data)
    except BadPosition as error:
        raise BadPosition(f"{error} docs/score.md shows how a position is written.") from error
    why_not = game.unfinished(data) if isinstance(game, JudgesFinalTable) else None
    outcome = None if why_not else game.decode(data).outcome
    _tell(
        FinalScore(sheet, outcome, why_not or (outcome.message if outcome else NOT_OVER)), {}, as_json=as_json
    )


def _tell(final: FinalScore, names: dict[Seat, str], *, as_json: bool) -> None:
    if as_json:
        emit(_plain(final, final.outcome, names, final.result.render(names)))
        return
    audience = heard_by(names)
    print_sheet(final.sheet, audience)
    show(final.result.render(audience))


def _plain(final: FinalScore, outcome: Outcome | None, names: dict[Seat, str], result: str) -> dict[str, Any]:
    return {
        "sheet": sheet_lines(final.sheet, names),
        "others": other_lines(final.sheet, names),
        "totals": final.sheet.totals(),
        "over": outcome is not None,
        "winners": list(outcome.winners) if outcome else [],
        "result": result,
    }


def _photographed(
    game: Game, photos: tuple[str, ...], players: str | None, options: dict[str, str], crops: Path | None
) -> FinishedTable:
    game = at_table(game, options)
    table = begin(game, layout_of(game), _names(game, players), options)
    owners = table.counted.hands or len(table.names)
    in_order = table.counted.by_seat and len(photos) == owners
    for place, text in enumerate(photos, 1):
        seat, path = _of_seat(text)
        try:
            photo = read_final_photograph(path, table, seat or (place if in_order else 0))
        except CompanionError as error:
            raise InputError(error.code, "{path}: {why}", path=path, why=error) from error
        table = table.with_photograph(photo)
        for remark in photo.remarks:
            note(f"{path}: {say(remark)}")
        if crops is not None:
            crops.mkdir(parents=True, exist_ok=True)
            for where, part in photo.crops.items():
                (crops / f"{place}-{where.replace('/', '-')}.jpg").write_bytes(part)
    return table


def _names(game: Game, players: str | None) -> dict[Seat, str]:
    """Give the players by seat; so many that nothing need be said are called by their number."""
    if players is None:
        return {seat: f"Player {seat}" for seat in range(1, game.info.seats[0] + 1)}
    if players.isdigit():
        return {seat: f"Player {seat}" for seat in range(1, int(players) + 1)}
    return dict(enumerate(names_of(players.split(",")), 1))


def _of_seat(text: str) -> tuple[Seat, Path]:
    found = OF_A_SEAT.fullmatch(text)
    if found is None or Path(text).exists():
        return 0, Path(text)
    return int(found[1]), Path(found[2])


def _answer(table: FinishedTable, answers: tuple[str, ...]) -> FinishedTable:
    given = [each.partition("=")[::2] for each in answers]
    known = {question.key for question in table.questions}
    # An answer may bring up the question that another one answers.
    while ready := [(key, text) for key, text in given if key in known]:
        table = table.answered(dict(ready))
        given = [each for each in given if each not in ready]
        known = {question.key for question in table.questions}
    if given:
        raise BadAnswer("Nothing is asked under “{key}”.", key=given[0][0])
    while sys.stdin.isatty() and not table.missing and table.open:
        table = _ask(table, table.open[0])
    return table


def _ask(table: FinishedTable, question: TableQuestion) -> FinishedTable:
    """Ask one question at the terminal, until it is answered."""
    note(question.message.render(heard_by(table.names)))
    for value, words in question.choices[:40]:
        note(f"  {value}: {say(Label(words) if isinstance(words, str) else words)}")
    try:
        return table.answered({question.key: click.prompt("", default="", show_default=False)})
    except BadAnswer as error:
        note(told(error))
        return table


def _finish(table: FinishedTable, *, as_json: bool) -> None:
    """Print the score; or what is still to be photographed and answered."""
    if table.ready:
        _tell(table.score(), table.names, as_json=as_json)
        return
    if as_json:
        asked = [
            {
                "key": each.key,
                "question": each.message.render(table.names),
                "form": each.form,
                "choices": [value for value, _ in each.choices],
                "usual": each.usual,
            }
            for each in table.questions
        ]
        missing = [message.render(table.names) for message in table.missing]
        emit({"missing": missing, "questions": asked})
    audience = heard_by(table.names)
    for message in table.missing:
        note(message.render(audience))
    begun = table.photographs or table.answers
    for each in table.open if begun else table.questions:
        choices = ", ".join(value for value, _ in each.choices[:12])
        note(f"{each.message.render(audience)}  --answer {each.key}=…{f' ({choices})' if choices else ''}")
    raise SystemExit(1)
