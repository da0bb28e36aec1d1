"""What all players of Barton in Bloom share, as SVG: market, tiles, orders, ornaments, fertilizers, decorations."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, LEGAL, LEGAL_FILL, add, label
from .box import SIZES
from .pieces import (
    choice,
    draw_bottle,
    draw_coin,
    draw_flower,
    draw_gnome,
    draw_laurel,
    draw_panel,
    draw_shape,
    draw_tile,
    draw_urn,
    frame,
)
from .scene import Scene

ROW, ORNAMENTS, LOW = 178.0, 206.0, 124.0  # heights
MARKET_WIDTH, TILES_WIDTH, ORDERS_WIDTH = 404.0, 356.0, 424.0
FERTILIZERS_WIDTH, DECORATIONS_WIDTH = 520.0, 396.0


def draw_market(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """Each space of the flower market with its price, and what is in the bag."""
    panel = draw_panel(root, "Flower market", x=x, y=y, width=MARKET_WIDTH, height=ROW, kind="market")
    spaces = scene.data["market"]
    step = min(64.0, (MARKET_WIDTH - 16) / len(spaces))
    for index, kind in enumerate(spaces):
        action = scene.lit.has(f"buy:{index + 1}")
        last = scene.last == f"buy:{index + 1}"
        left = x + 8 + step * index
        group = choice(
            panel, f"market-space{' last' * last}", [action] if action else [], data_space=str(index + 1),
            data_type=kind, title=f"space {index + 1}, price {scene.box.prices[index]}",
        )  # fmt: skip
        add(group, "rect", x=left + 2, y=y + 34, width=step - 4, height=92, rx=8, **frame(action is not None, last))
        label(group, str(index + 1), x=left + step / 2, y=y + 44, size=11, fill=FAINT)
        if kind is not None:
            draw_flower(group, kind, x=left + step / 2, y=y + 70, radius=min(18.0, 0.4 * step))
        draw_coin(group, scene.box.prices[index], x=left + step / 2, y=y + 108, radius=min(14.0, 0.3 * step))
    bag = add(panel, "g", class_="bag")
    label(bag, "bag", x=x + 14, y=y + 152, size=13, text_anchor="start", fill=FAINT)
    for index, (kind, count) in enumerate(zip(scene.box.types, scene.data["bag"], strict=True)):
        left = x + 60 + 68 * index
        draw_flower(bag, kind, x=left, y=y + 152, radius=13)
        label(bag, str(count), x=left + 19, y=y + 152, size=15, text_anchor="start", font_weight=600, fill=INK,
              class_="count", data_type=kind, data_count=str(count))  # fmt: skip


def draw_tiles(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The three tiles on display, each with the size of its pile."""
    panel = draw_panel(root, "Garden tiles", x=x, y=y, width=TILES_WIDTH, height=ROW, kind="tiles")
    for index, tile in enumerate(scene.data["display"]):
        action = scene.lit.has(f"pile:{index + 1}")
        last = scene.last == f"pile:{index + 1}"
        left = x + 10 + 114 * index
        group = choice(
            panel, f"pile{' last' * last}", [action] if action else [], data_pile=str(index + 1), data_tile=tile,
            data_count=str(scene.data["piles"][index]), title=f"pile {index + 1}: {tile or 'none'}",
        )  # fmt: skip
        add(group, "rect", x=left, y=y + 32, width=108, height=138, rx=8, **frame(action is not None, last))
        if tile is not None:
            draw_tile(group, scene.box.tiles[tile], x=left + 9, y=y + 40, side=90)
        else:
            label(group, "none", x=left + 54, y=y + 85, size=14, fill=FAINT)
        words = f"{index + 1}: {tile or '-'}, {scene.data['piles'][index]} left"
        label(group, words, x=left + 54, y=y + 152, size=12.5, font_weight=600, fill=INK)


def draw_orders(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The three face-up orders; icons that have been paid are ticked off."""
    panel = draw_panel(root, "Orders", x=x, y=y, width=ORDERS_WIDTH, height=ROW, kind="orders")
    for deck, name in enumerate(scene.data["orders"]):
        action = scene.lit.has(f"order:{deck + 1}")
        last = scene.last == f"order:{deck + 1}"
        left = x + 10 + 136 * deck
        group = choice(panel, f"order{' last' * last}", [action] if action else [], data_deck=str(deck + 1),
                       data_order=name)  # fmt: skip
        add(group, "rect", x=left, y=y + 32, width=130, height=138, rx=8, **frame(action is not None, last))
        words = f"{scene.box.decks[deck]}, {scene.orders_left(deck)} left"
        label(group, words, x=left + 65, y=y + 158, size=12, fill=FAINT)
        if name is None:
            label(group, "none", x=left + 65, y=y + 85, size=14, fill=FAINT)
            continue
        order = scene.box.orders[name]
        add(group, "title", f"{deck + 1}: {name}")
        paid = scene.paid(deck)
        for index, kind in enumerate(order.icons):
            row, column = divmod(index, 3)
            short = min(3, len(order.icons) - 3 * row)
            cx, cy = left + 65 + 40 * (column - (short - 1) / 2), y + 56 + 36 * row
            draw_flower(group, kind, x=cx, y=cy, radius=16)
            if index < paid:
                d = f"M{pen.number(cx - 12)} {pen.number(cy + 12)}L{pen.number(cx + 12)} {pen.number(cy - 12)}"
                add(group, "path", class_="paid", d=d, stroke=INK, stroke_width=4, stroke_linecap="round")
            elif index == paid and scene.phase == "pay" and scene.step["deck"] == deck:
                add(group, "circle", class_="due", cx=cx, cy=cy, r=19, fill="none", stroke=LEGAL, stroke_width=3)
        draw_coin(group, order.money, x=left + 40, y=y + 131, radius=15)
        draw_laurel(group, order.prestige, x=left + 90, y=y + 130, radius=16)


def draw_ornaments(root: ET.Element, scene: Scene, *, x: float, y: float, width: float) -> None:
    """All ornaments with shape, price, copies that are left, and what they bring."""
    panel = draw_panel(root, "Ornaments", x=x, y=y, width=width, height=ORNAMENTS, kind="ornaments")
    columns = max(10, -(-len(scene.box.ornaments) // 2))
    step = (width - 12) / columns
    for index, (name, ornament) in enumerate(scene.box.ornaments.items()):
        row, column = divmod(index, columns)
        left, top = x + 6 + step * column, y + 30 + 87 * row
        action = scene.lit.has(f"ornament:{name}")
        last = scene.last == f"ornament:{name}"
        copies = scene.copies(name)
        here = scene.step.get("ornament") == name
        group = choice(
            panel, f"supply{' last' * last}{' gone' * (copies < 1)}", [action] if action else [], data_ornament=name,
            data_count=str(copies), title=f"{ornament.name}: {ornament.worth()}",
        )  # fmt: skip
        look = frame(action is not None, last or here)
        add(group, "rect", x=left + 2, y=top, width=step - 4, height=83, rx=7, **look)
        inside = add(group, "g", opacity=0.35 if copies < 1 and not here else None)
        high = max(r for r, _ in ornament.squares) + 1
        wide = max(c for _, c in ornament.squares) + 1
        unit = min(15.0, 40 / max(high, wide), (step - 50) / wide if wide > 1 else 15.0)
        draw_shape(inside, ornament.squares, x=left + 8, y=top + 21 - unit * high / 2, unit=unit)
        draw_coin(inside, ornament.price, x=left + step - 17, y=top + 14, radius=10.5)
        label(inside, f"\u00d7{copies}", x=left + step - 17, y=top + 33, size=12, font_weight=600, fill=INK)
        for gnome in range(ornament.gnomes):
            draw_gnome(inside, x=left + step - 34 - 10 * (gnome // 2), y=top + 13 + 17 * (gnome % 2), radius=7.5)
        name_words, worth = pen.shorten(ornament.name, limit=20), pen.shorten(ornament.worth(), limit=24)
        for words, at, weight in ((name_words, top + 52, 700), (worth, top + 69, 400)):
            size = min(11.0, (step - 12) / (0.6 * len(words)))
            label(inside, words, x=left + step / 2, y=at, size=size, font_weight=weight, fill=INK)


def draw_fertilizers(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The five fertilizers with their prices and whom they belong to."""
    panel = draw_panel(root, "Fertilizers", x=x, y=y, width=FERTILIZERS_WIDTH, height=LOW, kind="fertilizers")
    less = scene.step.get("less", 0) if scene.phase == "fertilizer" else 0
    for index, (name, (title, price)) in enumerate(scene.box.fertilizers.items()):
        action = scene.lit.has(f"fertilizer:{name}")
        left = x + 8 + 101 * index
        last = scene.last == f"fertilizer:{name}"
        group = choice(
            panel, f"fertilizer{' last' * last}", [action] if action else [], data_fertilizer=name, title=title
        )
        add(group, "rect", x=left + 2, y=y + 30, width=97, height=86, rx=7, **frame(action is not None, last))
        draw_bottle(group, index, x=left + 28, y=y + 58, radius=19)
        draw_coin(group, max(0, price - less), x=left + 72, y=y + 57, radius=14)
        label(group, name, x=left + 50, y=y + 89, size=13, font_weight=700, fill=INK)
        label(group, pen.shorten(title, limit=16), x=left + 50, y=y + 105, size=11, fill=FAINT)


def draw_decorations(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The decorations that are left, what they cost and what they count."""
    panel = draw_panel(root, "Decorations", x=x, y=y, width=DECORATIONS_WIDTH, height=LOW, kind="decorations")
    for index, size in enumerate(SIZES):
        row = scene.box.decorations[size]
        left = scene.decorations_left(size, index)
        at = x + 10 + 126 * index
        action = f"gardener:{size}"
        actions = [action] if action in scene.lit.others else []
        due = scene.phase == "decoration" and scene.step["size"] == size
        group = choice(panel, f"decoration{' due' * due}", actions, data_size=size, data_count=str(left))
        add(group, "rect", x=at, y=y + 30, width=122, height=86, rx=7, **frame(bool(actions), due))
        draw_urn(group, size, x=at + 23, y=y + 60, radius=18)
        label(
            group, f"{size} \u00d7{left}", x=at + 45, y=y + 50, size=12, text_anchor="start", font_weight=700, fill=INK
        )
        pay = {"different": "2 different", "equal": "2 equal", "any": "1 flower"}[row["pay"]]
        label(group, pay, x=at + 45, y=y + 68, size=11.5, text_anchor="start", fill=FAINT)
        steps = " ".join(map(str, row["prestige"])) + (f" +{row['each']} each" if row["each"] else "")
        label(group, steps.strip(), x=at + 61, y=y + 101, size=12.5, font_weight=600, fill=INK)


def draw_pill(
    parent: ET.Element, action: str, words: str, *, x: float, y: float, width: float, size: float, sign: float = 0
) -> None:
    """A button for a legal action, by its left edge and its middle, with room for a `sign` before the words."""
    pill = add(parent, "g", class_="button legal", data_action=action, cursor="pointer")
    height = size + 12
    add(pill, "rect", x=x, y=y - height / 2, width=width, height=height, rx=height / 2, fill=LEGAL_FILL, stroke=LEGAL,
        stroke_width=2)  # fmt: skip
    label(pill, words, x=x + (width + sign) / 2, y=y, size=size, font_weight=700, fill=INK)
