"""Arguments that several sub-commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.boxes.taught_box import TaughtBox
from companion.boxes.taught_shelf import load_box
from companion.cli.output import InputError, note
from companion.cli.spoken import say, told
from companion.cli.toml.settings import data_folder
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import UnknownGame
from companion.rules.message import Message
from companion.sessions.box_shelf import load_boxes

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON on standard output and nothing else."
)


class GameArgument(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """The slug of a game that is installed."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the game; an unknown name is wrong usage."""
        try:
            return load_game(value)
        except UnknownGame as error:
            self.fail(told(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Offer the games' names."""
        del ctx, param
        return [click.shell_completion.CompletionItem(slug) for slug in GAMES if slug.startswith(incomplete)]


class PairArgument(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """``key=value``."""

    name = "key=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return value
        key, equals, text = value.partition("=")
        if not equals:
            self.fail(f"{value!r} should read key=value.", param, ctx)
        return key.strip(), text.strip()


def _with_own_boxes(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path:
    """Give the folder; the boxes that owners keep in it are played with from here on."""
    del param
    folder = data_folder(value)
    if not ctx.resilient_parsing:
        for sentence in load_boxes(folder):
            note(say(sentence))
    return folder


def _data(*, expose_value: bool) -> Callable[[F], F]:
    return click.option(
        "--data",
        type=click.Path(path_type=Path),
        default=None,
        # Before the game's name is looked up: its options are those with the owners' boxes.
        is_eager=True,
        expose_value=expose_value,
        callback=_with_own_boxes,
        help="The folder of the games, and of boxes of your own.",
    )


def _load_box(ctx: click.Context, param: click.Parameter, value: str | None) -> TaughtBox | None:
    """Give the taught box of that path or name."""
    del param
    if value is None or ctx.resilient_parsing:
        return None
    return load_box(value, data_folder(None))


box = click.option(
    "--box",
    callback=_load_box,
    default=None,
    help="A taught box, by its path or by the name of one that is kept: read its sheets.",
)

data = _data(expose_value=True)
own_boxes = _data(expose_value=False)
"""`data` for a command that needs of the folder only the boxes it is played with."""

game = click.argument("game", type=GameArgument())
options = click.option(
    "--option", "pairs", type=PairArgument(), multiple=True, help="A table option, for example setup=S01."
)
seats = click.option("--seats", type=int, default=None, help="Number of players.")
seed = click.option("--seed", type=int, default=None, help="Makes chance repeatable.")


def read_text(path: Path) -> str:
    """Read a text file. Raises `InputError` with a sentence."""
    return read_bytes(path).decode("utf-8", errors="replace")


def read_bytes(path: Path) -> bytes:
    """Read a file. Raises `InputError` with a sentence."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("file-missing", Message("There is no file {file}.", {"file": str(path)})) from error
    except OSError as error:
        raise InputError(
            "file-unreadable", "The file {path} cannot be read: {why}.", path=path, why=error.strerror
        ) from error


def write_text(path: Path, text: str) -> None:
    """Write a text file. Raises `InputError` with a sentence."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            "file-unwritable", "{path} cannot be written: {why}.", path=path, why=error.strerror
        ) from error
