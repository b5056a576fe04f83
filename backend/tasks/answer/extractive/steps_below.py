"""The numbered steps below a heading that names what is to be done: they answer together, and none
of them has to hold a word of the question.

“How do I change the relay?” is answered by the eight steps below “How to change the relay”, and not
by the one that happens to name it. Rules, clauses and items of minutes are no steps, though they
are numbered: most steps say to do something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.tasks.answer.extractive.opposite_deeds import undoes
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

FEWEST = 2
"""Steps, at least."""
ALIKE = 0.55
"""Cosine of question and heading from which the heading may name what is to be done. Over people's
papers of `bench/own_files`, which chose it, headings of other things are below it, but for what is
the opposite or of a thing that the steps do not name."""
OF_THE_THING = 0.3
"""Cosine from which the heading is of the same thing, where one of its steps would be told."""
SAME = 0.68
"""Cosine from which it does so in other words: “swap” for “change”."""
LEAST_NAMED = 0.6
"""Least share of the question's weight that the steps hold with what they stand under."""
ALL_NAMED = 0.9
"""Share of it in the heading alone from which the steps are surely meant."""
LEAST_TOLD = 0.6
"""Share of the items that say to do something, at least."""
LONGEST = 1000
"""Characters of the steps that are told; those that do not fit are left to the passage."""
LONG_PASSAGE = 700
"""Characters of a passage that may have been cut where it ends."""
_POINTS = re.compile(r"(?i)(?:see|refer to|consult|contact|ask|read|turn to) ")
"""How a sentence opens that points to where another deed is told: “See page 9 for the pump.”"""
_LEFT_OUT = " …"

_LINE = re.compile(r"^[^\n]*", re.MULTILINE)
_STEP = re.compile(r"(?P<indent>[^\S\n]*)\(?(?P<number>\d{1,2})[.)][^\S\n]+\S")
_BULLET = re.compile(r"[^\S\n]*[•▪◦‣·*–-][^\S\n]+\S")
_PEOPLE = (
    r"(?:i|we|you|one|people|somebody|someone|they|members|users|staff|players|tenants|guests)"
)
_HOW_TO = re.compile(
    r"(?i)^(?:and |so |but |then |exactly )*how (?:exactly |best |then )*(?:to (?P<to>[a-z-]+)"
    rf"|(?:do|can|could|should|must|would) {_PEOPLE} (?:best |then |actually |go about )*"
    r"(?P<verb>[a-z-]+)"
    r"|(?:exactly )?(?:is|are) (?:.+ )?(?P<done>[a-z]{2,}(?:ed|en|wn|ung|ut|ept|elt|ilt|ought|ade"
    r"|old))\b)"
)
_WHAT_TO_DO = re.compile(
    rf"(?i)\bwhat (?:do|should|must|can|shall) {_PEOPLE} (?:have to )?do\b"
    r"|^what (?:are|is) the (?:steps?|procedure|process|drill) (?:for|to|of|when|if)\b"
)
_NOT_TO_DO = re.compile(
    r"(?i)\b(?:without|avoid\w*|not|never|prevent\w*|\w+n['’]t|instead of|know"
    r"|tell (?:if|whether|when)|recogni[sz]e|find out|spell(?:ed)?|pronounced?|called|named"
    r"|written|different|differ|related|calculated|funded|defined|made up)\b"
)
"""What asks for another thing than the way to do it."""
_STATES = re.compile(
    r"(?i)(?:the|an?|all|no|any|each|every|some|most|this|that|these|those|there|it|they|he|she|we"
    r"|i|our|my|his|her|their|its|nobody|everybody)\b"
    r"|(?:[\w’'-]+ ){1,4}(?:is|are|was|were|has|have|had|will|shall|must|may|can|should)\b"
)
"""How an item begins that says how things are, and not what to do."""
_SAYS_STEPS = re.compile(
    r"(?i)(?:the |in )?(?:steps?|procedures?|instructions?|what to do|how (?:to|it) (?:do|works?)"
    r"(?: it)?|step by step|method)\W*"
)
_OF_A_DEED = re.compile(r"(?i)\W*(?:how (?:to|we|you)\b|(?:\w+ly )?\w{3,}ing\b)")
_ONLY_ASK = frozenset(
    term_texts(
        "steps procedure process drill exactly exact please whole order all", keep_stop_words=True
    )
)


@dataclass(frozen=True, slots=True)
class ListedBelow:
    """Numbered steps, or items of a list, of one passage: the unit that the first one begins, the
    heading that they stand below, where each begins and ends in its document, their texts, and
    whether the passage ends with them and may have been cut there."""

    first: Unit
    heading: str
    spans: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    may_go_on: bool = False
    between: str = " "
    """What stands between two of them in one line."""
    in_prose: bool = False
    """Whether they are the sentences of a paragraph."""

    @property
    def told(self) -> int:
        """How many of them are told: those that fit, at least one."""
        start = self.spans[0][0]
        return max(1, sum(end - start <= LONGEST for _, end in self.spans))

    @property
    def is_whole(self) -> bool:
        """Whether all of them are told, and no other may follow."""
        return self.told == len(self.spans) and not self.may_go_on

    @property
    def end(self) -> int:
        """Where the last step that is told ends in its document."""
        return self.spans[self.told - 1][1]

    @property
    def lines(self) -> str:
        """The steps that are told, a line for each but in prose; dots where others follow."""
        return (" " if self.in_prose else "\n").join(self.texts[: self.told]) + (
            "" if self.is_whole else _LEFT_OUT
        )

    def line(self, longest: int) -> str:
        """The first line of an answer: as many whole steps as fit, at least the first."""
        line = self.texts[0]
        for text in self.texts[1 : self.told]:
            if len(line) + len(self.between) + len(text) > longest:
                return line + _LEFT_OUT
            line = f"{line}{self.between}{text}"
        return line if self.is_whole else line + _LEFT_OUT

    def hold(self, unit: Unit) -> bool:
        """Whether a unit is one of them, or a part of one."""
        inside = self.spans[0][0] <= unit.start and unit.end <= self.spans[-1][1]
        return unit.hit == self.first.hit and inside

    def is_above(self, unit: Unit) -> bool:
        """Whether a unit stands below their heading."""
        return unit.hit == self.first.hit and unit.heading == self.heading

    def are_told_by(self, unit: Unit) -> bool:
        """Whether a quote is of them, as far as they are told."""
        span = (unit.hit, unit.start, unit.end)
        return span == (self.first.hit, self.spans[0][0], self.end)


def asks_for_steps(question: Question) -> bool:
    """Whether it is asked how something is done, or what is to be done."""
    return _NOT_TO_DO.search(question.text) is None and (
        _HOW_TO.match(question.text.strip()) is not None
        or _WHAT_TO_DO.search(question.text) is not None
    )


def steps_of(units: Sequence[Unit], texts: Mapping[int, tuple[str, int]]) -> Iterator[ListedBelow]:
    """The numbered steps below headings, from the first one on; none of a list of which a number is
    missing or stands in another list.

    Args:
        units: of all passages.
        texts: by passage number its text and where that begins in its document.
    """
    for unit in units:
        text, start = texts[unit.hit]
        opening = _STEP.match(text, max(0, text.rfind("\n", 0, unit.start - start) + 1))
        if opening is None or int(opening["number"]) != 1 or not unit.heading:
            continue
        if opening.end("indent") != unit.start - start:
            continue  # a further sentence of the first step
        spans = _spans(text, opening.start())
        told = tuple(" ".join(text[first:last].split()) for first, last in spans)
        if told and _say_what_to_do(told):
            yield listed_below(unit, texts[unit.hit], spans, told)


def listed_below(
    unit: Unit,
    passage: tuple[str, int],
    spans: Sequence[tuple[int, int]],
    told: Sequence[str],
    between: str = " ",
    *,
    in_prose: bool = False,
) -> ListedBelow:
    """The lines of a passage below a unit's heading.

    Args:
        passage: its text and where that begins in its document.
        spans: where each begins and ends in the text.
        told: each as it is told.
    """
    text, start = passage
    may_go_on = len(text) >= LONG_PASSAGE and not text[spans[-1][1] :].strip()
    places = tuple((start + first, start + last) for first, last in spans)
    return ListedBelow(unit, unit.heading, places, tuple(told), may_go_on, between, in_prose)


def _spans(text: str, begin: int) -> list[tuple[int, int]]:
    """Where each step begins and ends in a text, of which the first begins a line; empty where the
    numbers do not follow each other."""
    spans: list[tuple[int, int]] = []
    indent, is_apart = 0, False
    for match in _LINE.finditer(text, begin):
        line = match.group()
        if not line.strip():
            is_apart = is_apart or bool(spans and match.start() < len(text))
            continue
        end = match.start() + len(line.rstrip())
        step = _STEP.match(line)
        if step is not None and spans and len(step["indent"]) > indent:
            step = None if int(step["number"]) != len(spans) + 1 else step
        elif step is not None and int(step["number"]) != len(spans) + 1:
            if int(step["number"]) == 1 and is_apart:
                break  # another list
            return []
        if step is not None:
            indent = indent if spans else len(step["indent"])
            spans.append((match.start() + len(step["indent"]), end))
        elif is_apart and not (_BULLET.match(line) or line[:1].isspace()):
            break
        else:
            spans[-1] = (spans[-1][0], end)
        is_apart = False
    return spans if len(spans) >= FEWEST and not _are_nested(text, spans) else []


def _are_nested(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a list stands in a step of another one: the line before its first ends with a colon
    and is itself a step."""
    before = text[: spans[0][0]].rstrip()
    line = before[before.rfind("\n") + 1 :]
    return before.endswith(":") and _STEP.match(line) is not None


def _say_what_to_do(steps: Sequence[str]) -> bool:
    bare = [step.partition(" ")[2] for step in steps]
    return sum(_STATES.match(each) is None for each in bare) >= LEAST_TOLD * len(bare)


def named_by(steps: ListedBelow, path: Sequence[str]) -> str:
    """What names the steps: the heading, behind the one above it where it only says that steps
    follow.

    Args:
        path: the headings of the passage, the nearest last.
    """
    if not _SAYS_STEPS.fullmatch(steps.heading):
        return steps.heading
    above = [each for each in path if not _SAYS_STEPS.search(each)][-1:]
    return " ".join((*above, steps.heading))


def steps_meant(
    question: Question,
    steps: Sequence[tuple[ListedBelow, float]],
    titles: Mapping[int, frozenset[str]],
    *,
    hears_meaning: bool = True,
    told: Unit | None = None,
) -> ListedBelow | None:
    """The steps that a question asks for; None where no heading names what is to be done: by the
    question's own verb, or nearly in the same words. Of instructions in prose the heading itself
    has the verb and no word that the question has not, and they leave out nothing that is asked.

    Args:
        steps: with the cosine of question and heading.
        titles: by passage number the stems of its title and headings.
        hears_meaning: whether cosines are of the model that `SAME` was chosen with.
        told: the sentence that would be told; a heading of one word is near to no question, and
            need not be where that sentence stands below it.
    """
    found: list[tuple[float, float, int]] = []
    verb, asked = _verb_of(question), _without_asking(question)
    for at, (each, cosine) in enumerate(steps):
        heading = frozenset(term_texts(each.heading))
        over = heading | titles[each.first.hit]
        of_deed = (text for text in each.texts if not (each.in_prose and _POINTS.match(text)))
        held = over.union(*map(term_texts, of_deed))
        is_of_it = bool(verb & over) or (hears_meaning and cosine >= SAME)
        if each.in_prose and not (verb & heading and heading <= question.weights.keys() | verb):
            continue
        is_below = each.in_prose and told is not None and each.is_above(told)
        if cosine < (OF_THE_THING if is_below else ALIKE):
            continue
        if not is_of_it or undoes(question.text, each.heading):
            continue
        if asked.share_of(held) >= (ALL_NAMED if each.in_prose else LEAST_NAMED):
            found.append((asked.share_of(over), cosine, -at))
    return steps[-max(found)[2]][0] if found else None


def steps_around(
    question: Question, steps: Sequence[tuple[ListedBelow, float]], told: Unit
) -> ListedBelow | None:
    """The steps of which the sentence that would be told is one, where it is asked how something is
    done and their heading names the thing: one step of a delivery is not how to put it away."""
    if not asks_for_steps(question):
        return None
    asked = frozenset(_without_asking(question).weights)
    return next(
        (
            each
            for each, cosine in steps
            if each.hold(told)
            and not each.in_prose
            and cosine >= OF_THE_THING
            and asked & frozenset(term_texts(each.heading))
            and not undoes(question.text, each.heading)
            and not _OF_A_DEED.match(each.heading)
        ),
        None,
    )


def _verb_of(question: Question) -> frozenset[str]:
    """Stems of the deed whose way is asked for; of “what do I do if” all words of the question."""
    asked = _HOW_TO.match(question.text.strip())
    if asked is None:
        return frozenset(question.weights)
    said = asked["to"] or asked["verb"] or asked["done"]
    return frozenset(term_texts(said, keep_stop_words=True))


def are_surely_meant(question: Question, steps: ListedBelow) -> bool:
    """Whether the heading by itself holds nearly all that is asked, and all steps are told."""
    held = frozenset(term_texts(steps.heading))
    return steps.is_whole and _without_asking(question).share_of(held) >= ALL_NAMED


def _without_asking(question: Question) -> Question:
    """The question without the words that only ask for steps."""
    return question.without(_ONLY_ASK)
