"""The weights that come with Quire, and what they were trained on."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from backend import registry
from backend.errors import SettingsError
from backend.fusion.models import linear
from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.relevance import RelevanceModel

FOLDER = Path(__file__).parent.parent / "weights"
UNTRAINED = "rank"
"""The kind of model that needs no weights: reciprocal ranks of all retrievers."""
ENSEMBLE = "ensemble"
"""Linear weights judge each passage by itself; over links, linear weights and boosted trees."""

JUDGES = ("direct", "first", "second", "third")
"""The stages that judge passages."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The models that judge: each passage by itself for the final score (`direct`); the three
    stages alone, with links, with links and second questions; and whether links carry a question.
    `by_prior` names the retrievers that were added to trained models at their prior weights.
    `beside` are those of another kind, whose judgement over links is mixed with that of these, as
    far as links carry the question: the two err in different places.
    """

    direct: RelevanceModel
    first: RelevanceModel
    second: RelevanceModel
    third: RelevanceModel
    gate: LinearModel
    by_prior: frozenset[str] = frozenset()
    beside: Stages | None = None


@cache
def manifest() -> dict[str, Any]:
    """What the shipped weights are: trained on which questions, the models, the best one alone."""
    found: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    return found


def kinds() -> tuple[str, ...]:
    """The kinds of models that a question can be ranked by."""
    return (ENSEMBLE, *sorted(manifest()["models"]), UNTRAINED)


@cache
def shipped(kind: str) -> Stages:
    """The shipped stages of a kind of model.

    Raises:
        SettingsError: if no weights of that kind are shipped.
    """
    if kind == UNTRAINED:
        untrained: Stages = registry.load("backend.fusion.models", UNTRAINED).stages()
        return untrained
    if kind == ENSEMBLE:
        return replace(shipped("linear"), beside=shipped("boosted"))
    if kind not in manifest()["models"]:
        raise SettingsError(
            f"No weights of the kind “{kind}” are shipped.",
            f"Choose one of: {', '.join(kinds())}.",
        )
    return load(FOLDER, kind)


def load(folder: Path, kind: str) -> Stages:
    """Stages from a folder."""
    models = registry.load("backend.fusion.models", kind)
    loaded = {name: models.load(folder / f"{kind}_{name}") for name in JUDGES}
    return Stages(**loaded, gate=linear.load(folder / f"{kind}_gate"))


def save(stages: Stages, folder: Path, kind: str) -> None:
    """Write stages into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    models = registry.load("backend.fusion.models", kind)
    for name in JUDGES:
        models.save(getattr(stages, name), folder / f"{kind}_{name}")
    linear.save(stages.gate, folder / f"{kind}_gate")
