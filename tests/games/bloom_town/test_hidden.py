"""What a player knows: observations, things seen, worlds and their laws. H-1 to H-7, D-4, O-1 to O-3."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import cloche

from .town import KINDS, at, described, fact, legal, load, play, position, scene, turn

STREAM = 3  # of redealing, seeds/random.md

# Observations


def test_h_1_an_observation_has_the_observer_and_all_keys_but_the_pool(implementation: str) -> None:
    state = at(implementation)
    keys = list(state.to_dict())
    keys.remove("pool")
    for player in (0, 1):
        assert list(state.observation(player)) == ["observer", *keys]
        assert state.observation(player)["observer"] == player


def test_h_1_hidden_tiles_of_others_are_null(implementation: str) -> None:
    state = at(implementation, players=3, hands=["", "c", ""], hidden=["OH", "S", "PP"])
    assert state.observation(0)["hidden"] == [["O", "H"], [None], [None, None]]
    assert state.observation(1)["hidden"] == [[None, None], ["S"], [None, None]]
    assert state.observation(2)["hidden"] == [[None, None], [None], ["P", "P"]]
    for player in range(3):
        seen = state.observation(player)
        assert seen["hands"] == [[], ["c"], []]
        whole = state.to_dict() | {"observer": player, "hidden": seen["hidden"]}
        del whole["pool"]
        assert seen == whole


def test_h_1_positions_that_a_player_cannot_tell_apart_look_the_same(implementation: str) -> None:
    one, other = at(implementation, hidden=["OH", "SP"]), at(implementation, hidden=["OH", "Hc"])
    assert one.observation(0) == other.observation(0)
    assert one.observation(1) != other.observation(1)
    assert one != other
    # Player 1 can tell nothing of the tiles of player 0.
    one, other = at(implementation, hidden=["OH", "SP"]), at(implementation, hidden=["ad", "SP"])
    assert one.observation(1) == other.observation(1)


def test_h_1_a_tile_from_the_market_can_be_told_from_a_hidden_one(implementation: str) -> None:
    one = at(implementation, hands=["", "S"], hidden=["OH", "P"])
    other = at(implementation, hands=["", "P"], hidden=["OH", "S"])
    assert one.observation(0) != other.observation(0)


def test_the_deal_is_private(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), "O", "H", "S")
    assert state.observation(0)["hidden"] == [["O", "H"], [None]]
    assert state.observation(1)["hidden"] == [[None, None], ["S"]]


# H-5: things seen


def test_h_5_a_starting_tile_is_seen_by_its_player_alone(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state()
    state = play(state, "shop-a", "shop-b", "O", "S")
    assert turn(state) == ("hands", 1)
    for outcome, text in zip(state.legal_actions(), legal(state), strict=True):
        assert [state.action_view(outcome, viewer) for viewer in range(3)] == ["hidden", text, "hidden"]


def test_h_5_a_draw_from_a_stack_is_seen_by_its_player_alone_but_community_tiles_by_all(implementation: str) -> None:
    state = drawing(implementation)
    for outcome, text in zip(state.legal_actions(), legal(state), strict=True):
        public = text.startswith("community")
        assert state.action_view(outcome, 0) == (text if public else "hidden")
        assert state.action_view(outcome, 1) == text


def drawing(implementation: str, **rest: Any) -> cloche.State:
    """Player 1 draws from stack 1."""
    here: dict[str, Any] = {"towns": [{}, {"O": "a1"}], "hidden": ["OH", "P"], "market": ".SPHa", "emptied": [1]}
    return at(implementation, **here | {"player": 1, "phase": "draw", "used": ["extra"], "cell": "a1", **rest})


def test_h_5_all_else_is_seen_by_all(implementation: str) -> None:
    setup = play(load(implementation, 3).new_initial_state(), "shop-a")
    market = play(load(implementation).new_initial_state(), *"OSPH")
    left_over = play(market, *"OSPHO")
    build = at(implementation)
    bloom = play(build, "O@c1")
    token = play(bloom, "bloom:none")
    refill = play(token, "token:none")
    keep = at(implementation, phase="keep", hands=["O", ""], hidden=["H", "SP"])
    for state in (setup, market, left_over, build, bloom, token, refill, keep):
        for action, text in zip(state.legal_actions(), legal(state), strict=True):
            for viewer in range(state.game.players):
                assert state.action_view(action, viewer) == text


def test_h_6_draws_that_look_alike_leave_observations_alike(implementation: str) -> None:
    state = drawing(implementation)
    one, other = play(state, "S"), play(state, "shop-f")
    assert one.observation(0) == other.observation(0)
    assert one.observation(0)["hidden"] == [["O", "H"], [None, None]]
    assert one.observation(1) != other.observation(1)
    # Player 0 could not have told the hands apart before, and cannot now.
    assert play(drawing(implementation, hidden=["OH", "e"]), "S").observation(0) == one.observation(0)


@pytest.mark.parametrize("seed", range(5))
def test_h_6_legal_actions_of_a_player_are_the_same_in_all_worlds(implementation: str, seed: int) -> None:
    state = at(implementation, players=3)
    world = state.redeal(0, cloche.Rng(seed))
    assert world.legal_actions() == state.legal_actions()


# H-2, H-3: worlds and how they are drawn


def drawn(unseen: str, number: int, rng: cloche.Rng) -> list[str]:
    """So many tiles of the unseen ones, in the order of the kinds, drawn as the page says."""
    left = sorted(unseen, key=KINDS.index)
    return [left.pop(rng.below(len(left))) for _ in range(number)]


def unseen_by(state: cloche.State, player: int) -> str:
    """The pool and the hidden tiles of the others."""
    data = state.to_dict()
    pool = "".join(kind * number for kind, number in zip(KINDS, data["pool"], strict=True))
    return pool + "".join("".join(hand) for other, hand in enumerate(data["hidden"]) if other != player)


@pytest.mark.parametrize("observer", [0, 1, 2, 3])
def test_h_3_null_tiles_are_drawn_in_player_order_from_the_unseen_ones(implementation: str, observer: int) -> None:
    state = at(implementation, players=4, hands=["", "S", "", ""], hidden=["OH", "b", "PP", "Sf"])
    for seed in range(10):
        rng = cloche.Rng(seed, STREAM)
        numbers = [len(hand) for player, hand in enumerate(fact(state, "hidden")) if player != observer]
        tiles = drawn(unseen_by(state, observer), sum(numbers), rng)
        expected = state.to_dict()
        pool = Counter(unseen_by(state, observer)) - Counter(tiles)
        expected["pool"] = [pool[kind] for kind in KINDS]
        for player in range(4):
            if player != observer:
                number = len(expected["hidden"][player])
                expected["hidden"][player] = sorted(tiles[:number], key=KINDS.index)
                del tiles[:number]
        given = cloche.Rng(seed, STREAM)
        world = state.redeal(observer, given)
        assert world.to_dict() == expected
        assert given.next() == rng.next()


def test_h_3_a_world_of_five_tiles_drawn_by_hand(implementation: str) -> None:
    # Unseen are O O S H f; two of them are in the hand of player 1.
    state = scene(
        implementation,
        towns=[{"O": "a1"}, {"O": "a1"}],
        hidden=["PP", "Sf"],
        pool="OOH",
        stacks=[1, 1, 1, 0, 0],
    )
    worlds = set()
    for seed in range(40):
        rng = cloche.Rng(seed)
        first, second = rng.below(5), rng.below(4)
        order = ["O", "O", "S", "H", "f"]
        hand = [order.pop(first), order.pop(second)]
        world = state.redeal(0, cloche.Rng(seed))
        assert fact(world, "hidden") == [["P", "P"], sorted(hand, key=KINDS.index)]
        worlds.add(tuple(fact(world, "hidden")[1]))
    assert worlds == {tuple(pair) for pair in ("OO", "OS", "OH", "Of", "SH", "Sf", "Hf")}


def test_h_3_without_a_null_the_generator_is_not_called(implementation: str) -> None:
    state = at(implementation, hands=["", "SP"], hidden=["OH", ""])
    rng = cloche.Rng(7)
    assert state.redeal(0, rng) == state
    assert rng == cloche.Rng(7)
    # Player 1 does not know the two tiles of player 0.
    state.redeal(1, rng)
    assert rng != cloche.Rng(7)


def test_h_3_a_redeal_leaves_the_position_as_it_is(implementation: str) -> None:
    state = at(implementation, players=4)
    before = state.to_dict()
    worlds = [state.redeal(2, cloche.Rng(seed)).to_dict() for seed in range(8)]
    assert state.to_dict() == before
    assert any(world != before for world in worlds)


def test_h_3_equal_observations_give_equal_worlds(implementation: str) -> None:
    one, other = at(implementation, hidden=["OH", "SP"]), at(implementation, hidden=["OH", "Hc"])
    for seed in range(8):
        assert one.redeal(0, cloche.Rng(seed)) == other.redeal(0, cloche.Rng(seed))


def test_h_2_every_redeal_is_a_world_of_the_observation(implementation: str) -> None:
    state = load(implementation, 3).new_initial_state(seed=5)
    for observer in range(3):
        for seed in range(5):
            world = state.redeal(observer, cloche.Rng(seed))
            assert world.observation(observer) == state.observation(observer)
            assert state.game.state_from_dict(world.to_dict()) == world


def test_h_3_the_deal_itself_can_be_redealt(implementation: str) -> None:
    state = play(load(implementation).new_initial_state(), "O", "H", "S")
    world = state.redeal(1, cloche.Rng(3))
    assert turn(world) == ("hands", 1)
    assert world.observation(1) == state.observation(1)
    assert fact(world, "hidden")[0] == sorted(drawn(unseen_by(state, 1), 2, cloche.Rng(3)), key=KINDS.index)


def test_d_4_what_is_left_of_two_tiles_that_look_alike_is_as_likely_as_before(implementation: str) -> None:
    # Whether the hidden home was built or not, the other hidden tile of player 1 may be any unseen one.
    state = at(implementation, player=1, hidden=["OH", "Ha"], market="OSPHb", tokens=[False, False])
    state = play(state, "H@b1")
    for seed in range(10):
        tile = drawn(unseen_by(state, 0), 1, cloche.Rng(seed))
        assert fact(state.redeal(0, cloche.Rng(seed)), "hidden")[1] == tile


# H-4: the position made from an observation


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h_4_the_position_of_an_observation_is_the_world_of_a_fixed_generator(
    implementation: str, players: int
) -> None:
    state = load(implementation, players).new_initial_state(seed=9)
    for observer in range(players):
        world = state.game.state_from_observation(state.observation(observer))
        assert world == state.redeal(observer, cloche.Rng(0, STREAM))
        assert world.observation(observer) == state.observation(observer)


@pytest.mark.parametrize("observer", [0, 1])
def test_h_4_observations_of_all_phases_are_taken(implementation: str, observer: int) -> None:
    shops = load(implementation, 3).new_initial_state()
    hands = play(load(implementation).new_initial_state(), "O", "H", "S")
    market = play(hands, "S", "O", "community:O")
    left_over = play(market, *"SPHO")
    build = play(left_over, "O")
    bloom = play(build, "O@c1")
    token = play(bloom, "bloom:none")
    refill = play(token, "token:none")
    keep = at(implementation, phase="keep")
    over = play(keep, "keep:O", "keep:S")
    for state in (shops, hands, market, left_over, build, bloom, token, refill, drawing(implementation), keep, over):
        seen = state.observation(observer)
        assert state.game.state_from_observation(seen).observation(observer) == seen


# O-1 to O-3, H-7: observations that are refused

Seen = dict[str, Any]


def refusal(game: cloche.Game, seen: Any) -> str:
    """The message with which an observation is refused."""
    with pytest.raises(ValueError, match="bloom_town") as error:
        game.state_from_observation(seen)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"\b[SO]-\d+", message))


def observed(implementation: str, observer: int = 0, **rest: Any) -> tuple[cloche.Game, Seen]:
    """What a player sees of a turn of player 0."""
    state = at(
        implementation, **{"towns": [{"O": "a1"}, {"S": "b2"}], "hands": ["", "P"], "hidden": ["OH", "S"], **rest}
    )
    return state.game, state.observation(observer)


@pytest.mark.parametrize(
    "change",
    [
        lambda seen: seen.update(observer=2),
        lambda seen: seen.update(observer=-1),
        lambda seen: seen.update(observer=None),
        lambda seen: seen.update(observer=False),
        lambda seen: seen.pop("observer"),
    ],
)
def test_o_1_the_observer_is_a_player(implementation: str, change: Callable[[Seen], Any]) -> None:
    game, seen = observed(implementation)
    change(seen)
    assert re.search(r"\bobserver\b", refusal(game, seen))


def test_o_1_the_keys_are_those_of_the_page(implementation: str) -> None:
    game, seen = observed(implementation)
    for key in seen:
        message = refusal(game, {other: seen[other] for other in seen if other != key})
        assert re.search(rf"\b{key}\b", message), key
    assert "'colour'" in refusal(game, seen | {"colour": 1})
    # The pool follows by counting and is no key of its own.
    assert re.search(r"\bpool\b", refusal(game, seen | {"pool": at(implementation).to_dict()["pool"]}))


@pytest.mark.parametrize(
    ("observer", "hidden"),
    [
        (0, [["O", None], [None]]),
        (0, [[None, None], [None]]),
        (0, [["O", "H"], ["S"]]),
        (1, [["O", "H"], ["S"]]),
        (1, [[None, None], [None]]),
        (1, [[None, "H"], ["S"]]),
        (0, [["O", "H"], [0]]),
        (0, [["O", "H"]]),
        (0, None),
    ],
)
def test_o_1_just_the_tiles_of_the_others_are_null(implementation: str, observer: int, hidden: Any) -> None:
    game, seen = observed(implementation, observer)
    assert re.search(r"\bhidden\b", refusal(game, seen | {"hidden": hidden}))


@pytest.mark.parametrize(
    ("law", "key", "value"),
    [
        ("S-1", "points", [0]),
        ("S-1", "market", [None, "S", "P", "H"]),
        ("S-2", "market", ["x", "S", "P", "H", "a"]),
        ("S-2", "hidden", [["H", "O"], [None]]),
        ("S-4", "player", None),
        ("S-5", "by_token", [True, False, False, False, False]),
        ("S-7", "left_over", 1),
        ("S-9", "out", [5, 6, 7, 6, 1, 1, 1, 1, 1, 1]),
        ("S-10", "hands", [["S"], ["P"]]),
        ("S-12", "market", [None, "S", "P", "H", "a"]),
        ("S-13", "used", ["double"]),
        ("S-14", "cell", "a1"),
        ("S-18", "kept", [None, "P"]),
    ],
)
def test_o_1_the_laws_of_a_position_hold(implementation: str, law: str, key: str, value: object) -> None:
    game, seen = observed(implementation)
    message = refusal(game, seen | {key: value})
    assert law in laws(message) | {"S-1"}
    assert re.search(rf"\b{key}\b", message)


def test_o_2_no_more_tiles_of_a_kind_are_seen_than_the_box_has(implementation: str) -> None:
    # 2 players: one shop b is out, one is in the box besides. Here two more are seen.
    game, seen = observed(implementation)
    seen["market"] = ["b", "S", "P", "H", "b"]
    assert laws(refusal(game, seen)) == {"O-2"}
    seen["market"] = ["b", "S", "P", "H", "a"]
    assert game.state_from_observation(seen).observation(0) == seen
    # What the observer holds counts too.
    game, seen = observed(implementation, hidden=["Hb", "S"])
    seen["market"] = ["b", "S", "P", "H", "a"]
    assert laws(refusal(game, seen)) == {"O-2"}
    # What the others hide does not.
    game, seen = observed(implementation, hidden=["OH", "b"])
    seen["market"] = ["b", "S", "P", "H", "a"]
    assert game.state_from_observation(seen).observation(0) == seen


def test_o_3_there_are_as_many_unseen_tiles_as_nulls(implementation: str) -> None:
    game, data = described(
        implementation,
        towns=[{"O": "a1"}, {"O": "a1"}],
        hidden=["PP", "S"],
        pool="",
        stacks=[0] * 5,
    )
    seen = game.state_from_dict(data).observation(0)
    assert game.state_from_observation(seen).observation(0) == seen
    seen["hidden"][1] = [None, None]
    assert {"O-3"} <= laws(refusal(game, seen)) <= {"O-3", "S-6"}


def test_o_3_what_is_unseen_and_in_no_hand_fills_the_stacks(implementation: str) -> None:
    game, seen = observed(implementation)
    seen["stacks"][2] -= 1
    assert laws(refusal(game, seen)) in ({"O-3"}, {"S-6"}, {"O-3", "S-6"})
    assert "stacks" in refusal(game, seen)
    # One more hidden tile, one tile less in the stacks.
    game, seen = observed(implementation, hands=["", ""])
    seen["hidden"][1] = [None, None]
    assert "stacks" in refusal(game, seen)
    seen["stacks"][2] -= 1
    assert game.state_from_observation(seen).observation(0) == seen


def test_h_7_every_contradiction_is_told_at_once(implementation: str) -> None:
    game, seen = observed(implementation)
    broken: Seen = {"player": None, "cell": "a1", "used": ["double"], "market": ["b", "S", "P", "H", "b"]}
    assert laws(refusal(game, seen | broken)) >= {"S-4", "S-14", "S-13", "O-2"}


@pytest.mark.parametrize("seen", [None, 3, "turn", [], {}])
def test_h_7_what_is_no_observation_at_all_is_refused(implementation: str, seen: Any) -> None:
    refusal(load(implementation), seen)


def test_a_position_is_no_observation_and_an_observation_no_position(implementation: str) -> None:
    state = at(implementation)
    with pytest.raises(ValueError, match="observer"):
        state.game.state_from_observation(state.to_dict())
    with pytest.raises(ValueError, match="observer"):
        state.game.state_from_dict(state.observation(0))


def test_positions_by_hand_agree_with_the_page(implementation: str) -> None:
    game = load(implementation)
    assert game.state_from_dict(position(game)).to_dict() == position(game)
