"""Evidence as a language model reads it: numbered, fenced as data, within a limit of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts, terms
from backend.sentences import sentence_spans
from backend.tokens import CHARACTERS_PER_TOKEN, estimate_tokens
from backend.types import Hit, LabelledHit

HEADER_TOKENS = 40
"""Set aside for the number, title and heading path of each passage, at least."""
FENCE_TOKENS = 12
"""The line above a passage, with its number."""
SMALLEST_TOKENS = 60
"""Fewer tokens of a passage than this are not worth giving; then fewer passages are given."""
BEST = 5
"""So many passages are given in any case, cut where they must be; more only whole."""
_LONGEST_LABEL = 120
_LONGEST_COLUMNS = 240
_CHAT_TOKEN = re.compile(
    r"<[|｜](?=[^<>\n]{1,64}[|｜]>)"  # <|im_start|>, <|eot_id|>, <｜User｜>
    r"|</?s>|\[/?INST\]|<</?SYS>>|</?(?:start|end)_of_turn>|<(?:bos|eos|pad)>"
    r"|\[/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]",
    re.IGNORECASE,
)
"""Marks of the chat templates in use: ChatML, Llama, Mistral, Gemma, DeepSeek, Phi."""
_GAP = " … "


@dataclass(frozen=True, slots=True)
class Fenced:
    """Passages ready for a prompt: how many of the hits they are, how many were shortened, and the
    text of each as it stands there, without its labels."""

    text: str
    given: int
    shortened: int
    texts: tuple[str, ...]


def fence(question: str, hits: Sequence[Hit], boundary: str, limit: int) -> Fenced:
    """The best hits as numbered passages between lines that carry `boundary`.

    `boundary` must be unpredictable, so that no document can hold it and end its passage early.
    The first `BEST` share about `limit` tokens fairly: short passages whole, long ones cut to equal
    parts round the terms of the question. Further ones follow whole as long as they fit. Where
    even the smallest parts do not fit, the last hits go without.
    """
    best = list(hits[:BEST])
    labels = [_labels(hit) for hit in best]
    headers = sum(map(_header_tokens, labels))
    while len(best) > 1 and limit - headers < SMALLEST_TOKENS * len(best):
        best.pop()
        headers -= _header_tokens(labels.pop())
    sizes = [estimate_tokens(hit.chunk.text) for hit in best]
    shares = fair_shares(sizes, limit - headers)
    left = limit - sum(shares) - headers
    given = list(best)
    for hit in hits[len(best) :]:
        size = estimate_tokens(hit.chunk.text)
        labels.append(_labels(hit))
        left -= size + _header_tokens(labels[-1])
        if left < 0:
            break
        given.append(hit)
        sizes.append(size)
        shares.append(size)
    wanted = set(term_texts(question))
    lines: list[str] = []
    texts: list[str] = []
    for number, (hit, size, share) in enumerate(zip(given, sizes, shares, strict=True), start=1):
        text = hit.chunk.text if size <= share else shorten(hit.chunk.text, wanted, share)
        texts.append(without_chat_tokens(text))
        lines.append(f"<<{boundary} passage {number}>>")
        lines += [*map(without_chat_tokens, labels[number - 1]), texts[-1]]
    lines.append(f"<<{boundary} end>>")
    shortened = sum(size > share for size, share in zip(sizes, shares, strict=True))
    return Fenced("\n".join(lines), len(given), shortened, tuple(texts))


def without_chat_tokens(text: str) -> str:
    """A text in which nothing reads as one of the marks between the turns of a chat.

    Servers that put a prompt together as text take such a mark in a document for the end of the
    user's turn. A space behind its first character makes it ordinary text.
    """
    return _CHAT_TOKEN.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)


def fair_shares(sizes: Sequence[int], limit: int) -> list[int]:
    """How much each may take of `limit`: max-min fairness, so that none is cut to spare a longer.

    (Bertsekas and Gallager, Data Networks, 1992, section 6.5.2, for a single link.)
    """
    shares = [0] * len(sizes)
    left = max(0, limit)
    for done, index in enumerate(sorted(range(len(sizes)), key=lambda each: sizes[each])):
        shares[index] = min(sizes[index], left // (len(sizes) - done))
        left -= shares[index]
    return shares


def shorten(text: str, wanted: set[str], limit: int) -> str:
    """The sentences of a text that hold most wanted terms, in order, in about `limit` tokens.

    Left-out stretches are marked by dots. A sentence that is too long by itself is cut to a window
    round its first wanted term.
    """
    spans = sentence_spans(text)
    found = [len({term.text for term in terms(text[a:b])} & wanted) for a, b in spans]
    kept: set[int] = set()
    left = limit
    for index in sorted(range(len(spans)), key=lambda each: (-found[each], each)):
        size = estimate_tokens(text[slice(*spans[index])]) + 1
        if size <= left:
            kept.add(index)
            left -= size
        elif not kept:
            return _window(text, spans[index], wanted, limit)
    pieces: list[str] = []
    for index in sorted(kept):
        if index - 1 in kept:
            pieces.append(text[spans[index - 1][1] : spans[index][0]])
        elif index:
            pieces.append(_GAP)
        pieces.append(text[slice(*spans[index])])
    if kept and max(kept) < len(spans) - 1:
        pieces.append(_GAP)
    return "".join(pieces).strip()


def _window(text: str, span: tuple[int, int], wanted: set[str], limit: int) -> str:
    start, end = span
    width = limit * CHARACTERS_PER_TOKEN
    places = [term.start for term in terms(text[start:end]) if term.text in wanted]
    middle = start + (places[0] if places else 0)
    begin = max(start, min(middle - width // 3, end - width))
    finish = min(end, begin + width)
    while begin < finish and estimate_tokens(text[begin:finish]) > limit:
        finish -= max(1, (finish - begin) // 8)  # scripts with more tokens per character
    before, after = "… " if begin > start else "", " …" if finish < end else ""
    return f"{before}{text[begin:finish]}{after}"


def _header_tokens(labels: Sequence[str]) -> int:
    return max(HEADER_TOKENS, FENCE_TOKENS + sum(estimate_tokens(label) + 1 for label in labels))


def _labels(hit: Hit) -> list[str]:
    chunk = hit.chunk
    date, columns = (hit.date, hit.columns) if isinstance(hit, LabelledHit) else ("", "")
    labels = []
    if chunk.title or date:
        dated = f"of {date}" if date else ""
        told = ("Document:", _one_line(chunk.title), dated)
        labels.append(" ".join(each for each in told if each))
    if chunk.path:
        labels.append(f"Section: {_one_line(' › '.join(chunk.path))}")
    if chunk.pages and chunk.pages[-1] > 0:  # text files have one page, which says nothing
        labels.append(f"Page: {chunk.pages[0] + 1}")
    if chunk.kind != "prose":
        row = chunk.kind == "table_row"
        said = "This is a row of a table." if row else "This is a table."
        named = f" Columns: {_one_line(columns, _LONGEST_COLUMNS)}." if columns else ""
        labels.append(said + named)
    return labels


def _one_line(text: str, longest: int = _LONGEST_LABEL) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
