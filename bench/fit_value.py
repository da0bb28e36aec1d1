"""Fits the linear values of the five games (seeds/search.md, M-81) on games of `Mcts` against itself.

For each number of players: games of a searching player, in which some moves are drawn by prior weight instead, so that
positions differ; of every decision node the features of each player, and by how much their score grew until the end.
Points to come are fitted by least squares, with a little weight on small weights; the lead is the one for which shares
come closest to those of the ends. Prints how much of the growth is explained, and with --write puts the entries into
seeds/<game>/weights.toml in place of those there.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import cloche
from cloche import registry
from cloche.reference.base import ReferenceState

DRAWN = 0.15  # share of the moves that are drawn
RIDGE = 1e-4  # a share of the positions
LEADS = np.geomspace(0.5, 200, 60)
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """What one game tells; the second axis is the player."""

    features: Numbers  # (positions, players, features)
    scores: Numbers  # (positions, players)
    final: Numbers  # (players,)
    share: Numbers  # (players,) of the win; of scores where none is won
    rival: float  # the score to beat alone, where there is one


def rival_score(game: cloche.Game, state: cloche.State) -> float:
    """M-32; 0 where nobody is to be beaten."""
    if game.players > 1 or game.backend.shared_return:
        return 0.0
    twin = cloche.load(game.name, players=1, implementation="reference").state_from_dict(state.to_dict()).backend
    assert isinstance(twin, ReferenceState)
    return float(twin.rival_score())


def play(name: str, players: int, simulations: int, seed: int) -> Sample:
    """One game."""
    game = cloche.load(name, players=players)
    rng = cloche.Rng(seed, 77)
    bot = cloche.Mcts(game, seed=seed, limits=cloche.Limits(simulations=simulations))
    state = game.new_initial_state(seed=seed)
    features, scores = [], []
    rival = rival_score(game, state)
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(rng)
            continue
        backend = state.backend
        features.append([backend.features(p) for p in range(players)])
        scores.append(backend.scores())
        legal = state.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        elif rng.uniform() < DRAWN:
            weights = backend.prior()
            drawn = rng.below(sum(weights))
            action = legal[int(np.searchsorted(np.cumsum(weights), drawn, side="right"))]
        else:
            action = bot.act(state)
        state.apply_action(action)
    n = players
    returns = np.array(state.returns())
    share = (returns + 1) / 2 if n == 1 else (returns * (n - 1) + 1) / n
    return Sample(np.array(features), np.array(scores, float), np.array(state.backend.scores(), float), share, rival)


@dataclass(frozen=True)
class Fit:
    """One entry of the table `value`."""

    players: int
    lead: float
    bias: float
    weights: tuple[float, ...]
    explained: float  # share of the variance of the growth
    loss: float  # mean square of the error of the share
    plain_loss: float  # the same by M-4

    def __str__(self) -> str:
        weights = ", ".join(f"{weight:g}" for weight in self.weights)
        return (
            f"[[value]]\nplayers = {self.players}\nlead = {self.lead:g}\nbias = {self.bias:g}\nweights = [{weights}]\n"
        )


def shares_of(expected: Numbers, rival: Numbers, lead: float) -> Numbers:
    """M-82."""
    if expected.shape[1] == 1:
        ahead = expected - rival[:, None]
        return 0.5 + 0.5 * ahead / (lead + np.abs(ahead))
    best = np.stack([np.delete(expected, p, 1).max(1) for p in range(expected.shape[1])], 1)
    squashed = 0.5 + 0.5 * (expected - best) / (lead + np.abs(expected - best))
    return squashed / squashed.sum(1, keepdims=True)


def fit(players: int, samples: Sequence[Sample], scale: float, *, shared: bool) -> Fit:
    """The best bias, weights and lead."""
    x = np.concatenate([s.features.reshape(-1, s.features.shape[2]) for s in samples])
    grown = np.concatenate([(s.final - s.scores).reshape(-1) for s in samples])
    deviation = x.std(0)
    used = deviation > 0
    normal = (x[:, used] - x[:, used].mean(0)) / deviation[used]
    mean = grown.mean()
    gram = normal.T @ normal + RIDGE * len(x) * np.eye(normal.shape[1])
    weights = np.zeros(x.shape[1])
    weights[used] = np.linalg.solve(gram, normal.T @ (grown - mean)) / deviation[used]
    weights = np.round(weights, 3)
    bias = round(float(mean - x.mean(0) @ weights), 3)
    error = grown - x @ weights - bias
    expected = np.concatenate([s.scores + s.features @ weights + bias for s in samples])
    now = np.concatenate([s.scores for s in samples])
    share = np.concatenate([np.tile(s.share, (len(s.scores), 1)) for s in samples])
    rival = np.concatenate([np.full(len(s.scores), s.rival) for s in samples])

    def loss(scores: Numbers, lead: float) -> float:
        return float(np.mean((shares_of(scores, rival, lead) - share) ** 2))

    lead = scale if shared else float(f"{min(LEADS, key=partial(loss, expected)):.3g}")
    losses = (0.0, 0.0) if shared else (loss(expected, lead), loss(now, scale))
    return Fit(players, lead, bias, tuple(map(float, weights)), 1 - float(error.var() / grown.var()), *losses)


def write(name: str, fits: Sequence[Fit]) -> None:
    """Puts entries in place of those of the weight file."""
    path = Path(__file__).parent.parent / "seeds" / name / "weights.toml"
    text = re.sub(r"\n*(# Points still to come.*\n)?\[\[value\]\][\s\S]*\Z", "\n", path.read_text())
    head = "# Points still to come, linear in the features (seeds/search.md, M-81); made by bench/fit_value.py.\n"
    path.write_text(text.rstrip("\n") + "\n\n" + head + "\n".join(map(str, fits)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=cloche.games(), help="which games; all")
    parser.add_argument("--count", type=int, default=500, help="games a number of players")
    parser.add_argument("--simulations", type=int, default=50, help="of each move")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.games:
            fits = []
            fewest, most = registry.entry(name).players
            for players in range(fewest, most + 1):
                start = time.perf_counter()
                seeds = range(args.seed, args.seed + args.count)
                samples = list(pool.map(partial(play, name, players, args.simulations), seeds, chunksize=4))
                backend = cloche.load(name, players=players).backend
                fits.append(fit(players, samples, backend.margin_scale, shared=backend.shared_return))
                print(
                    f"{name}, {players} players: {len(samples)} games in {time.perf_counter() - start:.0f} s, explains"
                    f" {fits[-1].explained:.2f} of what scores grow by; square error of shares {fits[-1].loss:.3f},"
                    f" by the scores alone {fits[-1].plain_loss:.3f}; lead {fits[-1].lead:g}",
                    flush=True,
                )
            if args.write:
                write(name, fits)


if __name__ == "__main__":
    main()
