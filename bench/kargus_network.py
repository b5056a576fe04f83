"""KarGus's two networks on the graph as that work has them, and why they find nothing.

`python -m bench.kargus_network`. Nodes are the passages of papers, reports and letters
(`bench/own_files`, the part that trains), joined by the five nearest within a document in meaning,
keywords and names. Of each question a node knows three numbers: its likeness to the question in
meaning, keywords and names. A network of 16 hidden units, GraphSAGE or GCN, with or without the
edges' kinds and weights, learns by mean squared error, 200 rounds of Adam at .001 with decay
.0005, to say 1 of the passage that answers, less of its neighbours (a half for each step, two
steps), and of all others 0, or what the fixed weights say of them. Documents are told apart: the
questions of three fifths of them teach, the others test. Then one thing is changed after another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from backend import registry, sparse
from backend.evaluation.intervals import mean_interval
from backend.graph.likenesses import (
    likeness_of_keywords,
    likeness_of_meaning,
    likeness_of_names,
    nearest_edges,
)
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.name_factors import names_held
from backend.passage_view.views import views_over
from backend.retrievers.shared_entities import name_vectors
from backend.types import Query
from bench._network_fitting import Optimiser
from bench._reader_own_files import PAPERS, default_documents, open_part, questions_with_passages
from bench.report import table, write_results

SCORES = ("dense", "shared_keywords", "shared_entities")
WEIGHTS = (0.75, 0.2, 0.05)
HIDDEN, ROUNDS, RATE, DECAY, SEED = 16, 200, 0.001, 5e-4, 17
STEPS, TAUGHT = 2, 0.6
THERE = {
    "GraphSAGE": (0.022, 0.037),
    "GraphSAGE, edge features": (0.004, 0.003),
    "GCN": (0.002, 0.001),
    "GCN, edge features": (0.002, 0.001),
}
"""Recall at 5 and at 10 in that work."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A network, how it is trained, and what it is asked to say.

    `others` are the targets of far passages: `zero` or what the fixed weights say (`heuristic`);
    `listwise` trains by the softmax over each question's passages in place of the squared error.
    """

    kind: str = "GraphSAGE"
    edge_features: bool = False
    others: str = "zero"
    rounds: int = ROUNDS
    rate: float = RATE
    standardised: bool = False
    listwise: bool = False


def _recipes() -> dict[str, Recipe]:
    sage, gcn = Recipe(), Recipe("GCN")
    return {
        "GraphSAGE": sage,
        "GCN": gcn,
        "GraphSAGE, edge features": replace(sage, edge_features=True),
        "GCN, edge features": replace(gcn, edge_features=True),
        "GraphSAGE, standardised, rate .01": Recipe(standardised=True, rate=0.01),
        "GraphSAGE, the same, ranked": Recipe(standardised=True, rate=0.01, listwise=True),
        "GCN, the same, ranked": Recipe("GCN", standardised=True, rate=0.01, listwise=True),
        "GraphSAGE, others as weighed": replace(sage, others="heuristic"),
        "GCN, others as weighed": replace(gcn, others="heuristic"),
    }


@dataclass(frozen=True, slots=True)
class Ground:
    """Q questions over n passages: `scores` (Q, n, 3), `relevant` (Q, n), `taught` (Q,) whether a
    question teaches; `kinds` three (n, n) sparse matrices of likeness.
    """

    scores: Array
    relevant: np.ndarray
    taught: np.ndarray
    kinds: tuple[Any, ...]

    @property
    def joined(self) -> Any:
        """(n, n): 1 where any kind joins two passages, from either side."""
        summed = sum(self.kinds)
        return ((summed + summed.T) > 0).astype(np.float32)


class _Layer(torch.nn.Module):
    """GraphSAGE: own state and the mean of the neighbours'; GCN: the mean with both ends' roots."""

    def __init__(self, recipe: Recipe, inputs: int, outputs: int) -> None:
        super().__init__()
        self.sage = recipe.kind == "GraphSAGE"
        self.own = torch.nn.Linear(inputs, outputs)
        self.others = torch.nn.Linear(inputs, outputs, bias=False)

    def forward(self, state: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
        """States (n, Q, inputs) to (n, Q, outputs)."""
        size, questions, width = state.shape
        heard = (edges @ state.reshape(size, -1)).reshape(size, questions, width)
        if self.sage:
            found: torch.Tensor = self.own(state) + self.others(heard)
            return found
        alone: torch.Tensor = self.own(heard)
        return alone


class _Network(torch.nn.Module):
    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self.first = _Layer(recipe, len(SCORES), HIDDEN)
        self.second = _Layer(recipe, HIDDEN, 1)

    def forward(self, state: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
        """(n, Q)."""
        found: torch.Tensor = self.second(torch.relu(self.first(state, edges)), edges)[..., 0]
        return found


def opened() -> Ground:
    """The questions and passages, from the kept library."""
    documents = default_documents()
    asked = questions_with_passages(documents, PAPERS, training=True)
    workbench, collection = open_part(documents, PAPERS)
    try:
        parts = workbench.parts
        view = views_over(parts).of(collection.id, wait=True)
        retrievers = [
            registry.load("backend.retrievers", name).build(workbench.parts) for name in SCORES
        ]
        scores = np.zeros((len(asked), view.size, len(SCORES)), np.float32)
        relevant = np.zeros((len(asked), view.size), bool)
        for number, (question, gold) in enumerate(asked):
            relevant[number, view.rows(gold)] = True
            for place, retriever in enumerate(retrievers):
                said = retriever.score(Query(question.question, collection.id), list(view.ids))
                scores[number, view.rows(said), place] = list(said.values())
        vectors = np.zeros((view.size, 0), np.float32)
        for document in view.documents:
            ids, own = parts.records.vectors_of(
                document, parts.embedders.of(collection.id).identity
            )
            vectors = (
                vectors if vectors.shape[1] else np.zeros((view.size, own.shape[1]), np.float32)
            )
            vectors[view.rows(ids)] = own
        kinds = _kinds(view, vectors)
    finally:
        workbench.close()
    names = sorted({question.document for question, _ in asked})
    teaching = set(names[: round(TAUGHT * len(names))])
    taught = np.array([question.document in teaching for question, _ in asked])
    return Ground(scores, relevant, taught, kinds)


def _kinds(view: CollectionView, vectors: Array) -> tuple[Any, ...]:
    held = names_held(view)
    found: list[list[tuple[Any, Any, Any]]] = [[], [], []]
    for document in range(len(view.documents)):
        rows = np.flatnonzero(view.document_of == document)
        own = held[rows]
        used = np.flatnonzero(np.asarray(own.sum(0)).ravel())
        of_names = name_vectors([view.key_texts[each] for each in used]) if len(used) else None
        likenesses = (
            likeness_of_meaning(vectors[rows]),
            likeness_of_keywords(rows_of(view.counts, rows).matrix()),
            np.zeros((len(rows), len(rows)), np.float32)
            if of_names is None
            else likeness_of_names(own[:, used], of_names),
        )
        for kind, likeness in zip(found, likenesses, strict=True):
            sources, targets, values = nearest_edges(likeness)
            kind.append((rows[sources], rows[targets], values))
    return tuple(
        sparse.csr_matrix(
            (
                np.concatenate([v for _, _, v in kind]),
                (np.concatenate([s for s, _, _ in kind]), np.concatenate([t for _, t, _ in kind])),
            ),
            shape=(view.size, view.size),
        )
        for kind in found
    )


def targets(ground: Ground, recipe: Recipe) -> Array:
    """(Q, n): 1 for what answers, a half for each step away from it, else as the recipe says."""
    weighed = ground.scores @ np.array(WEIGHTS, np.float32)
    found = np.zeros_like(weighed) if recipe.others == "zero" else np.clip(weighed, 0.0, 1.0)
    reached = ground.relevant.astype(np.float32)
    found = np.maximum(found, reached)
    for step in range(1, STEPS + 1):
        reached = np.minimum((ground.joined.T @ reached.T).T + reached, 1.0)
        found = np.maximum(found, 0.5**step * reached)
    return found.astype(np.float32)


def _edges(ground: Ground, recipe: Recipe) -> torch.Tensor:
    """(n, n) as the network hears: normalised, weighed by likeness where edges have features."""
    matrix = sum(ground.kinds) if recipe.edge_features else ground.joined
    matrix = sparse.csr_matrix(matrix.maximum(matrix.T)) if recipe.edge_features else matrix
    if recipe.kind == "GCN":
        matrix = matrix + sparse.identity(matrix.shape[0], dtype=np.float32)
        root = 1.0 / np.sqrt(np.maximum(np.asarray(matrix.sum(1)).ravel(), 1e-9))
        matrix = sparse.diags(root) @ matrix @ sparse.diags(root)
    else:
        matrix = sparse.diags(1.0 / np.maximum(np.asarray(matrix.sum(1)).ravel(), 1e-9)) @ matrix
    matrix = sparse.csr_matrix(matrix, dtype=np.float32)
    return torch.sparse_csr_tensor(
        torch.from_numpy(matrix.indptr.astype(np.int64)),
        torch.from_numpy(matrix.indices.astype(np.int64)),
        torch.from_numpy(matrix.data),
        matrix.shape,
    )


def trained(ground: Ground, recipe: Recipe) -> tuple[Array, float]:
    """(Q, n) what a network says of every passage, and the last loss."""
    torch.manual_seed(SEED)
    scores = ground.scores
    if recipe.standardised:
        deviation = np.maximum(scores.std(1, keepdims=True), 1e-6)
        scores = (scores - scores.mean(1, keepdims=True)) / deviation
    inputs = torch.from_numpy(scores.transpose(1, 0, 2).copy())
    wanted = torch.from_numpy(targets(ground, recipe).T.copy())
    answers = torch.from_numpy(ground.relevant.T.astype(np.float32))
    taught = torch.from_numpy(ground.taught)
    edges, network = _edges(ground, recipe), _Network(recipe)
    optimiser = Optimiser(list(network.parameters()), recipe.rate, DECAY, steps=0)
    loss = torch.zeros(())
    for _ in range(recipe.rounds):
        network.zero_grad()
        said = network(inputs[:, taught], edges)
        if recipe.listwise:
            share = answers[:, taught] / answers[:, taught].sum(0)
            loss = -(share * torch.log_softmax(said, 0)).sum(0).mean()
        else:
            loss = ((said - wanted[:, taught]) ** 2).mean()
        loss.backward()
        optimiser.step()
    with torch.inference_mode():
        return network(inputs, edges).T.numpy(), float(loss)


def recalled(ground: Ground, said: Array) -> dict[str, list[float]]:
    """Whether what answers is among the first 5 and 10, of the questions that test, and how many
    passages have the very first score of their question: equal ones stand by their place.
    """
    found: dict[str, list[float]] = {}
    tested = np.flatnonzero(~ground.taught)
    order = np.argsort(-said[tested], axis=1, kind="stable")
    for depth in (5, 10):
        values = [
            float(ground.relevant[question, order[place, :depth]].any())
            for place, question in enumerate(tested)
        ]
        interval = mean_interval(values)
        found[f"R@{depth}"] = [interval.mean, interval.low, interval.high]
    highest = said[tested].max(1, keepdims=True)
    found["first alike"] = [float((said[tested] >= highest - 1e-6).sum(1).mean())]
    found["deviation"] = [float(said[tested].std(1).mean())]
    return found


def main() -> None:
    """Train all, print and write."""
    ground = opened()
    weighed = ground.scores @ np.array(WEIGHTS, np.float32)
    zero = targets(ground, Recipe())
    rows: dict[str, Any] = {
        "meaning alone": recalled(ground, ground.scores[..., 0]),
        "fixed weights": recalled(ground, weighed),
    }
    found = {
        "questions_that_teach": int(ground.taught.sum()),
        "questions_that_test": int((~ground.taught).sum()),
        "passages": int(ground.relevant.shape[1]),
        "edges": [int(kind.nnz) for kind in ground.kinds],
        "targets_of_zero": float((zero == 0).mean()),
        "loss_of_saying_the_mean": float(zero[ground.taught].var()),
        "there": {name: list(values) for name, values in THERE.items()},
        "methods": rows,
    }
    for name, recipe in _recipes().items():
        said, loss = trained(ground, recipe)
        rows[name] = {**recalled(ground, said), "loss": [loss]}
        print(name, rows[name], flush=True)
        write_results("kargus_network", found)
    cells = [
        [name, *(" ".join(f"{100 * v:.1f}" for v in row[m]) for m in ("R@5", "R@10"))]
        for name, row in rows.items()
    ]
    print(table("", ("", "R@5", "R@10"), cells))


if __name__ == "__main__":
    main()
