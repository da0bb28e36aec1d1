"""Pictures of Bloom Town.

The game is on seeds/bloom_town/rules.md, the data is described in seeds/bloom_town/state.md. Players are numbered from
1 in pictures, from 0 in `data-` attributes; stacks and their market spaces are 1 to 5 everywhere.

Classes in the SVG: `player` (with `data-player`), and `turn` for the one whose turn it is; in it `town`, `cell` (with
`data-cell`), `blooming`, `points` (with `data-points`), `token`, `hand`, `held`, `kept`. On the table `market`, `space`
(with `data-space`), `stack` (with `data-count`), `area`, `type` (with `data-type` and `data-count`), `community`,
`count` (with `data-row` and `data-count`), `bonuses`, `outcomes`, `button`. A building is a `tile` (with `data-kind`),
one face down a `back`, an empty square has a `flower` (with `data-symbol`); a tile that only its owner knows is
`secret`. What can be chosen is `legal` and carries `data-action`, the notations of its legal actions separated by
spaces. Where the last move went is `last`, the tile just built `new`; the market space whose tile replaces it is `due`,
one to be refilled `emptied`. A used bonus is `spent`, a chosen extra turn `due`, a used token `gone`; a type that a
token rescored is `triggered`.
`data-piece`, on a tile of the hand, is what notations of actions that put it somewhere begin with.
"""

import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import spans
from .. import svg as pen
from ..captions import explain
from ..head import draw_head
from ..spans import TEXT_WIDTH, Span, stripped
from . import tables as tables
from . import town as towns
from .pieces import draw_badge
from .scene import COLUMNS, KINDS, TYPES, Scene, scene_of, type_of

# Text.


_RICH = {
    "O": "bold dodger_blue1",
    "S": "bold magenta",
    "P": "bold green",
    "H": "bold orange_red1",
    "shop": "bold yellow",
}
_RICH_MARK = "bold orange1"


def lines(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> list[list[Span]]:
    """A picture in at most 80 columns of plain ASCII.

    Buildings are the letters of their kinds, empty squares the numbers of their symbols, blooming ones after a `*`.
    With `legal`, notations of legal actions, `+` follows what may be chosen. The tile just built is followed by `!`. A
    tile in brackets is known to its owner alone, `?` stands for one that is hidden. The last line says this.
    """
    return _lines(scene_of(data, components, options, viewer, legal))


text, rich_text = spans.in_both_ways(lines)


def _lines(scene: Scene) -> list[list[Span]]:
    lines = [
        [Span("Bloom Town  ", "bold"), Span(scene.headline())],
        [],
        *_text_towns(scene),
        [],
        *_text_tables(scene),
        [],
        *_text_notes(scene),
    ]
    return [stripped(line) for line in lines]


def _kind(kind: str) -> Span:
    return Span(kind, _RICH[type_of(kind)])


def _text_towns(scene: Scene) -> list[list[Span]]:
    """The towns side by side, each with what lies beside it."""
    blocks = [_text_town(scene, player) for player in range(len(scene.towns))]
    width = max(spans.width(line) for block in blocks for line in block)
    gap = min(6, (TEXT_WIDTH - len(blocks) * width) // max(1, len(blocks) - 1))
    lines = []
    for parts in zip(*blocks, strict=True):
        line: list[Span] = []
        for part in parts:
            line += spans.padded(part, width + gap)
        lines.append(line)
    return lines


def _text_town(scene: Scene, player: int) -> list[list[Span]]:
    data, turn = scene.data, player == scene.mover
    name = "you" if player == scene.viewer else f"player {player + 1}"
    mark = "bold reverse" if turn else "bold"
    lines = [
        [Span("> " if turn else "  ", "bold"), Span(name, mark)],
        [Span(f"  {scene.points[player]} points", "bold")],
        [Span("  " + "".join(f" {column} " for column in COLUMNS[: scene.size]), "dim")],
    ]
    for row in range(scene.size):
        line = [Span(f"{row + 1} ", "dim")]
        for cell, at, _, kind in scene.squares(player):
            if at == row:
                before = "*" if cell in scene.blooming and kind == "." else " "
                after = "+" if turn and cell in scene.builds else "!" if turn and cell == data["cell"] else " "
                content = Span(str(scene.symbol(cell)), "dim") if kind == "." else _kind(kind)
                line += [Span(before, "bold magenta"), content, Span(after, _RICH_MARK)]
        lines.append(line)
    hand = [Span("  hand")]
    for kind in data["hands"][player]:
        hand += [Span(" "), _kind(kind), *_lit(scene, kind, turn)]
    for kind in data["hidden"][player]:
        hand += [Span(" ?")] if kind is None else [Span(" ("), _kind(kind), Span(")"), *_lit(scene, kind, turn)]
    lines += [hand, [Span(f"  token {'yes' if data['tokens'][player] else 'used'}")]]
    if scene.phase in ("keep", "over"):
        kept = data["kept"][player]
        lines.append([Span("  kept "), Span("-", "dim") if kept is None else _kind(kept)])
    return lines


def _lit(scene: Scene, kind: str, turn: bool) -> list[Span]:
    return [Span("+", _RICH_MARK)] if turn and kind in scene.keeps else []


def _text_tables(scene: Scene) -> list[list[Span]]:
    """Market and community area side by side, then the counts of tiles."""
    data = scene.data
    marks = dict.fromkeys(range(1, 6), " ")
    due = scene.due()
    if due is not None:
        marks[due] = "!"
    marks |= dict.fromkeys(scene.takes, "+")
    market = [Span("  face up    ")]
    for number, kind in enumerate(data["market"], 1):
        market += [Span("   "), Span("-", "dim") if kind is None else _kind(kind), Span(marks[number], _RICH_MARK)]
    numbers, down = ("".join(f"{number:>4} " for number in row) for row in (range(1, 6), data["stacks"]))
    types = "".join(f"{kind:>5}" for kind in TYPES)
    out = "".join(f"{count:>5}" for count in data["community"])
    lines = [
        [Span(f"market       {numbers}   community {types}", "dim")],
        [*market, Span(f"   {'out':<10}{out}")],
        [Span(f"  face down  {down}"), *_text_triggered(scene)],
        [],
        [Span(f"tiles        {''.join(f'{kind:>4} ' for kind in KINDS)}", "dim")],
    ]
    for name, counts in (("out of play", data["out"]), (scene.unseen_name(), scene.unseen())):
        lines.append([Span(f"  {name:<11}{''.join(f'{count:>4} ' for count in counts)}")])
    return lines


def _text_triggered(scene: Scene) -> list[Span]:
    """The types that a token has rescored."""
    if not any(scene.data["by_token"]):
        return []
    signs = "".join(f"{'x' if token else '-':>5}" for token in scene.data["by_token"])
    return [Span(f"   {'by token':<10}{signs}")]


def _text_notes(scene: Scene) -> list[list[Span]]:
    """What else there is to know, what may be chosen, and what the signs mean."""
    data = scene.data
    shops = ", ".join(f"{kind} {' '.join(types)}" for kind, types in scene.shops.items())
    notes = [f"shops and what they want: {shops}", scene.stacks_note()]
    if data["emptied"]:
        notes.append(f"to be refilled: {', '.join(map(str, data['emptied']))}")
    if data["used"]:
        due = " (second tile due)" if data["extra_due"] else ""
        notes.append(f"used in this turn: {', '.join(data['used'])}{due}")
    if scene.builds:
        notes.append(f"may be built: {_builds(scene)}")
    other = [action for action in scene.legal if "@" not in action]
    if other:
        notes.append(f"legal: {', '.join(other)}")
    lines = [[Span(line)] for note in notes for line in textwrap.wrap(note, TEXT_WIDTH, subsequent_indent="  ")]
    signs = textwrap.wrap(f"signs: {', '.join(_signs(scene))}", TEXT_WIDTH, subsequent_indent="  ")
    return [*lines, *([Span(line, "dim")] for line in signs)]


def _builds(scene: Scene) -> str:
    """The kinds that may be built; with their squares where they are not for all that are marked."""
    cells: dict[str, list[str]] = {}
    for cell, actions in scene.builds.items():
        for action in actions:
            cells.setdefault(action.rpartition("@")[0], []).append(cell)
    return "; ".join(
        f"{name} on +" if len(set(found)) == len(scene.builds) else f"{name} on {' '.join(found)}"
        for name, found in cells.items()
    )


def _signs(scene: Scene) -> list[str]:
    """What the signs mean, as far as they are used."""
    hidden = [kind for hand in scene.data["hidden"] for kind in hand]
    empty = [name for player in range(len(scene.towns)) for name, _, _, kind in scene.squares(player) if kind == "."]
    signs = [
        ("1-5 symbol of an empty square", bool(empty)),
        ("* blooming", not scene.blooming.isdisjoint(empty)),
        ("+ may be chosen", bool(scene.builds or scene.takes or scene.keeps)),
        ("! just built, and its market space", scene.data["cell"] is not None),
        ("( ) known to its owner alone", any(kind is not None for kind in hidden)),
        ("? hidden", None in hidden),
    ]
    return [sign for sign, used in signs if used]


# SVG.

_PAD, _GAP, _HEAD = 18.0, 16.0, 60.0
_WIDTH = 2 * _PAD + _GAP + 2 * towns.WIDTH
_LETTER = 0.62  # mean width of a bold letter, in font sizes, in a wide font


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A picture with the bonuses above, market and community area, and the towns two in a row.

    `legal`, notations of legal actions, lights squares, market spaces, tiles of a hand and buttons; outcomes get
    buttons in the place of the bonuses. `last`, the notation of the last move, is named and its square ringed.
    """
    scene = scene_of(data, components, options, viewer, legal, last)
    players = len(scene.towns)
    right, top = _PAD + towns.WIDTH + _GAP, _HEAD + tables.STRIP + _GAP
    row = towns.HEIGHT + _GAP
    below = top if players == 3 else top + tables.HEIGHT + _GAP  # the fourth place of three players holds the tables
    root = pen.document(
        width=_WIDTH,
        height=below + row * -(-players // 2) - _GAP + _PAD,
        title=f"Bloom Town: {scene.headline()}",
        desc=_description(scene),
        interactive=bool(legal),
    )
    _draw_head(root, scene)
    tables.draw_strip(root, scene, x=_PAD, y=_HEAD, width=_WIDTH - 2 * _PAD)
    if players == 3:
        tables.draw_market(root, scene, x=right, y=below + row)
        tables.draw_community_area(root, scene, x=right, y=below + row + towns.HEIGHT - tables.HEIGHT)
    else:
        tables.draw_market(root, scene, x=_PAD, y=top)
        tables.draw_community_area(root, scene, x=right, y=top)
    for player in range(players):
        towns.draw_town(root, scene, player, x=right if player % 2 else _PAD, y=below + row * (player // 2))
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
        letter=_LETTER,
        badge=None if mover is None else lambda head, x: draw_badge(head, mover, x=x, y=y, radius=18),
    )


def _description(scene: Scene) -> str:
    """The position in words, for who cannot see the picture."""
    market = ", ".join("none" if kind is None else scene.tile_name(kind) for kind in scene.data["market"])
    stacks = ", ".join(map(str, scene.data["stacks"]))
    players = "; ".join(towns.description(scene, player) for player in range(len(scene.towns)))
    return f"Market: {market}; face down {stacks}. Towns row by row, '.' empty: {players}."
