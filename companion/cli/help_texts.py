"""Help of the command in the language of the locale: docstrings and options, paragraph by paragraph.

The texts stand where click wants them. They are said when help is shown: no command waits for catalogues.
"""

from __future__ import annotations

from copy import copy
from inspect import cleandoc
from typing import Final

import click

from companion.rules.phrases import marked

OF_CLICK: Final = (
    marked("Show the version and exit."),
    marked("Show this message and exit."),
    marked("[OPTIONS]"),
    marked("COMMAND [ARGS]..."),
    marked("[COMMAND] [ARGS]..."),
)
"""Texts of click's own that are part of a command."""

KINDS: Final = {
    "boolean": marked("YES|NO"),
    "directory": marked("FOLDER"),
    "file": marked("FILE"),
    "float": marked("NUMBER"),
    "integer": marked("NUMBER"),
    "integer range": marked("NUMBER"),
    "path": marked("PATH"),
    "text": marked("TEXT"),
}
"""What click calls a kind of value -> what stands for it in the help of other languages."""


class SpokenContext(click.Context):
    """What is known of a command that runs; its help is said in the language of the locale."""

    def get_help(self) -> str:
        """Give the help of the command."""
        return _said(self.command, self).get_help(self)

    def get_usage(self) -> str:
        """Give the line that shows how the command is used."""
        return _said(self.command, self).get_usage(self)


def with_spoken_help(command: click.Command) -> click.Command:
    """Give the command itself, whose help and that of its sub-commands is said from now on."""
    command.context_class = SpokenContext
    if isinstance(command, click.Group):
        for each in command.commands.values():
            with_spoken_help(each)
    return command


def paragraphs(text: str) -> list[str]:
    """Give the paragraphs of a docstring, each in one line."""
    return [" ".join(each.split()) for each in cleandoc(text).split("\n\n")]


def _said(command: click.Command, ctx: click.Context) -> click.Command:
    """Give a copy of a command that says its help in the language of the locale; itself in English."""
    from companion.cli.spoken import in_english, say

    if in_english():
        return command
    said = copy(command)
    said.help = "\n\n".join(map(say, paragraphs(command.help or "")))
    said.params = [_said_parameter(each) for each in command.get_params(ctx)]
    said.add_help_option = False  # it is among them
    said.options_metavar = command.options_metavar and say(command.options_metavar)
    if isinstance(said, click.Group) and isinstance(command, click.Group):
        found = {name: command.get_command(ctx, name) for name in command.list_commands(ctx)}
        said.commands = {name: _said(each, ctx) for name, each in found.items() if each}
        said.subcommand_metavar = say(command.subcommand_metavar)
    return said


def _said_parameter(parameter: click.Parameter) -> click.Parameter:
    from companion.cli.spoken import say

    said = copy(parameter)
    if isinstance(said, click.Option):
        said.help = said.help and say(said.help)
        said.metavar = said.metavar or (say(KINDS[said.type.name]) if said.type.name in KINDS else None)
    return said
