"""Fixtures of a game in progress."""

from __future__ import annotations

from played import house, moving, store

__all__ = ["house", "moving", "store"]
