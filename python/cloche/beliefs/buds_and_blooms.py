"""Buds and Blooms: faces of the cards that a player does not know (BB-7, BB-8, `Redeal` of its state.md).

Likelihoods are about hidden cards, named by deck and draw; a row is their faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, combinations, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, TypeAlias

from cloche.backend import Data, Generator
from cloche.beliefs.buds_and_blooms_unseen import CardId, Tools, Unseen, known_faces, opened, perm
from cloche.beliefs.likelihoods import Likelihoods, Row, check_size, scaled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Hand: TypeAlias = tuple[str, ...]
HALF = 1 << 26  # numbers between 0 and 1 are drawn in two steps of so many


def count(observation: Mapping[str, Any], components: Mapping[str, Any]) -> int:
    """The number of different worlds."""
    return Unseen(observation, components).count()


def worlds(observation: Mapping[str, Any], components: Mapping[str, Any]) -> Iterator[tuple[Data, int]]:
    """Each world as data of a position, and its weight: the number of arrangements of the deck that it stands for."""
    unseen = Unseen(observation, components)
    cards = list(unseen.hidden)
    for faces in _fillings(unseen, cards, ()):
        weight = unseen.weight(unseen.tools_among(cards, faces))
        held = [face for card, face in zip(cards, faces, strict=True) if unseen.hidden[card].held]
        if weight and unseen.fits(held):
            yield _world(observation, dict(zip(cards, faces, strict=True))), weight


def _fillings(unseen: Unseen, cards: list[CardId], faces: Row) -> Iterator[Row]:
    """The faces that hidden cards can have, when the first of them have these."""
    if len(faces) == len(cards):
        yield faces
        return
    card = cards[len(faces)]
    back = unseen.hidden[card].back
    used = {face for other, face in zip(cards, faces, strict=False) if unseen.hidden[other].back == back}
    for face in unseen.faces(card):
        if face not in used:
            yield from _fillings(unseen, cards, (*faces, face))


def _world(observation: Mapping[str, Any], faces: Mapping[CardId, str]) -> Data:
    """The observation with a face for each card that has none."""

    def told(cards: Iterable[Mapping[str, Any]]) -> list[Data]:
        return [
            {**card, "face": faces[card["deck"], card["draw"]] if card["face"] is None else card["face"]}
            for card in cards
        ]

    world = {key: value for key, value in observation.items() if key != "observer"}
    world["hands"] = [told(hand) for hand in observation["hands"]]
    world["compost"], world["looked"] = told(observation["compost"]), told(observation["looked"])
    world["piles"] = [{**pile, "under": told(pile["under"])} for pile in observation["piles"]]
    return world


# Hands


def hands(observation: Mapping[str, Any], components: Mapping[str, Any], player: int) -> dict[Hand, float]:
    """The probability of each hand of the other player."""
    unseen = Unseen(observation, components)
    known = [card["face"] for card in observation["hands"][player] if card["face"] is not None]
    held = [card for card, place in unseen.hidden.items() if place.held]
    if not held:
        return {tuple(sorted(known)): 1.0}
    if len(unseen.backs) > 2:
        found = _hands_of_single_deck(unseen, held)
    else:
        found = _hands_of_deck(
            unseen, held, tuple((card["id"], card["back"], card["kind"]) for card in components["card"])
        )
    return {tuple(sorted([*known, *hand])): number for hand, number in found.items()} if known else found


def _hands_of_single_deck(unseen: Unseen, held: list[CardId]) -> dict[Hand, float]:
    """All sets of cards that go with the backs are equally likely."""
    cards = unseen.cards(held)
    check_size(prod(comb(len(unseen.flowers[back]), cards[back].number) for back in unseen.backs), "hands")
    numbers: Counter[Hand] = Counter()
    for parts in product(*(combinations(unseen.flowers[back], cards[back].number) for back in unseen.backs)):
        faces = [face for part in parts for face in part]
        if unseen.fits(faces):
            numbers[tuple(sorted(faces))] += 1
    total = numbers.total()
    return {hand: number / total for hand, number in numbers.items()}


def _hands_of_deck(unseen: Unseen, held: list[CardId], deck: tuple[tuple[str, str, str], ...]) -> dict[Hand, float]:
    """Two decks: hands with equal numbers of tools of each back are equally likely."""
    import numpy as np

    keys, bits, classes = _all_hands(deck, len(held))
    left = [face for back in unseen.backs for face in unseen.flowers[back] + unseen.tools[back]]
    cards = unseen.cards(held)
    weights = {tools: _weight_of_hand(unseen, held, tools) for tools in unseen.tool_numbers(cards)}
    by_class = [0] * (int(classes.max()) + 1)
    for tools, weight in weights.items():
        place = _class(cards["sun"].number, *tools)
        if place < len(by_class):
            by_class[place] = weight
    is_possible = (bits & ~_bits(deck, left)) == 0
    if unseen.needed is not None:
        is_possible &= (bits & _bits(deck, unseen.needed)) != 0
    is_possible &= np.array([weight > 0 for weight in by_class])[classes]
    found = classes[is_possible]
    total = sum(weight * int(number) for weight, number in zip(by_class, np.bincount(found), strict=False) if number)
    probabilities = np.array([weight / total for weight in by_class])[found]
    return dict(zip(keys[is_possible].tolist(), probabilities.tolist(), strict=True))


def _weight_of_hand(unseen: Unseen, held: list[CardId], tools: Tools) -> int:
    """The weight of all worlds with one hand that has so many tools of each back."""
    cards = unseen.cards(held)
    orders = prod(
        perm(cards[back].in_b, number) * factorial(max(0, cards[back].number - number))
        for back, number in zip(unseen.backs, tools, strict=True)
    )
    return orders * unseen.rest(held, tools)[1]


def _class(sun_cards: int, sun_tools: int, rain_tools: int) -> int:
    """A number for hands of a size with so many sun cards and tools of each back."""
    return (sun_cards * 4 + sun_tools) * 4 + rain_tools


def _bits(deck: tuple[tuple[str, str, str], ...], faces: Iterable[str]) -> int:
    some = set(faces)
    return sum(1 << place for place, (face, _, _) in enumerate(deck) if face in some)


@lru_cache(8)
def _all_hands(
    deck: tuple[tuple[str, str, str], ...], size: int
) -> tuple[NDArray[np.object_], NDArray[np.int64], NDArray[np.int64]]:
    """All hands of a size of a deck: sorted, as bits of their faces, and with the number of their `_class`."""
    import numpy as np

    check_size(comb(len(deck), size), "hands")
    by_name = sorted(range(len(deck)), key=lambda place: deck[place][0])
    chosen = list(combinations(by_name, size))
    keys = np.empty(len(chosen), dtype=object)
    keys[:] = [tuple([deck[place][0] for place in hand]) for hand in chosen]
    places = np.array(chosen, dtype=np.int64).reshape(len(chosen), size)
    is_sun = np.array([back == "sun" for _, back, _ in deck])
    is_tool = np.array([kind == "tool" for _, _, kind in deck])
    sun, tool = is_sun[places], is_tool[places]
    classes = (sun.sum(axis=1) * 4 + (sun & tool).sum(axis=1)) * 4 + (~sun & tool).sum(axis=1)
    return keys, (1 << places).sum(axis=1), classes


# Likelihoods


def spread(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods, player: int
) -> Likelihoods:
    """The same likelihoods, by rows that tell the hand of the other, too, and what they choose from after a dig.

    ValueError where they are too many.
    """
    unseen = Unseen(observation, components)
    wanted = [card for card, place in unseen.hidden.items() if place.held or card in _choice(observation, player)]
    new = [card for card in wanted if card not in likelihoods.about]
    cards = [*likelihoods.about, *new]
    rows = {}
    for row, number in likelihoods.rows.items():
        for filled in _fillings(unseen, cards, row):
            rows[filled] = number
            check_size(len(rows), "sets of faces of hidden cards")
    return Likelihoods(tuple(cards), rows, likelihoods.seen)


def _choice(observation: Mapping[str, Any], player: int) -> list[CardId]:
    """BB-20: the cards of which the player takes one."""
    if observation["phase"] != "take" or observation["player"] != player:
        return []
    return [(card["deck"], card["draw"]) for card in observation["looked"] or observation["compost"]]


def masses(
    observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods
) -> Iterator[tuple[Row, int, int]]:
    """Of each row the number of its worlds, and the sum of their weights; the rows tell all hidden hand cards."""
    unseen = Unseen(observation, components)
    about = likelihoods.about
    held = [place for place, card in enumerate(about) if unseen.hidden[card].held]
    faces = {card: set(unseen.faces(card)) for card in about}
    found: dict[Tools, tuple[int, int]] = {}
    for row in likelihoods.rows:
        if not all(face in faces[card] for card, face in zip(about, row, strict=True)):
            continue
        tools = unseen.tools_among(about, row)
        if tools not in found:
            found[tools] = unseen.rest(about, tools)
        if found[tools][0] and unseen.fits([row[place] for place in held]):
            yield row, *found[tools]


def row_of(world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
    """The faces of the cards in a world, given as data."""
    faces = known_faces(world)
    return tuple(faces[card] for card in likelihoods.about)


def drawn(
    observation: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    row: Row,
    rng: Generator,
) -> Data:
    """A world of a row as data: how many tools the other hidden cards are, where they lie, then the flowers."""
    unseen = Unseen(observation, components)
    faces = dict(zip(likelihoods.about, row, strict=True))
    others = [card for card in unseen.hidden if card not in faces]
    for back, tools in zip(unseen.backs, _tools_drawn(unseen, likelihoods.about, row, rng), strict=True):
        used = {face for card, face in faces.items() if unseen.hidden[card].back == back}
        left = [face for face in unseen.tools[back] if face not in used]
        places = [card for card in others if unseen.hidden[card].back == back and unseen.hidden[card].in_b]
        for _ in range(tools):
            faces[_taken(places, rng)] = _taken(left, rng)
        left = [face for face in unseen.flowers[back] if face not in used]
        for card in others:
            if unseen.hidden[card].back == back and card not in faces:
                faces[card] = _taken(left, rng)
    return _world(observation, faces)


def _tools_drawn(unseen: Unseen, about: tuple[CardId, ...], row: Row, rng: Generator) -> Tools:
    """How many tools of each back the hidden cards beside a row are."""
    tools = unseen.tools_among(about, row)
    classes, sums = [], []
    for more, ways in unseen.rest_by_tools(about, tools):
        classes.append(more)
        sums.append(ways * unseen.weight(tuple(map(sum, zip(tools, more, strict=True)))))
    limit = (rng.below(HALF) * HALF + rng.below(HALF)) * sum(sums) // HALF**2
    return next(more for more, below in zip(classes, accumulate(sums), strict=True) if limit < below)


def _taken(items: list[Any], rng: Generator) -> Any:
    """One of several, each equally likely; it is used up."""
    return items.pop(rng.below(len(items)))


def hand_of(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> Hand:
    """The hand of a player: cards that the observer knows, and those of the row."""
    return tuple(sorted(face for _, face in _hand(observation, likelihoods, row, player)))


def situation(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> Row:
    """The hand of the player who decides, with the decks, and the cards of which they take one."""
    faces = _faces(observation, likelihoods, row)
    hand = sorted(f"{deck}.{face}" for (deck, _), face in _hand(observation, likelihoods, row, player))
    choice = sorted(f"{card[0]}.{faces[card]}" for card in _choice(observation, player))
    return (*hand, *choice)


def _faces(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row) -> dict[CardId, str]:
    """The faces of all cards that are known or told by the row."""
    return known_faces(observation) | dict(zip(likelihoods.about, row, strict=True))


def _hand(observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int) -> list[tuple[CardId, str]]:
    told = dict(zip(likelihoods.about, row, strict=True))
    hand = []
    for card in observation["hands"][player]:
        number = card["deck"], card["draw"]
        hand.append((number, told[number] if card["face"] is None else card["face"]))
    return hand


def action_seen(
    observation: Mapping[str, Any], likelihoods: Likelihoods, row: Row, player: int, view: str
) -> str | None:
    """V-2 to V-5: the action with the face that the row tells of the card moved, if that copy would be used."""
    text, mark, which = view.rpartition("#")
    if not mark:
        return view
    is_take = text.startswith("take:")
    hand = _hand(observation, likelihoods, row, player)
    faces = _faces(observation, likelihoods, row)
    source = {card: faces[card] for card in _choice(observation, player)} if is_take else dict(hand)
    moved = next((card for card in source if which in (str(card[1]), f"{card[0]}.{card[1]}")), None)
    if moved is None:
        return None
    face = source[moved]
    copies = [card for card in source if source[card] == face]
    if moved != next((card for card in copies if card[0] == player), copies[0]):
        return None
    if is_take or text.startswith("discard:"):
        return f"{text.partition(':')[0]}:{face}"
    spent = text.partition("@")[0].partition("=")[0].partition(":")[0]
    return text if spent == face else None


def advanced(
    observation: Mapping[str, Any],
    later: Mapping[str, Any],
    components: Mapping[str, Any],
    likelihoods: Likelihoods,
    hands_only: bool,
) -> Likelihoods:
    """The likelihoods at a later observation: cards that are known by then leave the rows."""
    hidden, known = Unseen(later, components).hidden, known_faces(later)
    before = {(deck, face) for (deck, _), face in known_faces(observation).items()} | _open(observation)
    laid_open = _open(later) - before
    rows: Mapping[Row, float] = likelihoods.rows
    for place, card in enumerate(likelihoods.about):
        if card in known:
            rows = {row: number for row, number in rows.items() if row[place] == known[card]}
        elif card not in hidden:
            rows = {row: number for row, number in rows.items() if (card[0], row[place]) in laid_open}
            if len({row[place] for row in rows}) > 1:
                raise ValueError("several cards have been laid open: a belief advances after every action")
    kept = [place for place, card in enumerate(likelihoods.about) if card in hidden]
    about = tuple(likelihoods.about[place] for place in kept)
    left = scaled(about, {tuple(row[place] for place in kept): number for row, number in rows.items()})
    if hands_only:
        left = _of_hands(later, components, left)
    player = 1 - later["observer"]
    left = spread(later, components, left, player)
    possible = {row for row, _, _ in masses(later, components, left)}
    return scaled(left.about, {row: number for row, number in left.rows.items() if row in possible})


def _open(observation: Mapping[str, Any]) -> set[tuple[int, str]]:
    """Deck and face of each open card."""
    return {(card["deck"], card["face"]) for card in opened(observation)}


def _of_hands(observation: Mapping[str, Any], components: Mapping[str, Any], likelihoods: Likelihoods) -> Likelihoods:
    """The likelihoods by hand cards alone: means over the others, as chance deals them."""
    unseen = Unseen(observation, components)
    kept = [place for place, card in enumerate(likelihoods.about) if unseen.hidden[card].held]
    sums: dict[Row, float] = {}
    about = tuple(likelihoods.about[place] for place in kept)
    for row, number in likelihoods.rows.items():
        short = tuple(row[place] for place in kept)
        weight = unseen.rest(likelihoods.about, unseen.tools_among(likelihoods.about, row))[1]
        sums[short] = sums.get(short, 0.0) + number * weight
    for short in sums:
        whole = unseen.rest(about, unseen.tools_among(about, short))[1]
        sums[short] = sums[short] / whole if whole else 0.0
    return scaled(about, sums)
