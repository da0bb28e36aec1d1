"""How games of Barton in Bloom go, for whoever changes the numbers of its component file.

Length, scores and where they come from, money, and how often each part of the box is used.

Games are played by equal bots of middling strength: greedy, but one decision in so many is drawn by the weights of the
prior. Any other player can take their place, such as `mcts:100`, for fewer games.
"""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from statistics import mean, quantiles
from typing import Any, cast

import cloche
from cloche.jobs import in_order
from cloche.opponents import BotSpec
from cloche.reference.barton_in_bloom import scoring
from cloche.reference.barton_in_bloom.box import DECORATIONS, FERTILIZERS
from cloche.reference.barton_in_bloom.rules import State as ReferenceState

NAME = "barton_in_bloom"
SWAYS = 8  # one decision in so many is drawn by weight
STREAM = 8  # of these bots; the keys of a deal follow
PLANNED_TURNS = (18, 40)
SELDOM, MOSTLY = 0.01, 0.99  # shares of games in which a part is used that are worth a look
SOURCES = ("garden", "judges", "gossip", "orders", "prestige", "ornaments", "decorations")
CURVE = (1, 5, 10, 15, 20, 25, 30, 40, 50, 60)  # own turns at which money is looked at


@dataclass(frozen=True)
class Played:
    """One game. Uses are named `kind:part`, such as `ornament:bench`."""

    turns: float  # of each player
    decisions: int
    by_trigger: bool
    scores: list[int]
    shares: list[float]
    points: list[dict[str, int]]  # of each player by source
    money: dict[int, list[int]]  # at the start of own turns
    used: Counter[str]


class Swaying:
    """Greedy, but for one decision in SWAYS."""

    def __init__(self, deal: int) -> None:
        self.rng = cloche.Rng(deal, STREAM)

    def act(self, state: cloche.State) -> int:
        """A decision."""
        actions, weights = state.legal_actions(), state.prior()
        if self.rng.below(SWAYS):
            return actions[weights.index(max(weights))]
        drawn = self.rng.below(sum(weights))
        for action, weight in zip(actions, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return action
        raise AssertionError("the number drawn is below the sum of the weights")


def play(players: int, bot: str, deal: int) -> Played:
    """A game by the number of its deal."""
    game = cloche.load(NAME, players)
    seats: list[Any] = [Swaying(deal)] * players
    if bot != "swaying":
        seats = [BotSpec.parse(bot).make(game, seed=deal * players + seat) for seat in range(players)]
    state, chance = game.new_initial_state(), cloche.Rng(deal, 1)
    used: Counter[str] = Counter()
    money: dict[int, list[int]] = defaultdict(list)
    turn, decisions = -1, 0
    while True:
        state.resolve_chance(chance)
        if state.is_terminal():
            break
        data, mover = state.to_dict(), state.current_player()
        if data["turns"] is not None and data["turns"] != turn:
            turn = data["turns"]
            money[turn // players + 1].append(data["money"][mover])
        action = seats[mover].act(state)
        text = state.action_to_string(action)
        if data["phase"] in ("turn", "after", "notice", "setup_choice", "setup_gift"):
            used[name_of(text)] += 1
        state.apply_action(action)
        decisions += 1
    return ended(state, decisions, money, used)


def name_of(text: str) -> str:
    """What a decision is counted as: dice by their space, own or not."""
    die, arrow, space = text.partition(">")
    if not arrow:
        return text if ":" in text else f"turn:{text}"
    where = "" if space in ("mow", "judge", "rest") else " own" if is_own(die, space) else " black"
    return f"die:{space}{where}"


def is_own(die: str, space: str) -> bool:
    """Whether a specialist is at its own action."""
    return "HLPS".index(die) == ("harvest", "landscape", "purchase", "sell").index(space)


def ended(state: cloche.State, decisions: int, money: dict[int, list[int]], used: Counter[str]) -> Played:
    """What is to be said of the end of a game."""
    data, players = state.to_dict(), state.game.players
    judges = Counter(f"played:{judge}" for judge in data["board"] if judge is not None)
    judges.update(f"gossip:{card['judge']}" for card in data["gossip"] if card is not None)
    for player in range(players):
        used.update(f"ornament:{kind}" for kind, _, _ in data["ornaments"][player])
        used.update(f"fertilizer:{kind}" for kind in data["fertilizers"][player])
        used.update(f"order:{order[0]}" for order in data["done"][player])
        used.update({f"decoration:{size}": n for size, n in zip(DECORATIONS, data["decorations"][player], strict=True)})
    ranks = state.ranks()
    return Played(
        turns=data["turns"] / players,
        decisions=decisions,
        by_trigger=data["trigger"] is not None,
        scores=state.scores(),
        shares=[(rank == 1) / ranks.count(1) for rank in ranks],
        points=points_of(state),
        money=dict(money),
        used=used + judges,
    )


def points_of(state: cloche.State) -> list[dict[str, int]]:
    """BN-39, by source."""
    reference = cloche.load(NAME, state.game.players, state.game.options, implementation="reference")
    end = cast(ReferenceState, reference.state_from_dict(state.to_dict()).backend)
    box = end.game.box
    prizes = {
        "judges": [scoring.prizes(end, judge) for judge in end.board if judge is not None],
        "gossip": [scoring.prizes(end, card.judge) for card in end.gossip if card is not None],
    }
    found = []
    for player, garden in enumerate(end.gardens):
        sizes = zip(box.decorations.values(), end.decorations[player], strict=True)
        found.append(
            {
                "garden": box.garden if garden.complete() >= box.end_tiles else 0,
                **{source: sum(prize[player] for prize in given) for source, given in prizes.items()},
                "orders": sum(box.orders[order].prestige for order in end.done[player]),
                "prestige": end.prestige[player],
                "ornaments": sum(scoring.ornament_prestige(end, player, lying.ornament) for lying in garden.ornaments),
                "decorations": sum(decoration.value(count) for decoration, count in sizes),
            }
        )
    assert [sum(points.values()) for points in found] == state.scores()
    return found


# The report


@dataclass
class Report:
    """All games of one number of players."""

    players: int
    games: list[Played] = field(default_factory=list)

    def lines(self) -> Iterable[str]:
        """As text."""
        games = self.games
        turns = [game.turns for game in games]
        low, high = PLANNED_TURNS
        planned = mean(low <= number <= high for number in turns)
        yield f"{self.players} players, {len(games)} games"
        yield f"  turns a player   {spread(turns)}; {planned:.0%} within {low} to {high}"
        yield f"  decisions a game {spread([game.decisions for game in games])}"
        yield f"  ended by six complete tiles: {mean(game.by_trigger for game in games):.0%}"
        yield f"  scores           {spread([score for game in games for score in game.scores])}"
        yield f"  won by           {spread([lead(game.scores) for game in games])}"
        seats = [mean(game.shares[seat] for game in games) for seat in range(self.players)]
        yield f"  win share by seat {', '.join(f'{share:.2f}' for share in seats)}; {1 / self.players:.2f} is fair"
        total = mean(sum(game.scores) for game in games)
        parts = {source: mean(sum(p[source] for p in game.points) for game in games) for source in SOURCES}
        yield f"  points           {', '.join(f'{source} {part / total:.0%}' for source, part in parts.items())}"
        yield f"  money at turn    {', '.join(self.curve())}"
        yield "  uses a game, and in how many of the games"
        for kind, names in parts_of_box().items():
            uses = ", ".join(self.use(f"{kind}:{name}") for name in names)
            yield textwrap.fill(f"{kind}: {uses}", 116, initial_indent="    ", subsequent_indent="      ")
        parts_named = [f"{kind}:{name}" for kind, names in parts_of_box().items() for name in names]
        often = {part: self.often(part) for part in parts_named}
        seldom = [part for part, share in often.items() if share < SELDOM]
        mostly = [part for part, share in often.items() if share > MOSTLY]
        yield f"  in less than {SELDOM:.0%} of the games: {', '.join(seldom) or 'none'}"
        yield f"  in more than {MOSTLY:.0%}: {', '.join(mostly) or 'none'}"

    def curve(self) -> Iterable[str]:
        """Mean money at the start of some own turns."""
        for turn in CURVE:
            found = [pounds for game in self.games for pounds in game.money.get(turn, [])]
            if found:
                yield f"{turn}: £{mean(found):.0f}"

    def often(self, part: str) -> float:
        """The share of games in which it is used."""
        return mean(game.used[part] > 0 for game in self.games)

    def use(self, part: str) -> str:
        """Of one part."""
        return f"{part.partition(':')[2]} {mean(game.used[part] for game in self.games):.2f} {self.often(part):.0%}"


def spread(numbers: Iterable[float]) -> str:
    """Mean, and where the middle nine tenths lie."""
    listed = list(numbers)
    cuts = quantiles(listed, n=20) if len(listed) > 1 else listed * 19
    return f"{mean(listed):.1f} ({cuts[0]:.0f} to {cuts[-1]:.0f})"


def lead(scores: list[int]) -> int:
    """Of the first over the second."""
    first, second, *_ = sorted(scores, reverse=True)
    return first - second


def parts_of_box() -> Mapping[str, list[str]]:
    """All that is counted."""
    box = cast(dict[str, Any], cloche.load(NAME).components)
    judges = [row["id"] for row in box["judge"]]
    specialists = [row["action"] for row in box["specialist"]]
    return {
        "die": ["mow", "judge", "rest", *(f"{action} {where}" for action in specialists for where in ("own", "black"))],
        "gardener": [text.partition(":")[2] for text in gardener_texts()],
        "ornament": [row["id"] for row in box["ornament"]],
        "fertilizer": list(FERTILIZERS),
        "decoration": list(DECORATIONS),
        "order": [row["id"][0] for row in box["order_deck"]],
        "notice": ["1", "2", "3", "4", "5"],
        "setup": ["judge", "money", "plant", "flower"],
        "played": judges,
        "gossip": judges,
        "favour": judges,
    }


def gardener_texts() -> list[str]:
    """Of the actions table."""
    words = "mow judge regrow harvest tile plant flowers ornament flower-sale orders large medium small"
    return [f"gardener:{word}" for word in words.split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[NAME])
    parser.add_argument("--games", type=int, default=1000, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--bot", default="swaying", help="or a player as `cloche match` takes them")
    parser.add_argument("--seed", type=int, default=0, help="number of the first deal")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    bot = f"greedy, one decision in {SWAYS} by weight" if args.bot == "swaying" else args.bot
    print(f"{NAME}, components {cloche.load(NAME).components_digest[:8]}, {bot}")
    for players in args.players:
        deals = range(args.seed, args.seed + args.games)
        report = Report(players, list(in_order(partial(play, players, args.bot), deals, args.jobs)))
        print("\n".join(report.lines()), flush=True)


if __name__ == "__main__":
    main()
