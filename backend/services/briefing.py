"""What a collection holds, and the questions that it leads to: the first screen of Ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend import sample
from backend.bootstrap import Assembly
from backend.briefing.leading import beginning, related
from backend.briefing.making import KIND, kept_briefing
from backend.ingestion.queueing import UNFINISHED, queue, waiting_job
from backend.serialisation import from_json
from backend.types import Answer, Briefing, CheckedQuestion, JobState


class BriefingService:
    """Briefings, made in the background, and what was checked for them."""

    def __init__(
        self, assembly: Assembly, ensure_worker: Callable[[], None], *, in_background: bool
    ) -> None:
        """
        Args:
            in_background: there is a worker; without one nothing is queued.
        """
        self._ensure_worker = ensure_worker
        self._in_background = in_background
        self._records = assembly.parts.records

    def briefing_of(self, collection_id: str) -> Briefing | None:
        """What a collection holds, as it was worked out last; None before it was.

        It is never worked out here: `notice_missing_briefing` has it done in the background.
        """
        return kept_briefing(self._records, collection_id)

    def is_briefing(self, collection_id: str) -> bool:
        """Whether a briefing of the collection is waited for."""
        return waiting_job(self._records, collection_id, KIND) is not None

    def notice_missing_briefing(self, collection_id: str) -> None:
        """Queue a briefing where there is none of the documents as they are, once no file of the
        collection is being read. One that failed is made again when documents have changed."""
        if not self._in_background:
            return
        kept = kept_briefing(self._records, collection_id)
        documents = self._records.documents(collection_id)
        if not documents or (kept is not None and not kept.stale):
            return
        if self._records.find_jobs(collection_id, states=UNFINISHED, limit=1):
            return
        newest = max(document.added for document in documents)
        earlier = self._records.find_jobs(collection_id, kind=KIND)
        if any(each.state is not JobState.DONE and each.created > newest for each in earlier):
            return
        for job in earlier:
            self._records.dismiss_job(job.id)
        collection = self._records.collection(collection_id)
        queue(self._records, collection, KIND, "questions to begin with")
        self._ensure_worker()

    def suggested_questions(self, collection_id: str, most: int = 4) -> tuple[str, ...]:
        """Questions that came with the sample library; none for other collections."""
        if self._records.collection(collection_id).name == sample.COLLECTION:
            return sample.questions()[:most]
        return ()

    def leading_questions(self, collection_id: str, most: int = 3) -> Sequence[CheckedQuestion]:
        """Checked questions of different kinds and documents; none before there is a briefing."""
        kept = kept_briefing(self._records, collection_id)
        return beginning(kept.questions, most) if kept is not None else ()

    def related_questions(self, answer_id: str, most: int = 3) -> Sequence[CheckedQuestion]:
        """Checked questions near an answer: of its documents and sections, not asked yet.

        Raises:
            NotFoundError: if the answer was deleted.
        """
        answer = from_json(Answer, self._records.answer(answer_id))
        kept = kept_briefing(self._records, answer.collection_id)
        if kept is None:
            return ()
        asked = [
            from_json(Answer, each).question
            for each in self._records.answers(answer.conversation_id)
        ]
        return related(kept.questions, answer, asked, most)
