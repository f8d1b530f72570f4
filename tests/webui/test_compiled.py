"""Templates are compiled once a program, however many apps there are."""

from __future__ import annotations

import jinja2
import pytest

from webui import create_app


def test_a_second_app_compiles_nothing(hub, monkeypatch: pytest.MonkeyPatch) -> None:
    assert create_app(hub).test_client().get("/").status_code == 200

    def compiled_again(*_: object) -> None:
        raise AssertionError("a template was compiled again")

    monkeypatch.setattr(jinja2.Environment, "_generate", compiled_again)
    assert create_app(hub).test_client().get("/").status_code == 200
