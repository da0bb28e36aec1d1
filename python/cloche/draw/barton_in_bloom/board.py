"""The main board of Barton in Bloom as SVG: the four dice on their spaces, and the notice board."""

import textwrap
import xml.etree.ElementTree as ET

from .. import svg as pen
from ..svg import FAINT, INK, LEGAL, LEGAL_FILL, Attributes, add, label
from .box import DICE, HALVES, effect_words
from .pieces import DICE as LOOKS
from .pieces import PAPER, choice, draw_die, draw_panel, frame
from .scene import Scene, space_name

WIDTH, HEIGHT = 664.0, 232.0
NOTICE_WIDTH = 532.0
_COLUMN, _LEFT = 104.0, 124.0
_OWN, _REST = 98.0, 192.0  # middles of the rows of spaces
_SPACE = 40.0


def draw_board(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """Six actions with their spaces, and the rest spaces, each with the die that stands there."""
    panel = draw_panel(root, "Market square", x=x, y=y, width=WIDTH, height=HEIGHT, kind="board")
    add(panel, "path", d=f"M{pen.number(x + 16)} {pen.number(y + 156)}h{pen.number(WIDTH - 32)}", stroke=pen.RULE,
        stroke_width=1.5)  # fmt: skip
    for row, action in enumerate(("mow", "judge")):
        at = y + 70 + 56 * row
        label(panel, action, x=x + 16, y=at - 6, size=15, text_anchor="start", font_weight=700, fill=INK)
        label(panel, HALVES[action][0], x=x + 16, y=at + 11, size=11.5, text_anchor="start", fill=FAINT)
        _draw_space(panel, scene, action, None, x=x + 108, y=at)
    for index, (die, action) in enumerate(zip(DICE, list(HALVES)[2:], strict=True)):
        middle = x + _LEFT + 70 + (_COLUMN + 24) * index
        label(panel, action, x=middle, y=y + 42, size=15, font_weight=700, fill=INK)
        label(panel, " | ".join(HALVES[action]), x=middle, y=y + 60, size=11.5, fill=FAINT)
        _draw_space(panel, scene, f"{action} own", die, x=middle - 25, y=y + _OWN)
        _draw_space(panel, scene, f"{action} black", None, x=middle + 25, y=y + _OWN)
        label(panel, scene.box.specialists[die], x=middle, y=y + 140, size=12, fill=FAINT)
        _draw_space(panel, scene, f"rest {die}", die, x=middle, y=y + _REST)
    label(panel, "rest", x=x + 16, y=y + _REST, size=15, text_anchor="start", font_weight=700, fill=INK)


def _draw_space(panel: ET.Element, scene: Scene, name: str, own: str | None, *, x: float, y: float) -> None:
    """A space: in the colour of its die, or black, or plain; with the die that stands on it."""
    actions = scene.lit.spaces.get(name, ())
    group = choice(panel, "space", actions, title=", ".join(actions) or name, data_space=name)
    fill = LOOKS[own].fill if own else "#3a3833" if name.endswith("black") else "#e7dfca"
    box: Attributes = {"x": x - _SPACE / 2, "y": y - _SPACE / 2, "width": _SPACE, "height": _SPACE, "rx": 9}
    if actions:
        halo: Attributes = {"x": x - 23, "y": y - 23, "width": 46, "height": 46, "rx": 12}
        add(group, "rect", fill=LEGAL_FILL, stroke=LEGAL, stroke_width=3, **halo)
    add(group, "rect", fill=fill, fill_opacity=0.45 if own else 1, stroke=INK, stroke_width=1.4, **box)
    if own:
        label(group, own, x=x, y=y, size=22, font_weight=700, fill=INK)
    standing = [die for die in range(4) if _space_of(scene, die) == name]
    if actions and not standing:
        letters = "".join(action[0] for action in actions)
        ink = "#ffffff" if name.endswith("black") else INK
        if not own:
            label(group, letters, x=x, y=y, size=min(20.0, 44 / len(letters)), font_weight=700, fill=ink)
    for die in standing:
        letter = DICE[die]
        # A die that stands on a lit space is drawn on it, and is no choice of its own there.
        draw_die(
            panel, letter, scene.data["dice"][die]["demand"], x=x, y=y, side=38,
            action=scene.lit.dice.get(letter), last=scene.last_die() == letter,
        )  # fmt: skip


def _space_of(scene: Scene, die: int) -> str:
    return space_name(DICE[die], scene.data["dice"][die]["space"])


def draw_notice(root: ET.Element, scene: Scene, *, x: float, y: float) -> None:
    """The five spaces of the notice board with bonus or judge, the place for gossip, and the judges left."""
    panel = draw_panel(root, "Notice board", x=x, y=y, width=NOTICE_WIDTH, height=HEIGHT, kind="notice")
    left = scene.judges_left()
    note = f"judges left {left}"
    label(panel, note, x=x + NOTICE_WIDTH - 14, y=y + 18, size=13, text_anchor="end", fill=FAINT, data_count=str(left))
    wide, tall, step = 98.0, 118.0, 102.0
    for index, judge in enumerate(scene.data["board"]):
        action = scene.lit.has(f"notice:{index + 1}")
        last = (scene.last or "").startswith(f"notice:{index + 1}")
        left_edge = x + 12 + step * index
        group = choice(
            panel, f"notice-space{' last' * last}", [action] if action else [], data_space=str(index + 1),
            data_judge=judge,
        )  # fmt: skip
        look = frame(action is not None, last)
        if judge is None:
            look |= {"stroke_dasharray": None if action else "5 4"}
        add(group, "rect", x=left_edge, y=y + 34, width=wide, height=tall, rx=8, **look)
        if judge is None:
            add(group, "title", f"space {index + 1}: {scene.box.bonus(index + 1)}")
            label(group, str(index + 1), x=left_edge + wide / 2, y=y + 56, size=20, font_weight=700, fill=INK)
            lines = scene.box.bonus(index + 1).split(", ")
            size = 13.0 if len(lines) < 4 else 11.0
            for row, line in enumerate(lines):
                label(group, line, x=left_edge + wide / 2, y=y + 82 + (size + 4) * row, size=size, fill=INK)
        else:
            draw_judge(group, scene, judge, x=left_edge, y=y + 34, width=wide, height=tall)
    gossip = scene.lit.has("gossip")
    box = choice(panel, "gossip-space", [gossip] if gossip else [], title="play face down as gossip")
    add(box, "rect", x=x + 12, y=y + 162, width=98, height=56, rx=8, **frame(gossip is not None))
    label(box, "gossip", x=x + 61, y=y + 182, size=14, font_weight=700, fill=INK if gossip else FAINT)
    label(box, "face down", x=x + 61, y=y + 200, size=12, fill=FAINT)
    _draw_discards(panel, scene, x=x + 124, y=y + 162, width=NOTICE_WIDTH - 136)


def _draw_discards(panel: ET.Element, scene: Scene, *, x: float, y: float, width: float) -> None:
    """The names of the judges that were discarded."""
    group = add(panel, "g", class_="discards")
    label(group, "discarded", x=x, y=y + 6, size=13, text_anchor="start", fill=FAINT)
    names = [scene.judge_name(judge) for judge in scene.data["discards"]]
    words = ", ".join(names) or "none"
    lines = wrapped(words, limit=round(width / 6.6), most=3)
    for row, line in enumerate(lines):
        label(group, line, x=x, y=y + 23 + 15 * row, size=12.5, text_anchor="start", fill=INK)


def wrapped(words: str, *, limit: int, most: int) -> list[str]:
    """A text in at most so many lines of so many characters, cut with an ellipsis."""
    return textwrap.wrap(words, limit, max_lines=most, placeholder=" \u2026") or [""]


def draw_judge(
    parent: ET.Element,
    scene: Scene,
    judge: str,
    *,
    x: float,
    y: float,
    width: float,
    height: float,
    favour: bool = False,
) -> None:
    """What a judge card says, in a box: the name, what the judge looks for, and the favour."""
    card = scene.box.judges[judge]
    add(parent, "title", f"{card.name}: {card.wish()}; favour {', '.join(_favour(scene, judge))}")
    strip = "#2f4b7c" if card.op is not None else "#8a2f2f"
    add(parent, "rect", x=x + 3, y=y + 3, width=width - 6, height=7, rx=3, fill=strip)
    name = wrapped(card.name, limit=int(width / 8.2), most=2)
    at = y + 24
    for line in name:
        label(parent, line, x=x + width / 2, y=at, size=13, font_weight=700, fill=INK)
        at += 15
    for line in wrapped(card.wish(), limit=int(width / 6.2), most=2):
        label(parent, line, x=x + width / 2, y=at + 2, size=11.5, fill=INK)
        at += 13
    if favour:
        for line in wrapped(f"favour: {', '.join(_favour(scene, judge))}", limit=int(width / 5.8), most=2):
            label(parent, line, x=x + width / 2, y=at + 5, size=11, fill=FAINT)
            at += 12
    else:
        sign = str(scene.box.judge_flat) if card.op else "/".join(map(str, scene.box.judge_ranked))
        add(parent, "rect", x=x + width / 2 - 26, y=y + height - 24, width=52, height=18, rx=9, fill=PAPER, stroke=INK)
        label(parent, sign, x=x + width / 2, y=y + height - 15, size=12, font_weight=700, fill=INK)


def _favour(scene: Scene, judge: str) -> list[str]:
    return effect_words(scene.box.judges[judge].favour)
