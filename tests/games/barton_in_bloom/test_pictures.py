"""Pictures of Barton in Bloom are checked as data: what is in a position is in its picture, once, and escaped."""

from __future__ import annotations

import copy
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from cloche.draw import barton_in_bloom as pictures

from .barton import DEFAULT_BOX, GARDENER, SMALL, TYPES, Data, arrange, at, legal, play, step
from .bases import BASES, sample, state_of

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]


def middle(**more: Any) -> Data:
    """The middle of a game of two, in the turn of player 0."""
    here: Data = {
        "gardens": ["3,3:t23 3,4:t04 2,3:t16 4,3:t30:r1 2,4:t26", "3,3:t01 3,2:t08:r2 2,2:t35 3,4:t12"],
        "plants_of": [
            "R@9,9 D'@9,10 V@9,11 T@11,11 L@9,12 T@6,10 V@8,9 R'@7,14",
            "D@9,9 D'@10,10 T@10,7 L'@6,6 V@6,7",
        ],
        "ornaments_of": ["gnome_barrow@10,9 sundial@11,12", "gnome_house@7,6"],
        "sheds": ["DDRTV", "LLLLVRRRTTTTT"],
        "money": [17, 6],
        "dice": "harvest3 rest1 sell2 judge4",
        "turns": 22,
        "hands": ["separation full_leaf", "gnome_lover treasurer tattler"],
        "gossip": ["collector", None],
        "gone": ["", "plain"],
        "board": "rainbow - chemist - -",
        "discards": "medley waterside",
        "fertilizers": ["plant yield", "wages"],
        "decorations": [[1, 0, 2], [0, 1, 0]],
        "done": ["s01 s05 m02 l03", "s02"],
        "prestige": [3, 0],
        "awake": [False, True],
        "market": "DRT.VV",
        "display": "t02 t05 t36",
    }
    return arrange(DEFAULT_BOX, 2, **here | more)


def seen_by(viewer: int, data: Data) -> Data:
    """What a player sees of a position."""
    found = copy.deepcopy(data)
    for player in range(len(found["money"])):
        if player != viewer:
            cards = [*found["hands"][player], *found["gone"][player], found["gossip"][player]]
            for card in cards:
                if card is not None:
                    card["judge"] = None
    return {"observer": viewer} | found


_TURN = ["H>mow", "H>landscape", "L>mow", "L>harvest", "L>purchase", "P>purchase", "P>rest", "S>sell", "H>rest"]
_TURN += [f"gardener:{word}" for word in GARDENER] + ["favour:separation", "favour:full_leaf", "pass"]
_L = "harvest3 landscape1 sell2 judge4"
CELLS = ("1,3", "1,4", "2,2", "2,5", "3,2", "3,5", "4,2", "4,4", "5,3")
SAMPLES: dict[str, tuple[Data, list[str]]] = {
    "turn": (middle(), _TURN),
    "plant": (
        middle(todo=[step("plant"), step("raise", die=1), step("after")], dice=_L),
        [*(f"plant:{kind}@{at_square}" for kind in "DRTV" for at_square in ("14,9", "6,9", "7,14", "8,12")), "end"],
    ),
    "harvest": (middle(todo=[step("harvest"), step("raise", die=0)]), ["harvest:9,9", "harvest:9,11", "end"]),
    "income": (
        middle(todo=[step("income", regrow=1, harvest=1), step("rest", die=1, x=1)]),
        ["regrow:9,10", "harvest:9,9", "end"],
    ),
    "lay": (
        middle(todo=[step("lay", tile="t02"), step("turn_up"), step("raise", die=1)], display="- t05 t36", dice=_L),
        [f"lay:{place}:r{turns}" for place in CELLS for turns in range(4)],
    ),
    "put": (
        middle(todo=[step("put", ornament="bench"), step("after")]),
        ["put:6,9:o0", "put:6,9:o1", "put:13,9:o0", "put:11,13:o0"],
    ),
    "pay": (
        middle(todo=[step("pay", deck=1, icon=1), step("order", count=1), step("orders")]),
        ["pay:exact", "pay:DR", "pay:RT", "pay:TV"],
    ),
    "supplies": (
        middle(todo=[step("double"), step("market")]),
        ["buy:1", "buy:6", "ornament:birdbath", "ornament:fountain", "fertilizer:early", "end"],
    ),
    "tile": (middle(todo=[step("tile"), step("after")]), ["pile:1", "pile:3", "end"]),
    "order": (middle(todo=[step("order"), step("orders")]), ["order:2", "order:3", "end"]),
    "judge": (middle(todo=[step("judge"), step("raise", die=3)]), ["judge:separation", "judge:full_leaf", "end"]),
    "notice": (middle(todo=[step("notice", draw=2), step("raise", die=3)]), ["notice:2", "notice:5", "gossip"]),
    "die": (middle(todo=[step("die", n=2), step("after")]), ["die:H", "die:S", "end"]),
    "draw": (middle(todo=[step("judge_draw"), step("judge"), step("raise", die=3)]), JUDGES[5:]),
    "flower": (middle(todo=[step("flower"), step("after")]), [f"flower:{kind}" for kind in TYPES]),
    "seen": (seen_by(1, middle()), []),
    "seen by the mover": (seen_by(0, middle()), _TURN),
    "over": (middle(todo=[], trigger=0, turns=23), []),
    "four": (
        arrange(DEFAULT_BOX, 4, turns=None, todo=[step("orders"), step("turn_up"), step("market")], market="......",
                display="- - -", orders="- - -", gardens=[], money=0),
        ["s01", "s14"],
    ),
}  # fmt: skip

samples = pytest.mark.parametrize("name", SAMPLES)


def draw(name: str, **more: Any) -> ET.Element:
    data, acts = SAMPLES[name]
    return ET.fromstring(pictures.svg(data, components=DEFAULT_BOX, options={}, legal=acts, **more))


def write(data: Mapping[str, Any], **more: Any) -> str:
    return pictures.text(data, components=DEFAULT_BOX, options={}, **more)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def actions(root: ET.Element) -> list[str]:
    return [action for element in root.iter() for action in element.get("data-action", "").split()]


def panel(root: ET.Element, player: int) -> ET.Element:
    return next(element for element in of_class(root, "player") if element.get("data-player") == str(player))


# SVG


@samples
def test_every_legal_action_is_lit_once_and_nothing_else(name: str) -> None:
    root = draw(name)
    assert sorted(actions(root)) == sorted(SAMPLES[name][1])
    assert all(element.get("data-action") for element in of_class(root, "legal"))
    assert not actions(ET.fromstring(pictures.svg(SAMPLES[name][0], components=DEFAULT_BOX, options={})))


@samples
def test_gardens_hold_their_tiles_plants_and_ornaments(name: str) -> None:
    data, root = SAMPLES[name][0], draw(name)
    for player in range(len(data["money"])):
        part = panel(root, player)
        assert sorted(str(tile.get("data-tile")) for tile in of_class(part, "tile")) == sorted(
            tile for _, tile, _ in data["gardens"][player]
        )
        drawn = {
            square.get("data-square"): (plant.get("data-type"), "grown" in str(plant.get("class")))
            for square in of_class(part, "square")
            for plant in of_class(square, "plant")
        }
        assert drawn == {f"{at // 21},{at % 21}": (kind, grown) for at, kind, grown in data["plants"][player]}
        assert Counter(laid.get("data-ornament") for laid in of_class(part, "ornament")) == Counter(
            ornament for ornament, _, _ in data["ornaments"][player]
        )


@samples
def test_what_players_hold_is_counted(name: str) -> None:
    data, root = SAMPLES[name][0], draw(name)
    for player in range(len(data["money"])):
        part = panel(root, player)
        shed = [int(str(count.get("data-count"))) for count in of_class(part, "count")]
        assert shed == data["sheds"][player]
        assert [owned.get("data-fertilizer") for owned in of_class(part, "owned")] == data["fertilizers"][player]
        counts = [int(str(count.get("data-count"))) for count in of_class(part, "decorated")]
        assert counts == data["decorations"][player]
        assert [done.get("data-order") for done in of_class(part, "done-order")] == data["done"][player]
        assert len(of_class(part, "asleep")) == (not data["awake"][player])
        hand = of_class(of_class(part, "hand")[0], "held")
        assert [(card.get("data-draw"), card.get("data-judge")) for card in hand] == [
            (str(card["draw"]), card["judge"]) for card in data["hands"][player]
        ]
        for kind, cards in (("gossip", [data["gossip"][player]]), ("replaced", data["gone"][player])):
            shown = [(card.get("data-draw"), card.get("data-judge")) for card in of_class(part, kind)]
            assert shown == [(str(card["draw"]), card["judge"]) for card in cards if card is not None]


@samples
def test_the_board_and_the_supplies_are_there(name: str) -> None:
    data, root = SAMPLES[name][0], draw(name)
    assert [(die.get("data-die"), die.get("data-demand")) for die in sorted(
        of_class(root, "die"), key=lambda die: "HLPS".index(str(die.get("data-die")))
    )] == [(letter, str(die["demand"])) for letter, die in zip("HLPS", data["dice"], strict=True)]  # fmt: skip
    assert [space.get("data-type") for space in of_class(root, "market-space")] == data["market"]
    assert [pile.get("data-tile") for pile in of_class(root, "pile")] == data["display"]
    assert [pile.get("data-count") for pile in of_class(root, "pile")] == [str(count) for count in data["piles"]]
    assert [order.get("data-order") for order in of_class(root, "order")] == data["orders"]
    assert [space.get("data-judge") for space in of_class(root, "notice-space")] == data["board"]
    laid = Counter(ornament for rows in data["ornaments"] for ornament, _, _ in rows)
    laid[data["todo"][0].get("ornament") if data["todo"] else None] += 1
    assert [int(str(row.get("data-count"))) for row in of_class(root, "supply")] == [
        row["copies"] - laid[row["id"]] for row in DEFAULT_BOX["ornament"]
    ]


def test_a_viewer_sees_backs_only() -> None:
    data = SAMPLES["seen"][0]
    written = pictures.svg(data, components=DEFAULT_BOX, options={})
    part = panel(ET.fromstring(written), 0)
    assert len(of_class(part, "back")) == 3
    assert "Separation" not in written
    assert "Collector" not in written
    assert "separation" not in write(data)
    assert "?#1" in write(data)
    assert "(?#6)" in write(data)
    # What the viewer holds is shown.
    assert "The Tattler" in "".join(panel(ET.fromstring(written), 1).itertext())


def test_complete_tiles_have_a_mark() -> None:
    # t23 and t01 have no free bed left.
    root = draw("turn")
    assert [tile.get("data-tile") for tile in of_class(root, "complete") if tile.get("data-tile")] == ["t23", "t01"]


@samples
def test_nothing_is_drawn_outside_the_frame(name: str) -> None:
    root = draw(name)
    _, _, width, height = (float(part) for part in str(root.get("viewBox")).split())
    for x, y in corners(root):
        assert -1 <= x <= width + 1
        assert -1 <= y <= height + 1


def corners(element: ET.Element, scale: float = 1, dx: float = 0, dy: float = 0) -> list[tuple[float, float]]:
    """Outermost points of rectangles and circles and the anchors of texts."""
    moved = re.fullmatch(
        r"translate\((\S+) (\S+)\) scale\((\S+)\)", element.get("transform", "translate(0 0) scale(1)")
    )
    assert moved is not None
    x, y, factor = (float(group) for group in moved.groups())
    dx, dy, scale = dx + scale * x, dy + scale * y, scale * factor

    def value(name: str) -> float:
        found = float(element.get(name, "0"))
        assert math.isfinite(found)
        return found

    points = []
    match element.tag.rpartition("}")[2]:
        case "rect":
            points = [(value("x"), value("y")), (value("x") + value("width"), value("y") + value("height"))]
        case "circle":
            points = [(value("cx") - value("r"), value("cy") - value("r"))]
            points += [(value("cx") + value("r"), value("cy") + value("r"))]
        case "text":
            points = [(value("x"), value("y"))]
    found = [(dx + scale * a, dy + scale * b) for a, b in points]
    return found + [point for child in element for point in corners(child, scale, dx, dy)]


IN_WORDS = {
    "plant:V@9,11": "plant violet at row 9, column 11",
    "harvest:9,10": "harvest at row 9, column 10",
    "pile:1": "take the garden tile of pile 1",
    "H>harvest": "harvester: harvest",
    "notice:3=chemist": 'judge "The Chemist" goes on space 3 of the notice board',
    "ornament:bench": "buy the Oak Bench",
    "buy:4": "buy the flower on market space 4",
}


@pytest.mark.parametrize(
    ("last", "name", "class_of", "attribute", "value"),
    [
        ("plant:V@9,11", "turn", "square", "data-square", None),  # of the turn before: that was player 1's
        ("plant:V@9,11", "plant", "square", "data-square", "9,11"),
        ("harvest:9,10", "harvest", "square", "data-square", "9,10"),
        ("pile:1", "lay", "pile", "data-pile", "1"),
        ("H>harvest", "harvest", "die", "data-die", "H"),
        ("notice:3=chemist", "turn", "notice-space", "data-space", "3"),
        ("ornament:bench", "put", "supply", "data-ornament", "bench"),
        ("buy:4", "supplies", "market-space", "data-space", "4"),
    ],
)
def test_the_last_move_is_named_and_marked(
    last: str, name: str, class_of: str, attribute: str, value: str | None
) -> None:
    root = draw(name, last=last)
    texts = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]
    assert f"last: {IN_WORDS[last]}" in texts
    marked = [
        element.get(attribute) for element in of_class(root, class_of) if "last" in str(element.get("class")).split()
    ]
    assert marked == ([] if value is None else [value])


def test_a_picture_stands_alone() -> None:
    written = pictures.svg(SAMPLES["turn"][0], components=DEFAULT_BOX, options={}, legal=_TURN)
    assert "href" not in written
    assert "url(" not in written
    assert " id=" not in written
    title, desc = list(ET.fromstring(written))[:2]
    assert title.text == "Barton in Bloom: Player 1 takes a turn"
    assert "Player 2: 10 prestige, 6 pounds" in str(desc.text)


def test_strange_names_are_escaped() -> None:
    data = copy.deepcopy(DEFAULT_BOX)
    data["judge"][0]["name"] = "<script>&\x00"
    data["ornament"][0]["name"] = "]]>\ud800"
    data["fertilizer"][0]["name"] = "\"'<b>"
    written = pictures.svg(middle(), components=data, options={}, last="<&>\x0b")
    assert "<script" not in written
    ET.fromstring(written)
    written.encode("utf-8")


@samples
def test_equal_positions_give_equal_pictures(name: str) -> None:
    data, acts = SAMPLES[name]
    for function in (pictures.svg, pictures.text):
        named: Data = {"components": DEFAULT_BOX, "options": {}, "legal": acts}
        assert function(data, **named) == function(copy.deepcopy(data), **named)
        # Without components the default edition is drawn.
        assert function(data, **named) == function(data, **named | {"components": None})


# Text


@samples
def test_text_fits_eighty_columns_of_ascii(name: str) -> None:
    data, acts = SAMPLES[name]
    picture = write(data, legal=acts)
    assert picture.isascii()
    assert picture.endswith("\n")
    for line in picture.splitlines():
        assert len(line) <= 80, line
        assert line == line.rstrip()


def test_text_fits_with_the_largest_garden() -> None:
    tiles = [{"id": f"z{number:02}", "grid": "F..\nPWL\n...\n"} for number in range(64)]
    full = " ".join(f"{row},{column}:z{7 * row + column:02}" for row in range(7) for column in range(7))
    data = arrange(DEFAULT_BOX | {"tile": tiles}, 2, gardens=[full, "3,3:z49"])
    picture = pictures.text(data, components=DEFAULT_BOX | {"tile": tiles}, options={})
    assert max(map(len, picture.splitlines())) <= 80
    ET.fromstring(pictures.svg(data, components=DEFAULT_BOX | {"tile": tiles}, options={}))


def test_text_shows_the_garden_square_by_square() -> None:
    lines = write(middle(gardens=["3,3:t23", "3,3:t02"], plants_of=["R@9,9 T'@11,11"], ornaments_of=["birdbath@10,10"])
                  ).splitlines()  # fmt: skip
    rows = [line.split() for line in lines if re.match(r" ?(9|10|11) ", line)]
    # FFF/PPP/WWF and LLF/L.W/F...
    assert rows == [
        ["9", "R", "f", "f", "9", "l", "l", "f"],
        ["10", "p", "#", "p", "10", "l", ".", "w"],
        ["11", "w", "w", "T'", "11", "f", ".", "."],
    ]


def test_text_lists_what_may_be_chosen() -> None:
    data, acts = SAMPLES["plant"]
    picture = write(data, legal=acts)
    assert "plant: DRTV@14,9 DRTV@6,9 DRTV@7,14 DRTV@8,12" in picture
    assert "legal: end" in picture
    assert "lay: 1,3:r0/r1/r2/r3" in write(SAMPLES["lay"][0], legal=SAMPLES["lay"][1])


@samples
def test_rich_text_says_the_same_as_text(name: str) -> None:
    from rich.style import Style

    data, acts = SAMPLES[name]
    picture = pictures.rich_text(data, components=DEFAULT_BOX, options={}, legal=acts)
    assert picture.plain == write(data, legal=acts)
    for span in picture.spans:
        Style.parse(str(span.style))


# Positions of the games


@pytest.mark.parametrize("name", BASES)
def test_every_step_can_be_drawn(implementation: str, name: str) -> None:
    state = state_of(implementation, name)
    assert state.to_dict() == sample(name, DEFAULT_BOX)
    root = ET.fromstring(state.svg(legal=True))
    assert sorted(actions(root)) == sorted(legal(state))
    assert max(map(len, state.text(legal=True).splitlines())) <= 80
    for viewer in (0, 1):
        mine = state.current_player() in (viewer, -1)
        assert bool(actions(ET.fromstring(state.svg(viewer, legal=True)))) == (mine and not state.is_terminal()) or (
            state.is_chance_node()
        )


@pytest.mark.parametrize("seed", range(4))
def test_scores_and_winners_are_those_of_the_game(implementation: str, seed: int) -> None:
    import random

    from .barton import load

    game = load(implementation, 3, SMALL, turn_limit=6)
    state = game.new_initial_state(seed=seed)
    rng = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    shown = [int(str(score.get("data-score"))) for score in of_class(ET.fromstring(state.svg()), "score")]
    assert shown == state.scores()
    best = [player + 1 for player, rank in enumerate(state.ranks()) if rank == 1]
    end = f"player {best[0]} wins" if len(best) == 1 else f"players {' and '.join(map(str, best))} share the win"
    assert f"Game over: {end}" in state.text()


def test_a_viewer_of_the_end_is_not_told_what_gossip_decides(implementation: str) -> None:
    state = at(implementation, gossip=["separation", None], todo=[], turns=160)
    assert "gossip is not shown" in state.text(1)
    assert "wins" in state.text() or "share" in state.text()
    assert play(state, *[]) == state
