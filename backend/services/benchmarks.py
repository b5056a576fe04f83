"""Public question sets: their corpus as a collection and their questions as a set."""

from __future__ import annotations

import gzip
from pathlib import Path

from backend.bootstrap import Assembly
from backend.errors import NotFoundError
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_sets import keep_set
from backend.evaluation.question_files import read_questions
from backend.ports import Progress
from backend.services.library import LibraryService
from backend.types import QuestionSetCard


class BenchmarkService:
    """Bringing in the sets of the folder that the setting `benchmarks` names."""

    def __init__(self, assembly: Assembly, library: LibraryService) -> None:
        self._records = assembly.parts.records
        self._library = library
        self._folder = assembly.parts.settings.benchmarks

    def benchmark_names(self) -> tuple[str, ...]:
        """The names of the sets that are there."""
        if not self._folder.is_dir():
            return ()
        return tuple(sorted(each.parent.name for each in self._folder.glob("*/questions.jsonl.gz")))

    def import_benchmark(
        self, name: str, collection_id: str, progress: Progress
    ) -> tuple[QuestionSetCard, tuple[Path, ...]]:
        """Import a set's corpus into a collection, and keep its questions as a set of its name.

        Returns:
            The set, and PDF files that stand for the corpus: they are to be added as any others.

        Raises:
            NotFoundError: if the folder does not hold the set, naming those that it holds.
            ReadingError: if one of its lines cannot be read.
        """
        if name not in self.benchmark_names():
            there = ", ".join(self.benchmark_names()) or "none"
            raise NotFoundError(
                f"The question set “{name}” is not in {self._folder}.",
                f"There are: {there}. Set QUIRE_BENCHMARKS to the folder that holds the sets.",
            )
        folder = self._folder / name
        files = tuple(sorted((folder / "pdfs").glob("*.pdf")))
        if not files:
            self._library.import_corpus(collection_id, folder / "corpus.jsonl.gz", progress)
        with gzip.open(folder / "questions.jsonl.gz") as lines:
            questions = read_questions(lines.read(), f"{name}.jsonl")
        resolver = Resolver(self._records, self._records.documents(collection_id))
        located = [resolver.located(question) for question in questions]
        return keep_set(self._records, collection_id, name, located), files
