"""What a player of Barton in Bloom has, as SVG: the garden, the shed, money, cards and tokens."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..shapes import star
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, Attributes, add, label
from .board import draw_judge
from .box import SIZES, Square
from .garden import Garden
from .pieces import (
    GOLD,
    choice,
    draw_badge,
    draw_bottle,
    draw_coin,
    draw_flower,
    draw_gnome,
    draw_ground,
    draw_harvested,
    draw_hole,
    draw_laurel,
    draw_panel,
    draw_shape,
    draw_urn,
    draw_watering_can,
    frame,
)
from .scene import Scene

WIDTH, HEIGHT = 598.0, 560.0
_GARDEN = 380.0
_INSET = 16.0  # for the numbers of rows and columns


def draw_player(root: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """The panel of a player, its top left corner at (x, y)."""
    turn = player == scene.mover
    panel = draw_panel(
        root, "", x=x, y=y, width=WIDTH, height=HEIGHT, kind="player turn" if turn else "player", lit=turn
    )
    panel.set("data-player", str(player))
    _draw_head(panel, scene, player, x=x, y=y + 26)
    _draw_garden(panel, scene, player, x=x + 10, y=y + 50)
    _draw_side(panel, scene, player, x=x + _GARDEN + 22, y=y + 50)
    _draw_hand(panel, scene, player, x=x + 12, y=y + _GARDEN + 60)


def _draw_head(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """Who, money, complete tiles and prestige."""
    draw_badge(panel, player, x=x + 30, y=y, radius=17)
    name = "you" if player == scene.viewer else f"Player {player + 1}"
    label(panel, name, x=x + 56, y=y, size=18, text_anchor="start", font_weight=700, fill=INK)
    if scene.phase == "over" and "gossip is not shown" not in scene.headline() and player in scene.best():
        add(panel, "path", class_="winner", d=star(x + 158, y, 14), fill=GOLD, stroke=INK, stroke_width=1.5)
    money = scene.data["money"][player]
    draw_coin(panel, money, x=x + 208, y=y, radius=19)
    complete = len(scene.gardens[player].complete())
    if scene.data["trigger"] == player:
        add(panel, "path", class_="trigger", d=star(x + 250, y, 11), fill=LEGAL, stroke=INK, stroke_width=1.2)
    words = f"{complete} of {scene.box.end_tiles} tiles complete"
    label(panel, words, x=x + 266, y=y, size=14, text_anchor="start", fill=INK, class_="complete",
          data_count=str(complete))  # fmt: skip
    score = str(scene.scores[player])
    label(panel, "prestige", x=x + 536, y=y, size=13, text_anchor="end", fill=FAINT)
    label(panel, score, x=x + WIDTH - 16, y=y, size=28, text_anchor="end", font_weight=700, fill=INK, class_="score",
          data_score=score)  # fmt: skip


# The garden.


def _draw_garden(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    garden = scene.gardens[player]
    group = add(panel, "g", class_="garden", data_player=str(player))
    add(
        group,
        "rect",
        x=x,
        y=y,
        width=_GARDEN,
        height=_GARDEN,
        rx=10,
        fill="#e3edd0",
        stroke="#b4c296",
        stroke_width=1.5,
    )
    mine = player == scene.mover
    cells = scene.lit.cells if mine else {}
    shown = [*garden.tiles, *cells] or [(3, 3)]
    top, bottom = min(row for row, _ in shown), max(row for row, _ in shown)
    left, right = min(column for _, column in shown), max(column for _, column in shown)
    span = max(bottom - top, right - left, 2) + 1
    unit = (_GARDEN - 2 * _INSET) / (3 * span)
    ox = x + _GARDEN / 2 - 3 * unit * (left + (right - left + 1) / 2)
    oy = y + _GARDEN / 2 - 3 * unit * (top + (bottom - top + 1) / 2)
    for tile in garden.tiles:
        _draw_laid(group, scene, garden, tile, x=ox, y=oy, unit=unit)
    _draw_ornaments(group, scene, garden, x=ox, y=oy, unit=unit)
    for square in sorted(garden.ground):
        _draw_square(group, scene, player, square, x=ox, y=oy, unit=unit)
    for cell, actions in cells.items():
        _draw_cell(group, cell, actions, x=ox, y=oy, unit=unit)
    _draw_numbers(group, garden, x=x, y=y, ox=ox, oy=oy, unit=unit)


def _draw_laid(
    group: ET.Element, scene: Scene, garden: Garden, tile: Square, *, x: float, y: float, unit: float
) -> None:
    """The ground of a tile; a complete one has a gold edge."""
    row, column = tile
    left, top = x + 3 * unit * column, y + 3 * unit * row
    complete = tile in garden.complete()
    name = garden.tiles[tile][0]
    laid = add(group, "g", class_="tile complete" if complete else "tile", data_cell=f"{row},{column}", data_tile=name)
    for dy in range(3):
        for dx in range(3):
            feature = garden.ground[3 * row + dy, 3 * column + dx]
            draw_ground(laid, feature, x=left + unit * dx, y=top + unit * dy, side=unit)
    lines = "".join(
        f"M{pen.number(left + unit * i)} {pen.number(top)}v{pen.number(3 * unit)}"
        f"M{pen.number(left)} {pen.number(top + unit * i)}h{pen.number(3 * unit)}"
        for i in (1, 2)
    )
    add(laid, "path", d=lines, stroke="#fffaf0", stroke_width=0.8, fill="none")
    edge: Attributes = {"stroke": INK, "stroke_width": 2}
    box: Attributes = {"x": left, "y": top, "width": 3 * unit, "height": 3 * unit, "fill": "none"}
    add(laid, "rect", **(box | edge))
    if complete:
        inner: Attributes = {"x": left + 2.6, "y": top + 2.6, "width": 3 * unit - 5.2, "height": 3 * unit - 5.2}
        add(laid, "rect", fill="none", stroke=GOLD, stroke_width=3.4, **inner)


def _draw_ornaments(group: ET.Element, scene: Scene, garden: Garden, *, x: float, y: float, unit: float) -> None:
    for index, name in enumerate(garden.ornaments):
        squares = sorted(at for at, which in garden.covered.items() if which == index)
        ornament = scene.box.ornaments[name]
        laid = add(group, "g", class_="ornament", data_ornament=name)
        add(laid, "title", f"{ornament.name}: {ornament.worth()}")
        draw_shape(laid, set(squares), x=x, y=y, unit=unit, gap=0.06)
        for place, (row, column) in enumerate(squares):
            cx, cy = x + unit * (column + 0.5), y + unit * (row + 0.5)
            gnomes = ornament.gnomes // len(squares) + (place < ornament.gnomes % len(squares))
            for gnome in range(gnomes):
                draw_gnome(laid, x=cx + 0.3 * unit * (gnome - (gnomes - 1) / 2), y=cy, radius=0.34 * unit)
            if not ornament.gnomes and place == 0:
                letters = "".join(word[0] for word in ornament.name.split())[:2]
                sign = letters if len(letters) > 1 else ornament.name[:2]
                label(laid, sign, x=cx, y=cy, size=0.5 * unit, font_weight=700, fill=INK)


def _draw_square(
    group: ET.Element, scene: Scene, player: int, square: Square, *, x: float, y: float, unit: float
) -> None:
    """What grows on a square, whether something may be done there, and whether the last move was there."""
    garden = scene.gardens[player]
    plant = garden.plants.get(square)
    actions = scene.lit.squares.get(square, ()) if player == scene.mover else ()
    last = square in scene.last_square(player)
    bed = garden.ground[square] == "F" and square not in garden.covered
    if plant is None and not actions and not last and not bed:
        return
    row, column = square
    cx, cy = x + unit * (column + 0.5), y + unit * (row + 0.5)
    marks = f"{' last' * last}"
    spot = choice(group, f"square{marks}", actions, title=", ".join(actions) or f"{row},{column}",
                  data_square=f"{row},{column}")  # fmt: skip
    if actions:
        inset = 0.06 * unit
        box: Attributes = {"x": cx - unit / 2 + inset, "y": cy - unit / 2 + inset}
        add(spot, "rect", width=unit - 2 * inset, height=unit - 2 * inset, rx=0.16 * unit, fill=LEGAL_FILL,
            fill_opacity=0.92, stroke=LEGAL, stroke_width=max(2.0, 0.09 * unit), **box)  # fmt: skip
    if plant is not None:
        kind, grown = plant
        what = add(spot, "g", class_="plant grown" if grown else "plant harvested", data_type=kind)
        if grown:
            draw_flower(what, kind, x=cx, y=cy, radius=0.42 * unit)
        else:
            draw_harvested(what, kind, x=cx, y=cy, radius=0.42 * unit)
    elif bed and not actions:
        draw_hole(spot, x=cx, y=cy, radius=0.17 * unit)
    elif actions:
        kinds = [action[6] for action in actions if action.startswith("plant:")]
        if kinds:
            label(
                spot,
                "".join(kinds),
                x=cx,
                y=cy,
                size=min(0.5 * unit, 1.12 * unit / len(kinds)),
                font_weight=700,
                fill=INK,
            )
        else:
            _draw_plus(spot, x=cx, y=cy, radius=0.2 * unit)
    if last:
        ring: Attributes = {"x": cx - 0.47 * unit, "y": cy - 0.47 * unit, "width": 0.94 * unit, "height": 0.94 * unit}
        add(
            spot,
            "rect",
            class_="ring",
            fill="none",
            stroke=LAST,
            stroke_width=max(2.4, 0.1 * unit),
            rx=0.16 * unit,
            **ring,
        )


def _draw_plus(parent: ET.Element, *, x: float, y: float, radius: float) -> None:
    r = pen.number(radius)
    d = f"M{pen.number(x - radius)} {pen.number(y)}h{pen.number(2 * radius)}M{pen.number(x)} {pen.number(y - radius)}v"
    add(
        parent,
        "path",
        d=f"{d}{pen.number(2 * radius)}",
        stroke=LEGAL,
        stroke_width=0.4 * float(r),
        stroke_linecap="round",
    )


def _draw_cell(group: ET.Element, cell: Square, actions: tuple[str, ...], *, x: float, y: float, unit: float) -> None:
    """A place for a tile, with the ways it may be turned."""
    row, column = cell
    side = 3 * unit
    left, top = x + side * column, y + side * row
    spot = choice(group, "cell", actions, title=", ".join(actions), data_cell=f"{row},{column}")
    add(spot, "rect", x=left + 3, y=top + 3, width=side - 6, height=side - 6, rx=6, fill=LEGAL_FILL, fill_opacity=0.75,
        stroke=LEGAL, stroke_width=2.6, stroke_dasharray="7 5")  # fmt: skip
    _draw_plus(spot, x=left + side / 2, y=top + 0.42 * side, radius=0.12 * side)
    turns = " ".join(action.rpartition(":")[2] for action in actions)
    label(spot, turns, x=left + side / 2, y=top + 0.78 * side, size=min(14.0, 0.13 * side), font_weight=600, fill=INK)


def _draw_numbers(group: ET.Element, garden: Garden, *, x: float, y: float, ox: float, oy: float, unit: float) -> None:
    """Numbers of the rows and columns of squares, at the edge."""
    size = min(10.0, 0.62 * unit)
    for row in sorted({row for row, _ in garden.ground}):
        label(group, str(row), x=x + 8, y=oy + unit * (row + 0.5), size=size, fill=FAINT)
    for column in sorted({column for _, column in garden.ground}):
        label(group, str(column), x=ox + unit * (column + 0.5), y=y + 8, size=size, fill=FAINT)


# What lies beside it.


def _draw_side(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    data = scene.data
    _caption(panel, "shed", x=x, y=y + 8)
    shed = add(panel, "g", class_="shed")
    for index, (kind, count) in enumerate(zip(scene.box.types, data["sheds"][player], strict=True)):
        left = x + 18 + 62 * (index % 3)
        top = y + 34 + 36 * (index // 3)
        fade = add(shed, "g", opacity=None if count else 0.35)
        draw_flower(fade, kind, x=left, y=top, radius=15)
        label(
            shed, str(count), x=left + 20, y=top, size=17, text_anchor="start", font_weight=700,
            fill=INK if count else FAINT, class_="count", data_type=kind, data_count=str(count),
        )  # fmt: skip
    _caption(panel, "gardener", x=x, y=y + 106)
    draw_watering_can(panel, x=x + 82, y=y + 106, radius=17, awake=data["awake"][player])
    word = "awake" if data["awake"][player] else "asleep"
    label(panel, word, x=x + 108, y=y + 106, size=13, text_anchor="start", fill=INK)
    _caption(panel, "fertilizers", x=x, y=y + 138)
    owned = data["fertilizers"][player]
    for index, name in enumerate(scene.box.fertilizers):
        holder = add(
            panel, "g", class_="owned" if name in owned else None, data_fertilizer=name if name in owned else None
        )
        draw_bottle(holder, index, x=x + 16 + 37 * index, y=y + 168, radius=15, on=name in owned)
    _caption(panel, "decorations", x=x, y=y + 198)
    for index, (size, count) in enumerate(zip(SIZES, data["decorations"][player], strict=True)):
        left = x + 18 + 62 * index
        urn = add(panel, "g", opacity=None if count else 0.35)
        draw_urn(urn, size, x=left, y=y + 226, radius=15)
        label(panel, str(count), x=left + 20, y=y + 226, size=15, text_anchor="start", font_weight=700,
              fill=INK if count else FAINT, class_="decorated", data_size=size, data_count=str(count))  # fmt: skip
    _draw_done(panel, scene, player, x=x, y=y + 256)
    gained = data["prestige"][player]
    gnomes = sum(scene.box.ornaments[name].gnomes for name in scene.gardens[player].ornaments)
    _caption(panel, "gained", x=x, y=y + 362)
    draw_laurel(panel, gained, x=x + 62, y=y + 362, radius=13)
    if gnomes:
        draw_gnome(panel, x=x + 102, y=y + 362, radius=12)
        label(panel, str(gnomes), x=x + 118, y=y + 362, size=15, text_anchor="start", font_weight=700, fill=INK,
              class_="gnomes", data_count=str(gnomes))  # fmt: skip


def _caption(panel: ET.Element, words: str, *, x: float, y: float) -> None:
    label(panel, words, x=x, y=y, size=13, text_anchor="start", fill=FAINT)


def _draw_done(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """The orders done, as small cards with their prestige."""
    done = scene.data["done"][player]
    _caption(panel, f"orders done: {len(done)}", x=x, y=y)
    group = add(panel, "g", class_="done", data_count=str(len(done)))
    columns = 6 if len(done) <= 12 else 10
    step = 186 / columns
    for index, name in enumerate(done[: 3 * columns]):
        row, column = divmod(index, columns)
        left, top = x + step * column, y + 14 + 30 * row
        order = scene.box.orders[name]
        card = add(group, "g", class_="done-order", data_order=name)
        add(card, "title", f"{name}: {order.icons}, {order.prestige} prestige")
        add(card, "rect", x=left, y=top, width=step - 3, height=27, rx=4, fill="#fffdf6", stroke=INK, stroke_width=1.2)
        size = 12.0 if columns == 6 else 9.0
        label(card, str(order.prestige), x=left + step / 2 - 1.5, y=top + 9, size=size, font_weight=700, fill=INK)
        label(card, name, x=left + step / 2 - 1.5, y=top + 20, size=min(9.0, 0.75 * size), fill=FAINT)


def _draw_hand(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """The judges of the hand, gossip and replaced gossip; backs where the viewer may not know them."""
    hand = add(panel, "g", class_="hand")
    cards = scene.data["hands"][player]
    gossip = [card for card in (scene.data["gossip"][player],) if card is not None]
    gone = scene.data["gone"][player]
    places = len(cards) + len(gossip) + len(gone)
    if not places:
        label(hand, "no judges", x=x + 4, y=y + 24, size=14, text_anchor="start", fill=FAINT)
        return
    step = min(116.0, (WIDTH - 24) / places)
    for index, card in enumerate([*cards, *gossip, *gone]):
        kind = "held" if index < len(cards) else "gossip" if index < len(cards) + len(gossip) else "replaced"
        _draw_card(hand, scene, player, card, kind, x=x + step * index, y=y, width=step - 6)


def _draw_card(
    hand: ET.Element,
    scene: Scene,
    player: int,
    card: dict[str, int | str | None],
    kind: str,
    *,
    x: float,
    y: float,
    width: float,
) -> None:
    judge, draw = card["judge"], card["draw"]
    notice = scene.phase == "notice" and scene.step["draw"] == draw
    mine = player == scene.mover and kind == "held" and isinstance(judge, str)
    actions = scene.lit.judges.get(str(judge), ()) if mine else ()
    look = frame(bool(actions), notice)
    if not isinstance(judge, str):
        back = add(hand, "g", class_=f"{kind} back", data_draw=str(draw))
        add(back, "title", f"judge {draw}, known to its player alone{'' if kind == 'held' else f' ({kind})'}")
        add(back, "rect", x=x, y=y, width=width, height=106, rx=8, fill="#54646e", stroke=INK, stroke_width=1.6)
        middle = x + width / 2
        add(
            back,
            "circle",
            cx=middle,
            cy=y + 44,
            r=min(24.0, 0.4 * width),
            fill="none",
            stroke="#ffffff",
            stroke_width=3,
        )
        label(back, "?", x=middle, y=y + 44, size=28, font_weight=700, fill="#ffffff")
        words = f"#{draw}" if kind == "held" else f"{kind} #{draw}"
        label(back, words, x=middle, y=y + 88, size=min(13.0, 0.13 * width + 3), fill="#ffffff")
        return
    group = choice(hand, kind + " playing" * notice, actions, data_judge=judge, data_draw=str(draw))
    if kind != "held":
        look |= {"stroke": INK, "stroke_dasharray": "6 4", "stroke_width": 2}
    add(group, "rect", x=x, y=y, width=width, height=106, rx=8, **look)
    draw_judge(group, scene, judge, x=x, y=y, width=width, height=106, favour=kind == "held")
    if kind != "held":
        label(group, kind, x=x + width / 2, y=y + 72, size=11, fill=FAINT)
