"""Dice, anywhere in view: their values as odds, their colour, and what is odd about them."""

from vision.dice.confidence import ACCEPT_THRESHOLD
from vision.dice.reader import DiceReader

__all__ = ["ACCEPT_THRESHOLD", "DiceReader"]
