"""Component files of one's own: what may be changed can be played, and every fault is named by its key path."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cloche
from cloche import registry

from .net import DATA, GAMES, ROOT, SETUPS, setups_of, walk

NAME = "gardens_of_io"
BOXED = [game for game in GAMES if registry.entry(game).has_box]
DEFAULT = (ROOT / "seeds" / NAME / "components.toml").read_text(encoding="utf-8")
Box = dict[str, Any]


def default_box() -> Box:
    return tomllib.loads(DEFAULT)


def faults_of(box: Any) -> list[str]:
    with pytest.raises(ValueError, match="components of gardens_of_io: ") as error:
        cloche.load(NAME, components=box)
    return str(error.value).removeprefix("components of gardens_of_io: ").split("; ")


def changed(change: Callable[[Box], Any]) -> Box:
    box = default_box()
    change(box)
    return box


# What is taken


@pytest.mark.parametrize("game", BOXED)
def test_the_default_edition_is_a_valid_file(game: str, implementation: str) -> None:
    path = ROOT / "seeds" / game / "components.toml"
    text = path.read_text(encoding="utf-8")
    expected = cloche.load(game, implementation=implementation)
    for source in (path, str(path), text, text.encode(), bytearray(text.encode()), tomllib.loads(text)):
        loaded = cloche.load(game, components=source, implementation=implementation)
        assert loaded.components_digest == expected.components_digest
        assert loaded is expected


@pytest.mark.parametrize("game", BOXED)
def test_there_are_files_of_our_own_and_they_can_be_played(game: str, implementation: str) -> None:
    own = [setup for setup in setups_of(game) if setup.components]
    assert own
    for setup in own:
        for seed in range(3):
            *_, last = walk(setup.load(implementation), seed)
            assert last.is_terminal()


def test_a_digest_depends_on_the_data_alone() -> None:
    box = default_box()
    digest = cloche.load(NAME).components_digest
    backwards = {key: box[key] for key in reversed(list(box))}
    assert cloche.load(NAME, components=backwards).components_digest == digest
    assert (
        cloche.load(NAME, components="# a comment\n" + DEFAULT.replace("why =", "why  =")).components_digest == digest
    )
    assert cloche.load(NAME, players=5, options={"lap_bonus": False}).components_digest == digest
    assert len(digest) == 64
    others = {cloche.load(NAME, components=changed(change)).components_digest for change in GOOD.values()}
    assert len(others | {digest}) == len(GOOD) + 1


def test_digests_of_the_files_in_the_net_are_as_they_were() -> None:
    """A digest names a box in records: it may not change with the program."""
    digests = {str(setup.components): setup.load().components_digest[:16] for setup in SETUPS if setup.game == NAME}
    assert digests == {"None": DEFAULT_DIGEST, "tiny.toml": TINY_DIGEST, "small.toml": SMALL_DIGEST}


DEFAULT_DIGEST = "77f3149d4800dc32"
TINY_DIGEST = "146fedf1ac14d2bd"
SMALL_DIGEST = "2b5808a0631d79cf"

GOOD: dict[str, Callable[[Box], Any]] = {
    "edition": lambda box: box.update(edition="my box"),
    "fewer flowers": lambda box: [setup.update(flowers=5) for setup in box["setup"]],
    "no trees": lambda box: box["pieces"].update(trees=0),
    "no specials": lambda box: [setup.update(specials=0) for setup in box["setup"]],
    "lead": lambda box: box["move"].update(lap_lead=20),
    "colour": lambda box: box["colour"][0].update(id="Z", name="zinnia"),
    "uses": lambda box: [special.update(uses=3) for special in box["special_action"]],
    "run": lambda box: box["special_action"][4].update(spaces=9),
    "flowers of a colour": lambda box: [colour.update(count=11) for colour in box["colour"]],
}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD)
@pytest.mark.parametrize("players", [2, 5])
def test_what_may_be_changed_can_be_played_alike(change: Callable[[Box], Any], players: int) -> None:
    games = [
        cloche.load(NAME, players, components=changed(change), implementation=name) for name in ("native", "reference")
    ]
    for native, reference in zip(walk(games[0], 1), walk(games[1], 1), strict=True):
        assert native.to_dict() == reference.to_dict()
        assert native.legal_actions() == reference.legal_actions()
    assert native.is_terminal()


# What is refused

BAD: dict[str, tuple[Callable[[Box], Any], str]] = {
    "schema": (lambda box: box.update(schema=2), "schema: 2"),
    "wrong game": (lambda box: box.update(game="cottage_garden"), "game: 'cottage_garden'"),
    "no game": (lambda box: box.pop("game"), "game: missing"),
    "unknown key": (lambda box: box.update(colours=[]), "colours: unknown key"),
    "unknown inner key": (lambda box: box["board"].update(sise=9), "board.sise: unknown key"),
    "missing table": (lambda box: box.pop("move"), "move: missing"),
    "missing key": (lambda box: box["setup"][2].pop("flowers"), "setup[2].flowers: missing"),
    "type": (lambda box: box["board"].update(size="9"), "board.size: '9'"),
    "bool": (lambda box: box["board"].update(size=True), "board.size: True"),
    "float": (lambda box: box["setup"][0].update(flowers=27.0), "setup[0].flowers: 27.0"),
    "too large": (lambda box: box["board"].update(size=10), "board.size: 10"),
    "huge": (lambda box: box["colour"][3].update(count=10**400), "colour[3].count: "),
    "negative": (lambda box: box["setup"][1].update(specials=-1), "setup[1].specials: -1"),
    "too many": (lambda box: box["special_action"][0].update(uses=256), "special_action[0].uses: 256"),
    "track": (lambda box: box["board"].update(track=39), "board.track: "),
    "tree as a colour": (lambda box: box["colour"][0].update(id="T"), "colour[0].id: 'T'"),
    "dot as a colour": (lambda box: box["colour"][0].update(id="."), "colour[0].id: '.'"),
    "long id": (lambda box: box["colour"][0].update(id="BB"), "colour[0].id: 'BB'"),
    "same id": (lambda box: box["colour"][1].update(id="B"), "colour: the id 'B'"),
    "same name": (lambda box: box["colour"][1].update(name="blue"), "colour: the name 'blue'"),
    "no colours": (lambda box: box.update(colour=[]), "colour: "),
    "seven colours": (lambda box: box["colour"].append({"id": "Q", "name": "q", "count": 1}), "colour: "),
    "table as list": (lambda box: box.update(board=[9, 40]), "board: "),
    "list as table": (lambda box: box.update(setup={"players": 2}), "setup: "),
    "flowers past the bag": (lambda box: box["setup"][0].update(flowers=31), "setup[0].flowers: 31"),
    "order of the counters": (lambda box: box["special_action"].reverse(), "special_action"),
    "counter is missing": (lambda box: box["special_action"].pop(), "special_action"),
    "planter": (lambda box: box["setup"][0].update(trees_by=[0, 2, 0]), "setup[0].trees_by: "),
    "too few planters": (lambda box: box["setup"][3].update(trees_by=[0]), "setup[3].trees_by: "),
    "player counts": (lambda box: box["setup"].pop(1), "setup: "),
    "players": (lambda box: box["players"].update(min=4, max=3), "players.min: 4"),
    "skip": (lambda box: box["move"].update(skip=2), "move.skip: 2"),
    "lead": (lambda box: box["move"].update(lap_lead=0), "move.lap_lead: 0"),
    "name of two lines": (lambda box: box["colour"][0].update(name="a\nb"), "colour[0].name: "),
    "origin": (lambda box: box["provenance"]["board"].update(origin="stolen"), "provenance.board.origin: 'stolen'"),
    "key of another type": (lambda box: box.update({5: 1}), ""),
}


@pytest.mark.parametrize(("change", "expected"), BAD.values(), ids=BAD)
def test_a_fault_is_named_by_its_path(change: Callable[[Box], Any], expected: str) -> None:
    faults = faults_of(changed(change))
    assert any(fault.startswith(expected) for fault in faults), faults


def test_all_faults_are_listed_at_once() -> None:
    box = default_box()
    singly = ("schema", "unknown inner key", "missing key", "negative", "dot as a colour", "skip")
    for name in singly:
        BAD[name][0](box)
    faults = faults_of(box)
    for name in singly:
        assert any(fault.startswith(BAD[name][1]) for fault in faults), name
    assert len(faults) == len(singly)


def test_validation_changes_no_data_that_was_given() -> None:
    box = default_box()
    before = copy.deepcopy(box)
    cloche.load(NAME, components=box).components["board"]["size"] = 3  # type: ignore[index]
    assert box == before
    box["board"]["size"] = 3
    assert cloche.load(NAME).components == before


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("schema = 1\nschema = 2\n", "not TOML"),
        ("a = \n", "not TOML"),
        (b"\xff\xfe\n", "byte 0 is not UTF-8"),
        ("a = '\ud800'\n", "not Unicode"),
        (b"a = " + b"[" * 100_000, "not TOML"),
        (b"#" * (2**21), "larger than"),
        (b"", "missing"),
        ("\n", "missing"),
        (5, "should be a path"),
        (["schema = 1"], "should be a path"),
        (True, "should be a path"),
    ],
    ids=range(11),
)
def test_what_is_no_component_file_is_refused(source: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cloche.load(NAME, components=source)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cloche.load(NAME, components=tmp_path / "none.toml")
    with pytest.raises(OSError, match=r"."):
        cloche.load(NAME, components=tmp_path)


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(BOXED)))
def test_a_game_without_a_box_takes_no_file(game: str) -> None:
    with pytest.raises(ValueError, match=f"components of {game}: the game has none"):
        cloche.load(game, components={"schema": 1})
    assert cloche.load(game).components is None


@pytest.mark.parametrize("file", sorted((DATA / NAME).glob("*.toml")), ids=lambda path: path.stem)
def test_player_counts_are_those_of_the_box(file: Path) -> None:
    players = tomllib.loads(file.read_text(encoding="utf-8"))["players"]
    with pytest.raises(ValueError, match=f"should be a whole number {players['min']}..{players['max']}"):
        cloche.load(NAME, 5, components=file)
