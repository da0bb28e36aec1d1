"""A position of Buds and Blooms as lines of text, at most 80 columns wide."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from ..spans import TEXT_WIDTH, Span, stripped, width
from .box import BUDS, TOOLS, Stage
from .flowers import bud_words
from .scene import Card, Scene, play_of

_STYLES = {"R": "bold orange_red1", "Y": "bold yellow", "B": "bold dodger_blue1"}
_WEATHERS = {"sun": "bold yellow", "rain": "bold cyan"}

Line = list[Span]


def lines_of(scene: Scene) -> list[Line]:
    """All lines of the picture."""
    lines: list[Line] = [[Span("Buds and Blooms  ", "bold"), Span(scene.headline())], []]
    for slot in range(scene.box.slots):
        lines += _slot(scene, slot)
    lines.append([])
    for player in scene.players:
        lines += _player(scene, player)
    lines += _table(scene)
    lines.append([])
    lines += _legal(scene)
    lines += [[Span(line.text, "dim") for line in wrapped] for wrapped in _wrapped(_signs(scene))]
    return [stripped(line) for line in lines]


def _flow(start: Line, parts: Sequence[Line], indent: int) -> list[Line]:
    """Parts one after the other, with a blank between, in lines that begin with `indent` blanks after the first."""
    lines, line = [], list(start)
    empty = True
    for part in parts:
        if not empty and width(line) + 1 + width(part) > TEXT_WIDTH:
            lines.append(line)
            line, empty = [Span(" " * (indent - 1))], True
        line += [Span(" "), *part]
        empty = False
    return [*lines, line]


def _wrapped(note: str) -> list[Line]:
    """A sentence in lines; no-break spaces become spaces."""
    lines = textwrap.wrap(note, TEXT_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [[Span(line.replace("\u00a0", " "))] for line in lines]


# Beds and flowers.


def _slot(scene: Scene, slot: int) -> list[Line]:
    """A bed card, and for each side the rule, the points and the flower."""
    beds = scene.data["beds"]
    head = [Span(f"bed {slot + 1}", "bold")]
    if slot >= len(beds):
        return [[*head, Span("  not yet drawn", "dim")]]
    face = {None: "plain or rocks?", 0: "plain", 1: "rocks"}[beds[slot]["face"]]
    lines: list[Line] = [[*head, Span(f"  {_ascii(beds[slot]['card'])}, {face}")]]
    for side in (0, 1):
        bed = scene.bed(side, slot)
        if bed is None:
            continue
        words = [*bed.words(), *(["worm"] if bed.worm else []), f"rosette {bed.rosette}"]
        who = str(side + 1) if side in scene.players else "rival"
        rule = [Span(f"  {who:<2}" if side in scene.players else f"  {who} ", "bold"), Span(", ".join(words))]
        if side not in scene.players:
            lines.append(rule)
            continue
        points, bonus = scene.points(side, slot)
        worth = f"{points} + {bonus} points" if bonus else f"{points} points"
        lines.append([*rule, Span(" " * max(2, TEXT_WIDTH - width(rule) - len(worth))), Span(worth, "bold")])
        cards = [_planted(scene, side, card) for card in scene.flowers[side][slot]]
        lines += _flow([Span("    ")], cards, 6) if cards else [[Span("     no flower", "dim")]]
    return lines


def flower_words(scene: Scene, player: int, slot: int) -> list[str]:
    """The cards of a flower as the text has them, bottom first."""
    return ["".join(span.text for span in _planted(scene, player, card)) for card in scene.flowers[player][slot]]


def _planted(scene: Scene, player: int, card: Card) -> Line:
    """A card of a flower: `R6[l/lb]`, `RY=R4[l/.]`, with its deck where it is not the player's own."""
    face, look = card["face"], card["as"]
    stages = scene.box.stages[face]
    shown = [_stage(stage) if index < card["stages"] else "." for index, stage in enumerate(stages)]
    deck = f"d{card['deck'] + 1}" if scene.single or card["deck"] != player else ""
    name = f"{face}={look}" if face in BUDS else face
    return [Span(name, _STYLES[look[0]]), Span(f"[{'/'.join(shown)}]{deck}")]


def _stage(stage: Stage) -> str:
    """What a stage shows: `ll`, `lb`, `lR`."""
    leaves, bees = (
        sign * count if count <= 3 else f"{count}{sign}" for sign, count in (("l", stage.leaves), ("b", stage.bees))
    )
    return f"{leaves}{bees}{stage.butterfly}" or "-"


# Players and heaps.


def _player(scene: Scene, player: int) -> list[Line]:
    turn = player == scene.mover
    you = " (you)" if player == scene.viewer else ""
    name = Span(f"player {player + 1}{you}", "bold reverse" if turn else "bold")
    head = [Span("> " if turn else "  ", "bold"), name, Span(f"  {scene.score(player)} points", "bold")]
    if not scene.single:
        head += [Span(f", {_deck(scene, player)}")]
    hand = [_card(scene, card) for card in scene.hands[player]] or [[Span("none", "dim")]]
    lines = [head, *_flow([Span("    hand ")], hand, 10)]
    tools = scene.data["sheds"][player]
    if tools:
        lines += _flow([Span("    shed ")], [[Span(f"{tool['face']}(d{tool['deck'] + 1})")] for tool in tools], 10)
    if not scene.single:
        lines += _under(scene, player)
    return lines


def _deck(scene: Scene, player: int) -> str:
    pile = scene.pile_of(player)
    left, top = scene.left(pile), scene.top(pile)
    if not left:
        return "deck empty"
    if top is None:
        return f"deck {left}"
    return f"deck {left}, top {top[1]}" + (f" (deck {top[0] + 1})" if scene.single else "")


def _under(scene: Scene, player: int) -> list[Line]:
    under = scene.data["piles"][scene.pile_of(player)]["under"]
    return _flow([Span("    under")], [_card(scene, card) for card in under], 10) if under else []


def _card(scene: Scene, card: Card) -> Line:
    """A numbered card: `R4(s1#3)`, `?(r2#7)`, with `*` where both players know it."""
    face = card["face"]
    both = "*" if scene.known(card) else ""
    style = "bold" if face is None or face in TOOLS else _STYLES[face[0]]
    back = Span(f"{card['back'][0]}{card['deck'] + 1}", _WEATHERS[card["back"]])
    return [Span(face or "?", style), Span("("), back, Span(f"#{card['draw']}){both}")]


def _table(scene: Scene) -> list[Line]:
    """What is nobody's: the common deck, the rival, compost, and cards that are being dealt with."""
    lines: list[Line] = []
    if scene.solo:
        name, venue, target = scene.rival()
        words = "not yet known" if target is None else f"{_ascii(name)}, {_ascii(venue)}, {target} points to beat"
        lines += [[Span("  rival  ", "bold"), Span(words)]]
    if scene.single:
        lines += [[Span(f"  common {_deck(scene, 0)}")], *_under(scene, 0)]
    if scene.compost:
        heap = [_card(scene, card) for card in scene.compost]
        lines += _flow([Span("  compost"), Span(f" {len(heap)}:")], heap, 6)
    else:
        lines += [[Span("  compost empty")]]
    if scene.looked:
        lines += _flow([Span("  looked at", "bold")], [_card(scene, card) for card in scene.looked], 6)
    bloom: Mapping[str, Any] | None = scene.data["bloom"]
    if bloom is not None:
        lines += [
            [Span("  taken ", "bold"), Span(bloom["face"], _STYLES[bloom["face"][0]]), Span(f"(d{bloom['deck'] + 1})")]
        ]
    if scene.data["place"] is not None:
        slot, _, below = scene.data["place"].partition(".")
        lines += [[Span(f"  a card goes into bed {slot}, above {below} of its cards")]]
    return lines


# Below.


def _legal(scene: Scene) -> list[Line]:
    """What may be chosen: plays by card, discards and draws by face, all else as it is written."""
    if not scene.legal:
        return []
    faces: dict[str, list[str]] = {}
    for slot, plays in scene.lit.plays.items():
        for face, actions in plays.items():
            looks = [play for play in map(play_of, actions) if play is not None]
            words = ", ".join(word.replace(" ", "\u00a0") for word in bud_words(looks))
            also = f" as {words}" if face in BUDS else ""
            faces.setdefault(face, []).append(f"{slot + 1}{also}")
    notes = [
        f"{face} on bed {'; on bed '.join(slots) if face in BUDS else ', '.join(slots)}"
        for face, slots in faces.items()
    ]
    lines = [line for note in ([f"play: {' | '.join(notes)}"] if notes else []) for line in _wrapped(note)]
    for word in ("take", "discard", "draw"):
        named = [face for (what, face) in scene.lit.named if what == word]
        lines += _wrapped(f"{word}: {' '.join(named)}") if named else []
    known = {text for plays in scene.lit.plays.values() for actions in plays.values() for text in actions}
    known |= set(scene.lit.named.values())
    others = [text for text in scene.legal if text not in known]
    return lines + (_wrapped(f"legal: {', '.join(others)}") if others else [])


def _signs(scene: Scene) -> str:
    """What the signs mean, as far as they are used."""
    cards = [card for player in scene.players for flower in scene.flowers[player] for card in flower]
    shown = scene.box.shown(cards)
    numbered = [*(card for hand in scene.hands for card in hand), *scene.compost, *scene.looked]
    numbered += [card for pile in scene.data["piles"] for card in pile["under"]]
    tools = [tool for shed in scene.data["sheds"] for tool in shed]
    signs = [
        sign.replace(" ", "\u00a0")
        for sign, used in (
            ("[stage/stage] bottom card first", bool(cards)),
            ("l leaf", any(stage.leaves for stage in shown)),
            ("b bee", any(stage.bees for stage in shown)),
            ("R Y B butterfly", any(stage.butterfly for stage in shown)),
            (". stage covered", any(card["stages"] < len(scene.box.stages[card["face"]]) for card in cards)),
            ("d2 of deck 2", bool(tools) or "d" in "".join("".join(flower_words(scene, p, s)) for p in scene.players
                                                            for s in range(scene.box.slots))),
            ("(s1#3) sun on the back, deck 1, draw 3", bool(numbered)),
            ("r rain", any(card["back"] == "rain" for card in numbered)),
            ("? hidden face", any(card["face"] is None for card in numbered)),
            ("* known to both", any(scene.known(card) for card in numbered)),
        )
        if used
    ]  # fmt: skip
    return f"signs: {', '.join(signs)}" if signs else ""


def _ascii(words: str) -> str:
    """A name in ASCII, at most 24 characters."""
    return words.encode("ascii", "replace").decode()[:24]
