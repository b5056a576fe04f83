"""Tasks as minutes note them: what is to be done, who does it and by when, each behind a label.

“Action: order the oars”, below it “Owner: Ada Finch” and “By: 3 May”, are three lines of which
none says who orders the oars. Read together they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.paragraph_ends import collapse
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

OWN = 0.5
"""Least share of what is asked that the task itself holds; the rest its headings may say."""
LONGEST = 640
"""Characters of a task with its labels, at most."""
_PASSAGES = 64
"""Passages whose tasks are kept: they are asked for with each sentence."""

_TASK = r"actions?(?: (?:points?|items?))?(?: ?(?:no\.? ?|#)?\d+)?|tasks?(?: ?\d+)?|to[- ]?do"
_OWNER = r"owners?|responsible(?: person)?|responsibility|assigned to|assignee|who|lead|action by"
_DUE = r"by|by when|due(?: by| date| on)?|deadline|when|until|target date|to be done by"
_BEGINS = re.compile(
    rf"(?i)^[^\S\n]*(?:[•▪◦‣·*–—>-][^\S\n]+|\(?\d{{1,2}}[.)][^\S\n]+)?\**(?P<label>{_TASK})\**:\**"
    r"[^\S\n]+(?=\S)"
)
_INSIDE = re.compile(
    rf"(?:^|(?<=[\s(|;,.–—-]))\**(?:(?P<owner>(?i:{_OWNER}))|(?P<due>(?i:{_DUE})))\**:\**[^\S\n]+"
)
_OTHER_LABEL = re.compile(r"^[^\S\n]*[^\W\d_][\w /-]{1,24}:[^\S\n]+\S")
_DOES_IT = re.compile(
    r"^(?P<who>[^\W\d_a-z][\w.'’-]*(?:(?:,? (?:and|&) |, | )[^\W\d_a-z][\w.'’-]*){0,4}) to [a-z]"
)
"""“Action: Ada Finch to order the oars”."""
_MARKS = " \t\n,;|(*–—"
_WHO = re.compile(
    r"(?i)^(?:and )?(?:who|whose (?:job|task|action|duty) is it to)\b"
    r"(?! (?:has |had |have )?\w+ed\b(?<!need)| did\b)"
)
"""Not who did something: that it was to be done does not say that it was."""
_WHEN = re.compile(
    r"(?i)^(?:and )?(?:by when|until when|when (?:must|should|shall|will|does|do|is|are|has|have)"
    r"|what is the deadline)\b"
)
_OF_TASKS = frozenset(
    term_texts(
        "responsible charge task action job duty owner owns have has must should will shall need "
        "needs do done due deadline supposed meant asked assigned take takes care",
        keep_stop_words=True,
    )
)
"""Words of a question for who does something, or by when, that say nothing of what it is."""
_NEEDED = frozenset(term_texts("need needs want wants get gets", keep_stop_words=True))
_LIGHT = frozenset(term_texts("send sends write writes written prepare make organise arrange"))
"""Verbs that a task which names only a thing has in mind: “Action: letters to the members”."""


@dataclass(frozen=True, slots=True)
class NotedTask:
    """A task with the spans of its parts in its passage's text, (0, 0) for one that is missing."""

    start: int
    end: int
    what: tuple[int, int]
    owner: tuple[int, int]
    due: tuple[int, int]


def said(text: str, span: tuple[int, int]) -> str:
    """A part of a task on one line, without what parts it from the next."""
    part = collapse(text[slice(*span)]).strip(_MARKS).rstrip(".")
    return part.removesuffix(")").rstrip() if part.count(")") > part.count("(") else part


@lru_cache(_PASSAGES)
def noted_tasks(text: str) -> tuple[NotedTask, ...]:
    """The tasks of a text, in order."""
    lines: list[tuple[int, str]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        lines.append((at, line.rstrip("\n")))
        at += len(line)
    tasks: list[NotedTask] = []
    number = 0
    while number < len(lines):
        begins = _BEGINS.match(lines[number][1])
        if begins is None:
            number += 1
            continue
        last = _last_line(lines, number)
        start = lines[number][0]
        end = lines[last][0] + len(lines[last][1].rstrip())
        if end - start <= LONGEST:
            tasks.append(_task(text, start, start + begins.end(), end))
        number = last + 1
    return tuple(tasks)


def _last_line(lines: Sequence[tuple[int, str]], first: int) -> int:
    """The last line of the task that a line begins: with its labels, which may stand in paragraphs
    of their own, and with what a long line goes on with."""
    last, gap = first, False
    for number in range(first + 1, len(lines)):
        line = lines[number][1]
        if not line.strip():
            gap = True
            continue
        labelled = _INSIDE.match(line.lstrip()) is not None
        if _BEGINS.match(line) or (not labelled and (gap or _OTHER_LABEL.match(line))):
            break
        last, gap = number, False
    return last


def _task(text: str, start: int, body: int, end: int) -> NotedTask:
    parts = list(_INSIDE.finditer(text, body, end))
    ends = [*(each.start() for each in parts), end]
    spans = {"owner": (0, 0), "due": (0, 0)}
    for part, until in zip(parts, ends[1:], strict=True):
        name = "owner" if part["owner"] else "due"
        if spans[name] == (0, 0):
            spans[name] = (part.end(), until)
    what = (body, ends[0])
    does = _DOES_IT.match(text[slice(*what)])
    if does is not None and spans["owner"] == (0, 0):
        spans["owner"] = (body, body + does.end("who"))
    return NotedTask(start, end, what, spans["owner"], spans["due"])


def task_told(reading: ReadEvidence, unit: Unit) -> tuple[NotedTask, tuple[int, int]] | None:
    """The task that a question asks about, with the part of it that answers, where a sentence holds
    that part; None for others."""
    question, passage = reading.question, reading.passages[unit.hit]
    wanted = _wanted(question)
    if not wanted:
        return None
    asked = frozenset(question.terms) - _OF_TASKS
    begin, end = unit.start - passage.start, unit.end - passage.start
    for task in noted_tasks(passage.text):
        span = task.owner if wanted == "owner" else task.due
        if not (begin <= span[0] < span[1] <= end + len(_MARKS)) or span[0] >= end:
            continue
        if _is_about(question, asked, passage.text, task, unit, passage.title_terms):
            return task, span
    return None


def _wanted(question: Question) -> str:
    """Which part of a task a question asks for."""
    if question.kind in {AnswerKind.PERSON, AnswerKind.CHOICE} and _WHO.match(
        question.text.strip()
    ):
        return "owner"
    if _WHEN.match(question.text.strip()):
        return "due"
    return ""


def _is_about(
    question: Question,
    asked: frozenset[str],
    text: str,
    task: NotedTask,
    unit: Unit,
    above: frozenset[str],
) -> bool:
    """Whether a task is all that is asked about, with what it stands under, and itself most of it.
    A question of its own words only (“Who is responsible?”) is about none."""
    own = frozenset(term_texts(text[slice(*task.what)]))
    beside = _other_part(text, task, question) - own
    asked = asked - (_LIGHT - own) - beside
    held = own | above | frozenset(term_texts(unit.heading))
    weight = sum(question.weights.get(term, 0.0) for term in asked)
    told = sum(question.weights.get(term, 0.0) for term in asked & own)
    return bool(asked) and asked <= held and told >= OWN * weight and told > 0.0


def _other_part(text: str, task: NotedTask, question: Question) -> frozenset[str]:
    """The terms of the part of a task that is not asked for, and of needing it: “By when does Ada
    Finch need the oars?” names who does it."""
    by_when = _wanted(question) == "due"
    span = task.owner if by_when else task.due
    return frozenset(term_texts(text[slice(*span)])) | (_NEEDED if by_when else frozenset())


def task_fit(reading: ReadEvidence, unit: Unit) -> float:
    """How surely a sentence tells who does, or by when is to be done, what is asked: 0 or `FIT`."""
    return FIT if task_told(reading, unit) is not None else 0.0


def task_line(reading: ReadEvidence, unit: Unit) -> str:
    """Who, or by when, as the first line tells it; empty where no task is asked about."""
    tasks = task_told(reading, unit)
    return said(reading.passages[unit.hit].text, tasks[1]) if tasks is not None else ""
