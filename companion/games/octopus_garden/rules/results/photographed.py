"""A finished table from photographs: gardens from above; what lies under or beside them is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.octopus_garden.rules.checks.lying import KINDS, USED
from companion.games.octopus_garden.rules.data.box import BONUSES, MODULES
from companion.games.octopus_garden.rules.data.tokens import ANIMALS, CODES, GROUP_KINDS, Code
from companion.games.octopus_garden.rules.sentences.words import called
from companion.games.octopus_garden.rules.table import Table
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.message import Message
from companion.rules.phrases import Value

UNSEEN: Final = "What lies under hermit crabs and sea stars, the bonus fish, and the pearls."
HIGHEST_FISH: Final = 20
_CODE_OF: Final = {kind: code for code, kind in KINDS.items()}
_USED: Final = {kind: code for code, kind in USED.items()}
_NEVER_BELOW: Final = frozenset({"CO", "SK", "PF", "DV", "LF", "BX"})
"""What shares its space with nothing, or never stays in a garden."""


def counted(table: Table, seats: int) -> Counted:
    """Give the gardens of those who play."""
    spaces = tuple(space for space in table.board.spaces)
    return Counted({f"garden-{seat}": spaces for seat in range(1, seats + 1)}, unseen=UNSEEN)


def questions(final: FinalTable, table: Table) -> Iterator[TableQuestion]:
    """Ask for what lies below, what mimics have become, and what lies beside the gardens."""
    for seat in final.everybody:
        for space, kind in final.lying.get(f"garden-{seat}", {}).items():
            where = f"garden-{seat}/{space}"
            if kind in _USED and _USED[kind] == "MO":
                text = Message("What has the mimic octopus at {space} become?", {"space": space})
                became = (("AN", str(called("AN"))), ("SG", str(called("SG"))))
                yield TableQuestion(f"{where}/mimic", text, "choice", became)
            elif _CODE_OF.get(kind) in ANIMALS - {"BX"}:
                values: dict[str, Value] = {"what": called(_CODE_OF[kind]), "space": space}
                text = Message(
                    "What lies under the {what} at {space} of {who}'s garden?", values, {"who": seat}
                )
                yield TableQuestion(f"{where}/below", text, "choice", _below(table))
    for seat in final.everybody:
        for kind_of_group in GROUP_KINDS:
            bonus = BONUSES[kind_of_group]
            text = Message(
                "Which {fish} has {who} won? Give their numbers; nothing for none.",
                {"fish": f"{bonus} tokens"},
                {"who": seat},
            )
            yield TableQuestion(f"{bonus}-{seat}", text, "numbers", bounds=(1, HIGHEST_FISH), usual="")
        text = Message("How many pearls has {who} left?", seats={"who": seat})
        yield TableQuestion(f"pearls-{seat}", text, "number", bounds=(0, 200))


def _below(table: Table) -> tuple[tuple[str, str], ...]:
    """Give what may lie under an animal: one token, an animal on it, or nothing."""
    away = {code for module, code in MODULES.items() if module not in table.modules}
    known = [code for code in CODES if table.box.counts.get(code) and code not in _NEVER_BELOW | away]
    fixed = [code for code in known if code not in ANIMALS]
    animals = [code for code in known if code in ANIMALS]
    piles = [("none", "Nothing"), *((code, str(called(code)).capitalize()) for code in known)]
    piles += [
        (f"{code}+{animal}", f"{str(called(animal)).capitalize()} on {called(code)}")
        for code in fixed
        for animal in animals
    ]
    return tuple(piles)


def position(final: FinalTable, seats: int) -> bytes:
    """Write the gardens, and what lies beside them."""
    bonuses = [BONUSES[kind] for kind in GROUP_KINDS]
    return msgspec.json.encode(
        {
            "n": seats,
            "options": final.options,
            "garden": [
                {
                    space: _pile(final, f"garden-{seat}/{space}", kind)
                    for space, kind in final.lying.get(f"garden-{seat}", {}).items()
                }
                for seat in final.everybody
            ],
            "won": [
                {bonus: fish for bonus in bonuses if (fish := final.numbers(f"{bonus}-{seat}"))}
                for seat in final.everybody
            ],
            "pearls": [final.number(f"pearls-{seat}") for seat in final.everybody],
        }
    )


def _pile(final: FinalTable, where: str, kind: str) -> list[str]:
    """Write what lies on a space, from the board up."""
    if kind in _USED:
        return [f"MO={final.answers.get(f'{where}/mimic', '')}" if _USED[kind] == "MO" else "CC used"]
    code: Code = _CODE_OF[kind]
    if code == "BX":
        return ["AN", "BX"]
    below = final.answers.get(f"{where}/below", "none")
    return [*([] if below == "none" else below.split("+")), code]
