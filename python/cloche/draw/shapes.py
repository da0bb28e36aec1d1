"""Shapes that the pictures of several games share, as paths."""

from math import cos, radians, sin
from typing import NamedTuple

from .svg import number


class Flower(NamedTuple):
    """How a colour looks: told apart by the petals alone, without seeing colours."""

    fill: str
    petals: int
    near: tuple[float, float]  # control point of a petal's right side next to the centre; the petal points up
    tip: tuple[float, float]  # control point next to the tip
    length: float  # where the tip is; less than the tip's control point makes a notch


def petals(flower: Flower) -> str:
    """All petals of a flower as one path."""
    parts = []
    (ax, ay), (bx, by) = flower.near, flower.tip
    for petal in range(flower.petals):
        angle = radians(360 * petal / flower.petals)
        turned = [
            f"{number(x * cos(angle) - y * sin(angle))} {number(x * sin(angle) + y * cos(angle))}"
            for x, y in ((-ax, -ay), (-bx, -by), (0, -flower.length), (bx, -by), (ax, -ay))
        ]
        parts.append(f"M0 0C{turned[0]} {turned[1]} {turned[2]}C{turned[3]} {turned[4]} 0 0Z")
    return "".join(parts)


def star(x: float, y: float, radius: float) -> str:
    """A star of five points as a path."""
    points = []
    for corner in range(10):
        reach, angle = radius if corner % 2 == 0 else 0.42 * radius, radians(36 * corner - 90)
        points.append(f"{number(x + reach * cos(angle))} {number(y + reach * sin(angle))}")
    return "M" + "L".join(points) + "Z"
