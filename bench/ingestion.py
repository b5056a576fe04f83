"""From PDF to answerable, beside LangChain's usual recipe: `python -m bench.ingestion`.

The recipe: PyPDFLoader, RecursiveCharacterTextSplitter(1000, 200), the same MiniLM through
sentence-transformers, FAISS. Both sides start as new processes on the same files with the same
number of threads and end when the first question is answered; they take turns. Factors compare the
work after both have started and loaded the model, since start-up would drown a short run; the time
in all is shown beside them. The model's one-time export is done before. LangChain keeps its index
in memory; Quire's side also stores the files, checkpoints and all records on disk.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from backend.embedders._model import PACKAGED, find_packaged_or_local
from backend.embedders.sentence_transformers import build
from backend.settings import load_settings
from bench._environments import Run, environment, measured
from bench.report import table, write_results

QUESTION = "What was the total net revenue of the year?"
RECIPE = (
    "langchain-community",
    "langchain-text-splitters",
    "langchain-huggingface",
    "sentence-transformers==6.2.0",
    "torch==2.15.0",
    "faiss-cpu",
    "pypdf",
)
AFTER_START = ("seconds after start", "processor seconds after start")
FILES = (
    "AMCOR_2023Q4_EARNINGS.pdf",
    "PEPSICO_2023Q1_EARNINGS.pdf",
    "BESTBUY_2024Q2_10Q.pdf",
    "ULTABEAUTY_2023Q4_EARNINGS.pdf",
)


def main() -> None:
    """Run both sides in turn and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--files", nargs="*", default=list(FILES))
    chosen = arguments.parse_args()
    settings = load_settings()
    folder = settings.benchmarks.resolve() / "financebench_small" / "pdfs"
    files = [str(folder / name) for name in chosen.files]
    python = environment(settings.cache / "bench" / "environments", "langchain", RECIPE)
    model = find_packaged_or_local(PACKAGED)
    build(settings).embed(["ready"])
    threads = {name: str(chosen.threads) for name in ("OMP_NUM_THREADS", "QUIRE_EMBEDDING_THREADS")}
    recipe = str(Path(__file__).with_name("_langchain_ingestion.py"))
    quire = [sys.executable, "-m", "bench._quire_ingestion", QUESTION]
    commands = {
        "LangChain's recipe": [str(python), recipe, str(model), QUESTION, *files],
        "Quire, tables in prose only": [*quire, "no rows", *files],
        "Quire": [*quire, "rows", *files],
    }
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(chosen.rounds):
        for name, command in commands.items():
            runs[name].append(measured(command, threads))
    best = {name: min(of, key=lambda run: run.seconds) for name, of in runs.items()}
    figures = {name: _figures(run) for name, run in best.items()}
    base = figures["LangChain's recipe"]
    rows = [
        [
            name,
            figure["pages"],
            figure["chunks"],
            f"{figure['wall seconds']:.1f}",
            *(f"{figure[name]:.1f}" for name in AFTER_START),
            f"{figure['peak megabytes']:.0f}",
            *(f"{base[name] / figure[name]:.2f}" for name in AFTER_START),
        ]
        for name, figure in figures.items()
    ]
    columns = ["", "pages", "chunks", "s in all", "s", "processor s", "peak MB"]
    columns += ["x faster", "x less work"]
    write_results("ingestion", {"files": chosen.files, "rounds": chosen.rounds, "sides": figures})
    print(table(f"From PDF to answerable: {len(files)} filings", columns, rows))


def _figures(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run.output.splitlines()[-1])
    return {
        **found,
        "wall seconds": round(run.seconds, 2),
        "processor seconds": round(run.processor_seconds, 2),
        "peak megabytes": round(run.peak_megabytes),
    }


if __name__ == "__main__":
    main()
