#!/usr/bin/env python3
"""Look up known weaknesses of everything that the locks name, with pip-audit: ``make audit``.

Exit status: 0 none is known, 1 some are, 2 the data on some packages could not be had.
The tool lives in a virtual environment of its own, so that it never meets the program's libraries.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "build" / "audit"
TOOL = "pip-audit>=2.7,<3"
LOCKS = sorted(ROOT.glob("requirements*.lock"))
UNREACHABLE = (
    "The data on known weaknesses could not be had: pip-audit needs the internet (pypi.org or api.osv.dev). "
    "Of some packages nothing is known now; try again where there is a network."
)


def main() -> int:
    """Audit every lock; what pip-audit is asked besides comes from the command line."""
    if not (TOOLS / "bin" / "pip-audit").exists() and not _installed():
        sys.stderr.write(f"{UNREACHABLE}\n")
        return 2
    worst = 0
    for lock in LOCKS:
        found = _audited(lock)
        known = [each for each in found if "vulns" in each]
        weak = [each for each in known if each["vulns"]]
        sys.stdout.write(
            f"{lock.name}: {len(known)} of {len(found)} packages known, {len(weak)} with weaknesses\n"
        )
        for package in weak:
            for weakness in package["vulns"]:
                mended = ", ".join(weakness["fix_versions"]) or "no version yet"
                words = f"{package['name']} {package['version']}: {weakness['id']}, mended in {mended}"
                sys.stdout.write(f"  {words}\n")
        worst = max(worst, 1 if weak else 0, 2 if len(known) < len(found) or not found else 0)
    if worst == 2:
        sys.stderr.write(f"{UNREACHABLE}\n")
    return worst


def _audited(lock: Path) -> list[dict[str, Any]]:
    """Give what the tool knows of each package; a package of which it knows nothing has no ``vulns``."""
    words = [
        TOOLS / "bin" / "pip-audit",
        "--no-deps",
        "--disable-pip",
        "--progress-spinner=off",
        "--format=json",
    ]
    done = subprocess.run([*words, "-r", lock, *sys.argv[1:]], capture_output=True, text=True, check=False)
    try:
        return list(json.loads(done.stdout)["dependencies"])
    except (ValueError, KeyError):
        sys.stderr.write(f"{done.stderr.strip()[-400:]}\n")
        return []


def _installed() -> bool:
    """Install the tool; say whether that could be done."""
    venv.create(TOOLS, with_pip=True)
    pip = [TOOLS / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", TOOL]
    return subprocess.run(pip, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
