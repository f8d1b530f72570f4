"""What click itself says, as *Usage* and *Missing argument*, in the language of the locale.

Click looks its words up in gettext's compiled files; here they come from the catalogue like all others.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from companion.rules.phrases import marked

MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules of click that say something, each by its own ``_`` and ``ngettext``."""

WORDS: Final = {
    "Aborted!": marked("Aborted!"),
    "Options": marked("Options"),
    "Commands": marked("Commands"),
    "Usage:": marked("Usage:"),
    "required": marked("required"),
    "default: {default}": marked("default: {default}"),
    "env var: {var}": marked("environment: {var}"),
    "Error: {message}": marked("Error: {message}"),
    "Try '{command} {option}' for help.": marked("Try “{command} {option}” for help."),
    "Missing command.": marked("Name a command."),
    "Missing argument": marked("Missing argument"),
    "Missing option": marked("Missing option"),
    "Missing parameter": marked("Missing parameter"),
    "Choose from:\n\t{choices}": marked("Choose from: {choices}"),
    "Did you mean {possibility}?": marked("Did you mean {possibility}?"),
    "(Did you mean one of: {possibilities}?)": marked("Did you mean one of these: {possibilities}?"),
    "No such option {name!r}.": marked("There is no option “{name}”."),
    "No such command {name!r}.": marked("There is no command “{name}”."),
    "Option {name!r} requires an argument.": marked("The option “{name}” needs a value."),
    "Option {name!r} requires {nargs} arguments.": marked("The option “{name}” needs {nargs} values."),
    "Option {name!r} does not take a value.": marked("The option “{name}” has no value."),
    "Argument {name!r} takes {nargs} values.": marked("The argument “{name}” needs {nargs} values."),
    "Got unexpected extra argument ({args})": marked("Too many arguments: {args}."),
    "Got unexpected extra arguments ({args})": marked("Too many arguments: {args}."),
    "Invalid value: {message}": marked("Invalid value: {message}"),
    "Invalid value for {param_hint}: {message}": marked("Invalid value for {param_hint}: {message}"),
    "{value!r} is not {choice}.": marked("“{value}” is not {choice}."),
    "{value!r} is not one of {choices}.": marked("“{value}” is none of {choices}."),
    "{value!r} is not a valid {number_type}.": marked("“{value}” is not a whole number."),
    "{value} is not in the range {range}.": marked("{value} is not in the range {range}."),
    "{value!r} is not a valid boolean. Recognized values: {states}": marked(
        "“{value}” is neither yes nor no."
    ),
    "{name} {filename!r} does not exist.": marked("There is no “{filename}”."),
    "{name} {filename!r} is a file.": marked("“{filename}” is a file, not a folder."),
    "{name} {filename!r} is a directory.": marked("“{filename}” is a folder, not a file."),
    "{name} {filename!r} is not readable.": marked("“{filename}” cannot be read."),
    "{name} {filename!r} is not writable.": marked("“{filename}” cannot be written."),
    "{name} {filename!r} is not executable.": marked("“{filename}” cannot be run."),
    "Could not open file {filename!r}: {message}": marked("“{filename}” cannot be opened: {message}"),
    "unknown error": marked("unknown error"),
}
"""What click says -> the same in words of ours, for the catalogues; click fills in the values itself."""


def translate_click() -> None:
    """Let click say its words in the language of the locale; in English it says its own."""
    for name in MODULES:
        module = import_module(f"click.{name}")
        module.__dict__.update(_=_said, ngettext=_counted)


def _said(text: str) -> str:
    if text not in WORDS:
        return text
    from companion.cli.spoken import in_english, say  # a tenth of a second, which only errors and help need

    return text if in_english() else say(WORDS[text])


def _counted(one: str, many: str, number: int) -> str:
    return _said(one if number == 1 else many)
