"""Whether a question is broad, and what it is broad about: by its wording alone.

Three kinds: the whole collection ("What are these documents about?"), one document ("Summarise the
survey protocol"), and one aspect across what was found ("What are the main risks?").
The first two are read in German, French and Spanish as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from backend.pipelines._broad.wording_abroad import (
    broad_abroad,
    generic_kind_abroad,
    points_at_one_abroad,
)

_ONE = (
    r"(?:document|file|paper|report|filing|article|manual|handbook|guide|book|contract|agreement|"
    r"letter|protocol|notebook|presentation|release|text|pdf|policy|study|thesis|minutes|notes)"
)
_SEVERAL = (
    r"(?:documents|files|papers|reports|filings|articles|manuals|contracts|agreements|letters|"
    r"notes|texts|sources|uploads|books|guides|policies)"
)
_WHOLE = (
    rf"(?:collections?|librar(?:y|ies)|corpus|material|contents?|everything|{_SEVERAL}|"
    r"documents?|files?)"
)
_POINTING = r"(?:this|these|those|that|the|all|all of|my|our|your|its|whole|entire|of)"
_THEMES = r"(?:themes?|topics?|subjects?|ideas?|threads?|takeaways?|key points|main points)"
_PLEASE = (
    r"^\W*(?:please\s+|(?:can|could|would|will) you\s+(?:please\s+)?|i(?:['’]d| would) like\s+)?"
)
_SUM_UP = (
    r"(?:summari[sz]e|outline|sum up|describe|"
    r"(?:(?:give|write|show)(?:\s+me)?\s+)?(?:an?|the)?\s*(?:short |brief |quick )?"
    r"(?:overview|summary|outline|gist|synopsis)\s+(?:of|for|about)|"
    r"tell me (?:what there is )?about|what(?:['’]s| is) in)"
)
_COLLECTION = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\W*(?:so\s+)?what\b.*\b(?:is|are|does|do)\b\s+(?:{_POINTING}\s+)*{_WHOLE}\s+"
        r"(?:(?:all|mainly|mostly|really|together)\s+)*"
        r"(?:about|cover|contain|deal with|discuss)\W*$",
        rf"^\W*what\b.*\b(?:is|are|does|do)\b\s+(?:{_POINTING}\s+)*{_SEVERAL}\s+"
        rf"(?:\w+\s+)?(?:about|cover|contain|deal with|discuss)\W*$",
        rf"\bwhat\b.*\b{_THEMES}\b.*\b(?:of|in|across|among|throughout)\b.*\b{_WHOLE}\b",
        rf"{_PLEASE}{_SUM_UP}\s+(?:{_POINTING}\s+)+{_WHOLE}\W*$",
        r"^\W*(?:what|which)\s+(?:are|is)\s+the\s+(?:\w+\s+)?"
        rf"{_THEMES}(?:\s+(?:here|covered|discussed))?\W*$",
        rf"{_PLEASE}summari[sz]e(?:\s+(?:it|everything))?(?:\s+(?:all|for me))*\W*$",
    )
)
_DOCUMENT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^\W*(?:so\s+)?what(?:['’]s| is| are| was| were)\s+(?P<name>.+?)\s+"
        r"(?:all |mainly |mostly )?about\W*$",
        r"^\W*what\s+(?:does|do|did)\s+(?P<name>.+?)\s+(?:cover|contain|deal with|discuss|describe|"
        r"say|treat|talk about)\W*$",
        r"^\W*what(?:['’]s| is)\s+the\s+(?:purpose|subject|topic|gist|content|main (?:point|topic|"
        r"subject|idea))\s+of\s+(?P<name>.+?)\W*$",
        rf"^\W*(?:what|which)\s+are\s+the\s+(?:(?:main|key|major|most important)\s+)?{_THEMES}\s+"
        r"(?:of|in|covered (?:in|by)|discussed in)\s+(?P<name>.+?)\W*$",
        rf"{_PLEASE}{_SUM_UP}\s+(?P<name>.+?)(?:\s+for me|\s+briefly|\s+in (?:a few|short).*)?\W*$",
    )
)
_NOUNS = (
    r"(?:risks|risk factors|challenges|findings|conclusions?|recommendations|results|issues|"
    r"problems|threats|dangers|uncertainties|opportunities|lessons|obligations|duties|decisions|"
    r"advantages|disadvantages|benefits|drawbacks|limitations|goals|objectives|aims|changes|"
    r"highlights|features|concerns|arguments|priorities|plans|measures|trends|strengths|"
    r"weaknesses|assumptions|requirements|warnings|hazards|next steps)"
)
_ASPECT = re.compile(
    r"^\W*(?:what|which|tell me|list|give me|name|summari[sz]e|outline|describe|explain)\b"
    r"(?:\s+(?:are|is|were|was|me))*\s+(?:all\s+)?(?:the|its|their|our)\s+"
    r"(?:(?:main|key|major|principal|biggest|greatest|most important|most significant|important|"
    r"overall|chief|primary|central|top|"
    rf"mentioned|stated)\s+)?(?P<aspect>(?:[a-z-]+\s+)?{_NOUNS})"
    r"(?P<tail>(?:\s+(?:of|in|from|for|to|that|which|mentioned|described|discussed|facing|does|do|"
    r"made|reached|by|identified|named|listed|here)\b.*)?)\W*$",
    re.IGNORECASE,
)
_TAIL_WITHOUT_SUBJECT = re.compile(
    rf"(?i)^\s*(?:(?:of|in|from|for|to|that|which|mentioned|described|discussed|facing|does|do|made|"
    rf"reached|by|identified|named|listed|here|is|are|it|they|we|you|the|this|these|those|that|all|"
    rf"my|our|company|companies|business|author|authors|collection|library|mention|mentions|name|"
    rf"names|describe|describes|face|faces|{_ONE}|{_SEVERAL})\b\s*)*$"
)
_SUBJECT = re.compile(
    r"(?i)^\s*(?:of|in|from|for|facing|mentioned in|described in|named in)\s+(?P<name>.+?)"
    r"(?:\s+(?:faces?|mentions?|names?))?$"
)
_GENERIC = re.compile(rf"(?i)^(?:{_POINTING}\s+)*(?P<kind>{_ONE})$")
_THIS = re.compile(r"(?i)^(?:this|that)\b|^it$")
_NAMED = re.compile(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]+")
_MOST_WORDS = 20

Kind = Literal["collection", "document", "aspect"]


@dataclass(frozen=True, slots=True)
class Breadth:
    """A broad question's kind; `name` is the document as it was called (empty for all of them),
    `aspect` what is asked for ("risks"), `language` that of the question if it is not English."""

    kind: Kind
    name: str = ""
    aspect: str = ""
    language: str = ""


def is_broad(question: str) -> bool:
    """True for “What are these documents about?”: a question on the whole collection."""
    found = breadth_of(question)
    return found is not None and found.kind == "collection"


def breadth_of(question: str) -> Breadth | None:
    """What kind of broad question it is; None for a question for something in particular.

    A name is only taken for a document's: the caller knows whether there is one of that name.
    """
    text = " ".join(question.split()).rstrip(" ?.!")
    if not text or len(text.split()) > _MOST_WORDS:
        return None
    if not _NAMED.search(text) and any(each.search(text) for each in _COLLECTION):
        return Breadth("collection")
    for pattern in _DOCUMENT:
        if match := pattern.search(text):
            return Breadth("document", match["name"].strip(" .?!\"“”'"))
    if match := _ASPECT.search(text):
        if _TAIL_WITHOUT_SUBJECT.match(match["tail"]):
            return Breadth("aspect", "", match["aspect"].lower())
        if subject := _SUBJECT.match(match["tail"]):
            return Breadth("aspect", subject["name"].strip(), match["aspect"].lower())
    if abroad := broad_abroad(text):
        return Breadth(
            "document" if abroad.name else "collection", abroad.name, language=abroad.language
        )
    return None


def generic_kind(name: str, language: str = "") -> str | None:
    """ "report" for "the report" and "this report"; None where a document is called by its name."""
    if language:
        return generic_kind_abroad(name, language)
    match = _GENERIC.match(name.strip())
    return match["kind"].lower() if match else None


def points_at_one(name: str, language: str = "") -> bool:
    """Whether a name only points: "this", "this document"."""
    if language:
        return points_at_one_abroad(name, language)
    return bool(_THIS.match(name.strip()))
