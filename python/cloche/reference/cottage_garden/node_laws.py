"""The laws of Cottage Garden that look at a whole position (seeds/cottage_garden/state.md, S-6 to S-15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cloche.reference.base import Faults
from cloche.reference.cottage_garden.beds import Bed
from cloche.reference.cottage_garden.shape import MOST_OWED, PLAY, SCORING, SETUP

if TYPE_CHECKING:
    from cloche.reference.cottage_garden import State

COLOURS = ("orange", "blue")


def law_s_6_cubes(state: State, faults: Faults) -> None:
    """S-6: cubes are listed by step."""
    for colour in COLOURS:
        for player, cubes in enumerate(cubes_of(state, colour)):
            if cubes != sorted(cubes):
                faults.add(f"{colour}[{player}]", "must not fall (S-6)")


def law_s_6_setup(state: State, faults: Faults) -> None:
    """S-6: nothing has happened in the setup."""
    if state.phase not in SETUP:
        return
    box = state.game.box
    for colour in COLOURS:
        for player, cubes in enumerate(cubes_of(state, colour)):
            if any(cubes):
                faults.add(f"{colour}[{player}]", "every step is 0 in the setup (S-6)")
    for i, holder in enumerate(state.hives):
        if holder is not None:
            faults.add(f"hives[{i}]", "must be null in the setup (S-6)")
    for player, cats in enumerate(state.cats):
        if cats != box.start_cats:
            faults.add(f"cats[{player}]", f"must be {box.start_cats} in the setup (S-6)")
    if state.gardener != box.start:
        faults.add("gardener", f"must be {box.start} in the setup (S-6)")
    if state.die != box.start_die:
        faults.add("die", f"must be {box.start_die} in the setup (S-6)")


def law_s_7(state: State, faults: Faults) -> None:
    """S-7: who holds a hive, in which order."""
    for i, holder in enumerate(state.hives):
        if holder is not None and holder in state.hives[:i]:
            faults.add(f"hives[{i}]", f"player {holder} holds another one (S-7)")
        if holder is not None and None in state.hives[:i]:
            faults.add(f"hives[{i}]", "is held, but one before it is not (S-7)")
    for player in range(state.game.players):
        reached = any(state.game.box.goal[colour] in cubes_of(state, colour)[player] for colour in COLOURS)
        if reached and player not in state.hives and None in state.hives:
            faults.add("hives", f"player {player} has a cube on a goal, but no hive (S-7)")
        if not reached and player in state.hives and not state.final:
            faults.add("hives", f"player {player} holds a hive, but has no cube on a goal (S-7)")


def law_s_8(state: State, faults: Faults) -> None:
    """S-8: surplus cats are for the turn in which they were earned."""
    limit = state.game.box.cats_kept
    many = [player for player, cats in enumerate(state.cats) if cats > limit]
    if state.phase == "over" and len(many) > 1:
        faults.add("cats", f"at most one player has more than {limit} when the game is over (S-8)")
    if state.phase in PLAY:
        for player in many:
            if player != state.player or state.phase in ("lose", "refill", "plant"):
                faults.add(f"cats[{player}]", f"is at most {limit} (S-8)")


def law_s_9(state: State, faults: Faults) -> None:
    """S-9: some number of the gardener's moves gives its space, the die and the player."""
    if state.phase == "over" and not state.final:
        faults.add("die", f"must be {state.game.box.final_die} when the game is over (S-9)")
    elif state.phase not in SETUP and not any(fits_moves(state, moves) for moves in possible_moves(state)):
        faults.add("gardener", "no number of moves leads to this space with this die and player (S-9)")


def possible_moves(state: State) -> range:
    """S-9: numbers of the gardener's moves before the final round, or since."""
    box = state.game.box
    if state.final:
        return range(box.moves_before_final, box.moves_before_final + box.spaces * state.game.players)
    return range(box.moves_before_final)


def fits_moves(state: State, moves: int) -> bool:
    """S-9: whether this number of moves leads to the position."""
    box = state.game.box
    return (
        box.space_after(moves) == state.gardener
        and (state.final or box.die_after[moves] == state.die)
        and (state.phase == "over" or moves % state.game.players == state.player)
    )


def law_s_10(state: State, faults: Faults) -> None:
    """S-10: who has a complete bed, and when."""
    if state.phase not in PLAY:
        return
    for path, player, _, bed in beds_of(state):
        if bed.complete and player != state.player:
            faults.add(path, "is complete, but it is another player's turn (S-10)")
        elif bed.complete and state.phase in ("lose", "refill"):
            faults.add(path, f"must not be complete in phase {state.phase} (S-10)")


def law_s_10_scored(state: State, faults: Faults) -> None:
    """S-10: a bed being scored is complete."""
    if state.phase == "score":
        slots = [0, 1]
    elif state.phase in ("orange", "orange_pot", "blue", "blue_pot") and state.slot is not None:
        slots = [state.slot]
    else:
        return
    own = dict(state.own_beds())
    for slot in slots:
        if slot not in own or not own[slot].complete:
            faults.add(f"beds[{state.player}][{slot}]", f"must be complete in phase {state.phase} (S-10)")


def law_s_11(state: State, faults: Faults) -> None:
    """S-11: the bed being scored, or its replacement."""
    phase, slot = state.phase, state.slot
    if phase not in SCORING:
        if slot is not None:
            faults.add("slot", f"must be null in phase {phase} (S-11)")
        return
    if slot is None:
        faults.add("slot", f"must not be null in phase {phase} (S-11)")
        return
    bed = state.beds[state.mover()][slot]
    path = f"beds[{state.player}][{slot}]"
    if bed is None:
        faults.add("slot", "no bed lies there (S-11)")
        return
    if phase in ("orange", "orange_pot") and not bed.shown_pots():
        faults.add(path, f"must show a pot in phase {phase} (S-11)")
    if phase in ("blue", "blue_pot") and not bed.shown_cloches():
        faults.add(path, f"must show a cloche in phase {phase} (S-11)")
    if phase == "return" and bed.pots:
        faults.add(f"{path}.pots", "must be empty in phase return (S-11)")
    if phase in ("return", "pot") and bed.cats:
        faults.add(f"{path}.cats", f"must be empty in phase {phase} (S-11)")
    if phase == "pot" and bed.tiles:
        faults.add(f"{path}.tiles", "must be empty in phase pot (S-11)")
    if phase == "pot" and len(bed.pots) + state.owed > MOST_OWED:
        faults.add(f"{path}.pots", f"with the pots owed there are more than {MOST_OWED} (S-11)")


def law_s_12(state: State, faults: Faults) -> None:
    """S-12: how many pots may be owed."""
    phase, owed = state.phase, state.owed
    if owed and (phase not in ("blue", "return", "pot") or state.final):
        faults.add("owed", "must be 0 but in the phases blue, return and pot before the final round (S-12)")
    elif owed > 1 and phase == "blue":
        faults.add("owed", "is at most 1 in phase blue (S-12)")
    if not owed and phase == "pot":
        faults.add("owed", "is at least 1 in phase pot (S-12)")


def law_s_12_earned(state: State, faults: Faults) -> None:
    """S-12: a pot is owed by a colour that has left step 0, and for want of room on the other bed."""
    if not state.owed or state.player is None:
        return
    if state.slot is not None:
        other = state.beds[state.player][1 - state.slot]
        if other is not None and other.free:
            faults.add("owed", "there is a free square on the other bed (S-12)")
    left = [colour for colour in COLOURS if 0 not in state.own_cubes(colour)]
    if state.phase == "blue" and "orange" not in left:
        faults.add("owed", "an orange cube of the player is on step 0 (S-12)")
    elif len(left) < state.owed:
        faults.add("owed", f"{len(left)} colours of the player have left step 0 (S-12)")


def law_s_13(state: State, faults: Faults) -> None:
    """S-13: what phases need."""
    for colour in COLOURS:
        if state.phase == f"{colour}_pot" and 0 in state.own_cubes(colour):
            faults.add("phase", f"a cube of the player is on step 0 of {colour} (S-13)")
    if state.phase == "lose" and not state.final:
        faults.add("phase", "lose is for the final round only (S-13)")
    if state.phase == "pot" and state.final:
        faults.add("phase", "pot is for the time before the final round only (S-13)")


def law_s_14(state: State, faults: Faults) -> None:
    """S-14: beds of the final round."""
    if not state.final or state.phase not in PLAY:
        return
    few = state.game.box.give_up
    for path, player, slot, bed in beds_of(state):
        returning = state.phase == "return" and (player, slot) == (state.player, state.slot)
        if len(bed.tiles) <= few and not returning:
            faults.add(f"{path}.tiles", f"are more than {few} in the final round (S-14)")
    if state.phase == "return" and len(state.beds_held()) < 2:
        faults.add("beds", "there is another bed in the game in phase return (S-14)")


def law_s_15(state: State, faults: Faults) -> None:
    """S-15: the node arises, and there is a choice."""
    if state.phase in ("lose", "refill") and all(bed is None for bed in state.beds[state.current_player()]):
        faults.add("player", "must hold a bed (S-15)")
    if state.phase == "refill" and not state.may_refill_for_a_cat():
        faults.add("phase", "refill needs few empty spaces in the row, a tile in the queue and a cat (S-15)")
    empty = state.row().count(None)
    if state.phase == "plant" and empty >= state.game.box.refill_free and state.queue:
        faults.add("queue", f"must be empty, since {empty} spaces of the row are (S-15)")
    if state.phase in PLAY and len(state.options()) < 2:
        faults.add("phase", f"there are fewer than two legal actions in phase {state.phase} (S-15)")


def cubes_of(state: State, colour: str) -> list[list[int]]:
    """The steps of every player's cubes."""
    return state.orange if colour == "orange" else state.blue


def beds_of(state: State) -> list[tuple[str, int, int, Bed]]:
    """The path, player and slot of each bed, and the bed."""
    return [
        (f"beds[{player}][{slot}]", player, slot, bed)
        for player, own in enumerate(state.beds)
        for slot, bed in enumerate(own)
        if bed is not None
    ]


NODE_LAWS: tuple[Callable[[State, Faults], None], ...] = (
    *(law_s_6_cubes, law_s_6_setup, law_s_7, law_s_8, law_s_9, law_s_10, law_s_10_scored),
    *(law_s_11, law_s_12, law_s_12_earned, law_s_13, law_s_14),
)
