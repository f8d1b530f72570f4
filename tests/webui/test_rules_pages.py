"""The rules on a phone: all of them by game, and the one that a refused move names."""

from __future__ import annotations

import re

import pytest
from browsers import SMALLEST_PX
from web_tables import GAME, begin

from companion.rules.booklet import booklet_of
from companion.rules.catalogue import GAMES, load_game
from webui.pages.rules import with_rules

TELLING = [slug for slug in GAMES if booklet_of(load_game(slug)) is not None]


@pytest.mark.parametrize("slug", TELLING)
def test_every_game_tells_its_rules_from_its_form(client, slug: str) -> None:
    assert f'href="/rules/{slug}"' in client.get(f"/new/{slug}").text
    page = client.get(f"/rules/{slug}").text
    booklet = booklet_of(load_game(slug))
    assert booklet is not None
    for number in range(1, len(booklet.sections) + 1):
        assert page.count(f'href="#part-{number}"') == page.count(f'id="part-{number}"') == 1
    assert [rule for rule in booklet.rules if page.count(f'id="rule-{rule}"') != 1] == []
    assert f'href="/new/{slug}"' in page


def test_from_the_table_there_is_a_way_to_the_rules_and_back(client, hub) -> None:
    begin(hub)
    assert f'href="/rules/{GAME}"' in client.get("/play").text
    assert 'href="/play"' in client.get(f"/rules/{GAME}").text.split('class="dock"')[1]
    assert f'href="/new/{"papillon"}"' in client.get("/rules/papillon").text.split('class="dock"')[1]


def test_of_a_game_that_is_not_there_nothing_is_told(client) -> None:
    assert client.get("/rules/chess").status_code == 404


def test_a_number_in_a_sentence_leads_to_its_rule(app) -> None:
    game = load_game("octopus-garden")
    with app.test_request_context():
        said = with_rules("<No> (OG-R26). Not (OG-R999), (10.2.7) or (section 6).", game)
    assert said == (
        '&lt;No&gt; (<a href="/rules/octopus-garden#rule-OG-R26">OG-R26</a>). Not (OG-R999), '
        '(<a href="/rules/octopus-garden#rule-10.2.7">10.2.7</a>) or (section 6).'
    )


def test_a_refused_move_names_where_its_rule_is_told(client, hub) -> None:
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    form = {"by": "1", "text": "wasp A5", "seq": session.seq}
    refused = client.post("/play/act", data=form, headers={"X-Tap": "1"})
    assert refused.status_code == 409
    assert refused.json["more"] == f"/rules/{GAME}#rule-CF-31"
    assert refused.json["sentence"].endswith("(CF-31).")
    page = client.post("/play/act", data=form).text
    assert f'(<a href="/rules/{GAME}#rule-CF-31">CF-31</a>)' in page
    stale = client.post("/play/act", data={**form, "seq": 1}, headers={"X-Tap": "1"})
    assert "more" not in stale.json


@pytest.mark.browser
def test_a_tap_that_is_refused_leads_to_the_rule(open_page, hub, complaints) -> None:
    session = begin(hub)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    page = open_page("/play")
    page.evaluate(
        """seq => {
          const form = document.createElement("form");
          Object.assign(form, { method: "post", action: "/play/act" });
          form.dataset.tap = "";
          for (const [name, value] of Object.entries({ by: 1, text: "wasp A5", seq }))
            form.append(Object.assign(document.createElement("input"), { name, value }));
          document.body.append(form);
          form.requestSubmit();
        }""",
        session.seq,
    )
    link = page.get_by_role("link", name="The rule")
    assert link.bounding_box()["height"] >= SMALLEST_PX
    link.click()
    page.wait_for_url(f"**/rules/{GAME}#rule-CF-31")
    shown = page.locator("p:has(:target)")
    assert "wasp" in shown.inner_text()
    box = shown.bounding_box()
    assert 0 <= box["y"] < 700
    colour = "each => getComputedStyle(each).backgroundColor"
    assert shown.evaluate(colour) != page.locator("main section p").first.evaluate(colour)
    complaints.clear()  # the browser notes each answer that is a refusal


def test_what_is_chosen_at_this_table_is_told_with_the_rules(client, hub) -> None:
    hub.open(hub.store.new_session("filler-tiles", ["Anna", "Ben"], {"rows": "4", "new_starts": "0"}))
    page = client.get("/rules/filler-tiles").text
    chosen = re.findall("<li>(.*?)</li>", page[page.index("Chosen at this table") :])
    assert chosen[0] == "Rows: 4"
    assert chosen[1].endswith(": 0")
    assert "Chosen at this table" not in client.get("/rules/papillon").text


def test_a_german_phone_reads_the_rules_in_german(client) -> None:
    page = client.get("/rules/papillon", headers={"Accept-Language": "de"}).text
    assert "Worum es geht" in page
    assert 'id="rule-R28"' in page
    assert "What it is about" in client.get("/rules/papillon", headers={"Accept-Language": "fr"}).text
