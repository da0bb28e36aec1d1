"""The laws of a position of Bloom Town given as data, from seeds/bloom_town/state.md (S-2 to S-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from cloche.reference.base import Faults
from cloche.reference.bloom_town.actions import BONUSES, bloom_bonuses, token_bonuses
from cloche.reference.bloom_town.shape import (
    BEFORE_LEFT_OVERS,
    NOBODYS_PHASES,
    SETUP_PHASES,
    SPACES,
    TILE_PHASES,
    UNDEALT_PHASES,
    Values,
)
from cloche.reference.bloom_town.town import EMPTY, KINDS, PLACE, SHOPS, TYPES, in_order

if TYPE_CHECKING:
    from cloche.reference.bloom_town import Game

# Each law is judged only where the values of the keys before it can be relied on.
Law: TypeAlias = Callable[["Game", Values, Faults], None]
Judged: TypeAlias = list[tuple[tuple[str, ...], Law]]
LAWS: Judged = []  # of positions and observations
POSITION_LAWS: Judged = []
OBSERVATION_LAWS: Judged = []


def law(*needs: str, of: Judged = LAWS) -> Callable[[Law], Law]:
    """Adds a law that reads the keys `needs`."""

    def add(one: Law) -> Law:
        of.append((needs, one))
        return one

    return add


@law("hands")
def law_s_2_hands(game: Game, values: Values, faults: Faults) -> None:
    """S-2: lists of kinds are sorted."""
    for i, hand in enumerate(values["hands"]):
        if hand != in_order(hand):
            faults.add(f"hands[{i}]", f"must be in the order {KINDS} (S-2)")


@law("hidden")
def law_s_2_hidden(game: Game, values: Values, faults: Faults) -> None:
    """S-2: lists of kinds are sorted."""
    for i, tiles in enumerate(values["hidden"]):
        if None not in tiles and tiles != in_order(tiles):
            faults.add(f"hidden[{i}]", f"must be in the order {KINDS} (S-2)")


@law("emptied")
def law_s_2_emptied(game: Game, values: Values, faults: Faults) -> None:
    """S-2: a market space is emptied once."""
    if len(set(values["emptied"])) != len(values["emptied"]):
        faults.spoil("emptied", "must hold different numbers (S-2)")


@law("used")
def law_s_2_used(game: Game, values: Values, faults: Faults) -> None:
    """S-2: bonus kinds are listed once, in their order."""
    if values["used"] != [word for word in BONUSES if word in values["used"]]:
        faults.spoil("used", f"must hold different words in the order {', '.join(BONUSES)} (S-2)")


# Tiles


def seen_tiles(values: Values) -> Counter[str]:
    """Tiles of each kind in towns, hands, hidden, kept and market; nulls are none."""
    tiles = [square for rows in values["towns"] for row in rows for square in row if square != EMPTY]
    for hand in (*values["hands"], *values["hidden"], values["kept"], values["market"]):
        tiles += hand
    return Counter(tile for tile in tiles if tile is not None)


@law("towns", "hands", "hidden", "kept", "market", "out", "pool", of=POSITION_LAWS)
def law_s_3(game: Game, values: Values, faults: Faults) -> None:
    """S-3: no tile is lost or made."""
    seen = seen_tiles(values)
    for i, one in enumerate(KINDS):
        if seen[one] + values["out"][i] + values["pool"][i] != game.box.counts[i]:
            faults.add(f"pool[{i}]", f"with all places there must be {game.box.counts[i]} tiles of kind {one} (S-3)")


@law("phase", "player")
def law_s_4(game: Game, values: Values, faults: Faults) -> None:
    """S-4: whose turn it is."""
    if (values["player"] is None) != (values["phase"] in NOBODYS_PHASES):
        faults.spoil("player", f"must be null exactly in the phases {', '.join(NOBODYS_PHASES)} (S-4)")


@law("community")
def law_s_5_community(game: Game, values: Values, faults: Faults) -> None:
    """S-5: community tiles of the box."""
    for i, out in enumerate(values["community"]):
        if out > game.box.community_tiles:
            faults.spoil(f"community[{i}]", f"is at most {game.box.community_tiles} (S-5)")


@law("community", "by_token")
def law_s_5_triggered(game: Game, values: Values, faults: Faults) -> None:
    """S-5: a token triggers a type that has a tile out."""
    for i, triggered in enumerate(values["by_token"]):
        if triggered and values["community"][i] == 0:
            faults.add(f"by_token[{i}]", "true, but no community tile of the type is out (S-5)")


@law("tokens", "by_token")
def law_s_5_tokens(game: Game, values: Values, faults: Faults) -> None:
    """S-5: each type triggered has cost a token."""
    if sum(values["by_token"]) > values["tokens"].count(False):
        faults.add("by_token", "more types are triggered than tokens are gone (S-5)")


@law("phase", "stacks")
def law_s_6_stacks(game: Game, values: Values, faults: Faults) -> None:
    """S-6: stacks are as high as at setup, or lower once they are drawn from."""
    for i, tiles in enumerate(values["stacks"]):
        if values["phase"] in UNDEALT_PHASES and tiles != game.box.stack_height:
            faults.add(f"stacks[{i}]", f"must be {game.box.stack_height} in phase {values['phase']} (S-6)")
        elif tiles > game.box.stack_height:
            faults.add(f"stacks[{i}]", f"is at most {game.box.stack_height} (S-6)")


@law("phase", "left_over")
def law_s_6_left_over(game: Game, values: Values, faults: Faults) -> None:
    """S-6: left-overs are those of the setup until they are turned up."""
    if values["phase"] in BEFORE_LEFT_OVERS and values["left_over"] != game.box.left_overs:
        faults.add("left_over", f"must be {game.box.left_overs} in phase {values['phase']} (S-6)")
    elif values["left_over"] > game.box.left_overs:
        faults.add("left_over", f"is at most {game.box.left_overs} (S-6)")


@law("phase", "pool", "community", "stacks", "left_over", of=POSITION_LAWS)
def law_s_6_face_down(game: Game, values: Values, faults: Faults) -> None:
    """S-6: tiles that are not out lie face down."""
    judge_face_down(game, values, sum(values["pool"]), faults)


def judge_face_down(game: Game, values: Values, buildings: int, faults: Faults) -> None:
    """S-6 with so many building tiles in the pool."""
    if values["phase"] in UNDEALT_PHASES:
        return
    tiles = buildings + game.box.community_tiles * len(TYPES) - sum(values["community"])
    places = sum(values["stacks"]) + values["left_over"]
    if tiles != places:
        faults.add("stacks", f"{places} tiles in stacks and left-overs, but {tiles} are face down (S-6)")


# Setup


@law("phase", "towns")
def law_s_7_towns(game: Game, values: Values, faults: Faults) -> None:
    """S-7: nothing is built before the first turn."""
    built = any(set(row) != {EMPTY} for rows in values["towns"] for row in rows)
    if values["phase"] in SETUP_PHASES and built:
        faults.add("towns", f"must be empty in phase {values['phase']} (S-7)")


def same_in_setup(key: str, at_setup: object, phases: tuple[str, ...]) -> None:
    """Adds the law S-7 of a key whose value, or each item of it, is `at_setup` in some phases."""

    def one(game: Game, values: Values, faults: Faults) -> None:
        if values["phase"] in phases and any(item != at_setup for item in values[key]):
            faults.add(key, f"must be {at_setup} throughout in phase {values['phase']} (S-7)")

    law("phase", key)(one)


same_in_setup("points", 0, SETUP_PHASES)
same_in_setup("tokens", True, SETUP_PHASES)
same_in_setup("by_token", False, SETUP_PHASES)
same_in_setup("community", 0, UNDEALT_PHASES)
same_in_setup("market", None, UNDEALT_PHASES)


@law("phase", "used")
def law_s_7_used(game: Game, values: Values, faults: Faults) -> None:
    """S-7: no bonus before the first turn."""
    if values["phase"] in SETUP_PHASES and values["used"]:
        faults.add("used", f"must be empty in phase {values['phase']} (S-7)")


@law("phase", "left_over")
def law_s_7_left_over(game: Game, values: Values, faults: Faults) -> None:
    """S-7: play begins when no left-over is face down."""
    if values["phase"] == "left_over" and not values["left_over"]:
        faults.add("left_over", "must be at least 1 in phase left_over (S-7)")
    if values["phase"] not in SETUP_PHASES and values["left_over"]:
        faults.add("left_over", f"must be 0 in phase {values['phase']} (S-7)")


@law("phase", "hands")
def law_s_8_hands(game: Game, values: Values, faults: Faults) -> None:
    """S-8: no open tile in a hand before the first turn."""
    for i, hand in enumerate(values["hands"]):
        if values["phase"] in SETUP_PHASES and hand:
            faults.add(f"hands[{i}]", f"must be empty in phase {values['phase']} (S-8)")


@law("phase", "player", "hidden")
def law_s_8_hidden(game: Game, values: Values, faults: Faults) -> None:
    """S-8: the deal goes round the table once."""
    phase, player = values["phase"], values["player"]
    if phase not in SETUP_PHASES:
        return
    for i, tiles in enumerate(values["hidden"]):
        if phase == "hands" and i == player:
            if len(tiles) >= game.box.hand_tiles:
                faults.add(f"hidden[{i}]", f"must hold less than {game.box.hand_tiles} tiles, the full deal (S-8)")
            continue
        undealt = phase == "shops" or (phase == "hands" and i > player)
        due = 0 if undealt else game.box.hand_tiles
        if len(tiles) != due:
            faults.add(f"hidden[{i}]", f"must hold {due} tiles in phase {phase} (S-8)")


@law("phase", "out")
def law_s_9_types(game: Game, values: Values, faults: Faults) -> None:
    """S-9: so many offices, subways, parks and homes are taken out."""
    for i, one in enumerate(KINDS):
        if one in SHOPS:
            continue
        if values["phase"] in BEFORE_LEFT_OVERS and values["out"][i] != game.box.removed:
            faults.add(f"out[{i}]", f"must be {game.box.removed} in phase {values['phase']} (S-9)")
        elif values["out"][i] < game.box.removed:
            faults.add(f"out[{i}]", f"must be at least {game.box.removed} (S-9)")


@law("phase", "out")
def law_s_9_shops(game: Game, values: Values, faults: Faults) -> None:
    """S-9: at most one shop of a kind is taken out, and as many shops as of any type."""
    phase, out = values["phase"], values["out"]
    shops = sum(out[PLACE[one]] for one in SHOPS)
    if phase not in BEFORE_LEFT_OVERS:
        if shops < game.box.removed:
            faults.add("out", f"must hold at least {game.box.removed} shops (S-9)")
        return
    for one in SHOPS:
        most = min(1, game.box.counts[PLACE[one]])
        if out[PLACE[one]] > most:
            faults.add(f"out[{PLACE[one]}]", f"is at most {most} in phase {phase} (S-9)")
    if phase == "shops" and shops >= game.box.removed:
        faults.add("out", f"must hold less than {game.box.removed} shops in phase shops (S-9)")
    elif phase != "shops" and shops != game.box.removed:
        faults.add("out", f"must hold {game.box.removed} shops in phase {phase} (S-9)")


@law("phase")
def law_s_9_nodes(game: Game, values: Values, faults: Faults) -> None:
    """S-9, D-1: shops are drawn only where there is a choice."""
    if values["phase"] == "shops" and not game.box.draws_shops:
        faults.add("phase", "no shop is drawn in this game (S-9)")


@law("phase", "out")
def law_s_9_left_overs(game: Game, values: Values, faults: Faults) -> None:
    """S-9: what left the game later was a left-over."""
    most = game.box.removed * len(TYPES) + game.box.left_overs
    if values["phase"] not in BEFORE_LEFT_OVERS and sum(values["out"]) > most:
        faults.add("out", f"must hold at most {most} tiles (S-9)")


# Hands, market and turn


@law("phase", "player", "hands", "hidden")
def law_s_10(game: Game, values: Values, faults: Faults) -> None:
    """S-10: hands are full at most, and not full between building and step C."""
    if values["phase"] in SETUP_PHASES:
        return
    for i, (hand, tiles) in enumerate(zip(values["hands"], values["hidden"], strict=True)):
        building = values["phase"] in TILE_PHASES and i == values["player"]
        most = game.box.hand_tiles - building
        if len(hand) + len(tiles) > most:
            faults.add(f"hands[{i}]", f"with hidden must hold at most {most} tiles in phase {values['phase']} (S-10)")


@law("phase", "emptied", "stacks")
def law_s_11_market(game: Game, values: Values, faults: Faults) -> None:
    """S-11: the market is laid out from the first space to the fifth."""
    emptied, stacks = values["emptied"], values["stacks"]
    if values["phase"] != "market":
        return
    if not emptied or emptied != list(range(emptied[0], SPACES + 1)):
        faults.add("emptied", "must run from some number up to 5 in phase market (S-11)")
    for number in emptied[1:]:
        if stacks[number - 1] != game.box.stack_height:
            faults.add(f"stacks[{number - 1}]", f"must be {game.box.stack_height}, as it is not turned up yet (S-11)")


@law("phase", "emptied", "stacks")
def law_s_11_first(game: Game, values: Values, faults: Faults) -> None:
    """S-11: the stack that is turned up has a tile."""
    emptied = values["emptied"]
    if values["phase"] in ("market", "refill") and emptied and values["stacks"][emptied[0] - 1] == 0:
        faults.add("emptied", "its first stack is empty (S-11)")


@law("phase", "emptied", "used", "extra_due")
def law_s_11_turn(game: Game, values: Values, faults: Faults) -> None:
    """S-11: how many spaces a turn has emptied."""
    phase, count = values["phase"], len(values["emptied"])
    if phase == "refill" and not 1 <= count <= 2:
        faults.add("emptied", "must hold 1 or 2 numbers in phase refill (S-11)")
    elif phase == "build" or phase in TILE_PHASES:
        most = int("extra" in values["used"] and not values["extra_due"])
        if count > most:
            faults.add("emptied", f"must hold at most {most} numbers at this tile (S-11)")
    elif phase not in ("market", "refill") and count:
        faults.add("emptied", f"must be empty in phase {phase} (S-11)")


@law("emptied", "market")
def law_s_11_spaces(game: Game, values: Values, faults: Faults) -> None:
    """S-11: an emptied space is empty."""
    for number in values["emptied"]:
        if values["market"][number - 1] is not None:
            faults.add(f"market[{number - 1}]", "must be null, as it is in emptied (S-11)")


@law("phase", "market", "stacks", "emptied")
def law_s_12(game: Game, values: Values, faults: Faults) -> None:
    """S-12: a space stays empty only when its stack is."""
    if values["phase"] in UNDEALT_PHASES:
        return
    for i, tile in enumerate(values["market"]):
        if tile is None and i + 1 not in values["emptied"] and values["stacks"][i]:
            faults.add(f"market[{i}]", "must hold a tile, as its stack does (S-12)")


@law("phase", "used")
def law_s_13_used(game: Game, values: Values, faults: Faults) -> None:
    """S-13: bonuses used in this turn."""
    phase, used = values["phase"], values["used"]
    if phase in ("refill", "keep", "over") and used:
        faults.add("used", f"must be empty in phase {phase} (S-13)")
    if phase == "build" and used and "extra" not in used:
        faults.add("used", "must be empty or hold extra in phase build (S-13)")


@law("phase", "used", "extra_due")
def law_s_13_extra(game: Game, values: Values, faults: Faults) -> None:
    """S-13: an extra turn is due from its choice to the end of step C."""
    if not values["extra_due"]:
        return
    if values["phase"] not in ("token", "take", "draw"):
        faults.add("extra_due", f"must be false in phase {values['phase']} (S-13)")
    if "extra" not in values["used"]:
        faults.add("extra_due", "true, but extra is not used (S-13)")


@law("phase", "cell")
def law_s_14(game: Game, values: Values, faults: Faults) -> None:
    """S-14: the tile just built is remembered until step C is done."""
    if (values["cell"] is not None) != (values["phase"] in TILE_PHASES):
        faults.spoil("cell", f"must be null exactly outside {', '.join(TILE_PHASES)} (S-14)")


@law("phase", "player", "towns", "cell")
def law_s_14_tile(game: Game, values: Values, faults: Faults) -> None:
    """S-14: a tile stands there."""
    if values["cell"] is None or values["phase"] not in TILE_PHASES:
        return
    town = game.ground.town_of(values["towns"][values["player"]])
    if town[game.ground.cell_of[values["cell"]]] == EMPTY:
        faults.add("cell", "no tile stands there (S-14)")


@law("phase", "cell", "used")
def law_s_15_bloom(game: Game, values: Values, faults: Faults) -> None:
    """S-15: a blooming square with a bonus to choose."""
    if values["phase"] != "bloom":
        return
    if game.ground.cell_of[values["cell"]] not in game.ground.blooming:
        faults.add("cell", "is no blooming square (S-15)")
    if not bloom_bonuses(values["used"]):
        faults.add("used", "no bonus is left for the blooming square (S-15)")


@law("phase", "player", "tokens", "used", "community", "by_token")
def law_s_15_token(game: Game, values: Values, faults: Faults) -> None:
    """S-15: a token with something to be used for."""
    if values["phase"] != "token":
        return
    if not values["tokens"][values["player"]]:
        faults.add(f"tokens[{values['player']}]", "must be true in phase token (S-15)")
    if not token_bonuses(values["used"], values["community"], values["by_token"]):
        faults.add("phase", "the token can be used for nothing (S-15)")


@law("phase", "player", "towns", "hands", "hidden")
def law_s_16(game: Game, values: Values, faults: Faults) -> None:
    """S-16: who builds can build."""
    player = values["player"]
    if values["phase"] != "build":
        return
    if not values["hands"][player] and not values["hidden"][player]:
        faults.add(f"hands[{player}]", "the player to build has no tile (S-16)")
    if not game.ground.has_empty(game.ground.town_of(values["towns"][player])):
        faults.add(f"towns[{player}]", "the player to build has no empty square (S-16)")


@law("phase", "cell", "market", "stacks")
def law_s_17(game: Game, values: Values, faults: Faults) -> None:
    """S-17: what step C finds at the symbol covered."""
    phase = values["phase"]
    if phase not in ("take", "draw"):
        return
    space = game.ground.space_of[game.ground.cell_of[values["cell"]]]
    if values["market"][space] is not None:
        faults.add(f"market[{space}]", f"must be null in phase {phase}, as its symbol is covered (S-17)")
    if phase == "take" and values["stacks"][space]:
        faults.add(f"stacks[{space}]", "must be 0 in phase take, as its symbol is covered (S-17)")
    if phase == "draw" and not values["stacks"][space]:
        faults.add(f"stacks[{space}]", "must be at least 1 in phase draw, as its symbol is covered (S-17)")
    if phase == "take" and not any(values["market"]):
        faults.add("market", "must hold a tile in phase take (S-17)")


@law("phase", "player", "hands", "hidden", "kept")
def law_s_18(game: Game, values: Values, faults: Faults) -> None:
    """S-18: the players keep a tile one after the other."""
    phase, player = values["phase"], values["player"]
    held = [len(hand) + len(tiles) for hand, tiles in zip(values["hands"], values["hidden"], strict=True)]
    if phase == "keep" and not held[player]:
        faults.add(f"hands[{player}]", "the player to keep a tile has none (S-18)")
    for i, tile in enumerate(values["kept"]):
        asked = phase == "over" or (phase == "keep" and i < player)
        if tile is not None and not asked:
            faults.add(f"kept[{i}]", "must be null before the player keeps a tile (S-18)")
        elif tile is not None and held[i] >= game.box.hand_tiles:
            faults.add(f"hands[{i}]", f"with hidden must hold less than {game.box.hand_tiles} tiles (S-18)")
        elif asked and tile is None and held[i]:
            faults.add(f"kept[{i}]", "must be a kind, as the player has a tile (S-18)")
