"""The ways from a question to its passages, read from the steps of a trace."""

from __future__ import annotations

import json

from backend.types import Step
from components.path_replay import QUESTION, replay_of, sankey_options

PATHS = [
    {"nodes": ["g"], "titles": ["Guidance"], "weights": [], "score": 0.9, "chunks": 4},
    {
        "nodes": ["g", "h"],
        "titles": ["Guidance", "Out{a}look"],
        "weights": [0.8],
        "score": 0.72,
        "chunks": 6,
    },
]


def steps(told: object) -> tuple[Step, ...]:
    return (Step("seeds", "", 0.0), Step("expand", "", 0.0, {"replay": json.dumps(told)}))


def test_a_way_tells_how_its_score_came_about() -> None:
    view = replay_of(steps({"pool": 10, "paths": PATHS}), {1: "h"})
    assert view is not None
    assert view.pool == 10
    assert [way.product for way in view.ways] == ["0.90", "0.90 × 0.80 = 0.72"]


def test_streams_lead_from_the_question_over_groups_to_the_found_passages() -> None:
    view = replay_of(steps({"pool": 10, "paths": PATHS}), {1: "h", 2: "elsewhere"})
    assert view is not None
    series = sankey_options(view)["series"][0]
    links = {(each["source"], each["target"]) for each in series["links"]}
    assert links == {(QUESTION, "g"), ("g", "h"), ("h", "passage 1")}
    labels = {each["name"]: each["label"]["formatter"] for each in series["data"]}
    assert labels["h"] == "Out(a)look"


def test_other_traces_have_no_replay() -> None:
    assert replay_of((), {}) is None
    assert replay_of(steps({"pool": 0, "paths": []}), {}) is None
    assert replay_of(steps({"paths": [{"nodes": ["g"]}], "pool": 1}), {}) is None
    assert replay_of((Step("expand", "", 0.0, {"replay": "not JSON"}),), {}) is None
