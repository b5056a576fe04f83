"""Does a passage bear out a sentence? A local test of numbers, names, words, clauses and polarity.

The test finds contradictions and inventions that show on the surface; it does not prove a claim.
Its thresholds were chosen on verbatim, paraphrased and falsified sentences of training questions
(bench/support.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import STOP_WORDS, fold, stem, term_texts, terms
from backend.calendar_words import MONTHS
from backend.evidence.arithmetic import computed, constants
from backend.evidence.comparison import conflict
from backend.evidence.polarity import contradiction
from backend.evidence.quantities import Quantity, is_among, quantities
from backend.sentences import sentence_spans
from backend.types import enumeration

COVERED = 0.6
"""Share of a sentence's terms that must stand in the passages, without help of the embedding."""
COVERED_AT_LEAST = 0.3
SIMILAR = 0.55
"""Cosine from which a sentence is taken for a paraphrase, given `COVERED_AT_LEAST`."""

MARKER = re.compile(
    r"[^\S\n]*[\[【“\"]?[\[【]\s*\^?(?:passages?\s+)?\d{1,3}(?:\s*(?:[,;–-]|and)\s*\d{1,3})*\s*"
    r"(?:†[^\]】\n]{0,40})?[\]】][”\"]?",
    re.IGNORECASE,
)
_CLAIMS_NOTHING = re.compile(
    r"(?i)^\W*(?:"
    r"(?:sorry|hello|hi|thanks?|thank you|sure|certainly|of course|you're welcome)\b.{0,60}$"
    r"|i (?:did not|didn['’]t|could not|couldn['’]t|cannot|can['’]t|do not|don['’]t) "
    r"(?:find|know|answer|see|have|tell)\b"
    r"|i['’]m (?:sorry|afraid|unable)\b"
    r"|i am (?:sorry|afraid|unable)\b"
    r"|(?:unfortunately,? )?(?:none of )?(?:the|these|this|those|your) (?:provided |given |cited |"
    r"retrieved |available )?(?:documents?|passages?|context|sources?|excerpts?|evidence|text)"
    r"(?: (?:provided|given|that were found|above))? (?:do|does|did|is|are|was|were|mentions?\b)"
    r".{0,12}(?:not|n['’]t|no |mentions?)"
    r"|(?:unfortunately,? )?there is no (?:information|mention|answer|evidence)\b"
    r"|no (?:information|passage|document|mention)\b"
    r"|none of the passages\b"
    r"|(?:the )?nearest passages\b"
    r"|(?:here (?:is|are)|according to|based on|in summary|in short)\b[^.]{0,60}:$"
    r"|(?:let me know|feel free|if you (?:have|need|would like|want))\b"
    r")"
)
_FURTHER_STEP = re.compile(r"\n\d{1,2}[.)]\s")
_ENUMERATOR = re.compile(r"^\s*(?:[*•#>]\s*|-+\s+|\(?\d{1,2}[.)]\s+|\(?[a-z][.)]\s+)+")
_CAPITALISED = re.compile(r"[^\W\d_a-z][\w’'&.-]*\w|[A-Z]\b")
_ADDRESS = re.compile(
    r"(?i)(?:\b(?:https?:|ftp:|javascript:|file:(?=/)|data:(?=[a-z]+/))|(?<![\w:/])//(?=[\w-]+\.)|\bwww\.)[^\s<>\"'()\[\]]+"
)
"""What a browser would fetch: the target of a link, of a picture or of a tag, or a bare one."""
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_MEASURES = frozenset(
    stem(word)
    for word in ("percent", "million", "billion", "thousand", "trillion", "dollars", "usd", "bn")
)
_NUMERIC_DATE = re.compile(r"\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b")


@dataclass(frozen=True, slots=True)
class SupportCheck:
    """The verdict on one sentence; None if it claims nothing. `problem` is a sentence to show."""

    supported: bool | None
    problem: str = ""


NOTHING_CLAIMED = SupportCheck(None)
SUPPORTED = SupportCheck(True)


def check_sentence(
    sentence: str, passages: Sequence[str], question: str, similarity: float | None
) -> SupportCheck:
    """Compare a sentence with the passages that it cites.

    Args:
        sentence: with or without its markers. An address in it, of a link, a picture or bare, must
            stand in a passage.
        passages: texts of the cited passages, each with its title and headings.
        question: its names and years may be repeated without standing in a passage.
        similarity: cosine between the sentence and the nearest sentence of the passages, if an
            embedder was at hand.
    """
    claim = bare_claim(sentence)
    if foreign := _foreign_address(sentence, passages):
        return SupportCheck(False, f"The address “{foreign}” stands in no cited passage.")
    if claims_nothing(claim):
        return NOTHING_CLAIMED
    if not passages:
        return SupportCheck(False, "It cites no passage.")
    if is_verbatim(claim, passages):
        return SUPPORTED
    evidence = "\n\n".join(passages)
    where = "the cited passage" if len(passages) == 1 else "the cited passages"
    for finding in (
        _missing_numbers(claim, evidence, question),
        _missing_names(claim, evidence, question),
    ):
        if finding:
            return SupportCheck(False, f"{finding} {where}.")
    share = coverage(claim, evidence, question)
    if share < COVERED and (share < COVERED_AT_LEAST or similarity is None or similarity < SIMILAR):
        return SupportCheck(False, f"Most of what it says does not stand in {where}.")
    against = conflict(claim, passages) or contradiction(
        claim, [s for text in passages for s in _sentences(text)]
    )
    return SupportCheck(False, against) if against else SUPPORTED


def bare_claim(sentence: str) -> str:
    """The sentence without citation markers, list numbers and Markdown emphasis; steps that are
    quoted together keep their numbers."""
    text = MARKER.sub("", sentence)
    text = text if _FURTHER_STEP.search(text) else _ENUMERATOR.sub("", text)
    return re.sub(r"\*\*|__|`", "", text).strip()


def _foreign_address(sentence: str, passages: Sequence[str]) -> str:
    """The first address in a sentence that no passage holds; empty if there is none.

    Words round a link or a picture may be true and its target still lead elsewhere: an address is
    only borne out by standing in a passage as it is.
    """
    held = [_plain(passage) for passage in passages]
    for match in _ADDRESS.finditer(sentence):
        address = match.group().rstrip(".,;:!?*_`")
        if not any(_plain(address) in each for each in held):
            return address
    return ""


def claims_nothing(claim: str) -> bool:
    """Whether there is nothing to check: a greeting, a heading, an admission, a question."""
    if _CLAIMS_NOTHING.search(claim) or claim.rstrip().endswith("?"):
        return True
    words = term_texts(claim)
    if claim.endswith(":") and len(words) <= 6:
        return True
    return len(words) < 2 and not any(character.isdigit() for character in claim)


def is_verbatim(claim: str, passages: Sequence[str]) -> bool:
    """Whether a passage holds the words of the claim as they are, white space and dots aside."""
    wanted = _plain(claim)
    return bool(wanted) and any(wanted in _plain(passage) for passage in passages)


def coverage(claim: str, evidence: str, question: str = "") -> float:
    """Share of the claim's distinct words that stand in the evidence; 1 for none.

    Numbers and their units are left to the test of numbers. A word that only the question holds
    counts half; a claim of a single word beside numbers is not judged by it.
    """
    wanted = {term for term in term_texts(claim) if not _is_measure(term)}
    if not wanted or (len(wanted) == 1 and any(character.isdigit() for character in claim)):
        return 1.0
    held, asked = set(term_texts(evidence)), set(term_texts(question))
    return sum(1.0 if t in held else 0.5 * (t in asked) for t in wanted) / len(wanted)


def _is_measure(term: str) -> bool:
    return any(character.isdigit() for character in term) or term in _MEASURES


def _plain(text: str) -> str:
    """What is printed, without white space, dots of omission and invisible characters."""
    printed = (c for c in text.casefold() if c.isprintable() and not c.isspace() and c != "…")
    return "".join(printed).rstrip(".")


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def _missing_numbers(claim: str, evidence: str, question: str) -> str:
    seen = quantities(evidence)
    asked = [quantity for quantity in quantities(question) if _YEAR.fullmatch(quantity.text)]
    results = (*computed(claim), *constants(claim))
    reckoned = [quantity for result in results for quantity in quantities(result)]
    missing = [
        quantity.text
        for quantity in quantities(claim)
        if not _is_loose_word(quantity)
        and not is_among(quantity, [*seen, *asked])
        and quantity.mantissa not in {result.mantissa for result in reckoned}
    ]
    if not missing:
        return ""
    verb = "is" if len(missing) == 1 else "are"
    return f"{_listed(missing)} {verb} not in"


def _is_loose_word(quantity: Quantity) -> bool:
    """Small number words are often no count: "one of the", "second only to", "the two"."""
    return quantity.spelled and quantity.value <= 2


def _missing_names(claim: str, evidence: str, question: str) -> str:
    held = set(term_texts(f"{evidence} {question}", keep_stop_words=True))
    held |= _months_meant(evidence, held)
    acronyms = _acronyms(f"{evidence} {question}")
    folded = fold(f"{evidence} {question}")
    missing = []
    for name, opens in _names(claim):
        stems = [t for t in term_texts(name) if t]
        absent = [t for t in stems if t not in held]
        if not absent or stem(name) in acronyms or fold(name) in folded:
            continue
        if opens and len(stems) == 1:
            continue  # the first word of a sentence is capitalised whatever it is
        if len(absent) * 2 > len(stems):
            missing.append(name)
        elif any(word[:1].isupper() for word in _words_of(name, absent)):
            missing.append(" ".join(_words_of(name, absent)))
    if not missing:
        return ""
    verb = "is" if len(missing) == 1 else "are"
    return f"{_listed(missing)} {verb} not in"


def _names(claim: str) -> list[tuple[str, bool]]:
    """Runs of capitalised words, each with whether it opens the sentence."""
    runs: list[list[re.Match[str]]] = []
    for match in _CAPITALISED.finditer(claim):
        word = match.group().lower().rstrip(".")
        if word in STOP_WORDS:
            continue
        previous = runs[-1][-1] if runs else None
        if previous is not None and claim[previous.end() : match.start()] in {" ", "-", ". "}:
            runs[-1].append(match)
        else:
            runs.append([match])
    return [
        (claim[run[0].start() : run[-1].end()], not claim[: run[0].start()].strip("\"'“‘(* "))
        for run in runs
    ]


def _months_meant(evidence: str, held: set[str]) -> set[str]:
    """Stems of the months that the evidence names in short, or may name by number."""
    numeric = bool(_NUMERIC_DATE.search(evidence))
    return {
        stem(month)
        for month in MONTHS
        if numeric or month[:3] in held or (month == "september" and "sept" in held)
    }


def _words_of(name: str, stems: Sequence[str]) -> list[str]:
    return [name[t.start : t.end] for t in terms(name) if t.text in stems]


def _acronyms(text: str) -> set[str]:
    """Initials of the capitalised runs, as stems: "Securities and Exchange Commission" is SEC."""
    found: set[str] = set()
    for match in re.finditer(
        r"[A-Z][\w’'-]+(?:\s+(?:(?:of|and|the|for|de)\s+)?[A-Z][\w’'-]+)+", text
    ):
        words = [word for word in re.split(r"[\s-]+", match.group()) if word[:1].isupper()]
        found.update(
            "".join(word[0] for word in words[first:last]).lower()
            for first in range(len(words) - 1)
            for last in range(first + 2, min(len(words), first + 6) + 1)
        )
    return found


def _listed(items: Sequence[str]) -> str:
    quoted = [f"“{item.strip()}”" for item in dict.fromkeys(items)][:3]
    return enumeration(quoted)
