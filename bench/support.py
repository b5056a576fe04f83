"""Does the support check tell true sentences from altered ones? `python -m bench.support`.

Sentences are built from passages: verbatim, without their asides, and questions turned into
statements with their answer (all true); with a number or a name changed, denied, answered wrongly,
or beside another passage (all false). Thresholds were chosen on first halves (`--choose` prints
the grid); the table is of second halves, of the claims of SciFact with their abstracts, and of
tests/support_claims.json.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.embedders.sentence_transformers import build as build_embedder
from backend.evidence import support
from backend.evidence.citations import cite
from backend.ports import Embedder
from backend.sentences import sentence_spans
from backend.settings import load_settings
from backend.types import Chunk, Draft, Usage
from bench._reader_labels import is_extractive
from bench._reader_readings import near_misses
from bench._reader_sets import Case, as_hits, passage_cases, read_lines, whole_document
from bench._vector_cache import CachedEmbedder
from bench.report import write_results

LISTED = Path(__file__).parents[1] / "tests" / "support_claims.json"
SEED = 11
MOST = 150
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w.,]*\d)")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?: [A-Z][a-z]{2,})*")
_ASIDE = re.compile(r"\s*\([^()]*\)|,\s(?:also known as|which is|who is|or)\s[^,.;]*,?")
_BE = re.compile(r"\b(is|was|are|were|has|had|can|will)\b(?! not)")
_ASKING = re.compile(
    r"(?i)\b(?:what|which|who|whom|whose|when|where|how many|how much|how long|how)\b"
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, the passages that it cites, and whether they bear it out."""

    kind: str
    sentence: str
    passages: tuple[Chunk, ...]
    true: bool


def built_pairs(cases: Sequence[Case], generator: np.random.Generator) -> Iterator[Pair]:
    """Sentences of gold passages and questions as statements, true and falsified."""
    names = _pool(cases, _NAME)
    answers = [case.answers[0] for case in cases if is_extractive(case)]
    for case in cases:
        if not is_extractive(case):
            continue
        passages = tuple(hit.chunk for hit in case.gold_evidence)
        chunk = passages[int(generator.integers(len(passages)))]
        sentences = [
            chunk.text[start:end]
            for start, end in sentence_spans(chunk.text)
            if 40 <= end - start <= 300
        ]
        if sentences:
            yield from _of_sentence(
                sentences[int(generator.integers(len(sentences)))], case, chunk, names, generator
            )
        statement = as_statement(case.question, case.answers[0])
        yield Pair("question as statement", statement, passages, True)
        wrong = _other(answers, case.answers[0], passages, generator)
        if wrong:
            wrong_statement = as_statement(case.question, wrong)
            yield Pair("statement, wrong answer", wrong_statement, passages, False)


def _of_sentence(
    sentence: str,
    case: Case,
    chunk: Chunk,
    names: Sequence[str],
    generator: np.random.Generator,
) -> Iterator[Pair]:
    yield Pair("verbatim", sentence, (chunk,), True)
    plainer = _ASIDE.sub("", sentence)
    if plainer != sentence:
        yield Pair("asides left out", plainer, (chunk,), True)
    number = _NUMBER.search(sentence)
    if number:
        changed = sentence.replace(number.group(), _changed(number.group()), 1)
        yield Pair("number changed", changed, (chunk,), False)
    name = _NAME.search(sentence)
    other = _other(names, name.group() if name else "", (chunk,), generator)
    if name and other:
        changed = sentence.replace(name.group(), other, 1)
        yield Pair("name changed", changed, (chunk,), False)
    if _BE.search(sentence):
        yield Pair("denied", _BE.sub(r"\1 not", sentence, count=1), (chunk,), False)
    near = near_misses(case)
    if near:
        yield Pair("another passage", sentence, (near[0].chunk,), False)


def as_statement(question: str, answer: str) -> str:
    """The question with its asking word replaced by the answer, or followed by it."""
    statement = question.strip().rstrip("?").strip()
    if _ASKING.search(statement):
        return _ASKING.sub(lambda _: answer, statement, count=1) + "."
    return f"{statement}: {answer}."


def _changed(figure: str) -> str:
    digits = [i for i, character in enumerate(figure) if character.isdigit()]
    at = digits[len(digits) // 2]
    return figure[:at] + str((int(figure[at]) + 3) % 10) + figure[at + 1 :]


def _pool(cases: Sequence[Case], pattern: re.Pattern[str]) -> list[str]:
    return [
        match.group()
        for case in cases
        for hit in case.gold_evidence
        for match in list(pattern.finditer(hit.chunk.text))[:3]
    ]


def _other(
    pool: Sequence[str], own: str, passages: Sequence[Chunk], generator: np.random.Generator
) -> str:
    held = " ".join(chunk.title + " " + chunk.text for chunk in passages).lower()
    for _ in range(20):
        candidate = pool[int(generator.integers(len(pool)))]
        same_shape = candidate[:1].isdigit() == own[:1].isdigit()
        if same_shape and candidate.lower() not in held and candidate.lower() != own.lower():
            return candidate
    return ""


def claim_pairs(folder: Path) -> Iterator[Pair]:
    """SciFact's claims with the abstract that supports or contradicts them."""
    abstracts = {
        str(row["doc_id"]): whole_document(
            str(row["doc_id"]), str(row.get("title") or ""), str(row["text"])
        )
        for row in read_lines(folder / "scifact" / "corpus.jsonl.gz")
    }
    for row in read_lines(folder / "scifact" / "questions.jsonl.gz"):
        verdict = {"SUPPORT": True, "CONTRADICT": False}.get(str(row.get("label")))
        if verdict is not None:
            gold = tuple(abstracts[str(each)] for each in row["gold_doc_ids"])  # type: ignore[attr-defined]
            kind = "SciFact, supported" if verdict else "SciFact, contradicted"
            yield Pair(kind, str(row["question"]), gold, verdict)


def listed_pairs() -> Iterator[Pair]:
    """The hand-written list: plausible errors and true paraphrases of invented passages."""
    for number, row in enumerate(json.loads(LISTED.read_text(encoding="utf-8"))):
        passage = (whole_document(f"listed-{number}", "", str(row["passage"])),)
        for _, error in row["errors"]:
            yield Pair("listed errors", error, passage, False)
        for paraphrase in row["paraphrases"]:
            yield Pair("listed paraphrases", paraphrase, passage, True)


def accepted(pair: Pair, embedder: Embedder | None) -> bool:
    """Whether the check finds the pair's sentence supported."""
    numbers = tuple(range(1, len(pair.passages) + 1))
    text = re.sub(r"[\[\]]", "", pair.sentence)
    draft = Draft(text, "", True, ((0, len(text), numbers),), (), Usage(), "")
    cited = cite(draft, as_hits(pair.passages), "", embedder)
    return cited.sentences[0].supported is not False


def table(pairs: Sequence[Pair], embedder: Embedder | None) -> dict[str, dict[str, float]]:
    """Per kind: how many, and the share judged rightly with its 95% bootstrap interval."""
    generator = np.random.default_rng(SEED)
    results: dict[str, dict[str, float]] = {}
    verdicts = [accepted(pair, embedder) for pair in pairs]
    for kind in dict.fromkeys(pair.kind for pair in pairs):
        right = np.array(
            [
                verdict == pair.true
                for pair, verdict in zip(pairs, verdicts, strict=True)
                if pair.kind == kind
            ]
        )
        draws = generator.choice(right, size=(1000, len(right))).mean(axis=1)
        low, high = np.quantile(draws, (0.025, 0.975))
        results[kind] = {
            "n": len(right),
            "right": round(100 * float(right.mean()), 1),
            "low": round(100 * float(low), 1),
            "high": round(100 * float(high), 1),
        }
    built = [
        (pair.true, verdict)
        for pair, verdict in zip(pairs, verdicts, strict=True)
        if not pair.kind.startswith(("SciFact", "listed"))
    ]
    flagged = [not true for true, verdict in built if not verdict]
    false_ones = [not verdict for true, verdict in built if not true]
    results["flags of built sentences"] = {
        "n": len(built),
        "precision": round(100 * float(np.mean(flagged)), 1),
        "recall": round(100 * float(np.mean(false_ones)), 1),
    }
    return results


def choose(pairs: Sequence[Pair], embedder: Embedder) -> None:
    """Print balanced accuracy over a grid of thresholds."""
    for covered in (0.5, 0.6, 0.7):
        for at_least in (0.2, 0.3, 0.4):
            for similar in (0.5, 0.6, 0.7):
                support.COVERED = covered
                support.COVERED_AT_LEAST = at_least
                support.SIMILAR = similar
                found = table(pairs, embedder)
                rates = {kind: row.get("right") for kind, row in found.items() if "right" in row}
                print(covered, at_least, similar, rates, found["flags of built sentences"])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--choose", action="store_true", help="print the grid on first halves")
    settings = load_settings()
    folder = settings.benchmarks
    embedder = CachedEmbedder(build_embedder(settings), settings.cache / "bench")
    splits = [passage_cases(folder, name, embedder) for name in ("hotpotqa300", "nq_uda")]
    generator = np.random.default_rng(SEED)
    if arguments.parse_args().choose:
        training = [p for s in splits for p in built_pairs(s.training[:MOST], generator)]
        choose(training, embedder)
        return
    pairs = [pair for split in splits for pair in built_pairs(split.test[:MOST], generator)]
    pairs += claim_pairs(folder)
    pairs += listed_pairs()
    results = {
        "with embedding": table(pairs, embedder),
        "words alone": table(pairs, None),
    }
    for name, rows in results.items():
        print(f"\n{name}\n{'kind':28}{'n':>6}{'judged rightly, %':>20}")
        for kind, row in rows.items():
            if "right" in row:
                print(f"{kind:28}{row['n']:>6}{row['right']:>9} [{row['low']}, {row['high']}]")
        flags = rows["flags of built sentences"]
        print(f"flagged: precision {flags['precision']} %, recall {flags['recall']} %")
    write_results("support", results)


if __name__ == "__main__":
    main()
