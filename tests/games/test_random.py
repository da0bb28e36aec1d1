"""Random choices: R-1 to R-9 of seeds/random.md. The numbers were worked out from the page alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cloche
from cloche.implementation import checked, generator

Make = Callable[..., Any]


@pytest.fixture
def rng(implementation: str) -> Make:
    """The class of the generator of an implementation."""
    return generator(checked(implementation))


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((0,), (0x53175D61490B23DF, 0x61DA6F3DC380D507, 0x5C0FDF91EC9A7BFC, 0x02EEBF8C3BBE5E1A)),
        ((1,), (0xCFC5D07F6F03C29B, 0xBF424132963FE08D, 0x19A37D5757AAF520, 0xBF08119F05CD56D6)),
        ((7, 1), (0x9803962FB4DEBFBD, 0xDBBDDE284FE70B66, 0x46BB216EEE4406A7, 0x440B2E8782A86B7B)),
        ((7, 4, 0), (0x2745F49A72F93E41, 0x03F95F3A57CD1CD7, 0xFCA31DBFD4D1F200, 0x202606049F5F5F7B)),
        ((7, 4, 1), (0x49308709381207E5, 0xE65699A59B19ACD6, 0x9C605E2A1068C862, 0xBA043D7696054CE7)),
        ((7, 1, 4), (0xCB2BEDE8B369B080, 0x0CEA2B0999B91BF5, 0xDA02F7E7BE5F0E3D, 0x72A1A869ED4BFF94)),
        ((7, 0), (0x6F7116ECA9158329, 0xD3CCF23BCE6CBF5C, 0xDFCF95FF0A9C24B7, 0x3CCC435FD2FEF7F7)),
        ((2**63, 2**64 - 1), (0x3971B088E2C02D40, 0xB354CB4CDF906698, 0xE43D7E7435D14CA2, 0x199FF462DA11DC81)),
    ],
)
def test_r_1_to_r_3_the_words_of_seeds_and_streams(rng: Make, keys: tuple[int, ...], words: tuple[int, ...]) -> None:
    # The words of seed 0 are also those of other programs with xoshiro256++ seeded by SplitMix64.
    stream = rng(*keys)
    assert tuple(stream.next() for _ in words) == words


def test_r_2_seeds_are_taken_modulo_2_to_the_64(rng: Make) -> None:
    assert rng(2**64 + 7, 1).next() == 0x9803962FB4DEBFBD
    assert rng(7, 2**64 + 1).next() == 0x9803962FB4DEBFBD
    assert rng(-1).next() == 0x56CCF8CE948E27B2


def test_r_4_numbers_below_a_bound(rng: Make) -> None:
    stream = rng(42)
    assert [stream.below(10) for _ in range(20)] == [8, 3, 9, 7, 7, 5, 1, 6, 2, 9, 5, 8, 6, 0, 4, 5, 2, 0, 5, 4]


def test_r_4_a_word_that_would_favour_a_number_is_refused(rng: Make) -> None:
    # One of the first seven words is refused for so large a bound.
    stream = rng(0)
    numbers = [1045530120, 1231278957, 1158408108, 1595376560, 66245273, 2761387157]
    assert [stream.below(3 * 2**30) for _ in numbers] == numbers


def test_r_4_a_bound_of_1_uses_a_word(rng: Make) -> None:
    stream = rng(5)
    assert stream.below(1) == 0
    assert stream.next() == 11279066388131595750


@pytest.mark.parametrize("bound", [0, -1, 2**32])
def test_r_4_other_bounds_are_refused(rng: Make, bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        rng(5).below(bound)


def test_r_5_shuffle(rng: Make) -> None:
    items = list(range(10))
    rng(9).shuffle(items)
    assert items == [2, 8, 4, 7, 9, 0, 6, 1, 3, 5]


def test_r_6_uniform_numbers(rng: Make) -> None:
    stream = rng(3)
    numbers = ["0x1.a57d7237232d0p-5", "0x1.4bbbd93edc60dp-1", "0x1.bbe94484d1c7cp-1"]
    assert [stream.uniform().hex() for _ in numbers] == numbers


def test_r_7_the_deal_of_a_seed(implementation: str) -> None:
    two = cloche.load("gardens_of_io", implementation=implementation).new_initial_state(seed=7).to_dict()
    assert two["reserves"] == [[2, 7, 6, 4, 3, 5], [6, 3, 3, 5, 7, 3]]
    assert two["bag"] == [2, 0, 1, 1, 0, 2]
    five = cloche.load("gardens_of_io", 5, implementation=implementation).new_initial_state(seed=7).to_dict()
    assert five["reserves"] == [
        [2, 4, 1, 3, 0, 1],
        [0, 1, 2, 1, 3, 4],
        [3, 2, 3, 0, 2, 1],
        [2, 1, 1, 2, 3, 2],
        [1, 2, 3, 3, 2, 0],
    ]


def test_r_7_chance_may_be_drawn_from_a_generator_of_the_caller(implementation: str) -> None:
    game = cloche.load("gardens_of_io", implementation=implementation)
    state = game.new_initial_state()
    state.resolve_chance(cloche.Rng(7, 1))
    assert state == game.new_initial_state(seed=7)
    assert state != game.new_initial_state(seed=8)


@pytest.mark.parametrize(
    ("name", "options", "count", "seed", "plies", "mean"),
    [
        ("nim", {}, 100, 3, 769, 0.02),
        ("tic_tac_toe", {}, 100, 0, 759, 0.37),
        ("pig", {"target": 20}, 50, 11, 1523, 0.12),
        ("pig", {"target": 5, "coin": True}, 50, 11, 2965, 0.04),
    ],
)
def test_r_8_and_r_9_random_playouts(
    implementation: str, name: str, options: dict[str, Any], count: int, seed: int, plies: int, mean: float
) -> None:
    game = cloche.load(name, options=options, implementation=implementation)
    summary = game.random_playouts(count, seed=seed)
    assert (summary.count, summary.plies, summary.returns) == (count, plies, (mean, -mean))
