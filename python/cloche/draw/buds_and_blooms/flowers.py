"""The flowers of Buds and Blooms as SVG: card over card from the bed outward, and where more may go."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .. import svg as pen
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label, place
from .beds import ROW
from .box import BUDS
from .cards import (
    HEIGHT,
    STAGE,
    WIDTH,
    draw_ground,
    draw_head,
    draw_index,
    draw_stage,
    draw_stem,
    head_width,
)
from .pieces import draw_bud_chip, draw_chip, draw_plus, draw_pot, draw_tool
from .scene import Card, Play, Scene, play_of

SIDE = 428.0  # from the edge of the table to the bed
_SCORE, _LANDING, _OVERLAP = 40.0, 94.0, 14.0


class _Place(NamedTuple):
    """Where a card of a flower lies: from the bed outward, and how wide its stages are drawn."""

    start: float
    end: float  # of what shows of it
    stage: float


def draw_flower(parent: ET.Element, scene: Scene, player: int, slot: int, *, edge: float, y: float) -> None:
    """The flower of a slot. It grows from the edge of the bed at x `edge`, to the left for player 0."""
    way = -1.0 if player == 0 else 1.0
    flower = scene.flowers[player][slot]
    row = place(parent, x=edge, y=y + ROW / 2, scale=1, class_="flower", data_player=str(player), data_slot=str(slot))
    lane: Attributes = {"width": SIDE - 8, "height": ROW - 8, "rx": 10, "fill": "#eff5e3"}
    add(row, "rect", class_="lane", x=way * (SIDE + 2) / 2 - (SIDE - 8) / 2, y=4 - ROW / 2, **lane)
    if scene.bed(player, slot) is None:
        return
    mover = player == scene.mover
    plays = scene.lit.plays.get(slot, {}) if mover and scene.phase != "play_insert" else {}
    places = _places(scene, flower, room=SIDE - _SCORE - (_LANDING + 18 if plays else 12))
    _draw_points(row, scene, player, slot, x=way * 19)
    due = scene.data["place"] if mover else None
    for index, (card, at) in enumerate(zip(flower, places, strict=True)):
        _draw_planted(row, scene, (player, slot, index), card, at, way, top=index == len(flower) - 1)
    for index, at in enumerate(places):
        action = scene.lit.places.get(("cut:insert@", slot, index)) if mover else None
        here = due == f"{slot + 1}.{index}"
        if action is not None or here:
            _draw_gap(row, action, x=way * at.start, due=here)
    if plays:
        start = places[-1].end + 6 if places else _SCORE + 4
        _draw_landing(row, plays, x=way * (start + _LANDING / 2))
    elif not flower:
        soil: Attributes = {"fill": "none", "stroke": RULE, "stroke_width": 2, "stroke_dasharray": "5 6", "rx": 8}
        add(row, "rect", x=way * (_SCORE + 4 + WIDTH / 2) - WIDTH / 2, y=-52, width=WIDTH, height=HEIGHT, **soil)
        label(row, "no flower", x=way * (_SCORE + 4 + WIDTH / 2), y=0, size=13, fill=FAINT)


def _places(scene: Scene, flower: Sequence[Card], *, room: float) -> list[_Place]:
    """Where the cards lie; stages are drawn narrower where they would not fit."""
    if not flower:
        return []
    stages = sum(card["stages"] for card in flower)
    head = head_width(len(scene.box.stages[flower[-1]["face"]]))
    stage = min(STAGE, (room - head) / stages)
    found, start = [], _SCORE
    for card in flower:
        end = start + stage * card["stages"]
        found.append(_Place(start, end, stage))
        start = end
    return [*found[:-1], found[-1]._replace(end=start + head)]


def _draw_points(row: ET.Element, scene: Scene, player: int, slot: int, *, x: float) -> None:
    """What the flower is worth, on a label by the bed, and the bonus below."""
    points, bonus = scene.points(player, slot)
    tag = add(row, "g", class_="points", data_points=str(points + bonus))
    add(tag, "title", f"{points} points" + (f" and {bonus} for the better flower" if bonus else ""))
    add(tag, "path", d=f"M{pen.number(x - 2.5)} 0h5V44l-2.5 6l-2.5 -6Z", fill="#b98e5b", stroke="#7d5a31")
    look: Attributes = {"fill": "#fffdf4", "stroke": "#7d5a31", "stroke_width": 1.8, "rx": 5}
    add(tag, "rect", x=x - 16, y=-22, width=32, height=30, **look)
    draw_pot(tag, player, x=x, y=-38, radius=11, kind="owner")
    label(tag, str(points), x=x, y=-7, size=(20, 20, 15, 12)[min(len(str(points)), 4) - 1], font_weight=700, fill=INK)
    if bonus:
        add(tag, "rect", class_="bonus", x=x - 16, y=11, width=32, height=20, rx=5, fill="#f5c518", stroke="#7d5a31")
        label(tag, f"+{bonus}", x=x, y=21, size=14 if bonus < 10 else 11, font_weight=700, fill=INK)


def _draw_planted(
    row: ET.Element, scene: Scene, where: tuple[int, int, int], card: Card, at: _Place, way: float, *, top: bool
) -> None:
    """A card of a flower, as much of it as shows."""
    player, slot, index = where
    face, stages = card["face"], scene.box.stages[card["face"]]
    mine = player == scene.mover
    grow = scene.lit.places.get(("grow:", slot, index)) if mine else None
    steal = scene.lit.steals.get(slot) if top and not mine else None
    action = grow or steal
    last = scene.last_at == ("flower", player, slot, index)
    group = add(
        row, "g", class_=f"planted{' top' * top}{' legal' * (action is not None)}{' last' * last}", data_face=face,
        data_as=card["as"], data_deck=str(card["deck"]), data_stages=str(card["stages"]), data_action=action,
        cursor="pointer" if action else None,
    )  # fmt: skip
    more = f", {len(stages) - card['stages']} hidden" if card["stages"] < len(stages) else ""
    played = f" as {card['as']}" if face in BUDS else ""
    add(group, "title", f"{face}{played}, {card['stages']} of {len(stages)} stages{more}, deck {card['deck'] + 1}")
    far = at.end + (0 if top else _OVERLAP)
    edge: Attributes = {"stroke": LEGAL if action else LAST, "stroke_width": 4.5} if action or last else {}
    draw_ground(group, face, left=min(way * at.start, way * far), width=far - at.start, edge=edge)
    scale = at.stage / STAGE
    middle = at.start + at.stage * card["stages"] + head_width(len(stages)) / 2
    draw_stem(group, start=way * at.start, end=way * (middle if top else far))
    for number, stage in enumerate(stages[: card["stages"]]):
        draw_stage(group, stage, x=way * (at.start + at.stage * (number + 0.5)), scale=scale)
    near = way * (at.start + at.stage / 2)
    draw_index(group, face, card["as"], x=near, scale=scale)
    if card["deck"] != player or scene.single:
        draw_pot(group, card["deck"], x=near + 7.5 * scale, y=-24, radius=6.5 * scale, kind="deck-mark")
    if top:
        draw_head(group, face, x=way * middle, stages=len(stages))
    if grow is not None:
        draw_plus(group, x=near, y=41, radius=min(9.5, 0.42 * at.stage), fill=LEGAL)
    if steal is not None:
        add(group, "circle", cx=way * middle, cy=-38, r=13, fill=LEGAL_FILL, stroke=LEGAL, stroke_width=2)
        draw_tool(group, "cut", x=way * middle, y=-38, radius=9)


def _draw_gap(row: ET.Element, action: str | None, *, x: float, due: bool) -> None:
    """A place between two cards, or under the first, where one may be inserted."""
    gap = add(
        row, "g", class_=f"gap{' legal' * (action is not None)}{' due' * due}", data_action=action,
        cursor="pointer" if action else None,
    )  # fmt: skip
    if due:
        add(gap, "line", x1=x, y1=-52, x2=x, y2=52, stroke=LEGAL, stroke_width=5)
        d = f"M{pen.number(x - 11)} -61h22l-11 15Z"
        add(gap, "path", d=d, fill=LEGAL, stroke="#fff8e6", stroke_width=1.4, stroke_linejoin="round")
    else:
        draw_plus(gap, x=x, y=-51, radius=9.5, fill=LEGAL)


def _draw_landing(row: ET.Element, plays: Mapping[str, Sequence[str]], *, x: float) -> None:
    """The place for the next card of a flower: a sign for each card that may go there, with all that a bud may be."""
    box = add(row, "g", class_="landing")
    look: Attributes = {"fill": "#fffdf2", "stroke": LEGAL, "stroke_width": 2, "stroke_dasharray": "6 4", "rx": 8}
    add(box, "rect", x=x - _LANDING / 2, y=-52, width=_LANDING, height=HEIGHT, **look)
    blooms = [face for face in plays if face not in BUDS]
    buds = [face for face in plays if face in BUDS]
    lines: list[list[str]] = [blooms[at : at + 2] for at in range(0, len(blooms), 2)] + [[face] for face in buds]
    step = min(34.0, 98 / len(lines))
    for line, faces in enumerate(lines):
        y = step * (line - (len(lines) - 1) / 2)
        for at, face in enumerate(faces):
            where = x if face in BUDS else x + 42 * (at - (len(faces) - 1) / 2)
            _draw_choice(box, face, plays[face], x=where, y=y, half=step / 2 - 1.2)


def _draw_choice(box: ET.Element, face: str, actions: Sequence[str], *, x: float, y: float, half: float) -> None:
    choice = add(box, "g", class_="choice legal", data_face=face, data_action=" ".join(actions), cursor="pointer")
    width = 43.0 if face in BUDS else 19.5
    look: Attributes = {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2, "rx": min(8.0, half)}
    add(choice, "rect", x=x - width, y=y - half, width=2 * width, height=2 * half, **look)
    if face not in BUDS:
        draw_chip(choice, face, x=x, y=y, radius=min(12.5, half - 2))
        return
    draw_bud_chip(choice, face, x=x - 28, y=y, radius=min(12.0, half - 2))
    words = bud_words([play for play in map(play_of, actions) if play is not None])
    size = min(12.0, 0.92 * half)
    for line, word in enumerate(words):
        at = y + (line - (len(words) - 1) / 2) * (size + 1)
        label(choice, word, x=x - 12, y=at, size=size, text_anchor="start", font_weight=700, fill=INK)


def bud_words(plays: Sequence[Play]) -> list[str]:
    """What a bud may be played as, a word a colour: `R2-5`, `Y13`."""
    found: dict[str, list[int]] = {}
    for play in plays:
        found.setdefault(play.look[0], []).append(int(play.look[1]))
    words = []
    for colour, numbers in found.items():
        first, last = numbers[0], numbers[-1]
        dense = len(numbers) > 2 and last - first == len(numbers) - 1
        words.append(f"{colour} " + (f"{first}-{last}" if dense else " ".join(map(str, numbers))))
    return words
