"""LightGBM's nested trees as arrays that the product evaluates."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np

from backend.inference.forest import Forest


def exported(booster: lightgbm.Booster) -> Forest:
    """The trees of a trained model, thresholds and values as float64."""
    column: list[int] = []
    threshold: list[float] = []
    missing_left: list[bool] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []
    deepest = 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        number = len(column)
        leaf = "leaf_value" in node
        column.append(-1 if leaf else int(node["split_feature"]))
        threshold.append(0.0 if leaf else float(node["threshold"]))
        missing_left.append(True if leaf else bool(node["default_left"]))
        value.append(float(node["leaf_value"]) if leaf else 0.0)
        left.append(number)
        right.append(number)
        if not leaf:
            left[number] = add(node["left_child"], depth + 1)
            right[number] = add(node["right_child"], depth + 1)
        return number

    root = [add(tree["tree_structure"], 0) for tree in booster.dump_model()["tree_info"]]
    return Forest(
        np.array(root, np.int32),
        np.array(column, np.int32),
        np.array(threshold),
        np.array(missing_left),
        np.array(left, np.int32),
        np.array(right, np.int32),
        np.array(value),
        deepest,
    )
