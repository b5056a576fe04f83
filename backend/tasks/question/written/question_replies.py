"""A language model's questions: what is asked for, and what of it holds.

Nothing is taken on trust. The answer must stand in its passage, the question must name something of
it, and a name that is to be found first must be gone from a question over two passages.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass

from backend.analysis import term_texts
from backend.prompts.replies import reply_of, schema_of
from backend.sentences import sentence_spans
from backend.types import Chunk

PROSE = "the reply is not in the form that was asked for"
NOTHING = "nothing in it to ask for"
NO_QUESTION = "it is not one short question"
NOT_THERE = "the answer does not stand in the passage"
TOLD = "the question holds its own answer"
UNNAMED = "the question does not name its subject"
OF_THE_PASSAGE = "it asks about the passage as such"
NAME_LEFT = "the shared name stands where it must not"
NO_CLUE = "the first passage does not say so"
ONE_IS_ENOUGH = "one passage is enough"
"""Why a reply is not taken, in words for a person."""
MOST_WORDS, MOST_ANSWER, MOST_DESCRIBED = 40, 320, 20
"""Words of a question, characters of an answer, words of a description."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """What is asked for over one passage."""

    question: str
    subject: str
    answer: str


@dataclass(frozen=True, slots=True)
class _JoinedReply:
    """What is asked for over two passages."""

    question: str
    answer: str
    described: str
    clue: str


SCHEMA, JOINED_SCHEMA = schema_of(_Reply), schema_of(_JoinedReply)
_OF_A_PASSAGE = re.compile(
    r"(?i)\b(?:the|this|these|that|which|above|following|given|first|second) "
    r"(?:passage|text|excerpt|paragraph|section|sentence|document)s?\b|\bmentioned above\b"
)
_PRONOUN = re.compile(r"(?i)(?:it|its|he|she|they|this|that|these|those|we|you|i|who|what)$")
_ALIKE = {"'": "['’‘]", "’": "['’‘]", "‘": "['’‘]", '"': '["“”]', "“": '["“”]', "”": '["“”]'}
_DASHES = "[-–—]"


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """A question with its answer as the passage has it, and where in the passage the sentences
    stand that hold it: `[start, end)` from the passage's first character."""

    text: str
    answer: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AskedOverTwo:
    """A question over two passages: `half` names the shared name and is answered by the second
    one, `text` says in its place what the first one says of it, in `[clue_start, clue_end)`."""

    text: str
    half: WrittenQuestion
    clue_start: int
    clue_end: int


def read_question(reply: str, chunk: Chunk) -> WrittenQuestion | str:
    """The question of a reply about a passage, or why it is not taken."""
    given = _given(reply, _Reply)
    if isinstance(given, str):
        return given
    question, subject, answer = given
    why = _why_no_question(question)
    if why:
        return why
    labels = " ".join((chunk.title, *chunk.path))
    named = subject and not _PRONOUN.match(subject) and any(map(str.isalnum, subject))
    if not named or not holds(question, subject) or not holds(f"{chunk.text} {labels}", subject):
        return UNNAMED
    return _answered(question, answer, chunk)


def read_joined(reply: str, name: str, first: Chunk, second: Chunk) -> AskedOverTwo | str:
    """The question of a reply about two passages that share a name, or why it is not taken."""
    given = _given(reply, _JoinedReply)
    if isinstance(given, str):
        return given
    question, answer, described, clue = given
    why = _why_no_question(question)
    if why:
        return why
    half = _answered(question, answer, second)
    if isinstance(half, str):
        return half
    pattern = rf"(?i)(?<!\w)(?:the )?{_pattern(name)}(?!\w)(?!['’]s)"
    if len(re.findall(pattern, question)) != 1 or holds(answer, name) or holds(described, name):
        return NAME_LEFT
    if len(described.split()) > MOST_DESCRIBED or not term_texts(described):
        return NO_QUESTION
    if holds(described, answer) or holds(first.text, answer):
        return TOLD
    said = spans(first.text, clue)
    if not said or not holds(clue, name):
        return NO_CLUE
    there = set(term_texts(f"{second.text} {second.title}"))
    only = [each for each in term_texts(described) if each not in there]
    if not only:
        return ONE_IS_ENOUGH
    if not set(only) & set(term_texts(f"{first.text} {first.title}")):
        return NO_CLUE
    text = re.sub(pattern, lambda _: described, question)
    if holds(text, name):
        return NAME_LEFT
    start, end = _whole(first.text, *said[0])
    return AskedOverTwo(text[:1].upper() + text[1:], half, start, end)


def holds(text: str, words: str) -> bool:
    """Whether words stand in a text, in any case and however lines break."""
    return bool(words) and bool(spans(text, words))


def spans(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand in a text as whole words, however lines break, quotes are drawn and letters
    are written large or small."""
    if not words.split():
        return []
    pattern = rf"(?i)(?<!\w){_pattern(words)}(?!\w)"
    return [match.span() for match in re.finditer(pattern, text)]


def _pattern(words: str) -> str:
    return r"\s+".join("".join(map(_sign, each)) for each in words.split())


def _sign(sign: str) -> str:
    return _ALIKE.get(sign) or (_DASHES if sign in "-–—" else re.escape(sign))


def _given(reply: str, kind: type[_Reply | _JoinedReply]) -> tuple[str, ...] | str:
    found = reply_of(kind, reply)
    if found is None:
        return PROSE
    given = tuple(" ".join(text.split()) for text in astuple(found))
    return NOTHING if not any(given) else given


def _why_no_question(question: str) -> str:
    if not question.endswith(("?", "？")) or question[:-1].count("?"):
        return NO_QUESTION
    if not 3 <= len(question.split()) <= MOST_WORDS and question.isascii():
        return NO_QUESTION
    return OF_THE_PASSAGE if _OF_A_PASSAGE.search(question) else ""


def _answered(question: str, answer: str, chunk: Chunk) -> WrittenQuestion | str:
    """The answer where it stands; of several places the one whose sentence has most words of the
    question."""
    answer = answer.strip(" .;,:")
    there = spans(chunk.text, answer)
    if not there or len(answer) > MOST_ANSWER or not any(map(str.isalnum, answer)):
        return NOT_THERE
    if holds(question, answer):
        return TOLD
    wanted = set(term_texts(question))

    def shared(span: tuple[int, int]) -> int:
        start, end = _whole(chunk.text, *span)
        return len(wanted.intersection(term_texts(chunk.text[start:end])))

    start, end = max(there, key=shared)
    told = " ".join(chunk.text[start:end].split())
    return WrittenQuestion(question, told, *_whole(chunk.text, start, end))


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that a span stands in."""
    touched = [span for span in sentence_spans(text) if span[0] < end and start < span[1]]
    return (min(start, touched[0][0]), max(end, touched[-1][1])) if touched else (start, end)
