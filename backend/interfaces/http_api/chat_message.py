"""An answer as the message of a chat: Markdown with what answers first, and its sources last."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from backend.evidence.bundle import inert, inert_line
from backend.evidence.quoted_text import markdown_row
from backend.interfaces.http_api.chat_values import (
    Annotation,
    AnswerFacts,
    AssistantMessage,
    TokenUsage,
    UrlCitation,
)
from backend.interfaces.presentation import (
    Naming,
    calculation_of,
    cited_passage,
    offered_questions,
)
from backend.types import Answer, Citation, Sentence

_SOURCES = "\n\nSources:\n"
_FORMULA = "\n\nFormula: "
MOST_CELLS = 12
"""Cells of a calculation that a message lists; the facts beside it have all."""
_CHOICES = "\n\nWhich do you mean?\n"


def message_of(answer: Answer, naming: Naming, base: str, written: str = "") -> AssistantMessage:
    """The whole message.

    Args:
        base: the program's address, for links.
        written: what was sent already as it came, to which the rest is added; else nothing was,
            and the line that answers by itself begins.
    """
    short = _short(answer)
    text = written or short + ("\n\n" if short else "") + inert(answer.text)
    verdict = f"*{answer.verdict.words}.*"
    told = f"{short} {verdict}" if written and short else verdict
    made = _calculation(answer, naming)
    content = f"{text}\n\n{told}{made}{_choices(answer)}{_sources(answer, naming, base)}"
    return AssistantMessage(content, _annotations(answer, content, naming, base))


def repeats(message: str, answer: Answer) -> bool:
    """Whether a message that came back is that of an answer."""
    return inert(answer.text).strip() in message


def without_sources(message: str) -> str:
    """A message that came back, as far as it is an answer."""
    return message.partition(_SOURCES)[0].partition(_CHOICES)[0].partition(_FORMULA)[0]


def settled(text: str) -> int:
    """How much of the beginning of a growing text nothing that follows can turn into a link or
    picture: whole words, and no bracket that is still open on its line."""
    end = max(text.rfind(" "), text.rfind("\n")) + 1
    line = text.rfind("\n", 0, end) + 1
    opened = text.rfind("[", line, end)
    if opened > text.rfind("]", line, end):
        return opened - (opened > 0 and text[opened - 1] == "!")
    return end


def facts_of(answer: Answer, naming: Naming) -> AnswerFacts:
    """What Quire knows of its answer."""
    return AnswerFacts(
        answer_id=answer.id,
        conversation_id=answer.conversation_id,
        pipeline=answer.pipeline,
        verdict=answer.verdict.value,
        verdict_words=answer.verdict.words,
        found=answer.found,
        short=answer.short,
        text=answer.text,
        answered_by=answer.answered_by,
        seconds=answer.usage.seconds,
        notices=answer.notices,
        calculation=calculation_of(answer, naming),
        choices=offered_questions(answer),
    )


def usage_of(answer: Answer) -> TokenUsage:
    """The tokens of the language model."""
    sent, wrote = answer.usage.input_tokens, answer.usage.output_tokens
    return TokenUsage(sent, wrote, sent + wrote)


def _short(answer: Answer) -> str:
    """The line that answers by itself in bold; empty where the text begins with it as it is."""
    first = answer.sentences[0].text if answer.sentences else ""
    return f"**{inert(answer.short)}**" if answer.short and answer.short != first else ""


def _calculation(answer: Answer, naming: Naming) -> str:
    """The formula of a computed figure and a table of its first cells."""
    made = answer.calculation
    if made is None:
        return ""
    rows = [
        (
            operand.text,
            operand.label,
            operand.header,
            naming.name(operand.document_id),
            operand.spot,
        )
        for operand in made.operands[:MOST_CELLS]
    ]
    lines = ["| Cell | Row | Column | Document | Place |", "| --- | --- | --- | --- | --- |"]
    lines += [markdown_row(row, inert_line) for row in rows]
    further = len(made.operands) - len(rows)
    more = made.cells_left or (f"and {further} further cells" if further > 0 else "")
    lines += ["", more] if more else []
    return f"{_FORMULA}{inert_line(made.formula)}\n\n" + "\n".join(lines)


def _choices(answer: Answer) -> str:
    """A list of what the question could have meant, as questions to ask."""
    lines = [
        f"- {inert(choice.question)}" + (f" = {inert(choice.answer)}" if choice.answer else "")
        for choice in answer.choices
    ]
    return _CHOICES + "\n" + "\n".join(lines) if lines else ""


def _sources(answer: Answer, naming: Naming, base: str) -> str:
    """A list of what the numbers in brackets stand for."""
    cited = {citation.number: citation for citation in reversed(answer.citations)}
    lines = [
        f"- \\[{number}\\] [{_label(_place(cited[number], naming))}]"
        f"({_link(answer, cited[number], base)})"
        for number in sorted(cited)
    ]
    return _SOURCES + "\n" + "\n".join(lines) if lines else ""


def _annotations(answer: Answer, content: str, naming: Naming, base: str) -> tuple[Annotation, ...]:
    found = []
    begin = 0
    for sentence, citations in _by_sentence(answer):
        said = inert(answer.text[sentence.start : sentence.end])
        place = content.find(said, begin)
        start = begin if place < 0 else place
        end = begin = start if place < 0 else start + len(said)
        for citation in citations:
            cited = UrlCitation(start, end, _place(citation, naming), _link(answer, citation, base))
            found.append(Annotation(cited, cited_passage(citation, naming)))
    return tuple(found)


def _by_sentence(answer: Answer) -> Iterator[tuple[Sentence, list[Citation]]]:
    """Each sentence with its citations. They stand in the order of the sentences, one or more for
    each passage that a sentence cites."""
    left = list(answer.citations)
    citing = [each for each in answer.sentences if each.citations]
    for sentence, following in zip(citing, [*citing[1:], None], strict=True):
        missing = set(sentence.citations)
        begins = following.citations[0] if following else 0
        citations: list[Citation] = []
        while left and (missing or left[0].number != begins):
            if left[0].number not in sentence.citations:
                break
            missing.discard(left[0].number)
            citations.append(left.pop(0))
        yield sentence, citations


def _place(citation: Citation, naming: Naming) -> str:
    """The document, with the page where it has several."""
    document = naming.document(citation.document_id)
    page = f", page {citation.page + 1}" if document and document.pages > 1 else ""
    return naming.name(citation.document_id) + page


def _link(answer: Answer, citation: Citation, base: str) -> str:
    """Opens the conversation with its evidence. The part after # has no effect; it tells sources
    apart for clients that show each address once."""
    return f"{base}/?conversation={quote(answer.conversation_id, safe='')}#{citation.number}"


def _label(text: str) -> str:
    """A name as the text of a Markdown link."""
    one_line = " ".join(text.split()).replace("\\", "\\\\").replace("<", "&lt;")
    return one_line.replace("[", "\\[").replace("]", "\\]").replace("`", "\\`")
