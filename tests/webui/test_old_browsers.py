"""Browsers that the scripts are too new for: a page says that it does not keep itself fresh, and works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from web_tables import begin

FIRST = Path(__file__).resolve().parents[2] / "webui/static/first.js"

LATER = re.compile(
    r"=>|`|\?\.|\?\?|\.\.\.|\*\*|,\s*[)\]}]"
    r"|\b(?:let|const|class|async|await|import|export|of|yield|super|Promise|Symbol|Map|Set|Proxy|fetch"
    r"|includes|startsWith|endsWith|padStart|assign|entries|values|find|findIndex|closest|append|prepend"
    r"|replaceWith|replaceChildren|remove|dataset|classList|forEach|URL|URLSearchParams|FormData)\b"
)
"""What ES5 and browsers of its time do not know, or know only in part."""

OWN = {"locale": "en"}
"""Settings by which a test has a browser of its own, which it may break."""

MAIN, BROKEN = "**/scripts.js*", "const a = {}; a?.b ?? (=> 1);"


def code_of(text: str) -> str:
    """A script without its comments and strings."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", text, flags=re.DOTALL)


def test_the_first_script_is_understood_by_old_browsers() -> None:
    assert LATER.findall(code_of(FIRST.read_text())) == []


@pytest.mark.parametrize(
    "new", ["a?.b", "() => 1", "let a", "f`x`", "a ?? b", "{ ...a }", "f(a,)", "each.closest(b)"]
)
def test_what_is_newer_would_be_noticed(new) -> None:
    assert LATER.search(code_of(f'var a = "let"; // const\n{new};'))


def test_the_first_script_comes_before_all_others(client, session) -> None:
    scripts = re.findall(r'<script src="([^"]+)"', client.get("/play").text)
    assert "/first.js" in scripts[0]


@pytest.mark.browser
def test_a_browser_of_today_is_told_nothing(open_page, session) -> None:
    for path in ("/play", "/board"):
        page = open_page(path)
        page.wait_for_load_state("load")
        page.wait_for_function("() => document.documentElement.dataset.fresh === ''")
        assert not page.locator("#stale, #reloads").filter(visible=True).count()


@pytest.mark.browser
@pytest.mark.parametrize("how", ["not loaded", "not understood"])
def test_where_the_script_does_not_run_the_page_says_so(open_page, session, complaints, how) -> None:
    page = open_page("/", **OWN)
    page.route(MAIN, lambda route: route.abort() if how == "not loaded" else route.fulfill(body=BROKEN))
    page.goto("/play")
    notice = page.locator("#stale")
    notice.wait_for(state="visible")
    assert "too old to keep the page fresh" in notice.inner_text()
    seen = session.seq
    session.act(next(session.state.legal(1)))
    assert page.evaluate("document.body.dataset.seq") == str(seen), "nothing refreshes it"
    notice.get_by_role("link").click()
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    assert complaints, "the browser says why"
    complaints.clear()


@pytest.mark.browser
def test_a_tap_without_the_script_is_a_form(open_page, hub, complaints) -> None:
    session = begin(hub)
    page = open_page("/", **OWN)
    page.route(MAIN, lambda route: route.abort())
    page.goto("/play")
    before = session.seq
    page.locator("#dock form[data-tap] button").first.click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    page.locator("#stale").wait_for(state="visible")
    complaints.clear()


@pytest.mark.browser
def test_a_board_that_nobody_follows_is_loaded_again(open_page, session, complaints) -> None:
    page = open_page("/", **OWN)
    page.route(MAIN, lambda route: route.abort())
    page.clock.install()
    page.goto("/board")
    page.locator("#reloads").wait_for(state="visible")
    session.act(next(session.state.legal(1)))
    page.clock.fast_forward(21_000)
    page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(session.seq))
    complaints.clear()


@pytest.mark.browser
def test_without_any_script_the_page_says_so(open_page, session) -> None:
    page = open_page("/play", java_script_enabled=False)
    assert page.locator("noscript p").is_visible()


@pytest.mark.browser
def test_a_browser_that_takes_no_button_into_a_form_taps_all_the_same(open_page, hub) -> None:
    session = begin(hub)
    page = open_page("/play")
    page.evaluate(
        """() => {
          const Whole = FormData;
          window.FormData = function (form) { return new Whole(form); };
        }"""
    )
    sent: list[str] = []
    page.on("request", lambda each: sent.append(each.post_data or "") if each.method == "POST" else None)
    before = session.seq
    page.locator("#dock form[data-tap] button[name]").first.click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before)
    assert "text=first" in sent[0]
