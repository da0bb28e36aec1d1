"""The laws of a position of Gardens of Io given as data, from seeds/gardens_of_io/state.md (S-1 to S-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.reference.base import Faults
from cloche.reference.gardens_of_io.board import EMPTY, TREE, cell_text, first_cells, flowers_of, trees_of

if TYPE_CHECKING:
    from cloche.reference.gardens_of_io import Game

RUN = "run"
CELL_WORDS = ("swap-tree", "swap-flowers", "move-flower", "move-tree")
PHASES = ("deal", "tree", "turn", "first_cell", "second_cell", "lap_bonus", "over")
KEYS = (
    *("phase", "player", "garden", "positions", "reserves", "bag"),
    *("allowance", "counters", "special_open", "special", "first", "extra_turn"),
)
MOST_COUNTED = 255
MOST_POSITION = 60000

# Each law is judged only where the values of the keys before it can be relied on.
Law: TypeAlias = Callable[["Game", Mapping[str, Any], Faults], None]
LAWS: list[tuple[tuple[str, ...], Law]] = []


def law(*needs: str) -> Callable[[Law], Law]:
    """Adds a law that reads the keys `needs`."""

    def add(one: Law) -> Law:
        LAWS.append((needs, one))
        return one

    return add


def law_s_1(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-1: types, lengths and ranges."""
    faults.text("phase", values["phase"])
    if faults.sound("phase") and values["phase"] not in PHASES:
        faults.spoil("phase", f"must be one of {', '.join(PHASES)} (S-1)")
    if values["player"] is not None:
        faults.whole("player", values["player"], 0, game.players - 1)  # S-4
    for path, row in faults.items("garden", values["garden"], game.size):
        if not isinstance(row, str) or len(row) != game.size:
            faults.spoil(path, f"must be a text of {game.size} characters (S-1)")
    faults.wholes("positions", values["positions"], game.players, MOST_POSITION)
    for path, reserve in faults.items("reserves", values["reserves"], game.players):
        faults.wholes(path, reserve, len(game.colours), MOST_COUNTED)
    faults.wholes("bag", values["bag"], len(game.colours), MOST_COUNTED)
    faults.wholes("allowance", values["allowance"], game.players, MOST_COUNTED)
    faults.wholes("counters", values["counters"], len(game.words), MOST_COUNTED)
    faults.flag("special_open", values["special_open"])
    for key in ("special", "first"):
        if values[key] is not None:
            faults.text(key, values[key])
    faults.flag("extra_turn", values["extra_turn"])


@law("garden")
def law_s_2(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-2: what may lie in the garden."""
    for i, row in enumerate(values["garden"]):
        if not set(row) <= {EMPTY, TREE, *game.colours}:
            faults.spoil(f"garden[{i}]", f"may hold only {EMPTY}, {TREE} and {', '.join(game.colours)} (S-2)")


@law("garden", "reserves", "bag")
def law_s_3(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-3: no flower is lost or made."""
    for i, colour in enumerate(game.colours):
        planted = sum(row.count(colour) for row in values["garden"])
        held = sum(reserve[i] for reserve in values["reserves"])
        if planted + held + values["bag"][i] != game.counts[i]:
            faults.add("garden", f"with reserves and bag there must be {game.counts[i]} flowers of {colour} (S-3)")


@law("phase", "player")
def law_s_4(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-4: somebody draws or decides until the game is over."""
    if (values["player"] is None) != (values["phase"] == "over"):
        faults.spoil("player", "must be null exactly when the game is over (S-4)")


@law("positions")
def law_s_5(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-5: Martians share a space only at position 0."""
    started = [position for position in values["positions"] if position != 0]
    spaces = [position % game.track for position in started]
    if len(set(spaces)) != len(spaces) or (len(started) < game.players and 0 in spaces):
        faults.add("positions", "two Martians share a space (S-5)")


@law("allowance", "counters")
def law_s_6(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-6: allowances and counters are spent together."""
    for i, left in enumerate(values["allowance"]):
        if left > game.specials:
            faults.add(f"allowance[{i}]", f"is at most {game.specials} (S-6)")
    for i, left in enumerate(values["counters"]):
        if left > game.uses[i]:
            faults.add(f"counters[{i}]", f"is at most {game.uses[i]} (S-6)")
    allowances = game.specials * game.players - sum(values["allowance"])
    counters = sum(game.uses) - sum(values["counters"])
    if allowances != counters:
        faults.add("allowance", f"{allowances} allowances but {counters} counters are spent (S-6)")


@law("phase", "garden")
def law_s_7_s_8_garden(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-7, S-8: what stands in the garden before the first turn, and all trees from then on."""
    phase = values["phase"]
    garden = game.garden_of(values)
    trees = len(trees_of(garden))
    if phase in ("deal", "tree") and flowers_of(garden):
        faults.add("garden", f"no flower is planted in phase {phase} (S-7, S-8)")
    if phase == "deal" and trees:
        faults.add("garden", "no tree stands in the deal (S-7)")
    elif phase == "tree" and trees >= game.trees:
        faults.add("garden", "no tree is left to put down (S-8)")
    elif phase not in ("deal", "tree") and trees != game.trees:
        faults.add("garden", f"there must be {game.trees} trees (S-8)")


@law("phase", "positions")
def law_s_7_s_8_positions(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-7, S-8: nobody has moved before the first turn."""
    if values["phase"] in ("deal", "tree") and any(values["positions"]):
        faults.add("positions", f"must be 0 in phase {values['phase']} (S-7, S-8)")


@law("phase", "allowance", "counters")
def law_s_7_s_8_spent(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-7, S-8: nothing is spent before the first turn."""
    if values["phase"] in ("deal", "tree") and not game.is_unspent(values):
        faults.add("allowance", f"nothing is spent in phase {values['phase']} (S-7, S-8)")


@law("phase", "player", "reserves")
def law_s_7_deal(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-7: the deal goes round the table once."""
    if values["phase"] != "deal":
        return
    for i, reserve in enumerate(values["reserves"]):
        held = sum(reserve)
        if i < values["player"] and held != game.flowers:
            faults.add(f"reserves[{i}]", f"must hold {game.flowers} flowers, the full deal (S-7)")
        elif i == values["player"] and held >= game.flowers:
            faults.add(f"reserves[{i}]", f"must hold less than {game.flowers} flowers, the full deal (S-7)")
        elif i > values["player"] and held:
            faults.add(f"reserves[{i}]", "must be empty before the player draws (S-7)")


@law("phase", "garden", "reserves")
def law_s_7_dealt(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-7: what was dealt is in the reserves and the garden."""
    if values["phase"] == "deal":
        return
    flowers = len(flowers_of(game.garden_of(values))) + sum(sum(reserve) for reserve in values["reserves"])
    if flowers != game.flowers * game.players:
        faults.add("reserves", f"with the garden there must be {game.flowers * game.players} flowers (S-7)")


@law("phase", "reserves")
def law_s_8_reserves(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-8: everybody holds the full deal."""
    if values["phase"] != "tree":
        return
    for i, reserve in enumerate(values["reserves"]):
        if sum(reserve) != game.flowers:
            faults.add(f"reserves[{i}]", f"must hold {game.flowers} flowers, the full deal (S-8)")


@law("phase", "player", "garden")
def law_s_8_player(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-8: who puts down the next tree."""
    if values["phase"] != "tree":
        return
    standing = len(trees_of(game.garden_of(values)))
    if standing < game.trees and values["player"] != game.trees_by[standing]:
        faults.add("player", f"player {game.trees_by[standing]} puts down the next tree (S-8)")


@law("phase", "special", "special_open")
def law_s_9(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-9: whether a special action may still be chosen."""
    phase, is_open = values["phase"], values["special_open"]
    if phase in ("deal", "tree", "over") and not is_open:
        faults.add("special_open", f"is true in phase {phase} (S-9)")
    from_run = phase == "lap_bonus" and values["special"] == RUN
    if (phase in ("first_cell", "second_cell") or from_run) and is_open:
        faults.add("special_open", "is false while a special action is carried out (S-9)")


@law("player", "allowance", "special_open")
def law_s_9_spent(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-9: who has chosen a special action has paid for it."""
    player = values["player"]
    if not values["special_open"] and player is not None and values["allowance"][player] >= game.specials:
        faults.add("special_open", "false, but the player to move has spent no allowance (S-9)")


@law("phase", "special")
def law_s_10(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-10: the action word being carried out."""
    phase, special = values["phase"], values["special"]
    if phase in ("first_cell", "second_cell"):
        if special not in CELL_WORDS or special not in game.words:
            faults.spoil("special", f"must be a special action that picks cells, in phase {phase} (S-10)")
    elif phase == "lap_bonus":
        if special is not None and (special != RUN or special not in game.words):
            faults.spoil("special", "must be run or null in phase lap_bonus (S-10)")
    elif special is not None:
        faults.spoil("special", f"must be null in phase {phase} (S-10)")


@law("special", "counters")
def law_s_10_spent(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-10: a counter of the action word is spent."""
    if values["special"] in game.words:
        k = game.words.index(values["special"])
        if values["counters"][k] >= game.uses[k]:
            faults.add(f"counters[{k}]", f"no counter of {game.words[k]} is spent (S-10)")


@law("phase", "garden", "special", "first")
def law_s_11(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-11: there is a legal first cell, or one was picked."""
    phase, first = values["phase"], values["first"]
    if phase in ("first_cell", "second_cell"):
        firsts = [cell_text(cell) for cell in first_cells(game.garden_of(values), values["special"])]
        if phase == "first_cell" and not firsts:
            faults.add("special", "there is no legal first cell (S-11)")
        if phase == "second_cell" and first not in firsts:
            faults.add("first", "is no legal first cell (S-11)")


@law("phase", "first")
def law_s_11_elsewhere(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-11: a first cell is remembered only until the second is picked."""
    if values["phase"] != "second_cell" and values["first"] is not None:
        faults.add("first", "must be null outside phase second_cell (S-11)")


@law("phase", "player", "positions")
def law_s_12_passed(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-12: a lap bonus is for who passed the start."""
    if values["phase"] != "lap_bonus":
        return
    if not game.lap_bonus:
        faults.add("phase", "the game is played without the lap bonus (S-12)")
    if values["positions"][values["player"]] < game.track:
        faults.add("positions", "the player to move has not passed the start (S-12)")


@law("phase", "garden", "reserves")
def law_s_12_eligible(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-12: a lap bonus needs a flower that can be taken."""
    if values["phase"] == "lap_bonus" and not game.eligible(game.garden_of(values), values["reserves"]):
        faults.add("garden", "no flower can be taken for the lap bonus (S-12)")


@law("phase", "extra_turn")
def law_s_12_extra_turn(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-12: an extra turn is kept in mind at a lap bonus only."""
    if values["extra_turn"] and values["phase"] != "lap_bonus":
        faults.add("extra_turn", "must be false but at a lap bonus that comes from planting (S-12)")


@law("phase", "special", "extra_turn")
def law_s_12_run(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-12: only planting earns an extra turn."""
    if values["extra_turn"] and values["phase"] == "lap_bonus" and values["special"] == RUN:
        faults.add("extra_turn", "must be false but at a lap bonus that comes from planting (S-12)")


@law("reserves", "extra_turn")
def law_s_12_exhausted(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-12: an extra turn was earned by the last flower of a colour."""
    held = [sum(reserve[i] for reserve in values["reserves"]) for i in range(len(game.colours))]
    if values["extra_turn"] and all(held):
        faults.add("extra_turn", "true, but every colour is in some reserve (S-12)")


@law("phase", "player", "reserves", "special")
def law_s_13(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-13: an empty reserve ends the game at the end of the turn."""
    phase = values["phase"]
    if phase not in ("turn", "first_cell", "second_cell", "lap_bonus"):
        return
    planted = phase == "lap_bonus" and values["special"] != RUN
    for i, reserve in enumerate(values["reserves"]):
        if not any(reserve) and not (planted and i == values["player"]):
            faults.add(f"reserves[{i}]", "must not be empty (S-13)")


@law("phase", "positions", "reserves")
def law_s_14(game: Game, values: Mapping[str, Any], faults: Faults) -> None:
    """S-14: the game lasts until a reserve is empty or the lead reached."""
    phase = values["phase"]
    led = max(values["positions"]) - min(values["positions"]) >= game.lap_lead
    if phase in ("turn", "first_cell", "second_cell", "lap_bonus") and led:
        faults.add("positions", f"the first Martian is {game.lap_lead} or more ahead of the last (S-14)")
    if phase == "over" and not led and all(any(reserve) for reserve in values["reserves"]):
        faults.add("phase", "the game is not over: nobody's reserve is empty and the lead is not reached (S-14)")


def judge(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the keys of a lawful position; ValueError that lists every broken law."""
    faults = Faults("gardens_of_io")
    values = faults.values(data, KEYS)
    law_s_1(game, values, faults)
    for needs, one in LAWS:
        if faults.sound(*needs):
            one(game, values, faults)
    faults.end()
    return values
