"""What lies between the towns of Bloom Town as SVG: market, community area, counts of tiles and the bonuses."""

import xml.etree.ElementTree as ET

from ..svg import CARD, FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label, shorten
from .pieces import (
    draw_back,
    draw_check,
    draw_chip,
    draw_community,
    draw_cross,
    draw_flower,
    draw_star,
    draw_tile,
    draw_token,
)
from .scene import BONUSES, KINDS, TYPE_NAMES, TYPES, Scene, kind_name, type_of
from .town import PANEL, WIDTH

HEIGHT = 180.0  # of the market, and of the community area with the counts
STRIP = 50.0  # height of the bonuses, or of what may come up
_SPACES = 5
_TILE = 64.0
_PILE = 22.0  # thickness of a stack of the setup
_FIRST = 96.0  # from the middle of the sign of a row of bonuses to its first button
_LETTER = 0.62  # mean width of a letter, in font sizes, in a wide font


def _ground(parent: ET.Element, *, x: float, y: float, width: float, height: float) -> None:
    add(parent, "rect", x=x, y=y, width=width, height=height, rx=14, fill=PANEL, stroke=RULE, stroke_width=1.5)


def _panel(root: ET.Element, kind: str, title: str, note: str, *, x: float, y: float) -> ET.Element:
    panel = add(root, "g", class_=kind)
    _ground(panel, x=x, y=y, width=WIDTH, height=HEIGHT)
    label(panel, title, x=x + 14, y=y + 17, size=17, text_anchor="start", font_weight=700, fill=INK)
    label(panel, note, x=x + WIDTH - 14, y=y + 17, size=14, text_anchor="end", fill=FAINT)
    return panel


def draw_market(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The five spaces with their symbols, face-up tiles and stacks, the top left corner at (x, y)."""
    data = scene.data
    market = _panel(root, "market", "Market", scene.stacks_note(), x=x, y=y)
    width = (WIDTH - 12) / _SPACES
    due = scene.due()
    for number in range(1, _SPACES + 1):
        action = scene.takes.get(number)
        emptied, last = number in data["emptied"], scene.last == f"take:{number}"
        marks = [("due", number == due), ("emptied", emptied), ("legal", action is not None), ("last", last)]
        space = add(
            market,
            "g",
            class_=" ".join(["space", *(word for word, on in marks if on)]),
            data_space=str(number),
            data_action=action,
            cursor="pointer" if action else None,
        )
        kind, stack = data["market"][number - 1], data["stacks"][number - 1]
        what = "no tile" if kind is None else scene.tile_name(kind)
        add(space, "title", f"{number} {scene.symbol_name(number)}: {what}, {stack} face down")
        left = x + 6 + (number - 1) * width
        look: Attributes = {"fill": LEGAL_FILL if action else CARD, "stroke": RULE, "stroke_width": 1.5}
        if action or last:
            look |= {"stroke": LEGAL if action else LAST, "stroke_width": 3}
        elif number == due or emptied:
            look |= {"stroke": LAST if number == due else FAINT, "stroke_width": 2.5, "stroke_dasharray": "6 4"}
        add(space, "rect", x=left + 3, y=y + 32, width=width - 6, height=HEIGHT - 40, rx=10, **look)
        _draw_space(space, scene, number, x=left + width / 2, y=y + 32)


def _draw_space(space: ET.Element, scene: Scene, number: int, *, x: float, y: float) -> None:
    """Symbol and height above, the tile on its stack below; x is the middle, y the top."""
    data = scene.data
    kind, stack = data["market"][number - 1], data["stacks"][number - 1]
    draw_flower(space, number, x=x - 24, y=y + 22, radius=17)
    count: Attributes = {"class_": "stack", "data_count": str(stack)}
    faded = FAINT if stack == 0 else INK
    label(space, str(stack), x=x + 22, y=y + 17, size=22, font_weight=700, fill=faded, **count)
    label(space, "left", x=x + 22, y=y + 34, size=13, fill=FAINT)
    middle = y + 78.0
    thick = min(_PILE, _PILE * stack / max(1, scene.height))
    slabs = min(stack, 13)
    for slab in range(slabs, 0, -1):
        top = middle - _TILE / 2 + thick * slab / slabs
        edge: Attributes = {"fill": "#8fa0aa" if slab % 2 else "#71828c", "stroke": INK, "stroke_width": 0.8}
        add(space, "rect", class_="slab", x=x - 31, y=top + 1, width=62, height=62, rx=7, **edge)
    if kind is not None:
        draw_tile(space, kind, scene.shops.get(kind, ()), x=x, y=middle, side=_TILE)
    elif stack:
        draw_back(space, x=x, y=middle, side=_TILE)
    else:
        box: Attributes = {"x": x - 28, "y": middle - 28, "width": 56, "height": 56, "rx": 7}
        add(space, "rect", class_="place", fill="none", stroke=RULE, stroke_width=2, stroke_dasharray="5 4", **box)
        label(space, "empty", x=x, y=middle, size=14, fill=FAINT)


def draw_community_area(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The community tiles that are out, and tiles of each kind that are out of the game or not seen."""
    data = scene.data
    panel = _panel(
        root, "area", "Community", "the second of a type rescores it" if scene.per_type > 1 else "", x=x, y=y
    )
    width = (WIDTH - 12) / len(TYPES)
    for index, kind in enumerate(TYPES):
        middle = x + 6 + (index + 0.5) * width
        out, token = data["community"][index], data["by_token"][index]
        group = add(panel, "g", class_="type triggered" if token else "type", data_type=kind, data_count=str(out))
        words = f"{out} of {scene.per_type} out{', rescored by a token' * token}"
        add(group, "title", f"{TYPE_NAMES[kind]}: {words}")
        for place in range(scene.per_type):
            cx = middle + 42 * (place - (scene.per_type - 1) / 2)
            if place < out:
                draw_community(group, kind, x=cx, y=y + 52, radius=20)
            else:
                look: Attributes = {"stroke": RULE, "stroke_width": 2, "stroke_dasharray": "4 4"}
                add(group, "circle", class_="place", cx=cx, cy=y + 52, r=18, fill="none", **look)
        label(group, TYPE_NAMES[kind], x=middle, y=y + 83, size=14, fill=INK if out else FAINT)
        if token:
            draw_token(group, x=middle + (18 if scene.per_type == 1 else 0), y=y + 40, radius=11, gone=False)
        elif out >= max(2, scene.per_type):
            draw_check(group, x=middle, y=y + 40, radius=11)
    _draw_counts(panel, scene, x=x, y=y)


def _draw_counts(panel: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    rows = (("out of play", scene.data["out"], 140.0), (scene.unseen_name(), scene.unseen(), 163.0))
    add(panel, "line", x1=x + 12, y1=y + 97, x2=x + WIDTH - 12, y2=y + 97, stroke=RULE, stroke_width=1.5)
    for index, kind in enumerate(KINDS):
        cx = x + 130 + 39.5 * index
        head = add(panel, "g", class_="kind", data_kind=kind)
        add(head, "title", scene.tile_name(kind))
        draw_chip(head, type_of(kind), letter=kind, x=cx, y=y + 116, radius=12)
        for name, counts, top in rows:
            count = counts[index]
            faded = None if count else 0.5
            attributes: Attributes = {"class_": "count", "data_row": name, "data_count": str(count), "opacity": faded}
            label(panel, str(count), x=cx, y=y + top, size=16, fill=INK, **attributes)
    for name, _, top in rows:
        label(panel, name, x=x + 14, y=y + top, size=14, text_anchor="start", fill=FAINT)


def draw_strip(root: ET.Element, scene: Scene, *, x: float, y: float, width: float) -> None:
    """The bonuses of this turn; or, where there are any, outcomes to choose from."""
    if scene.others:
        _draw_outcomes(root, scene, x=x, y=y, width=width)
    else:
        _draw_bonuses(root, scene, x=x, y=y, width=width)


def _pill(
    parent: ET.Element, scene: Scene, action: str, *, x: float, y: float, width: float, height: float = 38
) -> ET.Element:
    """The ground of a button, its left edge at x, its middle at y; lit if the action is legal."""
    legal, kind = action in scene.bonuses or action in scene.others, action.rpartition(":")[2]
    due, last = kind == "extra" and bool(scene.data["extra_due"]), action == scene.last
    spent = kind in scene.data["used"] and not due
    marks = [("legal", legal), ("spent", spent), ("due", due), ("last", last)]
    pill = add(
        parent,
        "g",
        class_=" ".join(["button", *(word for word, on in marks if on)]),
        data_action=action if legal else None,
        cursor="pointer" if legal else None,
    )
    add(pill, "title", scene.in_words(action))
    edge = LEGAL if legal else LAST if last or due else RULE
    look: Attributes = {"fill": LEGAL_FILL if legal else CARD, "stroke": edge, "stroke_width": 2.5 if legal else 2}
    add(pill, "rect", x=x, y=y - height / 2, width=width, height=height, rx=min(19, width / 2), **look)
    return pill


def _draw_bonuses(root: ET.Element, scene: Scene, *, x: float, y: float, width: float) -> None:
    strip = add(root, "g", class_="bonuses")
    _ground(strip, x=x, y=y, width=width, height=STRIP)
    middle = y + STRIP / 2
    places = (("bloom", "square", x + 26), ("token", "token", x + 420))
    for source, word, left in places:
        if source == "bloom":
            draw_star(strip, x=left, y=middle, radius=16)
        else:
            draw_token(strip, x=left, y=middle, radius=17, gone=False)
        label(strip, word, x=left + 24, y=middle, size=16, text_anchor="start", font_weight=600, fill=INK)
        for index, kind in enumerate(BONUSES):
            action, at = f"{source}:{kind}", left + _FIRST + 90 * index
            pill = _pill(strip, scene, action, x=at, y=middle, width=82)
            due = kind == "extra" and bool(scene.data["extra_due"])
            ink = INK if action in scene.bonuses else LAST if due else FAINT
            label(pill, kind, x=at + 41, y=middle, size=16, fill=ink, font_weight=500 if ink == FAINT else 700)
            if kind in scene.data["used"] and not due:
                draw_cross(pill, x=at + 41, y=middle, width=56, height=16)
    left = x + 420 + _FIRST + 270
    step = (x + width - 6 - left) / len(TYPES)
    for index, kind in enumerate(TYPES):
        action, at = f"token:community:{kind}", left + step * index
        pill = _pill(strip, scene, action, x=at, y=middle, width=step - 6)
        faded = None if action in scene.bonuses else 0.45
        draw_community(add(pill, "g", opacity=faded), kind, x=at + (step - 6) / 2, y=middle, radius=17).set(
            "class", "icon"
        )


def _draw_outcomes(root: ET.Element, scene: Scene, *, x: float, y: float, width: float) -> None:
    """A button an action: tiles where they are known, words otherwise."""
    strip = add(root, "g", class_="outcomes")
    _ground(strip, x=x, y=y, width=width, height=STRIP)
    tiles = {kind_name(kind): kind for kind in KINDS}
    community = {f"community:{kind}": kind for kind in TYPES}
    wide = [60.0 if action in tiles or action in community else 150.0 for action in scene.others]
    scale = min(1.0, (width - 16) / (sum(wide) + 6 * len(wide)))
    left, middle = x + (width - scale * (sum(wide) + 6 * len(wide) - 6)) / 2, y + STRIP / 2
    for action, full in zip(scene.others, wide, strict=True):
        side = full * scale
        pill = _pill(strip, scene, action, x=left, y=middle, width=side, height=STRIP - 6)
        centre = left + side / 2
        if action in tiles:
            kind = tiles[action]
            draw_tile(pill, kind, scene.shops.get(kind, ()), x=centre, y=middle, side=min(40.0, side)).set(
                "class", "icon"
            )
        elif action in community:
            draw_community(pill, community[action], x=centre, y=middle, radius=min(19.0, side / 2)).set("class", "icon")
        else:
            shown = shorten(scene.in_words(action), limit=24)
            size = min(16.0, side / (_LETTER * (len(shown) + 1)))
            label(pill, shown, x=centre, y=middle, size=size, fill=INK)
        left += (full + 6) * scale
