"""What pictures tell of actions to people, who don't know the notation."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

from cloche import registry, seed_files
from cloche.words import Wording, wording

from .svg import clean


def wording_of(game: str, components: Mapping[str, Any] | None) -> Wording:
    """The plain words of a game; without `components` by the names of the printed game."""
    box = seed_files.table(f"{game}/components.toml") if components is None else components
    return wording(registry.entry(game), box)


def explain(root: ET.Element, in_words: Wording) -> None:
    """Gives what can be clicked, where it does a single thing and has no title yet, one in plain words."""
    for element in root.iter():
        actions = element.get("data-action", "").split()
        if len(actions) == 1 and element.find("title") is None:
            title = ET.Element("title")
            title.text = clean(in_words(actions[0]))
            element.insert(0, title)
