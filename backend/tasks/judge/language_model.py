"""A language model as judge: three marks for each answer, and which of two answers is better.

Each judgement is a request of its own. A reply that is void (prose, an unknown label, a quotation
that does not stand there) is asked for once more, told why; then the row is in error. Two answers
are compared twice with their places changed, since judges prefer one place (Zheng et al. 2023,
section 3.3); what changes with the order counts for neither.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import median_low
from typing import TypeVar

from backend.errors import LanguageModelError
from backend.evidence.fencing import SMALLEST_TOKENS, fence, without_chat_tokens
from backend.ports import Completion, LanguageModel, Message, StopSignal
from backend.prompts import instruction, load, request
from backend.prompts.prompt_tokens import FRAME_TOKENS, prompt_tokens
from backend.settings import Settings
from backend.tasks.judge.written.judge_replies import (
    MOST_FACTS,
    PAIR_SCHEMA,
    SCHEMA,
    JudgeMarks,
    read_marks,
    read_preference,
)
from backend.tokens import estimate_tokens
from backend.types import Chunk, Hit, Usage

PROMPT, PAIR_PROMPT = "judge", "judge_pair"
TRIES = 2
MAX_TOKENS = 700
REPLY_TOKENS, PAIR_REPLY_TOKENS = 180, 40
"""What a reply is taken to be before there is one: the schema's words, three facts, quotations."""
LONGEST_TEXT = 6_000
"""So many characters of an answer are shown to the judge."""
LONGEST_ECHO = 600
_AGAIN = "{why} Judge once more, with the JSON object alone."
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Case:
    """An answer to be judged: the question, its right answers, and what the writer read."""

    question: str
    golds: tuple[str, ...]
    answer: str
    passages: tuple[Chunk, ...] = ()


class NotJudgedError(Exception):
    """Nothing came of asking the judge; the message says why. `usage` is what all requests cost.

    A `LanguageModelError` as its cause says that the server failed; without one a reply was void.
    """

    def __init__(self, why: str, usage: Usage) -> None:
        super().__init__(why)
        self.usage = usage


class WrittenJudge:
    """Lets a language model judge answers. `estimated` counts the replies whose tokens the server
    did not tell."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._settings = settings
        self._model = language_model
        self.name = language_model.name
        self.estimated = 0

    def judge(self, case: Case, votes: int, stop: StopSignal) -> tuple[JudgeMarks, Usage]:
        """The marks of an answer, and what they cost.

        Args:
            votes: how often it is judged; of each mark the middle one counts, which is the
                majority's where there is one.

        Raises:
            NotJudgedError: if no reply could be used, or the server did not answer.
        """
        messages, passages = self._messages(case)
        golds = [_shown(each) for each in case.golds]
        usage, found = Usage(), []
        for _ in range(votes):
            marks, usage = self._ask(
                messages,
                SCHEMA,
                lambda text: read_marks(text, golds, _shown(case.answer), passages),
                stop,
                usage,
            )
            found.append(marks)
        correct = median_low([each.correct for each in found])
        return (
            JudgeMarks(
                correct,
                median_low([each.coverage for each in found]),
                median_low([each.faithful for each in found]),
                next(each.why for each in found if each.correct == correct),
            ),
            usage,
        )

    def prefer(self, first: Case, second: Case, stop: StopSignal) -> tuple[int, bool, Usage]:
        """1 if the first answer is better, −1 if the second is, 0 for neither; whether the judge
        changed its mind with the order; and the cost. Raises as `judge` does."""
        one, usage = self._preferred(first, second, stop, Usage())
        other, usage = self._preferred(second, first, stop, usage)
        return one if one == -other else 0, one != -other, usage

    def tokens(self, case: Case) -> tuple[int, int]:
        """Tokens of the request for a case, and what its reply is taken to be; nothing is sent."""
        return prompt_tokens(self._messages(case)[0]), REPLY_TOKENS

    def pair_tokens(self, first: Case, second: Case) -> tuple[int, int]:
        """Tokens of both requests for a pair, and of both replies; nothing is sent."""
        given = prompt_tokens(_pair(first, second)) + prompt_tokens(_pair(second, first))
        return given, 2 * PAIR_REPLY_TOKENS

    def _preferred(
        self, first: Case, second: Case, stop: StopSignal, spent: Usage
    ) -> tuple[int, Usage]:
        return self._ask(
            _pair(first, second),
            PAIR_SCHEMA,
            lambda text: read_preference(text, _shown(first.answer), _shown(second.answer)),
            stop,
            spent,
        )

    def _messages(self, case: Case) -> tuple[list[Message], tuple[str, ...]]:
        """The prompt, and the text of each passage as it stands in it."""
        boundary = secrets.token_hex(8)
        system = instruction(PROMPT, facts=str(MOST_FACTS))
        golds, answer = _golds(case), _shown(case.answer)
        used = FRAME_TOKENS + sum(
            map(estimate_tokens, (system.content, case.question, golds, answer))
        )
        room = self._settings.language_model_context - MAX_TOKENS - used
        hits = [Hit(passage, 0.0, ()) for passage in case.passages]
        fenced = fence(case.question, hits, boundary, max(SMALLEST_TOKENS, room))
        filled = request(
            PROMPT,
            boundary=boundary,
            question=without_chat_tokens(case.question),
            golds=golds,
            answer=answer,
            passages=fenced.text,
        )
        return [system, filled], fenced.texts

    def _ask(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, object],
        read: Callable[[str], T | str],
        stop: StopSignal,
        spent: Usage,
    ) -> tuple[T, Usage]:
        """What was read of a reply, and `spent` with what that cost besides."""
        usage, why = spent, ""
        asked = list(messages)
        for _ in range(TRIES):
            try:
                completion = self._complete(asked, schema, stop)
            except LanguageModelError as error:
                raise NotJudgedError(str(error), usage) from error
            self.name = completion.model
            self.estimated += completion.estimated
            usage = usage.plus(completion.usage)
            found = read(completion.text)
            if not isinstance(found, str):
                return found, usage
            why = found
            if stop.is_set():
                break
            said = Message("assistant", completion.text[:LONGEST_ECHO] or "(nothing)")
            asked = [*messages, said, Message("user", _AGAIN.format(why=why))]
        raise NotJudgedError(f"The judge's reply could not be used. {why}", usage)

    def _complete(
        self, messages: Sequence[Message], schema: Mapping[str, object], stop: StopSignal
    ) -> Completion:
        stream = self._model.stream(messages, max_tokens=MAX_TOKENS, stop=stop, schema=schema)
        for piece in stream:
            if isinstance(piece, Completion):
                return piece
        raise LanguageModelError(
            "broken_answer", f"{self.name} ended without an answer.", "Judge these again."
        )


def _pair(first: Case, second: Case) -> list[Message]:
    filled = request(
        PAIR_PROMPT,
        boundary=secrets.token_hex(8),
        question=without_chat_tokens(first.question),
        golds=_golds(first),
        first=_shown(first.answer),
        second=_shown(second.answer),
    )
    return [instruction(PAIR_PROMPT), filled]


def _golds(case: Case) -> str:
    return "\n".join(f"- {_shown(each)}" for each in case.golds)


def _shown(text: str) -> str:
    return without_chat_tokens(" ".join(text.split()))[:LONGEST_TEXT]


def judge_identity(answering: str) -> str:
    """What tells judgements apart: the language model and the wording of its prompts."""
    wording = sha256(f"{load(PROMPT)}\0{load(PAIR_PROMPT)}".encode()).hexdigest()[:12]
    return f"{answering} {wording}"


def build(settings: Settings, language_model: LanguageModel) -> WrittenJudge:
    """The judge over a language model."""
    return WrittenJudge(settings, language_model)
