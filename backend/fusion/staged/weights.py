"""The weights that come with Quire, and what they were trained on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from backend import registry
from backend.errors import SettingsError
from backend.fusion.staged.relevance import RelevanceModel

FOLDER = Path(__file__).parent.parent / "weights"
STAGES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Stages:
    """The three relevance models: alone, with links, with links and second questions."""

    first: RelevanceModel
    second: RelevanceModel
    third: RelevanceModel


@cache
def manifest() -> dict[str, Any]:
    """What the shipped weights are: trained on which questions, the models, the default one."""
    found: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    return found


@cache
def shipped(name: str) -> Stages:
    """The shipped stages of a model kind.

    Raises:
        SettingsError: if no weights of that kind are shipped.
    """
    if name not in manifest()["models"]:
        raise SettingsError(
            f"No weights of the kind “{name}” are shipped.",
            f"Choose one of: {', '.join(sorted(manifest()['models']))}.",
        )
    models = registry.load("backend.fusion.models", name)
    first, second, third = (models.load(FOLDER / f"{name}_{stage}") for stage in STAGES)
    return Stages(first, second, third)
