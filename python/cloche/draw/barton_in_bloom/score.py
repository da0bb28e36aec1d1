"""What players have by BN-39, of what a picture shows: gossip that it does not show counts for nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from .box import SIZES, Box
from .garden import Garden


def metric_of(name: str, data: Mapping[str, Any], box: Box, garden: Garden, player: int) -> int:
    """A metric of BN-26."""
    word, _, kind = name.partition(":")
    plants = list(garden.plants.values())
    by_tile = garden.types_by_tile()
    match word:
        case "gnomes":
            return sum(box.ornaments[ornament].gnomes for ornament in garden.ornaments)
        case "ornaments":
            return len(garden.ornaments)
        case "plants":
            return len(plants)
        case "plants_of":
            return sum(found == kind for found, _ in plants)
        case "plant_types":
            return len({found for found, _ in plants})
        case "grown":
            return sum(grown for _, grown in plants)
        case "harvested":
            return sum(not grown for _, grown in plants)
        case "tiles":
            return len(garden.tiles)
        case "complete":
            return len(garden.complete())
        case "beds" | "paved" | "lawn" | "pond":
            return len(garden.seen({"beds": "F", "paved": "P", "lawn": "L", "pond": "W"}[word]))
        case "largest_paved" | "largest_lawn" | "largest_pond":
            groups = garden.groups({"paved": "P", "lawn": "L", "pond": "W"}[word.removeprefix("largest_")])
            return max((len(group) for group in groups), default=0)
        case "doubled_tiles":
            return sum(len(set(types)) < len(types) for types in by_tile)
        case "full_sets":
            return sum(len(set(types)) >= 3 for types in by_tile)
        case "covered":
            return len(garden.covered)
        case "orders":
            return len(data["done"][player])
        case "decorations":
            return sum(data["decorations"][player])
        case "fertilizers":
            return len(data["fertilizers"][player])
        case "money":
            return int(data["money"][player])
        case "shed":
            return sum(data["sheds"][player])
        case "shed_types":
            return sum(count > 0 for count in data["sheds"][player])
    return len(data["hands"][player])  # judges_held


def _prizes(metrics: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """BN-27: the prizes of a ranked judge."""
    found = []
    for metric in metrics:
        place = sum(other > metric for other in metrics)
        tied = metrics.count(metric)
        total = sum(prizes[place : place + tied])
        found.append(-(-total // tied) if metric else 0)
    return found


def _decoration(row: Mapping[str, Any], count: int) -> int:
    steps: Sequence[int] = row["prestige"]
    table = steps[min(count, len(steps)) - 1] if count and steps else 0
    return int(table + row["each"] * max(0, count - len(steps)))


def scores_of(data: Mapping[str, Any], box: Box, gardens: Sequence[Garden]) -> list[int]:
    """The score of each player, as far as the data shows it."""
    players = range(len(gardens))
    found = [int(number) for number in data["prestige"]]
    gossip = [card["judge"] for card in data["gossip"] if card is not None and card["judge"] is not None]
    for name in [*(judge for judge in data["board"] if judge is not None), *gossip]:
        judge = box.judges[name]
        metrics = [metric_of(judge.metric, data, box, gardens[player], player) for player in players]
        if judge.op is None or judge.value is None:
            prizes = _prizes(metrics, box.judge_ranked)
        else:
            above = judge.op == ">="
            prizes = [
                box.judge_flat * (metric >= judge.value if above else metric <= judge.value) for metric in metrics
            ]
        found = [score + prize for score, prize in zip(found, prizes, strict=True)]
    for player in players:
        garden = gardens[player]
        found[player] += box.garden_prestige * (len(garden.complete()) >= box.end_tiles)
        found[player] += sum(box.orders[order].prestige for order in data["done"][player])
        for ornament in garden.ornaments:
            entry = box.ornaments[ornament]
            found[player] += entry.prestige
            if entry.per is not None:
                found[player] += entry.per[1] * metric_of(entry.per[0], data, box, garden, player)
        for size, count in zip(SIZES, data["decorations"][player], strict=True):
            found[player] += _decoration(box.decorations[size], count)
    return found
