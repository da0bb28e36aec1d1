"""The prior of Cottage Garden: the quality of each decision (seeds/cottage_garden/state.md, W-1 to W-12)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cloche.reference.cottage_garden.actions import (
    CAT,
    CUBE,
    DONE,
    LOSE,
    POT,
    REFILL_CAT,
    SCORE,
    colour_and_step,
    tile_parts,
)
from cloche.reference.cottage_garden.beds import CELLS, NEIGHBOURS, Bed, Squares

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import State

HIGHEST_QUALITY = 135
DOUBLING = 8


def weights_of(state: State) -> list[int]:
    """The weight of each legal action, in their order."""
    return [weight(quality) for quality in Adviser(state).qualities()]


def weight(quality: int) -> int:
    """W-1: it doubles every 8."""
    z = min(max(quality, 0), HIGHEST_QUALITY)
    return (DOUBLING + z % DOUBLING) << z // DOUBLING


@lru_cache(maxsize=2**14)
def lone_and_tips(free: Squares) -> tuple[int, int]:
    """W-2: how many free squares have no free neighbour, and how many exactly one."""
    neighbours = [len(NEIGHBOURS[cell] & free) for cell in free]
    return neighbours.count(0), neighbours.count(1)


class Adviser:
    """Looks at one decision node."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.box = state.game.box
        self.tuned = state.game.tuned
        self.lone, self.tip = self.of("lone"), self.of("tip")
        self.square: int = self.tuned["square_final"] if state.final else self.tuned["square"]

    def qualities(self) -> list[int]:
        """The quality of each legal action, in their order."""
        return [self.quality(action) for action in self.state.options()]

    def quality(self, action: int) -> int:
        """W-5 to W-12."""
        match self.state.phase:
            case "lose":
                return self.loss(*colour_and_step(LOSE, action))
            case "refill":
                return self.refill(action)
            case "plant" if action < POT:
                return self.tile(*tile_parts(action))
            case "plant" if action >= CAT:
                return self.of("cat_early")  # W-7
            case "plant" | "orange_pot" | "blue_pot" | "pot":
                return self.pot(*divmod(action - POT, CELLS))
            case "cats" if action == DONE:
                return self.of("done")  # W-8
            case "cats":
                return self.cat(*divmod(action - CAT, CELLS))
            case "score":
                return self.of("done") + self.points_of(self.state.own_bed(action - SCORE))  # W-10
            case "orange" | "blue":
                return self.cube(*colour_and_step(CUBE, action))
        return self.of("back")  # W-8

    def of(self, name: str) -> int:
        """A number of the weights file."""
        number: int = self.tuned[name]
        return number

    # Beds

    def rough(self, free: Squares) -> int:
        """W-2."""
        lone, tips = lone_and_tips(free)
        return self.lone * lone + self.tip * tips

    def gain(self, colour: str, steps: int) -> int:
        """W-3: the most points that one cube below the goal wins."""
        if steps == 0:
            return 0
        track, goal = self.box.track[colour], self.box.goal[colour]
        below = [step for step in self.state.own_cubes(colour) if step < goal]
        return max((track[min(step + steps, goal)] - track[step] for step in below), default=0)

    def points_of(self, bed: Bed) -> int:
        """W-4, W-10: what a bed brings with what it shows."""
        return self.gain("orange", bed.shown_pots()) + self.gain("blue", bed.shown_cloches())

    def progress(self, before: Squares, after: Squares, cats: int) -> int:
        """W-4, but for what a finished bed brings: free squares before and after, cats in hand after."""
        progress = self.rough(before) - self.rough(after)
        if len(after) < len(before):
            left: list[int] = self.tuned["left"]
            i = max(1, len(after) - cats) if after else 0
            progress += left[min(i, len(left) - 1)]
        return progress

    def finish(self, after: Bed) -> int:
        """W-4: what a bed brings that the action finishes."""
        return self.of("finish_point") * self.points_of(after)

    def tile(self, place: int, slot: int, o: int, anchor: int) -> int:
        """W-5."""
        tile = self.state.row()[place]
        assert tile is not None
        lying = self.box.ways[tile][o, anchor]
        bed = self.state.own_bed(slot)
        left = bed.free - lying.squares
        pots = len(lying.pots) - len(bed.print.pots & lying.squares)
        cloches = len(lying.cloches) - len(bed.print.cloches & lying.squares)
        quality = self.of("plant") + self.square * (len(bed.free) - len(left))
        quality += self.of("pot") * pots + self.of("cloche") * cloches
        quality += self.progress(bed.free, left, self.state.own_cats())
        return quality + self.finish(bed.with_tile(lying)) if bed.free and not left else quality

    def pot(self, slot: int, cell: int) -> int:
        """W-6."""
        bed = self.state.own_bed(slot)
        left = bed.free - {cell}
        quality = self.of("plant") + self.square + self.of("pot")
        quality += self.progress(bed.free, left, self.state.own_cats())
        return quality if left else quality + self.finish(bed.with_pot(cell))

    def cat(self, slot: int, cell: int) -> int:
        """W-7: after planting."""
        bed, cats = self.state.own_bed(slot), self.state.own_cats()
        left = bed.free - {cell}
        quality = self.of("cat") + self.progress(bed.free, left, cats - 1)
        if len(bed.free) <= cats:
            quality += self.of("cat_finish")
        if self.state.final:
            quality += self.of("cat_final")
        return quality if left else quality + self.finish(bed.with_cat(cell))

    # The rest

    def refill(self, action: int) -> int:
        """W-9."""
        if action == REFILL_CAT:
            return self.of("refill_cat")
        tiles = sum(tile is not None for tile in self.state.row())
        return self.of("refill_no") + self.of("refill_have") * tiles

    def cube(self, colour: str, step: int) -> int:
        """W-11."""
        track, goal = self.box.track[colour], self.box.goal[colour]
        steps = self.state.shown(colour)
        reached = min(step + steps, goal)
        quality = self.of("cube") + self.of("cube_point") * (track[reached] - track[step])
        quality -= self.of("cube_waste") * (step + steps - reached)
        if step <= self.box.red_line[colour] < reached:
            quality += self.of("cube_cat")
        if step == 0 and self.state.own_cubes(colour).count(0) == 1:
            quality += self.of("cube_pot")
        if reached == goal:
            quality += self.of("cube_hive") * self.hive_won()
        return quality + reached

    def hive_won(self) -> int:
        """CG-16: the value of the hive that the mover would win."""
        hives = self.state.hives
        if self.state.mover() in hives or None not in hives:
            return 0
        return self.box.hive_values[hives.index(None)]

    def loss(self, colour: str, step: int) -> int:
        """W-12."""
        track = self.box.track[colour]
        points = track[step] - track[self.box.step_back(colour, step)]
        return self.of("lose") - self.of("lose_point") * points - step
