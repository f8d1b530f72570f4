"""A system in a folder, as the installer sees it: what it is asked to do, and what lies in it then."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = ("companion.service", "companion-shutdown.path", "companion-shutdown.service")


def settings_of(unit: str) -> list[tuple[str, str]]:
    """The settings of a unit, in order."""
    lines = [line.strip() for line in (SYSTEMD / unit).read_text().splitlines()]
    return [
        (key, value) for key, sign, value in (line.partition("=") for line in lines) if sign and key[0] != "#"
    ]


# What the system would do, and a log of what it was asked.
CHROOT = """#!/bin/bash
root=$1; shift
echo "$*" >>"$root/asked"
case "$*" in
  dpkg-query*) [ -e "$root/has-packages" ] && echo "install ok installed" ;;
  apt-cache*python3-picamera2*) exit 1 ;;
  *"apt-get install"*) touch "$root/has-packages" ;;
  getent*) [ -e "$root/has-user" ] ;;
  useradd*) touch "$root/has-user" ;;
  *"-m venv"*) mkdir -p "$root${!#}/bin" ;;
  *"config example"*) echo "# camera" >"$root/etc/companion/companion.toml" ;;
  *"--only-binary"*) [ ! -e "$root/no-build" ] ;;
  runuser*"config data") cat "$root/data" 2>/dev/null ;;
  runuser*) [ ! -e "$root/no-backup" ] ;;
esac
"""
OLD = "/opt/companion/releases/20200101-000000"
# A systemd that starts the old version always, and the new one unless it is not to. `off/UNIT` is switched
# off, and runs where that says so.
SYSTEMCTL = f"""#!/bin/bash
unit=$DESTDIR/off/${{!#}}
case "$*" in
  *is-enabled*) [ ! -e "$unit" ]; exit ;;
  *is-active*) [ ! -e "$unit" ] || grep -q runs "$unit"; exit ;;
esac
echo "systemctl $*" >>"$DESTDIR/asked"
[ "$1" != start ] || [ ! -e "$DESTDIR/no-start" ] && exit
[ "$(readlink "$DESTDIR/opt/companion/current")" = {OLD} ]
"""


class System:
    """A system in a folder, installed into from outside, as for an image."""

    def __init__(self, folder: Path) -> None:
        self.root, self.tools = folder / "root", folder / "tools"
        self.script = SYSTEMD / "install"
        self.root.mkdir()
        self.tools.mkdir()
        for name, text in (("chroot", CHROOT), ("id", "#!/bin/sh\necho 0\n")):
            (self.tools / name).write_text(text)
            (self.tools / name).chmod(0o755)

    def install(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": f"{self.tools}:{os.environ['PATH']}", "DESTDIR": str(self.root)}
        return subprocess.run(
            [self.script, *words], capture_output=True, text=True, check=False, env=environment
        )

    @property
    def asked(self) -> str:
        """What the system was asked to do since it was looked at last."""
        log = self.root / "asked"
        text = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        return text

    @property
    def files(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}


ANNOUNCED = "etc/avahi/services/companion.service"


def announced_port(system: System) -> str | None:
    return ET.parse(system.root / ANNOUNCED).findtext("service/port")


def steps(said: str) -> list[str]:
    """What was said, but for the name of the new version, which is the time, and where the table is then."""
    said = re.sub(r"\d{8}-\d{6}-\d{9}", "NEW", said).replace("would run:", "runs:")
    return [line for line in said.splitlines() if not line.startswith("== Done.")]
