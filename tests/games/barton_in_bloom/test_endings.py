"""Which nodes are solvable endings: E-1 to E-5."""

from __future__ import annotations

from typing import Any

import pytest

import cloche
from cloche.players import FlatMonteCarlo, Mcts
from cloche.report import Limits

from .barton import DEFAULT_BOX, at, box, step
from .bases import BASES

JUDGES = [row["id"] for row in DEFAULT_BOX["judge"]]


def last(implementation: str, name: str | None = None, **rest: Any) -> cloche.State:
    """A node of the last turn of player 0: player 1 has triggered the end with its one complete tile."""
    here: dict[str, Any] = {
        "turns": 10,
        "trigger": 1,
        "components": box(scoring={"end_tiles": 1}),
        "gardens": ["3,3:t23", "3,3:t02"],
    }
    base = dict(BASES[name]) if name else {}
    planted = [*(rest.get("plants_of") or base.get("plants_of") or [""]), "R@9,11 R@11,9"][:1]
    return at(implementation, **base | here | rest | {"plants_of": [*planted, "R@9,11 R@11,9"]})


def solvable(implementation: str, name: str | None = None, **rest: Any) -> bool:
    return bool(last(implementation, name, **rest).backend.solvable_ending())


def others(*names: str) -> str:
    """All judges but these, for a hand of player 1."""
    return " ".join(judge for judge in JUDGES if judge not in names)


# E-1


def test_e_1_the_turn_before_the_triggers_is_the_last(implementation: str) -> None:
    harvest = {"gardens": ["3,3:t23", "3,3:t02"], "plants_of": ["R@9,9 T@9,10"]}
    assert solvable(implementation, "harvest", **harvest)
    # Without a trigger the game goes on.
    state = at(implementation, **BASES["harvest"] | harvest)
    assert not state.backend.solvable_ending()


def test_e_1_so_is_the_last_turn_before_the_limit(implementation: str) -> None:
    for limit, expected in ((6, True), (7, False)):
        state = at(
            implementation, **BASES["harvest"] | {"turns": 11, "plants_of": ["", "R@9,11 T@11,9"]},
            options={"turn_limit": limit},
        )  # fmt: skip
        assert state.backend.solvable_ending() == expected


def test_e_1_chance_nodes_and_ends_are_none(implementation: str) -> None:
    assert not solvable(implementation, "market turn")
    assert not solvable(implementation, "orders turn")
    over = at(implementation, todo=[], turns=160)
    assert not over.backend.solvable_ending()


# E-2


def test_e_2_gossip_of_others_counts_at_the_end(implementation: str) -> None:
    here = {"plants_of": ["R@9,9 T@9,10"]}
    assert not solvable(implementation, "harvest", gossip=[None, "reaper"], **here)
    assert solvable(implementation, "harvest", gossip=["reaper", None], **here)
    # Replaced gossip counts for nothing.
    assert solvable(implementation, "harvest", gone=["", "reaper"], **here)


# E-3


def test_e_3_no_judge_is_drawn(implementation: str) -> None:
    # The step after the main action may bring the favours of all judges held.
    assert solvable(implementation, "after", hands=["treasurer", ""])
    assert not solvable(implementation, "after", hands=["plain", ""])  # its favour is a judge
    # The node stands before the draw, too.
    todo = [step("flower"), step("judge_draw"), step("raise", die=0)]
    judging = {"todo": todo, "dice": "judge1 rest1 rest1 rest1"}
    assert not solvable(implementation, **judging)
    # All are drawn, none is discarded: nothing comes.
    assert solvable(implementation, **judging, hands=["", others()])
    assert not solvable(implementation, **judging, hands=["", others("reaper")], discards="reaper")
    assert not solvable(implementation, **judging, hands=["", others("reaper")])


def test_e_3_a_judge_laid_aside_by_a_favour_could_be_drawn(implementation: str) -> None:
    todo = [step("flower"), step("judge_draw"), step("discard", judge="reaper")]
    assert not solvable(implementation, todo=todo, hands=["", others("reaper")])
    # With a hand a favour after the action makes discards, but only `judge_draw` asks for them.
    todo = [step("flower"), step("judge_draw"), step("after")]
    assert not solvable(implementation, todo=todo, hands=["treasurer", others("treasurer")])
    assert solvable(implementation, todo=todo, hands=["", others()])


def test_e_3_at_the_turn_itself_there_must_be_no_judge_to_be_drawn(implementation: str) -> None:
    poor: dict[str, Any] = {"money": 0}
    assert not solvable(implementation, **poor)
    assert not solvable(implementation, **poor, hands=["", others("reaper")])
    assert solvable(implementation, **poor, hands=["", others()])
    assert not solvable(implementation, **poor, hands=["", others("reaper")], discards="reaper")
    # Nor a favour.
    held: dict[str, Any] = {"hands": ["treasurer", others("treasurer", "chemist")], "board": "- - chemist - -"}
    assert not solvable(implementation, **poor, **held)
    # With the favours used up a hand is no matter, if the judge action can't be refilled.
    assert solvable(implementation, **poor, **held, todo=[step("turn", favours=False)])


def test_e_1_no_turn_stands_behind_another_step(implementation: str) -> None:
    # The favour comes before the main action, which may be a judge.
    todo = [step("flower"), step("discard", judge="reaper"), step("turn", favours=False)]
    assert not solvable(implementation, todo=todo)
    assert not solvable(implementation, todo=todo, hands=["", others("reaper")])


def test_e_3_a_judge_to_be_played_may_bring_judges(implementation: str) -> None:
    # Space 1 draws two.
    assert not solvable(implementation, "notice", hands=["plain separation", ""])
    taken = {"board": "chemist reaper croquet - -", "hands": ["plain separation", ""], "todo": [step("notice", draw=2)]}
    assert solvable(implementation, **taken, dice="judge1 rest1 rest1 rest1")


# E-4


def test_e_4_one_taker_of_each_kind(implementation: str) -> None:
    assert solvable(implementation, "buy")
    assert solvable(implementation, "tile")
    assert solvable(implementation, "order", sheds=["VVDD"])
    # The Medley's favour takes a tile, too.
    assert solvable(implementation, "buy", hands=["medley", ""], money=1)
    assert not solvable(implementation, "tile", hands=["medley", ""])
    # Two tiles of one step take twice.
    assert not solvable(implementation, "tile", todo=[step("tile", n=2), step("raise", die=1)])


def test_e_4_at_the_turn_one_tile_is_taken(implementation: str) -> None:
    for tiles in (1, 2):
        data = box(scoring={"end_tiles": 1}, action={"landscape_tiles": tiles})
        assert solvable(implementation, hands=["", others()], components=data, money=0) == (tiles == 1)


def test_e_4_no_taker_behind_a_draw_of_its_kind(implementation: str) -> None:
    assert solvable(implementation, "lay", gardens=["3,3:t23", "3,3:t02"])
    assert not solvable(implementation, "lay", gardens=["3,3:t23", "3,3:t02"], hands=["medley", ""])
    # A bonus of purchases behind the market.
    todo = [step("flower"), step("market"), step("double"), step("market")]
    assert not solvable(implementation, todo=todo, market="DRTLV.")
    todo = [step("double"), step("market"), step("raise", die=0)]
    assert solvable(implementation, todo=todo, dice="judge1 rest1 rest1 rest1", money=1)


def test_e_4_a_mode_brings_both_halves(implementation: str) -> None:
    for die, dice in ((2, "rest1 rest1 purchase1 rest1"), (1, "rest1 landscape1 rest1 rest1")):
        assert solvable(implementation, todo=[step("mode", die=die), step("after")], dice=dice, money=1)


def test_e_4_the_bonuses_of_all_free_spaces(implementation: str) -> None:
    # Spaces 4 and 5 bring a purchase each.
    bonus = [{"effect": "purchases", "n": 1}]
    notices = [row | ({"bonus": bonus} if row["space"] > 3 else {}) for row in DEFAULT_BOX["notice"]]
    here: dict[str, Any] = {
        "todo": [step("judge"), step("raise", die=0)], "dice": "judge1 rest1 rest1 rest1", "money": 1,
        "hands": ["treasurer", ""], "components": box(scoring={"end_tiles": 1}, notice=notices),
    }  # fmt: skip
    assert not solvable(implementation, board="chemist plain croquet - -", **here)
    assert solvable(implementation, board="chemist plain croquet - reaper", **here)


# E-5


def grown(number: int) -> tuple[str, str]:
    """A garden with so many grown plants: tiles of four beds."""
    tiles = ["3,3:t23", "3,4:t24", "3,5:t25"]  # FFF/PPP/WWF, LLF/FLF/PPF, FFL/WLL/WFF
    beds = ["9,9", "9,10", "9,11", "11,11", "9,14", "10,12", "10,14", "11,14", "9,15", "9,16", "11,16", "11,17"]
    return " ".join(tiles), " ".join(f"R@{bed}" for bed in beds[:number])


@pytest.mark.parametrize(("number", "expected"), [(10, True), (11, False)])
def test_e_5_ten_grown_plants_for_harvests(implementation: str, number: int, expected: bool) -> None:
    tiles, planted = grown(number)
    here: dict[str, Any] = {"gardens": [tiles, "3,3:t02"], "plants_of": [planted]}
    assert solvable(implementation, "harvest", **here) == expected
    # Where nothing is harvested it does not matter.
    assert solvable(implementation, "buy", **here)


@pytest.mark.parametrize(
    ("shed", "free", "expected"),
    [
        ("RTV", 5, True),  # 4^5 = 1024
        ("RTV", 6, False),
        ("RRRRRR", 10, True),  # 2^10
        ("RRRRRR", 11, False),
        ("RT", 6, True),  # 3^6 = 729
        ("RT", 7, False),
        ("DRTLV", 3, True),  # 6^3 = 216
        ("DRTLV", 4, False),
    ],
)
def test_e_5_plantings_are_few(implementation: str, shed: str, free: int, expected: bool) -> None:
    tiles, planted = grown(12 - free)
    here: dict[str, Any] = {"gardens": [tiles, "3,3:t02"], "plants_of": [planted.replace("R@", "R'@")], "sheds": [shed]}
    assert solvable(implementation, "plant", **here) == expected
    todo = [step("plant_free", n=2), step("discard", judge="separation")]
    assert solvable(implementation, **here, todo=todo) == expected
    assert solvable(implementation, "buy", **here)


def test_e_5_a_tile_to_come_brings_beds(implementation: str) -> None:
    # No free bed here and 8 cells to lay on: 97 ways for a tile. t04 has three beds, t29 four.
    tiles, planted = grown(12)
    todo = [step("tile"), step("plant"), step("raise", die=1)]
    here: dict[str, Any] = {
        "gardens": [tiles, "3,3:t02"], "plants_of": [planted.replace("R@", "R'@")], "sheds": ["RRRR"], "todo": todo,
        "dice": "rest1 landscape1 rest1 rest1",
    }  # fmt: skip
    assert solvable(implementation, **here, display="t01 t03 t04")  # 97 * 2^3
    assert not solvable(implementation, **here, display="t01 t03 t29")  # 97 * 2^4


def test_e_5_at_the_turn_both_halves_of_each_action_are_asked(implementation: str) -> None:
    here: dict[str, Any] = {"hands": ["", others()], "display": "t01 t03 t04", "sheds": ["R"]}
    beds = ["9,9", "9,10", "9,11", "11,11"]  # of t23, FFF/PPP/WWF; 4 cells to lay on

    def turn(kind: str, planted: int, money: int = 0) -> bool:
        plants = " ".join(f"{kind}@{bed}" for bed in beds[:planted])
        return solvable(implementation, gardens=["3,3:t23", "3,3:t02"], plants_of=[plants], money=money, **here)

    assert turn("R'", 4)  # 49 * 2^3
    assert turn("R'", 3)  # 49 * 2^4
    assert not turn("R'", 2)  # 49 * 2^5
    assert not turn("R", 4)  # a harvest may give all types: 49 * 6^3
    assert not turn("R'", 4, money=30)  # 2^6 flowers, and many ornaments


def test_e_5_payments_are_few(implementation: str) -> None:
    for shed, expected in (("DDDRRRTTTLLLVVV", True), ("DDDDRRRTTTLLLVVV", False)):  # 4^5 = 1024
        assert solvable(implementation, "order", sheds=[shed]) == expected
        assert solvable(implementation, "pay", sheds=[shed]) == expected


def test_e_5_ways_of_several_steps_are_multiplied(implementation: str) -> None:
    todo = [step("regrow", n=2), step("harvest"), step("raise", die=0)]
    for grown_ones, harvested, expected in ((4, 7, True), (5, 7, False), (4, 8, False)):  # 2^4 * 8^2 = 1024
        tiles, planted = grown(grown_ones + harvested)
        plants = planted.replace("R@", "R'@", harvested)
        here: dict[str, Any] = {"gardens": [tiles, "3,3:t02"], "plants_of": [plants], "todo": todo}
        assert solvable(implementation, **here, dice="harvest1 rest1 rest1 rest1") == expected
    # A favour to choose: 5^4 = 625, twice that.
    todo = [step("flower", n=4), step("after")]
    assert solvable(implementation, todo=todo)
    assert not solvable(implementation, todo=todo, hands=["treasurer", ""])


# M-33: what a line is worth


@pytest.mark.parametrize("kind", [Mcts, FlatMonteCarlo])
def test_a_solved_ending_is_the_best_of_all_lines(implementation: str, kind: Any) -> None:
    state = last(implementation, "order", sheds=["VVDDV"], money=9)
    assert state.backend.solvable_ending()
    best = best_of(state)
    report = kind(state.game).search(state, Limits(simulations=5))
    assert report.stopped_by == "proven"
    after = state.clone()
    for action in report.principal_variation:
        after.apply_action(action)
    assert after.is_terminal()
    assert after.scores()[0] - after.scores()[1] == best


def best_of(state: cloche.State) -> int:
    """The best lead of player 0, by trying everything; at an idle draw any outcome will do."""
    if state.is_terminal():
        return state.scores()[0] - state.scores()[1]
    actions = state.legal_actions()[: 1 if state.is_chance_node() else None]
    return max(best_of(state.child(action)) for action in actions)
