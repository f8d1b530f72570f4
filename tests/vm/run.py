"""Boots what `tests/vm/build` has built and runs `tests/vm/job` in it, boot after boot on one disk.

    python tests/vm/run.py FOLDER           all of it
    python tests/vm/run.py FOLDER PART...   only these, on a fresh disk: part_evening, part_picamera

The first boot ends by a cut of power in the middle of writing, the second by a restart in the middle of a
game. What anybody was shown is told to this side at once, and given to the next boot, which looks whether
it is still there. Without KVM: the processors of most build machines cannot nest it.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from console import CUT, Console
from filming import film

HERE: Final = Path(__file__).parent
BENCH: Final = ("__init__.py", "kills.py", "served.py")
"""What of `bench` taps and listens in there."""

CPU: Final = "Nehalem"
"""One without AVX, which QEMU 7.2 works out wrongly: numpy uses it where it is and ends with SIGSEGV."""

MACHINE: Final = ("-machine", "q35,accel=tcg", "-cpu", CPU, "-smp", "2", "-m", "3000", "-nodefaults")
QUIET: Final = ("-no-user-config", "-display", "none", "-no-reboot", "-nic", "none")
KERNEL: Final = "console=ttyS0 root=/dev/vda rw quiet loglevel=3 mitigations=off systemd.show_status=false"
PIPED: Final = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "errors": "replace"}
SECTOR: Final = 512
LATEST_S: Final = 0.3
"""The power is cut within this time."""


class Part(NamedTuple):
    """A boot: the module of tests that it runs, and how it ends."""

    module: str
    ending: str


PARTS: Final = (
    Part("part_evening", CUT),
    Part("part_morning", "reboot"),
    Part("part_noon", "poweroff"),
    Part("part_picamera", "poweroff"),
)


class Machine:
    """The virtual machine, on a disk of its own that outlives its boots."""

    def __init__(self, folder: Path, work: Path) -> None:
        self._folder, self._work = folder, work
        self._console = Console()
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        subprocess.run(
            ["cp", "--sparse=always", "--reflink=auto", folder / "vm.img", work / "disk.img"], check=True
        )
        film(work / "film")

    def boot(self, part: Part) -> bool:
        """Run one part; whether all went well."""
        self._pack(part)
        begun_s = time.monotonic()
        with subprocess.Popen(self._words(), **PIPED) as qemu:
            assert qemu.stdout is not None
            good = self._console.follow(qemu.stdout, part.ending)
            if part.ending == CUT and good:
                time.sleep(random.uniform(0, LATEST_S))
                qemu.kill()
            self._console.finish(qemu.stdout)
        print(f"== {part.module}: {'well' if good else 'NOT WELL'} after {time.monotonic() - begun_s:.0f} s")
        return good

    def _pack(self, part: Part) -> None:
        job = self._work / "job"
        shutil.rmtree(job, ignore_errors=True)
        shutil.copytree(HERE / "job", job, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(self._work / "film", job / "film")
        (job / "bench").mkdir()
        for name in BENCH:
            shutil.copy(HERE.parents[1] / "bench" / name, job / "bench" / name)
        (job / "part").write_text(part.module)
        (job / "ending").write_text(part.ending)
        (job / "shown.json").write_text(json.dumps(self._console.shown))
        with tarfile.open(self._work / "job.tar", "w") as tar:
            tar.add(job, ".")
        with (self._work / "job.tar").open("ab") as tail:
            tail.truncate(-(-tail.tell() // SECTOR) * SECTOR)

    def _words(self) -> list[str]:
        words = ["qemu-system-x86_64", *MACHINE, *QUIET]
        words += ["-kernel", str(self._folder / "vmlinuz"), "-initrd", str(self._folder / "initrd.gz")]
        words += ["-append", KERNEL, "-serial", f"file:{self._work / 'kernel.log'}"]
        for name, more in (("disk.img", ""), ("job.tar", ",readonly=on")):
            ident = name.partition(".")[0]
            words += ["-drive", f"file={self._work / name},if=none,id={ident},format=raw{more}"]
            words += ["-device", f"virtio-blk-pci,drive={ident}"]
        words += ["-device", "virtio-serial-pci", "-chardev", "stdio,id=out,signal=off"]
        return [*words, "-device", "virtconsole,chardev=out"]


def main() -> int:
    """Run all parts, or as far as all goes well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of tests/vm/build")
    parser.add_argument("parts", nargs="*", help="only these")
    wish = parser.parse_args()
    folder, parts = wish.folder, [part for part in PARTS if not wish.parts or part.module in wish.parts]
    begun_s = time.monotonic()
    machine = Machine(folder, folder / "run")
    good = all(machine.boot(part) for part in parts)
    print(f"== {'all well' if good else 'NOT WELL'} after {time.monotonic() - begun_s:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
