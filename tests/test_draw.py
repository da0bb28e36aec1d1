"""Pictures are checked as data: what is in a position is in its picture, once, inside the frame and escaped."""

import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cloche
from cloche.draw import (
    connect_four,
    gardens_of_io,
    goofspiel,
    kuhn_poker,
    leduc_poker,
    liars_dice,
    nim,
    pig,
    small_2048,
    tic_tac_toe,
)
from cloche.draw import svg as pen
from cloche.messages import shown

SEEDS = Path(__file__).parents[1] / "seeds"
BOX = tomllib.loads((SEEDS / "gardens_of_io" / "components.toml").read_text(encoding="utf-8"))
TWO_COLOURS = {
    "colour": [{"id": "B", "name": "blue", "count": 6}, {"id": "O", "name": "orange", "count": 6}],
    "special_action": BOX["special_action"],
}
ONE_COLOUR = {"colour": [{"id": "R", "name": "red", "count": 7}], "special_action": BOX["special_action"]}


def position(players: int, *, size: int = 9, colours: int = 6, **changed: Any) -> dict[str, Any]:
    """A position as in seeds/gardens_of_io/state.md, empty but for what is given."""
    return {
        "phase": "turn",
        "player": 0,
        "garden": ["." * size] * size,
        "positions": [0] * players,
        "reserves": [[0] * colours for _ in range(players)],
        "bag": [0] * colours,
        "allowance": [2 if players == 2 else 1] * players,
        "counters": [1] * 5,
        "special_open": True,
        "special": None,
        "first": None,
        "extra_turn": False,
    } | changed


DEAL = position(4, phase="deal", reserves=[[3, 2, 1, 2, 1, 2], *[[0] * 6] * 3], bag=[7, 8, 9, 8, 9, 8])
TREES = ["." * 9, "." * 9, "..T......", "." * 9, ".....T...", "." * 9, "." * 9, ".T.......", "." * 9]
START = position(2, garden=TREES, reserves=[[5, 4, 6, 3, 5, 4], [4, 5, 4, 5, 4, 5]], bag=[1, 1, 0, 2, 1, 1])
GARDEN = [
    "BB..Y....",
    ".BW...RR.",
    "..TYY..R.",
    "P..YG.GG.",
    "PP...TWWW",
    ".B.RR..G.",
    "..BR..PP.",
    ".T.GY...Y",
    "B..WW..R.",
]
MIDDLE = position(
    2,
    player=1,
    garden=GARDEN,
    positions=[43, 67],
    reserves=[[1, 2, 2, 1, 2, 2], [2, 1, 1, 3, 0, 2]],
    bag=[1, 1, 1, 1, 1, 1],
    allowance=[1, 0],
    counters=[1, 0, 1, 0, 0],
)
SECOND = MIDDLE | {"phase": "second_cell", "special": "swap-flowers", "first": "b1", "special_open": False}
FIVE = position(5, garden=TREES, player=3, reserves=[[2, 2, 2, 2, 2, 1]] * 5, bag=[0, 0, 0, 0, 0, 5])
SMALL = position(
    2,
    size=4,
    colours=2,
    garden=[".B.O", ".T..", "O.BB", "...."],
    positions=[3, 22],
    reserves=[[2, 1], [1, 3]],
    bag=[0, 0],
)
TINY = position(
    3, size=3, colours=1, garden=["R..", ".T.", ".R."], positions=[7, 18, 14], reserves=[[2], [1], [1]], bag=[1]
)
OVER = MIDDLE | {
    "phase": "over",
    "player": None,
    "reserves": [[3, 3, 3, 4, 2, 4], [0] * 6],
    "counters": [0, 0, 0, 0, 1],
    "allowance": [0, 0],
}
PLANTS = [f"{colour}@{cell}" for colour in "BYWPG" for cell in ("a8", "b9", "c4", "c5", "c6", "c8", "c9", "f7", "g6")]


def seen_by(viewer: int, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"observer": viewer} | {key: value for key, value in data.items() if key != "bag"}


GARDENS = {
    "deal": (DEAL, BOX, list("BYWPRG")),
    "start": (START, BOX, ["B@a1", "B@b2", "run"]),
    "middle": (MIDDLE, BOX, [*PLANTS, "swap-tree", "move-flower"]),
    "second cell": (SECOND, BOX, ["c2", "h2", "d4"]),
    "five players": (FIVE, BOX, None),
    "small": (SMALL, TWO_COLOURS, ["B@a2", "O@a2", "run"]),
    "tiny": (TINY, ONE_COLOUR, ["skip"]),
    "over": (OVER, BOX, None),
    "observation": (seen_by(1, MIDDLE), BOX, PLANTS),
    "no components": (MIDDLE, None, PLANTS),
}
TIC = {"board": ["X.O", ".X.", "..."], "player": 1}
FOUR = {"board": ["....", "...O", ".X.X", "OXOX"], "player": 1}
NIM = {"piles": [1, 0, 5, 4], "last": 1, "player": 0}
PIG = {"phase": "decide", "player": 1, "banked": [43, 61], "turn_total": 17}
KUHN = {"phase": "bet", "player": 1, "cards": ["Q", None], "bets": ["bet"]}
LEDUC = {"phase": "bet", "player": 0, "cards": ["Q", "K"], "board": "K", "bets": [["raise", "call"], ["call", "raise"]]}
DICE = {"phase": "bid", "player": 0, "dice": [[2, 3], [None, None]], "bids": ["1x2", "2x1"], "matching": None}
SPIEL = {"phase": "choose", "player": 0, "played": [[3, 1], [None, None]], "won": [0, None]}
SMALL_2048 = {"phase": "move", "player": 0, "board": [[0, 2, 128], [4, 0, 2048]], "score": 19_000}
KNOWN = {
    "kuhn_poker": (kuhn_poker, KUHN, {}, ["pass", "bet"], "bet"),
    "leduc_poker": (leduc_poker, LEDUC, {}, ["fold", "call", "raise"], "raise"),
    "liars_dice": (liars_dice, DICE, {"dice": 2, "sides": 4}, ["liar", "2x2", "2x3", "4x4"], "2x1"),
    "goofspiel": (goofspiel, SPIEL, {"cards": 4}, ["2", "4"], "tie"),
    "small_2048": (small_2048, SMALL_2048, {"rows": 2, "columns": 3}, ["up", "left"], "c1:2"),
    "tic_tac_toe": (tic_tac_toe, TIC, {}, ["b1", "c3"], "b2"),
    "connect_four": (connect_four, FOUR, {"columns": 4, "rows": 4}, ["a", "b", "c", "d"], "d"),
    "nim": (nim, NIM, {"piles": [1, 3, 5, 7]}, ["1:1", "3:2", "4:4"], "4:2"),
    "pig": (pig, PIG, {"target": 100, "coin": False}, ["roll", "hold"], "6"),
}

gardens = pytest.mark.parametrize(("data", "components", "legal"), GARDENS.values(), ids=GARDENS.keys())
known = pytest.mark.parametrize(("module", "data", "options", "legal", "last"), KNOWN.values(), ids=KNOWN.keys())


def draw(data: Mapping[str, Any], components: Mapping[str, Any] | None = BOX, **more: Any) -> ET.Element:
    return ET.fromstring(gardens_of_io.svg(data, components=components, options={}, **more))


def write(data: Mapping[str, Any], components: Mapping[str, Any] | None = BOX, **more: Any) -> str:
    return gardens_of_io.text(data, components=components, options={}, **more)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def actions(root: ET.Element) -> list[str]:
    return [action for element in root.iter() for action in element.get("data-action", "").split()]


def corners(element: ET.Element, scale: float = 1, dx: float = 0, dy: float = 0) -> list[tuple[float, float]]:
    """Outermost points of all simple shapes, and the anchors of texts, in the coordinates of the picture."""
    moved = re.fullmatch(
        r"translate\((\S+) (\S+)\) scale\((\S+)\)", element.get("transform", "translate(0 0) scale(1)")
    )
    assert moved is not None
    x, y, factor = (float(group) for group in moved.groups())
    dx, dy, scale = dx + scale * x, dy + scale * y, scale * factor

    def value(name: str) -> float:
        return float(element.get(name, "0"))

    tag = element.tag.rpartition("}")[2]
    points = []
    match tag:
        case "rect":
            points = [(value("x"), value("y")), (value("x") + value("width"), value("y") + value("height"))]
        case "circle":
            r = value("r")
            points = [(value("cx") - r, value("cy") - r), (value("cx") + r, value("cy") + r)]
        case "line":
            points = [(value("x1"), value("y1")), (value("x2"), value("y2"))]
        case "text":
            points = [(value("x"), value("y"))]
        case "polyline":
            points = [(float(a), float(b)) for a, b in (pair.split(",") for pair in element.get("points", "").split())]
    found = [(dx + scale * a, dy + scale * b) for a, b in points]
    return found + [point for child in element for point in corners(child, scale, dx, dy)]


def assert_inside(root: ET.Element) -> None:
    left, top, width, height = (float(part) for part in root.get("viewBox", "").split())
    points = corners(root)
    assert len(points) > 5
    for x, y in points:
        assert left <= x <= left + width
        assert top <= y <= top + height


@gardens
def test_the_samples_hold_all_flowers_of_the_box(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    planted = Counter("".join(data["garden"]))
    for index, colour in enumerate((components or BOX)["colour"]):
        held = planted[colour["id"]] + sum(reserve[index] for reserve in data["reserves"])
        assert held + data.get("bag", MIDDLE["bag"])[index] == colour["count"]  # S-3


@gardens
def test_every_flower_tree_and_martian_is_drawn_once(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    root = draw(data, components, legal=legal)
    planted = Counter("".join(data["garden"]))
    trees, _ = planted.pop("T", 0), planted.pop(".", 0)
    assert Counter(flower.get("data-colour") for flower in of_class(root, "flower")) == planted
    assert len(of_class(root, "tree")) == trees
    assert sorted(str(martian.get("data-player")) for martian in of_class(root, "martian")) == [
        str(player) for player in range(len(data["positions"]))
    ]
    size = len(data["garden"])
    assert len(of_class(root, "cell")) == size * size
    assert len(of_class(root, "space")) == 4 * (size + 1)


@gardens
def test_flowers_lie_in_the_cell_that_holds_them(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    drawn = {
        cell.get("data-cell"): [flower.get("data-colour") for flower in of_class(cell, "flower")]
        for cell in of_class(draw(data, components, legal=legal), "cell")
    }
    assert drawn == {
        f"{'abcdefghi'[column]}{row + 1}": [content] if content not in ".T" else []
        for row, line in enumerate(data["garden"])
        for column, content in enumerate(line)
    }


@gardens
def test_reserves_and_bag_are_counted_in_order(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    shown = [int(count.get("data-count", "")) for count in of_class(draw(data, components), "count")]
    rows = [*data["reserves"], *([data["bag"]] if "bag" in data else [])]
    assert shown == [count for row in rows for count in row]


@gardens
def test_what_is_legal_is_lit_and_nothing_else(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    root = draw(data, components, legal=legal)
    assert sorted(actions(root)) == sorted(legal or [])
    assert all(element.get("data-action") for element in of_class(root, "legal"))
    lit = {cell.get("data-cell") for cell in of_class(root, "cell") if "legal" in cell.get("class", "").split()}
    assert lit == {action.rpartition("@")[2] for action in legal or [] if action[-1].isdecimal()}


@gardens
def test_nothing_is_drawn_outside_the_frame(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    assert_inside(draw(data, components, legal=legal))


@gardens
def test_equal_positions_give_equal_pictures(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    def both() -> tuple[str, str]:
        named = {"components": components, "options": {}, "legal": legal}
        return gardens_of_io.svg(dict(data), **named), gardens_of_io.text(dict(data), **named)

    assert both() == both()


@gardens
def test_text_fits_eighty_columns_and_ends_lines_cleanly(
    data: Mapping[str, Any], components: Mapping[str, Any] | None, legal: Sequence[str] | None
) -> None:
    picture = write(data, components, legal=legal)
    assert picture.isascii()
    assert picture.endswith("\n")
    for line in picture.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_text_fits_eighty_columns_with_the_largest_numbers() -> None:
    data = MIDDLE | {"positions": [60000, 59999], "reserves": [[255] * 6] * 2, "bag": [255] * 6}
    words = [action["id"] for action in BOX["special_action"]]
    data |= {"counters": [255] * 5, "allowance": [255, 255]}
    assert max(len(line) for line in write(data, legal=["skip", *words]).splitlines()) <= 80


def test_text_shows_the_garden_with_its_coordinates() -> None:
    lines = write(MIDDLE).splitlines()
    assert lines[2].split() == list("abcdefghi")
    rows = [line.split() for line in lines[4:13]]
    assert [row[0] for row in rows] == list("123456789")
    assert ["".join(row[2:-1]) for row in rows] == GARDEN


def test_text_puts_martians_on_the_track() -> None:
    lines = write(MIDDLE).splitlines()
    assert lines[3].split() == ["o", "-", "-", "1", *["-"] * 6, "o"]  # position 43 is space 3, above c
    assert lines[13].split() == ["o", "-", "-", "2", *["-"] * 6, "o"]  # position 67 is space 27, below c


def test_text_lists_the_martians_that_share_space_0() -> None:
    assert write(FIVE).splitlines()[3].split()[:2] == ["[12345]", "#"]
    assert write(FIVE).splitlines()[3].index("#") == write(MIDDLE).splitlines()[3].index("o")


def test_text_marks_legal_cells() -> None:
    rows = [line.split() for line in write(MIDDLE, legal=PLANTS).splitlines()[4:13]]
    plus = {
        f"{'abcdefghi'[x]}{y + 1}"
        for y, row in enumerate(rows)
        for x, content in enumerate(row[2:-1])
        if content == "+"
    }
    assert plus == {notation.partition("@")[2] for notation in PLANTS}
    assert "B B!" in write(SECOND, legal=["h2"])
    assert "R R*" in write(SECOND, legal=["h2"])


def test_text_tells_whose_turn_it_is() -> None:
    assert "Player 2 to move" in write(MIDDLE)
    assert [line[:3] for line in write(MIDDLE).splitlines() if line.startswith(">")] == ["> 2"]
    assert "Game over: player 2 wins at 67" in write(OVER)
    assert "Game over: players 1 and 2 share the win at 67" in write(OVER | {"positions": [67, 67]})
    assert "everybody scores 43" in gardens_of_io.text(OVER, components=BOX, options={"cooperative": True})


def test_text_says_what_its_signs_mean() -> None:
    def signs(data: Mapping[str, Any], legal: Sequence[str] = ()) -> str:
        return write(data, legal=legal).splitlines()[-1]

    assert signs(MIDDLE) == "signs: . empty, T tree, o corner"
    assert signs(FIVE) == "signs: . empty, T tree, o corner, # Martians in [ ]"
    assert signs(MIDDLE, PLANTS).endswith("o corner, + may be chosen")
    assert signs(SECOND, ["h2"]).endswith("o corner, * may be chosen, ! picked first")
    assert signs(SECOND | {"positions": [0, 0]}, ["a9", "b9"]).endswith(
        "# Martians in [ ], + * may be chosen, ! picked first"
    )


def test_an_observation_has_no_bag_to_show_and_says_who_looks() -> None:
    watched = seen_by(1, MIDDLE)
    assert "left out" in write(MIDDLE)
    assert "left out" not in write(watched)
    assert "2 you" in write(watched)
    assert of_class(draw(MIDDLE), "bag")
    assert not of_class(draw(watched), "bag")


def test_rich_text_says_the_same_as_text() -> None:
    picture = gardens_of_io.rich_text(MIDDLE, components=BOX, options={}, legal=PLANTS)
    assert picture.plain == write(MIDDLE, legal=PLANTS)


def test_rich_text_has_only_styles_that_rich_knows() -> None:
    from rich.style import Style

    for data, components, legal in GARDENS.values():
        for span in gardens_of_io.rich_text(data, components=components, options={}, legal=legal).spans:
            Style.parse(str(span.style))


def test_used_counters_are_crossed_out() -> None:
    spent = [counter.get("data-counter") for counter in of_class(draw(MIDDLE), "spent")]
    assert spent == ["swap-flowers", "move-tree", "run"]


def test_counters_are_faded_where_the_player_to_move_has_no_specials_left() -> None:
    closed = [counter.get("data-counter") for counter in of_class(draw(MIDDLE), "closed")]
    assert closed == ["swap-tree", "move-flower"]
    assert all(counter[1].get("opacity") == "0.4" for counter in of_class(draw(MIDDLE), "closed"))
    assert not of_class(draw(MIDDLE | {"player": 0}), "closed")
    assert not of_class(draw(OVER), "closed")
    assert "move-flower" not in [
        counter.get("data-counter") for counter in of_class(draw(SECOND | {"special": "move-flower"}), "closed")
    ]


def test_the_last_move_is_marked_and_named() -> None:
    root = draw(MIDDLE, last="R@d6")
    assert [cell.get("data-cell") for cell in of_class(root, "last")] == ["d6"]
    assert "last: plant red on d6" in [text.text for text in root.iter() if text.tag.endswith("text")]
    assert not of_class(draw(MIDDLE, last="run"), "last")


def test_what_does_a_single_thing_is_titled_in_words() -> None:
    """Of every clickable part of every garden game, at its first decision; some have titles of another kind."""
    titled = set()
    for name in cloche.games():
        game = cloche.load(name)
        state = game.new_initial_state(seed=1)
        parts = [part for part in ET.fromstring(state.svg(legal=True)).iter() if part.get("data-action")]
        single = [part for part in parts if " " not in part.get("data-action", "")]
        for part in single:
            title = next(child for child in part if child.tag.endswith("title"))
            assert title.text != part.get("data-action")
            if title.text == game.in_words(part.get("data-action", "")):
                titled.add(name)
    assert "buds_and_blooms" in titled


def test_a_picture_with_a_last_move_has_room_for_both_lines() -> None:
    """Neither line reaches the right edge, also the longest words there are."""
    state = cloche.load("cottage_garden").new_initial_state(seed=1)
    root = ET.fromstring(state.svg(last="T26:2:o7@d3"))
    head = next(iter(of_class(root, "head")))
    lines = [line for line in head.iter() if str(line.text).startswith(("last", "Player"))]
    assert [line.text for line in lines] == [
        "Player 1 plants a tile or a pot",
        "last: plant tile T26 on bed 2 at d3, turned over, three quarter turns",
    ]
    width = float(root.get("viewBox", "").split()[2])
    for line in lines:
        assert float(line.get("x", "")) + 0.6 * float(line.get("font-size", "")) * len(str(line.text)) < width


def test_lines_run_from_the_martian_in_each_legal_direction() -> None:
    assert len(of_class(draw(MIDDLE, legal=PLANTS), "line")) == 3
    assert len(of_class(draw(START, legal=["B@a1", "B@b2"]), "line")) == 1
    assert not of_class(draw(SECOND, legal=["c2"]), "line")


def test_every_colour_has_petals_of_its_own() -> None:
    garden = ["BYWPRG...", *["." * 9] * 8]
    flowers = of_class(draw(MIDDLE | {"garden": garden}), "flower")
    shapes = {path.get("d") for flower in flowers for path in flower if path.tag.endswith("path")}
    assert len(shapes) == 6


def test_strange_names_are_escaped() -> None:
    strange = {
        "colour": [{"id": "<", "name": "<script>&\"'\x00", "count": 6}, {"id": "&", "name": "]]>", "count": 6}],
        "special_action": BOX["special_action"],
    }
    garden = [".<.&", ".T..", "....", "...."]
    written = gardens_of_io.svg(SMALL | {"garden": garden}, components=strange, options={}, last="<&>\x0b\ud800")
    assert "<script" not in written
    root = ET.fromstring(written)
    assert sorted(str(flower.get("data-colour")) for flower in of_class(root, "flower")) == ["&", "<"]
    assert "last: <&>\ufffd\ufffd" in [text.text for text in root.iter() if text.tag.endswith("text")]
    written.encode("utf-8")


def test_a_picture_stands_alone() -> None:
    written = gardens_of_io.svg(MIDDLE, components=BOX, options={}, legal=PLANTS)
    assert "href" not in written
    assert "url(" not in written
    assert " id=" not in written  # several pictures may share a page
    first, second = list(ET.fromstring(written))[:2]
    assert first.tag.endswith("title")
    assert first.text == "Gardens of Io: Player 2 to move"
    assert second.tag.endswith("desc")
    assert "row 1 BB..Y...." in str(second.text)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (12.0, "12"), (100, "100"), (2.005, "2"), (-3.456, "-3.46")],
)
def test_numbers_are_short(value: float, shown: str) -> None:
    assert pen.number(value) == shown


@known
def test_known_games_draw_what_is_legal(
    module: Any, data: Mapping[str, Any], options: Mapping[str, Any], legal: Sequence[str], last: str
) -> None:
    root = ET.fromstring(module.svg(data, components=None, options=options, legal=legal, last=last))
    assert sorted(actions(root)) == sorted(legal)
    assert f"last: {last}" in [text.text for text in root.iter() if text.tag.endswith("text")]
    assert_inside(root)
    assert not actions(ET.fromstring(module.svg(data, components=None, options=options)))


@known
def test_known_games_draw_alike_each_time_and_for_a_viewer(
    module: Any, data: Mapping[str, Any], options: Mapping[str, Any], legal: Sequence[str], last: str
) -> None:
    named = {"components": None, "options": options, "legal": legal}
    watched = {"observer": data["player"], **data}
    for function in (module.svg, module.text):
        assert function(data, **named) == function(dict(data), **named)
        assert "(you)" not in function(data, **named)
        assert ("(you)" in function(watched, **named)) == (module is not small_2048)  # nobody else is there
        assert function(watched, **named) == function(data, viewer=data["player"], **named)


def test_tic_tac_toe_text() -> None:
    picture = tic_tac_toe.text(TIC, components=None, options={}, legal=["b1"])
    assert picture == "O to move\n\n  a b c\n1 X + O\n2 . X .\n3 . . .\n"
    over = {"board": ["XXX", "OO.", "..."], "player": None}
    assert tic_tac_toe.text(over, components=None, options={}).startswith("Game over: X wins\n")


@pytest.mark.parametrize(
    ("board", "end"),
    [
        (["XX.", "OOO", "X.."], "O wins"),
        (["XO.", "XO.", "X.."], "X wins"),
        (["XO.", "OX.", "..X"], "X wins"),
        (["XXO", "XO.", "O.."], "O wins"),
        (["XOX", "XOX", "OXO"], "a draw"),
        (["XXX", "OOX", "OXO"], "X wins"),
    ],
)
def test_an_end_of_tic_tac_toe_names_the_winner(board: list[str], end: str) -> None:
    over = {"board": board, "player": None}
    assert tic_tac_toe.text(over, components=None, options={}).startswith(f"Game over: {end}\n")
    assert f"Game over: {end}" in tic_tac_toe.svg(over, components=None, options={})


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "connect_four",
        "nim",
        "pig",
        "gardens_of_io",
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "goofspiel",
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_ends_name_the_players_of_rank_1(name: str, seed: int) -> None:
    state = cloche.load(name).new_initial_state(seed=seed)
    draws = Random(seed)
    while not state.is_terminal():
        state.apply_action(draws.choice(state.legal_actions()))
    best = [player for player, rank in enumerate(state.ranks()) if rank == 1]
    names = "XO" if name in ("tic_tac_toe", "connect_four") else ["player 1", "player 2"]
    end = f"Game over: {names[best[0]]} wins" if len(best) == 1 else "Game over: a draw"
    assert end in state.text()
    assert end in state.svg()


# The arguments of State.text and State.svg


def test_only_legal_actions_can_be_lit(implementation: str) -> None:
    state = cloche.load("gardens_of_io", implementation=implementation).new_initial_state(seed=1)
    assert actions(ET.fromstring(state.svg(legal=["e5", "a1"]))) == ["a1", "e5"]
    for legal in (["zz"], ["e5", "R@e5"], ["e5", 5], [""], ["E5"]):
        for function in (state.text, state.svg):
            with pytest.raises(ValueError, match=rf"legal: {shown(legal[-1])} is no legal action here; player 0 may"):
                function(legal=legal)
    for legal in ("e5", b"e5", 5, None):
        with pytest.raises(ValueError, match="should be true, false or a list of notations"):
            state.svg(legal=legal)  # type: ignore[arg-type]


def test_the_last_move_is_a_short_text() -> None:
    state = cloche.load("nim").new_initial_state()
    assert "last: 1:1" in state.svg(last="1:1")
    for last in ("", "z" * 41, 5, b"1:1"):
        with pytest.raises(ValueError, match=r"last: .*should be the notation of a move, of 1\.\.40 characters"):
            state.svg(last=last)  # type: ignore[arg-type]


def test_tic_tac_toe_draws_every_mark() -> None:
    root = ET.fromstring(tic_tac_toe.svg(TIC, components=None, options={}, last="b2"))
    assert len(of_class(root, "mark")) == 3
    assert [square.get("data-cell") for square in of_class(root, "last")] == ["b2"]


def test_an_end_of_connect_four_names_the_winner() -> None:
    board = ["....", "O...", "XXX.", "OOXO"]
    over = {"board": board, "player": None}
    for line, end in ((2, "X wins"), (3, "X wins"), (4, "a draw")):
        named = {"components": None, "options": {"columns": 4, "rows": 4, "line": line}}
        assert connect_four.text(over, **named).startswith(f"Game over: {end}\n")
        assert f"Game over: {end}" in connect_four.svg(over, **named)


def test_connect_four_text_marks_where_a_mark_would_lie() -> None:
    picture = connect_four.text(FOUR, components=None, options={}, legal=["a", "b", "d"])
    assert picture == "O to move\n\n 4 . . . +\n 3 . + . O\n 2 + X . X\n 1 O X O X\n   a b c d\n"


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (7, 6), (6, 9), (9, 6)])
def test_connect_four_draws_boards_of_any_size(columns: int, rows: int) -> None:
    data = {"board": ["." * columns] * rows, "player": 0}
    root = ET.fromstring(connect_four.svg(data, components=None, options={"columns": columns, "rows": rows}))
    assert len(of_class(root, "hole")) == columns * rows
    assert_inside(root)


def test_connect_four_marks_the_highest_disc_of_the_last_column() -> None:
    root = ET.fromstring(connect_four.svg(FOUR, components=None, options={}, last="d"))
    assert Counter(disc.get("data-mark") for disc in of_class(root, "disc")) == {"X": 4, "O": 3}
    assert [disc.get("data-mark") for disc in of_class(root, "last")] == ["O"]


def test_nim_text() -> None:
    picture = nim.text(NIM, components=None, options={"piles": [1, 3, 5, 7]})
    assert picture == "Player 1 to move\n\n1: o        1\n2: ...      0\n3: ooooo    5\n4: oooo...  4\n"


def test_nim_draws_what_is_there_and_what_was_taken() -> None:
    root = ET.fromstring(nim.svg(NIM, components=None, options={"piles": [1, 3, 5, 7]}, last="4:2"))
    assert len(of_class(root, "object")) == 10
    assert len(of_class(root, "taken")) == 6
    assert len(of_class(root, "last")) == 2


def test_nim_draws_eight_piles_of_thirty_one() -> None:
    root = ET.fromstring(nim.svg({"piles": [31] * 8, "last": None, "player": 0}, components=None, options={}))
    assert len(of_class(root, "object")) == 248
    assert_inside(root)
    over = {"piles": [0, 0], "last": 1, "player": None}
    assert "Game over: player 2 wins" in nim.text(over, components=None, options={"piles": [1, 2]})


def test_pig_text() -> None:
    picture = pig.text(PIG, components=None, options={}, legal=["roll", "hold"])
    assert picture == (
        "Player 2: roll or hold\n\n"
        "  player 1    43 of 100\n> player 2    61 of 100  + 17 this turn\n\n"
        "legal: roll, hold\n"
    )
    assert "tosses the coin" in pig.text(PIG | {"phase": "roll"}, components=None, options={"coin": True})


def test_pig_bars_end_at_the_target() -> None:
    over = {"phase": "over", "player": None, "banked": [43, 105], "turn_total": 0}
    root = ET.fromstring(pig.svg(over, components=None, options={"target": 100}))
    first, second = (float(bar.get("width", "")) for bar in of_class(root, "banked"))
    assert first == pytest.approx(0.43 * second, abs=0.01)
    assert "Game over: player 2 wins" in pig.text(over, components=None, options={})
