"""A program that writes events as fast as it can and shows each one once it may be seen."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import orchard

from companion.sessions.store import Store

store = Store(Path(sys.argv[1]), orchard.find)
session = store.load(sys.argv[2])
session.subscribe(lambda logged: print(*(f"{each.seq} {each.at}" for each in logged), sep="\n", flush=True))
for number in count():
    session.note(f"note {number}")
