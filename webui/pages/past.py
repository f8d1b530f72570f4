"""Past games: who has won how often, and all of them as a table for a spreadsheet."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.record.names import clean_name
from companion.rules.boxes import box_named
from companion.rules.catalogue import GAMES, load_game
from companion.sessions.bringing import bring_in, pack_records
from companion.sessions.history import Summary, ended, recent_players, scale_of, tallies
from companion.story.bg_stats import as_bg_stats
from companion.story.luck import judge
from companion.story.results import as_table
from companion.story.rivals import Best, best_of, head_to_head
from companion.story.thinking_time import usual_s
from webui.request.host import host_only
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import refuse, refusing
from webui.views.options import LONGEST_NAME, in_labels

pages = Blueprint("past", __name__)

LISTED = 60
"""Finished games on the page; the table for a spreadsheet has all."""


@pages.get("/past")
def page() -> ResponseReturnValue:
    """Who has won how often, game by game, and the games that ended last."""
    finished = ended(hub().known_games())
    by_game: dict[str, list[Summary]] = {}
    for game in sorted(finished, key=_compared):
        by_game.setdefault(_compared(game), []).append(game)
    return render_template(
        "past.html",
        games=finished[:LISTED],
        more=max(0, len(finished) - LISTED),
        by_game={title: rows for title, games in by_game.items() if (rows := tallies(games))},
        bests={title: best for title, games in by_game.items() if (best := best_of(games))},
        variants={title: found for title, games in by_game.items() if len(found := _by_variant(games)) > 1},
        rivals=head_to_head(finished)[:LISTED],
        people=recent_players(finished),
    )


def _by_variant(games: list[Summary]) -> list[tuple[str, int, Best]]:
    """Give the records of each variant of a game: what was chosen, how often, and the best."""
    by_variant: dict[str, list[Summary]] = {}
    for game in games:
        chosen = in_labels(load_game(game.game), game.options) if game.game in GAMES else ()
        by_variant.setdefault("; ".join(chosen), []).append(game)
    found = [(variant, len(each), best) for variant, each in by_variant.items() if (best := best_of(each))]
    return sorted(found, key=lambda row: (-row[1], row[0]))


@pages.get("/past/luck")
def luck() -> ResponseReturnValue:
    """What the dice gave everybody against what was to be expected, and how long each one thinks."""
    facts = hub().game_facts.of(hub().known_games(), hub().store.load)
    thought = sorted(((name, usual_s(each), len(each)) for name, each in facts.seconds.items()), key=_second)
    return render_template("luck.html", verdict=judge(facts.rolls), thought=thought, games=facts.games)


def _second(row: tuple[str, float, int]) -> float:
    return row[1]


@pages.post("/past/players")
@host_only("says what players are called")
def name_player() -> ResponseReturnValue:
    """Rename somebody, make one of two names, or forget a name."""
    name, to = request.form.get("name", ""), clean_name(request.form.get("to", ""))
    if request.form.get("how") == "forget":
        pictured = [game.id for game in hub().store.sessions() if hub().players.played(name, game)]
        hub().players.forget(name)
        deleted = sum(hub().album.forget(ident) for ident in pictured)
        pictures = (
            say("Pictures and films of {number} of them are deleted.", number=deleted) if deleted else ""
        )
        forgotten = say("{name} is not named in any list any more. The games stay.", name=name)
        flash(f"{forgotten} {pictures}".rstrip())
    elif to:
        with refusing(409):
            hub().players.rename(name, to[:LONGEST_NAME], hub().store.sessions())
        flash(say("{name} is called {other} now.", name=name, other=to[:LONGEST_NAME]))
    return redirect(url_for("past.page"), 303)


@pages.get("/past/games.zip")
def records() -> ResponseReturnValue:
    """The records of all finished games: another table can bring them in."""
    sessions = [hub().store.load(game.id) for game in ended(hub().store.sessions())]
    return Response(
        pack_records(sessions),
        mimetype="application/zip",
        headers={"Content-Disposition": 'attachment; filename="past-games.zip"'},
    )


@pages.post("/past/import")
@host_only("brings games in")
def bring() -> ResponseReturnValue:
    """Bring in records that a table gave out."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        refuse(400, "no-file", "Choose the file first.")
    with refusing(400):
        brought = bring_in(hub().store, sent.filename, sent.read())
    new = say("{n} game is brought in.", "{n} games are brought in.", n=len(brought.games))
    known = say("{n} is kept already.", "{n} are kept already.", n=brought.known) if brought.known else ""
    flash(" ".join(filter(None, (new, known, *map(say, brought.refused[:3])))))
    return redirect(url_for("past.page"), 303)


@pages.get("/past.bgsplay")
def bg_stats() -> ResponseReturnValue:
    """All finished games as a file for the app BG Stats."""
    return _file(as_bg_stats(hub().known_games(), _title), "application/json", "past-games.bgsplay")


@pages.get("/past.json")
def as_json() -> ResponseReturnValue:
    """All finished games as JSON."""
    text = msgspec.json.format(msgspec.json.encode(ended(hub().known_games()))).decode()
    return _file(text, "application/json", "past-games.json")


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@pages.get("/past.csv")
def table() -> ResponseReturnValue:
    """All finished games as a table for a spreadsheet."""
    text = as_table(ended(hub().known_games()), _called)
    # Without the mark at its beginning some spreadsheets take names for another alphabet's.
    return Response(
        text.encode("utf-8-sig"),
        mimetype="text/csv",
        headers={"Content-Disposition": 'attachment; filename="past-games.csv"'},
    )


def _title(kept: Summary) -> str:
    """Call a game, told apart from the same one played alone, of which other scores come."""
    title = load_game(kept.game).info.name if kept.game in GAMES else kept.game
    return f"{title}, alone" if len(kept.names) == 1 else title


def _said_title(kept: Summary) -> str:
    """Call a game as `_title` does, in the language of this phone."""
    title = load_game(kept.game).info.name if kept.game in GAMES else kept.game
    return say("{game}, alone", game=title) if len(kept.names) == 1 else title


def _compared(kept: Summary) -> str:
    """Call the games whose scores can be compared: by title and what makes scores larger or smaller."""
    if kept.game not in GAMES:
        return _said_title(kept)
    game = load_game(kept.game)
    return " · ".join((_said_title(kept), *in_labels(game, scale_of(game, kept.options))))


def _called(kept: Summary) -> tuple[str, str]:
    """Call a game and what was chosen for it, as the form does."""
    chosen = in_labels(load_game(kept.game), kept.options) if kept.game in GAMES else ()
    return _title(kept), "; ".join(chosen)


def titled(kept: Summary) -> str:
    """Call a kept game by its title, with the box of one's own that it is played with."""
    if kept.game not in GAMES:
        return kept.game
    game = load_game(kept.game)
    box = box_named(game, kept.options)
    return f"{game.info.name} · {box}" if box else game.info.name
