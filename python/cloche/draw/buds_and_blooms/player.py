"""What a player of Buds and Blooms has, as SVG: the hand, the deck with what lies under it, the shed; and the rival."""

import xml.etree.ElementTree as ET

from .. import svg as pen
from ..shapes import star
from ..svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, Attributes, add, label
from .box import BUDS
from .cards import HEIGHT as CARD
from .cards import WIDTH as CARD_WIDTH
from .cards import draw_back, draw_face, draw_small
from .pieces import GOLD, draw_pot, draw_rosette, draw_tool
from .scene import Scene

WIDTH, HEIGHT = 548.0, 166.0
_SCALE, _STEP, _SMALL = 0.74, 86.0, 0.35
_ROW = 86.0  # middle of the cards


def draw_panel(
    parent: ET.Element, *, x: float, y: float, width: float, height: float, kind: str, lit: bool
) -> ET.Element:
    """A panel of the picture."""
    group = add(parent, "g", class_=kind)
    look: Attributes = {
        "fill": "#fff9e3" if lit else "#fffdf6",
        "stroke": LEGAL if lit else RULE,
        "stroke_width": 3 if lit else 1.5,
    }
    add(group, "rect", x=x, y=y, width=width, height=height, rx=12, **look)
    return group


def draw_player(root: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    turn = player == scene.mover
    kind = "player turn" if turn else "player"
    panel = draw_panel(root, x=x, y=y, width=WIDTH, height=HEIGHT, kind=kind, lit=turn)
    panel.set("data-player", str(player))
    _draw_head(panel, scene, player, x=x, y=y + 24)
    hand = add(panel, "g", class_="hand")
    for index in range(len(scene.hands[player])):
        _draw_held(hand, scene, player, index, x=x + 14 + CARD_WIDTH * _SCALE / 2 + _STEP * index, y=y + _ROW)
    if not scene.hands[player]:
        label(hand, "no cards", x=x + 16, y=y + _ROW, size=14, text_anchor="start", fill=FAINT)
    if not scene.single:
        draw_deck(panel, scene, player, x=x + 406, y=y + _ROW)


def _draw_head(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """Who, the tools played, and the points."""
    draw_pot(panel, player, x=x + 30, y=y, radius=17)
    name = "you" if player == scene.viewer else f"Player {player + 1}"
    label(panel, name, x=x + 56, y=y, size=17, text_anchor="start", font_weight=600, fill=INK)
    shed = add(panel, "g", class_="shed")
    tools = scene.data["sheds"][player]
    label(shed, "shed", x=x + 190, y=y, size=13, text_anchor="end", fill=FAINT)
    for index, tool in enumerate(tools):
        at = x + 214 + 36 * index
        last = scene.last_at == ("shed", player, index)
        box = add(shed, "g", class_=f"tool{' last' * last}", data_face=tool["face"], data_deck=str(tool["deck"]))
        add(box, "title", f"{scene.box.names.get(tool['face'], tool['face'])}, deck {tool['deck'] + 1}")
        look: Attributes = {"fill": "#e9e3d3", "stroke": LAST if last else INK, "stroke_width": 3 if last else 1.2}
        add(box, "rect", x=at - 16, y=y - 16, width=32, height=32, rx=6, **look)
        draw_tool(box, tool["face"], x=at - 2, y=y - 1, radius=12)
        draw_pot(box, tool["deck"], x=at + 10, y=y + 9, radius=6.5, kind="deck-mark")
    if not tools:
        label(shed, "\u2013", x=x + 204, y=y, size=15, fill=FAINT)
    score = scene.score(player)
    right = x + WIDTH - 16
    label(
        panel, str(score), x=right, y=y, size=28, text_anchor="end", font_weight=700, fill=INK, class_="score",
        data_score=str(score),
    )  # fmt: skip
    if scene.phase == "over" and not scene.solo and player in scene.best():
        at = right - 18 * len(str(score)) - 24
        add(panel, "path", class_="winner", d=star(at, y, 15), fill=GOLD, stroke=INK, stroke_width=1.6)


def _draw_held(hand: ET.Element, scene: Scene, player: int, index: int, *, x: float, y: float) -> None:
    """A card of a hand, face up where its face is known, with what it can be used for."""
    cards = scene.hands[player]
    card = cards[index]
    last = scene.last_at == ("hand", player, index)
    draw_number = str(card["draw"])
    if card["face"] is None:
        draw_back(
            hand, card["deck"], card["back"], x=x, y=y, scale=_SCALE, number=card["draw"], kind="back held", last=last,
            data_draw=draw_number,
        )  # fmt: skip
        return
    mine = player == scene.mover
    first = mine and scene.used(cards, card["face"]) == index
    direct: tuple[str, ...] = ()
    if first and scene.phase == "play_insert":
        direct = tuple(text for faces in scene.lit.plays.values() for text in faces.get(card["face"], ()))
    elif first and card["face"] == "power" and "power" in scene.lit.words:
        direct = ("power",)
    marks = " legal" if direct else " playable" if first and scene.playable(card) else ""
    sign = "=" if card["face"] in BUDS else "@" if card["face"] in scene.box.stages else ":"
    draw_face(
        hand, scene.box, card, x=x, y=y, scale=_SCALE, kind=f"face held{marks}", last=last,
        known=scene.known(card), data_draw=draw_number,
        data_action=" ".join(direct) or None, data_piece=card["face"] + sign if mine else None,
        cursor="pointer" if direct else None,
    )  # fmt: skip
    discard = scene.acts_on("discard", cards, index) if mine else None
    if discard is not None:
        draw_pill(hand, discard, "discard", x=x, y=y + 58, width=76, size=14)


def draw_pill(parent: ET.Element, action: str, words: str, *, x: float, y: float, width: float, size: float) -> None:
    """A button for a legal action."""
    pill = add(parent, "g", class_="button legal", data_action=action, cursor="pointer")
    height = size + 10
    look: Attributes = {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2, "rx": height / 2}
    add(pill, "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, **look)
    label(pill, words, x=x, y=y, size=size, font_weight=700, fill=INK)


def draw_deck(panel: ET.Element, scene: Scene, player: int, *, x: float, y: float) -> None:
    """The deck of a player with its top card, how many there are, and to the right the cards put under it."""
    pile = scene.pile_of(player)
    left, top, under = scene.left(pile), scene.top(pile), scene.data["piles"][pile]["under"]
    legal = scene.mover is not None and scene.pile_of(scene.mover) == pile and "dig:deck" in scene.lit.words
    action = "dig:deck" if legal else None
    group = add(
        panel, "g", class_="deck legal" if legal else "deck", data_deck=str(pile), data_count=str(left),
        data_action=action, cursor="pointer" if legal else None,
    )  # fmt: skip
    wide, tall = CARD_WIDTH * _SCALE, CARD * _SCALE
    edge: Attributes = {"stroke": LEGAL if legal else INK, "stroke_width": 2.6 if legal else 1.2, "rx": 5}
    for step in range(min(3, left - 1), 0, -1):
        fill = "#d9d2c0" if step % 2 else "#efe9da"
        add(
            group,
            "rect",
            x=x - wide / 2 + 2.2 * step,
            y=y - tall / 2 - 2.2 * step,
            width=wide,
            height=tall,
            fill=fill,
            **edge,
        )
    if left == 0:
        add(group, "rect", x=x - wide / 2, y=y - tall / 2, width=wide, height=tall, fill="none", stroke_dasharray="5 5",
            **(edge | {"stroke": RULE}))  # fmt: skip
        label(group, "empty", x=x, y=y, size=14, fill=FAINT)
    elif top is None:
        add(group, "rect", x=x - wide / 2, y=y - tall / 2, width=wide, height=tall, fill="#cfc6b0", **edge)
        label(group, "?", x=x, y=y, size=30, font_weight=700, fill=INK)
    else:
        draw_back(group, *top, x=x, y=y, scale=_SCALE, kind="back top")
    words = f"dig ({left})" if legal else f"{left} left"
    if legal:
        look: Attributes = {"fill": LEGAL_FILL, "stroke": LEGAL, "stroke_width": 2, "rx": 12}
        add(group, "rect", x=x - 40, y=y + 46, width=80, height=24, **look)
    label(group, words, x=x, y=y + 58, size=14, font_weight=700, fill=INK)
    if under:
        heap = add(panel, "g", class_="under", data_deck=str(pile))
        label(heap, "under it", x=x + 88, y=y + 58, size=13, fill=FAINT)
        for index, card in enumerate(under):
            row, column = divmod(index, 2)
            draw_small(
                heap, scene.box, card, x=x + 68 + 42 * column, y=y - 20 + 40 * row, scale=_SMALL,
                known=scene.known(card), data_draw=str(card["draw"]),
            )  # fmt: skip


def draw_rival(root: ET.Element, scene: Scene, *, x: float, y: float, width: float, height: float) -> None:
    """The solo rival, and the score to beat."""
    name, venue, target = scene.rival()
    beaten = scene.phase == "over" and target is not None and scene.score(0) > target
    panel = draw_panel(root, x=x, y=y, width=width, height=height, kind="rival", lit=False)
    middle = y + height / 2
    known = target is not None
    draw_rosette(panel, target, x=x + 58, y=middle, radius=42, big=known)
    label(panel, "The rival", x=x + 122, y=middle - 34, size=14, text_anchor="start", fill=FAINT)
    words = name if known else "not yet known"
    label(
        panel,
        pen.shorten(words, limit=24),
        x=x + 122,
        y=middle - 8,
        size=22,
        text_anchor="start",
        font_weight=700,
        fill=INK,
    )
    if known:
        label(panel, pen.shorten(venue, limit=30), x=x + 122, y=middle + 17, size=15, text_anchor="start", fill=INK)
        note = "beaten" if beaten else f"more than {target} points win"
        label(panel, note, x=x + 122, y=middle + 40, size=14, text_anchor="start", fill=FAINT)
