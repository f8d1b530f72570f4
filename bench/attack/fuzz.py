"""Fuzzed requests over the socket of a service. None may end in a failure of the service."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol

from bench.attack.inputs import Inputs
from bench.attack.outcome import Outcome
from bench.attack.stranger import Stranger
from bench.attack.within import Within

AT_ONCE: Final = 8
"""Requests that are on their way to a service at the same time, as from many phones."""

TOLD_EVERY: Final = 10_000


class Asked(Protocol):
    """What inputs are sent to: a service, or the pages within this process."""

    def send(self, data: bytes, /) -> int:
        """Send raw bytes; give the status of the answer, 0 where there is none."""

    def page(self, path: str, /) -> str:
        """Give a page."""


def attack(port: int, out: Path, inputs: int, seed: int = 0) -> list[Outcome]:
    """Send inputs of every kind to a service.

    Parameters
    ----------
    port
        Where the service listens on loopback.
    out
        What the service prints: a traceback there is a failure, whatever the answer.
    inputs
        How many.
    seed
        The inputs follow from the seed, and from the pages of the service.
    """
    stranger = Stranger(port)
    parts = [inputs // AT_ONCE + (number < inputs % AT_ONCE) for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as senders:
        sent = senders.map(
            lambda part: failures(Stranger(port), parts[part], seed * AT_ONCE + part), range(AT_ONCE)
        )
        broken = [each for found in sent for each in found]
    if stranger.get("/healthz").status != 200:
        broken.append("the service does not answer any more")
    said = out.read_text(errors="replace")
    if "Traceback" in said:
        broken.append(said[said.index("Traceback") :][:400])
    return [Outcome("no input makes the service fail", inputs, tuple(broken))]


def attack_within(folder: Path, inputs: int, seed: int = 0) -> list[Outcome]:
    """Hand inputs of every kind to the parser of requests and to the pages of this process, without a socket.

    Parameters
    ----------
    folder
        Where the games of this attack lie; it is made.
    inputs, seed
        As in `attack`.
    """
    with Within(folder) as within:
        broken = failures(within, inputs, seed) + within.raised
    return [Outcome("no input makes parser or pages fail", inputs, tuple(broken))]


def failures(asked: Asked, inputs: int, seed: int) -> list[str]:
    """Send inputs; give those that were answered as a failure of the service."""
    drawn, broken = Inputs(seed, asked.page), []
    for number in range(inputs):
        if number % TOLD_EVERY == TOLD_EVERY - 1:
            print(f"{number + 1} of {inputs} inputs, {len(broken)} failures", file=sys.stderr, flush=True)
        sent = drawn.next(number)
        status = asked.send(sent)
        if status >= 500 and status not in (503, 507):
            broken.append(f"{status} for {sent[:300]!r}")
    return broken
