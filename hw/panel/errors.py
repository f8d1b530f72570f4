"""What keeps a panel from working, in words."""

from __future__ import annotations


class PanelError(Exception):
    """The panel, or a device of it, cannot be used; ``code`` is stable, the text a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
