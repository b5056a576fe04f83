"""What several answers to one question have in common: sentences, passages and time, as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.types import Answer, Chunk, Sentence, Verdict, enumeration
from components import verbatim, wording

SAME_SPAN = 0.5
"""Two quotations are one where they share this part of the shorter."""
FIRST_WORDS = 64
SLOWER = 1.5
"""Times are compared in words from this ratio on."""


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence of one answer, and the titles of all answers that hold it; `place` names the
    page that it cites first."""

    text: str
    held_by: tuple[str, ...]
    place: str = ""
    chunk_id: str = ""


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A passage with its place in each ranking that has it, and where it is cited."""

    chunk: Chunk
    ranks: Mapping[str, int]
    cited_by: frozenset[str]


Span = tuple[str, int, int]


def compared_sentences(answers: Mapping[str, Answer]) -> dict[str, tuple[ComparedSentence, ...]]:
    """The sentences of each answer with the answers that hold them too.

    Sentences are the same if they quote the same words of a document, or read the same.
    """
    return {
        title: tuple(
            ComparedSentence(
                plain(claim.text),
                tuple(
                    other
                    for other, theirs in answers.items()
                    if other == title
                    or any(_same(claim, answer, one, theirs) for one in claims(theirs))
                ),
                *_cited(claim, answer),
            )
            for claim in claims(answer)
        )
        for title, answer in answers.items()
    }


def claims(answer: Answer) -> tuple[Sentence, ...]:
    """The sentences that claim something; all of them where none does."""
    claiming = tuple(sentence for sentence in answer.sentences if sentence.citations)
    return claiming or answer.sentences


def plain(text: str) -> str:
    """A sentence without its citation marks and marks of emphasis."""
    words = " ".join(text.replace("**", "").split())
    while words.endswith("]") and "[" in words and words[words.rindex("[") + 1 : -1].isdigit():
        words = words[: words.rindex("[")].rstrip()
    return words.lstrip("-#> ")


def _spans(sentence: Sentence, answer: Answer) -> list[Span]:
    return [
        (citation.document_id, citation.start, citation.end)
        for citation in answer.citations
        if citation.number in sentence.citations and citation.end > citation.start
    ]


def _same(first: Sentence, of: Answer, second: Sentence, other: Answer) -> bool:
    if plain(first.text).casefold() == plain(second.text).casefold():
        return True
    quoted, theirs = _spans(first, of), _spans(second, other)
    if not quoted or not theirs:
        return False
    return any(_overlap(one, two) for one in quoted for two in theirs) and _alike(first, second)


def _overlap(one: Span, two: Span) -> bool:
    shared = min(one[2], two[2]) - max(one[1], two[1])
    return one[0] == two[0] and shared >= SAME_SPAN * min(one[2] - one[1], two[2] - two[1])


def _alike(first: Sentence, second: Sentence) -> bool:
    """Two sentences about one long passage are only the same if most of their words are."""
    one, two = set(plain(first.text).casefold().split()), set(plain(second.text).casefold().split())
    return len(one & two) >= SAME_SPAN * min(len(one), len(two))


def _cited(sentence: Sentence, answer: Answer) -> tuple[str, str]:
    for citation in answer.citations:
        if citation.number in sentence.citations:
            hit = next((one for one in answer.hits if one.chunk.id == citation.chunk_id), None)
            if hit is not None:
                return (place(hit.chunk, citation.page), hit.chunk.id)
    return ("", "")


def place(chunk: Chunk, page: int | None = None) -> str:
    """Document and page: `Annual report · p. 3`."""
    pages = chunk.pages if page is None or not chunk.pages else (page,)
    title = verbatim.clipped(chunk.title or "Untitled", 46)
    return " · ".join(part for part in (title, wording.pages(pages)) if part)


def passage_rows(answers: Mapping[str, Answer]) -> tuple[PassageRow, ...]:
    """All passages: those of most answers first, those of a single answer by answer, then by their
    best place, then by id."""
    chunks: dict[str, Chunk] = {}
    ranks: dict[str, dict[str, int]] = {}
    cited: dict[str, set[str]] = {}
    for title, answer in answers.items():
        for rank, hit in enumerate(answer.hits, start=1):
            chunks[hit.chunk.id] = hit.chunk
            ranks.setdefault(hit.chunk.id, {})[title] = rank
        for citation in answer.citations:
            cited.setdefault(citation.chunk_id, set()).add(title)
    held = {title: place for place, title in enumerate(answers)}
    order = sorted(
        ranks,
        key=lambda each: (
            -len(ranks[each]),
            min(held[title] for title in ranks[each]) if len(ranks[each]) == 1 else 0,
            min(ranks[each].values()),
            each,
        ),
    )
    return tuple(
        PassageRow(chunks[each], ranks[each], frozenset(cited.get(each, ()))) for each in order
    )


def group_of(row: PassageRow, titles: Sequence[str]) -> str:
    """The heading that a passage stands under: `Found by all`, `Only Naive`."""
    if len(row.ranks) == len(titles):
        return "Found by both" if len(titles) == 2 else f"Found by all {len(titles)}"
    return f"Only {next(iter(row.ranks))}" if len(row.ranks) == 1 else "Found by several"


def where(chunk: Chunk) -> str:
    """Section, document and page: `Guidance · Annual report · p. 3`."""
    section = verbatim.clipped(chunk.path[-1], 46) if chunk.path else ""
    if chunk.path and chunk.path[-1] == chunk.title:
        section = ""  # the document's name says it
    return " · ".join(part for part in (section, place(chunk)) if part)


def first_words(chunk: Chunk) -> str:
    """A passage by its first words, so that two of one page can be told apart: without the heading
    that it repeats, which stands with its place."""
    words = " ".join(chunk.text.split())
    heading = " ".join(chunk.path[-1].split()) if chunk.path else ""
    own = words.removeprefix(heading).lstrip(" :.—-") if heading else words
    return verbatim.clipped(own or words, FIRST_WORDS)


def in_words(answers: Mapping[str, Answer]) -> tuple[str, str]:
    """What differs, as a sentence to be set in bold, and what else there is to say."""
    if len(answers) < 2:
        return ("", "")
    said = compared_sentences(answers)
    every = {each.text for own in said.values() for each in own if len(each.held_by) == len(said)}
    only = {title: sum(each.held_by == (title,) for each in own) for title, own in said.items()}
    firsts = {" ".join(answer.short.casefold().split()) for answer in answers.values()}
    unsure = [title for title, answer in answers.items() if not answer.found]
    both = "Both" if len(answers) == 2 else f"All {len(answers)}"
    if unsure and len(unsure) < len(answers):
        answered = [title for title in answers if title not in unsure]
        lead = f"Only {enumeration(answered)} found an answer."
    elif unsure:
        lead = f"{both} found no answer."
    elif len(firsts) == 1:
        lead = f"{both} begin with the same answer."
    else:
        lead = f"{both} answer, in different words."
    parts = [
        f"{wording.count(len(every), 'sentence')} in common" if every else "no sentence in common"
    ]
    parts += [f"{number} only in {title}" for title, number in only.items() if number]
    rest = f"{', '.join(parts)}. {_times(answers)}".strip()
    return (lead, rest[:1].upper() + rest[1:])


def _times(answers: Mapping[str, Answer]) -> str:
    seconds = {title: answer.usage.seconds for title, answer in answers.items()}
    fast, slow = min(seconds, key=seconds.__getitem__), max(seconds, key=seconds.__getitem__)
    if seconds[fast] <= 0 or seconds[slow] < SLOWER * seconds[fast]:
        return ""
    ratio = seconds[slow] / seconds[fast]
    times = f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}"
    return f"{slow} took {times} times as long as {fast}."


def as_markdown(question: str, answers: Mapping[str, Answer]) -> str:
    """The whole comparison to keep: answers with their sentences, then the matrix of passages."""
    lead, rest = in_words(answers)
    said = compared_sentences(answers)
    lines = [f"# {question}", "", f"**{lead}** {rest}".strip(), ""]
    for title, answer in answers.items():
        tokens = answer.usage.input_tokens + answer.usage.output_tokens
        facts = [answer.verdict.words, wording.duration(answer.usage.seconds), answer.answered_by]
        facts += [wording.count(tokens, "token")] if tokens else []
        lines += [f"## {title}", "", " · ".join(facts), ""]
        lines += [answer.short, ""] if answer.short else []
        lines += [
            f"- {each.text} ({each.place}; {held(each, list(answers))})".replace("(; ", "(")
            for each in said[title]
        ]
        lines.append("")
    titles = list(answers)
    lines += ["## Passages", "", "A number is the place in the ranking, * marks cited ones.", ""]
    lines += [f"| Passage | Where | {' | '.join(titles)} |", "| --- " * (len(titles) + 2) + "|"]
    for row in passage_rows(answers):
        places = [
            f"{row.ranks.get(title, '–')}{'*' if title in row.cited_by else ''}" for title in titles
        ]
        words = first_words(row.chunk).replace("|", "\\|")
        lines.append(f"| {words} | {place(row.chunk).replace('|', ' ')} | {' | '.join(places)} |")
    return "\n".join(lines) + "\n"


SURENESS = (
    (Verdict.CALCULATED, Verdict.DIRECT),
    (Verdict.LIKELY,),
    (Verdict.CLOSEST,),
    (Verdict.NOT_FOUND,),
)
"""Verdicts from the surest on; a computed figure and a direct answer claim equally much."""


def surest(answers: Mapping[str, Answer]) -> frozenset[str]:
    """The titles of the answers that are surer of themselves than another one; none where all claim
    the same, or where none has found an answer. It tells what they claim, not who is right."""
    rank = {
        title: next(n for n, alike in enumerate(SURENESS) if answer.verdict in alike)
        for title, answer in answers.items()
    }
    if len(set(rank.values())) < 2 or not any(answer.found for answer in answers.values()):
        return frozenset()
    best = min(rank.values())
    return frozenset(title for title, place in rank.items() if place == best)


def held(sentence: ComparedSentence, titles: Sequence[str]) -> str:
    """`in both`, `only in Naive`, `in Naive and Fused hybrid`."""
    if len(sentence.held_by) == len(titles) > 1:
        return "in both" if len(titles) == 2 else f"in all {len(titles)}"
    if len(sentence.held_by) == 1:
        return f"only in {sentence.held_by[0]}" if len(titles) > 1 else ""
    return f"in {enumeration(sentence.held_by)}"
