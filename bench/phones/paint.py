"""First paint of the play page in Chromium: cold, on a phone's screen, in English and in German, by turns.

The two languages take turns, so that other work on the machine slows both alike: ``python -m bench paint``.
"""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from bench.service.served import Served
from companion.rules.catalogue import GAMES

FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
LANGUAGES: Final = {"English": "en", "German": "de"}
VISITS: Final = 15
PHONE: Final = {"width": 390, "height": 844}
PAINTED: Final = """() => new Promise(give => new PerformanceObserver(
  (list, self) => { self.disconnect(); give(list.getEntries().at(-1).startTime); }
).observe({type: 'paint', buffered: true}))"""


def run(visits: int = VISITS) -> dict[str, Any]:
    """Visit each new game so often in each language, every time as a browser that was never here."""
    figures: dict[str, Any] = {}
    with TemporaryDirectory() as folder, Served(Path(folder) / "data") as service, sync_playwright() as play:
        service.wait()
        browser = play.chromium.launch(executable_path=shutil.which("chromium"))
        for slug in GAMES:
            service.post(f"/new/{slug}", **FORM)
            took_ms: dict[str, list[float]] = {name: [] for name in LANGUAGES}
            for _ in range(visits):
                for name, code in LANGUAGES.items():
                    took_ms[name].append(first_paint_ms(browser, service.port, code))
            figures[slug] = {
                f"{name}, ms to the first paint, median": round(statistics.median(each), 1)
                for name, each in took_ms.items()
            }
        browser.close()
        service.stop()
    return figures


def first_paint_ms(browser: Browser, port: int, language: str) -> float:
    """Open the play page with nothing kept; give the milliseconds until it shows its first content."""
    context = browser.new_context(locale=language, viewport=PHONE)
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/play", wait_until="load")
        return float(page.evaluate(PAINTED))
    finally:
        context.close()
