"""Gardens of Io, from seeds/gardens_of_io/rules.md and state.md."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from cloche.backend import CHANCE, TERMINAL, Data
from cloche.reference.base import ReferenceGame, ReferenceState, float32, one_hot, without_observer
from cloche.reference.gardens_of_io import ending
from cloche.reference.gardens_of_io.board import (
    CELLS,
    EMPTY,
    STRIDE,
    TREE,
    Garden,
    cell_text,
    empties_of,
    exchange,
    first_cells,
    has_target,
    lines_from,
    neighbours_of,
    second_cells,
    trees_of,
)
from cloche.reference.gardens_of_io.laws import MOST_POSITION, PHASES, RUN, judge

# Action ids are those of the full board, whatever the file: 6 colours, 81 circles, 5 special actions.
SKIP = 6 * CELLS
WORD = SKIP + 1
PICK = WORD + 5

# Margin scales of state.md.
WON_LEAD = 10
USUAL_SCORE = 40

# Features of state.md.
FEATURES_EACH = 5
MOST_PLAYERS = 5
LARGE_GROUP = 10


@dataclass(eq=False)
class State(ReferenceState):
    """One position; the fields are the keys of `to_dict`, with cells as numbers."""

    game: Game
    phase: str
    player: int | None
    garden: Garden
    positions: list[int]
    reserves: list[list[int]]
    bag: list[int]
    allowance: list[int]
    counters: list[int]
    special_open: bool
    special: str | None
    first: int | None
    extra_turn: bool

    # What can be done

    def current_player(self) -> int:
        """A player, CHANCE (in the deal) or TERMINAL."""
        if self.player is None:
            return TERMINAL
        return CHANCE if self.phase == "deal" else self.player

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes in the deal."""
        match self.phase:
            case "deal":
                return [colour for colour, left in enumerate(self.bag) if left]  # IO-4
            case "tree":
                return [PICK + cell for cell in empties_of(self.garden)]  # IO-6
            case "turn":
                return (self._plantings() or [SKIP]) + self._words()  # IO-12
            case "first_cell":
                return [PICK + cell for cell in first_cells(self.garden, self._word())]
            case "second_cell":
                return [PICK + cell for cell in second_cells(self.garden, self._word(), self._first())]
            case "lap_bonus":
                return [PICK + cell for cell in self.game.eligible(self.garden, self.reserves)]
        return []

    def chance_weights(self) -> list[tuple[int, int]]:
        """IO-4: a colour is as likely as it is frequent in the bag."""
        return [(colour, left) for colour, left in enumerate(self.bag) if left] if self.phase == "deal" else []

    def _plantings(self) -> list[int]:
        """IO-11: a flower of the reserve on an empty circle in line with the Martian."""
        circles = self._circles_in_line(self.garden, self._mover())
        held = [colour for colour, flowers in enumerate(self.reserves[self._mover()]) if flowers]
        return [colour * CELLS + cell for colour in held for cell in circles]

    def _circles_in_line(self, garden: Garden, player: int) -> list[int]:
        """IO-11: the empty circles in line with a Martian; a tree ends its line, flowers do not block."""
        circles: list[int] = []
        for line in self.game.lines[self._space(player)]:
            for cell in line:
                what = garden[cell]
                if what == TREE:
                    break
                if what == EMPTY:
                    circles.append(cell)
        return sorted(circles)

    def _words(self) -> list[int]:
        """IO-8, IO-10: the special actions on offer."""
        if not self.special_open or not self.allowance[self._mover()]:
            return []
        lying = set(self.garden.values())
        return [WORD + k for k, word in enumerate(self.game.words) if self.counters[k] and has_target(word, lying)]

    # What it does

    def _apply(self, action: int) -> None:
        match self.phase:
            case "deal":
                self._draw(action)
            case "tree":
                self._put_tree(action - PICK)
            case "first_cell":
                self.phase, self.first = "second_cell", action - PICK
            case "second_cell":
                self._carry_out(action - PICK)
            case "lap_bonus":
                self._take_back(action - PICK)
            case "turn" if action < SKIP:
                self._plant(*divmod(action, CELLS))
            case "turn" if action == SKIP:
                self._move(self.game.skip_spaces)  # IO-12
            case "turn":
                self._choose_word(action - WORD)

    def _draw(self, colour: int) -> None:
        """IO-4: player 0 draws all of theirs, then player 1, and so on."""
        player = self._mover()
        self.bag[colour] -= 1
        self.reserves[player][colour] += 1
        if sum(self.reserves[player]) == self.game.flowers:
            self.player = player + 1
            if self.player == self.game.players:
                self._next_tree_or_turn()

    def _put_tree(self, cell: int) -> None:
        """IO-6: a tree goes on an empty circle."""
        self.garden[cell] = TREE
        self._next_tree_or_turn()

    def _next_tree_or_turn(self) -> None:
        """IO-6, IO-7: deal, trees, then player 0's turn."""
        standing = len(trees_of(self.garden))
        if standing < self.game.trees:
            self.phase, self.player = "tree", self.game.trees_by[standing]
        else:
            self._begin_turn(0)

    def _begin_turn(self, player: int) -> None:
        """IO-8: every turn may have a special action."""
        self.phase, self.player = "turn", player
        self.special_open, self.special, self.extra_turn = True, None, False

    def _choose_word(self, k: int) -> None:
        """IO-8: counter and allowance are spent when the word is chosen."""
        self.allowance[self._mover()] -= 1
        self.counters[k] -= 1
        self.special_open = False
        self.special = self.game.words[k]
        if self.special == RUN:
            self._move(self.game.run_spaces)  # IO-9
        else:
            self.phase = "first_cell"

    def _carry_out(self, second: int) -> None:
        """IO-9: the change is made, and the player goes on to plant."""
        exchange(self.garden, self._first(), second)
        self.phase, self.special, self.first = "turn", None, None

    def _plant(self, colour: int, cell: int) -> None:
        """IO-11, IO-13, IO-15: the flower is planted, may earn an extra turn, and its group says how far to go."""
        self.garden[cell] = self.game.colours[colour]
        self.reserves[self._mover()][colour] -= 1
        self.extra_turn = self._in_reserves(colour) == 0
        self._move(len(self.game.group(self.garden, cell, self.game.colours[colour])))

    def _move(self, spaces: int) -> None:
        """Walks, and looks at what follows: the end by the lap lead, a lap bonus, or the rest of the turn."""
        player = self._mover()
        before = self.positions[player]
        self.positions[player] = self.walked(spaces)
        if max(self.positions) - min(self.positions) >= self.game.lap_lead:  # IO-18
            self._end_game()
        elif self._earns_lap_bonus(before):
            self.phase = "lap_bonus"
        else:
            self._go_on()

    def walked(self, spaces: int) -> int:
        """IO-14: each step goes to the next space that no other Martian is on; the position reached."""
        player = self._mover()
        taken = {self._space(other) for other in range(self.game.players) if other != player}
        position = self.positions[player]
        for _ in range(spaces):
            position += 1
            while position % self.game.track in taken:
                position += 1
        return position

    def _earns_lap_bonus(self, before: int) -> bool:
        """IO-16: the Martian passed the start, and there is a flower to take."""
        track = self.game.track
        passed = self.positions[self._mover()] // track > before // track
        return self.game.lap_bonus and passed and bool(self.game.eligible(self.garden, self.reserves))

    def _take_back(self, cell: int) -> None:
        """IO-16: one flower goes off the garden into the reserve."""
        colour = self.game.colours.index(self.garden[cell])
        self.garden[cell] = EMPTY
        self.reserves[self._mover()][colour] += 1
        self._go_on()

    def _go_on(self) -> None:
        """After a run the same turn goes on with planting (IO-16); after planting or `skip` it is over."""
        if self.special == RUN:
            self.phase, self.special = "turn", None
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """IO-17: an empty reserve ends the game; IO-15: an extra turn is the same player's."""
        player = self._mover()
        if not any(self.reserves[player]):
            self._end_game()
        else:
            self._begin_turn(player if self.extra_turn else (player + 1) % self.game.players)

    def _end_game(self) -> None:
        """The game is over; garden, positions, reserves, allowance and counters stay as they are."""
        self.phase, self.player = "over", None
        self.special_open, self.special, self.extra_turn = True, None, False

    # What it is worth

    def scores(self) -> list[int]:
        """IO-19: the positions; IO-20: that of the last Martian for everybody."""
        if self.game.cooperative:
            return [min(self.positions)] * self.game.players
        return list(self.positions)

    def solvable_ending(self) -> bool:
        """E-1."""
        return ending.is_solvable(self)

    def final_scores(self, player: int) -> tuple[int, int]:
        """What the player can be sure of, and what they can't surpass."""
        return ending.final_scores(self, player)

    def ending_key(self) -> Hashable:
        """What can still matter."""
        return ending.key(self)

    def _largest_group_of(self, player: int) -> int:
        """The largest group that a planting of any player could make now; 0 where nothing can be planted."""
        held = [self.game.colours[c] for c, flowers in enumerate(self.reserves[player]) if flowers]
        circles = self._circles_in_line(self.garden, player)
        return max((len(self.game.group(self.garden, cell, colour)) for cell in circles for colour in held), default=0)

    def largest_group(self) -> int:
        """The largest group that the player to move can plant; 0 where nothing can be planted."""
        colours = self.game.colours
        plantings = (divmod(action, CELLS) for action in self._plantings())
        return max((len(self.game.group(self.garden, cell, colours[c])) for c, cell in plantings), default=0)

    def prior(self) -> list[int]:
        """A weight for each legal action of a decision node, from its quality."""
        if self.current_player() < 0:
            return []
        points = self.game.points
        return [points[min(self._quality(action), len(points) - 1)] for action in self.legal_actions()]

    def _quality(self, action: int) -> int:
        """W-1 to W-6: the quality of a legal action."""
        if self.phase == "turn":
            if action < SKIP:
                return self._quality_of_planting(*divmod(action, CELLS))
            if action == SKIP:
                return self.game.skip_spaces  # W-2
            return self.game.special_quality[action - WORD]  # W-3
        if self.phase == "second_cell":
            return self._quality_of_change(action - PICK)
        if self.phase == "lap_bonus":
            cell = action - PICK
            broken = self.game.group(self.garden, cell, self.garden[cell])
            return max(0, self.game.lap_bonus_quality - len(broken))  # W-6
        return 0  # W-4

    def _quality_of_planting(self, colour: int, cell: int) -> int:
        """W-1: the size of the group, and more for an extra turn."""
        size = len(self.game.group(self.garden, cell, self.game.colours[colour]))
        return size + (self.game.extra_turn_quality if self._in_reserves(colour) == 1 else 0)

    def _quality_of_change(self, second: int) -> int:
        """W-5: the largest group that one planting could make once the change is carried out."""
        garden = dict(self.garden)
        exchange(garden, self._first(), second)
        circles = self._circles_in_line(garden, self._mover())
        held = [self.game.colours[c] for c, flowers in enumerate(self.reserves[self._mover()]) if flowers]
        sizes = (len(self.game.group(garden, cell, colour)) for cell in circles for colour in held)
        return max(sizes, default=0)

    # How it is written

    def _text(self, action: int) -> str:
        if self.phase == "deal":
            return self.game.colours[action]
        if action < SKIP:
            colour, cell = divmod(action, CELLS)
            return f"{self.game.colours[colour]}@{cell_text(cell)}"
        if action == SKIP:
            return "skip"
        return self.game.words[action - WORD] if action < PICK else cell_text(action - PICK)

    def clone(self) -> State:
        """A copy."""
        return State(
            self.game,
            self.phase,
            self.player,
            dict(self.garden),
            list(self.positions),
            [list(reserve) for reserve in self.reserves],
            list(self.bag),
            list(self.allowance),
            list(self.counters),
            self.special_open,
            self.special,
            self.first,
            self.extra_turn,
        )

    def to_dict(self) -> Data:
        """The position as data, as in state.md."""
        circles = "".join(self.garden.values())
        size = self.game.size
        return {
            "phase": self.phase,
            "player": self.player,
            "garden": [circles[start : start + size] for start in range(0, size * size, size)],
            "positions": list(self.positions),
            "reserves": [list(reserve) for reserve in self.reserves],
            "bag": list(self.bag),
            "allowance": list(self.allowance),
            "counters": list(self.counters),
            "special_open": self.special_open,
            "special": self.special,
            "first": None if self.first is None else cell_text(self.first),
            "extra_turn": self.extra_turn,
        }

    def observation(self, player: int) -> Data:
        """IO-5: everything is public; the bag follows by subtraction."""
        seen = {"observer": player, **self.to_dict()}
        del seen["bag"]
        return seen

    def observation_tensor(self, player: int) -> list[float]:
        """The vector of state.md, in its order."""
        game = self.game
        order = [(player + i) % game.players for i in range(game.players)]
        last = min(self.positions)
        tensor = [float(self.garden[cell] == what) for what in [*game.colours, TREE] for cell in game.cells]
        for p in order:
            tensor += [float32(flowers / game.flowers) for flowers in self.reserves[p]]
        for p in order:
            tensor += one_hot(self._space(p), game.track)
            tensor.append(float32((self.positions[p] - last) / game.lap_lead))
        tensor += [float32(self.allowance[p] / (game.specials or 1)) for p in order]
        tensor += [float32(left / (uses or 1)) for left, uses in zip(self.counters, game.uses, strict=True)]
        tensor += one_hot(PHASES.index(self.phase), len(PHASES))
        tensor += [float(p == self.player) for p in order]
        tensor += [float(self.special_open), float(self.extra_turn)]
        tensor += [float(word == self.special) for word in game.words]
        tensor += [float(cell == self.first) for cell in game.cells]
        return tensor

    def features(self, player: int) -> list[float]:
        """The numbers of state.md, seat by seat."""
        game, last = self.game, min(self.positions)
        numbers: list[float] = []
        for p in [(player + i) % game.players for i in range(game.players)]:
            numbers += [
                (self.positions[p] - last) / game.lap_lead,
                sum(self.reserves[p]) / game.flowers,
                self.allowance[p] / (game.specials or 1),
                self._largest_group_of(p) / LARGE_GROUP,
                float(p == self.current_player()),
            ]
        return [float32(number) for number in numbers] + [0.0] * (FEATURES_EACH * (MOST_PLAYERS - game.players))

    # Small things

    def _mover(self) -> int:
        """The player who draws or decides, while the game lasts."""
        assert self.player is not None
        return self.player

    def _word(self) -> str:
        """The special action being carried out."""
        assert self.special is not None
        return self.special

    def _first(self) -> int:
        """The first cell picked."""
        assert self.first is not None
        return self.first

    def _space(self, player: int) -> int:
        """IO-7: the space of the track where a Martian stands."""
        return self.positions[player] % self.game.track

    def _in_reserves(self, colour: int) -> int:
        """How many flowers of a colour are in all reserves."""
        return sum(reserve[colour] for reserve in self.reserves)


class Game(ReferenceGame):
    """The box, the options `lap_bonus` and `cooperative`, and the geometry of the board."""

    num_distinct_actions = PICK + CELLS
    max_chance_outcomes = 6
    score_bounds = (0, MOST_POSITION)

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players` from valid options, the component file and the weights of the prior."""
        if components is None or weights is None:
            raise ValueError("gardens_of_io needs its components and weights")
        self.players = players
        self.lap_bonus: bool = options["lap_bonus"]  # IO-16
        self.cooperative: bool = options["cooperative"]  # IO-20
        self.shared_return = self.cooperative
        self.margin_scale = USUAL_SCORE if self.cooperative else WON_LEAD
        self._read_box(components)
        self._read_weights(weights["prior"])
        self._lay_out_board()
        specials = self.specials * players
        laps = self.flowers * players + players + specials
        self.max_game_length = self.trees + 3 * specials + (self.track + 1) * laps
        self.tensor_size = len(self.new_initial_state().observation_tensor(0))

    def _read_box(self, components: Mapping[str, Any]) -> None:
        """IO-1 to IO-10: sizes and counts."""
        self.size: int = components["board"]["size"]
        self.track: int = components["board"]["track"]
        self.colours: list[str] = [colour["id"] for colour in components["colour"]]
        self.counts: list[int] = [colour["count"] for colour in components["colour"]]
        self.trees: int = components["pieces"]["trees"]
        setup = next(setup for setup in components["setup"] if setup["players"] == self.players)
        self.flowers: int = setup["flowers"]
        self.specials: int = setup["specials"]
        self.trees_by: list[int] = list(setup["trees_by"])
        self.words: list[str] = [special["id"] for special in components["special_action"]]
        self.uses: list[int] = [special["uses"] for special in components["special_action"]]
        self.run_spaces: int = sum(s["spaces"] for s in components["special_action"] if s["id"] == RUN)
        self.skip_spaces: int = components["move"]["skip"]
        self.lap_lead: int = components["move"]["lap_lead"]

    def _read_weights(self, prior: Mapping[str, Any]) -> None:
        """W-1 to W-6: the numbers of the prior."""
        self.points: list[int] = list(prior["points"])
        self.extra_turn_quality: int = prior["extra_turn"]
        self.special_quality: list[int] = list(prior["special"])
        self.lap_bonus_quality: int = prior["lap_bonus"]

    def _lay_out_board(self) -> None:
        """IO-1, IO-2, IO-11, IO-13: circles, the lines from each space, and what is next to what."""
        self.cells = [row * STRIDE + column for row in range(self.size) for column in range(self.size)]
        self.cell_of = {cell_text(cell): cell for cell in self.cells}
        self.lines = [lines_from(space, self.size) for space in range(self.track)]
        self.neighbours = {cell: neighbours_of(cell, self.size) for cell in self.cells}

    def new_initial_state(self) -> State:
        """IO-3 to IO-7: an empty garden, a full bag, everybody on space 0, player 0 about to draw."""
        return State(
            game=self,
            phase="deal",
            player=0,
            garden=dict.fromkeys(self.cells, EMPTY),
            positions=[0] * self.players,
            reserves=[[0] * len(self.colours) for _ in range(self.players)],
            bag=list(self.counts),
            allowance=[self.specials] * self.players,
            counters=list(self.uses),
            special_open=True,
            special=None,
            first=None,
            extra_turn=False,
        )

    def group(self, garden: Garden, cell: int, colour: str) -> set[int]:
        """IO-13: the orthogonally connected group that a flower of that colour on `cell` is, or would be, part of."""
        group = {cell}
        reached = [cell]
        while reached:
            for neighbour in self.neighbours[reached.pop()]:
                if garden[neighbour] == colour and neighbour not in group:
                    group.add(neighbour)
                    reached.append(neighbour)
        return group

    def eligible(self, garden: Garden, reserves: list[list[int]]) -> list[int]:
        """IO-16: the flowers whose colour is still in some reserve."""
        alive = {colour for i, colour in enumerate(self.colours) if any(reserve[i] for reserve in reserves)}
        return [cell for cell, what in garden.items() if what in alive]

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        values = judge(self, data)
        return State(
            game=self,
            phase=values["phase"],
            player=values["player"],
            garden=self.garden_of(values),
            positions=list(values["positions"]),
            reserves=[list(reserve) for reserve in values["reserves"]],
            bag=list(values["bag"]),
            allowance=list(values["allowance"]),
            counters=list(values["counters"]),
            special_open=values["special_open"],
            special=values["special"],
            first=None if values["first"] is None else self.cell_of[values["first"]],
            extra_turn=values["extra_turn"],
        )

    def state_from_observation(self, data: Mapping[str, Any]) -> State:
        """The position that a player sees: what is in the bag follows by subtraction (IO-5)."""
        position = without_observer(data, self.players)
        return self.state_from_dict({**position, "bag": self._bag_left(position)})

    def _bag_left(self, position: Mapping[str, Any]) -> list[int]:
        """0 of a colour that there is too much of; keys that are damaged count for nothing, the laws judge them."""
        rows = position.get("garden")
        reserves = position.get("reserves")
        planted = "".join(row for row in rows if isinstance(row, str)) if isinstance(rows, list) else ""
        left = []
        for i, (colour, count) in enumerate(zip(self.colours, self.counts, strict=True)):
            rest = count - planted.count(colour)
            for reserve in reserves if isinstance(reserves, list) else []:
                if isinstance(reserve, list) and len(reserve) == len(self.colours) and type(reserve[i]) is int:
                    rest -= reserve[i]
            left.append(max(0, rest))
        return left

    def garden_of(self, values: Mapping[str, Any]) -> Garden:
        """The garden of a position given as data."""
        return dict(zip(self.cells, "".join(values["garden"]), strict=True))

    def is_unspent(self, values: Mapping[str, Any]) -> bool:
        """Whether no special action has been used in a position given as data."""
        unspent: bool = values["allowance"] == [self.specials] * self.players and values["counters"] == self.uses
        return unspent
