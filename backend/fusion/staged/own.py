"""A collection's own weights, kept with its records so that every copy of the app ranks alike."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.weights import JUDGES, Stages, shipped
from backend.ports import DerivedRecords

KIND = "linear"
"""The kind of model that a collection adjusts: what it learns can be read and explained exactly."""
NAME = "tuning/weights"


def keep_own(records: DerivedRecords, collection_id: str, stages: Stages) -> None:
    """Let a collection's questions be ranked by these weights from now on."""
    records.save_derived(collection_id, NAME, packed(stages), records.sequence())


def drop_own(records: DerivedRecords, collection_id: str) -> None:
    """Back to the shipped weights."""
    records.save_derived(collection_id, NAME, b"", records.sequence())


def own_stages(records: DerivedRecords, collection_id: str) -> Stages | None:
    """A collection's own weights.

    None if it has none, or has weights that were adjusted from others than are shipped now: these
    would weigh columns that mean something else today.
    """
    found = records.load_derived(collection_id, NAME)
    return _unpacked(found[0]) if found and found[0] else None


def packed(stages: Stages) -> bytes:
    """All models as JSON, with the identity of the shipped ones that they were adjusted from."""
    models = {name: _to_json(getattr(stages, name)) for name in (*JUDGES, "gate")}
    return json.dumps({"shipped": _identity(), "models": models}).encode()


@lru_cache(maxsize=16)
def _unpacked(payload: bytes) -> Stages | None:
    found: dict[str, Any] = json.loads(payload)
    if found.get("shipped") != _identity():
        return None
    models = {name: _from_json(model) for name, model in found["models"].items()}
    return Stages(
        models["direct"], models["first"], models["second"], models["third"], models["gate"]
    )


@lru_cache(maxsize=1)
def _identity() -> str:
    stages = shipped(KIND)
    models = {name: _to_json(getattr(stages, name)) for name in (*JUDGES, "gate")}
    return hashlib.sha256(json.dumps(models, sort_keys=True).encode()).hexdigest()


def _to_json(model: object) -> dict[str, object]:
    if not isinstance(model, LinearModel):
        raise TypeError("only linear models are adjusted")
    return {
        "columns": list(model.columns),
        "mean": model.mean.tolist(),
        "deviation": model.deviation.tolist(),
        "weight": model.weight.tolist(),
        "bias": model.bias,
    }


def _from_json(found: Mapping[str, Any]) -> LinearModel:
    return LinearModel(
        tuple(found["columns"]),
        np.array(found["mean"], np.float32),
        np.array(found["deviation"], np.float32),
        np.array(found["weight"], np.float32),
        float(found["bias"]),
    )
