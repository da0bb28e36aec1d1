"""Plain words for the notation of each game, by the tables of its page."""

from __future__ import annotations

import re

import pytest

import cloche
from cloche import registry

from .net import Setup, nodes, setups_of

# What the tables of the pages say that a text means, and what state.md says that others see.
MEANINGS = [
    ("gardens_of_io", "R@e5", "plant red on e5"),
    ("gardens_of_io", "e5", "choose e5"),
    ("gardens_of_io", "W", "a white flower is drawn"),
    ("gardens_of_io", "skip", "move 1 space without planting"),
    ("bloom_town", "O@c3", "build an office on c3"),
    ("bloom_town", "shop-a@c3", "build an ice cream shop on c3"),
    ("bloom_town", "take:3", "take the market tile at the rose"),
    ("bloom_town", "token:community:O", "bonus token: score every office of all towns"),
    ("bloom_town", "hidden", "a tile is drawn face down"),
    ("cottage_garden", "T17:1:o3@b2", "plant tile T17 on bed 1 at b2, three quarter turns"),
    ("cottage_garden", "T17:2:o4@b2", "plant tile T17 on bed 2 at b2, turned over"),
    ("cottage_garden", "orange:16", "move the orange cube on 20 forward"),  # CG-4: step 16 is 20
    ("cottage_garden", "lose:blue:3", "lose points: the blue cube on 6 goes back"),
    ("cottage_garden", "T17", "tile T17 is drawn"),
    ("buds_and_blooms", "R4@2", "play red 4 on bed 2"),
    ("buds_and_blooms", "R4@2#1.7", "play red 4 on bed 2 (card 7 of deck 2)"),
    ("buds_and_blooms", "R4@2#31", "play red 4 on bed 2 (card 31)"),
    ("buds_and_blooms", "RY=R4@2", "play the red-yellow bud as red 4 on bed 2"),
    ("buds_and_blooms", "cut:insert@1.0", "make the cut: put a card at the bottom of bed 1"),
    ("buds_and_blooms", "cut:insert@1.2", "make the cut: put a card above the 2nd card of bed 1"),
    ("buds_and_blooms", "grow:2.0", "grow the 1st card from the bottom of bed 2"),
    ("buds_and_blooms", "discard:1.sun#31", "discard a card with sun on its back (card 31)"),
    ("buds_and_blooms", "draw:?", "a card is drawn unseen"),
    ("barton_in_bloom", "H>mow", "harvester: mow for money"),
    ("barton_in_bloom", "plant:R@9,10", "plant rose at row 9, column 10"),
    ("barton_in_bloom", "lay:3,4:r1", "lay it at row 3, column 4, a quarter turn"),
    ("barton_in_bloom", "put:9,10:o6", "put it at row 9, column 10, turned over, half a turn"),
    ("barton_in_bloom", "pay:DR", "pay with daffodil and rose"),
    ("barton_in_bloom", "judge:gnome_lover", 'play judge "The Gnome Lover"'),
    ("barton_in_bloom", "judge:#7", "play a hidden judge (draw 7)"),
    ("barton_in_bloom", "notice:3=separation", 'judge "Separation" goes on space 3 of the notice board'),
    ("barton_in_bloom", "?", "a judge is drawn unseen"),
    ("nim", "2:3", "take 3 from pile 2"),
    ("liars_dice", "2x5", "bid at least 2 of face 5"),
    ("tic_tac_toe", "b2", "b2"),
]
PLAIN = {"pass"}  # words already


@pytest.mark.parametrize(("game", "text", "words"), MEANINGS)
def test_words_say_what_the_page_says(game: str, text: str, words: str) -> None:
    assert cloche.load(game).in_words(text) == words


@pytest.mark.parametrize("setup", [setup for game in cloche.games() for setup in setups_of(game)], ids=str)
def test_whatever_is_done_or_seen_in_a_game_has_words_of_its_own(setup: Setup) -> None:
    """Nobody has to guess which action is meant; what several notations share, no position has two of."""
    game = setup.load()
    for state in nodes(setup, "native"):
        legal = state.legal_actions()
        words = [game.in_words(state.action_to_string(action)) for action in legal]
        assert len(set(words)) == len(words)
        for action in legal:
            for text in {state.action_to_string(action), *(state.action_view(action, p) for p in range(game.players))}:
                assert text in PLAIN or game.in_words(text) != text
                assert re.search("[a-z]{3}", game.in_words(text)), text


@pytest.mark.parametrize("name", registry.all_games())
def test_texts_of_no_game_are_given_back(name: str) -> None:
    game = cloche.load(name)
    for text in ("", " ", "no such action", "R@e5\n", "π", "@" * 10_000):
        assert game.in_words(text) == text
    with pytest.raises(ValueError, match="text: 3, should be a notation"):
        game.in_words(3)  # type: ignore[arg-type]


def test_names_are_those_of_the_component_file() -> None:
    data = cloche.load("bloom_town").components
    assert data is not None
    data["shop_kind"][0]["name"] = "tea room"
    assert cloche.load("bloom_town", components=data).in_words("shop-a@c3") == "build a tea room on c3"
