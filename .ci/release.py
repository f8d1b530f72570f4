"""Whether a release is ready: `make release` prints what is missing, or how to tag it."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
VERSION: Final = re.compile(r'^__version__ = "([^"]*)"$', re.MULTILINE)
NUMBER: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
SECTION: Final = re.compile(r"^## (?:\[?(\d[^\s\]]*)\]?(?: - (\S+))?|(Unreleased))$", re.MULTILINE)
GROUPS: Final = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def notes_of(changelog: str, version: str) -> tuple[str, str]:
    """Give the date and the text of a version's section; empty where there is none."""
    found = list(SECTION.finditer(changelog))
    for section, following in zip(found, [*found[1:], None], strict=True):
        if section[1] == version:
            text = changelog[section.end() : following.start() if following else None]
            return section[2] or "", text.strip()
    return "", ""


def unreleased(changelog: str) -> str:
    """Give what stands under *Unreleased*."""
    _, _, rest = changelog.partition("## Unreleased\n")
    return re.split(r"^## ", rest, flags=re.MULTILINE)[0].strip()


def faults(version: str, changelog: str, tags: list[str], changed: str) -> list[str]:
    """Say in sentences what keeps a version from being tagged.

    Parameters
    ----------
    version
        What the program calls itself.
    changelog
        The text of ``CHANGELOG.md``.
    tags
        The tags that there are.
    changed
        What ``git status --porcelain`` prints.
    """
    if not NUMBER.fullmatch(version):
        return [f"The version {version!r} is not three numbers: mend companion/__init__.py."]
    wrong = []
    if f"v{version}" in tags:
        wrong.append(f"The tag v{version} exists: raise __version__ in companion/__init__.py.")
    newest = max((_numbers(tag[1:]) for tag in tags if NUMBER.fullmatch(tag[1:])), default=())
    if f"v{version}" not in tags and _numbers(version) < newest:
        wrong.append(f"The version {version} is older than the newest tag.")
    date, notes = notes_of(changelog, version)
    if not notes:
        wrong.append(f"CHANGELOG.md has no notes under a heading '## {version} - DATE'.")
    elif not _is_date(date):
        wrong.append(
            f"The heading of {version} in CHANGELOG.md needs a date, as '## {version} - 2026-01-31'."
        )
    wrong += [
        f"CHANGELOG.md has a group {group!r}: take one of {', '.join(GROUPS)}."
        for group in re.findall(r"^### (.*)$", notes, re.MULTILINE)
        if group not in GROUPS
    ]
    if unreleased(changelog):
        wrong.append(f"CHANGELOG.md still has lines under Unreleased: move them to {version}.")
    if changed:
        wrong.append("Some files are not committed: git status names them.")
    return wrong


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _is_date(text: str) -> bool:
    try:
        return bool(dt.date.fromisoformat(text))
    except ValueError:
        return False


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def main() -> int:
    """Print what is missing, or write the notes and print the command that tags the release."""
    found = VERSION.search((ROOT / "companion" / "__init__.py").read_text("utf-8"))
    version = found[1] if found else ""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    wrong = faults(version, changelog, _git("tag").split(), _git("status", "--porcelain"))
    for sentence in wrong:
        print(f"- {sentence}")
    if wrong:
        print(f"{version} is not ready.")
        return 1
    notes = ROOT / "build" / f"notes-{version}.md"
    notes.parent.mkdir(exist_ok=True)
    notes.write_text(notes_of(changelog, version)[1] + "\n", "utf-8")
    print(f"{version} is ready. Run .ci/run in a clean clone, then:")
    print(f"  git tag -a v{version} -F {notes.relative_to(ROOT)} --cleanup=verbatim")
    print(f"  git push origin v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
