"""Question sets of a collection: typed, taken from answers, read from files, written to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from backend.bootstrap import Assembly
from backend.briefing.for_sets import add_to_set, set_questions
from backend.briefing.kept_makings import drop_report
from backend.briefing.making import kept_briefing
from backend.errors import NotFoundError, QuestionError
from backend.evaluation import kept_runs, kept_sets
from backend.evaluation.gold import Resolver
from backend.evaluation.question_files import as_csv, as_json_lines, read_questions
from backend.one_line import on_one_line
from backend.serialisation import from_json
from backend.services.run_jobs import cancel_work_on
from backend.types import Answer, QuestionSetCard, Reference, SetQuestion

LONGEST_QUOTE = 2_000


class QuestionSetService:
    """Making and changing question sets."""

    def __init__(self, assembly: Assembly) -> None:
        self._records = assembly.parts.records

    def sets_of(self, collection_id: str) -> tuple[QuestionSetCard, ...]:
        """A collection's question sets by name."""
        return kept_sets.question_sets(self._records, collection_id)

    def questions_of_set(self, collection_id: str, set_id: str) -> tuple[SetQuestion, ...]:
        """The questions of a set in their order, struck ones too."""
        return kept_sets.questions_of(self._records, collection_id, set_id)

    def add_set_file(self, collection_id: str, name: str, content: bytes) -> QuestionSetCard:
        """Keep the questions of a JSON-lines or CSV file as a set, named as the file without its
        ending, in place of one of that name.

        Raises:
            ReadingError: naming the line that is not a question; a set that was there stays.
        """
        questions = read_questions(content, name)
        title = name.rsplit(".", 1)[0] or name
        return self._keep_set(collection_id, title, questions)

    def new_set(self, collection_id: str, name: str) -> QuestionSetCard:
        """An empty set.

        Raises:
            QuestionError: if it has no name, or there is one of that name.
        """
        if any(
            set_card.name.casefold() == name.strip().casefold()
            for set_card in self.sets_of(collection_id)
        ):
            raise QuestionError(
                f"There is a question set named “{name.strip()}” already.", "Choose another name."
            )
        return kept_sets.keep_set(self._records, collection_id, name, ())

    def copy_set(
        self, collection_id: str, name: str, questions: Sequence[SetQuestion]
    ) -> QuestionSetCard:
        """Keep questions of another collection's set, in place of an earlier copy of it; their
        evidence means the documents of the same names here.

        Raises:
            QuestionError: if a set of this name holds other questions, which would be lost.
        """
        for card in self.sets_of(collection_id):
            same = card.name.casefold() == on_one_line(name).casefold()
            if same and _would_lose(self.questions_of_set(collection_id, card.id), questions):
                raise QuestionError(
                    f"The other collection has a set {card.name} with questions of its own.",
                    "Give the set that is to be copied another name, or delete that one.",
                )
        resolver = self._resolver(collection_id)
        located = [resolver.located(question) for question in questions]
        return kept_sets.keep_set(self._records, collection_id, name, located)

    def set_file(self, collection_id: str, set_id: str, form: Literal["jsonl", "csv"]) -> str:
        """A set as a file's text, without struck questions."""
        questions = [
            question
            for question in self.questions_of_set(collection_id, set_id)
            if not question.struck
        ]
        return as_csv(questions) if form == "csv" else as_json_lines(questions)

    def put_question(self, collection_id: str, set_id: str, question: SetQuestion) -> None:
        """Add a question, or change the one with its qid; an empty qid makes a new one.

        Raises:
            QuestionError: if the question is empty.
            NotFoundError: if there is no such set.
        """
        if not question.qid:
            there = self.questions_of_set(collection_id, set_id)
            question = replace(question, qid=kept_sets.new_qid(there))
        located = self._resolver(collection_id).located(question)
        kept_sets.put_question(self._records, collection_id, set_id, located)

    def strike_questions(
        self, collection_id: str, set_id: str, qids: frozenset[str], *, struck: bool
    ) -> None:
        """Take questions out of a set, or put them back."""
        for question in self.questions_of_set(collection_id, set_id):
            if question.qid in qids and question.struck != struck:
                self.put_question(collection_id, set_id, replace(question, struck=struck))

    def delete_set(self, collection_id: str, set_id: str) -> None:
        """Forget a set with the runs over it; work on them is stopped."""
        runs = [
            run.id
            for run in kept_runs.runs_of(self._records, collection_id)
            if run.set_id == set_id
        ]
        cancel_work_on(self._records, collection_id, runs)
        kept_runs.drop_runs(self._records, collection_id, runs)
        card = next(
            (set_card for set_card in self.sets_of(collection_id) if set_card.id == set_id), None
        )
        if card is not None:
            drop_report(self._records, collection_id, card.name)
        kept_sets.drop_set(self._records, collection_id, set_id)
        self._drop_unused(collection_id)

    def unresolved_evidence(self, collection_id: str, set_id: str) -> dict[str, tuple[str, ...]]:
        """By qid: evidence that the collection does not hold as it is now."""
        resolver = self._resolver(collection_id)
        found = {
            question.qid: resolver.gold(question).missing
            for question in self.questions_of_set(collection_id, set_id)
        }
        return {qid: missing for qid, missing in found.items() if missing}

    def add_answer_to_set(self, answer_id: str, set_name: str) -> QuestionSetCard:
        """Add an answered question to a set, which is made if it is new: with the answer's first
        line, and each place that it cites as evidence. Passages that a person marked right are
        evidence as well, and what is cited of one that was marked wrong is none. A question that
        the set has already takes the place of itself.

        Raises:
            NotFoundError: if the answer was deleted.
        """
        answer = from_json(Answer, self._records.answer(answer_id))
        collection_id = answer.collection_id
        name = set_name.strip()
        there = {set_card.name.casefold(): set_card for set_card in self.sets_of(collection_id)}
        card = there.get(name.casefold())
        if card is None:
            card = kept_sets.keep_set(self._records, collection_id, name, ())
        text = answer.settings.get("read_as", answer.question)
        questions = self.questions_of_set(collection_id, card.id)
        same = next(
            (set_question.qid for set_question in questions if set_question.text == text), ""
        )
        short = (answer.short,) if answer.found and answer.short else ()
        question = SetQuestion(
            same, text, short, tuple(dict.fromkeys(self._cited(answer))), "from an answer"
        )
        self.put_question(collection_id, card.id, question)
        return kept_sets.question_set(self._records, collection_id, card.id)

    def made_questions(self, collection_id: str) -> tuple[SetQuestion, ...]:
        """Questions that Quire made of the collection for its briefing; see `for_sets`. Empty
        before the collection has one."""
        kept = kept_briefing(self._records, collection_id)
        return set_questions(self._records, collection_id, kept.questions if kept else ())

    def add_made_questions(self, collection_id: str, set_name: str) -> int:
        """Add the questions of the briefing to a set, which is made if it is new; how many came.
        Those that the set has already stay as they are, struck ones struck."""
        made = self.made_questions(collection_id)
        return add_to_set(self._records, collection_id, set_name, made)

    def _keep_set(
        self, collection_id: str, name: str, questions: Sequence[SetQuestion]
    ) -> QuestionSetCard:
        resolver = self._resolver(collection_id)
        located = [resolver.located(question) for question in questions]
        return kept_sets.keep_set(self._records, collection_id, name, located)

    def _resolver(self, collection_id: str) -> Resolver:
        return Resolver(self._records, self._records.documents(collection_id))

    def _cited(self, answer: Answer) -> list[Reference]:
        """What an answer cites and what a person marked as right, but not what was marked wrong."""
        marks = {
            mark.chunk_id: mark.value
            for mark in self._records.marks(answer.collection_id)
            if mark.answer_id == answer.id and mark.chunk_id
        }
        places = [
            (citation.document_id, citation.start, citation.end, citation.page)
            for citation in answer.citations
            if marks.get(citation.chunk_id, 0) >= 0
        ]
        cited = {citation.chunk_id for citation in answer.citations}
        places += [
            (hit.chunk.document_id, hit.chunk.start, hit.chunk.end, next(iter(hit.chunk.pages), 0))
            for hit in answer.hits
            if marks.get(hit.chunk.id, 0) > 0 and hit.chunk.id not in cited
        ]
        found = []
        for document_id, start, end, of_page in places:
            try:
                document = self._records.document(document_id)
                quote = self._records.text(document.id, start, end)
            except NotFoundError:
                continue  # deleted since
            page = of_page + 1 if document.page_sizes else 0
            words = " ".join(quote[:LONGEST_QUOTE].split())
            found.append(Reference(document.key or document.name, words, page))
        return found

    def _drop_unused(self, collection_id: str) -> None:
        sets = {
            set_card.id: self.questions_of_set(collection_id, set_card.id)
            for set_card in self.sets_of(collection_id)
        }
        kept_runs.drop_unused_outcomes(self._records, collection_id, dict(sets))


def _would_lose(kept: Sequence[SetQuestion], copied: Sequence[SetQuestion]) -> bool:
    """Whether questions are no earlier copy of those: one more than they are, or none in the same
    words. A copy may say some of them in other words, since they were changed later."""
    texts, qids = (
        {set_question.text for set_question in copied},
        {set_question.qid for set_question in copied},
    )
    more = any(
        set_question.text not in texts and set_question.qid not in qids for set_question in kept
    )
    return more or (bool(kept) and all(set_question.text not in texts for set_question in kept))
