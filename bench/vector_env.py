"""Many games at once: steps a second, by wall time and by processor time of all threads.

With random legal actions, drawn in the core, and no observations, for each game; promised on Gardens of Io and Bloom
Town: at least 1,000,000 steps a second a core. Then Connect Four against PettingZoo's connect_four (extra `bench`), in
one run and taking turns: both draw a random legal action from the mask and make the observation of the next player at
every step, cloche with masks and float32 tensors of 1,024 games in numpy arrays. Promised: at least 20 times the steps.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import cloche

ENVS = 1024
LEAST_SECONDS = 0.1  # of a measurement


def rates(work: Callable[[], int], rounds: int) -> tuple[float, float]:
    """Steps a second of wall time and of processor time, the best of some rounds each."""
    wall = processor = 0.0
    for _ in range(rounds):
        began, used = time.perf_counter(), time.process_time()
        steps = work()
        while time.process_time() - used < LEAST_SECONDS:
            steps += work()
        wall = max(wall, steps / (time.perf_counter() - began))
        processor = max(processor, steps / (time.process_time() - used))
    return wall, processor


def random_steps(envs: cloche.VectorEnv, count: int) -> int:
    envs.step_random(count)
    return count * envs.num_envs


def steps_with_observations(envs: cloche.VectorEnv, count: int, rng: np.random.Generator) -> int:
    """As a learner steps: masks and observations of every step, and actions chosen from the masks in Python."""
    for _ in range(count):
        masks = envs.action_masks
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        envs.step(actions)
        envs.observations()
    return count * envs.num_envs


def drawn_steps_with_observations(envs: cloche.VectorEnv, count: int) -> int:
    """The same with actions that the core draws."""
    for _ in range(count):
        envs.step(envs.random_actions())
        envs.observations()
        _ = envs.action_masks
    return count * envs.num_envs


def pettingzoo_steps(count: int, rng: np.random.Generator) -> int:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    done = 0
    while done < count:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[rng.integers(len(legal))])
            done += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*cloche.games(), "connect_four"], help="all gardens by default")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each measurement; the best counts")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()

    print(
        f"{'steps a second':<18} {'1 thread':>12} {'a core':>12} {f'{args.threads} threads':>12}   random legal actions"
    )
    for name in args.games:
        game = cloche.load(name)
        one, many = (cloche.VectorEnv(game, ENVS, threads=threads) for threads in (1, args.threads))
        wall, processor = rates(lambda one=one: random_steps(one, 200), args.rounds)  # type: ignore[misc]
        both, _ = rates(lambda many=many: random_steps(many, 200), args.rounds)  # type: ignore[misc]
        print(f"{name:<18} {wall:12,.0f} {processor:12,.0f} {both:12,.0f}", flush=True)

    envs, rng = cloche.VectorEnv(cloche.load("connect_four"), ENVS), np.random.default_rng(0)
    works: dict[str, Callable[[], int]] = {
        "pettingzoo": lambda: pettingzoo_steps(4_000, rng),
        "cloche, from masks": lambda: steps_with_observations(envs, 100, rng),
        "cloche, drawn": lambda: drawn_steps_with_observations(envs, 100),
    }
    best = dict.fromkeys(works, 0.0)
    for _ in range(args.rounds):
        for name, work in works.items():
            best[name] = max(best[name], rates(work, 1)[1])
    print("Connect Four with masks and observations, steps a second of processor time:")
    for name, rate in best.items():
        print(f"{name:<18} {rate:12,.0f} {rate / best['pettingzoo']:8.1f} times")


if __name__ == "__main__":
    main()
