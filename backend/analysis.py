"""How text becomes terms: one analysis for every lexical field, highlight and overlap score.

All engines receive terms that were made here, so that a question and a passage always meet in the
same form and two engines rank alike.

Letters are case-folded and stripped of accents; English words are stemmed with Snowball's Porter2;
runs of Chinese, Japanese or Korean script become overlapping bigrams (the usual baseline of
Lucene's CJKBigramFilter).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from threading import local
from typing import NamedTuple

import Stemmer

_WORD = re.compile(
    r"\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?(?![\d])"  # 17,846.5
    r"|\d+(?:\.\d+)+"  # 3.14, 10.2.1
    r"|(?:[^\W\d_]\.){2,}"  # U.S.
    r"|[^\W_]+(?:['’][^\W\d_]+)*"  # word, don't, FY2023
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_INSIDE_NUMBER = re.compile(r"[,\u00a0\u202f]")
_POSSESSIVE = re.compile(r"['’]s?$")

STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "above",
        "after",
        "again",
        "against",
        "all",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "below",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "down",
        "during",
        "each",
        "few",
        "for",
        "from",
        "further",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "me",
        "more",
        "most",
        "my",
        "no",
        "nor",
        "not",
        "now",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "our",
        "out",
        "over",
        "own",
        "s",
        "same",
        "she",
        "should",
        "so",
        "some",
        "such",
        "t",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "too",
        "under",
        "until",
        "up",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)

_stemmers = local()


class Term(NamedTuple):
    """An index term with the span of the text that it came from."""

    text: str
    start: int
    end: int


def fold(text: str) -> str:
    """Case-folded text without accents; its length may differ from the input's."""
    if text.isascii():
        return text.lower()
    # what a letter in a fancy form decomposes into may be a capital, so its case is folded too
    decomposed = unicodedata.normalize("NFKD", text.casefold()).casefold()
    return "".join(character for character in decomposed if not unicodedata.combining(character))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The index form of one word: folded, its possessive dropped, English words stemmed.

    Numbers lose their thousands separators ("17,846" and "17846" are one term) and abbreviations
    their points ("U.S." and "US"); words with digits are not stemmed.
    """
    # folding turns a no-break space into a plain one, so separators go first
    word = _POSSESSIVE.sub("", fold(_INSIDE_NUMBER.sub("", word)))
    if any(character.isdigit() for character in word):
        return word
    word = word.replace(".", "")
    if not word.isascii():
        return word
    stemmer = getattr(_stemmers, "english", None)
    if stemmer is None:
        stemmer = _stemmers.english = Stemmer.Stemmer("english", 0)
    return str(stemmer.stemWord(word))


@lru_cache(maxsize=50_000)
def foreign_stem(word: str, language: str) -> str:
    """The stem of a word of another language, folded. No index holds it: it is for comparing words
    when a question is answered.

    Args:
        word: in letters of either case.
        language: as Snowball names it (`german`, `french`, `spanish` …).

    Raises:
        KeyError: for a language that Snowball does not know.
    """
    stemmer = getattr(_stemmers, language, None)
    if stemmer is None:
        stemmer = Stemmer.Stemmer(language, 0)
        setattr(_stemmers, language, stemmer)
    return fold(str(stemmer.stemWord(word.lower())))


def terms(text: str, *, keep_stop_words: bool = False) -> Iterator[Term]:
    """The index terms of a text in order, with their spans; stop words are left out unless kept."""
    for match in _WORD.finditer(text):
        word = match.group()
        if not word.isascii() and _CJK.search(word):
            yield from _bigrams(word, match.start())
        elif keep_stop_words or word.lower() not in STOP_WORDS:
            stemmed = stem(word)
            if stemmed:
                yield Term(stemmed, match.start(), match.end())


def term_texts(text: str, *, keep_stop_words: bool = False) -> list[str]:
    """The index terms of a text in order, without their spans."""
    return [term.text for term in terms(text, keep_stop_words=keep_stop_words)]


def _bigrams(word: str, start: int) -> Iterator[Term]:
    if len(word) == 1:
        yield Term(word, start, start + 1)
    for offset in range(len(word) - 1):
        yield Term(fold(word[offset : offset + 2]), start + offset, start + offset + 2)
