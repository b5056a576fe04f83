"""The definitions of a document's passages: by the form of each sentence and by its place.

A definition counts for more on the first pages, where a document says what it is about, and where
the term is the document's title or name, or the heading above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import fold, term_texts
from backend.definitions.asked_names import asked_term
from backend.definitions.defining import Defined, terms_of
from backend.definitions.labelled_lines import labelled_lines
from backend.definitions.reference_heads import headed_name
from backend.sentences import sentence_spans
from backend.types import Chunk, Definition

FIRST_PAGES = 3
FIRST_PASSAGES = 5
"""The first pages, where there are none the first passages."""
EARLY = 0.05
OF_DOCUMENT = 0.15
UNDER_HEADING = 0.1
"""More for a definition on the first pages, of the document's title, of the heading above."""
LEAST = 0.35
"""Definitions that are less sure are left out."""
ASKED_ABOVE = 0.8
"""Strength of what stands first under a heading that asks what something is."""
UNDER_NAME = 0.55
"""Strength of “is a …” or “A …” right under the heading that names the thing."""
ENTRY = 0.8
"""Strength of the head of an entry in a reference manual."""
LABEL = 1.0
"""Strength of a line that is labelled so: what it tells is said by its form."""
SHORT_LINE = 60
"""A first line of so many characters, without a stop, may be a heading that runs into its text."""
MOST_LINE_WORDS = 8
MOST_OF_PASSAGE = 24
"""Definitions of one passage: a list of more terms stands for none of them."""
MOST_HEADING_WORDS = 5

_CUE = re.compile(
    r"(?i)\b(?:is|are|was|were|means?|refers?|denotes?|stands?|called|known|term(?:ed)?|meaning|"
    r"define[ds]?|short|ist|est|es|bedeutet|bezeichnet|steht|désigne|signifie|significa|designa|"
    r"describes?|signif\w+|designates?|call)\b|\([^)]*[\"“„«A-Z]|, (?:an?|the) "
)
"""What every form of a definition holds, but entries of lists."""
_TERM_LISTS = re.compile(
    r"(?i)\b(?:glossary|glossaire|glosario|glossar|definitions?|terminology|terms|vocabulary|"
    r"abbreviations?|acronyms?|begriffe|abkürzungen|définitions|definiciones|jargon|"
    r"nomenclature)\b"
)
"""Headings of lists of terms."""
_MARKS = re.compile(
    r"^(?:#{1,6}\s+)?(?:(?:chapter|section|appendix)\s+)?(?:[\dA-Z]{1,2}(?:\.\d+)*[.):]?\s+)?"
)
_HEADLESS = re.compile(
    r"(?is)^(?:(?:it|this|these|they)\s+)?(?:is|are|was)\s+(?:an?|the|one\s+of)\s+\w"
)
_OF_TEXT = re.compile(
    r"(?i)^\W*(?:\w+\s+){1,2}(?:an?|the)\s+(?:[a-z]+\s+){0,2}(?:table|list|description|summary|"
    r"overview|examples?|chapter|section|part|page|figure|copy|version|guide)\b"
)
"""“This is a list of …” says what the text is."""
_PLAIN_HEADING = re.compile(
    r"(?i)\b(?:introduction|overview|summary|about|general|background|purpose|scope|abstract|"
    r"contents|examples?|usage|notes?|description|preface|foreword|conclusions?|appendix|details|"
    r"basics|history|features|installation|requirements|references|credits|see also|synopsis)\b"
)
_NEW_LINE = re.compile(r"\n[^\S\n]*(?=[\"“‘«]?[^\W\d_a-zß-ÿ])")
_ENDED = re.compile(r"[.!?:;,]\s*$")


def definitions_of(chunks: Sequence[Chunk], names: Sequence[str]) -> list[list[Definition]]:
    """The definitions of each of a document's passages, in the order of its text.

    Args:
        chunks: all passages of the document, in its order.
        names: what the document is called: its title, its file's name.
    """
    own = {each for name in names if (each := term_key(_plain_name(name)))}
    sections: set[str] = set()
    found: list[list[Definition]] = []
    for number, chunk in enumerate(chunks):
        if chunk.kind != "prose":
            found.append([])
            continue
        first = chunk.section_id not in sections
        sections.add(chunk.section_id)
        paged = bool(chunk.pages) and chunks[-1].pages[-1:] > (0,)
        early = chunk.pages[0] < FIRST_PAGES if paged else number < FIRST_PASSAGES
        found.append(_of_passage(chunk, own, first=first, early=early))
    return found


def term_key(term: str) -> str:
    """What the forms of a term share: stems without articles and accents; signs that belong to it
    stay, so that C++ is not C. Empty for a term without words.
    """
    words = term_texts(term)
    if not words:
        return ""
    signs = re.sub(r"[^+#]", "", term)
    return f"{' '.join(words)}{signs}"


def _of_passage(chunk: Chunk, own: set[str], *, first: bool, early: bool) -> list[Definition]:
    heading = _heading(chunk)
    heading_key = term_key(heading)
    listed = any(_TERM_LISTS.search(each) for each in chunk.path)
    best: dict[tuple[str, bool], Definition] = {}
    begun = False
    asked = ""
    for start, end in _sentences(chunk.text):
        sentence = chunk.text[start:end]
        if _is_heading(sentence, chunk):
            asked = _asked(sentence)
            continue
        if sentence.endswith("?"):
            asked = _asked(sentence)
            continue
        found: list[Defined] = []
        if listed or _CUE.search(sentence):
            found = terms_of(sentence, listed=listed)
        if first and not begun and (more := _under(heading, sentence)) is not None:
            found.append(more)
        if asked:
            found.append(Defined(asked, "heading", ASKED_ABOVE))
            asked = ""
        begun = True
        heads = filter(None, map(headed_name, sentence.split("\n")))
        found += [Defined(name, "entry", ENTRY) for name in heads]
        for each in found:
            key = term_key(each.term)
            if not key:
                continue
            strength = each.strength
            strength += EARLY if early else 0.0
            strength += OF_DOCUMENT if key in own else 0.0
            strength += UNDER_HEADING if key == heading_key else 0.0
            strength = round(min(1.0, strength), 3)
            # the head of an entry does not stand for what else defines its name
            place = key, each.form == "entry"
            if strength >= LEAST and (place not in best or best[place].strength < strength):
                best[place] = Definition(each.term, start, end, each.form, strength)
    inorder = sorted(best.values(), key=lambda each: (each.start, each.term))
    return [*(inorder if len(inorder) <= MOST_OF_PASSAGE else []), *_labelled(chunk.text)]


def _labelled(text: str) -> list[Definition]:
    """The lines of a passage that tell the value of what they are labelled as."""
    return [
        Definition(label, start, end, "label", LABEL) for label, start, end in labelled_lines(text)
    ]


def _sentences(text: str) -> list[tuple[int, int]]:
    """Spans of sentences; a short first line without a stop before a capital is taken off."""
    found: list[tuple[int, int]] = []
    for first, end in sentence_spans(text):
        start = first
        match = _NEW_LINE.search(text, start, end)
        while match is not None and match.start() - start <= SHORT_LINE:
            line = text[start : match.start()]
            if _ENDED.search(line) or len(line.split()) > MOST_LINE_WORDS:
                break
            found.append((start, match.start()))
            start = match.end()
            match = _NEW_LINE.search(text, start, end)
        found.append((start, end))
    return found


def _heading(chunk: Chunk) -> str:
    """The heading right above, without its number."""
    return _MARKS.sub("", chunk.path[-1].strip()) if chunk.path else ""


def _is_heading(sentence: str, chunk: Chunk) -> bool:
    plain = " ".join(sentence.split()).lstrip("# ")
    return plain in {" ".join(each.split()) for each in (chunk.title, *chunk.path)}


def _asked(sentence: str) -> str:
    """The term that a heading or a question of the document asks about."""
    text = _MARKS.sub("", " ".join(sentence.split()))
    return asked_term(text) if text.endswith("?") else ""


def _under(heading: str, sentence: str) -> Defined | None:
    """What a heading names, where the first sentence below it goes on with what it is."""
    if (question := _asked(heading)) != "":
        return Defined(question, "heading", ASKED_ABOVE)
    named = heading and len(heading.split()) <= MOST_HEADING_WORDS
    if named and not _PLAIN_HEADING.search(heading) and _begins_below(sentence):
        return Defined(heading, "heading", UNDER_NAME)
    return None


def _begins_below(sentence: str) -> bool:
    return _HEADLESS.match(sentence) is not None and _OF_TEXT.match(sentence) is None


def _plain_name(name: str) -> str:
    """A title or a file's name without its ending and its marks."""
    return re.sub(r"[_-]+", " ", re.sub(r"\.[A-Za-z0-9]{1,5}$", "", fold(name)))
