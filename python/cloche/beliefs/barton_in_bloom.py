"""Barton in Bloom: judges of the others, drawn from the decks they came from (O-2 and Redeal of its state.md).

Every way to put what is left of a deck on its hidden and undrawn cards is equally likely. Likelihoods are about cards,
by the number of their draw; a row has the judge of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, perm, prod
from typing import Any

from cloche.backend import Data, Generator
from cloche.beliefs.likelihoods import Likelihoods, Row, check_size, scaled

Observation = Mapping[str, Any]
Components = Mapping[str, Any]
HIDDEN_KEYS = ("hands", "gossip", "gone")


@dataclass(frozen=True)
class Deck:
    """A deck of judges, as the observer knows it."""

    cards: tuple[int, ...]  # draws of the cards that the observer can't see, ascending
    left: tuple[str, ...]  # judges that may be on them


def decks_of(observation: Observation, known: Mapping[int, str] | None = None) -> list[Deck]:
    """Each deck; cards that `known` tells are not hidden."""
    judges = {card["draw"]: card["judge"] for card in _cards(observation)} | dict(known or {})
    firsts = [deck["from"] for deck in observation["decks"]]
    decks = []
    for deck, end in zip(observation["decks"], [*firsts[1:], observation["drawn"] + 1], strict=True):
        draws = sorted(draw for draw in judges if deck["from"] <= draw < end)
        told = {judges[draw] for draw in draws}
        decks.append(
            Deck(
                tuple(draw for draw in draws if judges[draw] is None),
                tuple(judge for judge in deck["unseen"] if judge not in told),
            )
        )
    return decks


def _cards(observation: Observation) -> list[Mapping[str, Any]]:
    """The judge cards in hands, gossip and gone."""
    cards = [card for key in ("hands", "gone") for held in observation[key] for card in held]
    return cards + [card for card in observation["gossip"] if card is not None]


def count(observation: Observation, components: Components) -> int:
    """The number of different worlds."""
    return _number(decks_of(observation))


def _number(decks: list[Deck]) -> int:
    """In how many ways the judges left can be on the cards."""
    return prod(perm(len(deck.left), len(deck.cards)) for deck in decks)


def worlds(observation: Observation, components: Components) -> Iterator[tuple[Data, int]]:
    """Each world as data of a position, and its weight, which is 1."""
    for judges in _dealings(decks_of(observation)):
        yield _world(observation, judges), 1


def _dealings(decks: list[Deck]) -> Iterator[dict[int, str]]:
    """All ways to put judges on cards."""
    if not decks:
        yield {}
        return
    for judges in permutations(decks[0].left, len(decks[0].cards)):
        for others in _dealings(decks[1:]):
            yield {**dict(zip(decks[0].cards, judges, strict=True)), **others}


def _world(observation: Observation, judges: Mapping[int, str]) -> Data:
    """The observation with these judges on the cards of these draws."""

    def named(held: Any) -> Any:
        if isinstance(held, list):
            return [named(card) for card in held]
        return None if held is None else {**held, "judge": held["judge"] or judges[held["draw"]]}

    return {
        key: named(value) if key in HIDDEN_KEYS else value for key, value in observation.items() if key != "observer"
    }


def hands(observation: Observation, components: Components, player: int) -> dict[tuple[str, ...], float]:
    """The probability of each hand of another player: of each deck any judges left, so many as cards of it are held."""
    held = {card["draw"] for card in observation["hands"][player]}
    choices = [(deck.left, len(held.intersection(deck.cards))) for deck in decks_of(observation)]
    number = prod(comb(len(left), size) for left, size in choices)
    check_size(number, "hands")
    found: list[tuple[str, ...]] = [()]
    for left, size in choices:
        found = [(*hand, *judges) for hand in found for judges in combinations(left, size)]
    return {tuple(sorted(hand)): 1 / number for hand in found}


# Likelihoods


def spread(observation: Observation, components: Components, likelihoods: Likelihoods, player: int) -> Likelihoods:
    """The same likelihoods, by rows that tell the hand of `player`, too; ValueError where they are too many."""
    hand = {card["draw"] for card in observation["hands"][player] if card["judge"] is None}
    new = sorted(hand.difference(likelihoods.about))
    if not new:
        return likelihoods
    rows: dict[Row, float] = {}
    for row, number in likelihoods.rows.items():
        asked = [
            Deck(tuple(draw for draw in deck.cards if draw in new), deck.left)
            for deck in decks_of(observation, _told(likelihoods, row))
        ]
        check_size(len(rows) + _number(asked), "sets of hidden judges")
        for judges in _dealings(asked):
            rows[*row, *(judges[draw] for draw in new)] = number
    return Likelihoods((*likelihoods.about, *new), rows, likelihoods.seen)


def _told(likelihoods: Likelihoods, row: Row) -> dict[int, str]:
    """The judges of a row by draw."""
    return dict(zip(likelihoods.about, row, strict=True))


def masses(
    observation: Observation, components: Components, likelihoods: Likelihoods
) -> Iterator[tuple[Row, int, int]]:
    """Of each row that is possible the number of its worlds, each of weight 1."""
    whole = decks_of(observation)
    for row in likelihoods.rows:
        told = _told(likelihoods, row)
        if _is_possible(whole, told):
            number = _number(decks_of(observation, told))
            yield row, number, number


def _is_possible(decks: list[Deck], told: Mapping[int, str]) -> bool:
    """Whether cards can have these judges: each one left of its deck, none twice."""
    places = [(deck.left, told[draw]) for deck in decks for draw in deck.cards if draw in told]
    return len(set(told.values())) == len(told) == len(places) and all(judge in left for left, judge in places)


def row_of(world: Mapping[str, Any], likelihoods: Likelihoods) -> Row:
    """The judges of the cards in a world, given as data."""
    judges = {card["draw"]: card["judge"] for card in _cards(world)}
    return tuple(judges[draw] for draw in likelihoods.about)


def drawn(observation: Observation, components: Components, likelihoods: Likelihoods, row: Row, rng: Generator) -> Data:
    """A world of a row as data: the other hidden cards get judges one by one."""
    judges = _told(likelihoods, row)
    for deck in decks_of(observation, judges):
        left = list(deck.left)
        judges |= {draw: left.pop(rng.below(len(left))) for draw in deck.cards}
    return _world(observation, judges)


def hand_of(observation: Observation, likelihoods: Likelihoods, row: Row, player: int) -> tuple[str, ...]:
    """The judges in the hand of a player."""
    told = _told(likelihoods, row)
    return tuple(sorted(card["judge"] or told[card["draw"]] for card in observation["hands"][player]))


def situation(observation: Observation, likelihoods: Likelihoods, row: Row, player: int) -> Row:
    """The hand of the player who decides, card by card."""
    told = _told(likelihoods, row)
    return tuple(card["judge"] or told[card["draw"]] for card in observation["hands"][player])


def action_seen(observation: Observation, likelihoods: Likelihoods, row: Row, player: int, view: str) -> str | None:
    """The one action that is seen as `view` (V-2 to V-4 of state.md)."""
    told = _told(likelihoods, row)
    step = observation["todo"][0] if observation["todo"] else {}
    if step.get("step") == "notice" and view.startswith("notice:"):
        space, _, shown = view.partition("=")
        return space if told.get(step["draw"]) == shown else None
    if not view.startswith(("judge:", "favour:")):
        return view
    action, _, number = view.partition("#")
    judge = told.get(int(number)) if number.isascii() and number.isdecimal() and len(number) < 6 else None
    if judge is None:
        return None
    if action == "judge:":
        return f"judge:{judge}"
    return action if action == f"favour:{judge}" else None


def advanced(
    observation: Observation,
    later: Observation,
    components: Components,
    likelihoods: Likelihoods,
    hands_only: bool,
) -> Likelihoods:
    """The likelihoods at a later observation: a judge that lies open now is known, and its card is told no more."""
    hidden = {card["draw"] for card in _cards(later) if card["judge"] is None}
    opened = [draw for draw in likelihoods.about if draw not in hidden]
    if opened:
        shown = _laid_open(observation, later, opened)
        rows = {row: number for row, number in likelihoods.rows.items() if _told(likelihoods, row)[opened[0]] == shown}
        likelihoods = _without(Likelihoods(likelihoods.about, rows), opened)
    possible = {row for row, _, _ in masses(later, components, likelihoods)}
    rows = {row: number for row, number in likelihoods.rows.items() if row in possible}
    likelihoods = scaled(likelihoods.about, rows)
    return _of_hands(later, components, likelihoods) if hands_only else likelihoods


def _laid_open(observation: Observation, later: Observation, opened: list[int]) -> str:
    """The judge of the one card that was laid open."""
    before = {str(judge) for deck in observation["decks"] for judge in deck["unseen"]}
    shown = before.difference(judge for deck in later["decks"] for judge in deck["unseen"])
    if len(opened) != 1 or len(shown) != 1:
        raise ValueError(f"{len(opened)} judges have been laid open: a belief advances after every action")
    return shown.pop()


def _without(likelihoods: Likelihoods, draws: list[int]) -> Likelihoods:
    """Rows that tell these cards no more; they have one judge in all rows."""
    places = [i for i, draw in enumerate(likelihoods.about) if draw not in draws]
    rows = {tuple(row[i] for i in places): number for row, number in likelihoods.rows.items()}
    return Likelihoods(tuple(likelihoods.about[i] for i in places), rows)


def _of_hands(observation: Observation, components: Components, likelihoods: Likelihoods) -> Likelihoods:
    """What the rows say of cards that are in no hand is summed out."""
    held = {card["draw"] for hand in observation["hands"] for card in hand}
    places = [i for i, draw in enumerate(likelihoods.about) if draw in held]
    about = tuple(likelihoods.about[i] for i in places)
    sums: dict[Row, float] = {}
    for row, number, _ in masses(observation, components, likelihoods):
        kept = tuple(row[i] for i in places)
        sums[kept] = sums.get(kept, 0.0) + number * likelihoods.rows[row]
    numbers = {
        row: number for row, number, _ in masses(observation, components, Likelihoods(about, dict.fromkeys(sums, 1.0)))
    }
    return scaled(about, {row: total / numbers[row] for row, total in sums.items()})
