"""The laws of a position of Barton in Bloom as a node (S-9 to S-15 of state.md); the values keep S-1 to S-8."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from cloche.reference.barton_in_bloom.actions import HARVEST
from cloche.reference.barton_in_bloom.box import ACTION_OF, DICE, MOST_DEMAND
from cloche.reference.barton_in_bloom.steps import ACTION_STEPS, BOARD_STEPS, SETUP_STEPS, Step
from cloche.reference.base import Faults

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom.rules import State

NodeLaw: TypeAlias = Callable[["State", Faults], None]
NODE_LAWS: list[NodeLaw] = []

BEFORE_TAIL = ("judge", "notice")
FIRST_ONLY = ("lay", "put", "pay", "notice", "yield")
FRONT_STEPS = (*ACTION_STEPS, *BOARD_STEPS, "judge_draw")
FILLED_BY = {"buy": "market", "double": "market", "order": "orders"}
BEFORE_AFTER = ("mode", "raise", "rest", "fresh")
BEFORE_REST: tuple[list[str], ...] = ([], ["flower"], ["income"], ["flower", "income"], ["yield"])
BEFORE_FRESH = {"gain": "H", "fertilizer": "P"}


def law(one: NodeLaw) -> NodeLaw:
    """Adds a law."""
    NODE_LAWS.append(one)
    return one


def words_of(state: State) -> list[str]:
    """The words of the steps."""
    return [one["step"] for one in state.todo]


@law
def law_s_9(state: State, faults: Faults) -> None:
    """S-9: what is empty will be filled."""
    words = words_of(state)
    if None in state.market and "market" not in words:
        faults.add("market", "has an empty space, but there is no market in todo (S-9)")
    if state.empty_orders() and "orders" not in words:
        faults.add("orders", "has a space to fill, but there is no orders in todo (S-9)")
    if state.empty_piles() and "turn_up" not in words:
        faults.add("display", "has a space to fill, but there is no turn_up in todo (S-9)")
    empty = state.market.index(None) if None in state.market else len(state.market)
    if state.phase == "market" and any(state.market[empty:]):
        faults.add("market", "has an empty space before a flower at market (S-9)")


# Set-up


@law
def law_s_10(state: State, faults: Faults) -> None:
    """S-10: what nobody has in the set-up."""
    if state.turns is not None:
        return
    for key, empty in (
        ("dice", all(die.space == "rest" and die.demand == 1 for die in state.dice)),
        ("awake", all(state.awake)),
        ("trigger", state.trigger is None),
        ("board", not any(state.board)),
        ("discards", not state.discards),
        ("gossip", not any(state.gossip)),
        ("gone", not any(state.gone)),
        ("fertilizers", not any(state.fertilizers)),
        ("decorations", not any(map(any, state.decorations))),
        ("done", not any(state.done)),
        ("ornaments", not any(garden.ornaments for garden in state.gardens)),
        ("prestige", not any(state.prestige)),
    ):
        if not empty:
            faults.add(key, "must be as at the start in the set-up (S-10)")
    if state.player is None:
        law_s_10_board(state, faults)
    else:
        law_s_10_players(state, state.player, faults)
        law_s_10_todo(state, faults)


def law_s_10_board(state: State, faults: Faults) -> None:
    """S-10: before anybody sets up."""
    words = words_of(state)
    if not is_end_of(words, list(BOARD_STEPS)):
        faults.add("todo", f"must be {', '.join(BOARD_STEPS)} or an end of it (S-10)")
    if any(has_something(state, player) for player in range(state.game.players)):
        faults.add("money", "nobody may have anything before the set-up of players (S-10)")
    if "turn_up" in words and any(state.market):
        faults.add("market", "must be empty as long as tiles are turned up (S-10)")
    if "orders" in words and any(state.display):
        faults.add("display", "must be empty as long as orders are turned up (S-10)")


def has_something(state: State, player: int) -> bool:
    """Money, tokens, judges or tiles."""
    return bool(state.money[player] or any(state.sheds[player]) or state.hands[player] or state.gardens[player].tiles)


def is_end_of(words: list[str], whole: list[str]) -> bool:
    """Whether the words are the whole list or an end of it, but not nothing."""
    return bool(words) and words == whole[-len(words) :]


def law_s_10_players(state: State, mover: int, faults: Faults) -> None:
    """S-10: those before have their tiles, those after have nothing."""
    setup = state.game.box.setup
    for player, garden in enumerate(state.gardens):
        if player < mover and len(garden.tiles) != setup["tiles"]:
            faults.add(f"gardens[{player}]", f"must have {setup['tiles']} tiles, as the set-up is over (S-10)")
        if player > mover and has_something(state, player):
            faults.add(f"money[{player}]", "the player may have nothing before the own set-up (S-10)")
        most = setup["plants"]
        if player == mover:
            front = state.todo[0]
            most = max(0, setup["plants"] - front["n"]) if front["step"] == "setup_plant" else 0
        if len(garden.plants) > most:
            faults.add(f"plants[{player}]", f"must be at most {most} here (S-10)")


def law_s_10_todo(state: State, faults: Faults) -> None:
    """S-10: what a player still has to do."""
    setup, words = state.game.box.setup, words_of(state)
    left_out = {"flower_draw": setup["bag_flowers"] == 0, "judge_draw": setup["judges"] == 0}
    whole = [word for word in SETUP_STEPS if not left_out.get(word)]
    rest = ["setup_choice", "setup_gift"]
    tiles = ["turn_up", *rest], ["turn_up", "setup_pile", *rest]
    known = [["setup_plant"], ["flower"], ["judge_draw", "setup_gift"], *tiles, *(["lay", *one] for one in tiles)]
    if not is_end_of(words, whole) and words not in known:
        faults.add("todo", "is none of the lists of a set-up (S-10)")
    due = sum(one["n"] for one in state.todo if one["step"] == "setup_pile")
    count = len(state.garden().tiles) + words.count("lay") + due
    if count != setup["tiles"]:
        faults.add("gardens", f"the player's tiles and those due are {count}, not {setup['tiles']} (S-10)")
    if "setup_pile" in words and words[0] in ("flower_draw", "judge_draw") and due != setup["tiles"]:
        faults.add("todo", f"n of setup_pile must be {setup['tiles']} behind draws (S-10)")
    if "lay" in words and not state.garden().tiles:
        faults.add("todo", "the first tile of a garden is not laid by lay (S-10)")


# Turns


@law
def law_s_11_turn(state: State, faults: Faults) -> None:
    """S-11: whose turn it is."""
    if state.turns is None or not state.todo:
        return
    n = state.game.players
    if state.player != state.turns % n:
        faults.add("player", f"must be {state.turns % n} after {state.turns} turns (S-11)")
    if state.turns >= n * state.game.turn_limit:
        faults.add("turns", f"must be below {n * state.game.turn_limit} before the end (S-11)")


def tail_of(words: list[str]) -> int:
    """S-11: where the tail begins."""
    for tail in (["discard", "turn"], ["turn"], ["discard"]):
        if words[-len(tail) :] == tail:
            return len(words) - len(tail)
    start = len(words) - (words[-1:] == ["after"])
    return start - (words[start - 1 : start] != [] and words[start - 1] in BEFORE_AFTER)


@law
def law_s_11_todo(state: State, faults: Faults) -> None:
    """S-11: a front and a tail."""
    if state.turns is None:
        return
    words = words_of(state)
    start = tail_of(words)
    front, tail = words[:start], words[start:]
    if front and tail[:1] in (["turn"], ["mode"]):
        faults.add("todo", f"nothing may stand before {tail[0]} (S-11)")
        return
    for i, word in enumerate(front):
        if word not in FRONT_STEPS:
            faults.add(f"todo[{i}]", f"{word} may not stand here (S-11)")
        elif word in FIRST_ONLY and i > 0:
            faults.add(f"todo[{i}]", f"{word} may only be first (S-11)")
        elif word in BEFORE_TAIL and (i + 1 < len(front) or tail[:1] not in ([], ["raise"], ["after"])):
            faults.add(f"todo[{i}]", f"{word} may only stand before raise or after (S-11)")
        elif word == "income" and words[i + 1 : i + 2] != ["rest"]:
            faults.add(f"todo[{i}]", "income stands directly before rest alone (S-11)")
        elif word == "gain" and words[i + 1 : i + 2] != ["fresh"]:
            faults.add(f"todo[{i}]", "gain stands directly before fresh alone (S-11)")
    if tail[:1] == ["rest"] and front not in BEFORE_REST:
        faults.add("todo", "before rest there may be flower and income, or yield (S-11)")
    if tail[:1] == ["fresh"]:
        die = DICE[state.todo[start]["die"]]
        if len(front) != 1 or BEFORE_FRESH.get(front[0]) != die:
            faults.add("todo", "before fresh there must be gain of H or fertilizer of P (S-11)")
    if tail == ["discard", "turn"] and state.todo[-1]["favours"]:
        faults.add("todo", "the turn behind a favour must have favours false (S-11)")


@law
def law_s_12(state: State, faults: Faults) -> None:
    """S-12: the fields of steps."""
    if state.turns is None or state.player is None:
        return
    for i, one in enumerate(state.todo):
        for fault in [*faults_of_dice(state, one), *faults_of_step(state, i, one)]:
            faults.add(f"todo[{i}]", f"{fault} (S-12)")


def faults_of_dice(state: State, one: Step) -> list[str]:
    """Steps about dice."""
    word = one["step"]
    found = []
    if word == "turn":
        pairs = [(die.demand, shown) for die, shown in zip(state.dice, one["shown"], strict=True)]
        if any(demand > shown for demand, shown in pairs):
            found.append("no die may show more than its shown")
        elif one["favours"] and any(demand != shown for demand, shown in pairs):
            found.append("the dice must show what shown says while favours is true")
    if word in BEFORE_AFTER:
        die = state.dice[one["die"]]
        if word == "mode" and die.space not in ACTION_OF:
            found.append("the die must lie on a specialist space")
        if word == "raise" and die.space == "rest":
            found.append("the die must not lie on rest")
        if word in ("mode", "raise") and die.demand >= MOST_DEMAND:
            found.append(f"the die must show less than {MOST_DEMAND}")
        if word in ("rest", "fresh") and die.space != "rest":
            found.append("the die must lie on rest")
        if word == "rest" and die.demand > one["x"]:
            found.append("the die must show at most x")
    return found


def faults_of_step(state: State, place: int, one: Step) -> list[str]:
    """Steps of actions."""
    word, found = one["step"], []
    if word == "notice" and one["draw"] not in [card.draw for card in state.hand()]:
        found.append("draw must be a card of the player's hand")
    if (one.get("types") or word == "yield") and not state.owns("yield"):
        found.append("types must be empty unless the player owns yield")
    if word == "plant":
        if (one["back"] or one["off"]) and not state.owns("plant"):
            found.append("back and off must be 0 unless the player owns plant")
        if one["back"] and one["count"]:
            found.append("back must be 0 after the first plant")
    if word == "pay":
        if state.orders[one["deck"]] is None:
            found.append("an order must lie there")
        behind = state.todo[place + 1] if place + 1 < len(state.todo) else {}
        if behind.get("step") != "order" or behind["count"] < 1:
            found.append("order with a count of 1 or more must stand behind pay")
    if word in FILLED_BY and FILLED_BY[word] not in words_of(state)[place + 1 :]:
        found.append(f"{FILLED_BY[word]} must stand behind {word}")
    if word in ("harvest", "plant") and (one["last"] is None) != (one["count"] == 0):
        found.append("last must be null exactly at count 0")
    if word == "income" and one["last"] is not None:
        kind = "regrow" if one["last"] < HARVEST else "harvest"
        if not one[kind]:
            found.append(f"last must be null, as no {kind} is owed")
    return found


@law
def law_s_13(state: State, faults: Faults) -> None:
    """S-13: the first step has a node."""
    if state.todo and not state.has_node():
        faults.add("todo[0]", f"{state.phase} has no node here: it has nothing to draw or to pick (S-13)")


# The end


def completes(state: State) -> list[int]:
    """The complete tiles of each player."""
    return [garden.complete() for garden in state.gardens]


def round_from(state: State, first: int, last: int) -> set[int]:
    """The players from one on round the table to before another."""
    n = state.game.players
    return {(first + i) % n for i in range((last - first) % n)}


@law
def law_s_14(state: State, faults: Faults) -> None:
    """S-14: the trigger, and who may have so many complete tiles."""
    if state.turns is None:
        return
    most, complete, trigger = state.game.box.end_tiles, completes(state), state.trigger
    if trigger is not None:
        if state.turns_had(trigger) < 1:
            faults.add("trigger", "must have had a turn (S-14)")
        if complete[trigger] < most:
            faults.add("trigger", f"must have {most} complete tiles (S-14)")
        if trigger == state.player:
            faults.add("trigger", "must not be the player to move (S-14)")
    if state.player is None:
        return
    spared = {state.player} | (set() if trigger is None else round_from(state, trigger, state.player))
    for player, count in enumerate(complete):
        if player not in spared and state.turns_had(player) >= 1 and count >= most:
            faults.add("trigger", f"player {player} has had turns and has {count} complete tiles (S-14)")


@law
def law_s_15(state: State, faults: Faults) -> None:
    """S-15: how the game ended."""
    if state.todo or state.turns is None:
        return
    n, most, trigger = state.game.players, state.game.box.end_tiles, state.trigger
    after = state.turns % n
    if trigger != after and state.turns != n * state.game.turn_limit:
        faults.add("trigger", "must be the next player, or all turns must be over, when the game is (S-15)")
    bound = set(range(n))
    if trigger is not None:
        bound = set() if trigger == after else round_from(state, after, trigger)
    for player in sorted(bound):
        count = state.gardens[player].complete()
        if count >= most:
            faults.add("trigger", f"player {player} has {count} complete tiles (S-15)")
