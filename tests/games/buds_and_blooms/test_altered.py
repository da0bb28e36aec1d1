"""Positions with cards, tools and tops moved about: refused alike, or taken and then played to their end."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import cloche

from ...net import IMPLEMENTATIONS, Setup, nodes, setups_of
from .bases import BASES
from .buds import card_number

TOOLS = ("power", "cut", "dig")
CAUSES = ("discard", "power", "again", "weather")
PHASES = ("card", "face", "turn", "back", "draw", "look", "move", *("play_taken", "play_insert", "grow", "take", "sun"))
SETUPS = setups_of("buds_and_blooms")

Data = dict[str, Any]


class Table:
    """A position to be altered."""

    def __init__(self, game: cloche.Game, data: Data, rng: Random) -> None:
        self.game, self.data, self.rng = game, data, rng
        self.lists: list[list[Data]] = [*data["hands"], data["compost"], data["looked"]]
        self.lists += [pile["under"] for pile in data["piles"]]

    def sort(self) -> None:
        for cards in (*self.data["hands"], self.data["compost"]):
            cards.sort(key=lambda card: card_number(self.game, card))

    def lift(self) -> Data | None:
        """Takes a numbered card away."""
        filled = [cards for cards in self.lists if cards]
        return self.rng.choice(filled).pop() if filled else None

    def move_card(self) -> None:
        """From one list to another; who holds it knows it, most of the time."""
        card = self.lift()
        if card is None:
            return
        place = self.rng.randrange(len(self.lists))
        if place < self.game.players and self.rng.random() < 0.8:
            card["known"] = sorted({*card["known"], place})
        self.lists[place].append(card)
        self.sort()

    def swap_faces(self) -> None:
        cards = [card for cards in self.lists for card in cards]
        if len(cards) > 1:
            one, other = self.rng.sample(cards, 2)
            for key in ("face", "back", "known")[: self.rng.randint(1, 3)]:
                one[key], other[key] = other[key], one[key]

    def open_card(self) -> None:
        """A tool goes to a shed, a bloom on top of a flower, or is taken."""
        card = self.lift()
        if card is None:
            return
        face, deck = card["face"], card["deck"]
        if face in TOOLS:
            shed = self.rng.choice(self.data["sheds"])
            shed.append({"face": face, "deck": deck})
            shed.sort(key=lambda tool: (TOOLS.index(tool["face"]), tool["deck"]))
        elif self.rng.random() < 0.4:
            self.data |= {"phase": "play_taken", "bloom": {"face": face, "deck": deck}, "cause": None}
        else:
            flower = self.rng.choice(self.rng.choice(self.data["flowers"]))
            flower.append({"face": face, "deck": deck, "as": face, "stages": 2})

    def show(self) -> None:
        cards = [card for flowers in self.data["flowers"] for flower in flowers for card in flower]
        if cards:
            self.rng.choice(cards)["stages"] = self.rng.randint(1, 3)

    def turn_top(self) -> None:
        words = ("0.sun", "1.rain", None) if self.game.options["single_deck"] else ("sun", "rain", None)
        self.rng.choice(self.data["piles"])["top"] = self.rng.choice(words)

    def drop_bed(self) -> None:
        if self.data["beds"]:
            self.data["beds"].pop()

    def go_on(self) -> None:
        """Something else is due."""
        self.data["phase"] = phase = self.rng.choice(PHASES)
        self.data["cause"] = self.rng.choice(CAUSES) if phase == "grow" else None
        self.data["place"] = f"{self.rng.randint(1, 3)}.{self.rng.randint(0, 2)}" if phase == "play_insert" else None

    def next_player(self) -> None:
        self.data["player"] = self.rng.choice([None, *range(self.game.players)])


ALTERATIONS: list[Callable[[Table], None]] = [
    *(Table.move_card, Table.swap_faces, Table.open_card, Table.show, Table.turn_top, Table.drop_bed),
    *(Table.go_on, Table.next_player, Table.move_card, Table.go_on),
]


def altered(game: cloche.Game, data: Data, rng: Random) -> Data:
    table = Table(game, copy.deepcopy(data), rng)
    for _ in range(rng.randint(1, 4)):
        rng.choice(ALTERATIONS)(table)
    return table.data


def taken(setup: Setup, data: Data) -> list[cloche.State]:
    """What both implementations make of it: the same position, or nothing, as both refuse it."""
    states = []
    for implementation in IMPLEMENTATIONS:
        try:
            states.append(setup.load(implementation).state_from_dict(copy.deepcopy(data)))
        except ValueError:
            continue
    assert len(states) in (0, 2), data
    assert all(state.to_dict() == data for state in states)
    return states


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_altered_positions_are_refused_alike_or_can_be_played_to_their_end(setup: Setup) -> None:
    rng = Random(f"altered {setup}")
    game, walked = setup.load(), nodes(setup, "native")
    counts = [0, 0]
    for _ in range(120):
        before = rng.choice(walked).to_dict()
        data = altered(game, before, rng)
        states = taken(setup, data)
        counts[bool(states)] += data != before
        while data != before and states and not states[0].is_terminal():
            action = rng.choice(states[0].legal_actions())
            assert states[0].legal_actions() == states[1].legal_actions()
            for state in states:
                state.apply_action(action)
            assert taken(setup, states[0].to_dict()) == states
    assert min(counts) > 0


@pytest.mark.parametrize("name", BASES)
def test_observations_of_altered_positions_are_refused_alike(name: str) -> None:
    rng = Random(name)
    _, base = BASES[name]("native")
    games = [BASES[name](implementation)[0] for implementation in IMPLEMENTATIONS]
    for _ in range(120):
        observer = rng.randrange(games[0].players)
        observation = games[0].state_from_dict(base).observation(observer)
        data = altered(games[0], observation, rng)
        found = []
        for game in games:
            try:
                found.append(game.state_from_observation(copy.deepcopy(data)).observation(observer))
            except ValueError:
                continue
        assert found in ([], [data, data]), data


def test_what_is_due_is_judged_with_what_is_sound(implementation: str) -> None:
    """Laws that read beds, blooms and places meet positions in which these can't be read."""
    for name, changed, law in (
        ("play_taken", {"beds": []}, "S-3"),
        ("play_taken", {"bloom": 5, "place": "9"}, "S-1|should|must"),
        ("play_insert", {"bloom": [], "place": None}, "S-17"),
        ("play_insert", {"bloom": {}, "place": None, "player": None}, "S-2"),
        ("discard", {"player": None, "cause": None, "beds": None}, "S-2"),
    ):
        game, data = BASES[name](implementation)
        with pytest.raises(ValueError, match=law):
            game.state_from_dict(data | changed)
