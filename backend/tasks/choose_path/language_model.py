"""Choosing sections with a language model, which reads headings alone (seed thesis, §3.2.5).

A reply that cannot be read is asked for once more; then the rules choose, and say so.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.errors import LanguageModelError
from backend.ports import ChosenSections, Completion, LanguageModel, PathChooser, StopSignal
from backend.prompts import instruction, request
from backend.prompts.replies import json_object
from backend.settings import Settings
from backend.tasks.choose_path._headings import heading_of
from backend.types import Section, Usage

logger = logging.getLogger(__name__)

PROMPT = "choose_path"
MAX_TOKENS = 200
MOST_SHOWN = 80
LONGEST_HEADING = 160
TRIES = 2
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sections"],
    "properties": {"sections": {"type": "array", "items": {"type": "integer"}}},
}


class WrittenPathChooser:
    """Lets a language model choose among headings."""

    def __init__(self, language_model: LanguageModel, local: PathChooser) -> None:
        self._model = language_model
        self._local = local
        self.name = language_model.name

    def choose(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
    ) -> ChosenSections:
        """See `backend.ports.PathChooser`. At most eighty sections are shown to the model."""
        shown = list(sections)[:MOST_SHOWN]
        if not shown:
            return ChosenSections((), self.name)
        boundary = secrets.token_hex(8)
        headings = [_one_line(heading_of(title, section)) for title, section in shown]
        listed = "\n".join(
            f"{number}. {heading}" for number, heading in enumerate(headings, start=1)
        )
        messages = [
            instruction(PROMPT, most=str(most), boundary=boundary),
            request(PROMPT, sections=listed, question=question, boundary=boundary),
        ]
        usage = Usage()
        for _ in range(TRIES):
            if stop.is_set():
                break
            try:
                completion = next(
                    piece
                    for piece in self._model.stream(
                        messages, max_tokens=MAX_TOKENS, stop=stop, schema=SCHEMA
                    )
                    if isinstance(piece, Completion)
                )
            except LanguageModelError as error:
                logger.warning("sections were chosen by the rules: %s", error)
                reason = f"Sections were chosen by rules, without {self.name}: {error.what}"
                return self._by_rules(question, sections, most, stop, usage, reason)
            usage = usage.plus(completion.usage)
            numbers = read_numbers(completion.text, len(shown))
            if numbers is not None:
                ids = tuple(shown[number - 1][1].id for number in numbers[:most])
                return ChosenSections(ids, completion.model, usage)
        reason = f"Sections were chosen by rules: {self.name} gave no readable answer."
        return self._by_rules(question, sections, most, stop, usage, reason)

    def _by_rules(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
        usage: Usage,
        reason: str,
    ) -> ChosenSections:
        found = self._local.choose(question, sections, most, stop)
        return replace(found, usage=usage, notices=(*found.notices, reason))


def read_numbers(text: str, count: int) -> tuple[int, ...] | None:
    """The numbers from 1 to `count` in a reply, each once; None if it cannot be understood."""
    found = json_object(text)
    entries = found.get("sections") if found is not None else None
    if not isinstance(entries, list):
        return None
    numbers = [
        entry
        for entry in entries
        if isinstance(entry, int) and not isinstance(entry, bool) and 1 <= entry <= count
    ]
    return tuple(dict.fromkeys(numbers)) if numbers or not entries else None


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_HEADING else f"{text[: LONGEST_HEADING - 1]}…"


def build(settings: Settings, language_model: LanguageModel, local: PathChooser) -> PathChooser:
    """The task over a language model, with the rules to fall back on."""
    return WrittenPathChooser(language_model, local)
