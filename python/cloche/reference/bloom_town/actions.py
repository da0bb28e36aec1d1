"""Action and outcome ids of Bloom Town, their texts, and the bonus actions on offer (BT-15 to BT-18)."""

from __future__ import annotations

from collections.abc import Sequence

from cloche.reference.bloom_town.town import CELLS, KINDS, TYPES, cell_text

# Decisions: first id of each block of rules.md, whatever the file.
BLOOM = len(KINDS) * CELLS
TOKEN = BLOOM + 3
COMMUNITY = TOKEN + 3
TAKE = COMMUNITY + len(TYPES)
KEEP = TAKE + 5
ACTIONS = KEEP + len(KINDS)

# Outcomes: the kinds, then community tiles; and what stands for a building that is not seen (H-5).
COMMUNITY_TILE = len(KINDS)
OUTCOMES = COMMUNITY_TILE + len(TYPES)
HIDDEN = OUTCOMES

BONUSES = ("double", "extra")
CHOICES = ("none", *BONUSES)


def kind_text(kind: str) -> str:
    """`O`, `shop-a`."""
    return kind if kind in TYPES else f"shop-{kind}"


TEXTS = (
    *(f"{kind_text(kind)}@{cell_text(cell)}" for kind in KINDS for cell in range(CELLS)),
    *(f"bloom:{choice}" for choice in CHOICES),
    *(f"token:{choice}" for choice in CHOICES),
    *(f"token:community:{type_}" for type_ in TYPES),
    *(f"take:{number}" for number in range(1, 6)),
    *(f"keep:{kind_text(kind)}" for kind in KINDS),
)
OUTCOME_TEXTS = (
    *(kind_text(kind) for kind in KINDS),
    *(f"community:{type_}" for type_ in TYPES),
    "hidden",
)


def bloom_bonuses(used: Sequence[str]) -> list[int]:
    """BT-15, BT-16: what a blooming square offers besides `none`."""
    return [BLOOM + i for i, choice in enumerate(CHOICES) if i and choice not in used]


def token_bonuses(used: Sequence[str], community: Sequence[int], by_token: Sequence[bool]) -> list[int]:
    """BT-14, BT-15, BT-17: what the token offers besides `none`."""
    choices = [TOKEN + i for i, choice in enumerate(CHOICES) if i and choice not in used]
    return choices + [COMMUNITY + i for i, out in enumerate(community) if out == 1 and not by_token[i]]
