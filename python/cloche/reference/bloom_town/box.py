"""What the box of Bloom Town holds for a number of players (BT-2 to BT-6, BT-26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from cloche.reference.bloom_town.town import KINDS, PLACE, SHOPS


@dataclass(frozen=True)
class Box:
    """Tiles, and what the player count changes."""

    counts: list[int]  # building tiles of each kind
    community_tiles: int  # of each type (BT-3)
    hand_tiles: int  # a full hand
    removed: int  # tiles of each type taken out
    stack_height: int
    left_overs: int
    end_stacks: int  # empty stacks that bring on the last round

    @classmethod
    def read(cls, components: Mapping[str, Any], players: int) -> Self:
        """From the component file."""
        tiles = {entry["id"]: entry["count"] for entry in components["building_type"]}
        tiles |= {entry["id"]: entry["count"] for entry in components["shop_kind"]}
        setup = next(setup for setup in components["setup"] if setup["players"] == players)
        return cls(
            counts=[tiles[kind] for kind in KINDS],
            community_tiles=components["community"]["per_type"],
            hand_tiles=components["hand"]["tiles"],
            removed=setup["removed"],
            stack_height=setup["stack"],
            left_overs=setup["left_over"],
            end_stacks=setup["end_stacks"],
        )

    @property
    def shops(self) -> list[str]:
        """The shop kinds that have tiles."""
        return [kind for kind in SHOPS if self.counts[PLACE[kind]]]

    @property
    def draws_shops(self) -> bool:
        """D-1: whether the shops taken out are drawn."""
        return self.removed not in (0, len(self.shops))

    def taken_out(self) -> list[int]:
        """BT-4, D-1: tiles of each kind taken out without a node."""
        shops = self.shops if self.removed and not self.draws_shops else []
        return [int(kind in shops) if kind in SHOPS else self.removed for kind in KINDS]
