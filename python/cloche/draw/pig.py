"""Pictures of pig (seeds/known/pig.md).

Classes: `player` with `data-player`, `banked`, `turn-total`, `button`, `legal`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from .svg import FAINT, INK, LEGAL, RULE, Attributes, add

_WIDTH, _TOP, _ROW, _BAR_LEFT, _BAR = 500.0, 58.0, 52.0, 112.0, 316.0
_TARGET = 100
_COLOURS = ("#2f86d0", "#e69f00")


def _target(options: Mapping[str, Any]) -> int:
    return int(options.get("target", _TARGET))


def _headline(data: Mapping[str, Any], options: Mapping[str, Any], viewer: int | None) -> str:
    you = data.get("observer") if viewer is None else viewer
    if data["phase"] == "over":
        best = max(range(len(data["banked"])), key=lambda player: data["banked"][player])
        return f"Game over: player {best + 1} wins"
    who = f"Player {data['player'] + 1}" + (" (you)" if data["player"] == you else "")
    if data["phase"] == "roll":
        return f"{who} {'tosses the coin' if options.get('coin', False) else 'rolls the die'}"
    return f"{who}: roll or hold"


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """Banked points of both players and the turn total; with `legal`, what may be chosen."""
    lines = [_headline(data, options, viewer), ""]
    for player, banked in enumerate(data["banked"]):
        turn = player == data["player"]
        extra = f"  + {data['turn_total']} this turn" if turn else ""
        lines.append(f"{'>' if turn else ' '} player {player + 1}  {banked:>4} of {_target(options)}{extra}")
    if legal:
        lines += ["", f"legal: {', '.join(legal)}"]
    return "\n".join(lines) + "\n"


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A bar a player towards the target, the turn total hatched at its end, and buttons for `roll` and `hold`."""
    headline, target = _headline(data, options, viewer), _target(options)
    desc = f"Banked {data['banked'][0]} and {data['banked'][1]} of {target}, turn total {data['turn_total']}."
    height = _TOP + 2 * _ROW + 62
    root = pen.document(width=_WIDTH, height=height, title=f"Pig: {headline}", desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=_WIDTH)
    for player, banked in enumerate(data["banked"]):
        turn, y = player == data["player"], _TOP + (player + 0.5) * _ROW
        row = add(root, "g", class_="player turn" if turn else "player", data_player=str(player))
        weight = 700 if turn else 400
        pen.label(row, f"Player {player + 1}", x=18, y=y, size=18, text_anchor="start", font_weight=weight, fill=INK)
        bar: Attributes = {"y": y - 13, "height": 26.0}
        add(row, "rect", x=_BAR_LEFT, width=_BAR, fill="#ffffff", stroke=RULE, stroke_width=1.5, **bar)
        length = _BAR * min(1.0, banked / target)
        add(row, "rect", class_="banked", x=_BAR_LEFT, width=length, fill=_COLOURS[player], **bar)
        if turn and data["turn_total"]:
            more = _BAR * min(1.0, (banked + data["turn_total"]) / target) - length
            edge: Attributes = {"fill": _COLOURS[player], "fill_opacity": 0.3, "stroke": INK, "stroke_dasharray": "4 3"}
            add(row, "rect", class_="turn-total", x=_BAR_LEFT + length, width=more, **edge, **bar)
        pen.label(row, str(banked), x=_WIDTH - 18, y=y, size=20, text_anchor="end", font_weight=700, fill=INK)
    y = _TOP + 2 * _ROW + 26
    total = f"turn total {data['turn_total']}, target {target}"
    pen.label(root, total, x=18, y=y, size=17, text_anchor="start", fill=LEGAL if data["turn_total"] else FAINT)
    for index, action in enumerate(("roll", "hold")):
        pen.button(root, action, x=_WIDTH - 142 + 86 * index, y=y, legal=action in (legal or ()))
    return pen.write(root)
