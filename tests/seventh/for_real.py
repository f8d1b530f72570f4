"""Puts Hop Home into a copy of the project, as docs/add-a-game.md says: folder, pages, sentences, records."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hop-home" / "hop_home"

SLUG, NAME = "hop-home", "Hop Home"
FOLDER = "companion/games/hop_home"

READ = """
## Hop Home

![The mat](images/hop-home.jpg)

| | |
|---|---|
| camera | the frogs and the die |
| tap | nothing |
| software | the roll, if the table likes |
"""

SCORED = """
## Hop Home

```json
{"at": [4, 10]}
```

`companion score hop-home FILE` prints:

```
Player 1: 4
     4  The stone the frog sits on
Player 2: 10
    10  The stone the frog sits on
Player 2 is home first.
```
"""


def added(folder: Path) -> Path:
    """Copy the project into a folder and add the game there."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (folder / FOLDER).mkdir()
    for source in EXAMPLE.iterdir():
        if source.is_file():
            text = source.read_text("utf-8").replace(
                "from hop_home import", "from companion.games.hop_home import"
            )
            (folder / FOLDER / source.name).write_text(text, "utf-8")
    pages = {"README.md": f"\n{NAME}\n", "docs/what-is-read.md": READ, "docs/score.md": SCORED}
    for page, more in pages.items():
        with (folder / page).open("a") as file:
            file.write(more)
    run(folder, "-m", "companion.language")
    run(folder, "-m", "companion.rules.testing", "--golden", "tests/rules/golden")
    run(folder, "-m", "bench.pictures", SLUG)
    return folder


def run(folder: Path, *words: str) -> str:
    """Run this Python there, and give what it prints; what fails is told."""
    command, env = [sys.executable, *words], {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout
