"""Judges positions and observations of Bloom Town given as data, from seeds/bloom_town/state.md (S-1 to O-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cloche.reference.base import Faults
from cloche.reference.bloom_town.laws import (
    LAWS,
    OBSERVATION_LAWS,
    POSITION_LAWS,
    Judged,
    judge_face_down,
    law,
    seen_tiles,
)
from cloche.reference.bloom_town.shape import KEYS, OBSERVED_KEYS, Values, law_s_1
from cloche.reference.bloom_town.town import KINDS

if TYPE_CHECKING:
    from cloche.reference.bloom_town import Game


@law("observer", "hidden", of=OBSERVATION_LAWS)
def law_o_1(game: Game, values: Values, faults: Faults) -> None:
    """O-1: a player sees the own hidden tiles and no others."""
    for i, tiles in enumerate(values["hidden"]):
        for j, tile in enumerate(tiles):
            if i == values["observer"] and tile is None:
                faults.spoil(f"hidden[{i}][{j}]", "must be a kind, as the observer sees it (O-1)")
            elif i != values["observer"] and tile is not None:
                faults.spoil(f"hidden[{i}][{j}]", "must be null, as the observer does not see it (O-1)")


@law("observer", "towns", "hands", "hidden", "kept", "market", "out", of=OBSERVATION_LAWS)
def law_o_2(game: Game, values: Values, faults: Faults) -> None:
    """O-2: no more tiles are seen than there are."""
    seen = seen_tiles(values)
    for i, one in enumerate(KINDS):
        if seen[one] + values["out"][i] > game.box.counts[i]:
            faults.add(f"out[{i}]", f"with all places seen there are at most {game.box.counts[i]} of kind {one} (O-2)")


@law(*("observer", "phase", "towns", "hands", "hidden", "kept", "market", "out"), of=OBSERVATION_LAWS)
def law_o_3_nulls(game: Game, values: Values, faults: Faults) -> None:
    """O-3: each tile that is not seen is one of the unseen."""
    if pool_of(game, values) < 0:
        faults.add("hidden", "more tiles are hidden than unseen (O-3)")


@law(
    *("observer", "phase", "towns", "hands", "hidden", "kept", "market", "out"),
    *("community", "stacks", "left_over"),
    of=OBSERVATION_LAWS,
)
def law_o_3_face_down(game: Game, values: Values, faults: Faults) -> None:
    """O-3: S-6 with what is left of the unseen tiles."""
    judge_face_down(game, values, pool_of(game, values), faults)


def pool_of(game: Game, values: Values) -> int:
    """O-3: unseen tiles less the nulls."""
    nulls = sum(tiles.count(None) for tiles in values["hidden"])
    pool: int = sum(game.box.counts) - seen_tiles(values).total() - sum(values["out"]) - nulls
    return pool


def judge(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the keys of a lawful position; ValueError that lists every broken law."""
    faults = Faults("bloom_town")
    return _judged(game, faults.values(data, KEYS), [*LAWS, *POSITION_LAWS], faults)


def judge_observation(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the keys of an observation that some world has; ValueError that lists every contradiction."""
    faults = Faults("bloom_town")
    values = faults.values(data, OBSERVED_KEYS)
    faults.whole("observer", values["observer"], 0, game.players - 1)  # O-1
    return _judged(game, values, [*LAWS, *OBSERVATION_LAWS], faults)


def _judged(game: Game, values: dict[str, Any], laws: Judged, faults: Faults) -> dict[str, Any]:
    law_s_1(game, values, faults)
    for needs, one in laws:
        if faults.sound(*needs):
            one(game, values, faults)
    faults.end()
    return values
