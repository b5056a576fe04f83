"""What a person would call a group of passages: its heading, else what its sentences share.

Candidates are runs of words between stop words and marks (RAKE, Rose et al. 2010, §1.3), and parts
of them, that stand at least once where a noun phrase stands: after an article, a preposition or a
number. A phrase is worth what its words tell apart, for as many passages as use it. What only says
when ("years ended December") names nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from backend.analysis import STOP_WORDS, term_texts
from backend.calendar_words import NAMES_OF_TIME
from backend.types import Chunk

LONGEST_PHRASE = 3
"""Words of a phrase."""
SEVERAL = 0.5
"""A heading over more than this share of a group names it."""
LONGER = 1.5
"""A word more makes a phrase so much more of a name."""

_WORD = re.compile(r"[^\W\d_][\w’'-]*|[^\s\w]|\d[\d.,%]*")
_BEFORE_NOUN = frozenset(
    [
        *("a", "an", "the", "of", "for", "in", "on", "at", "with", "by", "from", "to", "its"),
        *("their", "our", "his", "her", "each", "every", "this", "these"),
    ]
)
_NO_END = re.compile(r"(?:ly|ing|ed|ous|ful|ive|ible|able|ern)$")
_NOUN_END = re.compile(r"(?:tion|sion|ment|ness|ity|ance|ence|ure|ism|ist|ship|age|ers|ors|ies)s?$")
_SHORTEST = 3
_OF_TIME = NAMES_OF_TIME | frozenset(
    [
        *("day", "days", "week", "weeks", "month", "months", "quarter", "quarters", "year"),
        *("years", "annual", "quarterly", "monthly", "weekly", "daily", "period", "periods"),
        *("fiscal", "calendar", "ended", "ending", "beginning", "date", "dates", "first"),
        *("second", "third", "fourth", "last", "next", "previous", "prior", "current", "past"),
        *("one", "two", "three", "four", "five", "six", "nine", "twelve", "as", "of", "at", "the"),
        *("and", "for", "from", "to", "in"),
    ]
)


def heading_of(title: str, group: Sequence[Chunk]) -> str:
    """The deepest heading under which more than half of the group stands; empty if there is none.

    Args:
        title: the document's, which names no group of it.
    """
    counts: Counter[tuple[str, ...]] = Counter()
    for chunk in group:
        for depth in range(1, len(chunk.path) + 1):
            counts[chunk.path[:depth]] += 1
    fitting = [path for path, count in counts.items() if count > SEVERAL * len(group)]
    for path in sorted(fitting, key=lambda each: (-len(each), each)):
        heading = " ".join(path[-1].split())
        if heading and heading != title and not _only_says_when(_WORD.findall(heading)):
            return heading
    return ""


def phrase_of(group: Sequence[Chunk], weights: Mapping[str, float]) -> str:
    """The noun phrase that the group's passages share, else its two most telling nouns.

    Args:
        weights: what each word (index form) tells the group apart by.
    """
    passages: dict[tuple[str, ...], set[int]] = {}
    written: dict[tuple[str, ...], Counter[str]] = {}
    nouns: set[tuple[str, ...]] = set()
    for number, chunk in enumerate(group):
        for phrase, form, is_noun in _candidates(chunk.text):
            passages.setdefault(phrase, set()).add(number)
            written.setdefault(phrase, Counter())[form] += 1
            if is_noun:
                nouns.add(phrase)
    least = 2 if len(group) > 1 else 1
    scores = {
        phrase: sum(max(weights.get(term, 0.0), 0.0) for term in phrase)
        / len(phrase)
        * LONGER ** (len(phrase) - 1)
        * len(used)
        for phrase, used in passages.items()
        if phrase in nouns
        and len(used) >= least
        and (len(phrase) == 1 or phrase[-1:] in nouns or _is_noun_by_form(written[phrase]))
    }
    order = sorted(scores, key=lambda phrase: (-scores[phrase], phrase))
    longer = [each for each in order if len(each) > 1 and scores[each] > 0.0]
    single = [each for each in order if len(each) == 1 and scores[each] > 0.0]
    if longer and (not single or scores[longer[0]] >= scores[single[0]] / 2):
        return _capital(_form(written[longer[0]]))
    return _capital(" and ".join(_form(written[each]) for each in single[:2]))


def _candidates(text: str) -> list[tuple[tuple[str, ...], str, bool]]:
    """Runs of words (index forms), as they are written, and whether a noun phrase stands there."""
    tokens = _WORD.findall(text)
    found: list[tuple[tuple[str, ...], str, bool]] = []
    run: list[str] = []
    before = ""
    for token in (*tokens, "."):
        if _is_content(token):
            run.append(token)
            continue
        for first in range(len(run)):
            for last in range(first + 1, min(first + LONGEST_PHRASE, len(run)) + 1):
                words = run[first:last]
                terms = tuple(term_texts(" ".join(words)))
                if _only_says_when(words):
                    continue
                if len(terms) == len(words) and not _NO_END.search(words[-1].lower()):
                    opens = before in _BEFORE_NOUN and (first == 0 or last == len(run))
                    is_noun = opens or words[0][0].isupper()
                    found.append((terms, " ".join(words), is_noun))
        run, before = [], token.lower()
    return found


def _only_says_when(tokens: Sequence[str]) -> bool:
    """Whether words name days, months and periods alone: “Three Months Ended 31 March 2024”."""
    return all(token.lower() in _OF_TIME or not token[0].isalpha() for token in tokens)


def _is_noun_by_form(forms: Counter[str]) -> bool:
    """Whether a phrase's last word has the ending of a noun, or a capital within the sentence."""
    last = _form(forms).split()[-1]
    return bool(_NOUN_END.search(last)) or last[0].isupper()


def _is_content(token: str) -> bool:
    return token[0].isalpha() and len(token) >= _SHORTEST and token.lower() not in STOP_WORDS


def _form(forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (-forms[form], form))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
