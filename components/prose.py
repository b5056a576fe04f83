"""An answer's text as paragraphs and list items of runs, each run with the sources it rests on.

Pure: no drawing. Offsets of sentences refer to the answer's text as it is, markers included.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.types import Sentence

_MARKER = re.compile(r"[ \t]*\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")
_TOKEN = re.compile(r"[ \t]*\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]|\*\*")
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_BULLETS = ("-", "*", "•")
_HEADING = re.compile(r"#{1,6}\s+")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text, or (`cites` empty text) one citation chip.

    `rests_on` are the numbers of the citations that follow the text, so that a chip can light up
    the words that it stands for. `problem` says what is missing in an unsupported sentence.
    """

    text: str = ""
    bold: bool = False
    chip: int = 0
    rests_on: tuple[int, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class AnswerParagraph:
    """A paragraph or, with a `mark`, an entry of a list."""

    runs: tuple[Run, ...]
    mark: str = ""


def compose(
    text: str, sentences: Sequence[Sentence], known: Sequence[int]
) -> list[AnswerParagraph]:
    """Splits an answer for drawing.

    Args:
        text: the answer, with `[n]` markers, `**bold**`, blank lines and `- ` items.
        sentences: its checked sentences; none while it is being written.
        known: numbers that are sources; other bracketed numbers stay text.
    """
    paragraphs = []
    position = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        end = start + len(line.rstrip())
        opening = _ITEM.match(text, start, end)
        mark = opening.group().strip() if opening else ""
        opening = opening or _HEADING.match(text, start, end)
        start = opening.end() if opening else start
        if text[start:end].strip():
            runs = _runs(text, start, end, sentences, frozenset(known))
            paragraphs.append(AnswerParagraph(tuple(runs), "•" if mark in _BULLETS else mark))
    return paragraphs


def with_lead(paragraphs: Sequence[AnswerParagraph], lead: str) -> list[AnswerParagraph]:
    """The paragraphs with the line that answers in bold, where the text begins with it.

    Args:
        paragraphs: as `compose` makes them.
        lead: the answer's first line, possibly empty.
    """
    if not lead or not paragraphs or not paragraphs[0].runs:
        return list(paragraphs)
    first, *others = paragraphs[0].runs
    if not first.text.startswith(lead):
        return list(paragraphs)
    rest = first.text[len(lead) :]
    runs = (replace(first, text=lead, bold=True), *([replace(first, text=rest)] if rest else []))
    return [replace(paragraphs[0], runs=(*runs, *others)), *paragraphs[1:]]


def _runs(
    text: str, start: int, end: int, sentences: Sequence[Sentence], known: frozenset[int]
) -> list[Run]:
    pieces: list[Run] = []
    bold = False
    inside = [each for each in sentences if each.start < end and each.end > start]
    edges = [each.end for each in inside if start < each.end < end] + [end]
    begin = start
    for edge in edges:
        # A marker that follows the sentence's point still belongs to the sentence.
        trailing = _MARKER.match(text, edge, end)
        while trailing and known.intersection(_numbers(trailing.group(1))):
            edge = trailing.end()  # noqa: PLW2901 (the sentence is widened by its markers)
            trailing = _MARKER.match(text, edge, end)
        if edge <= begin:
            continue
        sentence = next((each for each in inside if each.start < edge and each.end > begin), None)
        part, bold = _sentence_runs(text, begin, edge, sentence, known, bold)
        pieces += part
        begin = edge
    return pieces


def _sentence_runs(
    text: str,
    start: int,
    end: int,
    sentence: Sentence | None,
    known: frozenset[int],
    bold: bool,
) -> tuple[list[Run], bool]:
    problem = ""
    if sentence is not None and sentence.supported is False:
        problem = sentence.problem or "The cited passages do not say this."
    runs: list[Run] = []
    position = start
    for token in _TOKEN.finditer(text, start, end):
        numbers = [] if token.group() == "**" else _numbers(token.group().strip()[1:-1])
        cited = [number for number in numbers if number in known]
        if numbers and not cited:
            continue
        if token.start() > position:
            runs.append(Run(text[position : token.start()], bold, problem=problem))
        runs += [Run(chip=number) for number in cited]
        bold = bold if numbers else not bold
        position = token.end()
    if position < end:
        runs.append(Run(text[position:end], bold, problem=problem))
    shown = {run.chip for run in runs if run.chip}
    if sentence is not None and sentence.end <= end:
        missing = (n for n in sentence.citations if n in known and n not in shown)
        runs += [Run(chip=number) for number in missing]
    return _resting(runs), bold


def _resting(runs: list[Run]) -> list[Run]:
    """Gives each text the numbers of the chips that follow it, up to the next text after them."""
    result: list[Run] = []
    following: tuple[int, ...] = ()
    after_chip = False
    for run in reversed(runs):
        if run.chip:
            following = (run.chip, *following) if after_chip else (run.chip,)
            after_chip = True
            result.append(run)
        else:
            after_chip = False
            result.append(Run(run.text, run.bold, 0, following, run.problem))
    return result[::-1]


def _numbers(listed: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", listed)]


def as_data(
    paragraphs: Sequence[AnswerParagraph], labels: Mapping[int, str]
) -> list[dict[str, object]]:
    """The paragraphs as plain values for the browser; `labels` name the sources for aria-label."""
    return [
        {
            "mark": paragraph.mark,
            "runs": [
                {"chip": run.chip, "label": labels.get(run.chip, f"Source {run.chip}")}
                if run.chip
                else {
                    "text": run.text,
                    "bold": run.bold,
                    "rests": list(run.rests_on),
                    "problem": run.problem,
                }
                for run in paragraph.runs
            ],
        }
        for paragraph in paragraphs
    ]
