"""Pictures of nim (seeds/known/nim.md). Classes: `pile` with `data-pile`, `object`, `taken`, `legal`, `last`."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import svg as pen
from .svg import FAINT, INK, LAST, LEGAL, Attributes, add

_ROW, _TOP, _LEFT, _STEP, _RADIUS = 44.0, 58.0, 60.0, 28.0, 11.0


def _headline(data: Mapping[str, Any], viewer: int | None) -> str:
    you = data.get("observer") if viewer is None else viewer
    if data["player"] is None:
        return f"Game over: player {data['last'] + 1} wins"
    return f"Player {data['player'] + 1} to move" + (" (you)" if data["player"] == you else "")


def _first_sizes(data: Mapping[str, Any], options: Mapping[str, Any]) -> list[int]:
    """Sizes of the piles at the start, or of now where the option is not known."""
    return [max(pair) for pair in zip(data["piles"], options.get("piles", data["piles"]), strict=True)]


def text(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
) -> str:
    """A line a pile: its number, an `o` for each object, `.` for each one taken, and how many are left."""
    first = _first_sizes(data, options)
    width = max(first)
    lines = [_headline(data, viewer), ""]
    for pile, (count, size) in enumerate(zip(data["piles"], first, strict=True), start=1):
        lines.append(f"{pile}: {'o' * count + '.' * (size - count):<{width}}  {count}")
    return "\n".join(lines) + "\n"


def svg(
    data: Mapping[str, Any],
    *,
    components: Mapping[str, Any] | None,
    options: Mapping[str, Any],
    viewer: int | None = None,
    legal: Sequence[str] | None = None,
    last: str | None = None,
) -> str:
    """A row a pile. An object's `data-action` takes it and all to its right; what `last` took is ringed."""
    first = _first_sizes(data, options)
    width = max(420.0, _LEFT + max(first) * _STEP + 56)
    headline = _headline(data, viewer)
    desc = "Piles: " + ", ".join(str(count) for count in data["piles"]) + "."
    height = _TOP + len(first) * _ROW + 14
    root = pen.document(width=width, height=height, title=f"Nim: {headline}", desc=desc, interactive=bool(legal))
    pen.heading(root, headline, last=last, width=width)
    last_pile, _, last_taken = (last or "").partition(":")
    for pile, (count, size) in enumerate(zip(data["piles"], first, strict=True), start=1):
        y = _TOP + (pile - 0.5) * _ROW
        row = add(root, "g", class_="pile", data_pile=str(pile))
        pen.label(row, str(pile), x=30, y=y, size=18, fill=FAINT)
        recent = int(last_taken) if last_pile == str(pile) and last_taken.isdecimal() else 0
        for place in range(size):
            action = f"{pile}:{count - place}"
            x = _LEFT + (place + 0.5) * _STEP
            if place >= count:
                went = place < count + recent
                edge: Attributes = {"stroke": LAST if went else "#a99f88", "stroke_width": 3 if went else 1.5}
                kind = "taken last" if went else "taken"
                add(row, "circle", class_=kind, cx=x, cy=y, r=_RADIUS, fill="none", stroke_dasharray="3 3", **edge)
                continue
            open_ = action in (legal or ())
            edge = {"stroke": LEGAL if open_ else INK, "stroke_width": 3.5 if open_ else 1.5}
            add(
                row,
                "circle",
                class_="object legal" if open_ else "object",
                data_action=action if open_ else None,
                cursor="pointer" if open_ else None,
                cx=x,
                cy=y,
                r=_RADIUS,
                fill="#7fb069",
                **edge,
            )
        pen.label(row, str(count), x=_LEFT + size * _STEP + 22, y=y, size=18, font_weight=700, fill=INK)
    return pen.write(root)
