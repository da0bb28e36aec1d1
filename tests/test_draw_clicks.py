"""What a page needs to be played on, in the pictures of all games: a place for each action, and pieces by name."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import cloche

from .net import SETUPS, Setup, decisions

FEW = 2  # positions of a set-up, beside one of every kind

every_game = pytest.mark.parametrize("setup", SETUPS, ids=str)


def drawn(state: cloche.State, viewer: int | None, legal: bool | list[str]) -> ET.Element:
    return ET.fromstring(state.svg(viewer, legal=legal))


def actions(root: ET.Element) -> list[str]:
    """All that can be clicked; in notations there are no spaces."""
    return [action for element in root.iter() for action in element.get("data-action", "").split()]


def texts(state: cloche.State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


@every_game
def test_every_legal_action_is_on_the_board_and_no_other(setup: Setup) -> None:
    for state in decisions(setup, "native", FEW):
        legal = texts(state)
        player = state.current_player()
        assert set(actions(drawn(state, player, True))) == set(legal)
        assert set(actions(drawn(state, player, legal[:1]))) == set(legal[:1])


@every_game
def test_pieces_are_known_by_the_beginning_of_their_actions(setup: Setup) -> None:
    """All that is put somewhere, but for what lies in a store, such as pots."""
    for state in decisions(setup, "native", FEW):
        root = drawn(state, state.current_player(), False)
        pieces = {element.get("data-piece", "") for element in root.iter()} - {""}
        assert not actions(root)
        assert all(re.fullmatch("[^:=@ ]+[:=@]", piece) for piece in pieces)
        put = {text[: re.search("[:=@]", text).end()] for text in texts(state) if "@" in text}  # type: ignore[union-attr]
        if len(put) > 1:
            assert put - {"pot:", "cat:"} <= pieces


def test_the_tile_of_a_single_action_follows_its_square_unseen() -> None:
    state = cloche.load("cottage_garden").new_initial_state(seed=7)
    tile = next(text for text in texts(state) if ":o1@" in text)
    several = [text for text in texts(state) if text.endswith("@a1")]
    assert len(several) > 1
    for legal, ghosts in (([tile], 1), (several, 0), (["pot:1@a1"], 0)):
        elements = list(drawn(state, 0, legal).iter())
        found = [element for element in elements if element.get("class") == "ghost"]
        assert len(found) == ghosts
        for ghost in found:
            assert ghost.get("visibility") == "hidden"
            assert tile.startswith(f"T{int(ghost.get('data-tile', '')) + 1:02}:")
            assert any(element.get("data-action") == tile for element in elements)
