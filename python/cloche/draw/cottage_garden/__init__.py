"""Pictures of Cottage Garden.

The game is on seeds/cottage_garden/rules.md, the data is described in seeds/cottage_garden/state.md. Players are
numbered from 1 in pictures, from 0 in `data-` attributes, and so are the beds of a player and their `data-slot`.

Classes in the SVG: `nursery` with `space` (of the path, with `data-space`; `here` and `target-space`), `gardener` (with
`data-die`) and `tray` (with `data-cell`; `row` in the gardener's row, `plantable` if its tile can be planted); `stock`
with `queued` and `undrawn` (with `data-place`) and `middle`; `player` (with `data-player`), and `turn` for the one
whose turn it is, with `cats` (with `data-count`), `score` (with `data-score`), `bed` (with `data-player`, `data-slot`
and `data-bed`; `complete` and `scored`), `no-bed`, `shows` (with `data-pots` and `data-cloches`), `soil` (with
`data-side`), `square` and `target` (with `data-cell`), `track` (with `data-colour`), `step` (with `data-step`),
`red-line`, `button`, `choice`, `winner`. A flower tile is a `tile` (with `data-tile`), what can be seen of prints are
`pot` and `cloche`; on the squares lie `token`, a pot token, and `cat`; `cube` has `data-colour` and `hive` has
`data-value`.
What can be chosen is `legal` and carries `data-action`, the notations of its legal actions separated by spaces: tiles
in the bed on the square that is their anchor, followed by the tile as a hidden `ghost` if that is one action. Where
the last move went is `last`; of a cube, the step that it left. `data-piece`, on a tile of the nursery, is what
notations of actions that put it somewhere begin with.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import spans
from .. import svg as pen
from ..captions import explain
from ..head import draw_head
from ..spans import Span
from .nursery import GAP, STOCK_HEIGHT, draw_nursery, draw_stock
from .nursery import HEIGHT as NURSERY_HEIGHT
from .pieces import draw_badge
from .player import HEIGHT as PLAYER_HEIGHT
from .player import WIDTH, draw_player
from .scene import Scene, scene_of
from .text import lines_of

_PAD, _HEAD = 16.0, 58.0


def lines(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> list[list[Span]]:
    """A picture in at most 80 columns of plain ASCII (but for unusual tile ids).

    A square under a tile has the end of the tile's id, and P or C after it if the tile shows a pot or a cloche there.
    With `legal`, notations of legal actions, `+` marks the squares of beds where something may be put, tiles at their
    anchor, and `*` the tiles of the row that may be planted; the last lines count them and list all others, and say
    what the signs mean.
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
    """A picture with the nursery on the left, and the queue and the players clockwise around it.

    `legal`, notations of legal actions, lights squares of beds, steps of tracks, tiles and buttons: a corner marks
    where tiles begin, a plus where a pot or a cat may lie. `last`, the notation of the last move, is named and marked.
    """
    scene = scene_of(data, components, viewer, legal, last)
    places, height = _places(len(scene.players))
    root = pen.document(
        width=2 * (_PAD + WIDTH) + GAP,
        height=height,
        title=f"Cottage Garden: {scene.headline()}",
        desc=_description(scene),
        interactive=bool(legal),
    )
    _draw_head(root, scene)
    draw_nursery(root, scene, x=_PAD, y=_HEAD)
    stock, *players = places
    draw_stock(root, scene, x=stock[0], y=stock[1])
    for player, (x, y) in enumerate(players):
        draw_player(root, scene, player, x=x, y=y)
    explain(root, scene.in_words)
    return pen.write(root)


def _places(players: int) -> tuple[list[tuple[float, float]], float]:
    """Where the stock and the players are, and the height of it all.

    The heights are chosen so that both columns end alike: the nursery is as high as a player and the stock.
    """
    left, right = _PAD, _PAD + WIDTH + GAP
    below = _HEAD + NURSERY_HEIGHT + GAP
    step = PLAYER_HEIGHT + GAP
    if players % 2:  # stock above the players on the right, the last of three below the nursery
        after = _HEAD + STOCK_HEIGHT + GAP
        places = [(right, _HEAD), (right, after), (right, after + step), (left, below)]
        height = after + step * (1 if players == 1 else 2)
    else:  # stock below the nursery, the last of four below that
        after = below + STOCK_HEIGHT + GAP
        places = [(left, below), *((right, _HEAD + step * row) for row in range(players // 2 + 1)), (left, after)]
        height = _HEAD + step * (players // 2 + 1)
    return places[: players + 1], height - GAP + _PAD


def _draw_head(root: ET.Element, scene: Scene) -> None:
    mover, y = scene.mover, 30
    draw_head(
        root,
        scene.headline(),
        scene.last,
        scene.in_words,
        left=_PAD + 2,
        right=_PAD + 2 * WIDTH + GAP - 6,
        y=y,
        largest=22,
        badge=None if mover is None else lambda head, x: draw_badge(head, mover, x=x, y=y, radius=18),
    )


def _description(scene: Scene) -> str:
    """The position in words, for who cannot see the picture."""
    tiles = scene.box.tiles
    row = ", ".join(
        "empty" if scene.data["nursery"][index] is None else tiles[scene.data["nursery"][index]].id
        for index in scene.row()
    )
    parts = [
        f"Die {scene.data['die']}{', final round' if scene.final else ''}. The gardener's row, nearest first: {row}.",
        f"{len(scene.data['queue'])} tiles in the queue.",
    ]
    for player in scene.players:
        words = [f"score {scene.score(player)}", f"{scene.data['cats'][player]} cats"]
        for slot, bed in enumerate(scene.beds[player]):
            if bed is not None:
                pots, cloches = scene.shows(bed)
                words.append(f"bed {slot + 1} {scene.free(bed)} squares left, {pots} pots, {cloches} cloches")
        parts.append(f"Player {player + 1}: {'; '.join(words)}.")
    return " ".join(parts)
