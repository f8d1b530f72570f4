"""What came of an action by itself, as the log tells it afterwards.

What a victory tile is worth is not told: it lies face down (IH-R22), and nobody is to look it up.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.it_happens.rules.people import who
from companion.games.it_happens.rules.position import Award, Position
from companion.games.it_happens.rules.sentences.prompts import found_by
from companion.rules.game import CHANCE, Action
from companion.rules.message import Message
from companion.rules.phrases import Series


def followed(action: Action, after: Position) -> Iterator[Message]:
    """Tell what a die has found, and what the mounds paid at the end of a round."""
    if action.by == CHANCE:
        return
    yield from found_by(after)
    if after.awards:
        yield Message("Round {n} is over.", {"n": after.round})
    for award in after.awards:
        yield _paid(after, award)


def _paid(p: Position, award: Award) -> Message:
    mound = p.called(award.mound)
    if award.queen is None:
        return Message("{mound}: nobody is there.", {"mound": mound})
    gains = [Message("{who} takes the Queen", {"who": who(p, award.queen)})]
    if award.general is None:
        gains.append(Message("nobody the General"))
    else:
        gains.append(Message("{who} the General", {"who": who(p, award.general)}))
    gains += [Message("{who} takes a worm", {"who": who(p, colour)}) for colour in award.worms]
    return Message("{mound}: {gains}.", {"mound": mound, "gains": Series(tuple(gains))})
