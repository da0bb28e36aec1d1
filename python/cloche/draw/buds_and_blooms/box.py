"""What the component file of Buds and Blooms prints, as far as it is drawn, and what flowers are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cloche import seed_files

COLOURS = ("R", "Y", "B")
BUDS = ("RY", "YB", "BR")
TOOLS = ("power", "cut", "dig")
WEATHERS = ("sun", "rain")
NUMBERS = range(1, 7)


class Stage(NamedTuple):
    """What a growth stage of a card shows."""

    leaves: int
    bees: int
    butterfly: str  # a colour or ""


class Bed(NamedTuple):
    """One of the two beds of a face of a bed card (BB-4, BB-12)."""

    colours: tuple[str, ...]
    alternate: bool
    parity: str
    direction: str
    consecutive: bool
    worm: bool
    rosette: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that may be played."""
        odd = {"all": (0, 1), "odd": (1,), "even": (0,)}[self.parity]
        return tuple(number for number in NUMBERS if number % 2 in odd)

    def words(self) -> list[str]:
        """The rule in words."""
        return [
            f"{'-'.join(self.colours)} alternating" if self.alternate else " ".join(self.colours),
            *([] if self.parity == "all" else [f"{self.parity} numbers"]),
            {"up": "up", "down": "down", "updown": "up then down"}[self.direction],
            *(["steps of 1"] if self.consecutive else []),
        ]


@dataclass(frozen=True)
class Box:
    """A component file."""

    stages: Mapping[str, tuple[Stage, ...]]  # by flower face
    backs: Mapping[str, str]  # by face
    names: Mapping[str, str]  # of the tools, by face
    beds: Mapping[str, Sequence[Sequence[Bed]]]  # by bed card: faces of two beds
    rivals: Sequence[tuple[str, str]]  # name and venue by number of rocks
    slots: int
    bee_points: tuple[int, ...]
    butterfly_points: int
    better_points: int

    def shown(self, flower: Sequence[Mapping[str, Any]]) -> list[Stage]:
        """All stages that a flower shows."""
        return [stage for card in flower for stage in self.stages[card["face"]][: card["stages"]]]

    def points(self, flower: Sequence[Mapping[str, Any]]) -> int:
        """BB-23: the points of a flower, without the bonus."""
        if not flower or flower[-1]["face"] in BUDS:
            return 0
        stages = self.shown(flower)
        colour = str(flower[-1]["as"][0])
        bees = min(sum(stage.bees for stage in stages), len(self.bee_points) - 1)
        matching = sum(stage.butterfly == colour for stage in stages)
        leaves = sum(stage.leaves for stage in stages)
        return leaves + self.bee_points[bees] + self.butterfly_points * matching


def box_of(components: Mapping[str, Any] | None) -> Box:
    """The box of a component file, without one of the printed game."""
    data = components if components is not None else seed_files.table("buds_and_blooms/components.toml")
    return Box(
        stages={
            str(card["id"]): tuple(
                Stage(*entry) for entry in zip(card["leaves"], card["bees"], card["butterfly"], strict=True)
            )
            for card in data["card"]
            if card["kind"] != "tool"
        },
        backs={str(card["id"]): str(card["back"]) for card in data["card"]},
        names={str(card["id"]): str(card["name"]) for card in data["card"] if card["kind"] == "tool"},
        beds={str(card["id"]): [[_bed_of(bed) for bed in face["bed"]] for face in card["face"]]
              for card in data["bed_card"]},
        rivals=[(str(entry["name"]), str(entry["venue"])) for entry in data["rival"]],
        slots=int(data["slots"]["count"]),
        bee_points=tuple(data["score"]["bees"]),
        butterfly_points=int(data["score"]["butterfly"]),
        better_points=int(data["score"]["better_flower"]),
    )  # fmt: skip


def _bed_of(bed: Mapping[str, Any]) -> Bed:
    return Bed(
        colours=tuple(bed["colours"]),
        alternate=bool(bed["alternate"]),
        parity=str(bed["parity"]),
        direction=str(bed["direction"]),
        consecutive=bool(bed["consecutive"]),
        worm=bool(bed["worm"]),
        rosette=int(bed["rosette"]),
    )
