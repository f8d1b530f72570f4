"""Dice, anywhere in view: their values as odds, their colour, and what is odd about them."""

from vision.dice.reader import ACCEPT_THRESHOLD, DiceReader

__all__ = ["ACCEPT_THRESHOLD", "DiceReader"]
