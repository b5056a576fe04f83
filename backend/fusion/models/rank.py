"""Reciprocal rank fusion over all retrievers: what needs no training (Cormack et al. 2009)."""

from __future__ import annotations

import numpy as np

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.weights import Stages

RETRIEVERS = ("dense", "entity", "keyword", "late_interaction", "lexical", "page", "section")
NEVER = -12.0
"""Log-odds of the weight of links: this model knows none."""


def stages() -> Stages:
    """Every stage sums k0 / (k0 + rank); retrievers that are silent add nothing."""
    columns = tuple(f"{name}:score:reciprocal" for name in RETRIEVERS)
    zeros, ones = np.zeros(len(columns), np.float32), np.ones(len(columns), np.float32)
    model = LinearModel(columns, zeros, ones, ones, 0.0)
    nothing = np.zeros(0, np.float32)
    gate = LinearModel((), nothing, nothing, nothing, NEVER)
    return Stages(model, model, model, model, gate)
