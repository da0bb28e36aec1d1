"""Bloom Town, from seeds/bloom_town/rules.md, seeds/bloom_town/state.md and seeds/hidden.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from cloche.backend import CHANCE, TERMINAL, Data, Generator
from cloche.reference.base import REDEAL_STREAM, ReferenceGame, ReferenceState, draw
from cloche.reference.bloom_town import actions as ids
from cloche.reference.bloom_town import ending
from cloche.reference.bloom_town.actions import BONUSES, CHOICES, OUTCOME_TEXTS, TEXTS, bloom_bonuses, token_bonuses
from cloche.reference.bloom_town.box import Box
from cloche.reference.bloom_town.data import data_of, data_seen_by, fields_of
from cloche.reference.bloom_town.features import features
from cloche.reference.bloom_town.judge import judge, judge_observation
from cloche.reference.bloom_town.prior import qualities
from cloche.reference.bloom_town.shape import SPACES
from cloche.reference.bloom_town.tensor import tensor
from cloche.reference.bloom_town.town import (
    CELLS,
    EMPTY,
    KINDS,
    PLACE,
    SHOPS,
    TYPE_OF,
    TYPES,
    Ground,
    Town,
    in_order,
)
from cloche.reference.rng import Rng

CHANCE_PHASES = ("shops", "hands", "market", "left_over", "draw", "refill")
PRIVATE_PHASES = ("hands", "draw")
PAIR = 2  # BT-14: community tiles of a type that trigger it
WON_LEAD = 15


@dataclass(eq=False)
class State(ReferenceState):
    """One position; the fields are the keys of `to_dict`, with cells as ids and market spaces numbered from 0."""

    lone_endings: ClassVar[bool] = True

    game: Game
    phase: str
    player: int | None
    towns: list[Town]
    points: list[int]
    tokens: list[bool]
    hands: list[list[str]]
    hidden: list[list[str]]
    kept: list[str | None]
    market: list[str | None]
    stacks: list[int]
    left_over: int
    community: list[int]
    by_token: list[bool]
    out: list[int]
    pool: list[int]
    emptied: list[int]
    used: list[str]
    extra_due: bool
    cell: int | None

    # What can be done

    def current_player(self) -> int:
        """A player, CHANCE or TERMINAL."""
        if self.phase in CHANCE_PHASES:
            return CHANCE
        return TERMINAL if self.player is None else self.player

    def legal_actions(self) -> list[int]:
        """Ascending ids; outcomes at a chance node."""
        match self.phase:
            case "build":
                empties = self.game.ground.empties(self.own_town())
                return [PLACE[kind] * CELLS + cell for kind in self._held() for cell in empties]  # BT-9
            case "bloom":
                return [ids.BLOOM, *bloom_bonuses(self.used)]  # BT-16
            case "token":
                return [ids.TOKEN, *token_bonuses(self.used, self.community, self.by_token)]  # BT-17
            case "take":
                return [ids.TAKE + space for space in range(SPACES) if self.market[space] is not None]  # BT-12
            case "keep":
                return [ids.KEEP + PLACE[kind] for kind in self._held()]  # BT-27
        return [outcome for outcome, _ in self.chance_weights()]

    def chance_weights(self) -> list[tuple[int, int]]:
        """BT-4, BT-5, BT-7: each tile that may come up is equally likely."""
        match self.phase:
            case "shops":
                return [(i, 1) for i, kind in enumerate(SHOPS) if self._can_leave(kind)]
            case "hands":
                return self._face_down_buildings()
            case "market" | "left_over" | "draw" | "refill":
                down = [self.game.box.community_tiles - out for out in self.community]
                tiles = [(ids.COMMUNITY_TILE + i, count) for i, count in enumerate(down) if count]
                return self._face_down_buildings() + tiles
        return []

    def _face_down_buildings(self) -> list[tuple[int, int]]:
        """Each kind in the pool, with its tiles."""
        return [(i, count) for i, count in enumerate(self.pool) if count]

    def _can_leave(self, kind: str) -> bool:
        """D-1: whether a shop of this kind may still be taken out."""
        return self.game.box.counts[PLACE[kind]] > 0 and self.out[PLACE[kind]] == 0

    def _held(self) -> list[str]:
        """The kinds of the hand of the player to move, open or hidden, each once."""
        player = self.mover()
        return in_order({*self.hands[player], *self.hidden[player]})

    def _can_build(self, player: int) -> bool:
        """D-2: a tile in the hand and an empty square."""
        return bool(self.hands[player] or self.hidden[player]) and self.game.ground.has_empty(self.towns[player])

    # Setup

    def _apply(self, action: int) -> None:
        match self.phase:
            case "shops":
                self._take_out(SHOPS[action])
            case "hands":
                self._deal(KINDS[action])
            case "market" | "refill":
                self._turn_up(action)
            case "left_over":
                self._turn_up_left_over(action)
            case "build":
                self._build(KINDS[action // CELLS], action % CELLS)
            case "bloom":
                self._use(CHOICES[action - ids.BLOOM])
                self._offer_token()  # D-3
            case "token":
                self._use_token(action)
            case "take":
                self._take(action - ids.TAKE)
            case "draw":
                self._draw(action)
            case "keep":
                self._keep(KINDS[action - ids.KEEP])

    def _take_out(self, shop: str) -> None:
        """BT-4: one shop of the kind leaves the game."""
        self.pool[PLACE[shop]] -= 1
        self.out[PLACE[shop]] += 1
        if sum(self.out[PLACE[kind]] for kind in SHOPS) == self.game.box.removed:
            self.phase, self.player = "hands", 0

    def _deal(self, kind: str) -> None:
        """BT-5: player 0 draws the whole hand, then player 1, and so on."""
        player = self.mover()
        self.pool[PLACE[kind]] -= 1
        self.hidden[player] = in_order([*self.hidden[player], kind])
        if len(self.hidden[player]) == self.game.box.hand_tiles:
            self.player = player + 1
            if self.player == self.game.players:
                self.phase, self.player = "market", None
                self.emptied = list(range(SPACES))

    def _turn_up(self, outcome: int) -> None:
        """BT-7, BT-13: the top tile of a stack; a building fills the market space, a community tile does not."""
        space = self.emptied[0]
        self.stacks[space] -= 1
        if outcome >= ids.COMMUNITY_TILE:
            self._community_comes_up(outcome - ids.COMMUNITY_TILE)
        else:
            self.pool[outcome] -= 1
            self.market[space] = KINDS[outcome]
            self.emptied.pop(0)
        self._next_space()

    def _next_space(self) -> None:
        """A space whose stack is empty leaves the list without a node; after the last one play goes on."""
        while self.emptied and self.stacks[self.emptied[0]] == 0:
            self.emptied.pop(0)
        if self.emptied:
            return
        if self.phase == "refill":
            self._end_turn()
        elif self.left_over:
            self.phase = "left_over"
        else:
            self._next_turn(0)

    def _turn_up_left_over(self, outcome: int) -> None:
        """BT-8: community tiles come out, buildings leave the game."""
        self.left_over -= 1
        if outcome >= ids.COMMUNITY_TILE:
            self._community_comes_up(outcome - ids.COMMUNITY_TILE)
        else:
            self.pool[outcome] -= 1
            self.out[outcome] += 1
        if self.left_over == 0:
            self._next_turn(0)

    def _community_comes_up(self, type_: int) -> None:
        """BT-14: the second tile of a type that no token has triggered rescores it."""
        self.community[type_] += 1
        if self.community[type_] == PAIR and not self.by_token[type_]:
            self._rescore_for_all(type_)

    def _rescore_for_all(self, type_: int) -> None:
        """BT-14, BT-25: every player rescores a type."""
        for player, town in enumerate(self.towns):
            self.points[player] += self.game.ground.rescore(town, TYPES[type_])

    # A turn

    def _next_turn(self, player: int) -> None:
        """D-2: the turn of the next player who can build; when nobody can, the end comes."""
        for _ in range(self.game.players):
            if self._can_build(player):
                self.phase, self.player = "build", player
                return
            if self._is_last(player):
                break
            player = (player + 1) % self.game.players
        self._begin_keep(0)

    def _is_last(self, player: int) -> bool:
        """BT-26: whether the last round is over when this player's turn is."""
        return player == self.game.players - 1 and self.stacks.count(0) >= self.game.box.end_stacks

    def _build(self, kind: str, cell: int) -> None:
        """BT-9, BT-10: the tile is built and scored; BT-18: then the blooming square's choice."""
        player = self.mover()
        self._remove_from_hand(kind)
        self.towns[player][cell] = kind
        self.cell = cell
        self._score_built()
        if cell in self.game.ground.blooming and bloom_bonuses(self.used):
            self.phase = "bloom"
        else:
            self._offer_token()

    def _remove_from_hand(self, kind: str) -> None:
        """D-4: the openly known tile of a kind first."""
        player = self.mover()
        hand = self.hands[player] if kind in self.hands[player] else self.hidden[player]
        hand.remove(kind)

    def _score_built(self) -> None:
        """BT-10, BT-15: the points of the tile just built."""
        self.points[self.mover()] += self.points_of_built()

    def _use(self, bonus: str) -> None:
        """BT-15: `double` scores at once, `extra` waits for step C, `none` does nothing."""
        if bonus in BONUSES:
            self.used = [word for word in BONUSES if word == bonus or word in self.used]
        if bonus == "double":
            self._score_built()
        elif bonus == "extra":
            self.extra_due = True

    def _offer_token(self) -> None:
        """BT-11, BT-17, BT-18: the token's choice, if there is one."""
        if self.tokens[self.mover()] and token_bonuses(self.used, self.community, self.by_token):
            self.phase = "token"
        else:
            self._step_c()

    def _use_token(self, action: int) -> None:
        """BT-17: the token is gone once it is used."""
        if action != ids.TOKEN:
            self.tokens[self.mover()] = False
        if action >= ids.COMMUNITY:
            self.by_token[action - ids.COMMUNITY] = True
            self._rescore_for_all(action - ids.COMMUNITY)
        else:
            self._use(CHOICES[action - ids.TOKEN])
        self._step_c()

    def _step_c(self) -> None:
        """BT-12: the market tile of the covered symbol, or else a face-down one, or else any market tile."""
        space = self.game.ground.space_of[self._cell()]
        if self.market[space] is not None:
            self._take(space)
        elif self.stacks[space]:
            self.phase = "draw"
        elif any(self.market):
            self.phase = "take"
        else:
            self._end_step_c()

    def _take(self, space: int) -> None:
        """BT-12: a market tile goes to the hand, for all to know; BT-13: its space is emptied."""
        player = self.mover()
        kind = self.market[space]
        assert kind is not None
        self.hands[player] = in_order([*self.hands[player], kind])
        self.market[space] = None
        self.emptied.append(space)
        self._end_step_c()

    def _draw(self, outcome: int) -> None:
        """BT-12, D-5: a building goes to the hand unseen; after a community tile step C is as if it had not been."""
        self.stacks[self.game.ground.space_of[self._cell()]] -= 1
        if outcome >= ids.COMMUNITY_TILE:
            self._community_comes_up(outcome - ids.COMMUNITY_TILE)
            self._step_c()
            return
        player = self.mover()
        self.pool[outcome] -= 1
        self.hidden[player] = in_order([*self.hidden[player], KINDS[outcome]])
        self._end_step_c()

    def _end_step_c(self) -> None:
        """BT-19: the second tile of an extra turn, if it can be built; then BT-13."""
        self.cell = None
        if self.extra_due and self._can_build(self.mover()):
            self.phase = "build"
        else:
            self.phase, self.used = "refill", []
        self.extra_due = False
        if self.phase == "refill":
            self._next_space()

    def _end_turn(self) -> None:
        """BT-26: the next player's turn, or the end after the last round."""
        player = self.mover()
        if self._is_last(player):
            self._begin_keep(0)
        else:
            self._next_turn((player + 1) % self.game.players)

    # The end

    def _begin_keep(self, first: int) -> None:
        """BT-27: the next player with a tile keeps one; after the last the game is over."""
        for player in range(first, self.game.players):
            if self.hands[player] or self.hidden[player]:
                self.phase, self.player = "keep", player
                return
        self.phase, self.player = "over", None

    def _keep(self, kind: str) -> None:
        """BT-27: the type of the tile kept is rescored in the own town."""
        player = self.mover()
        self._remove_from_hand(kind)
        self.kept[player] = kind
        self.points[player] += self.game.ground.rescore(self.towns[player], TYPE_OF[kind])
        self._begin_keep(player + 1)

    # What it is worth

    def scores(self) -> list[int]:
        """The points."""
        return list(self.points)

    def ranks(self) -> list[int]:
        """BT-28: more points first; of equals the later in turn order."""
        order = [(points, player) for player, points in enumerate(self.points)]
        return [1 + sum(other > own for other in order) for own in order]

    def prior(self) -> list[int]:
        """A weight for each legal action of a decision node, from its quality."""
        if self.current_player() < 0:
            return []
        weights = self.game.weights
        return [weights[min(quality, len(weights) - 1)] for quality in qualities(self)]

    # Endings

    def solvable_ending(self) -> bool:
        """E-1."""
        return ending.is_solvable(self)

    def worlds(self, observer: int) -> list[tuple[ReferenceState, int]]:
        """H-2: what others may hold, with weights."""
        return ending.worlds(self, observer)

    def is_settled(self) -> bool:
        """E-2."""
        return self.phase in ("refill", "keep", "over")

    def settled_action(self) -> int:
        """E-2."""
        return ending.settled_keep(self)

    # What players know

    def _is_private(self, action: int) -> bool:
        """Whether only the player who draws sees an outcome: a building of the deal or of a face-down draw."""
        return self.phase in PRIVATE_PHASES and action < ids.COMMUNITY_TILE

    def seen(self, action: int, observer: int) -> int:
        """H-5: the id of what `observer` sees of a legal action or outcome."""
        self._need_legal(action)
        return ids.HIDDEN if self._is_private(action) and observer != self.player else action

    def seen_text(self, action: int, observer: int) -> str:
        """H-5: the text of what `observer` sees of a legal action or outcome."""
        seen = self.seen(action, observer)
        return OUTCOME_TEXTS[ids.HIDDEN] if seen != action else self._text(action)

    def unseen(self, observer: int) -> list[int]:
        """O-2: tiles of each kind that `observer` cannot account for."""
        left = [count - out for count, out in zip(self.game.box.counts, self.out, strict=True)]
        seen = [kind for town in self.towns for kind in town.values() if kind != EMPTY]
        seen += [kind for hand in self.hands for kind in hand] + self.hidden[observer]
        seen += [kind for kind in self.kept + self.market if kind is not None]
        for kind in seen:
            left[PLACE[kind]] -= 1
        return left

    def redeal(self, observer: int, rng: Generator) -> None:
        """H-3: the hidden tiles of the others are drawn from the unseen ones; the rest is the pool."""
        unseen = self.unseen(observer)
        for player, tiles in enumerate(self.hidden):
            if player != observer:
                drawn = []
                for _ in tiles:
                    kind = draw(list(enumerate(unseen)), rng)
                    unseen[kind] -= 1
                    drawn.append(KINDS[kind])
                self.hidden[player] = in_order(drawn)
        self.pool = unseen

    # How it is written

    def _text(self, action: int) -> str:
        if self.phase == "shops":
            return OUTCOME_TEXTS[PLACE[SHOPS[action]]]
        return OUTCOME_TEXTS[action] if self.phase in CHANCE_PHASES else TEXTS[action]

    def clone(self) -> State:
        """A copy."""
        return State(
            self.game,
            self.phase,
            self.player,
            [dict(town) for town in self.towns],
            list(self.points),
            list(self.tokens),
            [list(hand) for hand in self.hands],
            [list(tiles) for tiles in self.hidden],
            list(self.kept),
            list(self.market),
            list(self.stacks),
            self.left_over,
            list(self.community),
            list(self.by_token),
            list(self.out),
            list(self.pool),
            list(self.emptied),
            list(self.used),
            self.extra_due,
            self.cell,
        )

    def to_dict(self) -> Data:
        """The position as data, as in state.md."""
        return data_of(self)

    def observation(self, player: int) -> Data:
        """H-1: what `player` knows, as data."""
        return data_seen_by(self, player)

    def observation_tensor(self, player: int) -> list[float]:
        """The vector of state.md, in its order."""
        return tensor(self, player)

    def features(self, player: int) -> list[float]:
        """The numbers of state.md."""
        return features(self, player)

    # Small things

    def mover(self) -> int:
        """Whose turn it is, or who draws or keeps."""
        assert self.player is not None
        return self.player

    def own_town(self) -> Town:
        """The town of the player to move."""
        return self.towns[self.mover()]

    def points_of_built(self) -> int:
        """BT-20 to BT-24: what the tile just built scores."""
        town, cell = self.own_town(), self._cell()
        return self.game.ground.score(town, cell, town[cell])

    def _cell(self) -> int:
        """The square of the tile just built."""
        assert self.cell is not None
        return self.cell


class Game(ReferenceGame):
    """The box and the options `side`, `subway` and `shop`."""

    perfect_information = False
    num_distinct_actions = ids.ACTIONS
    max_chance_outcomes = ids.OUTCOMES
    margin_scale = WON_LEAD

    def __init__(
        self,
        players: int,
        options: Mapping[str, Any],
        components: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """A game for `players` from valid options, the component file and the weights of the prior."""
        if components is None or weights is None:
            raise ValueError("bloom_town needs its components and weights")
        self.players = players
        self.box = Box.read(components, players)
        wanted = {entry["id"]: frozenset(entry["matches"]) for entry in components["shop_kind"]}
        board = components["board"][options["side"]]
        self.ground = Ground(components["town"]["size"], board, wanted, options["subway"], options["shop"])
        self.weights: list[int] = list(weights["prior"]["points"])
        self.tuned: dict[str, int] = {name: value for name, value in weights["prior"].items() if name != "points"}
        squares = self.ground.size**2
        self.max_game_length = players * (4 * squares + 1)
        self.most_points = squares * (2 * squares + 10)
        self.score_bounds = (0, self.most_points)
        self.tensor_size = len(self.new_initial_state().observation_tensor(0))

    def new_initial_state(self) -> State:
        """BT-4 to BT-6: the piles before anything is drawn."""
        out = self.box.taken_out()
        return State(
            game=self,
            phase="shops" if self.box.draws_shops else "hands",
            player=None if self.box.draws_shops else 0,
            towns=[dict.fromkeys(self.ground.cells, EMPTY) for _ in range(self.players)],
            points=[0] * self.players,
            tokens=[True] * self.players,
            hands=[[] for _ in range(self.players)],
            hidden=[[] for _ in range(self.players)],
            kept=[None] * self.players,
            market=[None] * SPACES,
            stacks=[self.box.stack_height] * SPACES,
            left_over=self.box.left_overs,
            community=[0] * len(TYPES),
            by_token=[False] * len(TYPES),
            out=out,
            pool=[count - gone for count, gone in zip(self.box.counts, out, strict=True)],
            emptied=[],
            used=[],
            extra_due=False,
            cell=None,
        )

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `data` describes; ValueError that lists every broken law."""
        values = judge(self, data)
        return State(self, **fields_of(self, values), pool=list(values["pool"]))

    def state_from_observation(self, data: Mapping[str, Any]) -> State:
        """H-4: one world of an observation; H-7: ValueError that lists every contradiction."""
        values = judge_observation(self, data)
        state = State(self, **fields_of(self, values), pool=[])
        state.redeal(values["observer"], Rng(0, REDEAL_STREAM))
        return state
