"""A position of Barton in Bloom as lines of text, at most 80 columns wide."""

import textwrap
from collections.abc import Sequence

from ..spans import TEXT_WIDTH, Span, padded, stripped, width
from .box import DICE, SIZES, Square
from .garden import Garden
from .scene import Scene, coming

_STYLES = {
    "D": "bold yellow",
    "R": "bold red",
    "T": "bold magenta",
    "L": "bold medium_purple",
    "V": "bold dodger_blue1",
}
_GROUND = {"F": "orange4", "P": "grey62", "L": "green", "W": "cyan"}
_MARK = "bold orange1"

Line = list[Span]


def lines_of(scene: Scene) -> list[Line]:
    """All lines of the picture."""
    lines: list[Line] = [[Span("Barton in Bloom  ", "bold"), Span(scene.headline())]]
    then = coming(scene)
    lines += _wrapped(f"  then: {then}", "dim") if then else []
    lines += [[], *_board(scene), *_supplies(scene), []]
    for player in scene.players:
        lines += _player(scene, player)
    lines += [[], *_gardens(scene), []]
    lines += _legal(scene)
    lines += _wrapped(_signs(scene), "dim")
    return [stripped(line) for line in lines]


def _wrapped(words: str, style: str = "") -> list[Line]:
    lines = textwrap.wrap(words, TEXT_WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return [[Span(line.replace("\u00a0", " "), style)] for line in lines]


def _ascii(words: str, limit: int = 24) -> str:
    return words.encode("ascii", "replace").decode()[:limit]


def _flow(head: str, parts: Sequence[Line]) -> list[Line]:
    """Parts after a word, in lines that begin below each other."""
    lines, line = [], [Span(f"{head:<13}", "bold")]
    empty = True
    for part in parts:
        if not empty and width(line) + 2 + width(part) > TEXT_WIDTH:
            lines.append(line)
            line, empty = [Span(" " * 13)], True
        line += [*([] if empty else [Span("  ")]), *part]
        empty = False
    return [*lines, line]


def _flowers(counts: Sequence[int], scene: Scene) -> Line:
    """Tokens by type: `D2 R0`."""
    line: Line = []
    for kind, count in zip(scene.box.types, counts, strict=True):
        line += [Span(kind, _STYLES[kind]), Span(f"{count} ")]
    return line


def _board(scene: Scene) -> list[Line]:
    """Dice, notice board, market, tiles and orders."""
    data = scene.data
    dice: list[Line] = [
        [Span(letter, "bold"), Span(f" {die['space']} {die['demand']}")]
        for letter, die in zip(DICE, data["dice"], strict=True)
    ]
    market: list[Line] = []
    for index, kind in enumerate(data["market"]):
        mark = Span("+" if scene.lit.has(f"buy:{index + 1}") else "", _MARK)
        token = Span("-", "dim") if kind is None else Span(kind, _STYLES[kind])
        market.append([Span(f"{index + 1}:"), token, Span(f" {scene.box.prices[index]}"), mark])
    tiles: list[Line] = []
    for index, tile in enumerate(data["display"]):
        rows = "/".join(scene.box.tiles[tile]).lower() if tile else "-"
        mark = Span("+" if scene.lit.has(f"pile:{index + 1}") else "", _MARK)
        tiles.append([Span(f"{index + 1}:{_ascii(tile or '-')} {rows} ({data['piles'][index]})"), mark])
    orders: list[Line] = []
    for deck, name in enumerate(data["orders"]):
        mark = Span("+" if scene.lit.has(f"order:{deck + 1}") else "", _MARK)
        words: Line = [Span("-", "dim")]
        if name is not None:
            order = scene.box.orders[name]
            paid = scene.paid(deck)
            icons = [Span(kind.lower() if i < paid else kind, _STYLES[kind]) for i, kind in enumerate(order.icons)]
            words = [Span(f"{_ascii(name)} "), *icons, Span(f" ${order.money} {order.prestige}p")]
        orders.append([Span(f"{deck + 1}:"), *words, Span(f" ({scene.orders_left(deck)})"), mark])
    notice: list[Line] = []
    for index, judge in enumerate(data["board"]):
        mark = Span("+" if scene.lit.has(f"notice:{index + 1}") else "", _MARK)
        free = f"[{scene.box.bonus(index + 1)}]"
        notice.append([Span(f"{index + 1}:"), Span(free, "dim") if judge is None else Span(judge), mark])
    judges: list[Line] = [[Span(f"{scene.judges_left()} left")]]
    judges += [[Span(f"({judge})", "dim")] for judge in data["discards"]]
    return [
        *_flow("dice", dice),
        *_flow("market", [*market, [Span("bag "), *_flowers(data["bag"], scene)]]),
        *_flow("tiles", tiles),
        *_flow("orders", orders),
        *_flow("notice", notice),
        *_flow("judges", judges),
    ]


def _supplies(scene: Scene) -> list[Line]:
    """Ornaments and decorations that are left, with prices."""
    ornaments: list[Line] = []
    for name, ornament in scene.box.ornaments.items():
        copies = scene.copies(name)
        if copies > 0:
            mark = Span("+" if scene.lit.has(f"ornament:{name}") else "", _MARK)
            number = f"x{copies}" if copies > 1 else ""
            ornaments.append([Span(f"{_ascii(name)} ${ornament.price}{number}"), mark])
    decorations: list[Line] = [
        [Span(f"{size} x{scene.decorations_left(size, index)}")] for index, size in enumerate(SIZES)
    ]
    fertilizers: list[Line] = [
        [Span(f"{name} ${price}"), Span("+" if scene.lit.has(f"fertilizer:{name}") else "", _MARK)]
        for name, (_, price) in scene.box.fertilizers.items()
    ]
    return [
        *_flow("ornaments", ornaments or [[Span("none", "dim")]]),
        *_flow("fertilizers", fertilizers),
        *_flow("decorations", decorations),
    ]


def _player(scene: Scene, player: int) -> list[Line]:
    data, turn = scene.data, player == scene.mover
    name = f"player {player + 1}{' (you)' if player == scene.viewer else ''}"
    complete = len(scene.gardens[player].complete())
    head = [
        Span("> " if turn else "  ", "bold"),
        Span(name, "bold reverse" if turn else "bold"),
        Span(
            f"  {scene.scores[player]} prestige  ${data['money'][player]}  {complete} of {scene.box.end_tiles} complete"
        ),
        Span(f"  gardener {'awake' if data['awake'][player] else 'asleep'}"),
        Span("  trigger" if data["trigger"] == player else "", "bold"),
    ]
    lines: list[Line] = [head, [Span("    shed ", "dim"), *_flowers(data["sheds"][player], scene)]]
    owned = data["fertilizers"][player]
    if owned:
        lines[-1] += [Span(" fertilizers ", "dim"), Span(" ".join(owned))]
    if any(data["decorations"][player]):
        counts = "/".join(map(str, data["decorations"][player]))
        lines[-1] += [Span(" decorations ", "dim"), Span(counts)]
    hand = [_judge(card["judge"], card["draw"]) for card in data["hands"][player]]
    cards = [data["gossip"][player], *data["gone"][player]]
    hand += [f"({_judge(card['judge'], card['draw'])})" for card in cards if card is not None]
    done = [f"{name}" for name in data["done"][player]]
    for word, found in (("judges", hand), ("done", done), ("ornaments", list(scene.gardens[player].ornaments))):
        if found:
            lines += _wrapped(f"    {word} {' '.join(found)}")
    return lines


def _judge(judge: str | None, draw: int) -> str:
    return f"?#{draw}" if judge is None else judge


def garden_words(scene: Scene, player: int) -> str:
    """The plants of a garden in one line: `R9,10 T'10,9`."""
    plants = scene.gardens[player].plants
    words = [
        f"{kind}{'' if grown else chr(39)}{row},{column}" for (row, column), (kind, grown) in sorted(plants.items())
    ]
    return f"of {len(scene.gardens[player].tiles)} tiles with {' '.join(words) or 'no plants'}"


def _gardens(scene: Scene) -> list[Line]:
    """The gardens side by side as far as they fit."""
    blocks = [_garden(scene, player) for player in scene.players]
    lines: list[Line] = []
    row: list[list[Line]] = []
    for block in blocks:
        if row and sum(width(part[0]) + 3 for part in [*row, block]) > TEXT_WIDTH:
            lines += [*_beside(row), []]
            row = []
        row.append(block)
    return [*lines, *_beside(row)]


def _beside(blocks: Sequence[Sequence[Line]]) -> list[Line]:
    height = max(len(block) for block in blocks)
    columns = [max(width(line) for line in block) + 3 for block in blocks]
    lines = []
    for row in range(height):
        line: Line = []
        for block, wide in zip(blocks, columns, strict=True):
            line += padded(block[row] if row < len(block) else [], wide)
        lines.append(line)
    return lines


def _garden(scene: Scene, player: int) -> list[Line]:
    """The squares of a garden with the numbers of its rows and columns."""
    garden = scene.gardens[player]
    cells = [*garden.tiles, *(scene.lit.cells if player == scene.mover else {})]
    if not cells:
        return [[Span(f"player {player + 1}: no garden yet")]]
    rows = range(3 * min(row for row, _ in cells), 3 * max(row for row, _ in cells) + 3)
    columns = range(3 * min(column for _, column in cells), 3 * max(column for _, column in cells) + 3)
    name = "you" if player == scene.viewer else f"player {player + 1}"
    wide = 3 + 2 * len(columns) + len(columns) // 3 - 1
    lines: list[Line] = [[Span(f"{name:<{wide}}", "bold")]]
    for digit in (0, 1):
        signs = "".join(
            f"{(f'{column:2}')[digit]} " + (" " if column % 3 == 2 else "") for column in columns
        )  # numbers stand upright, tens above ones
        lines.append([Span(f"   {signs}", "dim")])
    for row in rows:
        line = [Span(f"{row:2} ", "dim")]
        for column in columns:
            line += [*_square(scene, garden, (row, column), player == scene.mover), *([Span(" ")] * (column % 3 == 2))]
        lines.append(line)
        if row % 3 == 2 and row != rows[-1]:
            lines.append([])
    return lines


def _square(scene: Scene, garden: Garden, square: Square, mine: bool) -> Line:
    """Two characters: what is on a square, and a mark."""
    mark = " "
    if mine and (square in scene.lit.squares or (square[0] // 3, square[1] // 3) in scene.lit.cells):
        mark = "+"
    if square in garden.plants:
        kind, grown = garden.plants[square]
        return [Span(kind, _STYLES[kind]), Span(mark if mark == "+" else " " if grown else "'", _MARK)]
    if square in garden.covered:
        return [Span("#", "bold grey74"), Span(mark, _MARK)]
    feature = garden.ground.get(square, " ")
    return [Span(feature.lower(), _GROUND.get(feature, "dim")), Span(mark, _MARK)]


def _legal(scene: Scene) -> list[Line]:
    """What may be chosen: plants and turns by place, all else as it is written."""
    if not scene.legal:
        return []
    lines: list[Line] = []
    plants: dict[str, list[str]] = {}
    lays: dict[str, list[str]] = {}
    for action in scene.legal:
        word, _, rest = action.partition(":")
        if word == "plant":
            kind, _, square = rest.partition("@")
            plants.setdefault(square, []).append(kind)
        elif word == "lay":
            cell, _, turns = rest.partition(":")
            lays.setdefault(cell, []).append(turns)
    for word, found, sign in (("plant", plants, ""), ("lay", lays, " ")):
        if found:
            notes = [
                f"{sign.join(kinds)}@{at}" if word == "plant" else f"{at}:{'/'.join(kinds)}"
                for at, kinds in found.items()
            ]
            lines += _wrapped(f"{word}: {' '.join(notes)}")
    others = [action for action in scene.legal if action.partition(":")[0] not in ("plant", "lay")]
    return [*lines, *(_wrapped(f"legal: {', '.join(others)}") if others else [])]


def _signs(scene: Scene) -> str:
    """What the signs mean, as far as they are used."""
    plants = [grown for garden in scene.gardens for _, grown in garden.plants.values()]
    cards = [card for hand in (*scene.data["hands"], *scene.data["gone"]) for card in hand]
    cards += [card for card in scene.data["gossip"] if card is not None]
    out = any(scene.data["gone"]) or any(card is not None for card in scene.data["gossip"])
    signs = [
        sign.replace(" ", "\u00a0")
        for sign, used in (
            ("f p l w bed, paving, lawn, pond", any(garden.tiles for garden in scene.gardens)),
            ("' harvested", not all(plants)),
            ("# ornament", any(garden.covered for garden in scene.gardens)),
            ("+ may be chosen", bool(scene.legal)),
            ("$ pounds", True),
            ("p prestige", True),
            ("( ) gossip, discarded judges", out or bool(scene.data["discards"])),
            ("?#7 hidden judge, draw 7", any(card["judge"] is None for card in cards)),
        )
        if used
    ]
    return f"signs: {', '.join(signs)}"
