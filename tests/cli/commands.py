"""The `companion` command as a test runs it."""

from __future__ import annotations

from click.testing import CliRunner, Result

from companion.cli.main import main


def run(*arguments: object) -> Result:
    """Run the command in this process; give its exit code and what it printed."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])
