"""The first page: kept games, and setting up a new one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.layouts import games_with_layout, load_layout
from companion.record.events import PRINTED, Settings
from companion.record.setup import begin_set_up, candidates
from companion.rules.booklet import booklet_of
from companion.rules.boxes import TakesBoxes, chosen_box
from companion.rules.catalogue import GAMES
from companion.rules.errors import BadOption, GameError
from companion.rules.game import Game, Option
from companion.sessions.history import ended, recent_players, running
from companion.sessions.session import Session
from webui.choices.board import cover_sheet
from webui.own import own_page
from webui.own.looks import chosen_look, looks_for
from webui.own.shelves import chosen_now
from webui.remembered import Draft
from webui.request.host import may_be_put_aside, open_to_all
from webui.request.laid_out import playable
from webui.request.language import say
from webui.request.on_table import camera_wanted, hub, simulated
from webui.request.refusal import refuse
from webui.views.by_hand import by_hand, drawn_options, hand_sources
from webui.views.options import (
    RESOLVERS,
    asked_fields,
    bot_seats,
    form_values,
    in_words,
    read_options,
    read_seats,
    say_choice,
    sources_of,
)

pages = Blueprint("home", __name__)

LISTED = 5
"""Finished games on the first page; the others are on a page of their own."""


@pages.get("/")
def page() -> ResponseReturnValue:
    """Games to take up, games to begin."""
    store, sessions = hub().store, hub().known_games()
    games = [playable(slug) for slug in GAMES if slug in games_with_layout()]
    # The game on the table has a card of its own, which leads back to it.
    on_table = hub().session
    kept = [game for game in running(sessions) if on_table is None or game.id != on_table.id]
    covers = {game.info.slug: cover_sheet(load_layout(game.info.slug)).id for game in games}
    return render_template(
        "home.html",
        games=games,
        covers=covers,
        kept=kept,
        finished=ended(sessions)[:LISTED],
        notices=store.notices,
        trouble=store.trouble(),
    )


@pages.post("/open/<ident>")
@open_to_all
def take_up(ident: str) -> ResponseReturnValue:
    """Go on with a kept game."""
    session = hub().store.load(ident)
    hub().take_up(session, may_be_put_aside())
    session.settle()
    return redirect(url_for("play.page"), 303)


@pages.get("/new/<slug>")
def new(slug: str) -> ResponseReturnValue:
    """The form of a new game; a box that was just brought is chosen."""
    game, chosen = playable(slug), chosen_now(slug)
    hub().draw_ahead(load_layout(slug))
    return _form(game, {}, "", chosen)


def _form(game: Game, values: dict[str, str], sentence: str, brought: str = "") -> ResponseReturnValue:
    with_boxes = game if isinstance(game, TakesBoxes) else None
    page = render_template(
        "new.html",
        game=game,
        fields=asked_fields(game),
        values=values,
        sentence=sentence,
        told=booklet_of(game) is not None,
        resolvers=RESOLVERS,
        by_hand=by_hand(game),
        people=recent_players(hub().known_games())[:12],
        camera=hub().lay_has_camera,
        camera_off=hub().lay_has_camera and not camera_wanted(),
        draws=any(candidates(game, option.key, {}) for option in game.info.options),
        own_page=own_page(game),
        own=with_boxes.box_holds if with_boxes else "",
        box_option=with_boxes.box_option if with_boxes else "",
        brought=brought if with_boxes and brought in with_boxes.boxes else "",
        asks_markers=_asks_markers(game),
        looks=looks_for(game) if hub().lay_has_camera else (),
        printed=PRINTED,
        once=values.get("once") or secrets.token_hex(8),
    )
    return page, 400 if sentence else 200


@pages.post("/new/<slug>")
@open_to_all
def begin(slug: str) -> ResponseReturnValue:
    """Begin at once, or go on to the draws before the game."""
    game = playable(slug)
    values = form_values()
    try:
        names = read_seats(game, values)
        options, chance = read_options(game, values, len(names)), _chance(values)
        if chance == "software":
            options = drawn_options(game, options, values.get("by-hand", "").split("+"))
        game.new(len(names), options)
        look = chosen_look(game, values)
        unmarked = look in ("", PRINTED) and _unmarked(game, options, values)
        draft = Draft(
            begin_set_up(game, options), names, chance, unmarked, look, bot_seats(values, len(names))
        )
        if values.get("draws") == "yes":
            name = hub().drafts.keep(draft)
            return redirect(url_for("home.draws", slug=slug, name=name), 303)
        return _start(values if values.get("once") else None, lambda: _begun(draft))
    except BadOption as error:
        return _form(game, values, in_words(game, say(error.said)))


def _unmarked(game: Game, options: dict[str, str], values: dict[str, str]) -> bool:
    """Say whether the game is played with pieces that no camera knows: a box's, not printed here."""
    return _asks_markers(game) and bool(chosen_box(game, options)) and values.get("markers") != "on"


def _asks_markers(game: Game) -> bool:
    """Say whether it matters to the camera that pieces of another box bear markers."""
    needs = isinstance(game, TakesBoxes) and game.needs_markers
    return needs and hub().lay_has_camera and not simulated()


def _chance(values: dict[str, str]) -> Any:
    chance = values.get("chance", "tap")
    return chance if chance in RESOLVERS else refuse(400, "bad-request", "There is no such way to roll.")


def _start(form: object, make: Callable[[], Session]) -> ResponseReturnValue:
    hub().begin(form, make, may_be_put_aside())
    return redirect(url_for("play.page"), 303)


def _begun(draft: Draft) -> Session:
    chance: Any = draft.chance
    game, options = draft.set_up.game, draft.set_up.options
    sources = hand_sources(game, options) if chance == "software" else sources_of(game, options, chance)
    settings = Settings(camera_wanted(), sources, chance, draft.unmarked, draft.look)
    session = hub().store.new_session(game.info.slug, draft.names, settings=settings, set_up=draft.set_up)
    for seat in draft.bots:
        hub().holders.seat_bot(session.id, seat)
    return session


def _drawn(slug: str, name: str) -> Session:
    session = _begun(_draft(slug, name))
    hub().drafts.forget(name)
    return session


def _draft(slug: str, name: str) -> Draft:
    draft = hub().drafts.get(name)
    if draft is None or draft.set_up.game.info.slug != slug:
        refuse(404, "no-draft", "That set-up was left too long. Begin it anew.")
    return draft


@pages.get("/new/<slug>/draws/<name>")
def draws(slug: str, name: str) -> ResponseReturnValue:
    """The draws before the game, one at a time, under a commitment made before the first."""
    draft = _draft(slug, name)
    set_up = draft.set_up
    left = [
        (option, len(values))
        for option in set_up.game.info.options
        if (values := set_up.candidates(option.key))
    ]
    labels = {option.key: option for option in set_up.game.info.options}
    drawn = [each.partition("=")[::2] for each in set_up.draws]
    shown = [
        (say(labels[key].label), _label(labels[key], value), _help(labels[key], value))
        for key, value in drawn
    ]
    return render_template(
        "draws.html",
        draft=draft,
        game=set_up.game,
        name=name,
        left=left,
        drawn=shown,
        keys={k for k, _ in drawn},
    )


def _label(option: Option, value: str) -> str:
    called = say_choice(option, value)
    return f"{called} ({value})" if value in option.choices[: len(option.choice_labels)] else called


def _help(option: Any, value: str) -> str:
    """Say what was drawn means: which tokens lie where, what a rule changes."""
    helps: dict[str, Any] = dict(zip(option.choices, option.choice_helps, strict=False))
    return say(helps[value]) if value in helps else ""


@pages.post("/new/<slug>/draws/<name>")
@open_to_all
def draw(slug: str, name: str) -> ResponseReturnValue:
    """Make the next draw, or begin."""
    key = request.form.get("key", "")
    if not key:
        try:
            return _start(name, lambda: _drawn(slug, name))
        except BadOption as error:  # as of a box that was taken away meanwhile
            refuse(409, error.code, in_words(playable(slug), say(error.said)))
    draft = _draft(slug, name)
    drawn = draft.set_up.draw(key)
    try:
        drawn.game.new(len(draft.names), drawn.options)
    except GameError as error:
        refuse(409, error.code, in_words(draft.set_up.game, say(error.said)))
    hub().drafts.change(name, draft, draft._replace(set_up=drawn))
    return redirect(url_for("home.draws", slug=slug, name=name), 303)
