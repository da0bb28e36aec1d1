"""The laws of a position of Cottage Garden given as data, from seeds/cottage_garden/state.md (S-1 to S-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cloche.reference.base import MISSING, Faults
from cloche.reference.cottage_garden.beds import CELLS, ORIENTATIONS
from cloche.reference.cottage_garden.box import SIDES, Box
from cloche.reference.cottage_garden.node_laws import NODE_LAWS, law_s_15
from cloche.reference.cottage_garden.shape import BED_KEYS, KEYS, MIDDLE_KEYS, MOST_CATS, MOST_OWED, PHASES, PLAY, SETUP

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import Game, State


def judge(game: Game, data: Mapping[str, Any]) -> State:
    """The state of a lawful position; ValueError that lists every broken law."""
    faults = Faults("cottage_garden")
    values = faults.values(data, KEYS)
    law_s_1(game.box, values, faults)
    faults.end()
    for law in DATA_LAWS:
        law(game.box, values, faults)
    faults.end()
    state = game.state_of(values)
    for node_law in NODE_LAWS:
        node_law(state, faults)
    faults.end()
    law_s_15(state, faults)
    faults.end()
    return state


# S-1: keys, types, lengths and ranges


def law_s_1(box: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-1."""
    word("phase", values["phase"], PHASES, faults)
    whole_or_null("player", values["player"], box.players - 1, faults)
    tiles = len(box.tile_ids)
    for path, tile in faults.items("nursery", values["nursery"], box.nursery_cells):
        whole_or_null(path, tile, tiles - 1, faults)
    for path, tile in any_items("queue", values["queue"], faults):
        faults.whole(path, tile, 0, tiles - 1)
    for path, own in faults.items("beds", values["beds"], box.players):
        for place, bed in faults.items(path, own, 2):
            if bed is not None:
                bed_types(box, place, bed, faults)
    if values["middle"] is not None:
        middle_types(box, "middle", values["middle"], faults)
    for colour, goal in box.goal.items():
        for path, cubes in faults.items(colour, values[colour], box.players):
            faults.wholes(path, cubes, box.cubes, goal)
    faults.wholes("cats", values["cats"], box.players, MOST_CATS)
    for path, holder in faults.items("hives", values["hives"], len(box.hive_values)):
        whole_or_null(path, holder, box.players - 1, faults)
    faults.whole("gardener", values["gardener"], 0, box.spaces - 1)
    faults.whole("die", values["die"], box.start_die, box.final_die)
    whole_or_null("slot", values["slot"], 1, faults)
    faults.whole("owed", values["owed"], 0, MOST_OWED)


def bed_types(box: Box, path: str, bed: object, faults: Faults) -> None:
    """A bed in a slot."""
    values = object_values(path, bed, BED_KEYS, faults)
    faults.whole(f"{path}.bed", values["bed"], 0, len(box.bed_numbers) - 1)
    word(f"{path}.side", values["side"], SIDES, faults)
    for place, lying in any_items(f"{path}.tiles", values["tiles"], faults):
        most = (len(box.tile_ids) - 1, ORIENTATIONS - 1, CELLS - 1)
        for high, (part, number) in zip(most, faults.items(place, lying, 3), strict=False):
            faults.whole(part, number, 0, high)
    for key in ("pots", "cats"):
        for place, cell in any_items(f"{path}.{key}", values[key], faults):
            faults.whole(place, cell, 0, CELLS - 1)


def middle_types(box: Box, path: str, middle: object, faults: Faults) -> None:
    """The bed in the middle."""
    values = object_values(path, middle, MIDDLE_KEYS, faults)
    faults.whole(f"{path}.bed", values["bed"], 0, len(box.bed_numbers) - 1)
    word(f"{path}.side", values["side"], SIDES, faults)


def object_values(path: str, data: object, keys: Sequence[str], faults: Faults) -> dict[str, Any]:
    """The value of each of `keys`, which must be exactly those of the object; MISSING where there is none."""
    if not isinstance(data, Mapping):
        if data is not MISSING:
            faults.spoil(path, f"must be an object with the keys {', '.join(keys)}, or null")
        return dict.fromkeys(keys, MISSING)
    for key in data:
        if key not in keys:
            faults.spoil(f"{path}.{key!r}"[:80], "unknown key")
    for key in keys:
        if key not in data:
            faults.spoil(f"{path}.{key}", "missing")
    return {key: data.get(key, MISSING) for key in keys}


def any_items(path: str, value: object, faults: Faults) -> Iterator[tuple[str, object]]:
    """The path and value of each item of a list of any length."""
    if value is MISSING:
        return
    if not isinstance(value, list):
        faults.spoil(path, "must be a list")
        return
    for i, item in enumerate(value):
        yield f"{path}[{i}]", item


def whole_or_null(path: str, value: object, high: int, faults: Faults) -> None:
    """A whole number from 0 to `high`, or null."""
    if value is not None and value is not MISSING and not (type(value) is int and 0 <= value <= high):
        faults.spoil(path, f"must be a whole number from 0 to {high}, or null")


def word(path: str, value: object, words: Sequence[str], faults: Faults) -> None:
    """One of some words."""
    if value is not MISSING and not (isinstance(value, str) and value in words):
        faults.spoil(path, f"must be one of {', '.join(words)}")


# S-2 to S-5: what is where


def law_s_2(_: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-2: nobody decides in the setup and after the end."""
    if (values["player"] is None) != (values["phase"] not in PLAY):
        faults.add("player", "must be null exactly in the setup and when the game is over (S-2)")


def law_s_3(box: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-3: no tile is twice anywhere, and none is lost before the end."""
    places = [(f"nursery[{i}]", tile) for i, tile in enumerate(values["nursery"]) if tile is not None]
    places += [(f"queue[{i}]", tile) for i, tile in enumerate(values["queue"])]
    for path, bed in beds_of(values):
        places += [(f"{path}.tiles[{i}]", tile) for i, (tile, _, _) in enumerate(bed["tiles"])]
    no_twice(places, [f"tile {tile}" for tile in box.tile_ids], "S-3", faults)
    phase = values["phase"]
    there = {tile for _, tile in places}
    missing = [name for tile, name in enumerate(box.tile_ids) if tile not in there]
    if missing and phase != "over" and phase != "setup_tile":
        faults.add("nursery", f"with queue and beds it lacks {', '.join(missing)} (S-3)")
    if not missing and phase == "setup_tile":
        faults.add("nursery", "with the queue it has every tile, none is left to draw (S-3)")


def law_s_3_setup(_: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-3: the nursery is filled first, in order, then the queue."""
    if values["phase"] not in SETUP:
        return
    nursery = values["nursery"]
    for i, tile in enumerate(nursery):
        if tile is not None and None in nursery[:i]:
            faults.add(f"nursery[{i}]", "a space before it is empty in the setup (S-3)")
    if None in nursery and values["queue"]:
        faults.add("queue", "must be empty in the setup as long as the nursery is not full (S-3)")


def law_s_4(box: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-4: no bed is twice anywhere, and which slots are full."""
    places = [(path, bed["bed"]) for path, bed in beds_of(values)]
    middle, phase = values["middle"], values["phase"]
    if middle is not None:
        places.append(("middle", middle["bed"]))
    no_twice(places, [f"bed {number}" for number in box.bed_numbers], "S-4", faults)
    if middle is None and phase not in SETUP:
        faults.add("middle", f"must not be null in phase {phase} (S-4)")
    if middle is not None and phase in SETUP:
        faults.add("middle", "must be null in the setup (S-4)")
    for path, bed in slots_of(values):
        if bed is None and phase in PLAY and values["die"] != box.final_die:
            faults.add(path, "must not be null before the final round (S-4)")
        if bed is not None and phase in ("setup_tile", "over"):
            faults.add(path, f"must be null in phase {phase} (S-4)")


def law_s_4_dealt(_: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-4: beds are dealt to each player in turn, the first light side up, the second dark."""
    if values["phase"] != "setup_bed":
        return
    slots = list(slots_of(values))
    for i, (path, bed) in enumerate(slots):
        if bed is None:
            continue
        if any(before is None for _, before in slots[:i]):
            faults.add(path, "a slot before it is empty in the setup (S-4)")
        if bed["side"] != SIDES[i % len(SIDES)]:
            faults.add(f"{path}.side", f"must be {SIDES[i % len(SIDES)]} in the setup (S-4)")
        for key in ("tiles", "pots", "cats"):
            if bed[key]:
                faults.add(f"{path}.{key}", "must be empty in the setup (S-4)")


def law_s_5(box: Box, values: Mapping[str, Any], faults: Faults) -> None:
    """S-5: what lies on each bed."""
    for path, bed in beds_of(values):
        squares = [(f"{path}.{key}[{i}]", cell) for key in ("pots", "cats") for i, cell in enumerate(bed[key])]
        soil = box.prints[bed["bed"]][bed["side"]].soil
        for place, cell in squares:
            if cell not in soil:
                faults.add(place, "lies on a printed square (S-5)")
        for key in ("pots", "cats"):
            if any(cell >= after for cell, after in pairwise(bed[key])):
                faults.add(f"{path}.{key}", "must rise (S-5)")
        for i, (tile, o, anchor) in enumerate(bed["tiles"]):
            place = f"{path}.tiles[{i}]"
            if o not in box.lowest[tile]:
                faults.add(place, f"orientation {o} is not the lowest with these squares (S-5)")
            elif (o, anchor) not in box.ways[tile]:
                faults.add(place, "does not lie inside the bed (S-5)")
            else:
                squares += [(place, cell) for cell in box.ways[tile][o, anchor].squares]
        covered = set()
        for place, cell in squares:
            if cell in covered:
                faults.add(place, f"covers square {cell}, which is covered already (S-5)")
            covered.add(cell)


def slots_of(values: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """The path of each slot, and the bed there."""
    for player, own in enumerate(values["beds"]):
        for slot, bed in enumerate(own):
            yield f"beds[{player}][{slot}]", bed


def beds_of(values: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The path of each bed in a slot, and the bed."""
    for path, bed in slots_of(values):
        if bed is not None:
            yield path, bed


def no_twice(places: list[tuple[str, int]], names: list[str], law: str, faults: Faults) -> None:
    """No thing is in two places."""
    seen: dict[int, str] = {}
    for path, thing in places:
        if thing in seen:
            faults.add(path, f"{names[thing]} is at {seen[thing]} too ({law})")
        seen.setdefault(thing, path)


DATA_LAWS: tuple[Callable[[Box, Mapping[str, Any], Faults], None], ...] = (
    *(law_s_2, law_s_3, law_s_3_setup),
    *(law_s_4, law_s_4_dealt, law_s_5),
)
