"""Best responses and an equilibrium of two players (seeds/search.md, V-10 to V-12)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from cloche.reference.best_play import CLOSE
from cloche.reference.information import Information, Strategy, Tree, TreeNode
from cloche.reference.purse import Purse

AVERAGE_POWER = 5
FIRST_LOOK = 8  # rounds before the first look at how good the average is; each later one comes after an eighth more


@dataclass(frozen=True)
class Found:
    """What is known of a game."""

    values: list[float]
    strategy: Strategy
    exploitability: float


def best_response(tree: Tree) -> Found:
    """V-11."""
    response = Response(tree, 0, {}, close=CLOSE)
    return Found([response.value], response.strategy, 0.0)


def equilibrium(tree: Tree, tolerance: float, purse: Purse) -> Found:
    """V-12, by a variant of CFR+ that closes in fast enough for plain Python."""
    regrets = Regrets(tree)
    rounds, look = 0, FIRST_LOOK
    while True:
        purse.look()
        rounds += 1
        regrets.play(rounds)
        if rounds < look:
            continue
        look = rounds + max(1, rounds // 8)
        strategy = regrets.average()
        first, second = (Response(tree, player, strategy).value for player in (0, 1))
        exploitability = (first + second) / 2
        if exploitability <= tolerance:
            value = (first - second) / 2
            return Found([value, -value], strategy, max(0.0, exploitability))


class Response:
    """V-10: the best response of a player to the strategy of the others.

    Of actions that are worth as much, but for `close`, it takes the first.
    """

    def __init__(self, tree: Tree, player: int, strategy: Strategy, close: float = 0.0) -> None:
        self._player = player
        self._close = close
        self._others = strategy
        self._nodes: dict[Information, list[tuple[TreeNode, float]]] = defaultdict(list)
        self._taken: dict[Information, int] = {}  # places of actions
        self._find(tree.root, 1.0)
        for information in reversed(tree.of(player)):  # what comes later is settled first
            self._taken[information] = self._best(information)
        self.value = self._worth(tree.root)
        self.strategy: Strategy = {
            information: [float(place == taken) for place in range(len(information.actions))]
            for information, taken in self._taken.items()
        }

    def _find(self, node: TreeNode, reach: float) -> None:
        """Notes the nodes of each information state with the chances that the others and nature come there."""
        information = node.information
        if information is not None and information.player == self._player:
            self._nodes[information].append((node, reach))
            for child in node.children:
                self._find(child, reach)
            return
        for chance, child in zip(self._chances(node), node.children, strict=True):
            self._find(child, reach * chance)

    def _chances(self, node: TreeNode) -> list[float]:
        return node.chances if node.information is None else self._others[node.information]

    def _best(self, information: Information) -> int:
        """The place of the first best action."""
        nodes = self._nodes[information]
        worth = [
            sum(reach * self._worth(node.children[place]) for node, reach in nodes)
            for place in range(len(information.actions))
        ]
        least = max(worth) - self._close * sum(reach for _, reach in nodes)
        return next(place for place, value in enumerate(worth) if value >= least)

    def _worth(self, node: TreeNode) -> float:
        """To the player, where their later decisions are settled."""
        if not node.children:
            return node.returns[self._player]
        if node.information is not None and node.information.player == self._player:
            return self._worth(node.children[self._taken[node.information]])
        return sum(
            chance * self._worth(child)
            for chance, child in zip(self._chances(node), node.children, strict=True)
            if chance > 0
        )


class Regrets:
    """Predictive CFR+ (Farina, Kroer, Sandholm 2021): as CFR+, each player in turn, but a strategy is matched to the
    regrets as they will be if the next round brings what the last one did; averages are weighted by a power of the
    number of the round.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._regrets = {information: [0.0] * len(information.actions) for information in tree.informations}
        self._sums = {information: [0.0] * len(information.actions) for information in tree.informations}
        self._strategy: Strategy = {information: matched(self._regrets[information]) for information in self._regrets}

    def play(self, number: int) -> None:
        """A round: each player learns from the other's present strategy."""
        for player in (0, 1):
            gains = {information: [0.0] * len(information.actions) for information in self._tree.of(player)}
            self._walk(self._tree.root, player, 1.0, gains)
            reach = self._tree.reach(self._strategy)
            for information, found in gains.items():
                self._learn(information, found, number**AVERAGE_POWER * reach[information])

    def _learn(self, information: Information, found: list[float], weight: float) -> None:
        """From what each action would have brought; the strategy of the round goes into the average with `weight`."""
        played = self._strategy[information]
        self._sums[information] = [
            total + weight * share for total, share in zip(self._sums[information], played, strict=True)
        ]
        mean = sum(share * gain for share, gain in zip(played, found, strict=True))
        news = [gain - mean for gain in found]
        self._regrets[information] = positive_sums(self._regrets[information], news)
        self._strategy[information] = matched(positive_sums(self._regrets[information], news))

    def _walk(self, node: TreeNode, player: int, reach: float, gains: dict[Information, list[float]]) -> float:
        """What the node is worth to the player; `reach` is the chance that the other and nature come there.

        Adds to `gains` what each action brings, times that chance.
        """
        if not node.children:
            return node.returns[player]
        information = node.information
        if information is None:
            shares = node.chances
        else:
            shares = self._strategy[information]
            if information.player == player:
                values = [self._walk(child, player, reach, gains) for child in node.children]
                for place, value in enumerate(values):
                    gains[information][place] += reach * value
                return sum(share * value for share, value in zip(shares, values, strict=True))
        return sum(
            share * self._walk(child, player, reach * share, gains)
            for share, child in zip(shares, node.children, strict=True)
        )

    def average(self) -> Strategy:
        """The strategy that comes close to an equilibrium."""
        return {information: matched(sums) for information, sums in self._sums.items()}


def positive_sums(one: list[float], other: list[float]) -> list[float]:
    """Sums of two rows of numbers, 0 where they are below it."""
    return [max(0.0, a + b) for a, b in zip(one, other, strict=True)]


def matched(numbers: list[float]) -> list[float]:
    """Probabilities in proportion to numbers from 0; all alike where all are 0."""
    total = sum(numbers)
    return [number / total for number in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)
