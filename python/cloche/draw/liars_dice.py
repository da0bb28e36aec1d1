"""Pictures of liar's dice (seeds/known/liars_dice.md).

Classes: `player` with `data-player`, `die` with `data-face` or `back`, `bid` with `data-bid`, `made`, `button`,
`legal`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from . import table
from .svg import FAINT, INK, LAST, LEGAL, LEGAL_FILL, RULE, add

_TOP, _ROW, _DIE_LEFT, _DIE_STEP = 58.0, 68.0, 134.0, 48.0
_BID_WIDTH, _BID_HEIGHT, _LEFT = 54.0, 36.0, 18.0
_DICE, _SIDES = 1, 6


def _counts(options: Mapping[str, Any]) -> tuple[int, int]:
    """Dice of a player, and sides of a die."""
    return int(options.get("dice", _DICE)), int(options.get("sides", _SIDES))


def _headline(data: Mapping[str, Any], viewer: int | None) -> str:
    match data["phase"]:
        case "roll":
            return "Dice are thrown"
        case "bid":
            last = data["bids"][-1] if data["bids"] else None
            return table.whose_turn(data, viewer, "bid" if last is None else f"raise {last} or call liar")
        case "count":
            return f"Liar! Does {data['bids'][-1]} hold?"
    caller = len(data["bids"]) % 2
    number = int(data["bids"][-1].partition("x")[0])
    winner = 1 - caller if data["matching"] >= number else caller
    return f"Game over: player {winner + 1} wins, {data['matching']} match {data['bids'][-1]}"


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """Dice, `?` for hidden ones, and the bids; with `legal`, what may be chosen."""
    lines = [_headline(data, viewer), ""]
    for player, dice in enumerate(data["dice"]):
        shown = " ".join(map(table.face_of, dice)) or "-"
        lines.append(f"{'>' if player == data['player'] else ' '} player {player + 1}  {shown}")
    lines.append(f"  bids      {' '.join(data['bids']) or '-'}")
    return "\n".join(lines + table.legal_line(legal)) + "\n"


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A row of dice a player, a field a bid that is outlined once it has been made, and a button for `liar`."""
    dice, sides = _counts(options)
    numbers = 2 * dice
    width = max(460.0, 2 * _LEFT + sides * _BID_WIDTH, _DIE_LEFT + dice * _DIE_STEP + 20)
    bids_top = _TOP + 2 * _ROW + 8
    height = bids_top + numbers * _BID_HEIGHT + 64
    headline = _headline(data, viewer)
    desc = f"Bids: {', '.join(data['bids']) or 'none'}."
    root = pen.document(
        width=width, height=height, title=f"Liar's dice: {headline}", desc=desc, interactive=bool(legal)
    )
    pen.heading(root, headline, last=None, width=width)
    for player, faces in enumerate(data["dice"]):
        y = _TOP + (player + 0.5) * _ROW
        turn = player == data["player"]
        row = add(root, "g", class_="player turn" if turn else "player", data_player=str(player))
        weight = 700 if turn else 400
        pen.label(row, f"Player {player + 1}", x=18, y=y, size=18, text_anchor="start", font_weight=weight, fill=INK)
        for place, face in enumerate(faces):
            table.card(row, face, x=_DIE_LEFT + (place + 0.5) * _DIE_STEP, y=y, kind="die")
    for number in range(1, numbers + 1):
        for face in range(1, sides + 1):
            bid = f"{number}x{face}"
            open_, made = bid in (legal or ()), bid in data["bids"]
            x, y = _LEFT + (face - 1) * _BID_WIDTH, bids_top + (number - 1) * _BID_HEIGHT
            field = add(
                root,
                "g",
                class_="bid" + " legal" * open_ + " made" * made,
                data_bid=bid,
                data_action=bid if open_ else None,
                cursor="pointer" if open_ else None,
            )
            edge = LEGAL if open_ else LAST if made else RULE
            fill = LEGAL_FILL if open_ else "#ffffff"
            size: pen.Attributes = {"width": _BID_WIDTH - 6, "height": _BID_HEIGHT - 6, "rx": 6}
            add(field, "rect", x=x + 3, y=y + 3, fill=fill, stroke=edge, stroke_width=2.5 if made else 1.5, **size)
            ink = INK if open_ or made else FAINT
            pen.label(field, bid, x=x + _BID_WIDTH / 2, y=y + _BID_HEIGHT / 2, size=15, fill=ink)
    table.buttons(root, ["liar"], y=height - 32, width=width, legal=legal)
    if last is not None:
        table.row_label(root, f"last: {pen.shorten(last, limit=12)}", y=height - 32)
    return pen.write(root)
