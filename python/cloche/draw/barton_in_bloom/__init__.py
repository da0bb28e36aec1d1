"""Pictures of Barton in Bloom.

The game is on seeds/barton_in_bloom/rules.md, the data is described in seeds/barton_in_bloom/state.md. Players are
numbered from 1 in pictures, from 0 in `data-` attributes; spaces, piles and order decks from 1 everywhere.

Classes in the SVG: the `board` has a `space` (with `data-space`: `mow`, `judge`, `harvest own`, `harvest black`, ...,
`rest H`) and each `die` (with `data-die` and `data-demand`); `notice` a `notice-space` (with `data-space`, and
`data-judge` where one lies), the `gossip-space` and `discards`. The supplies are `market` with `market-space` (with
`data-space` and `data-type`) and `bag`, `tiles` with `pile` (with `data-pile`, `data-tile` and `data-count`), `orders`
with `order` (with `data-deck` and `data-order`; `paid` and `due` icons), `ornaments` with `supply` (with
`data-ornament` and `data-count`, `gone` when none is left), `fertilizers` with `fertilizer`, `decorations` with
`decoration` (with `data-size` and `data-count`, `due` where one is being paid). `matter` holds a `button` for each
action without a place, and what is to come. A `player` (with `data-player`), `turn` for the one whose turn it is, has
`badge`, `score` (with `data-score`), `complete` (with `data-count`), `trigger`, `winner`, `garden`, `shed` and its
`count`, `gardener`, `owned` fertilizers, `decorated`, `done` with `done-order`, `gnomes` and `hand`. In the garden are
`tile` (with `data-cell` and `data-tile`, `complete`), `ornament`, `square` (with `data-square`) with a `plant`,
`grown` or `harvested`, and `cell` where a tile may lie. A card of the hand is `held`, then come `gossip` and
`replaced` gossip (with `data-judge` and `data-draw`); one that the viewer may not know is a `back`. What can be chosen
is `legal` and carries `data-action`, the notations of its legal actions separated by spaces. Where the last move went
is `last`.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import spans
from .. import svg as pen
from ..captions import explain
from ..head import draw_head
from ..spans import Span
from ..svg import FAINT, INK, label, shorten
from . import board, supply
from . import player as players
from .pieces import draw_badge, draw_flower, draw_ground, draw_harvested, draw_hole, draw_panel, draw_tile
from .scene import Scene, button_words, coming, scene_of
from .text import garden_words, lines_of

_PAD, _HEAD, _GAP = 16.0, 60.0, 12.0
_WIDTH = 2 * _PAD + board.WIDTH + _GAP + board.NOTICE_WIDTH
_INNER = _WIDTH - 2 * _PAD
_MATTER = 92.0


def lines(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> list[list[Span]]:
    """A picture in at most 80 columns of plain ASCII.

    Gardens show the beds, paving, lawn and pond as `f p l w`, plants as the capital letter of their type, with `'` once
    they are harvested, ornaments as `#`; `+` follows squares with a legal action. With `legal`, notations of legal
    actions, those are listed. `?` stands for a hidden judge. The last lines say what the signs mean.
    """
    return lines_of(scene_of(data, components, viewer, legal))


text, rich_text = spans.in_both_ways(lines)


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A picture with what is being decided on top, then the board and all supplies, then the players two in a row.

    `legal`, notations of legal actions, lights spaces, cards, tiles and squares; what has no place of its own gets a
    button. `last`, the notation of the last move or of what a viewer saw of it, is named and its place marked.
    """
    scene = scene_of(data, components, viewer, legal, last)
    matter = _HEAD
    square = matter + _MATTER + _GAP
    row = square + board.HEIGHT + _GAP
    ornaments = row + supply.ROW + _GAP
    low = ornaments + supply.ORNAMENTS + _GAP
    below = low + supply.LOW + _GAP
    rows = -(-len(scene.players) // 2)
    root = pen.document(
        width=_WIDTH,
        height=below + rows * (players.HEIGHT + _GAP) - _GAP + _PAD,
        title=f"Barton in Bloom: {scene.headline()}",
        desc=_description(scene),
        interactive=bool(legal),
    )
    _draw_head(root, scene)
    _draw_matter(root, scene, y=matter)
    board.draw_board(root, scene, x=_PAD, y=square)
    board.draw_notice(root, scene, x=_PAD + board.WIDTH + _GAP, y=square)
    supply.draw_market(root, scene, x=_PAD, y=row)
    supply.draw_tiles(root, scene, x=_PAD + supply.MARKET_WIDTH + _GAP, y=row)
    supply.draw_orders(root, scene, x=_WIDTH - _PAD - supply.ORDERS_WIDTH, y=row)
    supply.draw_ornaments(root, scene, x=_PAD, y=ornaments, width=_INNER)
    supply.draw_fertilizers(root, scene, x=_PAD, y=low)
    supply.draw_decorations(root, scene, x=_PAD + supply.FERTILIZERS_WIDTH + _GAP, y=low)
    left = supply.FERTILIZERS_WIDTH + supply.DECORATIONS_WIDTH + 2 * _GAP
    _draw_legend(root, x=_PAD + left, y=low, width=_INNER - left)
    for player in scene.players:
        x = _PAD + (player % 2) * (players.WIDTH + _GAP)
        players.draw_player(root, scene, player, x=x, y=below + (player // 2) * (players.HEIGHT + _GAP))
    explain(root, scene.in_words)
    return pen.write(root)


def _draw_head(root: ET.Element, scene: Scene) -> None:
    mover, y = scene.mover, _HEAD / 2
    draw_head(
        root,
        scene.headline(),
        scene.last,
        scene.in_words,
        left=_PAD + 4,
        right=_WIDTH - _PAD - 4,
        y=y,
        badge=None if mover is None else lambda head, x: draw_badge(head, mover, x=x, y=y, radius=18),
    )


def _draw_matter(root: ET.Element, scene: Scene, *, y: float) -> None:
    """A button for each action that has no place of its own, and the steps to come."""
    panel = draw_panel(root, "", x=_PAD, y=y, width=_INNER, height=_MATTER, kind="matter", lit=bool(scene.lit.others))
    then = coming(scene)
    if then:
        words = shorten(f"then: {then}", limit=150)
        label(panel, words, x=_PAD + 14, y=y + _MATTER - 13, size=13, text_anchor="start", fill=FAINT)
    actions = [action for action in scene.lit.others if action not in _ON_PIECES]
    gardener = [action for action in actions if action.startswith("gardener:")]
    actions = [*(action for action in actions if action not in gardener), *gardener]
    if scene.phase == "lay":
        draw_tile(panel, scene.box.tiles[scene.step["tile"]], x=_PAD + _INNER - 90, y=y + 8, side=_MATTER - 16)
    if not actions:
        words = "nothing to choose here" if not scene.legal else "what can be chosen is lit below"
        label(panel, words, x=_PAD + 14, y=y + 30, size=15, text_anchor="start", fill=FAINT)
        return
    height = _MATTER - (24 if then else 4)
    for size in (15.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0):
        places: list[tuple[float, int, float]] = []
        left, row = _PAD + 12, 0
        for action in actions:
            note = 74.0 * size / 13 if gardener and action == gardener[0] else 0.0
            wide = 20 + 0.62 * size * len(button_words(scene, action)) + (_SIGN if _flower_of(action) else 0)
            if left + note + wide > _PAD + _INNER - 8:
                left, row = _PAD + 12, row + 1
            places.append((left + note, row, wide))
            left += note + wide + 5
        if (row + 1) * (size + 17) <= height:
            break
    for action, (left, row, wide) in zip(actions, places, strict=True):
        middle = y + 6 + (row + 0.5) * (size + 17)
        if gardener and action == gardener[0]:
            label(panel, "gardener", x=left - 6, y=middle, size=size, text_anchor="end", fill=FAINT)
        words, kind = button_words(scene, action), _flower_of(action)
        sign = _SIGN if kind else 0
        supply.draw_pill(panel, action, words, x=left, y=middle, width=wide, size=size, sign=sign)
        if kind:
            draw_flower(panel, kind, x=left + 15, y=middle, radius=0.5 * size + 3, letter=False)


_SIGN = 20.0  # what the flower on a button takes
_ON_PIECES = ("gardener:large", "gardener:medium", "gardener:small")  # lit on the decorations


def _flower_of(action: str) -> str | None:
    """The flower that a button is for."""
    kind = action.removeprefix("flower:")
    return kind if kind in ("D", "R", "T", "L", "V") else None


def _draw_legend(root: ET.Element, *, x: float, y: float, width: float) -> None:
    """What the squares of a garden are."""
    panel = draw_panel(root, "Signs", x=x, y=y, width=width, height=supply.LOW, kind="legend")
    for index, (feature, name) in enumerate((("F", "bed"), ("P", "paving"), ("L", "lawn"), ("W", "pond"))):
        left, top = x + 14 + 84 * (index % 2), y + 34 + 28 * (index // 2)
        draw_ground(panel, feature, x=left, y=top, side=20)
        if feature == "F":
            draw_hole(panel, x=left + 10, y=top + 10, radius=4)
        label(panel, name, x=left + 26, y=top + 10, size=13, text_anchor="start", fill=INK)
    draw_flower(panel, "T", x=x + 24, y=y + 103, radius=11)
    label(panel, "grown", x=x + 40, y=y + 103, size=13, text_anchor="start", fill=INK)
    draw_harvested(panel, "T", x=x + 108, y=y + 103, radius=12)
    label(panel, "harvested", x=x + 124, y=y + 103, size=13, text_anchor="start", fill=INK)


def _description(scene: Scene) -> str:
    """The position in words, for who cannot see the picture."""
    data = scene.data
    dice = ", ".join(
        f"{name} on {die['space']} at {die['demand']}"
        for name, die in zip(scene.box.specialists.values(), data["dice"], strict=True)
    )
    market = " ".join(kind or "-" for kind in data["market"])
    orders = ", ".join("none" if name is None else f"{name} {scene.box.orders[name].icons}" for name in data["orders"])
    parts = [f"Dice: {dice}. Market: {market}. Orders: {orders}. Tiles: {' '.join(t or '-' for t in data['display'])}."]
    for player in scene.players:
        shed = "".join(kind * count for kind, count in zip(scene.box.types, data["sheds"][player], strict=True))
        words = [
            f"{scene.scores[player]} prestige",
            f"{data['money'][player]} pounds",
            f"shed {shed or 'empty'}",
            f"{len(data['hands'][player])} judges held",
            f"garden {garden_words(scene, player)}",
        ]
        parts.append(f"Player {player + 1}: {', '.join(words)}.")
    return " ".join(parts)
