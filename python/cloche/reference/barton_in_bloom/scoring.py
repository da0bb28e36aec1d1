"""Metrics, judges and scores (BN-26, BN-27, BN-39; D-6 and D-7); what things cost, and whether orders can be paid."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cloche.reference.barton_in_bloom.box import TYPES

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.position import Position

FEATURES = {"paved": "P", "lawn": "L", "pond": "W"}
FULL_SET = 3  # BN-26: different types on a tile


def metric(state: Position, player: int, name: str) -> int:
    """BN-26."""
    garden = state.gardens[player]
    kind, _, feature = name.partition("_")
    if kind == "largest":
        return garden.largest(FEATURES[feature])
    if name in FEATURES:
        return len(garden.uncovered(FEATURES[name]))
    if name.startswith("plants_of:"):
        return sum(plant.type == name[-1] for plant in garden.plants.values())
    match name:
        case "gnomes":
            return sum(state.game.box.ornaments[lying.ornament].gnomes for lying in garden.ornaments)
        case "ornaments":
            return len(garden.ornaments)
        case "plants":
            return len(garden.plants)
        case "plant_types":
            return len({plant.type for plant in garden.plants.values()})
        case "grown":
            return len(garden.standing(grown=True))
        case "harvested":
            return len(garden.standing(grown=False))
        case "tiles":
            return len(garden.tiles)
        case "complete":
            return garden.complete()
        case "beds":
            return len(garden.uncovered("F"))
        case "doubled_tiles":
            return sum(len(set(types)) < len(types) for types in garden.types_by_tile())
        case "full_sets":
            return sum(len(set(types)) >= FULL_SET for types in garden.types_by_tile())
        case "covered":
            return len(garden.covered)
    return _possession(state, player, name)


def _possession(state: Position, player: int, name: str) -> int:
    """What does not lie in the garden."""
    match name:
        case "orders":
            return len(state.done[player])
        case "decorations":
            return sum(state.decorations[player])
        case "fertilizers":
            return len(state.fertilizers[player])
        case "money":
            return state.money[player]
        case "shed":
            return sum(state.sheds[player])
        case "shed_types":
            return sum(tokens > 0 for tokens in state.sheds[player])
        case "judges_held":
            return len(state.hands[player])
    raise AssertionError(name)


def prizes(state: Position, judge: str) -> list[int]:
    """BN-27, D-7: what a judge gives each player now."""
    box = state.game.box
    criterion = box.judges[judge]
    counts = [metric(state, player, criterion.metric) for player in range(box.players)]
    if criterion.comparison is not None:
        at_least = criterion.comparison == ">="
        holds = [count >= criterion.value if at_least else count <= criterion.value for count in counts]
        return [box.judge_flat if one else 0 for one in holds]
    return [_ranked(list(box.judge_ranked), counts, count) for count in counts]


def _ranked(table: list[int], counts: list[int], count: int) -> int:
    """D-7: those tied share the prizes of the places they fill, rounded up."""
    if count == 0:
        return 0
    place = sum(other > count for other in counts)
    tied = counts.count(count)
    return -(-sum(table[place : place + tied]) // tied)


def ornament_prestige(state: Position, player: int, kind: str) -> int:
    """BN-39: what an ornament of a kind is worth in the garden as it is."""
    ornament = state.game.box.ornaments[kind]
    if ornament.metric is None:
        return ornament.prestige
    return ornament.prestige + ornament.points * metric(state, player, ornament.metric)


def scores(state: Position, viewer: int | None = None) -> list[int]:
    """BN-39, of each player; with a viewer without gossip that is hidden from them."""
    judges = [judge for judge in state.board if judge is not None]
    gossip = enumerate(state.gossip)
    judges += [card.judge for player, card in gossip if card is not None and viewer in (None, player)]
    given = [prizes(state, judge) for judge in judges]
    return [
        score_without_judges(state, player) + sum(prize[player] for prize in given)
        for player in range(state.game.players)
    ]


def score_without_judges(state: Position, player: int) -> int:
    """BN-39: garden, orders, prestige gained, ornaments, decorations."""
    box, garden = state.game.box, state.gardens[player]
    points = box.garden if garden.complete() >= box.end_tiles else 0
    points += sum(box.orders[order].prestige for order in state.done[player])
    points += state.prestige[player]
    points += sum(ornament_prestige(state, player, lying.ornament) for lying in garden.ornaments)
    sizes = zip(box.decorations.values(), state.decorations[player], strict=True)
    return points + sum(decoration.value(count) for decoration, count in sizes)


def ranks(state: Position, scores: list[int]) -> list[int]:
    """BN-40: by score, then by money."""
    places = list(zip(scores, state.money, strict=True))
    return [1 + sum(other > mine for other in places) for mine in places]


def lead_by(state: Position, judge: str, player: int) -> int:
    """The own prize by a judge, less the highest of another player."""
    given = prizes(state, judge)
    return given[player] - max(prize for other, prize in enumerate(given) if other != player)


# Costs


def surcharge(each: int, count: int) -> int:
    """BN-18: what so many things cost in all."""
    return each * count * (count - 1) // 2


def next_surcharge(each: int, count: int) -> int:
    """What one more thing costs after so many: BN-62, BN-63, BN-65."""
    return surcharge(each, count + 1) - surcharge(each, count)


def is_payable(icons: str, shed: Counter[str]) -> bool:
    """D-9: whether the tokens reach for these icons."""
    return 2 * len(icons) - matching(icons, shed) <= shed.total()


def matching(icons: str, shed: Counter[str]) -> int:
    """D-9: icons that have a token of their own type."""
    return sum(min(icons.count(type_), shed[type_]) for type_ in TYPES)
