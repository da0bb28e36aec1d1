"""Showtime of Buds and Blooms: BB-26."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import arena, cli
from cloche.opponents import BotSpec
from cloche.venues import Showtime, rosettes

BOX = Path(__file__).parent / "data" / "buds_and_blooms"
RIVALS = ["Rusty Spade", "Doug Borders", "Rose Thorne", "Ivor Greenfinger"]


def alone(rocks: int, **more: Any) -> cloche.Game:
    return cloche.load("buds_and_blooms", 1, {"rocks": rocks}, **more)


def test_bb_26_the_venues_are_played_in_turn_until_one_is_lost(implementation: str) -> None:
    lengths = set()
    for seed in range(8):
        result = cloche.showtime("greedy", seed=seed, implementation=implementation)
        *before, last = result.shows
        assert [show.rival for show in result.shows] == RIVALS[: len(result.shows)]
        assert [show.rocks for show in result.shows] == list(range(len(result.shows)))
        assert all(show.won for show in before)
        assert last.won == result.won
        assert result.won == (result.wins == result.venues == 4)
        assert len(result.shows) == 4 or not last.won
        assert all(show.won == (show.score > show.rival_score) for show in result.shows)
        lengths.add((len(result.shows), result.won))
    assert len(lengths) > 2


def test_both_implementations_play_the_same_showtime() -> None:
    for seed in (1, 2):
        native, reference = (
            cloche.showtime("mcts:10", seed=seed, implementation=name) for name in ("native", "reference")
        )
        assert native == reference


@pytest.mark.parametrize("bot", ["greedy", "random", "mcts:20", "flat:20"])
def test_a_venue_is_a_game_alone_with_its_rocks(bot: str) -> None:
    result = cloche.showtime(BotSpec.parse(bot), seed=5)
    for venue, show in enumerate(result.shows):
        assert arena.solo(alone(venue), bot, games=venue + 1, seed=5).scores[venue] == show.score


def test_bb_26_the_rival_scores_the_rosettes_of_the_far_side() -> None:
    box = alone(0).components
    assert box is not None
    faces = {card["id"]: [[bed["rosette"] for bed in face["bed"]] for face in card["face"]] for card in box["bed_card"]}
    beds = [
        {"card": "bed1", "face": 0, "turn": 0},
        {"card": "bed4", "face": 1, "turn": 1},
        {"card": "bed2", "face": 0, "turn": 1},
    ]
    # Turn 0 puts the first bed of the face on the player's side, so that the second is the rival's.
    assert rosettes(box, beds) == faces["bed1"][0][1] + faces["bed4"][1][0] + faces["bed2"][0][0]
    assert rosettes(box, []) == 0


def test_a_box_of_ones_own_has_venues_for_its_slots() -> None:
    for name in ("small.toml", "tiny.toml"):
        slots = (alone(0, components=BOX / name).components or {})["slots"]["count"]
        result = cloche.showtime("greedy", components=BOX / name)
        assert result.venues == slots + 1
        assert result.components_digest == alone(0, components=BOX / name).components_digest


def test_a_showtime_is_told_in_words_and_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    result = cloche.showtime("greedy", seed=1)
    lines = str(result).splitlines()
    assert lines[0].startswith("Village Show, against Rusty Spade: ")
    assert lines[-1] == f"greedy won {result.wins} of 4 venues"
    data = json.loads(json.dumps(result.to_dict()))
    assert data["shows"][0]["venue"] == "Village Show"
    assert (data["wins"], data["won"]) == (result.wins, result.won)
    assert cli.main(["showtime", "greedy", "--seed", "1"]) == 0
    assert str(result) in capsys.readouterr().out
    assert cli.main(["showtime", "greedy", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) | {"seconds": 0} == data | {"seconds": 0}
    assert isinstance(result, Showtime)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bot": "gredy"}, "no player is called 'gredy'"),
        ({"bot": 5}, "player: 5"),
        ({"bot": "greedy", "seed": 0.5}, "seed: 0.5"),
        ({"bot": "greedy", "implementation": "fast"}, "implementation"),
        ({"bot": "greedy", "components": {}}, "components|buds_and_blooms"),
    ],
)
def test_what_can_not_be_played_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cloche.showtime(**arguments)
