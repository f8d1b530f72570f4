"""What a newcomer meets first names commands and files that there are, and a release is checked."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
PAGES = (
    "CONTRIBUTING.md",
    "SECURITY.md",
    "README.md",
    ".github/pull_request_template.md",
    ".pre-commit-config.yaml",
)


def release():
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES)
def test_the_targets_of_make_that_a_page_names_are_there(page: str) -> None:
    text = (ROOT / page).read_text()
    named = {
        word
        for words in re.findall(r"(?:`|^    |entry: )make((?: --?[a-z-]+| [a-z-]+)+)", text, re.MULTILINE)
        for word in words.split()
        if not word.startswith("-")
    }
    assert named <= TARGETS, named - TARGETS


def test_the_hooks_run_the_linters_of_the_ci() -> None:
    hooks, ci = (ROOT / ".pre-commit-config.yaml").read_text(), (ROOT / ".ci" / "run").read_text()
    for linter in ("lint", "types"):
        assert f"make --no-print-directory {linter}" in hooks
        assert f"make --no-print-directory {linter}" in ci


def test_the_workflow_calls_the_one_script_of_the_ci() -> None:
    assert "run: .ci/run\n" in (ROOT / ".github/workflows/ci.yml").read_text()


def test_whoever_reports_a_mistake_is_asked_for_a_bundle() -> None:
    assert "companion bundle" in (ROOT / ".github/ISSUE_TEMPLATE/mistake.md").read_text()
    assert "companion bundle" in (ROOT / ".github/pull_request_template.md").read_text()


def test_the_container_for_editors_sets_up_as_the_page_says() -> None:
    settings = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert settings["postCreateCommand"] in (ROOT / "CONTRIBUTING.md").read_text()


LOG = (
    "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-01-31\n\n### Added\n\n- A gain.\n\n## 1.1.0\n\n- Old.\n"
)


def test_a_release_that_is_ready_has_no_faults() -> None:
    checks = release()
    assert checks.faults("1.2.0", LOG, ["v1.1.0", "other"], "") == []
    assert checks.notes_of(LOG, "1.2.0") == ("2026-01-31", "### Added\n\n- A gain.")
    assert checks.notes_of(LOG, "1.1.0") == ("", "- Old.")


@pytest.mark.parametrize(
    ("version", "log", "tags", "changed", "told"),
    [
        ("1.2", LOG, [], "", "is not three numbers"),
        ("1.2.0", LOG, ["v1.2.0"], "", "The tag v1.2.0 exists"),
        ("1.2.0", LOG, ["v1.10.0"], "", "older than the newest tag"),
        ("1.3.0", LOG, [], "", "has no notes under a heading '## 1.3.0"),
        ("1.1.0", LOG, [], "", "needs a date"),
        ("1.2.0", LOG.replace("2026-01-31", "soon"), [], "", "needs a date"),
        ("1.2.0", LOG.replace("Added", "News"), [], "", "has a group 'News'"),
        ("1.2.0", LOG.replace("Unreleased\n", "Unreleased\n\n- More.\n"), [], "", "still has lines"),
        ("1.2.0", LOG, [], " M README.md", "not committed"),
    ],
)  # fmt: skip
def test_what_a_release_lacks_is_told(
    version: str, log: str, tags: list[str], changed: str, told: str
) -> None:
    (sentence,) = release().faults(version, log, tags, changed)
    assert told in sentence


def test_the_changelog_has_the_groups_of_keep_a_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= set(release().GROUPS)
    assert text.startswith("# Changelog\n")


def test_no_two_modules_of_tests_have_one_name() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []
