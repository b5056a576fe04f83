"""Reciprocal rank fusion over all retrievers: what needs no training (Cormack et al. 2009)."""

from __future__ import annotations

import numpy as np

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.weights import Stages

NEVER = -12.0
"""Log-odds of the weight of links: this model knows none."""


def stages() -> Stages:
    """Stages that know no retriever: each counts by its prior, as k0 / (k0 + rank)
    (`backend.fusion.staged.priors`); those that are silent add nothing.
    """
    nothing = np.zeros(0, np.float32)
    model = LinearModel((), nothing, nothing, nothing, 0.0)
    gate = LinearModel((), nothing, nothing, nothing, NEVER)
    return Stages(model, model, model, model, gate)
