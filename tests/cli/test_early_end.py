"""Ctrl-C while the table starts is never lost, whatever it interrupts."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from companion.cli.early_end import EarlyEnd


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_that_a_destructor_swallows_reaches_the_server_when_it_listens() -> None:
    early = EarlyEnd()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)  # and whoever was interrupted goes on
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda sig, _: heard.append(sig))  # as the server does
    early.pass_on(None)
    assert heard == [signal.SIGINT]


def test_where_nobody_wants_the_end_the_server_starts() -> None:
    early = EarlyEnd()
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda sig, _: heard.append(sig))
    early.pass_on(None)
    assert heard == []
