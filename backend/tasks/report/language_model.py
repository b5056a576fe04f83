"""Reports on groups of names written by a language model, one request per group.

What it writes is taken sentence by sentence: one that names no passage it was given is thrown away,
and a report without a sentence left is refused, with the reason.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from backend.evidence.fencing import SMALLEST_TOKENS, fence, without_chat_tokens
from backend.ports import Completion, LanguageModel, Message, StopSignal
from backend.prompts import instruction, request
from backend.prompts.replies import reply_of, schema_of
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Chunk, Hit

PROMPT = "report"
MAX_TOKENS = 500
NAMES, SENTENCES = 40, 5
LONGEST_TITLE, LONGEST_SENTENCE = 120, 500
NO_CITATIONS = "it cites none of the passages"
UNREADABLE = "it is not in the form that was asked for"
CUT_OFF = "it was cut off"


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    passages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Report:
    title: str
    sentences: tuple[_Sentence | None, ...]


SCHEMA = schema_of(_Report)


@dataclass(frozen=True, slots=True)
class ReportReply:
    """A report as a language model wrote it: sentences with the numbers, from 1, of the passages
    that they rest on. `refused` says why it was not taken; then there is nothing else."""

    title: str = ""
    sentences: tuple[tuple[str, tuple[int, ...]], ...] = ()
    refused: str = ""


class ReportWriter:
    """Lets a language model report on groups of names."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._settings = settings
        self._model = language_model

    @property
    def name(self) -> str:
        """The model's, which may become known by its first answer."""
        return self._model.name

    def write(
        self,
        names: Sequence[str],
        facts: Sequence[str],
        passages: Sequence[Chunk],
        stop: StopSignal,
    ) -> ReportReply:
        """A report on one group.

        Args:
            names: the most central first.
            facts: what is stated of them, in words.
            passages: what the report may rest on.

        Raises:
            LanguageModelError: if the model did not answer.
        """
        messages = report_prompt(names, facts, passages, self._settings)
        stream = self._model.stream(messages, max_tokens=MAX_TOKENS, stop=stop, schema=SCHEMA)
        completion = next(piece for piece in stream if isinstance(piece, Completion))
        if completion.ending != "complete":
            return ReportReply(refused=CUT_OFF)
        return read_report(completion.text, len(passages))


def report_prompt(
    names: Sequence[str], facts: Sequence[str], passages: Sequence[Chunk], settings: Settings
) -> list[Message]:
    """What a language model is sent of a group."""
    system = instruction(PROMPT)
    listed = without_chat_tokens("; ".join(names[:NAMES]))
    stated = without_chat_tokens("\n".join(f"- {fact}" for fact in facts)) or "- none"
    used = estimate_tokens(system.content) + estimate_tokens(listed) + estimate_tokens(stated)
    room = settings.language_model_context - MAX_TOKENS - used
    hits = [Hit(chunk, 0.0, ()) for chunk in passages]
    fenced = fence("", hits, secrets.token_hex(8), max(SMALLEST_TOKENS, room - 200))
    return [system, request(PROMPT, names=listed, facts=stated, passages=fenced.text)]


def read_report(text: str, count: int) -> ReportReply:
    """A reply as a report on passages 1 to `count`, or why it is none."""
    reply = reply_of(_Report, text)
    if reply is None or not reply.title.strip():
        return ReportReply(refused=UNREADABLE)
    kept: list[tuple[str, tuple[int, ...]]] = []
    for sentence in reply.sentences[:SENTENCES]:
        if sentence is None:
            continue
        cited = dict.fromkeys(sentence.passages)
        numbers = tuple(number for number in cited if 1 <= number <= count)
        words = " ".join(sentence.text.split())[:LONGEST_SENTENCE]
        if numbers and words:
            kept.append((words, numbers))
    if not kept:
        return ReportReply(refused=NO_CITATIONS)
    return ReportReply(" ".join(reply.title.split())[:LONGEST_TITLE], tuple(kept))


def build(settings: Settings, language_model: LanguageModel) -> ReportWriter:
    """The task over a language model."""
    return ReportWriter(settings, language_model)
