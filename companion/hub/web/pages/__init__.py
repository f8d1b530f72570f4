"""The pages, one module for each subject."""

from companion.hub.web import api
from companion.hub.web.pages import care, language, league, players, room, sign_in, tables, tournament
from companion.rules.phrases import marked

PAGES = (
    room.pages,
    players.pages,
    league.pages,
    tournament.pages,
    tables.pages,
    sign_in.pages,
    care.pages,
    language.pages,
    api.pages,
)
WAYS = (
    ("room.page", marked("Room"), "screen"),
    ("league.page", marked("League"), "screen"),
    ("tournament.page", marked("Tournaments"), "screen"),
    ("players.page", marked("Players"), "screen"),
    ("tables.page", marked("Tables"), "host"),
)
"""The pages that every page leads to: endpoint, label, and the role that it needs."""
