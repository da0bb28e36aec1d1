"""Pictures of goofspiel (seeds/known/goofspiel.md).

Classes: `trick` with `data-trick`, `prize`, `card` with `data-face` or `back`, `hand`, `button`, `legal`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from . import table
from .svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, add

_TOP, _STEP, _LEFT = 58.0, 50.0, 118.0
_CARDS = 4
_RESULTS = {0: "1", 1: "2", None: "="}


def _cards(options: Mapping[str, Any]) -> int:
    return int(options.get("cards", _CARDS))


def _points(data: Mapping[str, Any], cards: int) -> list[int]:
    """The prizes won by each player."""
    return [sum(cards - i for i, winner in enumerate(data["won"]) if winner == player) for player in range(2)]


def _headline(data: Mapping[str, Any], cards: int, viewer: int | None) -> str:
    trick = len(data["won"])
    if data["phase"] == "choose":
        return table.whose_turn(data, viewer, f"a card for {cards - trick}")
    if data["phase"] == "reveal":
        return f"Who wins {cards - trick}?"
    first, second = _points(data, cards)
    if first == second:
        return "Game over: a draw"
    return f"Game over: player {1 if first > second else 2} wins"


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """A column a trick: prize, cards, `?` for hidden ones, and who won it, `=` for nobody; points in front."""
    cards = _cards(options)
    points = _points(data, cards)
    lines = [_headline(data, cards, viewer), ""]
    rows = [("prize", [str(cards - i) for i in range(cards)])]
    for player, played in enumerate(data["played"]):
        name = f"{'>' if player == data['player'] else ' '} player {player + 1}  {points[player]:>3}"
        rows.append((name, [table.face_of(card) for card in played]))
    rows.append(("won by", [_RESULTS[winner] for winner in data["won"]]))
    lines += [f"{name:<16}" + " ".join(f"{item:>2}" for item in items) for name, items in rows]
    return "\n".join(line.rstrip() for line in lines + table.legal_line(legal)) + "\n"


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A column a trick with its prize, both cards and a mark at the winner's, and a field a card to choose."""
    cards = _cards(options)
    points = _points(data, cards)
    width = max(440.0, _LEFT + cards * _STEP + 20)
    headline = _headline(data, cards, viewer)
    desc = f"Points: {points[0]} and {points[1]}; {len(data['won'])} of {cards} tricks are played."
    height = _TOP + 268.0
    root = pen.document(width=width, height=height, title=f"Goofspiel: {headline}", desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=width)
    table.row_label(root, "prize", y=_TOP + 16)
    for player in range(2):
        table.row_label(root, f"player {player + 1}: {points[player]}", y=_TOP + 70 + 74 * player)
    for trick in range(cards):
        x = _LEFT + (trick + 0.5) * _STEP
        column = add(root, "g", class_="trick", data_trick=str(trick))
        pen.label(column, str(cards - trick), x=x, y=_TOP + 16, size=20, font_weight=700, fill=INK, class_="prize")
        for player, played in enumerate(data["played"]):
            if trick < len(played):
                y = _TOP + 70 + 74 * player
                table.card(column, played[trick], x=x, y=y)
                if trick < len(data["won"]) and data["won"][trick] == player:
                    add(column, "circle", class_="winner", cx=x, cy=y + 20, r=4, fill=LAST)
    row = add(root, "g", class_="hand")
    table.row_label(row, "choose", y=height - 44)
    for card in range(1, cards + 1):
        text_ = str(card)
        open_ = text_ in (legal or ())
        x = _LEFT + (card - 0.5) * _STEP
        field = add(
            row,
            "g",
            class_="choice legal" if open_ else "choice",
            data_action=text_ if open_ else None,
            cursor="pointer" if open_ else None,
        )
        look: pen.Attributes = {"fill": LEGAL_FILL if open_ else "none", "stroke": LEGAL if open_ else RULE, "rx": 6}
        add(field, "rect", x=x - 20, y=height - 64, width=40, height=40, stroke_width=2.5, **look)
        pen.label(field, text_, x=x, y=height - 44, size=20, font_weight=700, fill=INK if open_ else FAINT)
    return pen.write(root)
