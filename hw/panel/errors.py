"""What keeps a panel from working, in words."""

from __future__ import annotations

from companion.errors import CompanionError


class PanelError(CompanionError):
    """The panel, or a device of it, cannot be used; ``code`` is stable, the text a sentence."""
