"""`config`: show, check or find the settings file."""

from __future__ import annotations

import click

from companion.cli.arguments import as_json
from companion.cli.output import emit, note, pour, show
from companion.cli.spoken import say
from companion.cli.toml.settings import Settings, data_folder, load_settings, settings_path
from companion.cli.toml.toml_text import as_toml, example, masked


@click.group()
def config() -> None:
    """Show, check or find the settings file."""


@config.command("path")
def config_path() -> None:
    """Print where the settings file is looked for."""
    show(settings_path())


@config.command("data")
def config_data() -> None:
    """Print the folder of the games that the table uses."""
    show(data_folder())


@config.command("check")
def config_check() -> None:
    """Read the settings file and say what is wrong with it."""
    load_settings(settings_path())
    note(say("The settings are in order."))


@config.command("show")
@as_json
def config_show(as_json: bool) -> None:
    """Print the settings in force, as TOML; secrets are masked."""
    settings = load_settings(settings_path())
    if as_json:
        emit(masked(settings))
    else:
        pour(as_toml(settings))


@config.command("example")
def config_example() -> None:
    """Print a settings file with every key, what it is for, and its default."""
    pour(example(Settings))
