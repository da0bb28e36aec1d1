"""A lawful position of every phase, each to be changed by a test, and how one is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

import cloche

from .cottage import THREE, bed, full, load, position

Base = tuple[cloche.Game, dict[str, Any]]
NO_BEDS = [[None, None], [None, None]]
OTHER = [bed(3), bed(4, "dark")]  # those of player 1


def base(implementation: str, here: dict[str, Any], settings: dict[str, Any]) -> Base:
    """A game for `players`, two if not said, and a position."""
    wanted = here | settings
    game = load(implementation, wanted.pop("players", 2), wanted.pop("box", None))
    return game, position(game, **wanted)


def setup_tile(implementation: str, **settings: Any) -> Base:
    """T05 and T03 are drawn."""
    game, data = base(implementation, {"beds": NO_BEDS}, {})
    here = {"phase": "setup_tile", "player": None, "middle": None, "nursery": [4, 2, *[None] * 14], "queue": []}
    return game, data | here | settings


def setup_bed(implementation: str, **settings: Any) -> Base:
    """All tiles and one bed are drawn."""
    here = {"phase": "setup_bed", "player": None, "middle": None, "beds": [[bed(7), None], [None, None]]}
    return base(implementation, here, settings)


def lose(implementation: str, **settings: Any) -> Base:
    """Player 0 loses points in the final round."""
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), bed(4, "dark", THREE[2])]]
    here: dict[str, Any] = {"phase": "lose", "moves": 64, "beds": beds, "orange": [[2, 5, 9], [0, 0, 0]]}
    return base(implementation, here, settings)


def refill(implementation: str, **settings: Any) -> Base:
    """Player 0 may fill two empty spaces."""
    return base(implementation, {"phase": "refill", "row": "T07 . . T09"}, settings)


def plant(implementation: str, **settings: Any) -> Base:
    """The first decision."""
    return base(implementation, {}, settings)


def final(implementation: str, **settings: Any) -> Base:
    """Player 0 plants in the final round."""
    beds = [[bed(1, "light", THREE[0]), None], [bed(3, "light", THREE[1]), bed(4, "dark", THREE[2])]]
    return base(implementation, {"moves": 64, "beds": beds}, settings)


def cats(implementation: str, **settings: Any) -> Base:
    """Player 0 has planted."""
    return base(implementation, {"phase": "cats"}, settings)


def score(implementation: str, **settings: Any) -> Base:
    """Both beds of player 0 are complete."""
    return base(implementation, {"phase": "score", "beds": [[full(1), full(2, "dark")]]}, settings)


def orange(implementation: str, **settings: Any) -> Base:
    """Bed 1 is being scored; its orange cube moves."""
    here: dict[str, Any] = {"phase": "orange", "slot": 0, "beds": [[full(1), bed(2, "dark")]]}
    return base(implementation, here | {"orange": [[0, 4, 9], [0, 0, 0]]}, settings)


def orange_pot(implementation: str, **settings: Any) -> Base:
    """The last orange cube has left step 0."""
    return orange(implementation, **{"phase": "orange_pot", "orange": [[4, 4, 9], [0, 0, 0]]} | settings)


def blue(implementation: str, **settings: Any) -> Base:
    """The blue cube moves."""
    return orange(implementation, **{"phase": "blue", "blue": [[0, 2, 5], [0, 0, 0]]} | settings)


def owing(implementation: str, **settings: Any) -> Base:
    """The blue cube moves while an orange start pot waits for the replacement, since bed 2 has no free square."""
    here = {"beds": [[full(1), full(2, "dark")]], "orange": [[4, 4, 9], [0, 0, 0]], "owed": 1}
    return blue(implementation, **here | settings)


def blue_pot(implementation: str, **settings: Any) -> Base:
    """The last blue cube has left step 0."""
    return orange(implementation, **{"phase": "blue_pot", "blue": [[2, 2, 5], [0, 0, 0]]} | settings)


def return_(implementation: str, **settings: Any) -> Base:
    """Two tiles of bed 1 go back."""
    here: dict[str, Any] = {"phase": "return", "slot": 0, "beds": [[bed(1, "light", "T01:o0@a1 T03:o0@b1"), bed(2)]]}
    return base(implementation, here, settings)


def final_return(implementation: str, **settings: Any) -> Base:
    """The tiles of the last bed of player 0 go back in the final round."""
    beds = [[bed(1, "light", "T01:o0@a1 T03:o0@b1"), None], [bed(3, "light", THREE[1]), None]]
    return return_(implementation, **{"beds": beds, "moves": 64} | settings)


def pot(implementation: str, **settings: Any) -> Base:
    """An owed pot is put on the replacement."""
    beds = [[bed(1), full(2, "dark")]]
    here: dict[str, Any] = {"phase": "pot", "slot": 0, "beds": beds, "orange": [[4, 4, 9], [0, 0, 0]], "owed": 1}
    return base(implementation, here, settings)


def over(implementation: str, **settings: Any) -> Base:
    """The game is over."""
    here: dict[str, Any] = {"phase": "over", "player": None, "moves": 64, "beds": NO_BEDS}
    return base(implementation, here, settings)


BASES = {
    function.__name__: function
    for function in (
        setup_tile,
        setup_bed,
        lose,
        refill,
        plant,
        final,
        cats,
        score,
        orange,
        orange_pot,
        blue,
        owing,
        blue_pot,
        return_,
        final_return,
        pot,
        over,
    )
}


def refusal(refused: Base) -> str:
    """The message with which a position is refused."""
    game, data = refused
    with pytest.raises(ValueError, match="cottage_garden") as error:
        game.state_from_dict(data)
    return str(error.value)


def laws(message: str) -> set[str]:
    """The laws that a message names."""
    return set(re.findall(r"\bS-\d+", message))
