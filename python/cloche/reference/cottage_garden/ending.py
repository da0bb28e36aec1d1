"""The end of the final round of Cottage Garden: what is solved (E-1), and how scores can still turn out there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

from cloche.reference.cottage_garden.beds import CELLS, Bed

if TYPE_CHECKING:
    from cloche.reference.cottage_garden.position import Position

# Free and uncovered squares, if one bed is left and if more are.
FEW_ON_ONE = (4, 9)
FEW_ON_MORE = (2, 14)
MOST_SQUARES = 6  # of a tile
COLOURS = ("orange", "blue")


def is_solvable(state: Position) -> bool:
    """E-1."""
    if state.player is None or not state.final:
        return False
    if state.game.players > 2 and sum(any(own) for own in state.beds) > 1:
        return False
    beds = state.beds_held()
    most_free, most_uncovered = FEW_ON_ONE if len(beds) == 1 else FEW_ON_MORE
    if state.slot is not None:
        beds.remove(state.own_bed(state.slot))
    free = sum(len(bed.free) for bed in beds)
    uncovered = sum(CELLS - len(bed.covered) for bed in beds)
    return free <= most_free and uncovered <= most_uncovered


def key(state: Position) -> Hashable:
    """What can still matter: of pots and cats what they show and cover, of the queue what may still be drawn."""
    last = len(state.beds_held()) == 1
    beds = tuple(None if bed is None else bed_key(bed, last) for own in state.beds for bed in own)
    drawn = state.nursery.count(None) + sum(CELLS - len(bed.covered) for bed in state.beds_held())
    return (
        *(state.phase, state.player, state.gardener, state.slot, beds),
        *(tuple(state.nursery), tuple(state.queue[:drawn]), tuple(state.cats), tuple(state.hives)),
        *(tuple(map(tuple, state.orange)), tuple(map(tuple, state.blue))),
    )


def bed_key(bed: Bed, last: bool) -> Hashable:
    """A bed; the tiles of the last one go nowhere any more (CG-24)."""
    tiles = () if last else tuple(sorted(lying.tile for lying in bed.tiles))
    return bed.covered, bed.free, bed.shown_pots(), bed.shown_cloches(), tiles


def final_scores(state: Position, player: int) -> tuple[int, int]:
    """What a player can be sure of by the end, and what they can't surpass."""
    now = state.scores()[player]
    ahead = Ahead(state, player)
    if not ahead.shown:
        return now, now
    return max(0, now + ahead.least()), now + ahead.most()


class Ahead:
    """What lies ahead of a player in the final round: turns, each of which loses points, and beds to score."""

    def __init__(self, state: Position, player: int) -> None:
        self.state = state
        self.box = state.game.box
        self.player = player
        self.cubes = {"orange": state.orange[player], "blue": state.blue[player]}
        mine = state.player == player
        self.plants_now = mine and state.phase in ("lose", "refill", "plant")
        self.pays_first = not self.plants_now or state.phase == "lose"
        self.must_plant = self.plants_now or not mine
        # What each bed shows that still moves a cube; the beds that are not being scored.
        self.shown: list[dict[str, int]] = []
        self.growing: list[Bed] = []
        for slot, bed in enumerate(state.beds[player]):
            if bed is None or (mine and state.slot == slot and state.phase == "return"):
                continue
            shown = {"orange": bed.shown_pots(), "blue": bed.shown_cloches()}
            if mine and state.slot == slot:
                shown["orange"] *= state.phase == "orange"
                shown["blue"] *= state.phase != "blue_pot"
            else:
                self.growing.append(bed)
            self.shown.append(shown)

    def losses(self, plantings: int) -> int:
        """CG-22: how often points are lost before the last of so many plantings."""
        return plantings if self.pays_first else max(0, plantings - 1)

    def fewest_plantings(self) -> int:
        """Cats cover squares too, and so do cats and pots that another bed may earn."""
        others = self.state.cats[self.player] + (len(self.shown) - 1) * 2 * (self.box.line_cats + self.box.start_pots)
        fewest = sum(ceil(max(0, len(bed.free) - others) / MOST_SQUARES) for bed in self.growing)
        return max(fewest, 1) if self.growing and self.must_plant else fewest

    def most(self) -> int:
        """The best case: every planting adds what shows most, and all that is lost is lost where it costs least."""
        first = self.fewest_plantings()
        last = max(first, sum(CELLS - len(bed.covered) for bed in self.growing))  # each covers a square
        cases = [self.case(plantings, cloches) for plantings, cloches in self.cases(first, last)]
        hive = self.hive() if any(wins for _, wins in cases) else 0
        return max(points for points, _ in cases) + hive

    def cases(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Numbers of plantings, and of cloches that their tiles add."""
        for plantings in range(first, last + 1):
            most = plantings * max(self.box.cloches_on)
            if len(self.state.beds_held()) == 1:
                most = min(most, self.cloches_in_sight(plantings))
            yield from ((plantings, cloches) for cloches in range(most + 1))

    def case(self, plantings: int, cloches: int) -> tuple[int, bool]:
        """The points won at most, and whether a cube may reach a goal."""
        pots = min(plantings * self.pots_of_one, plantings * self.prints_of_one - cloches)
        if self.growing:
            pots += (len(self.shown) - 1) * 2 * self.box.start_pots
        paid = min(self.losses(plantings), self.payable)
        goals = len(self.shown) > 1 or paid > self.payable_below_goals
        points = spared = 0
        wins = False
        for colour, more in (("orange", pots), ("blue", cloches)):
            moves = [shown[colour] + more for shown in self.shown]
            points += self.most_won(colour, moves, self.cubes[colour])
            spared += self.losses_spared(colour, sum(moves), goals)
            wins |= sum(moves) > 0 and max(self.cubes[colour]) + sum(moves) >= self.box.goal[colour]
        return points - self.least_loss * max(0, paid - spared), wins

    def most_won(self, colour: str, moves: list[int], cubes: list[int]) -> int:
        """Points of one cube that makes all moves, or of two that make one each."""
        won = [self.won(colour, step, sum(moves)) for step in cubes]
        if len(moves) == 2:
            won += [
                self.won(colour, one, moves[0]) + self.won(colour, other, moves[1])
                for i, one in enumerate(cubes)
                for j, other in enumerate(cubes)
                if i != j
            ]
        return max(won)

    def won(self, colour: str, step: int, by: int) -> int:
        """Points of a cube on a step that moves so many, at most to the goal."""
        track = self.box.track[colour]
        return track[min(step + by, self.box.goal[colour])] - track[step]

    def losses_spared(self, colour: str, moves: int, goals: bool) -> int:
        """Losses that cost nothing, since the cube would go beyond the goal without them."""
        spared = [0]
        for step in self.cubes[colour]:
            beyond = step + moves - self.box.goal[colour]
            if step < self.box.goal[colour]:
                spared.append(ceil(beyond / self.box.back[colour]))
            elif goals:
                spared.append(beyond)
        return max(spared)

    @cached_property
    def pots_of_one(self) -> int:
        """What a planting adds at most; a token is one."""
        return max(1, *self.box.pots_on)

    @cached_property
    def prints_of_one(self) -> int:
        """Pots and cloches that a planting adds at most."""
        return max(1, *(pots + cloches for pots, cloches in zip(self.box.pots_on, self.box.cloches_on, strict=True)))

    @cached_property
    def payable(self) -> int:
        """CG-22: how often points can be lost."""
        return sum(self.times_payable(colour, goals=True) for colour in COLOURS)

    @cached_property
    def payable_below_goals(self) -> int:
        """The same without a cube that leaves a goal."""
        return sum(self.times_payable(colour, goals=False) for colour in COLOURS)

    def times_payable(self, colour: str, *, goals: bool) -> int:
        """CG-22: how often cubes of a colour can go back."""
        times = 0
        for step in self.cubes[colour]:
            if step < self.box.goal[colour]:
                times += step // self.box.back[colour]
            elif goals:
                times += 1 + self.box.step_back(colour, step) // self.box.back[colour]
        return times

    @cached_property
    def least_loss(self) -> int:
        """The fewest points that a cube can lose by going back."""
        return min(
            -self.won(colour, step, self.box.step_back(colour, step) - step)
            for colour, goal in self.box.goal.items()
            for step in (*range(self.box.back[colour], goal), goal)
        )

    def cloches_in_sight(self, turns: int) -> int:
        """On tiles that the player may see in so many turns, if nobody else has any."""
        box, state = self.box, self.state
        space = state.gardener
        seen: set[int] = set()
        for turn in range(turns):
            if turn > 0 or not self.plants_now:
                space = (space + box.steps * state.game.players) % box.spaces
            seen |= {*box.rows[space]}
        tiles = [state.nursery[cell] for cell in seen]
        drawn = state.queue[: turns + tiles.count(None)]
        return sum(box.cloches_on[tile] for tile in [*tiles, *drawn] if tile is not None)

    def hive(self) -> int:
        """CG-16: what the player's next cube on a goal wins."""
        hives = self.state.hives
        if self.player in hives or None not in hives:
            return 0
        return self.box.hive_values[hives.index(None)]

    def least(self) -> int:
        """With one bed: what pot tokens alone bring, and the cheapest losses; nothing is sure otherwise."""
        anything = -sum(self.box.cubes * self.box.track[colour][-1] for colour in COLOURS)
        if len(self.shown) > 1 or (self.plants_now and any(bed.complete for bed in self.growing)):
            return anything - self.box.highest_hive
        free = sum(len(bed.free) for bed in self.growing)
        plantings = max(0, free - self.state.cats[self.player])
        if self.growing and self.must_plant:
            plantings = max(plantings, 1)
        cubes = {colour: list(steps) for colour, steps in self.cubes.items()}
        lost = sum(self.pay_least(cubes) for _ in range(self.losses(plantings)))
        orange = self.most_won("orange", [self.shown[0]["orange"] + plantings], cubes["orange"])
        blue = self.most_won("blue", [self.shown[0]["blue"]], cubes["blue"])
        return orange + blue - lost

    def pay_least(self, cubes: dict[str, list[int]]) -> int:
        """CG-22: moves the cube back that loses least, and tells the loss; 0 if none can pay."""
        every = [(colour, step) for colour in COLOURS for step in cubes[colour] if step >= self.box.back[colour]]
        below = [(colour, step) for colour, step in every if step < self.box.goal[colour]]
        goals = [(colour, step) for colour in COLOURS for step in cubes[colour] if step == self.box.goal[colour]]
        if not (below or goals):
            return 0
        loss, colour, step = min((-self.won(c, s, self.box.step_back(c, s) - s), c, s) for c, s in below or goals)
        cubes[colour].remove(step)
        cubes[colour].append(self.box.step_back(colour, step))
        return loss
