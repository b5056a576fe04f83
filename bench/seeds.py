"""The tables of the works that Quire grew from, repeated as far as they can be: `python -m
bench.seeds [PART …]`.

Parts: `novels` (naive, chain of thought and community graph over novels cut at 300 and 600 tokens,
and questions without names), `chunkers` (fixed and semantic, Natural Questions), `weights` (cosine,
keywords and names by fixed weights). Their figures stand beside ours with what makes them not
comparable: those answers were written and judged by language models, these by the local reader and
the local judge. `--language-model` has the language model that the settings name write the answers
instead, which costs money. The table of `docs/seeds.md` is printed by `--markdown` from the file of
results. The fusion's rows are read from what `bench.thesis_fusion` kept.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import registry
from backend.analysis import term_texts
from backend.answer_tasks import NO_LANGUAGE_MODEL
from backend.evaluation.counted_requests import count_prompts
from backend.evaluation.intervals import mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.recall import recall
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.names import names_in
from backend.passage_view.views import views_over
from backend.settings import Settings, load_settings
from backend.tasks.judge import local
from backend.types import Collection, CollectionSettings, Options, Query
from backend.workbench import Workbench
from bench._question_sets import DatasetQuestion, QuestionSet, load_question_set
from bench.libraries import open_with
from bench.report import known_results, table, write_results

FUSION = "thesis_fusion"
"""Results that another bench keeps, read for its rows."""
NAIVE, CHAIN, GRAPH = "naive", "chain_of_thought", "community_graph"
NOVELS = "graphrag_novel_open"
SIZES = (300, 600)
KINDS = ("Fact Retrieval", "Complex Reasoning")
SMALLEST = 3
"""Novels that are taken, the shortest ones."""
QUESTIONS = 24
NAMELESS = 16
COUNTED = 6
CHUNK_TOKENS = 256
EVERY = 6
"""Of Natural Questions, every sixth question is asked."""
MIXED = (0.75, 0.2, 0.05)
TOP = 5
PIPELINES, KARGUS, UNVEILING = "Pipelines", "KarGus", "Unveiling Hidden Information"
"""Works, as the document introduces them."""
BY_MODELS = "written by Kimi K2 and judged by GPT-4o there, by the local reader and judge here"
QUOTED = "the local reader quotes, and what is quoted is supported"
Interval = list[float]


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of a seed and its counterpart: `path` is where ours lies in the results."""

    source: str
    what: str
    theirs: str
    path: tuple[str, ...]
    why: str


def _novel_rows() -> list[Row]:
    theirs = {
        (NAIVE, 300): (".783", ".777", ".828"),
        (NAIVE, 600): (".824", ".816", ".841"),
        (CHAIN, 300): (".771", ".762", ".881"),
        (CHAIN, 600): (".785", ".776", ".878"),
        (GRAPH, 300): (".345", ".331", ".771"),
    }
    titles = {NAIVE: "naive", CHAIN: "chain of thought", GRAPH: "community graph"}
    marks = ("correctness", "coverage", "faithfulness")
    why = f"324 questions over all novels there, {QUESTIONS} over the {SMALLEST} shortest here; "
    return [
        Row(PIPELINES, f"novels, {size} tokens, {titles[name]}: {mark}", figure,
            ("novels", str(size), name, mark),
            why + (QUOTED if mark == "faithfulness" else BY_MODELS))
        for (name, size), figures in theirs.items()
        for mark, figure in zip(marks, figures, strict=True)
    ]  # fmt: skip


def _fusion_rows() -> list[Row]:
    """Rows whose figures `bench.thesis_fusion` measures and keeps."""
    why = (
        "learned from their own questions there, from Natural Questions here, without path "
        "retrieval"
    )
    told = (
        ("global standardisation", ".693", why),
        ("local standardisation", ".745", "the same"),
        ("local, second round", ".756", "the same; of a tenth of few negatives one is left here, "
         "the hardest, and the network learns to prefer it"),
        ("local, second round behind the first", ".756", "the same; the second round orders what "
         "the first one found"),
        ("local, second round, 200 rows", ".657", "the same as without the first"),
        ("local, second round behind the first, 200 rows", ".657", "the same"),
    )  # fmt: skip
    return [
        Row(UNVEILING, f"network, {name}: Hit@3", theirs,
            (FUSION, "nq_uda", "methods", name, "hit@3"), reason)
        for name, theirs, reason in told
    ]  # fmt: skip


ROWS = (
    *_novel_rows(),
    Row(PIPELINES, "community graph, questions without names: correctness", ".609",
        ("novels", "300", "without names", GRAPH, "correctness"),
        f"100 questions rewritten into descriptions there, {NAMELESS} with names left out by rule "
        "here; " + BY_MODELS),
    Row(PIPELINES, "naive, questions without names: correctness", "not told",
        ("novels", "300", "without names", NAIVE, "correctness"), BY_MODELS),
    Row(PIPELINES, "chain of thought, input tokens to naive", "1.7",
        ("novels", "300", CHAIN, "input factor"),
        f"spent by Kimi K2 there; prompts of {COUNTED} questions counted and not sent here, steps "
        "led by rules"),
    Row(PIPELINES, "NQ, fixed chunks of 256 tokens: Hit@1", ".8706", ("chunkers", "fixed", "Hit@1"),
        "1,000 whole articles and 5,000 questions there, 1,640 long answers here"),
    Row(PIPELINES, "NQ, semantic chunks: Hit@1", ".8768", ("chunkers", "semantic", "Hit@1"),
        "the same; most long answers are one chunk either way"),
    *_fusion_rows(),
    Row(KARGUS, "cosine alone: Recall@5", ".823", ("weights", "cosine"),
        "documents of companies and another embedder there, 2wiki101_small here"),
    Row(KARGUS, "cosine .75, keywords .2, names .05: Recall@5", ".850", ("weights", "mixed"),
        "the same; names by rules and without word vectors here"),
    Row(KARGUS, "keywords alone: Recall@5", ".586", ("weights", "keywords"), "the same"),
    Row(KARGUS, "names alone: Recall@5", ".105", ("weights", "names"), "the same"),
)  # fmt: skip


def main() -> None:
    """Measure the parts, keep the figures, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = {"novels": novels, "chunkers": chunkers, "weights": weights}
    parser.add_argument("parts", nargs="*", default=list(parts))
    parser.add_argument("--language-model", action="store_true", help="it writes the answers")
    parser.add_argument("--markdown", action="store_true", help="print the table of the document")
    asked = parser.parse_args()
    if asked.language_model and load_settings().language_model == NO_LANGUAGE_MODEL:
        parser.error("The settings name no language model: set QUIRE_LANGUAGE_MODEL.")
    figures = known_results("seeds")
    if asked.markdown:
        print(as_markdown(shown(figures)))
        return
    for name in asked.parts:
        figures[name] = parts[name](load_settings(), written=asked.language_model)
        if not asked.language_model:
            write_results("seeds", figures)
    columns = ["seed", "what", "theirs", "ours"]
    rows = [[r.source, r.what, r.theirs, ours(shown(figures), r)] for r in ROWS]
    print(table("The seeds' tables again", columns, rows))


def shown(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with those of the fusion, which another bench keeps."""
    return {**figures, FUSION: known_results(FUSION)}


def ours(figures: Mapping[str, Any], row: Row) -> str:
    """Our figure with its interval as it is written beside theirs; a dash if it is missing."""
    value: Any = figures
    for each in row.path:
        value = value.get(each) if isinstance(value, Mapping) else None
    if value is None:
        return "–"
    if not isinstance(value, list):
        return f"{value:.1f}"
    return f"{_bare(value[0])} [{_bare(value[1])}, {_bare(value[2])}]"


def _bare(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def as_markdown(figures: Mapping[str, Any]) -> str:
    """The table of the document."""
    lines = [
        "| From | What | Theirs | Ours | Why not comparable |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {r.source} | {r.what} | {r.theirs} | {ours(figures, r)} | {r.why} |" for r in ROWS
    ]
    return "\n".join(lines)


def _interval(values: Sequence[float]) -> Interval:
    interval = mean_interval(values)
    return [interval.mean, interval.low, interval.high]


# --- novels --------------------------------------------------------------------------------------


def novels(settings: Settings, *, written: bool) -> dict[str, Any]:
    """Answers over novels cut at two sizes, by pipeline, and of questions without names."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        chosen = shortest_novels(load_question_set(settings.benchmarks, NOVELS), Path(folder))
        for size in SIZES:
            cut = CollectionSettings(chunk_tokens=size)
            workbench, collection = open_with(chosen, library=f"seeds-{size}", cut=cut)
            try:
                asked = chosen.questions[:QUESTIONS]
                found[str(size)] = _answered(workbench, collection, asked, written=written)
                if size == SIZES[0]:
                    bare = [
                        replace(question, text=text)
                        for question in chosen.questions
                        if (text := nameless(question.text)) != question.text
                    ][:NAMELESS]
                    found[str(size)]["without names"] = {
                        name: _judged(workbench, collection, name, bare, written=written)
                        for name in (NAIVE, GRAPH)
                    }
            finally:
                workbench.close()
    return found


def shortest_novels(whole: QuestionSet, folder: Path) -> QuestionSet:
    """The set over its shortest novels, with the two kinds of questions in turn."""
    with gzip.open(whole.corpus, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines if line.strip()]
    records = sorted(records, key=lambda record: (len(record["text"]), record["doc_id"]))[:SMALLEST]
    corpus = folder / "corpus.jsonl.gz"
    with gzip.open(corpus, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in records)
    kept = {record["doc_id"] for record in records}
    by_kind = [
        [
            question
            for question in whole.questions
            if question.kind == kind and set(question.gold) <= kept
        ]
        for kind in KINDS
    ]
    turns = [each for pair in zip(*by_kind, strict=False) for each in pair]
    return QuestionSet(f"{whole.name}-{SMALLEST}", corpus, tuple(turns))


def nameless(question: str) -> str:
    """The question with each name left out for “this one”, by rule."""
    for name in sorted({each.surface for each in names_in(question)}, key=len, reverse=True):
        question = question.replace(name, "this one")
    return question


def _answered(
    workbench: Workbench, collection: Collection, asked: Sequence[DatasetQuestion], *, written: bool
) -> dict[str, Any]:
    found: dict[str, Any] = {"questions": len(asked)}
    for name in (NAIVE, CHAIN, GRAPH):
        found[name] = _judged(workbench, collection, name, asked, written=written)
    tokens = {
        name: [
            count_prompts(
                workbench.parts,
                workbench.parts.settings,
                name,
                Query(dataset_question.text, collection.id),
            ).input_tokens
            for dataset_question in asked[:COUNTED]
        ]
        for name in (NAIVE, CHAIN)
    }
    found[CHAIN]["input factor"] = sum(tokens[CHAIN]) / sum(tokens[NAIVE])
    return found


def _judged(
    workbench: Workbench,
    collection: Collection,
    name: str,
    asked: Sequence[DatasetQuestion],
    *,
    written: bool,
) -> dict[str, Interval]:
    """Means of the local judge's marks; a refusal is wrong, and faithful to nothing."""
    judge = local.build(workbench.parts.settings)
    options: type[Options] = registry.load("backend.pipelines", name).OPTIONS
    marks: dict[str, list[float]] = {"correctness": [], "coverage": [], "faithfulness": []}
    for dataset_question in asked:
        given = options.read({} if written else {"answerer": "local"})
        query = Query(dataset_question.text, collection.id, TOP, options=given)
        asking = workbench.questions.ask(query, name, kept=False)
        asking.wait()
        if asking.answer is None:
            raise asking.error or RuntimeError("no answer came")
        answer = asking.answer
        supported = [s.supported for s in answer.sentences if s.supported is not None]
        text = f"{answer.short}\n{answer.text}" if answer.found else ""
        found = judge.judge(dataset_question.text, dataset_question.answers, text, supported)
        marks["correctness"].append(found.correct or 0.0)
        marks["coverage"].append(found.coverage or 0.0)
        if found.faithful is not None and answer.found:
            marks["faithfulness"].append(found.faithful)
    return {mark: _interval(values) for mark, values in marks.items() if values}


# --- chunkers ------------------------------------------------------------------------------------


def chunkers(settings: Settings, *, written: bool) -> dict[str, Any]:
    """Hit at 1 and 5 of the naive pipeline with fixed and with semantic chunks."""
    found: dict[str, Any] = {}
    chosen = load_question_set(settings.benchmarks, "nq_uda")
    asked = chosen.questions[::EVERY]
    for chunker in ("fixed", "semantic"):
        cut = CollectionSettings(chunker=chunker, chunk_tokens=CHUNK_TOKENS)
        workbench, collection = open_with(chosen, library=f"seeds-{chunker}", cut=cut)
        try:
            keys = {
                document.id: document.key for document in workbench.library.documents(collection.id)
            }
            ranked = [
                list(
                    dict.fromkeys(
                        keys[each.chunk.document_id]
                        for each in workbench.questions.search(
                            Query(one.text, collection.id, 10), NAIVE
                        ).hits
                    )
                )
                for one in asked
            ]
            found[chunker] = {
                f"Hit@{k}": _interval(
                    [hit(one, q.gold, k) for one, q in zip(ranked, asked, strict=True)]
                )
                for k in (1, TOP)
            }
        finally:
            workbench.close()
    return {"questions": len(asked), **found}


# --- fixed weights -------------------------------------------------------------------------------


def weights(settings: Settings, *, written: bool) -> dict[str, Any]:
    """Recall@5 by cosine, TF-IDF and shared names, alone and by fixed weights."""
    chosen = load_question_set(settings.benchmarks, "2wiki101_small")
    workbench, collection = open_with(chosen, library="seeds-weights")
    try:
        view = views_over(workbench.parts).of(collection.id, wait=True)
        documents = {
            document.id: document.key for document in workbench.library.documents(collection.id)
        }
        keys = [documents[view.documents[number]] for number in view.document_of]
        scored = [_views_of(workbench, collection, view, each.text) for each in chosen.questions]
        ways = {
            "cosine": (1.0, 0.0, 0.0),
            "keywords": (0.0, 1.0, 0.0),
            "names": (0.0, 0.0, 1.0),
            "mixed": MIXED,
        }
        found: dict[str, Any] = {"questions": len(chosen.questions)}
        for way, share in ways.items():
            values = []
            for question, views in zip(chosen.questions, scored, strict=True):
                order = np.argsort(-(np.array(share) @ views), kind="stable")
                ranked = list(dict.fromkeys(keys[row] for row in order[:50]))
                values.append(recall(ranked, question.gold, TOP))
            found[way] = _interval(values)
        return found
    finally:
        workbench.close()


def _views_of(
    workbench: Workbench, collection: Collection, view: CollectionView, question: str
) -> npt.NDArray[np.float64]:
    """(3, N): cosine, TF-IDF cosine and the share of the question's names of each passage."""
    parts = workbench.parts
    dense = registry.load("backend.retrievers", "dense").build(parts)
    cosine = dense.score(Query(question, collection.id), list(view.ids))
    rows = np.zeros((3, view.size))
    rows[0] = [cosine.get(each, 0.0) for each in view.ids]
    rows[1] = _tf_idf(view, question)
    named = [view.keys[name.key] for name in names_in(question) if name.key in view.keys]
    if named:
        rows[2] = np.asarray((view.mentions.matrix.tocsc()[:, named] > 0).mean(axis=1)).ravel()
    return rows


def _tf_idf(view: CollectionView, question: str) -> npt.NDArray[np.float64]:
    """Cosine of term counts times idf, as that work weighs keywords, and not BM25."""
    numbers = [view.terms[text] for text in term_texts(question) if text in view.terms]
    weighed = view.counts.matrix.multiply(view.term_weight).tocsr()
    length = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel()) + 1e-9
    asked = np.zeros(weighed.shape[1])
    for number in numbers:
        asked[number] += view.term_weight[number]
    return np.asarray(weighed @ asked).ravel() / (length * (np.linalg.norm(asked) + 1e-9))


if __name__ == "__main__":
    main()
