"""Answers written by a language model from the evidence, with a citation after each sentence."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.evidence.fencing import BEST, SMALLEST_TOKENS, Fenced, fence
from backend.ports import (
    Answerer,
    Completion,
    Ending,
    LanguageModel,
    Message,
    NotedFact,
    StopSignal,
)
from backend.prompts import instruction, load, request
from backend.settings import Settings
from backend.tasks.answer.written.claims import (
    NOT_FOUND,
    claims,
    says_not_found,
    without_markers,
)
from backend.tasks.answer.written.forms import form_for
from backend.tasks.answer.written.given_facts import (
    cited_facts,
    first_facts,
    of_given,
    told,
    told_tokens,
)
from backend.tokens import estimate_tokens
from backend.types import Draft, Hit, Turn, Usage

PROMPT = "answer"
TURNS = 3
LONGEST_QUESTION = 400
LONGEST_ANSWER = 800
"""So many characters of each earlier turn are repeated to the model."""
FRAME_TOKENS = 64
"""Set aside for what chat templates put round the messages."""
FACTS_SHARE = 0.25
"""Share of the room for evidence that facts may take; what is left is the passages'."""


def build(settings: Settings, language_model: LanguageModel) -> Answerer:
    """The answer task over a language model."""
    return WrittenAnswers(settings, language_model)


class WrittenAnswers:
    """Lets a language model write the answer, and finds its sentences and citations."""

    def __init__(
        self, settings: Settings, language_model: LanguageModel, facts: Sequence[NotedFact] = ()
    ) -> None:
        self._settings = settings
        self._model = language_model
        self._facts = facts
        self.name = language_model.name

    def with_facts(self, facts: Sequence[NotedFact]) -> Answerer:
        """See `backend.ports.AnswererWithFacts`."""
        return WrittenAnswers(self._settings, self._model, facts)

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer.answer`. Without hits the model is not asked at all."""
        if not hits:
            yield NOT_FOUND
            yield self._draft(NOT_FOUND, 0, Completion(NOT_FOUND, Usage(), self.name), ())
            return
        earlier = _conversation(history)
        fenced, messages = self._messages(question, earlier, hits)
        for piece in self._model.stream(
            messages, max_tokens=self._settings.language_model_max_tokens, stop=stop
        ):
            if isinstance(piece, Completion):
                self.name = piece.model
                notices = (*self._endings(piece), *_left_out(fenced, len(hits)))
                draft = self._draft(piece.text, fenced.given, piece, notices)
                yield replace(
                    draft, sent=tuple((message.role, message.content) for message in messages)
                )
            else:
                yield piece

    def _messages(
        self, question: str, earlier: Sequence[Message], hits: Sequence[Hit]
    ) -> tuple[Fenced, list[Message]]:
        boundary = secrets.token_hex(8)
        used = FRAME_TOKENS + estimate_tokens(load(PROMPT)) + estimate_tokens(question)
        used += sum(estimate_tokens(message.content) for message in earlier)
        limit = self._settings.language_model_context - self._settings.language_model_max_tokens
        room = max(SMALLEST_TOKENS, limit - used)
        facts = first_facts(cited_facts(self._facts, hits), boundary, int(FACTS_SHARE * room))
        room -= told_tokens(facts, boundary)
        fenced = fence(question, hits, boundary, room)
        of_facts, noted = told(of_given(facts, fenced.given), boundary)
        system = instruction(PROMPT, boundary=boundary)
        passages = fenced.text
        if noted:
            system = replace(system, content=f"{system.content}\n\n{of_facts}")
            passages = f"{passages}\n\n{noted}"
        return fenced, [
            system,
            *earlier,
            request(PROMPT, passages=passages, form=form_for(question), question=question),
        ]

    def _draft(
        self, text: str, given: int, completion: Completion, notices: tuple[str, ...]
    ) -> Draft:
        sentences = claims(text, given)
        return Draft(
            text=text,
            short="",
            found=not says_not_found(text, sentences),
            sentences=sentences,
            spans=(),
            usage=completion.usage,
            answered_by=completion.model,
            notices=notices,
        )

    def _endings(self, completion: Completion) -> Iterator[str]:
        settings = self._settings
        early: dict[Ending, str] = {
            "length": "The answer reached the limit of "
            f"{settings.language_model_max_tokens} tokens and ends early.",
            "filtered": "The service withheld the rest of the answer by its content rules.",
            "cut": "The connection broke while the answer was being written; it ends early.",
            "timeout": f"The time limit of {settings.language_model_timeout:g} seconds was reached "
            "while the answer was being written; it ends early.",
        }
        if completion.ending in early:
            yield early[completion.ending]
        if completion.estimated:
            yield "The tokens of this answer are estimated, because the server did not report them."


def _conversation(history: Sequence[Turn]) -> list[Message]:
    """The latest turns, shortened, without citations: their numbers meant other passages."""
    found = []
    for turn in history[-TURNS:]:
        found.append(Message("user", _shortened(turn.question, LONGEST_QUESTION)))
        found.append(Message("assistant", _shortened(without_markers(turn.answer), LONGEST_ANSWER)))
    return found


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _left_out(fenced: Fenced, hits: int) -> Iterator[str]:
    if fenced.shortened:
        yield f"{fenced.shortened} of {hits} passages were shortened to what the model can take in."
    if fenced.given < min(hits, BEST):
        yield f"The model could take in only the first {fenced.given} of {hits} passages."
