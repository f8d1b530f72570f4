"""axe-core, which looks for what keeps people from using a page, run in a real browser.

The script comes with a package of the development lock; its checksum is known here.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

AXE_SHA256: Final = "84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc"
"""Of axe-core 4.12.1, as the locked version of axe-playwright-python brings it."""


@cache
def axe_script() -> str:
    """Give the script of axe-core."""
    script = files("axe_playwright_python").joinpath("axe.min.js").read_bytes()
    assert sha256(script).hexdigest() == AXE_SHA256, "another axe-core is installed: pip install -r the lock"
    return script.decode()


def violations(page: Any) -> list[str]:
    """Give what axe finds wrong on a page of Playwright, each with the elements; empty where all is well.

    The script is evaluated by the browser's own tools, so a strict policy of the page does not keep it out.
    """
    page.evaluate(axe_script())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']} at {', '.join(str(node['target'][0]) for node in each['nodes'])}"
        for each in found["violations"]
    ]
