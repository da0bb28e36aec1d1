"""What a player of Cottage Garden has, as SVG: two beds, cats, hive, and the cubes on the tracks."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label
from .beds import draw_bed, draw_choices, shown_counts
from .pieces import draw_badge, draw_cat, draw_cube, draw_flowers, draw_hive, look_of
from .scene import COLOURS, SCORING, SIDE, Scene

WIDTH = 500.0  # of a column of the picture: a player or the nursery
HEIGHT = 386.0  # of a player
_PAD, _UNIT, _BEDS = 12.0, 40.0, 84.0
_STEP_HEIGHT, _NUMBERS = 41.0, 14.0  # of a track, and of the part with the points
_TRACKS = {"orange": ("#fdf0df", "#d9b587"), "blue": ("#e6f0f9", "#9dbad3")}
_RED, _GOAL, _MOST_CATS = "#c4161c", "#ffe08a", 4


def draw_player(root: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    turn = player == scene.mover
    kind = "player turn" if turn else "player"
    panel = add(root, "g", class_=kind, data_player=str(player))
    look: Attributes = {
        "fill": "#fff9e3" if turn else "#fffdf6",
        "stroke": LEGAL if turn else RULE,
        "stroke_width": 3 if turn else 1.5,
    }
    add(panel, "rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=12, **look)
    _draw_head(panel, scene, player, x=x, y=y + 23)
    for slot in (0, 1):
        left = x + _PAD + 26 + slot * (WIDTH - _PAD) / 2
        _draw_slot(panel, scene, player, slot, x=left, y=y + _BEDS)
    top = y + _BEDS + SIDE * _UNIT + 12
    for row, colour in enumerate(COLOURS):
        _draw_track(panel, scene, player, colour, x=x + _PAD, y=top + row * (_STEP_HEIGHT + 3))


def _draw_head(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """Who, the cats in hand, what may be chosen, hive and score."""
    draw_badge(panel, player, x=x + _PAD + 14, y=y, radius=15)
    name = "you" if player == scene.viewer else f"Player {player + 1}"
    label(panel, name, x=x + 48, y=y, size=17, text_anchor="start", font_weight=600, fill=INK)
    cats = scene.data["cats"][player]
    hand = add(panel, "g", class_="cats", data_count=str(cats))
    left = x + 152
    for cat in range(cats if cats <= _MOST_CATS else 1):
        draw_cat(hand, x=left + 30 * cat, y=y, radius=12, kind="cat")
    if cats > _MOST_CATS:
        label(hand, f"\u00d7{cats}", x=left + 18, y=y, size=16, text_anchor="start", font_weight=700, fill=INK)
    right = x + WIDTH - _PAD
    score = scene.score(player)
    won = scene.phase == "over" and player in scene.best() and len(scene.players) > 1
    label(
        panel, str(score), x=right, y=y, size=26, text_anchor="end", font_weight=700, fill=INK,
        class_="score", data_score=str(score),
    )  # fmt: skip
    right -= 16.5 * len(str(score)) + 22
    if scene.hive(player):
        draw_hive(panel, scene.hive(player), x=right, y=y, radius=16)
        right -= 34
    if won:
        group = pen.place(panel, x=right, y=y, scale=1.15, class_="winner")
        draw_flowers(group, look_of(1), [(0, 0)])
    if player == scene.mover:
        _draw_buttons(panel, scene, right=right + 12, y=y)


_BUTTONS = {"done": "done", "refill:no": "leave the row", "refill:cat": "give a cat"}


def _draw_buttons(panel: ET.Element, scene: Scene, *, right: float, y: float) -> None:
    """What the mover may do that has no place on the beds or tracks."""
    for action in reversed([action for action in scene.legal if action in scene.others and action in _BUTTONS]):
        word = _BUTTONS[action]
        width = 24 + 8.4 * len(word)
        pill = add(panel, "g", class_="button legal", data_action=action, cursor="pointer")
        look: Attributes = {"rx": 15, "fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2.5}
        add(pill, "rect", x=right - width, y=y - 15, width=width, height=30, **look)
        label(pill, word, x=right - width / 2, y=y, size=15, font_weight=700, fill=INK)
        right -= width + 8


def _draw_slot(panel: ET.Element, scene: Scene, player: int, slot: int, *, x: float, y: float) -> None:
    """A bed with a line above it, or the place where none lies."""
    bed, right = scene.beds[player][slot], x + SIDE * _UNIT
    line = y - 31
    if bed is None:
        place = add(panel, "g", class_="no-bed", data_player=str(player), data_slot=str(slot))
        look: Attributes = {"fill": "none", "stroke": RULE, "stroke_width": 2, "stroke_dasharray": "6 6", "rx": 8}
        add(place, "rect", x=x - 6, y=y - 6, width=SIDE * _UNIT + 12, height=SIDE * _UNIT + 12, **look)
        if scene.next_slot() == (player, slot) and scene.others:
            draw_choices(place, scene, "dark" if slot else "light", x=x, y=y, width=SIDE * _UNIT)
        else:
            label(place, f"no bed {slot + 1}", x=x + SIDE * _UNIT / 2, y=y + SIDE * _UNIT / 2, size=15, fill=FAINT)
        return
    action = f"score:{slot + 1}"
    if player == scene.mover and action in scene.others:
        pill = add(panel, "g", class_="button legal", data_action=action, cursor="pointer")
        pill_look: Attributes = {"rx": 12, "fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2.5}
        add(pill, "rect", x=x - 4, y=line - 12, width=84, height=22, **pill_look)
        label(pill, f"score {slot + 1}", x=x + 38, y=line - 1, size=14, font_weight=700, fill=INK)
    else:
        label(panel, f"Bed {slot + 1}", x=x, y=line, size=14, text_anchor="start", font_weight=600, fill=INK)
        free = scene.free(bed)
        left = "complete" if free == 0 else f"{free} left"
        label(panel, left, x=x + 52, y=line, size=13, text_anchor="start", fill=FAINT)
    shown_counts(panel, scene, bed, right=right, y=line)
    draw_bed(panel, scene, player, slot, x=x, y=y, unit=_UNIT)


def _draw_track(panel: ET.Element, scene: Scene, player: int, colour: str, *, x: float, y: float) -> None:
    """A track with the points below each step, the cubes above them, and the red line across."""
    points, cubes = scene.box.tracks[colour], scene.data[colour][player]
    width = (WIDTH - 2 * _PAD) / len(points)
    fill, edge = _TRACKS[colour]
    track = add(panel, "g", class_="track", data_colour=colour)
    lit = scene.steps if player == scene.mover else {}
    last = _last_step(scene, colour) if player == scene.mover else None
    for step in sorted(
        range(len(points)), key=lambda step: ((colour, step) in lit or step == last, step)
    ):  # lit edges above others
        actions = lit.get((colour, step), ())
        marks = f"step{' legal' * bool(actions)}{' last' * (step == last)}"
        action = " ".join(actions) or None
        cursor = "pointer" if actions else None
        box = add(track, "g", class_=marks, data_step=str(step), data_action=action, cursor=cursor)
        add(box, "title", f"{colour} step {step}: {points[step]} points")
        left = x + step * width
        look: Attributes = {
            "fill": LEGAL_FILL if actions else _GOAL if step == len(points) - 1 else fill,
            "stroke": LEGAL if actions else LAST if step == last else edge,
            "stroke_width": 2.8 if actions or step == last else 1,
        }
        add(box, "rect", x=left, y=y, width=width, height=_STEP_HEIGHT, rx=4 if actions else 0, **look)
        number = y + _STEP_HEIGHT - _NUMBERS / 2 - 0.5
        label(box, str(points[step]), x=left + width / 2, y=number, size=12, font_weight=600, fill=INK)
        _draw_cubes(box, colour, cubes.count(step), x=left, y=y + 1, width=width)
    at = x + (scene.box.red_line[colour] + 1) * width
    line = add(track, "g", class_="red-line")
    add(line, "title", "a cube that crosses this line earns a cat")
    for stroke, thickness in (("#ffffff", 5.0), (_RED, 3.0)):
        add(line, "line", x1=at, y1=y - 1, x2=at, y2=y + _STEP_HEIGHT + 1, stroke=stroke, stroke_width=thickness)


def _last_step(scene: Scene, colour: str) -> int | None:
    """The step that the last move took a cube of the mover from."""
    *way, name, step = ("", *(scene.last or "").split(":"))
    same_turn = ("refill", "plant", "cats") if "lose" in way else (*SCORING, "cats")
    return int(step) if name == colour and step.isdecimal() and scene.phase in same_turn else None


def _draw_cubes(box: ET.Element, colour: str, count: int, *, x: float, y: float, width: float) -> None:
    """The cubes on a step, as large as they fit."""
    height = _STEP_HEIGHT - _NUMBERS
    size, across = next(
        (size, int((width - 3) // size))
        for size in (17.0, 12.0, 8.0, 6.0, 4.0, 2.0)
        if size == 2 or int((width - 3) // size) * int(height // size) >= count
    )
    for cube in range(count):
        row, column = divmod(cube, across)
        rows, here = -(-count // across), min(across, count - row * across)
        draw_cube(
            box,
            colour,
            x=x + width / 2 + (column - (here - 1) / 2) * size,
            y=y + height / 2 + (row - (rows - 1) / 2) * size,
            size=0.96 * size,
        )
