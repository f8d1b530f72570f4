"""A real browser before the game: forms that are filled in, kept and sent, and what is asked first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import SMALLEST_PX, TORN
from sweeps import slow
from web_tables import GAME, begin

from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import load_game, take_in

pytestmark = pytest.mark.browser


def test_a_new_game_is_set_up_on_a_phone(open_page, hub) -> None:
    page = open_page("/")
    page.locator(f'a[href="/new/{GAME}"]').click()
    page.locator("#seats-3 + span").click()
    assert page.locator(".seat-row:visible").count() == 3
    for seat, name in enumerate(("Anna", "Ben", "Chloé"), 1):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-setup]").select_option("S04")
    page.get_by_text("We do; somebody taps it in").click()
    page.get_by_role("button", name="First draw the set-up").click()
    page.wait_for_url("**/draws/*")
    seal = page.locator("code").inner_text()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    started = hub.session.timeline.started
    assert started.names == ("Anna", "Ben", "Chloé")
    assert started.options["setup"] == "S04"
    assert started.commitment == seal
    assert "begins" in page.locator("#prompt").inner_text()


@pytest.mark.parametrize("seats", [1, *slow(2), 6])
def test_so_many_names_are_asked_for_as_there_are_seats(open_page, seats: int) -> None:
    page = open_page("/new/star-baker")
    page.locator(f"#seats-{seats} + span").click()
    assert page.locator(".seat-row:visible").count() == seats


def test_a_number_that_will_not_do_is_said_at_its_field_also_where_that_was_folded_away(
    open_page, hub
) -> None:
    page = open_page(f"/new/{GAME}")
    summary = page.get_by_text("Variants and modules")
    summary.click()
    field = page.locator("[name=option-turn_limit]")
    field.fill("1000000")
    summary.click()
    assert not field.is_visible()
    page.get_by_role("button", name="Start the game").click()
    field.wait_for(state="visible")
    assert "999999" in field.evaluate("field => field.validationMessage")
    assert hub.session is None
    field.fill("999999")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/play")
    assert hub.session.timeline.started.options["turn_limit"] == "999999"


def test_a_form_that_is_being_filled_in_is_kept_when_another_game_begins(open_page, hub) -> None:
    page, other = open_page(f"/new/{GAME}"), open_page("/")
    page.locator("[name=name-1]").fill("Zoë")
    begin(hub)
    page.get_by_text("Another game is on the table now.").wait_for()
    assert page.locator("[name=name-1]").input_value() == "Zoë"
    other.wait_for_function("() => document.body.dataset.game !== ''")


def test_who_lets_the_program_do_it_all_names_no_single_draw(open_page) -> None:
    page = open_page("/new/it-happens")
    mounds = page.get_by_label("Mounds", exact=True)
    assert mounds.is_visible()
    page.get_by_text("The program does", exact=True).click()
    assert not mounds.is_visible()
    page.get_by_text("Except what we do ourselves").click()
    page.get_by_label("Mounds: shuffled at the table").check()
    page.get_by_text("We do; somebody taps it in").click()
    assert not page.get_by_text("Except what we do ourselves").is_visible()


@pytest.mark.parametrize(
    ("slug", "option", "few", "more"),
    [("it-happens", "imaginary_collects", 2, 3), ("star-baker", "automatic_chef", 1, 2)],
)
def test_what_matters_to_some_numbers_of_players_is_asked_of_them_alone(
    open_page, slug, option, few, more
) -> None:
    page = open_page(f"/new/{slug}")
    page.get_by_text("Variants and modules").click()
    asked = page.locator(f"[name=option-{option}]")
    for seats, shown in ((few, True), (more, False), (few, True)):
        page.locator(f"#seats-{seats} + span").click()
        assert asked.is_visible() == shown


def test_a_form_that_is_loaded_again_keeps_names_and_choices(open_page) -> None:
    page = open_page(f"/new/{GAME}")
    form = "[...new FormData(document.querySelector('form.new-game'))].filter(([key]) => key !== 'once')"
    as_made = page.evaluate(form)
    page.locator("#seats-3 + span").click()
    for seat, name in enumerate(("Anna", 'Ben "B"', "Chloé"), 1):
        page.locator(f"[name=name-{seat}]").fill(name)
    page.locator("[name=heads-1]").select_option("white")
    page.get_by_text("Variants and modules").click()
    page.locator("[name=option-setup]").select_option("S04")
    page.locator("[name=option-turn_limit]").fill("40")
    page.locator("[name=option-rules][value=R12]").check()
    page.locator("[name=option-die]").nth(5).select_option("3")
    page.get_by_text("The program does", exact=True).click()
    filled = page.evaluate(form)
    assert filled != as_made
    page.reload()
    assert page.evaluate(form) == filled
    assert page.locator("[name=option-setup]").is_visible(), "what is not as usual is not folded away"
    page.get_by_role("link", name="Tabletop").click()
    page.go_back()
    page.wait_for_url("**/new/*")
    assert page.evaluate(form) == filled
    page.goto("/")
    page.locator(f'a[href="/new/{GAME}"]').click()
    page.wait_for_url("**/new/*")
    assert page.evaluate(form) == as_made


def test_who_comes_back_from_the_cards_of_their_own_finds_the_form_as_they_left_it(open_page) -> None:
    page = open_page("/new/it-happens")
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_text("Variants and modules").click()
    page.get_by_role("link", name="Cards of your own").click()
    page.wait_for_url("**/mounds")
    page.locator("[name=data_set]").fill("half done")
    page.evaluate("location.reload()")
    page.wait_for_function("() => document.querySelector('[name=data_set]')?.value === 'half done'")
    page.evaluate("location.assign('/new/it-happens')")
    page.wait_for_url("**/it-happens")
    assert page.locator("[name=name-1]").input_value() == "Zoë"


def test_who_comes_back_from_the_rules_finds_the_form_as_they_left_it(open_page) -> None:
    page = open_page("/new/filler-tiles")
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_role("link", name="The rules").click()
    page.wait_for_url("**/rules/filler-tiles")
    page.get_by_role("link", name="New game").click()
    page.wait_for_url("**/new/filler-tiles")
    assert page.locator("[name=name-1]").input_value() == "Zoë"
    page.get_by_role("link", name="The rules").click()
    page.wait_for_url("**/rules/filler-tiles")
    page.go_back()
    page.wait_for_function("() => document.querySelector('[name=name-1]')?.value === 'Zoë'")


@pytest.fixture
def papillon() -> Iterator[TakesBoxes]:
    game = load_game("papillon")
    assert isinstance(game, TakesBoxes)
    yield game
    take_in(game)


def test_whoever_brings_a_box_finds_it_chosen_and_all_else_as_they_left_it(
    open_page, tmp_path, papillon
) -> None:
    page = open_page("/new/papillon")
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_text("Variants and modules").click()
    for name in ("one", "two"):
        page.get_by_role("link", name="Tiles of your own").click()
        page.wait_for_url("**/boxes")
        (tmp_path / f"{name}.json").write_bytes(papillon.example_box)
        page.locator("[name=file]").set_input_files(tmp_path / f"{name}.json")
        page.get_by_role("button", name="Keep these tiles").click()
        page.wait_for_url("**/new/papillon")
        assert page.locator("[name=name-1]").input_value() == "Zoë"
        assert page.locator("[name=option-tile_data]").input_value() == name
    page.locator("[name=option-tile_data]").select_option("pnp")
    page.evaluate("location.reload()")
    page.wait_for_function("() => document.querySelector('[name=option-tile_data]')?.value === 'pnp'")


@pytest.mark.parametrize("settings", [{"java_script_enabled": False}, {"color_scheme": "dark"}])
def test_whether_a_game_may_be_put_aside_is_asked_on_a_phone(
    open_page, hub, session, complaints, settings
) -> None:
    page = open_page(f"/new/{GAME}", **settings)
    page.locator("[name=name-1]").fill("Zoë")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("Caterpillar Filler is being played.").wait_for()
    page.wait_for_load_state("load")  # words can be read before the style sheets are there
    for button in page.locator("main .dock > :is(a, button)").all():
        assert button.bounding_box()["height"] >= SMALLEST_PX
    for width, letters in ((320, "100%"), (390, "200%")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate(TORN) == [], (width, letters)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Go on playing").press("Enter")
    page.wait_for_url("**/play")
    assert hub.session is session
    page.goto(f"/new/{GAME}")
    page.locator("[name=name-1]").fill("Zoë")
    page.locator("[name=name-1]").press("Enter")
    page.get_by_role("button", name="Put it aside").press("Enter")
    page.wait_for_url("**/play")
    assert hub.session.timeline.started.names == ("Zoë", "Player 2")
    complaints.clear()  # the browser notes each answer that is a refusal


def test_the_page_that_asks_stays_while_others_play_and_never_sends_the_form_by_itself(
    open_page, hub, session, complaints
) -> None:
    page = open_page("/")
    hub.store.new_session(GAME, ("Mia", "Tom"))
    page.reload()
    page.get_by_text("Begun, and not played yet").click()
    page.get_by_role("button", name="Go on: Mia, Tom").click()
    page.get_by_role("button", name="Put it aside").wait_for()
    page.wait_for_function("() => document.getElementById('link').hidden")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    session.act(next(session.state.legal(1)))
    page.wait_for_timeout(800)
    begun = begin(hub)
    page.get_by_text("Another game is on the table now.").wait_for()
    page.wait_for_timeout(300)
    assert hub.session is begun
    assert not [address for address in asked if "/open/" in address]
    complaints.clear()  # the browser notes that the form was refused
