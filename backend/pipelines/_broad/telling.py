"""Sentences that say what a part of a document is about, chosen without a language model.

As in MEAD (Radev et al. 2004, §3.1) a sentence's worth is its nearness to the part's centroid and
its place; to these come what it shares with the heading, whether it says what the document is for,
and whether it can be read by itself.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.sentences import reads_as_sentence, sentence_spans
from backend.tasks.answer.extractive.question_words import language_of
from backend.types import Chunk, Section

SHORTEST, LONGEST = 30, 360
"""Characters of a sentence that is quoted."""
PLACE = 0.35
"""Worth of a part's first sentence, falling with its place."""
HEADING = 0.3
"""Worth of sharing all of the heading's words."""
PURPOSE = 0.8
"""Worth of a sentence that says what the document is or is for."""
DANGLING = 0.55
"""Factor for a sentence that leans on the one before it."""
IDEAL_WORDS = 18
OPENS = 0.5
"""Worth of standing in an introduction or a summary."""
MOST_LEADERS = 3
"""A passage with more dotted lines is a table of contents."""

_LEADERS = re.compile(r"\.{4,}|(?:\. ){3,}|…\s*…|_{4,}|\t")
_DANGLING = re.compile(
    r"^(?:however|therefore|thus|also|in addition|additionally|furthermore|moreover|but|and|so|"
    r"such|its|their|his|her|here|then|otherwise|instead|for example|for instance|as a result|"
    r"as such|similarly|likewise|it|they|he|she|these|those|this|that|both|note that|"
    r"for this reason|in this case|consequently|again|yet|nevertheless|in particular|i|my|if|"
    r"deshalb|daher|außerdem|jedoch|dabei|dadurch|dies|diese[rs]?|er|es|ihr|"
    r"cependant|donc|ainsi|en outre|elle|ils|elles|celui-ci|celle-ci|"
    r"además|sin embargo|por tanto|por ello|ella|ellos|esto)\b",
    re.IGNORECASE,
)
_KIND = (
    r"(?:document|manual|report|paper|article|guide|handbook|book|letter|protocol|contract|"
    r"agreement|policy|study|thesis|tutorial|chapter|note|assessment|review|survey|release|"
    r"specification|reference|introduction|text|lesson|course)"
)
_PURPOSE = re.compile(
    rf"^(?:this|the|our)\s+(?:[\w-]+\s+){{0,3}}{_KIND}\s+(?:\w+ly\s+)?(?:describes?|explains?|covers?|"
    r"presents?|says?|sets? out|gives?|is (?:about|on|for|an?|intended|meant|the)|deals? with|"
    r"documents?|discusses|introduces|provides?|reports?|summari[sz]es|shows?|contains?|is aimed|"
    r"tells?|compares?|examines|assesses|looks at)\b"
    r"|\b(?:purpose|aim|goal|object) of (?:this|the)\b"
    r"|^(?:in this (?:paper|report|study|article|document),? )?(?:we|i)\s+(?:report|describe|"
    r"present|ask|propose|write|examine|study|show)\b"
    r"|\btoday (?:reported|announced)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"^(?:the\s+)?[^\s,.;:]+(?:\s+[^\s,.;:]+){0,3}\s+(?:is|are)\s+(?:an?|the)\s+\w"
)
_NUMBERED = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+(?=[A-ZÀ-Þ])")
_SYMBOLS = re.compile(r"[<>{}|\\=\[\]^`~_#*]")
MOST_SYMBOLS = 0.02
"""Share of a sentence's characters from which it is code rather than prose."""
SHORT_LINE = 40
"""A first line of so many characters, without a stop, before one that begins with a capital, is a
heading that runs into the sentence."""
OPENING_PART = re.compile(
    r"(?i)^[\W\d]*(?:item \d+\w?\.?\s*)?(?:introduction|overview|(?:executive )?summary|abstract|"
    r"purpose|scope|background|(?:description of )?business|nature of operations.*|about .*|"
    r"general)\W*$"
)
_BOILERPLATE = re.compile(
    r"(?i)copyright|©|all rights reserved|trademark|permission is|licen[cs]ed? under|"
    r"forward-looking|please (?:refer|see|visit|contact)|https?:|www\.|@\w+\.\w|"
    r"incorporated (?:herein )?by reference|check mark|registrant|pursuant to|hereunto|"
    r"\b(?:see|in|refer to) (?:section|chapter|page|part|item|note|figure|table|appendix)\b|"
    r"table of contents|without (?:any )?warranty|isbn|safe harbor|conference call|webcast|"
    r"non-gaap financial measures? (?:is|are|should)|all comparisons|"
    r"\bsee \[|^unless (?:otherwise|the context)|\breferences to\b|\bthe terms? [“\"]|^see\b|"
    r"^(?:usage|syntax|example|abbreviation|figure|table)\b.{0,12}:|"
    r"^(?:described|listed|set forth|shown|summarized) (?:below|above)|"
    r"^the (?:following|\w+ (?:described|listed|set forth) (?:below|above))"
)


@dataclass(frozen=True, slots=True)
class QuotableSentence:
    """A sentence that may be quoted: its words, span in the document, passage and worth."""

    text: str
    start: int
    end: int
    chunk: Chunk
    worth: float = 0.0


def sentences_of(
    chunks: Iterable[Chunk], sections: Sequence[Section] = (), *, span: tuple[int, int] = (0, 0)
) -> list[QuotableSentence]:
    """The sentences of prose that can stand by themselves, in order, each once.

    Args:
        sections: of the chunks' document; a heading that runs into a sentence is cut off it.
        span: only sentences within it; empty for no limit.
    """
    found: dict[str, QuotableSentence] = {}
    for chunk in chunks:
        if chunk.kind != "prose" or len(_LEADERS.findall(chunk.text)) > MOST_LEADERS:
            continue  # rows of tables, and contents with their dots
        for first, last in sentence_spans(chunk.text):
            start, end = _without_heading(chunk, first, last, sections)
            if span[1] and not span[0] <= start < span[1]:
                continue
            text = " ".join(chunk.text[start - chunk.start : end - chunk.start].split())
            if is_tellable(text) and text not in found:
                found[text] = QuotableSentence(text, start, end, chunk)
    return list(found.values())


def _without_heading(
    chunk: Chunk, first: int, last: int, sections: Sequence[Section]
) -> tuple[int, int]:
    start, end = chunk.start + first, chunk.start + last
    for section in sections:
        if start <= section.start < end and section.title:
            title = r"\s+".join(re.escape(each) for each in section.title.split())
            text = chunk.text[section.start - chunk.start : last]
            if match := re.match(rf"[#\s\d.]*{title}\s*", text):
                start = section.start + match.end()
    raw = chunk.text[start - chunk.start : last]
    line, _, rest = raw.partition("\n")
    runs_in = len(line) <= SHORT_LINE and line.rstrip()[-1:] not in tuple(",;:-–")
    if runs_in and rest[:1].isupper() and len(rest) >= SHORTEST:
        start += len(line) + 1
    if match := _NUMBERED.match(chunk.text[start - chunk.start : last]):
        start += match.end()
    return start, end


def is_tellable(text: str) -> bool:
    """Whether a text is a sentence of prose that may be quoted: no heading, row, line of contents,
    question, link or legal formula."""
    if not SHORTEST <= len(text) <= LONGEST or not reads_as_sentence(text):
        return False
    if text.endswith("?") or _LEADERS.search(text) or _BOILERPLATE.search(text):
        return False
    if not (text[0].isupper() or text[0].isdigit() or text[0] in '"“‘«'):
        return False
    if len(_SYMBOLS.findall(text)) > MOST_SYMBOLS * len(text):
        return False
    words = [each for each in text.split() if any(letter.isalpha() for letter in each)]
    lower = sum(word[:1].islower() for word in words)
    # German writes nouns with capitals
    most = 4 if 2 * lower < len(words) and language_of(text) == "german" else 2
    return len(words) >= 5 and most * lower >= len(words)


def ranked(
    sentences: Sequence[QuotableSentence],
    heading: str = "",
    *,
    purpose: bool = False,
    openings: Sequence[tuple[int, int]] = (),
) -> list[QuotableSentence]:
    """The sentences with their worth, best first.

    Args:
        heading: of the part that they are of.
        purpose: prefer a sentence that says what the document is or is for.
        openings: spans of introductions and summaries, whose sentences tell more.
    """
    vectors = [Counter(term_texts(quotable_sentence.text)) for quotable_sentence in sentences]
    centroid: Counter[str] = Counter()
    for vector in vectors:
        centroid.update(set(vector))
    length = math.sqrt(sum(count * count for count in centroid.values())) or 1.0
    wanted = set(term_texts(heading))
    found = []
    for place, (sentence, vector) in enumerate(zip(sentences, vectors, strict=True)):
        own = math.sqrt(sum(count * count for count in vector.values())) or 1.0
        near = sum(count * centroid[term] for term, count in vector.items()) / (own * length)
        worth = near + PLACE / (1.0 + place)
        worth += HEADING * len(wanted & vector.keys()) / len(wanted) if wanted else 0.0
        words = len(sentence.text.split())
        worth *= min(1.0, 0.6 + 0.4 * words / IDEAL_WORDS)
        says = bool(_PURPOSE.search(sentence.text))
        if _DANGLING.match(sentence.text) and not says:
            worth *= DANGLING
        if purpose and says:
            worth += PURPOSE
        elif purpose and _DEFINES.match(sentence.text) and wanted & vector.keys():
            worth += PURPOSE / 2
        if any(start <= sentence.start < end for start, end in openings):
            worth += OPENS / (1.0 + 0.2 * place)
        found.append(
            QuotableSentence(sentence.text, sentence.start, sentence.end, sentence.chunk, worth)
        )
    return sorted(found, key=lambda each: -each.worth)
