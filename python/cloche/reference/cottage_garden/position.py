"""A position of Cottage Garden: what can be done in it, and what it is worth (seeds/cottage_garden)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from cloche.backend import CHANCE, TERMINAL, Data
from cloche.reference.base import ReferenceState
from cloche.reference.cottage_garden.actions import (
    BEDS,
    CAT,
    CUBE,
    DONE,
    LOSE,
    POT,
    REFILL_CAT,
    REFILL_NO,
    RETURN,
    SCORE,
    action_text,
    outcome_text,
    tile_id,
    tile_parts,
)
from cloche.reference.cottage_garden.beds import CELLS, Bed
from cloche.reference.cottage_garden.shape import SETUP

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import Game


@dataclass(eq=False)
class Position(ReferenceState):
    """The fields are the keys of `to_dict`."""

    game: Game
    phase: str
    player: int | None
    nursery: list[int | None]
    queue: list[int]
    beds: list[list[Bed | None]]
    middle: Bed | None
    orange: list[list[int]]
    blue: list[list[int]]
    cats: list[int]
    hives: list[int | None]
    gardener: int
    die: int
    slot: int | None
    owed: int
    listed: list[int] | None = None  # the legal actions, once asked for and until the position changes

    # What can be done

    def current_player(self) -> int:
        """A player, CHANCE (in the setup) or TERMINAL."""
        if self.player is None:
            return TERMINAL if self.phase == "over" else CHANCE
        return self.player

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes in the setup."""
        return list(self.options())

    def options(self) -> list[int]:
        """`legal_actions()`, not to be changed."""
        if self.listed is None:
            self.listed = self._list_options()
        return self.listed

    def chance_weights(self) -> list[tuple[int, int]]:
        """CG-5, CG-6: whatever is left is equally likely."""
        return [(outcome, 1) for outcome in self.options()] if self.phase in SETUP else []

    def _list_options(self) -> list[int]:
        match self.phase:
            case "setup_tile":
                drawn = {*self.nursery, *self.queue}
                return [tile for tile in range(len(self.game.box.tile_ids)) if tile not in drawn]
            case "setup_bed":
                dealt = {bed.bed for bed in self.beds_in_game()}
                return [bed for bed in range(len(self.game.box.bed_numbers)) if bed not in dealt]
            case "lose":
                return self._losses()
            case "refill":
                return [REFILL_NO, REFILL_CAT]
            case "plant":
                tiles = self._plantings()
                return tiles + self._on_free_squares(POT) + self._early_cats(tiles)
            case "cats":
                return (self._on_free_squares(CAT) if self.own_cats() else []) + ([DONE] if self._may_be_done() else [])
            case "score":
                return [SCORE + slot for slot in range(BEDS)]
            case "orange" | "blue" as colour:
                return [CUBE[colour] + step for step in self._movable(colour)]
            case "orange_pot" | "blue_pot":
                return self._on_free_squares(POT, (1 - self.own_slot(),))
            case "return":
                return [RETURN + tile for tile in self._returnable()]
            case "pot":
                return self._on_free_squares(POT, (self.own_slot(),))
        return []

    def _losses(self) -> list[int]:
        """CG-22, D-2: cubes that can go back; cubes on a goal only if there is no other."""
        box = self.game.box
        below = [
            LOSE[colour] + step
            for colour in CUBE
            for step in sorted({*self.own_cubes(colour)})
            if box.back[colour] <= step < box.goal[colour]
        ]
        return below or [
            LOSE[colour] + box.goal[colour] for colour in CUBE if box.goal[colour] in self.own_cubes(colour)
        ]

    def _plantings(self) -> list[int]:
        """CG-11: each tile of the row, in every way that fits on an own bed."""
        box = self.game.box
        actions = []
        for place, tile in enumerate(self.row()):
            if tile is None:
                continue
            for slot, bed in self.own_beds():
                base = tile_id(place, slot, 0, 0)
                covered = bed.covered
                actions += [base + way for way, squares in box.squares[tile] if squares.isdisjoint(covered)]
        return actions

    def _on_free_squares(self, base: int, slots: tuple[int, ...] = (0, 1)) -> list[int]:
        """CG-11, CG-12: a pot token or a cat on each free square of own beds."""
        return [
            base + slot * CELLS + cell for slot, bed in self.own_beds() if slot in slots for cell in sorted(bed.free)
        ]

    def _early_cats(self, tiles: list[int]) -> list[int]:
        """CG-12, D-4: a cat before planting leaves a tile or a pot to plant; `tiles` can be planted now."""
        if not self.own_cats():
            return []
        cats = self._on_free_squares(CAT)
        if len(cats) > 1:
            return cats  # the others are free for a pot
        return [cat for cat in cats if any(self._leaves(cat, tile) for tile in tiles)]

    def _leaves(self, cat: int, tile: int) -> bool:
        """Whether a tile still fits where it is to be planted, once that cat lies there."""
        cat_slot, cell = divmod(cat - CAT, CELLS)
        place, slot, o, anchor = tile_parts(tile)
        tile_there = self.row()[place]
        assert tile_there is not None
        return slot != cat_slot or cell not in self.game.box.ways[tile_there][o, anchor].squares

    def _may_be_done(self) -> bool:
        """CG-19, CG-30: surplus cats must be put down first, as far as there is room, unless a bed is complete."""
        own = [bed for _, bed in self.own_beds()]
        any_complete = any(bed.complete for bed in own)
        any_free = any(bed.free for bed in own)
        return any_complete or self.own_cats() <= self.game.box.cats_kept or not any_free

    def _movable(self, colour: str) -> list[int]:
        """CG-14, CG-28: the steps below the goal with a cube of that colour."""
        return sorted({*self.own_cubes(colour)} - {self.game.box.goal[colour]})

    def _returnable(self) -> list[int]:
        """CG-17, D-9: of tiles with the same grid the lowest that still lies there."""
        lowest: dict[int, int] = {}
        for tile in sorted(lying.tile for lying in self.own_bed(self.own_slot()).tiles):
            lowest.setdefault(self.game.box.kind[tile], tile)
        return sorted(lowest.values())

    # What it is worth

    def scores(self) -> list[int]:
        """CG-25: the values of the cubes, and hives."""
        return [
            sum(self.game.box.track["orange"][step] for step in self.orange[player])
            + sum(self.game.box.track["blue"][step] for step in self.blue[player])
            + self.hive_value(player)
            for player in range(self.game.players)
        ]

    def hive_value(self, player: int) -> int:
        """The value of the hive that a player holds, 0 without one."""
        return self.game.box.hive_values[self.hives.index(player)] if player in self.hives else 0

    def ranks(self) -> list[int]:
        """CG-25, D-15: by score, then by hive."""
        results = [(score, self.hive_value(player)) for player, score in enumerate(self.scores())]
        return [1 + sum(other > result for other in results) for result in results]

    # How it is written

    def _text(self, action: int) -> str:
        if self.player is None:
            return outcome_text(self.game.box, self.phase, action)
        return action_text(self.game.box, self.row(), action)

    def clone(self) -> Self:
        """A copy; beds never change and are shared."""
        return type(self)(
            self.game,
            self.phase,
            self.player,
            list(self.nursery),
            list(self.queue),
            [list(own) for own in self.beds],
            self.middle,
            [list(cubes) for cubes in self.orange],
            [list(cubes) for cubes in self.blue],
            list(self.cats),
            list(self.hives),
            self.gardener,
            self.die,
            self.slot,
            self.owed,
            self.listed,
        )

    def to_dict(self) -> Data:
        """The position as data, as in state.md."""
        return {
            "phase": self.phase,
            "player": self.player,
            "nursery": list(self.nursery),
            "queue": list(self.queue),
            "beds": [[bed_data(bed) for bed in own] for own in self.beds],
            "middle": None if self.middle is None else {"bed": self.middle.bed, "side": self.middle.side},
            "orange": [list(cubes) for cubes in self.orange],
            "blue": [list(cubes) for cubes in self.blue],
            "cats": list(self.cats),
            "hives": list(self.hives),
            "gardener": self.gardener,
            "die": self.die,
            "slot": self.slot,
            "owed": self.owed,
        }

    # Small things

    @property
    def final(self) -> bool:
        """CG-21: whether the final round has come."""
        return self.die == self.game.box.final_die

    def mover(self) -> int:
        """The player whose turn it is."""
        assert self.player is not None
        return self.player

    def row(self) -> list[int | None]:
        """CG-8: what lies in the row of the gardener, nearest space first."""
        return [self.nursery[cell] for cell in self.game.box.rows[self.gardener]]

    def own_cats(self) -> int:
        """Cats in the mover's hand."""
        return self.cats[self.mover()]

    def own_cubes(self, colour: str) -> list[int]:
        """The steps of the mover's cubes of a colour."""
        return (self.orange if colour == "orange" else self.blue)[self.mover()]

    def own_beds(self) -> list[tuple[int, Bed]]:
        """The mover's beds, with their slots."""
        return [(slot, bed) for slot, bed in enumerate(self.beds[self.mover()]) if bed is not None]

    def own_slot(self) -> int:
        """The slot of the bed being scored, or of its replacement."""
        assert self.slot is not None
        return self.slot

    def own_bed(self, slot: int) -> Bed:
        """The mover's bed in a slot that has one."""
        bed = self.beds[self.mover()][slot]
        assert bed is not None
        return bed

    def beds_held(self) -> list[Bed]:
        """The beds of all players."""
        return [bed for own in self.beds for bed in own if bed is not None]

    def beds_in_game(self) -> list[Bed]:
        """The beds of all players and the one in the middle."""
        return self.beds_held() + ([] if self.middle is None else [self.middle])

    def shown(self, colour: str) -> int:
        """CG-14: steps that the bed being scored is worth; orange counts pots, blue cloches."""
        bed = self.own_bed(self.own_slot())
        return bed.shown_pots() if colour == "orange" else bed.shown_cloches()


def bed_data(bed: Bed | None) -> Data | None:
    """A bed in a slot as data."""
    if bed is None:
        return None
    return {
        "bed": bed.bed,
        "side": bed.side,
        "tiles": [[lying.tile, lying.o, lying.anchor] for lying in bed.tiles],
        "pots": list(bed.pots),
        "cats": list(bed.cats),
    }
