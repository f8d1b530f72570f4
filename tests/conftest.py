"""What tests share: photographs, the time of sweeps, the search for garbage, closed stores, a last line."""

from __future__ import annotations

import gc
import shutil
import signal
import sqlite3
import threading
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from forked import ForkedCommand
from skipped import what_to_install
from timebox import OPTION, Timebox, begin_elsewhere, commit

from bench.service.served import Served
from companion.printing import artwork
from vision.cells import ground

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell that starts the tests in the background has all programs under them ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

CHROMIUM = Path("/usr/bin/chromium")
IN_THE_NETWORK = "--host-resolver-rules=MAP table.local 127.0.0.1"
"""A name by which the table is no secure context, as it is for phones: browsers trust 127.0.0.1 more."""

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"

DRAWN = (
    (artwork, "sheet_drawing", 64),
    (artwork, "piece_drawing", 256),
    (artwork, "sheet_image", 48),
    (artwork, "piece_image", 256),
    (ground, "_soft", 32),
)
"""What draws sheets and pieces, and how many drawings the tests keep: some 300 MB at most."""


TIMEBOX = pytest.StashKey[Timebox]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the time that the sweeps have."""
    parser.addoption(OPTION, type=float, help="begin no slow test after so many minutes")


def pytest_configure(config: pytest.Config) -> None:
    """Let the time of the sweeps begin."""
    config.stash[TIMEBOX] = Timebox(config.getoption(OPTION))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin elsewhere with every commit, where there is a time: else what comes last would never be run."""
    if config.getoption(OPTION) is not None:
        items[:] = begin_elsewhere(items, commit())


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin no sweep when their time is over."""
    why_not = item.config.stash[TIMEBOX].why_not(item)
    if why_not:
        pytest.skip(why_not)


def pytest_collection_finish() -> None:
    """Spare the search for garbage, a sixth of the work, the thousands of tests: they last to the end.

    What is made and dropped in a test is mostly no circle: it is looked through less often, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say at the very end what to install for the tests that were skipped for want of it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reasons = [str(report.longrepr) for report in reporter.stats.get("skipped", ())] if reporter else []
    line = what_to_install(reasons)
    if line:
        reporter.write_line(line)


class Counted(sqlite3.Connection):
    """A connection that is known to be open until it is closed."""

    still_open: ClassVar[dict[int, str]] = {}

    def __init__(self, path: Any, *args: Any, **more: Any) -> None:
        super().__init__(path, *args, **more)
        if threading.current_thread() is threading.main_thread():  # other threads may outlive the test
            self.still_open[id(self)] = str(path)

    def close(self) -> None:
        self.still_open.pop(id(self), None)
        super().close()


@pytest.fixture(scope="session", autouse=True)
def services_are_forked() -> None:
    """Spare every start of the service the imports, which take most of its time."""
    Served.begin = staticmethod(ForkedCommand)


@pytest.fixture(autouse=True)
def every_connection_is_closed() -> Iterator[None]:
    """Fail the test that leaves a database open: Python 3.13 warns of one, but only in some later test."""
    # A patch of its own: what a test patches by the shared one is undone before its stores are closed.
    with pytest.MonkeyPatch.context() as patched:
        counted = partial(sqlite3.connect, factory=Counted)
        patched.setattr(sqlite3, "connect", counted)
        patched.setattr(sqlite3.dbapi2, "connect", counted)  # where SQLAlchemy takes it from
        yield
    left, Counted.still_open = sorted(Counted.still_open.values()), {}
    assert not left, f"left open: {', '.join(left)}"


@pytest.fixture(scope="session", autouse=True)
def drawings_are_kept() -> Iterator[None]:
    """Keep what was drawn for later tests: a table keeps what its own game needs, and tests lay all games."""
    with pytest.MonkeyPatch.context() as patched:
        for module, name, kept in DRAWN:
            drawn = getattr(module, name).__wrapped__
            patched.setattr(module, name, lru_cache(maxsize=kept)(drawn))
        yield


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs; tests on them are left out, with this reason, where it is absent."""
    if not PHOTOS.is_dir():
        pytest.skip(f"the photographs are not beside the checkout ({PHOTOS})")
    return PHOTOS


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A real browser for all tests of a process; they are left out, with the reason, where there is none."""
    executable = shutil.which("chromium") or (str(CHROMIUM) if CHROMIUM.exists() else None)
    if executable is None:
        pytest.skip("Chromium is not installed: apt install chromium")
    from playwright.sync_api import sync_playwright

    flags = "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking"
    flags += " disable-component-update disable-sync disable-dev-shm-usage"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=[f"--{flag}" for flag in flags.split()] + [IN_THE_NETWORK]
        )
        yield browser
        browser.close()
