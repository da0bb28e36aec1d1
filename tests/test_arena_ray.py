"""Matches and self-play on a Ray cluster, here one of this machine: the same results as everywhere else."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import cloche
from cloche import arena, selfplay
from cloche.arena import match
from cloche.jobs import WorkerDied, in_order_on_ray

ray: Any = pytest.importorskip("ray", reason="the extra ray is not installed")

pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning"
)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        yield
        ray.shutdown()


def test_a_match_is_the_same_as_in_one_process() -> None:
    game = cloche.load("gardens_of_io", 3)
    bots = ["mcts:20", "greedy", "random"]
    assert match(game, bots, blocks=5, seed=3, ray=True) == match(game, bots, blocks=5, seed=3)


def test_self_play_makes_the_same_files(tmp_path: Path) -> None:
    for name, on_ray in (("here", False), ("cluster", True)):
        selfplay.play(cloche.load("leduc_poker"), tmp_path / name, bot="mcts:8", games=5, shard_games=2, ray=on_ray)
    here, cluster = (sorted((tmp_path / name).iterdir()) for name in ("here", "cluster"))
    assert [path.name for path in here] == [path.name for path in cluster]
    assert [path.read_bytes() for path in here] == [path.read_bytes() for path in cluster]


def test_a_test_ends_at_the_same_block() -> None:
    game, test = cloche.load("gardens_of_io"), arena.Sprt(0, 200)
    arguments: dict[str, Any] = {"blocks": 400, "seed": 3, "sprt": test}
    assert match(game, ["greedy", "random"], ray=True, **arguments) == match(game, ["greedy", "random"], **arguments)


def test_a_flag_ends_searches_without_end() -> None:
    stop = cloche.StopFlag()
    Timer(2, stop.set).start()
    result = match(cloche.load("gardens_of_io"), ["mcts:seconds=1000", "random"], blocks=9, ray=True, stop=stop)
    assert (result.blocks, result.ended_by) == (0, "stop")
    assert match(cloche.load("nim"), ["random", "random"], blocks=2, ray=True).blocks == 2  # processors are free again


def test_a_cluster_that_was_there_before_stays() -> None:
    match(cloche.load("nim"), ["random", "random"], blocks=1, ray=True)
    assert ray.is_initialized()


def test_an_error_comes_as_it_was_raised() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(in_order_on_ray(int, ["1", "x"]))


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(WorkerDied, match="a worker of the Ray cluster died"):
        list(in_order_on_ray(os._exit, [3]))
