"""Positions of Barton in Bloom as data, and back (seeds/barton_in_bloom/state.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cloche.backend import Data
from cloche.reference.barton_in_bloom.garden import Garden, Lying, Plant
from cloche.reference.barton_in_bloom.steps import data_of as data_of_step

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom import Game
    from cloche.reference.barton_in_bloom.position import Card, Position

KEYS = (
    *("phase", "player", "turns", "trigger", "todo", "dice", "bag", "market", "display", "piles", "orders", "board"),
    *("discards", "drawn", "decks", "money", "prestige", "sheds", "awake", "hands", "gossip", "gone", "fertilizers"),
    *("decorations", "done", "gardens", "plants", "ornaments"),
)
DIE_KEYS = ("space", "demand")
DECK_KEYS = ("from", "unseen")
CARD_KEYS = ("draw", "judge")
HIDDEN_KEYS = ("hands", "gossip", "gone")


def data_of(state: Position) -> Data:
    """The whole truth."""
    return _data(state, range(state.game.players))


def data_seen_by(state: Position, player: int) -> Data:
    """H-1: the judges of other players' hidden cards are null."""
    return {"observer": player, **_data(state, (player,))}


def _data(state: Position, open_to: range | tuple[int, ...]) -> Data:
    """The position, with the judges that these players hold."""

    def cards(player: int, held: list[Card]) -> list[Data]:
        return [{"draw": card.draw, "judge": card.judge if player in open_to else None} for card in held]

    gossip = [[] if card is None else [card] for card in state.gossip]
    return {
        "phase": state.phase,
        "player": state.player,
        "turns": state.turns,
        "trigger": state.trigger,
        "todo": [data_of_step(one) for one in state.todo],
        "dice": [{"space": die.space, "demand": die.demand} for die in state.dice],
        "bag": list(state.bag),
        "market": list(state.market),
        "display": list(state.display),
        "piles": list(state.piles),
        "orders": list(state.orders),
        "board": list(state.board),
        "discards": list(state.discards),
        "drawn": state.drawn,
        "decks": [{"from": deck.first, "unseen": list(deck.unseen)} for deck in state.decks],
        "money": list(state.money),
        "prestige": list(state.prestige),
        "sheds": [list(shed) for shed in state.sheds],
        "awake": list(state.awake),
        "hands": [cards(player, hand) for player, hand in enumerate(state.hands)],
        "gossip": [next(iter(cards(player, held)), None) for player, held in enumerate(gossip)],
        "gone": [cards(player, gone) for player, gone in enumerate(state.gone)],
        "fertilizers": [list(owned) for owned in state.fertilizers],
        "decorations": [list(built) for built in state.decorations],
        "done": [list(orders) for orders in state.done],
        "gardens": [[[cell, *garden.tiles[cell]] for cell in sorted(garden.tiles)] for garden in state.gardens],
        "plants": [[[square, *garden.plants[square]] for square in sorted(garden.plants)] for garden in state.gardens],
        "ornaments": [[list(lying) for lying in _in_order(garden)] for garden in state.gardens],
    }


def _in_order(garden: Garden) -> list[Lying]:
    """By component, square, orientation."""
    kinds = garden.box.ornament_ids()
    return sorted(garden.ornaments, key=lambda lying: (kinds.index(lying.ornament), lying.square, lying.o))


def fields_of(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a position, all but the game, from the values of data that keeps S-1 to S-8.

    Judges that the data does not tell are unknown, and have to be dealt.
    """
    from cloche.reference.barton_in_bloom.position import UNKNOWN, Card, Deck, Die

    def card(value: Mapping[str, Any]) -> Card:
        return Card(value["draw"], UNKNOWN if value["judge"] is None else value["judge"])

    gardens = zip(values["gardens"], values["plants"], values["ornaments"], strict=True)
    return {
        "player": values["player"],
        "turns": values["turns"],
        "trigger": values["trigger"],
        "todo": [data_of_step(one) for one in values["todo"]],
        "dice": [Die(die["space"], die["demand"]) for die in values["dice"]],
        **{key: list(values[key]) for key in ("bag", "market", "display", "piles", "orders", "board", "discards")},
        "drawn": values["drawn"],
        "decks": [Deck(deck["from"], list(deck["unseen"])) for deck in values["decks"]],
        **{key: list(values[key]) for key in ("money", "prestige", "awake")},
        "sheds": [list(shed) for shed in values["sheds"]],
        "hands": [[card(one) for one in hand] for hand in values["hands"]],
        "gossip": [None if one is None else card(one) for one in values["gossip"]],
        "gone": [[card(one) for one in cards] for cards in values["gone"]],
        **{key: [list(owned) for owned in values[key]] for key in ("fertilizers", "decorations", "done")},
        "gardens": [_garden(game, *parts) for parts in gardens],
    }


def _garden(game: Game, tiles: list[Any], plants: list[Any], ornaments: list[Any]) -> Garden:
    garden = Garden(game.box)
    for cell, tile, r in tiles:
        garden.lay(cell, tile, r)
    for square, type_, grown in plants:
        garden.plants[square] = Plant(type_, grown)
    for ornament, square, o in ornaments:
        garden.put(ornament, square, o)
    return garden
