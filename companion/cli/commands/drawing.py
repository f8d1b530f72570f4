"""`draw`: fair set-up draws, and the proof of every draw of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli import arguments
from companion.cli.arguments import GameArgument, read_text
from companion.cli.output import emit, show
from companion.cli.spoken import say
from companion.record.draws import draw as draw_action
from companion.record.proof import Proof, check_record
from companion.record.setup import SetUp, begin_set_up
from companion.rules import CHANCE, Action, Game
from companion.rules.record import parse_record


@click.command()
@click.argument("game", type=GameArgument(), required=False)
@arguments.seats
@click.option("--seed", default=None, help="Makes the draws repeatable; a secret one is made if not given.")
@arguments.options
@click.option(
    "--check", "record", type=click.Path(path_type=Path), help="Prove every draw of this record instead."
)
@arguments.own_boxes
@arguments.as_json
def draw(
    game: Game | None,
    seats: int | None,
    seed: str | None,
    pairs: tuple[tuple[str, str], ...],
    record: Path | None,
    as_json: bool,
) -> None:
    """Draw what a table would shuffle before the game, or --check every draw of a record.

    What is settled with --option is not drawn.
    """
    if record is not None:
        _show_proof(check_record(parse_record(read_text(record))), as_json)
        return
    if game is None:
        raise click.UsageError("Name a game, or a record with --check.")
    chosen = dict(pairs)
    set_up = begin_set_up(game, chosen, seed)
    for option in game.info.options:
        if option.key not in chosen and game.candidates(option.key, set_up.options):
            set_up = set_up.draw(option.key)
    actions = _opening(game, seats or game.info.seats[0], set_up)
    if as_json:
        emit(_described(game, set_up, actions))
        return
    show(f"commitment {set_up.commitment}")
    for number, text in enumerate([*set_up.draws, *map(str, actions)], 1):
        show(f"draw {number}: {text}")
    show(f"seed {set_up.seed}")


def _opening(game: Game, seats: int, set_up: SetUp) -> list[Action]:
    """Draw all that chance decides before the first player acts."""
    state = game.new(seats, set_up.options)
    actions: list[Action] = []
    while state.actors == (CHANCE,):
        action = draw_action(state, set_up.seed, len(set_up.draws) + len(actions) + 1)
        actions.append(action)
        state = state.after(action)
    return actions


def _described(game: Game, set_up: SetUp, actions: list[Action]) -> dict[str, Any]:
    return {
        "game": game.info.slug,
        "commitment": set_up.commitment,
        "seed": set_up.seed,
        "options": set_up.options,
        "draws": [*set_up.draws, *map(str, actions)],
    }


def _show_proof(proof: Proof, as_json: bool) -> None:
    if as_json:
        found = msgspec.structs.asdict(proof)
        emit({**found, "faults": [*map(str, proof.faults)], "holds": proof.holds})
    else:
        show(say(proof.said))
    if not proof.holds:
        raise SystemExit(1)
