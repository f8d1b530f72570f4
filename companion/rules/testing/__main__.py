"""Run the conformance suite over games, or write the golden records anew."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import Game
from companion.rules.testing.conformance import check_game, single_options
from companion.rules.testing.golden import write_golden


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="companion.rules.testing", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="these games alone")
    parser.add_argument("--golden", type=Path, metavar="DIR", help="write the golden records there")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="random games a choice of options")
    arguments = parser.parse_args()
    if arguments.golden:
        for path in write_golden(arguments.golden):
            sys.stdout.write(f"{path}\n")
        return 0
    unknown = [slug for slug in arguments.games if slug not in GAMES]
    if unknown:
        parser.error(str(GAMES.missing(unknown[0])))
    for slug in arguments.games or GAMES:
        game = load_game(slug)
        options = list(single_options(game, {}))
        sys.stderr.write(_announced(game, len(options) * len(game.info.seats) * arguments.seeds))
        report = check_game(game, options=options, seeds=range(arguments.seeds))
        sys.stdout.write(f"{slug}: {report.games} games, {report.actions} actions, all promises kept\n")
    return 0


def _announced(game: Game, games: int) -> str:
    """Say how many games are about to be played, and which options they leave as they are."""
    left_out = [option.key for option in game.info.options if not option.choices]
    besides = f" (without choices, so left out: {', '.join(left_out)})" if left_out else ""
    return f"{game.info.slug}: playing {games} games ...{besides}\n"


if __name__ == "__main__":
    sys.exit(main())
