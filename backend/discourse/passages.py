"""What each passage of a document is about, and what its sentences tell of whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from backend.discourse.clauses import Clause, main_clause
from backend.discourse.defined_names import defined_names
from backend.discourse.referents import MeantSubject, Referents, is_covered
from backend.passage_view.names import lead_name, name_key, names_of
from backend.passage_view.passage_subjects import heading_keys, introduced, paragraphs_of
from backend.sentences import sentence_spans
from backend.types import Chunk, PassageSubject

MOST_OF_PASSAGE = 4
"""Subjects of one passage: one that speaks of more is about none of the others."""
HEADING = 0.9
PLAIN_HEADING = 0.6
INTRODUCED = 0.85
LATER_INTRODUCED = 0.75
TERM = 0.7
RUNNING = 0.6
SHARE_ADDS = 0.3
"""How much surer a running subject is that all of a passage's sentences speak of."""
LEAST_SHARE = 0.34
"""A running subject has at least this share of the sentences that have a subject with a name or
could have one."""
TITLE = 0.5
"""The document's title, where nothing nearer says what a passage is about."""
LEAST_SENTENCES = 2
"""A paragraph of one sentence says less surely what it is about."""
LEAST_STRENGTH = 0.4
MOST_HEADING_WORDS = 16

_GENERAL_WORDS = """
    the a an and of to for some general brief short further additional other more
    introduction overview summary abstract preface foreword background history contents table
    acknowledgement acknowledgements acknowledgment acknowledgments reference references
    bibliography conclusion conclusions discussion appendix appendices note notes
    example examples usage description definition definitions purpose scope about index credits
    see also synopsis question questions answer answers faq miscellaneous misc result results
    method methods detail details feature features option options basics preliminaries part chapter
    section page figure list final remarks comments terms preamble at glance good know coming up
    conditions information main text copyright license link links exhibit annex schedule
    i ii iii iv v
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())
"""Words of headings that say what part of a text it is, and not of what it is about."""
_NUMBERING = re.compile(
    r"(?i)^(?:(?:chapter|section|part|item|note|article|appendix|question)\s+)?"
    r"(?:[\divxlc]+(?:\.\d+)*[.):]?|[a-z](?:\.\d+)+[.):]?|[a-z][.)])\s+"
)
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a passage with its half-open span, its clause, and whom that speaks of."""

    start: int
    end: int
    clause: Clause
    meant: MeantSubject | None


def told_in(chunks: Sequence[Chunk], title: str) -> Iterator[tuple[Chunk, list[Told]]]:
    """The sentences of each passage that tell something, in the order of the text.

    Args:
        chunks: all passages of one document, in its order.
        title: of the document.
    """
    referents = Referents()
    known: set[str] = {name_key(title)}
    for chunk in chunks:
        if chunk.kind == "prose":
            known.update(each.key for each in names_of(chunk.text) if " " not in each.key)
    section: tuple[str, ...] | None = None
    for chunk in chunks:
        if chunk.kind != "prose":
            yield chunk, []
            continue
        if chunk.path != section:
            section = chunk.path
            referents.begin()
            heading = subject_heading(chunk)
            if heading and max(heading_keys(heading).values(), default=0.0) >= 1.0:
                referents.heading(heading, "")
        found: list[Told] = []
        is_name = partial(_is_known, known, name_key(lead_name(chunk.text)))
        spans = sentence_spans(chunk.text)
        headings = {" ".join(part.split()) for part in (chunk.title, *chunk.path)}
        for number, (first, end) in enumerate(spans):
            start = _past_heading(chunk.text, first, end, headings)
            if number and "\n\n" in chunk.text[spans[number - 1][1] : first]:
                referents.paragraph()
            sentence = chunk.text[start:end]
            for name in defined_names(sentence):
                referents.defined(name.term, name.name, chunk.id)
            clause = main_clause(sentence, is_name)
            if clause is not None:
                meant = referents.meant(sentence, clause, chunk.id)
                found.append(Told(start, end, clause, meant))
            else:
                referents.passed_over(names_of(sentence), chunk.id)
        yield chunk, found


def _is_known(names: Container[str], lead: str, word: str) -> bool:
    """Whether a word is one of some names, or the one that its passage begins with."""
    key = name_key(word)
    return key in names or (bool(lead) and key == lead)


def subjects_of_passages(chunks: Sequence[Chunk], title: str) -> list[tuple[PassageSubject, ...]]:
    """The subjects of each of a document's passages, the surest first.

    Args:
        chunks: all passages of one document, in its order.
        title: of the document.
    """
    return [_subjects_of(chunk, told) for chunk, told in told_in(chunks, title)]


def subject_heading(chunk: Chunk) -> str:
    """The nearest heading above a passage that says what it is about, without its number; empty
    where all only say what part of the text it is, or repeat the title."""
    for heading in reversed(chunk.path):
        if heading == chunk.title:
            continue
        plain = _NUMBERING.sub("", " ".join(heading.split()), count=1).strip(" .:")
        if _says_something(plain):
            return plain
    return ""


def _says_something(heading: str) -> bool:
    """Whether a heading is of words that tell a subject, and no line of figures or code."""
    words = heading.split()
    if not 0 < len(words) <= MOST_HEADING_WORDS:
        return False
    if all(word in _GENERAL for word in _WORD.findall(heading.lower())):
        return False
    plain = [word for word in words if _LETTERS.search(word) and word not in {"TRUE", "FALSE"}]
    repeated = len(words) > 1 and len(set(words)) == 1
    return 2 * len(plain) > len(words) and not repeated and heading[0].isalnum()


def _past_heading(text: str, start: int, end: int, headings: set[str]) -> int:
    """Where a sentence begins that a heading runs into."""
    line_end = text.find("\n", start, end)
    if line_end > start and " ".join(text[start:line_end].split()).lstrip("# ") in headings:
        while line_end < end and text[line_end].isspace():
            line_end += 1
        return line_end
    return start


def _subjects_of(chunk: Chunk, told: Sequence[Told]) -> tuple[PassageSubject, ...]:
    if chunk.kind != "prose":
        return ()
    passage_subjects: list[PassageSubject] = []
    heading = subject_heading(chunk)
    if heading:
        sure = max(heading_keys(heading).values(), default=0.0) >= 1.0
        strength = HEADING if sure else PLAIN_HEADING
        passage_subjects.append(PassageSubject(heading, "heading", "", "", strength))
    for number, paragraph in enumerate(paragraphs_of(chunk)):
        name = introduced(paragraph)
        if name and "  " not in name:
            strength = LATER_INTRODUCED if number else INTRODUCED
            passage_subjects.append(PassageSubject(name, "introduced", "", chunk.id, strength))
    for group in _by_paragraph(chunk.text, told):
        passage_subjects += _running(group)
    best: list[PassageSubject] = []
    for passage_subject in sorted(passage_subjects, key=lambda own: -own.strength):
        if passage_subject.strength >= LEAST_STRENGTH and not is_covered(
            passage_subject.name, (b.name for b in best)
        ):
            best.append(passage_subject)
    if not best and _says_something(chunk.title):
        best.append(PassageSubject(chunk.title, "title", "", "", TITLE))
    return tuple(best[:MOST_OF_PASSAGE])


def _by_paragraph(text: str, told: Sequence[Told]) -> list[list[Told]]:
    """The sentences of each paragraph that has some."""
    found: list[list[Told]] = []
    for each in told:
        if not found or "\n\n" in text[found[-1][-1].end : each.start]:
            found.append([])
        found[-1].append(each)
    return found


def _running(told: Sequence[Told]) -> Iterator[PassageSubject]:
    """What several of a paragraph's sentences speak of, or what its first begins with."""
    counts = Counter(each.meant.referent.key for each in told if each.meant is not None)
    for key, times in counts.most_common(2):
        own = [each.meant for each in told if each.meant and each.meant.referent.key == key]
        share = times / max(len(told), LEAST_SENTENCES)
        begins = told[0].meant is not None and told[0].meant.referent.key == key
        certain = " " in key or any(each.called for each in own)
        if share < LEAST_SHARE or (times < 2 and not (begins and certain)):
            continue
        called = next((each.called for each in own if each.called), "")
        by_name = any(not each.called for each in own)
        term = any(each.by_term for each in own)
        strength = (TERM if term else RUNNING) + SHARE_ADDS * (share - LEAST_SHARE)
        yield PassageSubject(
            own[0].referent.name,
            "term" if term else "running",
            "" if by_name and not term else called,
            own[0].referent.introduced,
            round(min(1.0, strength), 3),
        )
