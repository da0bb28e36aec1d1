"""The laws of the values of a position of Barton in Bloom (S-2 to S-8 of state.md), and of an observation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import dropwhile, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.reference.barton_in_bloom.box import ACTION_OF, DECORATIONS, FERTILIZERS, NEUTRAL, TYPES
from cloche.reference.barton_in_bloom.data import HIDDEN_KEYS
from cloche.reference.barton_in_bloom.shape import Values
from cloche.reference.barton_in_bloom.shapes import CELLS_BESIDE, MIDDLE, SQUARES_OF, squares_at
from cloche.reference.barton_in_bloom.steps import BOARD_STEPS, Step
from cloche.reference.base import Faults

if TYPE_CHECKING:
    from cloche.reference.barton_in_bloom import Game

Law: TypeAlias = Callable[["Game", Values, Faults], None]
LAWS: list[Law] = []

MOST_STEPS = 16
MOST_BEHIND = 14
BROUGHT_BY_PICKS = ("lay", "turn_up", "put", "pay")


def law(one: Law) -> Law:
    """Adds a law of positions and observations."""
    LAWS.append(one)
    return one


def ascends(keys: Sequence[Any]) -> bool:
    """Strictly."""
    return all(one < other for one, other in pairwise(keys))


def steps_of(values: Values, *words: str) -> list[Step]:
    """The steps of some words."""
    return [one for one in values["todo"] if one["step"] in words]


# Order and phase


@law
def law_s_2_lists(game: Game, values: Values, faults: Faults) -> None:
    """S-2: lists that ascend."""
    box = game.box
    judges, orders, ornaments = list(box.judges), list(box.orders), list(box.ornaments)

    def check(path: str, keys: Sequence[Any]) -> None:
        if not ascends(keys):
            faults.add(path, "must ascend, nothing twice (S-2)")

    check("discards", [judges.index(judge) for judge in values["discards"]])
    for i, deck in enumerate(values["decks"]):
        check(f"decks[{i}]['unseen']", [judges.index(judge) for judge in deck["unseen"]])
    for player in range(game.players):
        for key in ("hands", "gone"):
            check(f"{key}[{player}]", [card["draw"] for card in values[key][player]])
        check(f"fertilizers[{player}]", [FERTILIZERS.index(one) for one in values["fertilizers"][player]])
        check(f"done[{player}]", [orders.index(order) for order in values["done"][player]])
        check(f"gardens[{player}]", [cell for cell, _, _ in values["gardens"][player]])
        check(f"plants[{player}]", [square for square, _, _ in values["plants"][player]])
        lying = values["ornaments"][player]
        check(f"ornaments[{player}]", [(ornaments.index(kind), square, o) for kind, square, o in lying])
    for i, one in enumerate(values["todo"]):
        check(f"todo[{i}]['types']", [TYPES.index(type_) for type_ in one.get("types", [])])


@law
def law_s_2_phase(game: Game, values: Values, faults: Faults) -> None:
    """S-2: `phase` is the first step."""
    todo = values["todo"]
    phase = todo[0]["step"] if todo else "over"
    if values["phase"] != phase:
        faults.add("phase", f"must be {phase}, as the first of todo says (S-2)")
    if len(todo) > MOST_STEPS:
        faults.add("todo", f"must be at most {MOST_STEPS} steps (S-2)")
    elif len(list(dropwhile(lambda one: one["step"] in BROUGHT_BY_PICKS, todo))) > MOST_BEHIND:
        faults.add("todo", f"must be at most {MOST_BEHIND} steps behind {', '.join(BROUGHT_BY_PICKS)} (S-2)")


@law
def law_s_2_player(game: Game, values: Values, faults: Faults) -> None:
    """S-2: whose turn it is."""
    todo = values["todo"]
    board = values["turns"] is None and all(one["step"] in BOARD_STEPS for one in todo)
    nobody = not todo or board
    if (values["player"] is None) != nobody:
        faults.add("player", f"must be {'null' if nobody else 'a number'}, as todo says (S-2)")
    if not todo and values["turns"] is None:
        faults.add("turns", "must be a number, as the game is over (S-2)")


# Gardens


def letters_of(game: Game, values: Values, player: int) -> dict[int, str]:
    """The squares of a garden as printed."""
    tiles = game.box.tiles
    return {
        square: letter
        for cell, tile, r in values["gardens"][player]
        if r in tiles[tile]
        for square, letter in zip(SQUARES_OF[cell], "".join(tiles[tile][r]), strict=True)
    }


def tiles_placed(values: Values) -> list[str]:
    """The tiles that lie somewhere."""
    tiles = [tile for garden in values["gardens"] for _, tile, _ in garden]
    tiles += [tile for tile in values["display"] if tile is not None]
    return tiles + [one["tile"] for one in steps_of(values, "lay")]


@law
def law_s_3_tiles(game: Game, values: Values, faults: Faults) -> None:
    """S-3: a tile is in one place at most."""
    for tile, places in Counter(tiles_placed(values)).items():
        if places > 1:
            faults.add("gardens", f"tile {tile} is in {places} places (S-3)")


@law
def law_s_3_gardens(game: Game, values: Values, faults: Faults) -> None:
    """S-3: a garden grows from the middle."""
    for player, garden in enumerate(values["gardens"]):
        path = f"gardens[{player}]"
        cells = {cell for cell, _, _ in garden}
        if not cells and values["turns"] is not None:
            faults.add(path, "must hold a tile in the turns (S-3)")
        if cells and MIDDLE not in cells:
            faults.add(path, f"must hold the middle cell, {MIDDLE} (S-3)")
        elif not is_connected(cells):
            faults.add(path, "must be connected edge to edge (S-3)")
        for i, (_, tile, r) in enumerate(garden):
            if r not in game.box.tiles[tile]:
                faults.add(f"{path}[{i}]", "r must be the lowest of equal looks (S-3)")


def is_connected(cells: set[int]) -> bool:
    """Whether all can be reached from the middle."""
    reached = [MIDDLE]
    for cell in reached:  # grows as it is read
        reached += [beside for beside in CELLS_BESIDE[cell] if beside in cells and beside not in reached]
    return cells <= set(reached)


@law
def law_s_3_piles(game: Game, values: Values, faults: Faults) -> None:
    """S-3: the piles are what lies nowhere."""
    left = len(game.box.tiles) - len(set(tiles_placed(values)))
    if sum(values["piles"]) != left:
        faults.add("piles", f"must add up to {left}, the tiles that lie nowhere (S-3)")
    for pile, (tiles, most) in enumerate(zip(values["piles"], game.box.first_piles(), strict=True)):
        if tiles > most:
            faults.add(f"piles[{pile}]", f"must be at most {most}, as at the start (S-3)")


@law
def law_s_4_ornaments(game: Game, values: Values, faults: Faults) -> None:
    """S-4: ornaments lie on tiles, none on another."""
    for player in range(game.players):
        ground, covered = letters_of(game, values, player), set[int]()
        for i, (kind, square, o) in enumerate(values["ornaments"][player]):
            path = f"ornaments[{player}][{i}]"
            shapes = game.box.ornaments[kind].squares
            if o not in shapes:
                faults.add(path, "o must be the lowest of equal orientations (S-4)")
                continue
            squares = squares_at(square, shapes[o])
            if squares is None or not squares <= ground.keys():
                faults.add(path, "must lie wholly on tiles (S-4)")
            if squares is not None:
                if squares & covered:
                    faults.add(path, "covers a square that is covered (S-4)")
                covered |= squares
        for i, (square, _, _) in enumerate(values["plants"][player]):
            if ground.get(square) != "F":
                faults.add(f"plants[{player}][{i}]", "must stand on a bed (S-4)")
            if square in covered:
                faults.add(f"plants[{player}][{i}]", "stands under an ornament (S-4)")


@law
def law_s_4_copies(game: Game, values: Values, faults: Faults) -> None:
    """S-4: as many of a kind as there are."""
    kinds = Counter(kind for lying in values["ornaments"] for kind, _, _ in lying)
    kinds.update(one["ornament"] for one in steps_of(values, "put"))
    for kind, count in kinds.items():
        if count > game.box.ornaments[kind].copies:
            faults.add("ornaments", f"{count} of {kind}, of which there are {game.box.ornaments[kind].copies} (S-4)")


# Orders, decorations, dice


@law
def law_s_5(game: Game, values: Values, faults: Faults) -> None:
    """S-5: orders are in one place, decorations reach."""
    for deck, order in enumerate(values["orders"]):
        if order is not None and game.box.orders[order].deck != deck:
            faults.add(f"orders[{deck}]", "must be an order of that deck (S-5)")
    placed = [order for orders in (values["orders"], *values["done"]) for order in orders if order is not None]
    for order, places in Counter(placed).items():
        if places > 1:
            faults.add("done", f"order {order} is in {places} places (S-5)")
    for place, size in enumerate(DECORATIONS):
        count, supply = sum(built[place] for built in values["decorations"]), game.box.decorations[size].supply
        if count > supply:
            faults.add("decorations", f"{count} {size} ones, of which there are {supply} (S-5)")


@law
def law_s_6(game: Game, values: Values, faults: Faults) -> None:
    """S-6: a die a space; at rest a demand of 1."""
    taken = Counter(
        (die["space"], die["space"] in ACTION_OF and ACTION_OF[i] == die["space"])
        for i, die in enumerate(values["dice"])
        if die["space"] != "rest"
    )
    for (space, own), count in taken.items():
        if count > 1:
            which = space if space in NEUTRAL or own else f"the black space of {space}"
            faults.add("dice", f"{count} lie on {which} (S-6)")
    resting = {one["die"] for one in steps_of(values, "rest", "fresh")}
    for i, die in enumerate(values["dice"]):
        if die["space"] == "rest" and die["demand"] != 1 and i not in resting:
            faults.add(f"dice[{i}]", "must have demand 1 on rest (S-6)")


# Judges


def hidden_cards(values: Values) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each card in hands, gossip and gone, with its player."""
    for key in HIDDEN_KEYS:
        for player, held in enumerate(values[key]):
            yield from ((player, card) for card in cards_in(held))


def cards_in(held: Any) -> list[Mapping[str, Any]]:
    """The cards of a hand or of `gone`, or gossip as a list."""
    return held if isinstance(held, list) else [] if held is None else [held]


def deck_of(values: Values, card: Mapping[str, Any]) -> int | None:
    """The last deck that began no later than the draw; None if the card is older than all."""
    return max((i for i, deck in enumerate(values["decks"]) if deck["from"] <= card["draw"]), default=None)


def cards_of(values: Values, deck: int) -> list[tuple[int, Mapping[str, Any]]]:
    """The hidden cards of a deck with their players."""
    return [(player, card) for player, card in hidden_cards(values) if deck_of(values, card) == deck]


def face_up_judges(values: Values) -> list[str]:
    """Those that all see: board, discards, and one that is being discarded."""
    judges = [judge for judge in values["board"] if judge is not None]
    return [*judges, *values["discards"], *(one["judge"] for one in steps_of(values, "discard"))]


@law
def law_s_7_judges(game: Game, values: Values, faults: Faults) -> None:
    """S-7: every judge is in one place."""
    places = Counter(face_up_judges(values))
    places.update(judge for deck in values["decks"] for judge in deck["unseen"])
    for judge in game.box.judges:
        if places[judge] != 1:
            faults.add("decks", f"judge {judge} is in {places[judge]} places with board and discards, not in one (S-7)")
    if len(steps_of(values, "discard")) > 1:
        faults.add("todo", "must hold one discard at most (S-7)")


@law
def law_s_7_decks(game: Game, values: Values, faults: Faults) -> None:
    """S-7: decks follow one another; an older one is all out and has a hidden card."""
    decks = values["decks"]
    if not decks:
        faults.add("decks", "must hold the newest deck (S-7)")
    if not ascends([deck["from"] for deck in decks]):
        faults.add("decks", "from must rise (S-7)")
    for i, deck in enumerate(decks[:-1]):
        cards = len(cards_of(values, i))
        if cards != len(deck["unseen"]) or not cards:
            faults.add(f"decks[{i}]", "must have all its unseen on hidden cards, at least one (S-7)")


@law
def law_s_7_cards(game: Game, values: Values, faults: Faults) -> None:
    """S-7: a hidden card is one of its deck."""
    cards = list(hidden_cards(values))
    for draw, count in Counter(card["draw"] for _, card in cards).items():
        if count > 1:
            faults.add("hands", f"draw {draw} is on {count} cards (S-7)")
    for judge, count in Counter(card["judge"] for _, card in cards if card["judge"] is not None).items():
        if count > 1:
            faults.add("hands", f"judge {judge} is on {count} cards (S-7)")
    for player, card in cards:
        deck = deck_of(values, card)
        if deck is None:
            faults.add(f"hands[{player}]", f"draw {card['draw']} is older than the first deck (S-7)")
        elif card["judge"] is not None and card["judge"] not in values["decks"][deck]["unseen"]:
            faults.add(f"hands[{player}]", f"judge {card['judge']} must be in unseen of its deck (S-7)")


def undrawn(values: Values) -> int:
    """S-8: u."""
    newest = len(values["decks"]) - 1
    return len(values["decks"][newest]["unseen"]) - len(cards_of(values, newest))


@law
def law_s_8(game: Game, values: Values, faults: Faults) -> None:
    """S-8: how many judges were drawn."""
    if not values["decks"]:
        return
    first, drawn, judges = values["decks"][-1]["from"], values["drawn"], len(game.box.judges)
    if first == 1:
        if drawn != judges - undrawn(values):
            faults.add("drawn", f"must be {judges - undrawn(values)}, as the first deck has lost so many (S-8)")
        return
    if first <= judges:
        faults.add("decks", f"from of a later deck must be above {judges} (S-8)")
    laid_open = drawn - first + 1 - len(cards_of(values, len(values["decks"]) - 1))
    most = len(face_up_judges(values))
    if not 0 <= laid_open <= most:
        faults.add("drawn", f"says that {laid_open} judges of the newest deck lie open, not 0..{most} (S-8)")


# Observations


def law_o_1(game: Game, values: Values, faults: Faults) -> None:
    """O-1: a player sees the own cards and no others."""
    for key in HIDDEN_KEYS:
        for player, held in enumerate(values[key]):
            for card in cards_in(held):
                if (card["judge"] is None) != (player != values["observer"]):
                    seen = "a judge, as the observer sees it"
                    what = seen if card["judge"] is None else "null, as the observer does not see it"
                    faults.add(f"{key}[{player}]", f"the judge of draw {card['draw']} must be {what} (O-1)")


def law_o_2(game: Game, values: Values, faults: Faults) -> None:
    """O-2: the judges that are left are those of the cards that are not seen."""
    newest = len(values["decks"]) - 1
    for i, deck in enumerate(values["decks"]):
        cards = [card for _, card in cards_of(values, i)]
        known = {card["judge"] for card in cards if card["judge"] is not None}
        left = sum(judge not in known for judge in deck["unseen"])
        nulls = sum(card["judge"] is None for card in cards)
        if left < nulls or (i < newest and left != nulls):
            faults.add(f"decks[{i}]", f"has {left} judges left for {nulls} cards that are not seen (O-2)")
