"""Pictures of Gardens of Io.

The garden and its track are those of IO-1 and IO-2; the data is described in seeds/gardens_of_io/state.md.
Players and Martians are numbered from 1 in pictures, from 0 in `data-` attributes.

Classes in the SVG: `cell` (with `data-cell`), `flower`, `tree`, `space` (with `data-space`), `martian` (with
`data-player`), `player`, `count`, `counter`, `bag`. What can be chosen is `legal` and carries `data-action`, the
notations of its legal actions separated by spaces; where the last move went is `last`; a used counter is `spent`, one
that the player to move has no special action left for is `closed`, and both are faded.
`data-piece`, on a flower above the reserves, is what notations of actions that put it somewhere begin with.
"""

import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

from .. import spans
from .. import svg as pen
from ..captions import explain
from ..head import draw_head
from ..shapes import star
from ..spans import TEXT_WIDTH, Span, stripped
from ..svg import CARD, FAINT, INK, LEGAL, LEGAL_FILL, RULE, Attributes, add, label, shorten
from .board import PAD, WIDTH, board_of, draw_board
from .pieces import draw_deed, draw_flower, draw_martian, flowers_of
from .scene import COLUMNS, Scene, scene_of

# Text.


_RICH = {
    "blue": "bold dodger_blue1",
    "yellow": "bold yellow",
    "white": "bold bright_white",
    "purple": "bold magenta",
    "red": "bold red",
    "green": "bold green",
}
_RICH_PLAYER = ("bold reverse", "bold reverse orange3", "bold reverse cyan", "bold reverse red", "bold reverse green")


def lines(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> list[list[Span]]:
    """A picture in at most 80 columns of plain ASCII (but for unusual colour ids).

    Martians stand as 1 to 5 on the track around the garden, whose corners are `o`; several in the corner of space 0
    are a `#` and listed beside it in brackets. With `legal`, notations of legal actions, `+` marks empty circles and
    `*` follows what else may be chosen. The first cell picked of two is followed by `!`. The last line says this of
    the signs that are used.
    """
    return _lines(scene_of(data, components, options, viewer, legal))


text, rich_text = spans.in_both_ways(lines)


def _lines(scene: Scene) -> list[list[Span]]:
    lines = [
        [Span("Gardens of Io  ", "bold"), Span(scene.headline())],
        [],
        *_text_board(scene),
        [],
        *_text_table(scene),
        [],
        *_text_notes(scene),
    ]
    return [stripped(line) for line in lines]


def _text_board(scene: Scene) -> list[list[Span]]:
    size, far = scene.size, scene.size + 1
    middle: dict[tuple[int, int], Span] = {}
    for space in range(scene.track):
        row, column = scene.grid(space)
        glyph = "o" if space % far == 0 else "-" if row in (0, far) else "|"
        here = scene.standing(space)
        if here:
            middle[row, column] = Span(str(here[0] + 1), _RICH_PLAYER[here[0] % 5]) if len(here) == 1 else Span("#")
        else:
            middle[row, column] = Span(glyph, "dim")
    styles = {colour.id: _RICH.get(colour.name, "bold") for colour in scene.colours} | {"T": "bold green4", ".": "dim"}
    after: dict[tuple[int, int], str] = {}
    for name, row, column, content in scene.cells():
        choice = name in scene.targets
        middle[row, column] = Span("+", "bold orange1") if choice and content == "." else Span(content, styles[content])
        after[row, column] = "!" if name == scene.data["first"] else "*" if choice and content != "." else " "
    crowd = scene.standing(0)
    beside = f"[{''.join(str(player + 1) for player in crowd)}]" if len(crowd) > 1 else ""
    lines = [[Span(" " * 12 + " ".join(COLUMNS[:size]), "dim")]]
    for row in range(far + 1):
        mark = f"{beside:>9} " if row == 0 else f"{row if row <= size else '':>8}  "
        line = [Span(mark, "" if row == 0 else "dim")]
        for column in range(far + 1):
            line += [middle[row, column], Span(after.get((row, column), " "), "bold orange1")]
        lines.append(line)
    return lines


def _text_table(scene: Scene) -> list[list[Span]]:
    data = scene.data
    head = "".join(f"{colour.id:>5}" for colour in scene.colours)
    lines = [[Span(f"  player  position    lap {head}  specials", "dim")]]
    for player, (position, reserve) in enumerate(zip(scene.positions, data["reserves"], strict=True)):
        sign = ">" if player == scene.mover else " "
        you = "you" if player == scene.viewer else ""
        numbers = "".join(f"{count:>5}" for count in reserve)
        who = [Span(f"{sign} ", "bold"), Span(str(player + 1), _RICH_PLAYER[player % 5])]
        row = f" {you:<4}{position:>10}{position // scene.track:>7} {numbers}{data['allowance'][player]:>10}"
        lines.append([*who, Span(row)])
    if "bag" in data:
        lines.append([Span(f"  {scene.bag_name():<23} " + "".join(f"{count:>5}" for count in data["bag"]), "dim")])
    return lines


def _text_notes(scene: Scene) -> list[list[Span]]:
    left = ", ".join(word if count == 1 else f"{word} x{count}" for word, count, _ in scene.counters if count) or "none"
    notes = [f"counters left: {left}"]
    other = [word for word in ("skip", *scene.specials) if word in scene.legal]
    if other:
        notes.append(f"also legal: {', '.join(other)}")
    lines = [[Span(line)] for note in notes for line in textwrap.wrap(note, TEXT_WIDTH, subsequent_indent="  ")]
    return [*lines, [Span(f"signs: {', '.join(_signs(scene))}", "dim")]]


def _signs(scene: Scene) -> list[str]:
    """What the signs on the board mean, as far as they are used."""
    chosen = {content == "." for name, _, _, content in scene.cells() if name in scene.targets}
    signs = [
        (". empty", True),
        ("T tree", True),
        ("o corner", True),
        ("# Martians in [ ]", len(scene.standing(0)) > 1),
        ("+ may be chosen", True in chosen),
        ("* may be chosen", False in chosen),
        ("! picked first", scene.data["first"] is not None),
    ]
    both = {"+ may be chosen", "* may be chosen"} <= {sign for sign, used in signs if used}
    return [
        "+ * may be chosen" if both and sign[0] == "+" else sign
        for sign, used in signs
        if used and not (both and sign[0] == "*")
    ]


# SVG: what stands above and below the board.

_ROW = 46.0
_LETTER = 0.62  # mean width of a bold letter, in font sizes, in a wide font
_COUNT_LEFT, _COUNT_STEP = 296.0, 58.0


def _draw_head(root: ET.Element, scene: Scene) -> None:
    mover, y, right = scene.mover, 30, WIDTH - PAD - 6
    if "skip" in scene.legal:
        pen.button(root, "skip", x=right - 38, y=y, legal=True)
        right -= 90
    draw_head(
        root,
        scene.headline(),
        scene.last,
        scene.in_words,
        left=PAD + 2,
        right=right,
        y=y,
        letter=_LETTER,
        largest=21,
        badge=None if mover is None else lambda head, x: draw_martian(head, mover, x=x, y=y, radius=19, kind="badge"),
    )


def _draw_table(root: ET.Element, scene: Scene, top: float) -> float:
    """Reserves, positions and allowances, a row a player, and the bag; returns where the table ends."""
    table = add(root, "g", class_="table")
    y = top + 22
    for x, word in ((194.0, "position"), (WIDTH - PAD - 36, "specials")):
        label(table, word, x=x, y=y, size=16, fill=FAINT)
    for index, look in enumerate(flowers_of(scene.colours).values()):
        action = look[0].id if scene.data["phase"] == "deal" and look[0].id in scene.legal else None
        kind = "legal" if action else None
        cursor = "pointer" if action else None
        head = add(table, "g", class_=kind, data_action=action, data_piece=f"{look[0].id}@", cursor=cursor)
        x = _COUNT_LEFT + index * _COUNT_STEP
        add(head, "title", look[0].name)
        if action:
            add(head, "circle", cx=x, cy=y, r=23, fill=LEGAL_FILL, stroke=LEGAL, stroke_width=2.5)
        draw_flower(head, look, x=x, y=y, radius=21, kind="token")
    y = top + 46
    for player in range(len(scene.positions)):
        _draw_player(table, scene, player, y)
        y += _ROW
    if "bag" in scene.data:
        bag = add(table, "g", class_="bag")
        label(bag, scene.bag_name(), x=PAD + 46, y=y + _ROW / 2, size=18, text_anchor="start", fill=FAINT)
        _draw_counts(bag, scene.data["bag"], y=y + _ROW / 2, fill=FAINT)
        y += _ROW
    return y


def _draw_player(table: ET.Element, scene: Scene, player: int, y: float) -> None:
    turn, position, middle = player == scene.mover, scene.positions[player], y + _ROW / 2
    row = add(table, "g", class_="player turn" if turn else "player", data_player=str(player))
    look: Attributes = {
        "fill": LEGAL_FILL if turn else "none",
        "stroke": LEGAL if turn else RULE,
        "stroke_width": 2 if turn else 1,
    }
    add(row, "rect", x=PAD, y=y + 2, width=WIDTH - 2 * PAD, height=_ROW - 4, rx=9, **look)
    draw_martian(row, player, x=PAD + 24, y=middle, radius=17, kind="badge")
    name = "you" if player == scene.viewer else f"Player {player + 1}"
    label(row, name, x=PAD + 46, y=middle, size=18, text_anchor="start", fill=INK)
    best = scene.data["phase"] == "over" and not scene.cooperative and player in scene.leaders()
    label(row, str(position), x=194, y=middle - 6, size=22, font_weight=700, fill=INK, class_="position")
    label(row, f"lap {position // scene.track}", x=194, y=middle + 12, size=13, fill=FAINT)
    if best:
        add(row, "path", class_="winner", d=star(236, middle, 12), fill="#f5c518", stroke=INK, stroke_width=1.6)
    _draw_counts(row, scene.data["reserves"][player], y=middle, fill=INK)
    left = scene.data["allowance"][player]
    label(
        row, str(left), x=WIDTH - PAD - 36, y=middle, size=20, fill=INK if left else FAINT, opacity=1 if left else 0.6
    )


def _draw_counts(row: ET.Element, counts: Sequence[int], *, y: float, fill: str) -> None:
    for index, count in enumerate(counts):
        x = _COUNT_LEFT + index * _COUNT_STEP
        faded = None if count else 0.45
        label(row, str(count), x=x, y=y, size=20, fill=fill, opacity=faded, class_="count", data_count=str(count))


def _draw_counters(root: ET.Element, scene: Scene, top: float) -> float:
    """The action counters in one row; used ones are crossed out, those that cannot be taken now are faded."""
    group = add(root, "g", class_="counters")
    mover = scene.mover
    none_left = mover is not None and scene.data["allowance"][mover] == 0
    gap, height = 8.0, 66.0
    width = (WIDTH - 2 * PAD - gap * (len(scene.counters) - 1)) / len(scene.counters)
    for index, (word, left, uses) in enumerate(scene.counters):
        x, legal, spent = PAD + index * (width + gap), word in scene.legal, left == 0
        closed = none_left and not spent and not legal and word != scene.data["special"]
        kind = f"counter{' legal' * legal}{' spent' * spent}{' closed' * closed}"
        action = word if legal else None
        cursor = "pointer" if legal else None
        counter = add(group, "g", class_=kind, data_counter=word, data_action=action, cursor=cursor)
        look: Attributes = {"stroke": LEGAL if legal else RULE, "stroke_width": 2.5 if legal else 1.5}
        add(counter, "rect", x=x, y=top, width=width, height=height, rx=12, fill=LEGAL_FILL if legal else CARD, **look)
        inner = add(counter, "g", opacity=0.4 if spent or closed else None)
        draw_deed(inner, word, x=x + width / 2, y=top + 24)
        shown = word if uses == 1 else f"{word} \u00d7{left}"
        label(inner, shorten(shown, limit=17), x=x + width / 2, y=top + 53, size=16, fill=INK)
        if spent:
            cross: Attributes = {"stroke": INK, "stroke_width": 2.5, "opacity": 0.7}
            add(counter, "line", x1=x + 10, y1=top + height - 10, x2=x + width - 10, y2=top + 10, **cross)
    return top + height


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A picture with the board above, reserves, positions and counters below.

    `legal`, notations of legal actions, lights circles, lines, counters and `skip`; `last`, the notation of the last
    move, is named and its circle ringed. The look of a colour follows its name in `components`.
    """
    scene = scene_of(data, components, options, viewer, legal, last)
    board = board_of(scene)
    rows = len(scene.positions) + ("bag" in data)
    height = board.bottom + 46 + rows * _ROW + 24 + 66 + PAD
    root = pen.document(
        width=WIDTH,
        height=height,
        title=f"Gardens of Io: {scene.headline()}",
        desc=_description(scene),
        interactive=bool(legal),
    )
    _draw_head(root, scene)
    draw_board(root, scene, board)
    bottom = _draw_table(root, scene, board.bottom)
    _draw_counters(root, scene, bottom + 12)
    explain(root, scene.in_words)
    return pen.write(root)


def _description(scene: Scene) -> str:
    """The position in words, for who cannot see the picture."""
    rows = "; ".join(f"row {row + 1} {line}" for row, line in enumerate(scene.garden))
    who = "; ".join(f"player {player + 1} at position {position}" for player, position in enumerate(scene.positions))
    return f"Garden, '.' empty and T a tree: {rows}. {who}."
