"""Has a language model write questions for a question set, and keeps those that pass the sieve.

Passages are asked about one after the other, no more than are needed. What is said is kept as soon
as it is said, so that a making that was interrupted goes on without paying twice; what is not kept
is counted with its reason.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.kept_makings import KeptQuestions, KeptReply, keep_report
from backend.briefing.passages_to_ask import pairs_to_ask, passages_to_ask
from backend.briefing.quotations import quotation
from backend.briefing.sieve import STOPPED, Sieve
from backend.errors import LanguageModelError
from backend.ports import Completion, Records, StopSignal
from backend.tasks.question.language_model import QuestionWriter
from backend.tasks.question.written.question_replies import (
    WrittenQuestion,
    read_joined,
    read_question,
)
from backend.types import CheckedQuestion, Chunk, MakingEstimate, MakingReport, Quotation

KIND = "write"
"""Kind of the job: its key is the set's name, its size how many questions are wanted."""
WRITING = "writing"
EACH = 2
"""So many passages are asked about at most for each question that is wanted."""
ONE_IN = 5
"""Of so many questions one is over two passages, where names are shared."""
FAILURES_IN_A_ROW = 3
"""After so many errors of the server nothing more is asked: each one would only cost time."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SinglePassage:
    """One passage to ask about."""

    chunk: Chunk

    @property
    def parts(self) -> tuple[str | Chunk, ...]:
        """What its reply is kept under."""
        return (self.chunk,)


@dataclass(frozen=True, slots=True)
class PassagePair:
    """Two passages that share a name, to ask about the second."""

    name: str
    first: Chunk
    second: Chunk

    @property
    def parts(self) -> tuple[str | Chunk, ...]:
        """What its reply is kept under."""
        return (self.name, self.first, self.second)


def things_to_ask(
    records: Records, collection_id: str, most: int
) -> tuple[list[PassagePair], list[SinglePassage]]:
    """Pairs and single passages that questions can be written of, in the order of asking."""
    passages = passages_to_ask(records, collection_id, EACH * most)
    pairs = [PassagePair(*pair) for pair in pairs_to_ask(records, collection_id, passages)]
    return pairs, [SinglePassage(passage) for passage in passages]


def estimate_making(
    records: Records,
    collection_id: str,
    writer: QuestionWriter,
    identity: str,
    most: int,
    prices: tuple[float, float],
    currency: str,
) -> MakingEstimate:
    """What making at most so many questions would cost at most; prompts are made and not sent.

    Args:
        prices: money for a million tokens in and out.
    """
    kept = KeptQuestions(records, collection_id, identity)
    pairs, passages = things_to_ask(records, collection_id, most)
    given = written = known = 0
    counts = []
    for things, limit in ((pairs, most // ONE_IN), (passages, most)):
        asked = 0
        for thing in things:
            if asked == EACH * limit:
                break
            if kept.load(*thing.parts) is not None:
                known += 1
                continue
            tokens = (
                writer.joined_tokens(thing.name, thing.first, thing.second)
                if isinstance(thing, PassagePair)
                else writer.tokens(thing.chunk)
            )
            given, written, asked = given + tokens[0], written + tokens[1], asked + 1
        counts.append(asked)
    cost = (given * prices[0] + written * prices[1]) / 1e6
    return MakingEstimate(writer.name, counts[1], counts[0], known, given, written, cost, currency)


class SetWriting:
    """One making of questions by a language model.

    Args:
        report: as it was when the making was asked for, or as an earlier try left it; its counts of
            requests, tokens and money go on.
        progress: told of each passage; it raises `CancelledError` when the work shall stop.
    """

    def __init__(
        self,
        records: Records,
        collection_id: str,
        set_name: str,
        writer: QuestionWriter,
        sieve: Sieve,
        report: MakingReport,
        progress: Callable[[str, int, int], None],
        stop: StopSignal,
    ) -> None:
        self._records, self._collection_id, self._set_name = records, collection_id, set_name
        self._writer, self._sieve = writer, sieve
        self._replies = KeptQuestions(records, collection_id, report.identity)
        self._report = report
        self._progress, self._stop = progress, stop
        self._refused: Counter[str] = Counter()
        self._failed: Counter[str] = Counter(dict(report.failed))
        self._in_a_row = self._looked = self._unasked = 0
        self._known = 0
        self._kept: list[CheckedQuestion] = []
        self.failure: LanguageModelError | None = None
        """The error after which nothing more was asked."""

    @property
    def kept(self) -> tuple[CheckedQuestion, ...]:
        """The questions that were kept by now."""
        return tuple(self._kept)

    def write(self) -> MakingReport:
        """Ask until enough questions are kept or nothing is left to ask about; what came of it.

        Raises:
            CancelledError: if progress asked for it.
        """
        most = self._report.wanted
        pairs, passages = things_to_ask(self._records, self._collection_id, most)
        of_two = most // ONE_IN
        total = min(len(pairs), EACH * of_two) + min(len(passages), EACH * most)
        try:
            self._ask_about(pairs, of_two, of_two, total)
            self._ask_about(passages, most - len(self._kept), most, total)
        finally:
            report = self._tell()
        return report

    def _ask_about(
        self, things: Sequence[PassagePair | SinglePassage], wanted: int, limit: int, total: int
    ) -> None:
        """Ask about things until so many questions are kept of them, with at most `EACH` requests
        for each of `limit` questions."""
        asked, kept = 0, len(self._kept)
        for thing in things:
            if len(self._kept) - kept == wanted:
                return
            there = self._replies.load(*thing.parts)
            if there is None and asked == EACH * limit:
                continue  # what is known already costs nothing
            if there is None and self.failure is not None:
                self._unasked += 1
                asked += 1
                continue
            self._progress(WRITING, min(self._looked, total), total)
            asked += there is None
            self._looked += 1
            if there is None:
                there = self._asked(thing)
            elif there.job_id != self._report.job_id:
                self._known += 1
            if there is not None:
                self._take(thing, there.text)

    def _asked(self, thing: PassagePair | SinglePassage) -> KeptReply | None:
        """The reply about passages; None if there is none, which is counted."""
        try:
            completion = (
                self._writer.join(thing.name, thing.first, thing.second, self._stop)
                if isinstance(thing, PassagePair)
                else self._writer.write(thing.chunk, self._stop)
            )
        except LanguageModelError as error:
            self._in_a_row += 1
            self._failed[error.what] += 1
            if self._in_a_row == FAILURES_IN_A_ROW:
                logger.warning("writing questions stopped: %s", error)
                self.failure = error
            self._tell()
            return None
        self._in_a_row = 0
        self._spend(completion)
        if completion.ending not in ("complete", "length"):
            if completion.ending != "stopped":
                self._failed[_CUT.get(completion.ending, "the answer was cut off")] += 1
            self._tell()
            return None
        self._tell()
        reply = KeptReply(completion.text, self._report.job_id)
        self._replies.save(reply, *thing.parts)
        return reply

    def _take(self, thing: PassagePair | SinglePassage, text: str) -> None:
        """Keep the question of a reply, or count why it is not kept."""
        found = (
            self._over_two(thing, text)
            if isinstance(thing, PassagePair)
            else self._one(thing, text)
        )
        if not isinstance(found, str):
            self._kept.append(found)
        elif found != STOPPED:
            self._refused[found] += 1

    def _one(self, passage: SinglePassage, text: str) -> CheckedQuestion | str:
        asked = read_question(text, passage.chunk)
        if isinstance(asked, str):
            return asked
        return self._sieve.one(self._candidate(passage.chunk, asked))

    def _over_two(self, pair: PassagePair, text: str) -> CheckedQuestion | str:
        joined = read_joined(text, pair.name, pair.first, pair.second)
        if isinstance(joined, str):
            return joined
        clue = self._quoted(pair.first, joined.clue_start, joined.clue_end)
        return self._sieve.over_two(joined.text, self._candidate(pair.second, joined.half), clue)

    def _candidate(self, chunk: Chunk, asked: WrittenQuestion) -> CandidateQuestion:
        source = self._quoted(chunk, asked.start, asked.end)
        return CandidateQuestion(asked.text, "written", source, right=asked.answer)

    def _quoted(self, chunk: Chunk, start: int, end: int) -> Quotation:
        text = chunk.text[start:end]
        return quotation(self._records, chunk, chunk.start + start, chunk.start + end, text)

    def _spend(self, completion: Completion) -> None:
        usage, report = completion.usage, self._report
        self._report = replace(
            report,
            written_by=completion.model or report.written_by,
            asked=report.asked + (completion.ending != "stopped"),
            input_tokens=report.input_tokens + usage.input_tokens,
            output_tokens=report.output_tokens + usage.output_tokens,
            cost=report.cost + usage.cost,
            estimated=report.estimated + completion.estimated,
        )

    def _tell(self) -> MakingReport:
        """Keep how far it is."""
        self._report = replace(
            self._report,
            kept=len(self._kept),
            joined=sum(bool(each.also) for each in self._kept),
            known=self._known,
            refused=tuple(self._refused.most_common()),
            failed=tuple(self._failed.most_common()),
            unasked=self._unasked,
        )
        keep_report(self._records, self._collection_id, self._set_name, self._report)
        return self._report


_CUT = {
    "filtered": "the service withheld the answer",
    "timeout": "the answer did not come in time",
}
