"""What the pictures of the two poker games share (seeds/known/kuhn_poker.md, seeds/known/leduc_poker.md).

Classes: `player` with `data-player`, `card` with `data-face` or `back`, `board`, `button`, `legal`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import svg as pen
from . import table
from .svg import INK, add

_WIDTH, _TOP, _ROW = 500.0, 58.0, 68.0


@dataclass(frozen=True)
class Game:
    """What differs between them."""

    title: str
    actions: tuple[str, ...]
    rounds: Sequence[str]  # names of the rounds of betting


def _rounds(data: Mapping[str, Any]) -> list[list[str]]:
    """The bets, a list a round."""
    bets = data["bets"]
    return bets if "board" in data else [bets]


def _folded(game: Game, data: Mapping[str, Any]) -> int | None:
    """Who has folded: the last bet was `fold`, or a `pass` after a bet."""
    for bets in _rounds(data):
        if bets and (bets[-1] == "fold" or (bets[-1] == "pass" and "bet" in bets)):
            return (len(bets) - 1) % 2
    return None


def _headline(game: Game, data: Mapping[str, Any], viewer: int | None) -> str:
    match data["phase"]:
        case "deal":
            return f"A card for player {len(data['cards']) + 1}"
        case "bet":
            return table.whose_turn(data, viewer, f"{', '.join(game.actions[:-1])} or {game.actions[-1]}")
        case "board":
            return "A card for the board"
        case "show":
            return "Cards are shown"
    loser = _folded(game, data)
    if loser is not None:
        return f"Game over: player {2 - loser} wins, player {loser + 1} folds"
    first, second = ("JQK".index(card) for card in data["cards"])
    board = data.get("board")
    if first == second:
        return "Game over: a draw"
    winner = data["cards"].index(board) if board in data["cards"] else 0 if first > second else 1
    return f"Game over: player {winner + 1} wins"


def text(game: Game, data: Mapping[str, Any], *, viewer: int | None = None, legal: Sequence[str] | None = None) -> str:
    """Cards, `?` for hidden ones, the board and the bets; with `legal`, what may be chosen."""
    lines = [_headline(game, data, viewer), ""]
    for player in range(2):
        card = table.face_of(data["cards"][player]) if player < len(data["cards"]) else "-"
        lines.append(f"{'>' if player == data['player'] else ' '} player {player + 1}  {card}")
    if "board" in data:
        lines.append(f"  board     {data['board'] or '-'}")
    for name, bets in zip(game.rounds, _rounds(data), strict=True):
        lines.append(f"  {name:<8}  {' '.join(bets) or '-'}")
    return "\n".join(lines + table.legal_line(legal)) + "\n"


def svg(
    game: Game,
    data: Mapping[str, Any],
    *,
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A row a player with the card, the board, the bets, and buttons for the actions."""
    headline = _headline(game, data, viewer)
    bets = "; ".join(
        f"{name}: {', '.join(words) or 'none'}" for name, words in zip(game.rounds, _rounds(data), strict=True)
    )
    height = _TOP + 2 * _ROW + 34 * len(game.rounds) + 52
    root = pen.document(
        width=_WIDTH, height=height, title=f"{game.title}: {headline}", desc=f"Bets, {bets}.", interactive=bool(legal)
    )
    pen.heading(root, headline, last=last, width=_WIDTH)
    for player in range(2):
        y = _TOP + (player + 0.5) * _ROW
        turn = player == data["player"]
        row = add(root, "g", class_="player turn" if turn else "player", data_player=str(player))
        weight = 700 if turn else 400
        pen.label(row, f"Player {player + 1}", x=18, y=y, size=18, text_anchor="start", font_weight=weight, fill=INK)
        if player < len(data["cards"]):
            table.card(row, data["cards"][player], x=150, y=y)
    if data.get("board") is not None:
        board = add(root, "g", class_="board")
        pen.label(board, "board", x=300, y=_TOP + _ROW, size=17, fill=pen.FAINT)
        table.card(board, data["board"], x=370, y=_TOP + _ROW)
    y = _TOP + 2 * _ROW + 20
    for name, words in zip(game.rounds, _rounds(data), strict=True):
        table.row_label(root, f"{name}: {', '.join(words) or 'none'}", y=y)
        y += 34
    table.buttons(root, game.actions, y=height - 30, width=_WIDTH, legal=legal)
    return pen.write(root)
