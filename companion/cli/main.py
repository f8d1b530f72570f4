"""The command itself: its name, its sub-commands, and how it fails.

Exit codes: 0 done, 1 something is wrong with the input or the game, 2 wrong usage.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from companion import __version__
from companion.cli import (
    bundling,
    calibrating,
    config,
    doctor,
    drawing,
    keeping,
    printing,
    reading,
    records,
    serving,
)
from companion.cli.output import SentenceError, sentence_of

WRONG_USAGE: Final = "wrong-usage"


class Companion(click.Group):
    """A group that tells errors meant for people in one sentence with a code, without a traceback."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the words before the sub-command."""
        with _usage_coded():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Run the sub-command; an error with a sentence ends it with exit code 1."""
        try:
            with _usage_coded():
                return super().invoke(ctx)
        except Exception as error:
            sentence = sentence_of(error)
            if sentence is None:
                raise
            raise SentenceError(*sentence) from error


@contextmanager
def _usage_coded() -> Iterator[None]:
    """Wrong usage has a code like every other error."""
    try:
        yield
    except click.UsageError as error:
        raise click.UsageError(f"{error.format_message()} [{WRONG_USAGE}]", error.ctx) from error


@click.group(cls=Companion, invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read a real game table with a camera, know the rules and keep the score.

    Without a sub-command it starts the table (`companion serve`).
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(serving.serve)


for command in (
    serving.serve,
    records.games,
    records.playout,
    records.replay,
    records.score,
    records.export,
    drawing.draw,
    reading.read,
    reading.follow,
    printing.print_,
    printing.render,
    doctor.doctor,
    config.config,
    calibrating.calibrate,
    bundling.bundle,
    keeping.backup,
    keeping.restore,
):
    main.add_command(command)
