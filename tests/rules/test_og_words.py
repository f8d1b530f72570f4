"""Notation, prompts, log sentences, the score sheet's words, the table top, positions as JSON."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from og_table import GAME, MARKET, SPACES, action, after, legal, moving, planting, points, rule, table

from companion.games.octopus_garden.rules.data.tokens import CODES
from companion.rules import BadPosition, UnreadableAction

OF_THE_SPECIFICATION = (
    *("buy R3", "plant SG A1", "oyster B5", "pass 12", "pass", "draw AN", "star B1-B2", "star C3xC4"),
    *("star SS2 B4-B5", "crab A2-B2", "crab B1-C1 drop", "crab A2-B2=TR", "boxer A4-B4"),
    *("coco C3: C4-B5, C2-B2, D2xD1", "flip C3", "mimic P2:B2=AN", "lion 23", "skip", "chest 2 pearls"),
    *("chest 3 keep", "chest 0", "fill 12 SG", "shark P2 22", "noshark P2", "release P2", "done", "first 2"),
)

REFUSED = (
    *("", "buy", "buy R4", "buy r3", "buy R3 (-3)", "pass 14", "draw XX", "plant SG", "plant SG a1"),
    *("star B1B2", "star B1-B2,", "crab A2-B2 =TR", "crab A2-B2=AN", "coco C3:", "coco C3: C4-B5,C2-B2"),
    *("mimic P1:B2=AN", "shark P1 22", "release P1", "chest 01 keep", "chest -1", "fill SG 12", "first 5"),
    *("done\n", "oyster B05"),
)


@pytest.mark.parametrize("text", OF_THE_SPECIFICATION)
def test_the_notation_of_the_specification(text: str) -> None:
    read = GAME.parse(2, text)
    assert (read.by, str(read)) == (2, text)
    assert GAME.action_from_json(msgspec.json.encode(read)) == read


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction):
        GAME.parse(2, text)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"do": "fly", "by": 1}',
        b'{"do": "pass", "by": 1, "cell": "44"}',
        b'{"do": "coco", "by": 1, "space": "C3", "steps": []}',
        b'{"do": "oyster", "by": 1, "space": "B5\\n"}',
        b'{"do": "star", "by": 1, "step": {"origin": "A1", "target": "A2", "token": "X"}}',
    ],
)
def test_json_that_is_no_action_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableAction):
        GAME.action_from_json(data)


WORDS = [
    "star ",
    "crab ",
    "boxer ",
    "coco ",
    "plant ",
    "fill ",
    "chest ",
    "A1",
    "B2",
    "-",
    "x",
    " drop",
    "=TR",
    ": ",
]


@given(
    st.one_of(st.text(), st.lists(st.sampled_from([*WORDS, *CODES, " ", ", ", "1"]), max_size=9).map("".join))
)
def test_any_text_is_refused_or_read_back(text: str) -> None:
    try:
        read = GAME.parse(2, text)
    except UnreadableAction:
        return
    assert str(read) == text


def test_no_question_about_legality_raises() -> None:
    """`why_not` answers for any action, at any moment, whoever is said to act."""
    states = [
        GAME.new(2),
        table("CC C3, HC C4, SS D2", on_market=MARKET, modules="coconut"),
        moving("CC C3, HC C4, SS D2, OY A1", modules="coconut"),
        planting("AN A1", "SG BX", modules="boxer"),
        after(moving("CC C3, HC C4", modules="coconut"), "1 coco C3: C4-B4"),
    ]
    texts = [text for text in OF_THE_SPECIFICATION if "P2" not in text]
    strangers = [GAME.parse(by, text) for by in (0, 1, 2, 9) for text in [*texts, "oyster Z9", "star Z9-A1"]]
    strangers += [GAME.parse(by, f"shark P{by} 22") for by in (0, 1, 2, 9)]
    strangers += [GAME.parse(by, f"mimic P{by}:B2=AN") for by in (0, 1, 2, 9)]
    for state in states:
        for stranger in strangers:
            offered = str(stranger) in legal(state, actor=stranger.by)
            assert (state.why_not(stranger) is None) == offered
    assert states[0].why_not(msgspec.structs.replace(action("1 oyster A1"), space="nowhere")) is not None


def test_prompts_through_a_turn() -> None:
    names = {1: "Ann", 2: "Bob"}

    def said(state, seat: int = 1) -> str:
        """What a seat is asked, and after ``|`` each thing that is told below."""
        prompt = state.prompts()[seat]
        return " | ".join(each.render(names) for each in (prompt.message, *prompt.told))

    start = GAME.new(2)
    assert said(start) == "Draw a token and put it in row 1, column 1 of the market."
    start = after(start, *["chance draw SG"] * 9)
    assert said(start, 2) == "Who swam under water last? That player begins."
    start = after(start, "chance first 1")
    ways = "Buy a line, attract an oyster for 3 pearls, or pass."
    lines = ", ".join(f"{line} for 3" for line in ("R1", "R2", "R3", "K1", "K2", "K3"))
    assert said(start) == f"{ways} | Take 2 pearls: that makes 4. | You can buy {lines}."
    assert said(start, 2) == "It is Ann's turn."
    hand = planting("SG A1 A2 B1 B2", "SG SG CO")
    assert said(hand) == "Plant these tokens: seagrass, seagrass, coral."
    won = after(hand, "1 plant SG C1")
    assert said(won) == "Plant these tokens: seagrass, coral. | Five seagrasses: take the seahorse worth 6."
    star = moving("SS B1, OY A3, SH+HC C4")
    may = "You may move your hermit crab. It may leave its shell here."
    assert said(star) == f"Move your sea star on B1: to A1 or B2. | {may}"
    assert star.prompts()[1].kind == "act"
    several = moving("SS B1, SS D3, OY A3, OY D4")
    assert said(several) == "Move your sea stars: B1 to A1 or B2; D3 to D4."
    eaten = after(moving("SS C3, OY C4"), "1 star C3xC4")
    assert said(eaten) == "All animals have moved. | The oyster on C4 is eaten: return it to the bed."
    assert eaten.prompts()[1].kind == "may"
    swap = after(table(on_market=MARKET), "1 pass 12")
    assert said(swap) == "Swap one market token: draw the new one."
    draw = table(on_market=MARKET.replace("AN", "--"), phase="DRAW")
    assert said(draw) == "Draw a token and put it on an empty market space."
    assert said(after(draw, "chance draw SS")) == "Put the sea star on an empty market space: row 1 column 1."
    over = table(phase="OVER", trigger=1)
    assert over.prompts()[1].kind == "over"
    idle = table(on_market=MARKET, turn_no=13, last_buy=5)
    ways = "Buy a line, attract an oyster for 3 pearls, or pass."
    assert said(idle).startswith(f"{ways} | You can buy ")
    assert said(idle).endswith(" | Nobody has bought anything for three rounds.")


def test_who_can_do_nothing_but_pass_is_told_what_that_is() -> None:
    def asked(state) -> list[str]:
        prompt = state.prompts()[1]
        return [each.render({}) for each in (prompt.message, *prompt.told)]

    poor = table(on_market=MARKET, pearls=[1, 4])
    assert asked(poor) == ["Pass: swap one market token."]
    assert asked(table(pearls=[1, 4])) == ["Pass."], "nothing lies there that could be swapped"
    assert asked(table(on_market=MARKET, pearls=[2, 4]))[0] == "Buy a row or column, or pass."


def test_what_a_token_would_earn_is_written_as_all_points_are() -> None:
    earned = [each.message.render({}) for each in planting("", "TR RE").advice(1)]
    assert earned[:2] == ["Trash: \N{MINUS SIGN}1 anywhere", "Relic: 0 anywhere"]


def test_the_price_of_a_line_that_somebody_elses_shark_holds_says_so() -> None:
    state = table(on_market=MARKET, modules="shark", claim={"22": 2}, shark_used=[False, True])

    def market(seat: int) -> dict[str, bool]:
        told = {each.message.render({2: "Bo"}): each.open for each in state.advice(seat)}
        return {text: is_open for text, is_open in told.items() if text.startswith(("K2", "R3"))}

    assert market(1) == {
        "R3 costs 3: seagrass, seagrass, coral": True,
        "K2 costs 2: trash, seagrass, seagrass; Bo's shark holds it": False,
    }
    assert market(2)["K2 costs 2: trash, seagrass, seagrass"], "it holds the line for Bo"


def test_prompts_say_who_has_a_turn_left_and_why_the_game_ends() -> None:
    def ending(state) -> list[str]:
        last = [(prompt.message, *prompt.told)[-1].render({}) for prompt in state.prompts().values()]
        return [told[told.index(": ", told.index(why)) + 2 :] for told in last]

    why = "Garden full"
    full = table(seats=3, on_market=MARKET, trigger=1)
    assert ending(full) == ["everyone else has one more turn."] * 3
    had, now, later = "you have had your last turn.", "this is your last turn.", "you have one more turn."
    assert ending(table(seats=3, on_market=MARKET, trigger=3, last_turns=2)) == [now, later, had]
    assert ending(table(seats=3, on_market=MARKET, trigger=2, last_turns=1)) == [now, had, had]
    why = "The bag and the market are empty"
    assert ending(table(seats=3, bag={}, trigger=3, last_turns=2)) == [now, later, had]


def test_prompts_of_the_modules() -> None:
    def said(state, seat: int = 1) -> str:
        prompt = state.prompts()[seat]
        return " | ".join(each.render({}) for each in (prompt.message, *prompt.told))

    mimic = table("AN A1 A2, MO B2", modules="mimic", active=2, on_market=MARKET)
    assert said(mimic) == "Your mimic octopus would complete a group: you may declare it."
    chest = table(modules="chest", phase="CHEST", chests=1)
    assert said(chest) == "Treasure chest: pay up to 4 pearls for as many draws."
    drawing = after(chest, "1 chest 2 pearls")
    assert said(drawing) == "Draw for your treasure chest: 2 left to draw."
    assert " | Two alike: 2 seagrasses leave" in said(after(drawing, "chance draw SG", "chance draw SG"))
    rich = after(chest, "1 chest 1 pearls", "chance draw SS")
    assert " | Take 3 pearls for what you drew" in said(rich)
    octopus = moving("CC C3, AN C4, AN+BX D2", modules="coconut+boxer")
    assert said(octopus) == "You may move your boxer crab. | You may activate your coconut octopus."
    at_work = after(octopus, "1 coco C3: C4-B4")
    assert said(at_work) == "Move more of what lay beside your coconut octopus, or turn it over."
    lost = after(table(on_market="BX -- -- / -- -- -- / CO CO CO", modules="boxer"), "1 buy R1")
    assert said(lost).endswith(" | No room for a boxer crab.")


def test_telling() -> None:
    names = {1: "Ann", 2: "Bob"}

    def told(line: str) -> str:
        return GAME.tell(action(line)).render(names)

    assert told("1 buy R3") == "Ann buys row R3."
    assert told("1 buy K2") == "Ann buys column K2."
    assert told("chance draw SS") == "A sea star is drawn."
    assert told("chance first 2") == "Bob begins."
    assert told("1 star C3xC4") == "Ann moves the sea star from C3 to C4 and eats the oyster."
    assert (
        told("1 crab B1-C1=TR drop")
        == "Ann moves the hermit crab from B1 to C1, leaving its home, into the trash."
    )
    to_her = GAME.tell(action("1 star C3xC4")).said_to(1).render(names)
    assert to_her == "Move the sea star from C3 to C4 and eat the oyster."
    assert (
        told("2 coco C3: C4-B5, D2xD1")
        == "Bob's coconut octopus on C3 moves C4 to B5 and D2 to D1 and eats the oyster."
    )
    assert told("2 mimic P2:B2=SG") == "Bob declares the mimic octopus on B2 to be a seagrass."
    assert told("1 crab HC2 B2-A1") == "Ann moves the hermit crab 2 from B2 to A1."
    assert told("2 coco C3: HC2 C4-B5") == "Bob's coconut octopus on C3 moves the hermit crab 2 on C4 to B5."
    assert told("2 chest 2 keep") == "Bob pays 2 pearls into a treasure chest, to keep what is drawn."
    assert (
        told("2 chest 1 pearls")
        == "Bob pays 1 pearl into a treasure chest, to turn what is drawn into pearls."
    )
    assert told("2 chest 0") == "Bob leaves a chest shut."
    assert told("2 pass 12") == "Bob passes and swaps the token in row 1, column 2 of the market."
    assert told("2 pass") == "Bob passes."
    assert told("2 lion 23") == "Bob's lionfish removes the token in row 2, column 3 of the market."
    for text in OF_THE_SPECIFICATION:
        assert told(f"2 {text}").endswith(".")
    with pytest.raises(TypeError):
        GAME.tell(msgspec.defstruct("Fly", [("by", int)])(1))


def test_the_sheet_explains_every_point() -> None:
    state = after(
        planting("AN B4 B5, RE A1 A2, TR C1, SH+HC D1, HC D6, CC D3", "AN", modules="coconut"),
        "1 plant AN A4",
    )
    assert points(state) == {
        "3 anemones at A4-B4-B5: clownfish": 6,
        "2 relics at A1-A2": 4,
        "Hermit crab in its shell at D1": 5,
        "Hermit crab without a home at D6": -1,
        "1 piece of trash at C1": -1,
        "1 shell at D1": 1,
        "3 anemones at A4-B4-B5": 6,
        "Coconut octopus at D3": 3,
        "Negative tiles: 2": None,
        "Pearls left: 4": None,
    }
    assert state.sheet().lines[1][0].where == ("garden-1/A4", "garden-1/B4", "garden-1/B5")
    parrot = table("PF A1, CO A2 B1", modules="parrot")
    assert points(parrot)["Parrot fish beside 2 corals at A1-A2-B1"] == 2


def test_what_lies_on_the_table() -> None:
    mimic = {"code": "MO", "id": 1, "acts_as": "AN"}
    octopus = {"code": "CC", "id": 1, "flipped": True}
    garden = {
        "A1": [mimic],
        "A2": [octopus, "SS"],
        "A3": ["CC"],
        "B1": ["SH", "HC"],
        "B2": [octopus | {"id": 3}],
    }
    state = table(garden, "PF D6", on_market=MARKET, modules="mimic+coconut+parrot")
    lying = state.lying()
    assert lying["garden-1"] == {
        "A1": "mimic-octopus-back",
        "A2": "sea-star",
        "A3": "coconut-octopus",
        "B1": "hermit-crab",
        "B2": "coconut-octopus-back",
    }
    assert lying["garden-2"] == {"D6": "parrot-fish"}
    assert state.piles()["garden-1"]["B1"] == ("shell", "hermit-crab")
    assert lying["market"]["11"] == "anemone"
    assert state.seated() == {1: ("octopus-1",), 2: ("octopus-2",)}


# Positions as JSON


def test_a_final_table_needs_its_gardens_and_fish() -> None:
    data = json.dumps({"garden": [{"A1": ["SH", "HC"], "B1": ["CO"]}, {}], "won": [{"seahorse": [6]}, {}]})
    assert GAME.score(data.encode()).totals() == {1: 5 + 1 + 1 + 6, 2: 0}


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (b"[]", "cannot be read"),
        ({"garden": []}, "one to four gardens"),
        ({"garden": [{}] * 5}, "one to four gardens"),
        ({"garden": [{}, {}], "n": 3}, "n is 3, and there are 2 gardens"),
        ({"garden": [{}], "n": 5}, "n is 5, and there are 4 gardens"),
        ({"garden": [{}], "n": 3, "pearls": [1, 2]}, "pearls does not have 3 entries"),
        ({"garden": [{}, {}], "pearls": [1]}, "pearls does not have 2 entries"),
        ({"garden": [{"B9": ["CO"]}, {}]}, "no space B9"),
        ({"garden": [{"B1": ["XX"]}, {}]}, "cannot be read"),
        ({"garden": [{}, {}], "options": {"modules": "whale"}}, "'whale' is none of"),
        ({"garden": [{}, {}], "modules": ["mimic"]}, "modules are not those of its options"),
        (
            {"garden": [{}, {}], "fish": [[], []], "won": [{"seahorse": [6]}, {}]},
            "won and fish are not alike",
        ),
    ],
)
def test_documents_that_are_no_position_are_refused(position: object, sentence: str) -> None:
    data = position if isinstance(position, bytes) else json.dumps(position).encode()
    with pytest.raises(BadPosition, match=sentence):
        GAME.decode(data)


WRONG = (
    ({"garden": [{"B3": ["CO"]}, {}]}, "nothing may lie on a printed oyster"),
    ({"garden": [{"A1": ["CO", "SS"]}, {}]}, "a coral shares its space"),
    ({"garden": [{"A1": ["SG", "BX"]}, {}], "options": {"modules": "boxer"}}, "alone on an anemone"),
    ({"garden": [{"A1": ["OY", "SS"]}, {}]}, "eats the oyster"),
    ({"garden": [{"A1": ["SG", "CO"]}, {}]}, "only animals and their homes"),
    ({"garden": [{"A1": [{"code": "HC", "id": 1, "home": "SH1"}]}, {}]}, "home is not on its space"),
    ({"garden": [{"A1": ["DV"]}, {}], "options": {"modules": "diver"}}, "a diver does not stay"),
    ({"garden": [{"A1": [{"code": "CO", "id": 1, "flipped": True}]}, {}]}, "a mark on CO1"),
    (
        {"garden": [{"A1": [{"code": "CO", "id": 1}], "A2": [{"code": "CO", "id": 1}]}, {}]},
        "two tokens called CO1",
    ),
    ({"garden": [{"A1": ["MO"]}, {}]}, "a mimic octopus .MO.: name its module, mimic, under options.modules"),
    ({"garden": [{}, {}], "bag": {"AN": 18}}, "There are 0 corals instead of 20"),
    ({"garden": [{}, {}], "bag": {"CO": 1}}, "There is 1 coral instead of 20"),
    ({"garden": [{}, {}], "bed": 15}, "15 oysters instead of 16"),
    ({"garden": [{}, {}], "pearls": [-1, 0]}, "fewer than no pearls"),
    ({"garden": [{}, {}], "won": [{"clownfish": [5]}, {}]}, "The clownfish are not 6, 4, 3"),
    ({"garden": [{}, {}], "won": [{"clownfish": [4]}, {}]}, "the highest taken first"),
    (
        {"garden": [{}, {}], "won": [{"clownfish": [6]}, {}], "entitled": [{}, {}]},
        "more clownfish than were granted",
    ),
    (
        {"garden": [{"A1": ["AN"], "A2": ["AN"], "A3": ["AN"]}, {}], "entitled": [{}, {}]},
        "groups attract more",
    ),
    ({"garden": [{}, {}], "claim": {"11": 1}, "options": {"modules": "shark"}}, "nothing to claim on 11"),
    ({"garden": [{}, {}], "market": {"11": "CO"}, "claim": {"11": 3}}, "Nobody claims 11"),
    ({"garden": [{"A1": ["SK"], "A2": ["SK"]}, {}], "options": {"modules": "shark"}}, "more than one shark"),
    ({"garden": [{"A1": ["SK"]}, {}], "shark_used": [False, False]}, "never to have had one"),
    ({"garden": [{}, {}], "phase": "ACT"}, "nobody's turn"),
    ({"garden": [{}, {}], "trigger": 3}, "no such seat"),
    ({"garden": [{}, {}], "asked": 1}, "Nobody is asked"),
    ({"garden": [{}, {}], "drawn": "CO"}, "The token drawn"),
    ({"garden": [{}, {}], "swap": "11"}, "The swap"),
    ({"garden": [{}, {}], "phase": "TREASURE", "active": 1}, "The chest's draws"),
    ({"garden": [{}, {}], "phase": "COCONUT", "active": 1}, "The activation"),
    ({"garden": [{}, {}], "phase": "CHEST", "active": 1}, "no chest to open"),
    ({"garden": [{}, {}], "phase": "PLANT", "active": 1}, "nothing to plant"),
)


@pytest.mark.parametrize(("position", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_every_problem_is_named(position: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        GAME.score(json.dumps(position).encode())


def test_two_crabs_do_not_share_a_home() -> None:
    crabs = [{"code": "HC", "id": number, "home": "SH1"} for number in (1, 2)]
    found = table({"A1": ["SH", *crabs]}, sound=False).problems()
    assert [(problem.rule, problem.where) for problem in found] == [("section 8.4", ("garden-1/A1",))]
    passable = {"printed_oysters_passable": "true"}
    assert table({"B3": ["SS"]}, options=passable).problems() == ()
    crossing = table({"B3": ["SG"]}, options=passable, sound=False).problems()
    assert [problem.rule for problem in crossing] == ["OG-R02"]


def test_a_token_has_the_article_that_is_said() -> None:
    told = [GAME.tell(GAME.parse(0, f"draw {code}")).render({}) for code in ("AN", "OY", "CO")]
    assert told[0] == "An anemone is drawn."
    assert told[-1] == "A coral is drawn."


def test_one_garden_stands_among_empty_ones() -> None:
    alone = GAME.decode(b'{"n": 3, "garden": [{"A1": ["CO"]}], "pearls": [2], "won": [{"clownfish": [7]}]}')
    assert (alone.seats, alone.pearls) == (3, (2, 0, 0))
    assert alone.sheet().totals() == {1: 1 + 7, 2: 0, 3: 0}
    assert GAME.decode(b'{"garden": [{"A1": ["CO"]}]}').seats == 2


def refusal(state: object, line: str) -> str:
    """Why an action is refused, in a sentence."""
    return str(state.why_not(action(line)).sentence())  # type: ignore[attr-defined]


def test_like_tokens_and_spaces_of_the_market_are_named_in_words() -> None:
    stars = moving({"B4": ["SS", "SS"], "D1": ["OY"]})
    assert refusal(stars, "1 star B4-B5") == "Of those on B4 say which: sea star 1 and sea star 2."
    beside = moving({"C3": ["CC"], "C4": ["AN", "SS"]}, modules="coconut")
    told = "Of those on C4 say which: anemone 1 and sea star 1 (10.2.2)."
    assert refusal(beside, "1 coco C3: C4-D4") == told
    dear = table(on_market=MARKET, pearls=[2, 2])
    assert refusal(dear, "1 buy R1") == "In the market row R1 costs 5 pearls; you have 2 pearls (8.1)."
    filled = table(phase="FILL", on_market=MARKET.replace("AN", "--", 1), drawn="TR")
    assert refusal(filled, "1 fill 12 TR") == "In the market row 1, column 2 is not empty (OG-R32)."


def test_with_a_fixed_order_the_next_space_is_named() -> None:
    """OG-R32: nobody chooses where the token goes."""
    on_market = "SG CO AN / -- SG CO / AN SG CO"
    said = []
    for choice in ("player", "reading_order"):
        state = table("", seats=2, phase="DRAW", on_market=on_market, options={"refill_choice": choice})
        said.append(state.prompts()[1].message.render({}))
    assert said[0] == "Draw a token and put it on an empty market space."
    assert said[1] == "Draw a token and put it in row 2, column 1 of the market."


def test_only_sea_stars_eat_oysters() -> None:
    state = moving("HC A1, OY A2")
    assert (
        refusal(state, "1 crab A1xA2")
        == "Only sea stars eat oysters: the hermit crab steps onto it (OG-R21)."
    )
    assert rule(state, "1 crab A1-A2") == ""


def test_a_diver_with_one_space_left_says_how_much_room_it_makes() -> None:
    spaces = [space for space in SPACES if space != "A1"]
    trash, corals = " ".join(spaces[:8]), " ".join(spaces[8:])
    state = planting(f"TR {trash}, CO {corals}", "DV CO CO", modules="diver")
    said = state.prompts()[1].message.render({})
    assert said.startswith("Only one space left: planted first, the diver makes room for 9 tokens.")
    full = planting(f"SG {' '.join(spaces[:8])}, CO {corals}", "DV CO CO", modules="diver")
    assert full.prompts()[1].message.render({}).startswith("Only one space left: choose what to plant.")
    one = table(on_market=MARKET, pearls=[1, 1])
    assert refusal(one, "1 oyster A1") == "An oyster costs 3 pearls; you have 1 pearl (OG-R15)."
