"""The command itself: its name, its sub-commands, and how it fails.

Exit codes: 0 done, 1 something is wrong with the input or the game, 2 wrong usage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click

from companion import __version__
from companion.cli.click_words import translate_click
from companion.cli.help_texts import SpokenContext, with_spoken_help
from companion.cli.locales import begin_in_utf8, typed_words
from companion.cli.output import SentenceError, UsageError, sentence_of
from companion.errors import CompanionError

WRONG_USAGE: Final = "wrong-usage"
SERVE: Final = "serve"


HOME_OF: Final = {
    SERVE: "serving:serve",
    "games": "records:games",
    "playout": "records:playout",
    "replay": "records:replay",
    "score": "scoring:score",
    "export": "records:export",
    "draw": "drawing:draw",
    "read": "reading:read",
    "follow": "reading:follow",
    "teach": "teaching:teach",
    "print": "printing:print_",
    "render": "printing:render",
    "doctor": "doctor:doctor",
    "config": "config:config",
    "calibrate": "calibrating:calibrate",
    "bundle": "bundling:bundle",
    "backup": "keeping:backup",
    "restore": "keeping:restore",
    "import": "keeping:bring",
    "hub": "hub:hub",
}
"""Sub-command -> its module in `companion.cli.commands`, and its name there. Each is loaded when it is asked
for, so that nobody who lists the games waits for OpenCV and Flask."""


class Companion(click.Group):
    """A group that tells errors meant for people in one sentence with a code, without a traceback."""

    context_class = SpokenContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of the sub-commands."""
        return sorted({*super().list_commands(ctx), *HOME_OF})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a sub-command; None where there is none of that name."""
        return super().get_command(ctx, cmd_name) or (_loaded(cmd_name) if cmd_name in HOME_OF else None)

    def main(self, args: Sequence[str] | None = None, *more: Any, **named: Any) -> Any:
        """Run the command; one that is typed runs in any locale."""
        translate_click()
        if args is None:
            begin_in_utf8()
            args = typed_words()
        return super().main(args, *more, **named)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the words before the sub-command."""
        with _usage_coded():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Run the sub-command; an error with a sentence ends it with exit code 1."""
        try:
            with _usage_coded():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            if ctx.invoked_subcommand not in (None, SERVE):
                raise
            ctx.exit(0)  # Ctrl-C is how a table is stopped, also while it starts
        except Exception as error:
            sentence = sentence_of(error)
            if sentence is None:
                raise
            raise SentenceError(sentence[0], _in_own_language(error)) from error


def _in_own_language(error: Exception) -> str:
    """Say an error in the language of the locale: catalogues are read only now that there is one to tell."""
    from companion.cli.spoken import told

    return told(error) if isinstance(error, CompanionError) else str(error)


def _loaded(name: str) -> click.Command:
    module, _, attribute = HOME_OF[name].partition(":")
    command: click.Command = getattr(import_module(f"companion.cli.commands.{module}"), attribute)
    return with_spoken_help(command)


@contextmanager
def _usage_coded() -> Iterator[None]:
    """Wrong usage has a code like every other error."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise  # a group without a sub-command shows its help, which is no error
    except click.UsageError as error:
        raise UsageError(f"{error.format_message()} [{WRONG_USAGE}]", error.ctx) from error


@click.group(cls=Companion, invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read a real game table with a camera, know the rules and keep the score.

    Without a sub-command it starts the table (`companion serve`).
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(_loaded(SERVE))
