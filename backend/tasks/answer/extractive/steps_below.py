"""The numbered steps below a heading that names what is to be done: they answer together, and none
of them has to hold a word of the question.

“How do I change the relay?” is answered by the eight steps below “How to change the relay”, and not
by the one that happens to name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

FEWEST = 2
"""Steps, at least."""
ALIKE = 0.55
"""Cosine of question and heading from which the heading names what is to be done. Over people's
papers of `bench/own_files`, which chose it, headings of other things are below it, but for what is
the opposite or of a thing that the steps do not name."""
LEAST_NAMED = 0.6
"""Least share of the question's weight that the steps hold with what they stand under."""
ALL_NAMED = 0.9
"""Share of it in the heading alone from which the steps are surely meant."""
LONGEST = 1000
"""Characters of the steps that are told; those that do not fit are left to the passage."""

_STEP = re.compile(r"\(?(?P<number>\d{1,2})[.)]\s*\S")
_NEXT_STEP = re.compile(r"\s(?=\(?\d{1,2}[.)]\s+\S)")
_WHAT_TO_DO = re.compile(
    r"(?i)\bwhat (?:do|should|must|can|shall|am|are) (?:i|we|you) (?:supposed to |meant to )?do\b"
    r"|^what (?:are|is) the (?:steps?|procedure|process|drill)\b"
)
_SAYS_STEPS = re.compile(
    r"(?i)(?:the |in )?(?:steps?|procedures?|instructions?|what to do|how (?:to|it) (?:do|works?)"
    r"(?: it)?|step by step|method)\W*"
)
_OPPOSITES = tuple(
    tuple(re.compile(rf"(?i)\b(?:{side})\b") for side in pair)
    for pair in (
        (r"start\w*|begin\w*|on|open\w*|arriv\w*", r"stop\w*|end\w*|off|clos\w*|leav\w*|finish\w*"),
        (r"add\w*|install\w*|join\w*|book\w*", r"delet\w*|remov\w*|uninstall\w*|leav\w*|cancel\w*"),
        (r"lock\w*|in|pack\w*", r"unlock\w*|out|unpack\w*"),
    )
)
"""Words for a deed and for what undoes it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbered steps of one passage, by the units that they are cut into, in order, and the
    heading that they stand below."""

    units: tuple[Unit, ...]
    heading: str

    @property
    def first(self) -> Unit:
        """The first step, or its first sentence."""
        return self.units[0]

    def are_below(self, unit: Unit) -> bool:
        """Whether they stand below the heading that a unit stands below."""
        return (unit.hit, unit.heading) == (self.first.hit, self.first.heading)

    @property
    def end(self) -> int:
        """Where the last step that is told ends in its document."""
        return max(each.end for each in self.units if each.end - self.first.start <= LONGEST)


def named_by(steps: Steps, path: Sequence[str]) -> str:
    """What names the steps: the heading, behind the one above it where it only says that steps
    follow.

    Args:
        path: the headings of the passage, the nearest last.
    """
    if not _SAYS_STEPS.fullmatch(steps.heading):
        return steps.heading
    above = [each for each in path if not _SAYS_STEPS.search(each)][-1:]
    return " ".join((*above, steps.heading))


def asks_for_steps(question: Question) -> bool:
    """Whether it is asked how something is done, or what is to be done."""
    return question.kind is AnswerKind.MANNER or _WHAT_TO_DO.search(question.text) is not None


def steps_of(units: Sequence[Unit]) -> Iterator[Steps]:
    """The numbered steps below each heading, of at least `FEWEST`, from the first one on.

    Args:
        units: of all passages, those of one passage in order.
    """
    begun: list[Unit] = []
    steps = number = 0
    for unit in units:
        step = _STEP.match(unit.text)
        is_same = bool(begun) and (unit.hit, unit.heading) == (begun[0].hit, begun[0].heading)
        if step is not None and int(step["number"]) == 1:
            yield from _steps(begun[:steps], number)
            begun, steps, number = [unit], 1, 1
        elif not is_same:
            yield from _steps(begun[:steps], number)
            begun, steps, number = [], 0, 0
        else:
            begun.append(unit)
            if step is not None and int(step["number"]) == number + 1:
                number += 1
                steps = len(begun)
            elif steps == len(begun) - 1 and not _STEP.match(unit.text) and not unit.opens:
                steps += _goes_on(begun[-2], unit)
    yield from _steps(begun[:steps], number)


def _goes_on(before: Unit, unit: Unit) -> bool:
    """Whether a sentence stands in one line with the one before it, and so belongs to its step."""
    return unit.start - before.end <= 1


def _steps(units: Sequence[Unit], number: int) -> Iterator[Steps]:
    if number >= FEWEST and units[0].heading:
        yield Steps(tuple(units), units[0].heading)


def steps_meant(
    question: Question,
    steps: Sequence[tuple[Steps, float]],
    titles: Mapping[int, frozenset[str]],
) -> Steps | None:
    """The steps that a question asks for; None where no heading names what is to be done.

    Args:
        steps: with the cosine of question and heading.
        titles: by passage number the stems of its title and headings.
    """
    for each, cosine in sorted(steps, key=lambda pair: -pair[1]):
        if cosine < ALIKE:
            return None
        over = frozenset(term_texts(each.heading)) | titles[each.first.hit]
        held = over.union(*(unit.term_set for unit in each.units))
        if question.share_of(held) >= LEAST_NAMED and not _undoes(question.text, each.heading):
            return each
    return None


def _undoes(question: str, heading: str) -> bool:
    """Whether a heading says the opposite of what is asked: “Starting the show” for how it is
    switched off."""
    return any(
        own.search(question)
        and not other.search(question)
        and other.search(heading)
        and not own.search(heading)
        for pair in _OPPOSITES
        for own, other in (pair, pair[::-1])
    )


def in_lines(text: str) -> str:
    """Steps with a line for each.

    >>> in_lines("1. Open it. 2. Shut it.")
    '1. Open it.\\n2. Shut it.'
    """
    return _NEXT_STEP.sub("\n", text)


def steps_line(text: str, longest: int) -> str:
    """The first line of an answer in steps: as many whole ones as fit, at least the first.

    >>> steps_line("1. Open it. 2. Shut it. 3. Lock it.", 24)
    '1. Open it. 2. Shut it. …'
    """
    ends = [match.start() for match in _NEXT_STEP.finditer(text)]
    fitting = [end for end in ends if end <= longest] or ends[:1]
    return text if len(text) <= longest or not fitting else f"{text[: fitting[-1]]} …"


def are_surely_meant(question: Question, steps: Steps) -> bool:
    """Whether the heading by itself holds nearly all that is asked."""
    return question.share_of(frozenset(term_texts(steps.heading))) >= ALL_NAMED
