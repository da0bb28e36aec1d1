"""Pictures of Buds and Blooms.

The game is on seeds/buds_and_blooms/rules.md, the data is described in seeds/buds_and_blooms/state.md. Players, decks
and beds are numbered from 1 in pictures, players, decks and slots from 0 in `data-` attributes.

Classes in the SVG: on the `lawn` lies a `bed-card` a slot (with `data-card`; `rocks` on its rocky face, with each
`rock`) with two `bed` (with `data-player` and `data-slot`), `no-bed` while the setup lasts; in a bed `colour` (with
`data-colour`), `alternate`, `direction`, `steps`, `worm` and `rosette` (with `data-points`). A `flower` (with
`data-player` and `data-slot`) has a `lane`, its `owner`, its `points` (with `data-points`, the `bonus` included) and
its cards, bottom first, as `planted` (with `data-face`, `data-as`, `data-deck` and `data-stages`; `top` for the open
one); in a `stage` are `leaf`, `bee` and `butterfly`, at the end of the top card `blossom` or `bud`. `landing` with a
`choice` a card (with `data-face`) is where the next card may lie, a `gap` where one may be inserted, `due` where that
has been chosen.
A `player` (with `data-player`), `turn` for the one whose turn it is, has `badge`, `shed` with `tool`, `score` (with
`data-score`), `winner`, `hand` with `held` cards, `deck` (with `data-deck` and `data-count`) with its `top`, and
`under` with what lies under it; the solo `rival` has a `rosette`. `table` holds the `compost` (with `data-count`) and
the deck of `single_deck`; `matter` what is being decided: `looked`, `taken`, `button`, `outcomes`, otherwise `scoring`.
A card outside the flowers is a `face` or, if that is hidden, a `back`, with `data-face`, `data-deck`, `data-back` and
`data-draw` as far as there are; `sun`, `rain` and `deck-mark` show its back, `known` that both players know it;
`playable` is a card of the hand that some legal action plays. `icon` is a tool.
What can be chosen is `legal` and carries `data-action`, the notations of its legal actions separated by spaces. Where
the last move went is `last`.
`data-piece`, on a card of the hand, is what notations of actions that put it somewhere begin with.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import spans
from .. import svg as pen
from ..captions import explain
from ..head import draw_head
from ..spans import Span
from ..svg import Attributes, add
from .beds import ROW, draw_bed_card
from .beds import WIDTH as BED_WIDTH
from .flowers import SIDE, draw_flower
from .heaps import HEIGHT as STRIP
from .heaps import draw_compost, draw_matter
from .pieces import draw_pot
from .player import HEIGHT as PANEL
from .player import WIDTH as PANEL_WIDTH
from .player import draw_player, draw_rival
from .scene import Scene, scene_of
from .text import flower_words, lines_of

_PAD, _HEAD, _GAP, _BETWEEN = 16.0, 64.0, 12.0, 8.0
_WIDTH = 2 * (_PAD + SIDE) + BED_WIDTH


def lines(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> list[list[Span]]:
    """A picture in at most 80 columns of plain ASCII.

    A card of a flower is its face, a bud also what it is played as, with what each stage shows in brackets. Cards in
    hands and heaps are followed by what their backs show: weather, deck and draw. `?` stands for a hidden face. With
    `legal`, notations of legal actions, these are listed. The last lines say what the signs mean.
    """
    return lines_of(scene_of(data, components, options, viewer, legal))


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
    """A picture with the beds in the middle, the flowers of player 1 to their left, those of player 2 to their right.

    Hands and decks are below, then the compost and what is being decided; solo has the rival and the compost on the
    right. `legal`, notations of legal actions, lights cards, places and buttons. `last`, the notation of the last move
    or of what a viewer saw of it, is named and its card marked.
    """
    scene = scene_of(data, components, options, viewer, legal, last)
    table = scene.box.slots * (ROW + _BETWEEN) - _BETWEEN
    if scene.solo:
        table = max(table, 2 * ROW)
    panels = _HEAD + table + _GAP + 6
    strip = panels + PANEL + _GAP
    root = pen.document(
        width=_WIDTH,
        height=(panels + PANEL if scene.solo else strip + STRIP) + _PAD,
        title=f"Buds and Blooms: {scene.headline()}",
        desc=_description(scene),
        interactive=bool(legal),
    )
    _draw_head(root, scene)
    lawn = SIDE + BED_WIDTH + 6 if scene.solo else _WIDTH - 2 * _PAD
    grass: Attributes = {"fill": "#e3edd0", "stroke": "#c3d3a6", "stroke_width": 1.5, "rx": 14}
    add(root, "rect", class_="lawn", x=_PAD, y=_HEAD - 6, width=lawn, height=table + 12, **grass)
    beds, right = _PAD + SIDE, _PAD + SIDE + BED_WIDTH
    for slot in range(scene.box.slots):
        y = _HEAD + slot * (ROW + _BETWEEN)
        draw_bed_card(root, scene, slot, x=beds, y=y)
        for player in scene.players:
            draw_flower(root, scene, player, slot, edge=right if player else beds, y=y)
    for player in scene.players:
        draw_player(root, scene, player, x=_PAD + player * (PANEL_WIDTH + _GAP), y=panels)
    if scene.solo:
        left, width = right + 6 + _GAP, SIDE - _GAP - 6
        draw_rival(root, scene, x=left, y=_HEAD - 6, width=width, height=ROW)
        draw_compost(root, scene, x=left, y=_HEAD + ROW + 6, width=width, height=table - ROW)
        draw_matter(root, scene, x=_PAD + PANEL_WIDTH + _GAP, y=panels, width=PANEL_WIDTH, height=PANEL)
    else:
        wide = 640.0
        draw_compost(root, scene, x=_PAD, y=strip, width=wide, height=STRIP)
        draw_matter(root, scene, x=_PAD + wide + _GAP, y=strip, width=_WIDTH - 2 * _PAD - wide - _GAP, height=STRIP)
    explain(root, scene.in_words)
    return pen.write(root)


def _draw_head(root: ET.Element, scene: Scene) -> None:
    mover, y = scene.mover, 30
    draw_head(
        root,
        scene.headline(),
        scene.last,
        scene.in_words,
        left=_PAD + 6,
        right=_WIDTH - _PAD - 6,
        y=y,
        badge=None if mover is None else lambda head, x: draw_pot(head, mover, x=x, y=y, radius=19),
    )


def _description(scene: Scene) -> str:
    """The position in words, for who cannot see the picture."""
    parts = []
    for player in scene.players:
        words = [f"{scene.score(player)} points", f"{len(scene.hands[player])} cards in hand"]
        for slot in range(scene.box.slots):
            bed = scene.bed(player, slot)
            if bed is not None:
                cards = " ".join(flower_words(scene, player, slot)) or "no flower"
                words.append(f"bed {slot + 1} ({', '.join(bed.words())}): {cards}")
        parts.append(f"Player {player + 1}: {'; '.join(words)}.")
    if scene.solo:
        name, _, target = scene.rival()
        parts.append("The rival is not yet known." if target is None else f"{name} scores {target}.")
    for pile in range(len(scene.data["piles"])):
        parts.append(
            f"Deck {pile + 1}: {scene.left(pile)} cards." if not scene.single else f"Deck: {scene.left(0)} cards."
        )
    parts.append(f"Compost: {len(scene.compost)} cards.")
    return " ".join(parts)
