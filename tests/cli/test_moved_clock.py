"""A machine without a clock battery: whatever time it thinks it is, phones keep their seats."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from sweeps import slow

from bench.service.served import Served
from companion.sessions.store import Store
from webui.access.host_role import kept_code

DAY_S = 86_400
STEPS_S = [-20 * 365 * DAY_S, *slow(-10, 45 * DAY_S)]
FORM = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "software"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the library that moves the wall clock of a process; without a compiler the test is left out."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("a C compiler is not installed (apt-get install gcc)")
    made = tmp_path_factory.mktemp("clock") / "moved_clock.so"
    words = [compiler, "-shared", "-fPIC", "-o", str(made), str(Path(__file__).with_name("moved_clock.c"))]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("the C compiler lacks the system's headers (apt-get install libc6-dev)")
    return made


class Phone:
    """A phone with a cookie jar of its own."""

    def __init__(self, service: Served) -> None:
        self._service, self._open = service, build_opener(HTTPCookieProcessor(CookieJar())).open

    def get(self, path: str) -> str:
        return self._ask(path, None)

    def post(self, path: str, **form: object) -> str:
        return self._ask(path, urlencode(form).encode())

    def _ask(self, path: str, body: bytes | None) -> str:
        with self._open(f"http://127.0.0.1:{self._service.port}{path}", body, 30) as answer:
            return str(answer.read().decode())

    @property
    def seat(self) -> str:
        header = self.get("/play").split("</header>")[0]
        return next((name for name in ("Anna", "Ben") if name in header), "")


@pytest.fixture
def moved(library: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Have services that are started from now on think that it is another time; their pace stays."""
    monkeypatch.setenv("STATE_DIRECTORY", "/nowhere")  # a service: nobody is the host by being near
    monkeypatch.setenv("LD_PRELOAD", str(library))

    def move(step_s: int) -> None:
        monkeypatch.setenv("CLOCK_STEP_S", str(step_s))

    return move


@pytest.mark.parametrize("step_s", STEPS_S)
def test_phones_keep_seats_and_roles_over_a_restart_with_another_clock(tmp_path: Path, moved, step_s) -> None:
    data = tmp_path / "data"
    moved(0)
    with Served(data) as service:
        service.wait()
        anna, ben, guest = Phone(service), Phone(service), Phone(service)
        anna.post("/new/star-baker", **FORM)
        invitation = re.search(r"/j/[0-9a-f]+", anna.get("/join"))[0]
        anna.post(invitation, seat=1)
        ben.post(invitation, seat=2)
        anna.post("/host", code=kept_code(data / "games.db"))
        hand = "Your hand"
        assert (anna.seat, ben.seat, guest.seat) == ("Anna", "Ben", "")
        shown = [hand in phone.get("/play") for phone in (anna, ben, guest)]
        for _ in range(2):
            service.stop()
            moved(step_s)
            service.start()
            service.wait()
            assert (anna.seat, ben.seat, guest.seat) == ("Anna", "Ben", "")
            assert [hand in phone.get("/play") for phone in (anna, ben, guest)] == shown
            assert "You are the host" in anna.get("/host")
            assert "You are the host" not in ben.get("/host")


@pytest.mark.parametrize("step_s", STEPS_S)
def test_a_game_begun_after_a_step_lies_on_the_table_and_is_backed_up(tmp_path: Path, moved, step_s) -> None:
    data = tmp_path / "data"
    moved(0)
    with Served(data) as service:
        service.wait()
        Phone(service).post("/new/caterpillar-filler", **FORM)
        service.stop()
        moved(step_s)
        service.start()
        service.wait()
        phone = Phone(service)
        with Store(data / "games.db") as store:
            first = store.sessions()[0].id
        phone.post("/new/filler-tiles", **(FORM | {"aside": first}))
        service.stop()
        moved(0)
        service.start()
        service.wait()
        assert "Filler" in Phone(service).get("/")
        with Store(data / "games.db") as store:
            assert [each.game for each in store.unfinished()] == ["filler-tiles", "caterpillar-filler"]
        numbers = [path.name.split("-")[1] for path in (data / "backups").glob("*.sqlite")]
        assert len(numbers) == len({*numbers}), "each has a number of its own"
