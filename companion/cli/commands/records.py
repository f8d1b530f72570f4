"""Games as text: `games`, `playout`, `replay`, `export`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from companion.cli import arguments
from companion.cli.arguments import read_text, write_text
from companion.cli.output import emit, note, pour, show
from companion.cli.spoken import heard_by, say
from companion.cli.toml.settings import STORE_FILE
from companion.rules import (
    CHANCE,
    Action,
    BadRecord,
    Game,
    GameInfo,
    Message,
    Option,
    Sheet,
    State,
)
from companion.rules.boxes import edition_at
from companion.rules.bundle import free_sheets
from companion.rules.catalogue import GAMES, load_game
from companion.rules.phrases import Audience, spoken
from companion.rules.record import Record, actor_text, format_record, parse_record
from companion.rules.record import replay as replay_record
from companion.rules.sheet import Line
from companion.sessions.store import Store

NOT_OVER: Final = Message("The game is not over.")


@click.command()
@click.option("--markers", is_flag=True, help="Name the sheets of each game by number, and free numbers.")
@arguments.own_boxes
@arguments.as_json
def games(as_json: bool, markers: bool) -> None:
    """List the games with their seats and options."""
    infos = [load_game(slug).info for slug in GAMES]
    for fault in GAMES.faults:
        note(f"{say(fault.said)} [{fault.code}]")
    if markers:
        _show_markers(as_json)
        return
    if as_json:
        emit(list(map(_in_english, infos)))
        return
    for info in infos:
        seats, minutes = (
            "-".join(dict.fromkeys(map(str, ends)))
            for ends in ((info.seats[0], info.seats[-1]), info.minutes)
        )
        known = {"slug": info.slug, "name": info.name, "seats": seats, "minutes": minutes}
        show(say("{slug}: {name}, {seats} players, {minutes} minutes", **known))
        for option in info.options:
            show(f"  {option.key} = {option.default or '-'}{_values(option)}\n      {say(option.help)}")
            for choice, help_ in zip(option.choices, option.choice_helps, strict=False):
                show(f"        {choice}: {say(help_)}")


def _in_english(info: GameInfo) -> GameInfo:
    """Give the facts of a game with texts alone: programs read English."""
    options = [
        msgspec.structs.replace(
            each,
            choice_labels=tuple(map(str, each.choice_labels)),
            choice_helps=tuple(map(str, each.choice_helps)),
        )
        for each in info.options
    ]
    return msgspec.structs.replace(info, options=tuple(options))


def _show_markers(as_json: bool) -> None:
    """Name the sheets and marked pieces of every game, and which numbers of sheets a new game may take."""
    free = free_sheets(GAMES.values())
    if as_json:
        emit({slug: sorted(bundle.marker_ids()) for slug, bundle in GAMES.items()})
        return
    for slug, bundle in GAMES.items():
        pieces = f", pieces {bundle.pieces[0]}-{bundle.pieces[-1]}" if bundle.pieces else ""
        show(f"{slug}: sheets {bundle.sheets[0]}-{bundle.sheets[-1]}{pieces}")
    show(f"free: sheets {free}")


def _values(option: Option) -> str:
    """Say what an option may be, where there is a list of it or it has bounds."""
    if option.bounds is not None:
        return f" ({option.default}, {option.bounds[0]}-{option.bounds[1]})"
    return f" ({', '.join(option.choices)})" if option.choices else ""


@click.command()
@arguments.game
@arguments.seats
@arguments.seed
@arguments.options
@click.option("--record", type=click.Path(path_type=Path), default=None, help="File to write the record to.")
@arguments.own_boxes
@arguments.as_json
def playout(
    game: Game,
    seats: int | None,
    seed: int | None,
    pairs: tuple[tuple[str, str], ...],
    record: Path | None,
    as_json: bool,
) -> None:
    """Play a random legal game to its end."""
    rng = random.Random(seed)
    players = seats or game.info.seats[0]
    options = dict(pairs)
    played = Record(
        game.info.slug, game.info.rules_version, players, options=options, box=edition_at(game, options)
    )
    state = game.new(players, options)
    actions: list[Action] = []
    while state.actors:
        if len(actions) >= game.info.max_actions:
            raise BadRecord("The game did not end within {most} actions.", most=game.info.max_actions)
        action = _random_action(state, rng)
        actions.append(action)
        state = state.after(action)
    played = msgspec.structs.replace(played, actions=tuple(actions))
    if record is not None:
        write_text(record, format_record(played))
    if as_json:
        emit(described(game, played, state))
        return
    if record is None:
        pour(format_record(played))
    note(_result(played, state))


def _random_action(state: State, rng: random.Random) -> Any:
    actor = rng.choice(state.actors)
    if actor == CHANCE:
        outcomes, weights = zip(*state.odds(), strict=True)
        return rng.choices(outcomes, weights)[0]
    return rng.choice(list(state.legal(actor)))


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--at", type=int, default=None, help="After this many actions; the end if not given.")
@arguments.own_boxes
@arguments.as_json
def replay(record: Path, at: int | None, as_json: bool) -> None:
    """Replay a record: state, score sheet and outcome."""
    played = parse_record(read_text(record))
    state = replay_record(played, at=at)
    shown = played if at is None else msgspec.structs.replace(played, actions=played.actions[:at])
    if as_json:
        emit(described(load_game(played.game), shown, state))
        return
    names = heard_by(played.called)
    for action in shown.actions:
        show(f"{actor_text(action.by)} {action}")
    show()
    print_sheet(state.sheet(), names)
    for seat, prompt in state.prompts().items():
        sentences = [each.render(names) for each in (prompt.message, *prompt.told)]
        show(f"{names.called(seat)}: {' '.join(sentences)}")
    note(_result(shown, state))


def described(game: Game, record: Record, state: State) -> dict[str, Any]:
    """Give what `replay --json` prints."""
    sheet = state.sheet()
    outcome = state.outcome
    return {
        "game": record.game,
        "seats": record.seats,
        "options": record.options,
        "actions": [f"{actor_text(action.by)} {action}" for action in record.actions],
        "state": msgspec.Raw(game.encode(state)),
        "to_act": [actor_text(actor) for actor in state.actors],
        "sheet": sheet_lines(sheet, record.names),
        "others": other_lines(sheet, record.names),
        "totals": sheet.totals(),
        "over": outcome is not None,
        "winners": list(outcome.winners) if outcome else [],
    }


def sheet_lines(sheet: Sheet, names: dict[int, str]) -> dict[int, list[dict[str, Any]]]:
    """Give a score sheet as plain values: a line and its points."""
    return {seat: _plain(lines, names) for seat, lines in sheet.lines.items()}


def other_lines(sheet: Sheet, names: dict[int, str]) -> list[dict[str, Any]]:
    """Give the scores of those who play without a seat as plain values."""
    return [
        {"name": str(each.name), "total": each.total, "lines": _plain(each.lines, names)}
        for each in sheet.others
    ]


def _plain(lines: tuple[Line, ...], names: dict[int, str]) -> list[dict[str, Any]]:
    return [{"line": line.message.render(names), "points": line.points} for line in lines]


def _result(record: Record, state: State) -> str:
    outcome = state.outcome
    ending = (outcome.message if outcome else NOT_OVER).render(heard_by(record.names))
    return f"{say('{n} action.', '{n} actions.', n=len(record.actions))} {ending}"


def print_sheet(sheet: Sheet, names: Audience) -> None:
    """Print a score sheet, line by line."""
    totals = sheet.totals()
    seats = [(names.called(seat), totals[seat], lines) for seat, lines in sheet.lines.items()]
    others = [(spoken(each.name, names), each.total, each.lines) for each in sheet.others]
    for name, total, lines in (*seats, *others):
        show(f"{name}: {total}")
        for line in lines:
            points = "" if line.points is None else line.points
            show(f"  {points:>4}  {line.message.render(names)}")


@click.command()
@click.argument("session", required=False)
@arguments.data
@click.option(
    "--out", type=click.Path(path_type=Path), default=None, help="File to write to; else standard output."
)
def export(session: str | None, data: Path, out: Path | None) -> None:
    """Write a game that the table has kept as a record; the last one if none is named."""
    with Store(data / STORE_FILE) as store:
        kept = store.sessions()
        if not kept:
            raise BadRecord("The table has not kept any game yet.")
        text = store.load(session or kept[0].id).record()
    if out is None:
        pour(text)
    else:
        write_text(out, text)
        note(say("Written to {file}.", file=str(out)))
