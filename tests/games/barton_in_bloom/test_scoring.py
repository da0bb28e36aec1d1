"""Metrics, judges, scores and ranks: BN-26, BN-27, BN-39, BN-40, D-6, D-7; the page's known values."""

from __future__ import annotations

from typing import Any

import pytest

from .barton import DEFAULT_BOX, SMALL, TINY, at, box, fact, load, play, position, step
from .bases import BASES

T1 = "3,3:t01"  # F.. / PF. / PPL, beds (9,9) and (10,10)
FULL = "R@9,9 T@10,10"


def scores(implementation: str, **rest: Any) -> list[int]:
    return at(implementation, **{"turns": 10} | rest).scores()


# BN-26: metrics, each by a ranked judge that two gardens compete for


def judged(metric: str, **row: Any) -> dict[str, Any]:
    """A box whose judge Plain looks for a metric."""
    rows = [
        (
            {
                "id": "plain",
                "name": "Plain",
                "kind": "ranked",
                "metric": metric,
                "favour": [{"effect": "money", "n": 1}],
            }
            | row
            if entry["id"] == "plain"
            else entry
        )
        for entry in DEFAULT_BOX["judge"]
    ]
    return box(judge=rows)


def metric(implementation: str, name: str, **rest: Any) -> int:
    """A metric of player 0, found by flat judges: the highest n for which `metric >= n` holds."""
    found = 0
    for value in range(1, 40):
        data = judged(name, kind="flat", op=">=", value=value)
        with_it = scores(implementation, components=data, board="plain - - - -", **rest)
        without = scores(implementation, components=data, board="- - - - -", **rest)
        if with_it[0] - without[0] != 6:
            break
        found = value
    return found


# 6 L L F W W .        t02 with t15: beds (6,11) (8,9) and (7,14) (8,12) (8,13)
# 7 L . W L W F
# 8 F . . F F .
# 9 F . . F W W        t01 with t17: beds (9,9) (10,10) and (9,12) (10,12) (11,13)
# 10 P F . F L L
# 11 P P L . F .
# The gnomes cover two blanks and the bed (8,12), the birdbath a blank.
GARDEN: dict[str, Any] = {
    "gardens": ["3,3:t01 3,4:t17 2,3:t02 2,4:t15", "3,3:t03"],
    "plants_of": ["R@9,9 R'@10,10 T@9,12 T'@11,13 D@8,9", ""],
    "ornaments_of": ["gnome_trio@8,10:o0 birdbath@6,14"],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plants", 5),
        ("plants_of:R", 2),
        ("plants_of:T", 2),
        ("plants_of:V", 0),
        ("plant_types", 3),
        ("grown", 3),
        ("harvested", 2),
        ("tiles", 4),
        ("complete", 1),  # t01
        ("beds", 9),
        ("paved", 3),
        ("lawn", 7),  # (6,9) (6,10) (7,9) (7,12) (10,13) (10,14) (11,11)
        ("pond", 6),  # (6,12) (6,13) (7,13) (7,11) (9,13) (9,14)
        ("largest_paved", 3),
        ("largest_lawn", 3),
        ("largest_pond", 3),
        ("doubled_tiles", 2),  # two roses on t01, two tulips on t17
        ("full_sets", 0),
        ("gnomes", 3),
        ("ornaments", 2),
        ("covered", 4),
    ],
)
def test_bn_26_metrics_of_a_garden(implementation: str, name: str, value: int) -> None:
    assert metric(implementation, name, **GARDEN) == value


@pytest.mark.parametrize(
    ("name", "value", "here"),
    [
        ("orders", 3, {"done": ["s01 m02 l03"]}),
        ("decorations", 5, {"decorations": [[1, 1, 3], [0, 1, 0]]}),
        ("fertilizers", 2, {"fertilizers": ["plant early"]}),
        ("money", 17, {"money": [17, 3]}),
        ("shed", 7, {"sheds": ["DDDTTTV"]}),
        ("shed_types", 3, {"sheds": ["DDDTTTV"]}),
        ("judges_held", 3, {"hands": ["reaper chemist rainbow"], "gossip": ["medley"], "gone": ["croquet"]}),
        ("full_sets", 1, {"gardens": ["3,3:t23", "3,3:t03"], "plants_of": ["R@9,9 T@9,10 V'@9,11"]}),
        ("doubled_tiles", 1, {"gardens": ["3,3:t23", "3,3:t03"], "plants_of": ["R@9,9 T@9,10 R'@9,11"]}),
    ],
)
def test_bn_26_metrics_of_other_things(implementation: str, name: str, value: int, here: dict[str, Any]) -> None:
    # Gossip of the medley and so on counts alike with and without the judge that is looked at.
    assert metric(implementation, name, **here) == value


def test_bn_26_groups_go_across_tiles_but_not_over_ornaments(implementation: str) -> None:
    # t05 is PPP/W.F/WFF, t08 WWP/W.P/FFF: beside each other the paving of t05 meets no paving.
    # t23 is FFF/PPP/WWF and t18 F../PFF/PWW: (10,11) P and (10,12) P touch across the edge.
    here: dict[str, Any] = {"gardens": ["3,3:t23 3,4:t18", "3,3:t03"]}
    assert metric(implementation, "largest_paved", **here) == 5
    assert metric(implementation, "largest_paved", **here, ornaments_of=["birdbath@10,11"]) == 2
    assert metric(implementation, "paved", **here, ornaments_of=["birdbath@10,11"]) == 4


def test_bn_26_a_card_at_notice_is_held(implementation: str) -> None:
    here = {"todo": [step("notice", draw=1), step("raise", die=0), step("after")], "dice": "judge1 rest1 rest1 rest1"}
    assert metric(implementation, "judges_held", hands=["reaper chemist"], **here) == 2


def test_bn_26_flat_judges_hold_or_do_not(implementation: str) -> None:
    # Separation: doubled_tiles <= 0; 6 prestige to everybody for whom it holds.
    board = {"board": "separation - - - -", "gardens": ["3,3:t23", "3,3:t03"]}
    assert scores(implementation, **board) == [6, 6]
    assert scores(implementation, **board, plants_of=["R@9,9 R'@9,11"]) == [0, 6]
    assert scores(implementation, **board, plants_of=["R@9,9 T@9,11"]) == [6, 6]


# BN-27, D-7: ranked judges


def prizes(implementation: str, *gnomes: int) -> list[int]:
    """What The Gnome Lover gives to players with so many gnomes."""
    angler, barrow, trio, house = "gnome_angler", "gnome_barrow", "gnome_trio", "gnome_house"
    rows = [row | {"copies": 8, "prestige": 0} for row in DEFAULT_BOX["ornament"]]
    shapes = {0: "", 1: f"{angler}@9,9", 2: f"{barrow}@9,9", 3: f"{trio}@9,9", 4: f"{angler}@9,9 {house}@10,9"}
    shapes[8] = f"{trio}@9,9 {trio}@10,9 {barrow}@11,9"
    return scores(
        implementation,
        players=len(gnomes),
        components=box(ornament=rows),
        ornaments_of=[shapes[number] for number in gnomes],
        board="gnome_lover - - - -",
    )


@pytest.mark.parametrize(
    ("gnomes", "expected"),
    [
        ((8, 8, 0), [6, 6, 0]),  # the seed's example
        ((3, 2, 1), [8, 4, 2]),
        ((1, 2, 3), [2, 4, 8]),
        ((2, 2, 1), [6, 6, 2]),  # two firsts 6 each, then 2
        ((2, 2, 2), [5, 5, 5]),  # three firsts 5 each
        ((3, 2, 2), [8, 3, 3]),  # two seconds 3 each
        ((4, 3, 2, 2), [8, 4, 1, 1]),  # two thirds 1 each
        ((4, 3, 2, 1), [8, 4, 2, 0]),
        ((1, 1, 1, 1), [4, 4, 4, 4]),  # 14 / 4, rounded up
        ((3, 2, 2, 2), [8, 2, 2, 2]),
        ((3, 0, 0, 0), [8, 0, 0, 0]),
        ((0, 0), [0, 0]),
        ((2, 1), [8, 4]),  # two players: places 1 and 2
        ((1, 1), [6, 6]),
        ((1, 0), [8, 0]),
    ],
)
def test_bn_27_d_7_prizes_of_a_ranked_judge(implementation: str, gnomes: tuple[int, ...], expected: list[int]) -> None:
    assert prizes(implementation, *gnomes) == expected


def test_the_example_of_three_gardens_bn_27(implementation: str) -> None:
    # Separation and The Gnome Lover, 8 gnomes, 8 gnomes, none: nobody has doubled a tile.
    rows = [row | {"copies": 8, "prestige": 0} for row in DEFAULT_BOX["ornament"]]
    eight = "gnome_trio@9,9 gnome_trio@10,9 gnome_barrow@11,9"
    found = scores(
        implementation, players=3, components=box(ornament=rows), ornaments_of=[eight, eight, ""],
        board="separation gnome_lover - - -",
    )  # fmt: skip
    assert found == [6 + 6, 6 + 6, 6 + 0]


# BN-39: what counts


def test_bn_39_gossip_counts_for_everybody_and_hands_for_nobody(implementation: str) -> None:
    here: dict[str, Any] = {"gardens": ["3,3:t23", "3,3:t03"], "plants_of": ["R@9,9 R@9,10"]}
    assert scores(implementation, **here, hands=["separation", "gnome_lover"]) == [0, 0]
    assert scores(implementation, **here, gossip=["separation", None]) == [0, 6]
    # Replaced gossip counts for nothing.
    assert scores(implementation, **here, gone=["separation"]) == [0, 0]
    assert scores(implementation, **here, gossip=["separation", "nursery_hand"]) == [8, 6]


def test_d_6_scores_of_a_viewer_leave_out_gossip_that_it_does_not_know(implementation: str) -> None:
    state = at(
        implementation, gossip=["separation", "stonemason"], plants_of=["R@9,9 R@10,10"], decorations=[[3, 0, 0]]
    )
    # Separation: player 1; the Stonemason: player 0, who has three large decorations, 15.
    assert state.scores() == [15 + 6, 6]
    assert state.scores(viewer=0) == [15, 6]
    assert state.scores(viewer=1) == [15 + 6, 0]
    assert (state.ranks(viewer=0), state.ranks()) == ([1, 2], [1, 2])
    over = at(
        implementation, gossip=["separation", "stonemason"], plants_of=["R@9,9 R@10,10"], decorations=[[3, 0, 0]],
        turns=160, todo=[],
    )  # fmt: skip
    assert over.scores(viewer=0) == over.scores() == [21, 6]
    # The observation hides it to the last.
    assert over.observation(0)["gossip"][1] == {"draw": 2, "judge": None}


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0, 0), 4),
        ((2, 0, 0), 9),
        ((3, 0, 0), 15),
        ((4, 0, 0), 22),
        ((0, 1, 0), 2),
        ((0, 2, 0), 5),
        ((0, 3, 0), 9),
        ((0, 4, 0), 15),
        ((0, 0, 1), 2),
        ((0, 0, 6), 12),
        ((2, 1, 3), 9 + 2 + 6),
    ],
)
def test_bn_39_decorations(implementation: str, counts: tuple[int, int, int], points: int) -> None:
    assert scores(implementation, decorations=[list(counts)]) == [points, 0]


def test_bn_39_above_four_large_and_medium_stay(implementation: str) -> None:
    assert scores(implementation, players=4, decorations=[[6, 0, 0]]) == [22, 0, 0, 0]
    assert scores(implementation, players=4, decorations=[[0, 5, 0]]) == [15, 0, 0, 0]
    # In the small box each medium one beyond two counts 1.
    small = {"components": SMALL, "players": 4, "gardens": [f"3,3:a{number}" for number in range(1, 5)]}
    assert scores(implementation, **small, decorations=[[0, 3, 0]], turns=12) == [6, 0, 0, 0]


def test_bn_39_orders_prestige_and_ornaments(implementation: str) -> None:
    assert scores(implementation, done=["s01 m12 l11", "s02"]) == [1 + 5 + 10, 1]
    assert scores(implementation, prestige=[7, 2]) == [7, 2]
    assert scores(implementation, ornaments_of=["bench@9,10 gnome_barrow@11,9"]) == [4, 0]
    # By a metric: a weathervane for each order, a rose arch 1 and one for each rose.
    assert scores(implementation, ornaments_of=["weathervane@9,10"], done=["s01 m12"]) == [1 + 5 + 2, 0]
    assert scores(implementation, ornaments_of=["rose_arch@11,9"], plants_of=["R@9,9 R'@10,10"]) == [1 + 2, 0]
    # The potting table gives 2 a fertilizer, the Gnome Parade counts its own gnomes, too.
    assert scores(implementation, ornaments_of=["potting_table@11,9"], fertilizers=["plant wages"]) == [4, 0]
    here = {"gardens": ["3,3:t01 3,4:t03", "3,3:t02"]}
    assert scores(implementation, **here, ornaments_of=["gnome_parade@9,10:o0"]) == [4, 0]
    # A fountain counts the pond that is left beside it.
    assert scores(implementation, **here, ornaments_of=["fountain@9,10:o0"]) == [3, 0]


SIX = "3,3:t01 3,4:t02 3,2:t03 2,3:t10 2,4:t11 2,2:t12"


def beds(implementation: str, tiles: str) -> str:
    """A tulip on every bed of a garden."""
    state = play(
        at(
            implementation,
            gardens=[tiles, "3,3:t36"],
            sheds=["T" * 30],
            money=999,
        ),
        "gardener:plant",
    )
    places = [state.action_to_string(action).partition("@")[2] for action in state.legal_actions()[1:]]
    return " ".join(f"T@{place}" for place in places)


def test_bn_39_six_complete_tiles_count_seven(implementation: str) -> None:
    planted = beds(implementation, SIX)
    assert scores(implementation, gardens=[SIX, "3,3:t36"], plants_of=[planted]) == [7, 0]
    one_less = " ".join(planted.split()[1:])
    assert scores(implementation, gardens=[SIX, "3,3:t36"], plants_of=[one_less]) == [0, 0]
    # In the tiny box two tiles count three.
    tiny = {"components": TINY, "gardens": ["3,3:a1 3,4:a6", "3,3:a2"], "plants_of": ["R@9,9 T@10,13"]}
    assert scores(implementation, **tiny) == [3, 0]


# BN-40: ranks


@pytest.mark.parametrize(
    ("prestige", "money", "ranks"),
    [
        ([5, 3, 4], [0, 9, 9], [1, 3, 2]),
        ([5, 5, 4], [3, 9, 20], [2, 1, 3]),
        ([5, 5, 4], [9, 9, 20], [1, 1, 3]),
        ([2, 5, 5], [9, 9, 9], [3, 1, 1]),
    ],
)
def test_bn_40_most_prestige_then_most_money_then_shared(
    implementation: str, prestige: list[int], money: list[int], ranks: list[int]
) -> None:
    state = at(implementation, players=3, prestige=prestige, money=money, turns=240, todo=[])
    assert state.ranks() == ranks
    assert state.is_terminal()
    shares = [1 / ranks.count(1) if rank == 1 else 0 for rank in ranks]
    assert state.returns() == pytest.approx([(3 * share - 1) / 2 for share in shares])


def test_returns_are_zero_before_the_end_bn_40(implementation: str) -> None:
    state = at(implementation, prestige=[9, 0])
    assert (state.returns(), state.ranks()) == ([0, 0], [1, 2])


def test_bn_26_a_tile_or_an_ornament_not_yet_laid_counts_for_nothing(implementation: str) -> None:
    game = load(implementation, 2)
    for name in ("lay", "put"):
        here = position(game, **BASES[name] | {"board": "surveyor collector - - -"})
        # A tile each, and no ornaments.
        assert game.state_from_dict(here).scores() == [6, 6]
    assert fact(at(implementation), "player") == 0
