"""The laws of a position or observation of Buds and Blooms given as data, from seeds/buds_and_blooms/state.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cloche.reference.base import Faults
from cloche.reference.buds_and_blooms.actions import DIG, FACES, FIRST_TOOL, PLAYS, fits
from cloche.reference.buds_and_blooms.deck import UNKNOWN, Arrangements, Card, arrangements
from cloche.reference.buds_and_blooms.flowers import Planted, Tool, looks_of, obeys
from cloche.reference.buds_and_blooms.laws_turn import SETUP_PHASES, TURN_LAWS, nothing_known_fits
from cloche.reference.buds_and_blooms.shape import KEYS, Laws, Shape, read

if TYPE_CHECKING:
    from cloche.reference.buds_and_blooms import Game
    from cloche.reference.buds_and_blooms.state import State

CARDS = ("flowers", "sheds", "hands", "compost", "looked", "piles", "bloom")
ARRANGED = "(cards)"  # spoilt where cards can't be told apart, so that nothing can be counted

BED_LAWS = Laws()  # first, as the rules of the beds are read by others
CARD_LAWS = Laws()
LAST_LAWS = Laws()  # those that need all cards in order


def numbered(state: State) -> Iterator[tuple[str, Card]]:
    """Every numbered card with its path."""
    for i, hand in enumerate(state.hands):
        yield from ((f"hands[{i}][{j}]", card) for j, card in enumerate(hand))
    yield from ((f"compost[{j}]", card) for j, card in enumerate(state.compost))
    yield from ((f"looked[{j}]", card) for j, card in enumerate(state.looked))
    for i, pile in enumerate(state.piles):
        yield from ((f"piles[{i}].under[{j}]", card) for j, card in enumerate(pile.under))


def opened(state: State) -> Iterator[tuple[str, Planted | Tool]]:
    """Every open card with its path."""
    for i, flowers in enumerate(state.flowers):
        for j, flower in enumerate(flowers):
            yield from ((f"flowers[{i}][{j}][{k}]", card) for k, card in enumerate(flower))
    for i, shed in enumerate(state.sheds):
        yield from ((f"sheds[{i}][{j}]", tool) for j, tool in enumerate(shed))
    if state.bloom is not None:
        yield "bloom", state.bloom


def out_of_order(faults: Faults, path: str, fault: str) -> None:
    """Notes a broken law after which cards can't be counted."""
    faults.add(path, fault)
    faults.spoilt.add(ARRANGED)


# Beds


@BED_LAWS.law("beds")
def law_s_3_cards(state: State, faults: Faults) -> None:
    """S-3: a card lies in one slot."""
    cards = [bed.card for bed in state.beds]
    for i, card in enumerate(cards):
        if card in cards[:i]:
            faults.add(f"beds[{i}].card", "lies in another slot, too (S-3)")


@BED_LAWS.law("beds")
def law_s_3_turn(state: State, faults: Faults) -> None:
    """S-3: the face is picked before the turn."""
    for i, bed in enumerate(state.beds):
        if bed.face is None and bed.turn is not None:
            faults.spoil(f"beds[{i}].turn", "must be null where the face is (S-3)")


@BED_LAWS.law("phase", "beds")
def law_s_3_complete(state: State, faults: Faults) -> None:
    """S-3: the beds are laid slot by slot."""
    slots, phase = state.game.box.slots, state.phase
    complete = [bed.face is not None and bed.turn is not None for bed in state.beds]
    if phase == "card" and len(complete) >= slots:
        faults.spoil("beds", f"must be less than {slots} in phase card (S-3)")
    if phase in ("face", "turn"):
        if not complete:
            faults.spoil("beds", f"must not be empty in phase {phase} (S-3)")
            return
        last = state.beds[-1]
        if phase == "face" and (last.face is not None or last.turn is not None):
            faults.spoil(f"beds[{len(complete) - 1}]", "must have neither face nor turn in phase face (S-3)")
        if phase == "turn" and (last.face is None or last.turn is not None):
            faults.spoil(f"beds[{len(complete) - 1}]", "must have a face and no turn in phase turn (S-3)")
        complete.pop()
    elif phase != "card" and len(complete) != slots:
        faults.spoil("beds", f"must be {slots} in phase {phase} (S-3)")
    for i, is_complete in enumerate(complete):
        if not is_complete:
            faults.spoil(f"beds[{i}]", f"must have a face and a turn in phase {phase} (S-3)")


@BED_LAWS.law("beds")
def law_s_3_rocks(state: State, faults: Faults) -> None:
    """S-3: as many rocks as the option says."""
    rocks = state.game.rocks
    if rocks is None:
        return
    so_far = sum(bed.face == 1 for bed in state.beds)
    open_slots = state.game.box.slots - sum(bed.face is not None for bed in state.beds)
    if so_far > rocks:
        faults.add("beds", f"at most {rocks} may show rocks (S-3)")
    if rocks > so_far + open_slots:
        faults.add("beds", f"too few can show rocks, there must be {rocks} (S-3)")


@BED_LAWS.law("phase", "beds")
def law_s_3_worms(state: State, faults: Faults) -> None:
    """S-3: each side has a worm (BB-6)."""
    judged = state.phase not in SETUP_PHASES and state.game.box.slots > 1
    if judged and not state.each_side_has_a_worm():
        faults.add("beds", "each side must have a worm (S-3)")


@CARD_LAWS.law("phase", "flowers", "sheds", "hands", "compost", "looked", "piles")
def law_s_4(state: State, faults: Faults) -> None:
    """S-4: nothing is drawn before the beds lie."""
    if state.phase not in SETUP_PHASES:
        return
    for i, pile in enumerate(state.piles):
        if pile.drawn or pile.top is not None:
            faults.add(f"piles[{i}]", f"must have nothing drawn and no top in phase {state.phase} (S-4)")
    for path, _ in [*opened(state), *numbered(state)]:
        faults.add(path, f"no card may lie here in phase {state.phase} (S-4)")


# Cards


@CARD_LAWS.law(*CARDS)
def law_s_5_places(state: State, faults: Faults) -> None:
    """S-5: each card is in one place."""
    seen = set()
    for path, card in [*opened(state), *numbered(state)]:
        if card.face != UNKNOWN and (card.deck, card.face) in seen:
            out_of_order(faults, path, f"{FACES[card.face]} of deck {card.deck} lies in another place, too (S-5)")
        seen.add((card.deck, card.face))


@CARD_LAWS.law("hands", "compost", "looked", "piles")
def law_s_5_backs(state: State, faults: Faults) -> None:
    """S-5: the back is that of the face."""
    for path, card in numbered(state):
        if card.face != UNKNOWN and card.back != state.game.box.backs[card.face]:
            out_of_order(faults, path, f"the back is not that of {FACES[card.face]} (S-5)")


@CARD_LAWS.law("hands", "compost", "looked", "piles")
def law_s_5_numbers(state: State, faults: Faults) -> None:
    """S-5: each draw of a pile is one card."""
    seen = set()
    for path, card in numbered(state):
        if card.number in seen:
            out_of_order(faults, path, "this draw lies in another place, too (S-5)")
        seen.add(card.number)
        drawn = state.piles[state.game.pile_of_deck(card.deck)].drawn
        if card.draw > drawn:
            out_of_order(faults, path, f"draw must be at most {drawn}, those of the pile (S-5)")


@CARD_LAWS.law("piles")
def law_s_5_under(state: State, faults: Faults) -> None:
    """S-5: cards under a pile are of its deck."""
    for i, pile in enumerate(state.piles):
        for j, card in enumerate(pile.under):
            if state.game.pile_of_deck(card.deck) != i:
                out_of_order(faults, f"piles[{i}].under[{j}]", "must be of the deck of the pile (S-5)")


@CARD_LAWS.law("player", "looked")
def law_s_5_looked(state: State, faults: Faults) -> None:
    """S-5: cards looked at are of the player's deck."""
    if state.player is None:
        return
    for j, card in enumerate(state.looked):
        if state.game.pile_of_deck(card.deck) != state.own_pile():
            out_of_order(faults, f"looked[{j}]", "must be of the player's deck (S-5)")


@CARD_LAWS.law(*CARDS)
def law_s_6_drawn(state: State, faults: Faults) -> None:
    """S-6: what was drawn lies somewhere."""
    counts = Counter(state.game.pile_of_deck(card.deck) for _, card in [*opened(state), *numbered(state)])
    for i, pile in enumerate(state.piles):
        if pile.drawn != counts[i]:
            out_of_order(faults, f"piles[{i}].drawn", f"must be {counts[i]}, as so many cards lie elsewhere (S-6)")
        if pile.drawn > len(state.game.cards[i]):
            out_of_order(faults, f"piles[{i}].drawn", f"must be at most {len(state.game.cards[i])} (S-6)")


@CARD_LAWS.law("hands", "compost", "looked", "piles")
def law_s_6_numbered_tools(state: State, faults: Faults) -> None:
    """S-6: tools lie in their zone."""
    for path, card in numbered(state):
        if not state.game.single_deck and card.face >= FIRST_TOOL and not state.game.box.in_b(card.draw):
            out_of_order(faults, path, f"no tool can be draw {card.draw} (S-6)")


@CARD_LAWS.law(*CARDS)
def law_s_6_open_tools(state: State, faults: Faults) -> None:
    """S-6: the open tools were drawn from their zone."""
    if state.game.single_deck:
        return
    box = state.game.box
    for i, pile in enumerate(state.piles):
        taken = {card.draw for _, card in numbered(state) if card.deck == i and box.in_b(card.draw)}
        tools = sum(card.face >= FIRST_TOOL for _, card in opened(state) if card.deck == i)
        draws = box.draws_in_b(1, pile.drawn) - len(taken)
        if tools > draws:
            out_of_order(faults, f"piles[{i}].drawn", f"{tools} open tools, but {draws} draws that can be tools (S-6)")


@CARD_LAWS.law("phase", "beds", "flowers")
def law_s_8_rules(state: State, faults: Faults) -> None:
    """S-8: each flower obeys the rule of its bed."""
    if state.phase in SETUP_PHASES:
        return
    for p, flowers in enumerate(state.flowers):
        for slot, flower in enumerate(flowers):
            if not obeys(state.rule(p, slot), looks_of(flower)):
                faults.add(f"flowers[{p}][{slot}]", "must obey the rule of its bed (S-8)")


@CARD_LAWS.law("flowers")
def law_s_8_cards(state: State, faults: Faults) -> None:
    """S-8: what lies in a flower, as what, and how many stages show."""
    stages = state.game.box.stages
    for p, flowers in enumerate(state.flowers):
        for slot, flower in enumerate(flowers):
            for k, card in enumerate(flower):
                path = f"flowers[{p}][{slot}][{k}]"
                if card.face >= FIRST_TOOL:
                    faults.add(path, "must be no tool (S-8)")
                    continue
                if card.look not in [look for look, _ in PLAYS[card.face]]:
                    faults.add(path, f"{FACES[card.face]} can't be played as that (S-8)")
                least = 1 if k < len(flower) - 1 else stages[card.face]
                if not least <= card.stages <= stages[card.face]:
                    faults.add(path, f"stages must be {least} to {stages[card.face]} (S-8)")


@CARD_LAWS.law("sheds")
def law_s_8_sheds(state: State, faults: Faults) -> None:
    """S-8: sheds hold tools, in a single deck each kind once."""
    for p, shed in enumerate(state.sheds):
        faces = [tool.face for tool in shed]
        for j, face in enumerate(faces):
            if face < FIRST_TOOL:
                faults.add(f"sheds[{p}][{j}]", "must be a tool (S-8)")
            if state.game.single_deck and face in faces[:j]:
                faults.add(f"sheds[{p}][{j}]", f"{FACES[face]} may be played once (S-8)")


# Knowledge


@CARD_LAWS.law("hands")
def law_s_9_hands(state: State, faults: Faults) -> None:
    """S-9: a player knows the own hand."""
    for p, hand in enumerate(state.hands):
        for j, card in enumerate(hand):
            if p not in card.known:
                faults.add(f"hands[{p}][{j}].known", f"must name player {p}, who holds the card (S-9)")


@CARD_LAWS.law("player", "looked")
def law_s_9_looked(state: State, faults: Faults) -> None:
    """S-9: the player knows what was looked at."""
    for j, card in enumerate(state.looked):
        if state.player is not None and state.player not in card.known:
            faults.add(f"looked[{j}].known", f"must name player {state.player}, who looks (S-9)")


@CARD_LAWS.law("hands", "compost", "looked", "piles")
def law_s_9_decks(state: State, faults: Faults) -> None:
    """S-9: somebody drew each card, and without a single deck its owner did."""
    for path, card in numbered(state):
        if not state.game.single_deck and card.deck not in card.known:
            faults.add(f"{path}.known", f"must name player {card.deck}, whose deck it is from (S-9)")
        elif not card.known:
            faults.add(f"{path}.known", "must not be empty (S-9)")


@CARD_LAWS.law("phase", "player", "compost", "looked")
def law_s_9_compost(state: State, faults: Faults) -> None:
    """S-9: who digs in the compost knows all of it."""
    if state.phase != "take" or state.looked:
        return
    if not state.compost:
        faults.add("compost", "must not be empty in phase take, as nothing is looked at (S-9)")
    for j, card in enumerate(state.compost):
        if state.player not in card.known:
            faults.add(f"compost[{j}].known", f"must name player {state.player}, who digs in it (S-9)")


def finished_digs(state: State, player: int) -> int:
    """S-10: the digs in the shed of a player, but one in progress."""
    digging = player == state.player and (state.phase in ("look", "take") or bool(state.looked))
    return max(0, sum(tool.face == DIG for tool in state.sheds[player]) - digging)


@CARD_LAWS.law("phase", "player", "sheds", "hands", "compost", "looked", "piles")
def law_s_10_known(state: State, faults: Faults) -> None:
    """S-10: a player knows a card that somebody else drew by a dig alone."""
    players = range(state.game.players)
    shown = [card.number for card in state.compost] if state.phase == "take" and not state.looked else []
    for path, card in numbered(state):
        who = [p for p in card.known if not (p == state.player and card.number in shown)]
        if state.game.single_deck:
            if len(who) > 1 and not any(finished_digs(state, p) for p in players):
                faults.add(f"{path}.known", "must name one player, as no dig was played (S-10)")
            continue
        for p in who:
            if p != card.deck and not finished_digs(state, p):
                faults.add(f"{path}.known", f"can't name player {p}, who has played no dig (S-10)")


@CARD_LAWS.law("phase", "player", "sheds", "hands", "looked")
def law_s_10_hands(state: State, faults: Faults) -> None:
    """S-10: a dig brings one card of the other's deck to a hand."""
    if state.game.single_deck:
        return
    for p, hand in enumerate(state.hands):
        foreign = sum(card.deck != p for card in hand)
        if foreign > finished_digs(state, p):
            faults.add(f"hands[{p}]", f"{foreign} cards of the other's deck need as many digs in the shed (S-10)")


@CARD_LAWS.law("phase", "player", "sheds", "looked", "piles")
def law_s_10_under(state: State, faults: Faults) -> None:
    """S-10: digs put cards under a pile."""
    for i, pile in enumerate(state.piles):
        owners = [p for p in range(state.game.players) if state.game.pile_of(p) == i]
        most = (state.game.box.dig_look - 1) * sum(finished_digs(state, p) for p in owners)
        if len(pile.under) > most:
            faults.add(f"piles[{i}].under", f"must hold at most {most} cards by the digs played (S-10)")


# What is hidden


@LAST_LAWS.law(*CARDS, ARRANGED)
def law_s_7_o_3(state: State, faults: Faults) -> None:
    """S-7, O-3: the cards that are not placed can be."""
    for number in range(len(state.piles)):
        hidden = unknown_cards(state, number)
        if state.game.single_deck:
            possible = backs_suffice(state, hidden)
        else:
            possible = arrangements_of(state, number, hidden).count() > 0
        if not possible:
            faults.add(f"piles[{number}]", "its cards have no arrangement that agrees with all backs (S-7, O-3)")


def unknown_cards(state: State, number: int) -> list[Card]:
    """The cards of a pile whose face is not given."""
    return [card for card in state.numbered() if card.face == UNKNOWN and state.game.pile_of_deck(card.deck) == number]


def arrangements_of(state: State, number: int, hidden: list[Card]) -> Arrangements:
    """The arrangements of the pile of one deck."""
    faces = [face for _, face in state.unplaced(number, hidden)]
    return arrangements(state.game.box, state.piles[number], faces, hidden)


def backs_suffice(state: State, hidden: list[Card]) -> bool:
    """Single deck: of each back there are enough faces for the places that show it."""
    places = Counter(state.game.back_id(card.deck, card.back) for card in hidden)
    top = state.piles[0].top
    if top is not None and state.lazy_size(0) > 0:
        places[top] += 1
    faces = state.game.by_back(state.unplaced(0, hidden))
    return all(count <= len(faces[back]) for back, count in places.items())


@LAST_LAWS.law(*CARDS, "phase", "player", "beds", "place", ARRANGED)
def law_s_17_o_4(state: State, faults: Faults) -> None:
    """S-17, O-4: a card of the hand fits where one is to be inserted."""
    if state.phase != "play_insert" or not nothing_known_fits(state):
        return
    if not any(may_fit(state, card) for card in state.hands[state.mover()] if card.face == UNKNOWN):
        faults.add(f"hands[{state.player}]", "no card fits at the place (S-17, O-4)")


def may_fit(state: State, card: Card) -> bool:
    """O-4: whether a hidden card of the hand may be a flower card that fits."""
    number = state.game.pile_of_deck(card.deck)
    hidden = unknown_cards(state, number)
    left = state.unplaced(number, hidden)
    looks = state.insertable(state.mover(), state.place_due())
    backs = state.game.box.backs
    if not any(deck == card.deck and backs[face] == card.back and fits(face, looks) for deck, face in left):
        return False
    if state.game.single_deck or not state.game.box.in_b(card.draw):
        return True
    known = arrangements_of(state, number, hidden)
    return any(ways > 0 and (i, j)[card.back] < len(known.places_in_b[card.back]) for i, j, ways in known.ways())


# Judging


def judge(game: Game, data: Mapping[str, Any]) -> State:
    """A lawful position; ValueError that lists every broken law."""
    faults = Faults("buds_and_blooms")
    return _judged(game, faults.values(data, KEYS), None, faults)


def judge_observation(game: Game, data: Mapping[str, Any]) -> tuple[State, int]:
    """What some world looks like to the observer, hidden faces UNKNOWN; ValueError that lists every contradiction."""
    faults = Faults("buds_and_blooms")
    values = faults.values(data, ("observer", *KEYS))
    faults.whole("observer", values["observer"], 0, game.players - 1)  # O-1
    observer = values["observer"] if faults.sound("observer") else -1
    return _judged(game, values, observer, faults), observer


def _judged(game: Game, values: Mapping[str, Any], observer: int | None, faults: Faults) -> State:
    Shape(game, faults, faces_may_lack=observer is not None).judge(values)
    state = read(game, values, faults)
    if observer is not None and faults.sound("observer"):
        law_o_2(state, observer, faults)
    for laws in (BED_LAWS, TURN_LAWS, CARD_LAWS, LAST_LAWS):
        laws.judge(state, faults)
    faults.end()
    return state


def law_o_2(state: State, observer: int, faults: Faults) -> None:
    """O-2: the observer sees the faces of exactly those cards that they know."""
    for path, card in numbered(state):
        if (card.face == UNKNOWN) != (observer not in card.known):
            out_of_order(faults, f"{path}.face", "must be null exactly where known does not name the observer (O-2)")
