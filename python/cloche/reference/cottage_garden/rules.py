"""Cottage Garden, from seeds/cottage_garden/rules.md and state.md."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from cloche.reference.base import ReferenceGame
from cloche.reference.cottage_garden import ending
from cloche.reference.cottage_garden.actions import (
    ACTIONS,
    BEDS,
    CAT,
    CUBE,
    DONE,
    LOSE,
    OUTCOMES,
    POT,
    REFILL_CAT,
    RETURN,
    SCORE,
    colour_and_step,
    tile_parts,
)
from cloche.reference.cottage_garden.beds import CELLS, Bed
from cloche.reference.cottage_garden.box import SIDES, Box
from cloche.reference.cottage_garden.features import features
from cloche.reference.cottage_garden.laws import judge
from cloche.reference.cottage_garden.position import Position
from cloche.reference.cottage_garden.prior import weights_of
from cloche.reference.cottage_garden.tensor import tensor

# Margin scales of state.md.
WON_LEAD = 10
USUAL_SCORE = 60


class State(Position):
    """One position, and what actions do to it."""

    def _apply(self, action: int) -> None:
        """CG-28, D-12: what follows with a single option is played too."""
        self._play(action)
        while self.player is not None and len(self.options()) == 1:
            self._play(self.options()[0])

    def _play(self, action: int) -> None:
        self.listed = None
        match self.phase:
            case "setup_tile":
                self._draw_tile(action)
            case "setup_bed":
                self._draw_bed(action)
            case "lose":
                self._lose(*colour_and_step(LOSE, action))
            case "refill":
                self._refill_for_a_cat(action)
            case "plant":
                self._plant(action)
            case "cats" if action == DONE:
                self._done()
            case "cats":
                self._put_cat(action)
            case "score":
                self._score(action - SCORE)
            case "orange" | "blue":
                self._move_cube(*colour_and_step(CUBE, action))
            case "orange_pot" | "blue_pot":
                self._put_pot(action)
                self._after_cube(self.phase.removesuffix("_pot"))
            case "return":
                self._tile_back(action - RETURN)
            case "pot":
                self._put_owed_pot(action)

    # Setup

    def _draw_tile(self, tile: int) -> None:
        """CG-5: the nursery is filled first, then the queue."""
        if None in self.nursery:
            self.nursery[self.nursery.index(None)] = tile
        else:
            self.queue.append(tile)
        if not self._list_options():
            self.phase = "setup_bed"

    def _draw_bed(self, bed: int) -> None:
        """CG-6: two beds for each player in turn, then the one in the middle."""
        dealt = len(self.beds_in_game())
        player, slot = divmod(dealt, BEDS)
        if player < self.game.players:
            self.beds[player][slot] = self.game.box.bed(bed, SIDES[slot])
        else:
            self.middle = self.game.box.bed(bed, SIDES[0])
            self._begin_turn(0)

    # Lose points, refill, plant

    def _begin_turn(self, player: int) -> None:
        """CG-22, CG-24, CG-29, D-1: who has no bed only moves the gardener; in the final round points go first."""
        self.player = player
        if not self.own_beds():
            self._move_gardener()
        elif self.final and self._losses():
            self.phase = "lose"
        else:
            self._refill()

    def _lose(self, colour: str, step: int) -> None:
        """CG-22: a cube goes back some steps, or leaves the goal."""
        self._change_cube(colour, step, self.game.box.step_back(colour, step))
        self._refill()

    def _refill(self) -> None:
        """CG-10: many empty spaces are filled at no cost, few may be filled for a cat."""
        box = self.game.box
        empty = self.row().count(None)
        if empty >= box.refill_free:
            self._fill_row()
        self.phase = "refill" if self.may_refill_for_a_cat() else "plant"

    def may_refill_for_a_cat(self) -> bool:
        """CG-10: some empty spaces, but too few to be filled at no cost; a tile in the queue; a cat."""
        box = self.game.box
        empty = self.row().count(None)
        return 1 <= empty < box.refill_free and bool(self.queue) and self.own_cats() >= box.refill_cats

    def _refill_for_a_cat(self, action: int) -> None:
        """CG-10: the player may give a cat."""
        if action == REFILL_CAT:
            self.cats[self.mover()] -= self.game.box.refill_cats
            self._fill_row()
        self.phase = "plant"

    def _fill_row(self) -> None:
        """CG-10: from the head of the queue, nearest space first, as far as the queue reaches."""
        for cell in self.game.box.rows[self.gardener]:
            if self.nursery[cell] is None and self.queue:
                self.nursery[cell] = self.queue.pop(0)

    def _plant(self, action: int) -> None:
        """CG-11, CG-12: a tile or a pot is planted, or a cat put down before it."""
        if action >= CAT:
            self._put_cat(action)
            return
        if action >= POT:
            self._put_pot(action)
        else:
            self._put_tile(*tile_parts(action))
        self.phase = "cats"

    def _put_tile(self, place: int, slot: int, o: int, anchor: int) -> None:
        """CG-11: from the row onto an own bed."""
        cell = self.game.box.rows[self.gardener][place]
        tile = self.nursery[cell]
        assert tile is not None
        self.nursery[cell] = None
        self.beds[self.mover()][slot] = self.own_bed(slot).with_tile(self.game.box.ways[tile][o, anchor])

    def _put_pot(self, action: int) -> None:
        """CG-11, CG-15."""
        slot, cell = divmod(action - POT, CELLS)
        self.beds[self.mover()][slot] = self.own_bed(slot).with_pot(cell)

    def _put_cat(self, action: int) -> None:
        """CG-12, CG-18."""
        slot, cell = divmod(action - CAT, CELLS)
        self.cats[self.mover()] -= 1
        self.beds[self.mover()][slot] = self.own_bed(slot).with_cat(cell)

    # Score a bed

    def _done(self) -> None:
        """CG-13, CG-30, D-6: complete beds are scored, with two the player picks; without one the turn ends."""
        complete = [slot for slot, bed in self.own_beds() if bed.complete]
        if len(complete) == BEDS:
            self.phase = "score"
        elif complete:
            self._score(complete[0])
        else:
            self._end_turn()

    def _score(self, slot: int) -> None:
        """CG-14: orange first."""
        self.slot = slot
        self._begin_colour("orange")

    def _begin_colour(self, colour: str) -> None:
        """CG-14: a cube moves if the bed shows something that counts for its colour, and a cube can move."""
        if self.shown(colour) and self._movable(colour):
            self.phase = colour
        else:
            self._after_cube(colour)

    def _move_cube(self, colour: str, step: int) -> None:
        """CG-14, CG-15: the cube moves and earns, in this order, a cat, a hive and a pot."""
        box = self.game.box
        reached = min(step + self.shown(colour), box.goal[colour])
        self._change_cube(colour, step, reached)
        if step <= box.red_line[colour] < reached:
            self.cats[self.mover()] += box.line_cats
        if reached == box.goal[colour]:
            self._win_hive()
        if step == 0 and 0 not in self.own_cubes(colour):
            self._win_pot(colour)
        else:
            self._after_cube(colour)

    def _win_hive(self) -> None:
        """CG-16: the highest that is left, for a player without one."""
        if self.mover() not in self.hives and None in self.hives:
            self.hives[self.hives.index(None)] = self.mover()

    def _win_pot(self, colour: str) -> None:
        """CG-15, D-7: put at once on the other bed; without room there it is owed, in the final round lost."""
        other = self.beds[self.mover()][1 - self.own_slot()]
        if other is not None and other.free:
            self.phase = f"{colour}_pot"
            return
        if not self.final:
            self.owed += self.game.box.start_pots
        self._after_cube(colour)

    def _after_cube(self, colour: str) -> None:
        """CG-14: blue comes after orange."""
        if colour == "orange":
            self._begin_colour("blue")
        else:
            self._clear_bed()

    def _clear_bed(self) -> None:
        """CG-17, CG-24, D-8: tokens and cats go to the supply, tiles to the queue; the last bed ends the game."""
        if self.final and len(self.beds_held()) == 1:
            self._end_game()
            return
        slot = self.own_slot()
        bed = self.own_bed(slot).without_tokens_and_cats()
        self.beds[self.mover()][slot] = bed
        if bed.tiles:
            self.phase = "return"
        else:
            self._replace_bed()

    def _tile_back(self, tile: int) -> None:
        """CG-17: to the end of the queue."""
        slot = self.own_slot()
        self.queue.append(tile)
        bed = self.own_bed(slot).without_tile(tile)
        self.beds[self.mover()][slot] = bed
        if not bed.tiles:
            self._replace_bed()

    def _replace_bed(self) -> None:
        """CG-17, CG-23: the bed and the one in the middle change places; in the final round it leaves the game."""
        slot = self.own_slot()
        own = self.beds[self.mover()]
        if self.final:
            own[slot] = None
        else:
            scored = self.own_bed(slot)
            own[slot], self.middle = self.middle, self.game.box.turned_over(scored)
        self._go_on_with_owed_pots()

    def _go_on_with_owed_pots(self) -> None:
        """CG-15, D-9: on the replacement as far as there is room, the rest is lost; then cats (CG-18)."""
        if self.owed and self.own_bed(self.own_slot()).free:
            self.phase = "pot"
        else:
            self.phase, self.slot, self.owed = "cats", None, 0

    def _put_owed_pot(self, action: int) -> None:
        """CG-15."""
        self._put_pot(action)
        self.owed -= 1
        self._go_on_with_owed_pots()

    def _change_cube(self, colour: str, step: int, reached: int) -> None:
        """A cube of the mover goes from one step to another."""
        cubes = self.own_cubes(colour)
        cubes.remove(step)
        cubes.append(reached)
        cubes.sort()

    # End of a turn and of the game

    def _end_turn(self) -> None:
        """CG-19, D-10: surplus cats go to the supply."""
        self.cats[self.mover()] = min(self.own_cats(), self.game.box.cats_kept)
        self._move_gardener()

    def _move_gardener(self) -> None:
        """CG-9, CG-20, CG-21, D-11: the die may go up; then it is the next player's turn, unless nobody has a bed."""
        box = self.game.box
        self.gardener = (self.gardener + box.steps) % box.spaces
        if self.gardener == box.target and not self.final:
            self.die += 1
            if self.final:
                self._give_up_beds()
        if self.beds_held():
            self._begin_turn((self.mover() + 1) % self.game.players)
        else:
            self._end_game()

    def _give_up_beds(self) -> None:
        """CG-21, CG-24: beds with few tiles; their tiles go to the queue, unless no bed is left in the game."""
        back = []
        for own in self.beds:
            for slot, bed in enumerate(own):
                if bed is not None and len(bed.tiles) <= self.game.box.give_up:
                    back += [lying.tile for lying in bed.tiles]
                    own[slot] = None
        if self.beds_held():
            self.queue += back

    def _end_game(self) -> None:
        """CG-24, D-8: nobody has a bed; the tiles of the last one are nowhere any more."""
        self.phase, self.player, self.slot, self.owed = "over", None, None, 0
        self.beds = [[None] * BEDS for _ in self.beds]

    def solvable_ending(self) -> bool:
        """E-1."""
        return ending.is_solvable(self)

    def final_scores(self, player: int) -> tuple[int, int]:
        """What the player can be sure of, and what they can't surpass."""
        return ending.final_scores(self, player)

    def ending_key(self) -> Hashable:
        """What can still matter."""
        return ending.key(self)

    def prior(self) -> list[int]:
        """A weight for each legal action of a decision node, from its quality."""
        return weights_of(self) if self.player is not None else []

    def observation_tensor(self, player: int) -> list[float]:
        """The vector of state.md, in its order."""
        return tensor(self, player)

    def features(self, player: int) -> list[float]:
        """The numbers of state.md."""
        return features(self, player)


class Game(ReferenceGame):
    """The box and the weights of the prior."""

    num_distinct_actions = ACTIONS
    max_chance_outcomes = OUTCOMES

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players` from the component file and the weights of the prior."""
        if components is None or weights is None:
            raise ValueError("cottage_garden needs its components and weights")
        self.players = players
        self.shared_return = players == 1
        self.margin_scale = USUAL_SCORE if self.shared_return else WON_LEAD
        self.box = Box(components, players)
        self.tuned: Mapping[str, Any] = weights["prior"]
        self.max_game_length = players * (9 * (self.box.turns + 50) + 90)
        goals = sum(track[-1] for track in self.box.track.values())
        self.score_bounds = (0, self.box.cubes * goals + self.box.highest_hive)  # CG-26
        self.tensor_size = len(self.new_initial_state().observation_tensor(0))

    def new_initial_state(self) -> State:
        """CG-4 to CG-7: everything is about to be drawn."""
        box = self.box
        return State(
            game=self,
            phase="setup_tile",
            player=None,
            nursery=[None] * box.nursery_cells,
            queue=[],
            beds=[[None] * BEDS for _ in range(self.players)],
            middle=None,
            orange=[[0] * box.cubes for _ in range(self.players)],
            blue=[[0] * box.cubes for _ in range(self.players)],
            cats=[box.start_cats] * self.players,
            hives=[None] * len(box.hive_values),
            gardener=box.start,
            die=box.start_die,
            slot=None,
            owed=0,
        )

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        return judge(self, data)

    def state_of(self, values: Mapping[str, Any]) -> State:
        """The position of data that S-1 to S-5 hold for."""
        middle = values["middle"]
        return State(
            game=self,
            phase=values["phase"],
            player=values["player"],
            nursery=list(values["nursery"]),
            queue=list(values["queue"]),
            beds=[[self.bed_of(bed) for bed in own] for own in values["beds"]],
            middle=None if middle is None else self.box.bed(middle["bed"], middle["side"]),
            orange=[list(cubes) for cubes in values["orange"]],
            blue=[list(cubes) for cubes in values["blue"]],
            cats=list(values["cats"]),
            hives=list(values["hives"]),
            gardener=values["gardener"],
            die=values["die"],
            slot=values["slot"],
            owed=values["owed"],
        )

    def bed_of(self, data: Mapping[str, Any] | None) -> Bed | None:
        """A bed in a slot from lawful data."""
        if data is None:
            return None
        bed, side = data["bed"], data["side"]
        lying = tuple(self.box.ways[tile][o, anchor] for tile, o, anchor in data["tiles"])
        return Bed(bed, side, self.box.prints[bed][side], lying, tuple(data["pots"]), tuple(data["cats"]))
