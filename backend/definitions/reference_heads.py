"""The head of an entry as reference manuals set it (Texinfo, Sphinx): what kind of thing it
describes, its name, its arguments.

“[Function] furl sail &key slowly”, “sails:furl sail [Function]”, “— Function: furl sail”; or its
signature with types, “furl(sail : string) : int”.
"""

from __future__ import annotations

import re

_CALLED = (
    r"accessor|command|(?:generic |library |primitive |standard |static )?function|(?:c )?macro|"
    r"(?:class |instance |static )?method|user option|procedure|special (?:form|operator|variable)|"
    r"subroutine|(?:environment |global |system )?variable|constant|declaration"
)
"""Kinds that nothing but a program has."""
_TYPED = (
    r"class|condition|data ?type|decorator|exception|keyword|operator|option|parameter|property|"
    r"protocol|reader|slot|structure|syntax|type|writer"
)
"""Kinds that templates and forms put into brackets as well: the name must be no plain word."""
_KIND = rf"(?i:(?:{_CALLED}|{_TYPED})s?)"
_ARGUMENTS = r"(?:\s\S+){0,30}?"
_BEFORE = re.compile(
    rf"^(?:\[(?P<bracketed>{_KIND})\]\s*|(?:—|--+)\s*(?P<kind>{_KIND}):\s+)(?P<name>\S+)(?P<rest>.*)$",
    re.DOTALL,
)
_BEHIND = re.compile(
    rf"^(?P<name>\S+)(?P<arguments>{_ARGUMENTS})\s\[(?P<kind>{_KIND})\](?P<body>\s.*)?$",
    re.DOTALL,
)
_SIGNED = (
    r"^(?P<name>[^\W\d][\w.:]*)\([^()]*\)\s?(?::|->|→)\s?"
    r"[\w.*]+(?:[\[<][\w.*, ]+[\]>])?"
)
_SIGNATURE = re.compile(_SIGNED + r"$")
_SIGNED_ENTRY = re.compile(_SIGNED + r"\s+(?P<body>[^\W\d].*)", re.DOTALL)
"""The name, its arguments and what it returns: “furl(sail : string) : int”. Without a type it may
be a word of prose: “member(s)”."""
_SYNTAX = re.compile(r"(?i)^(?:syntax|synopsis|usage)(?: is)?:")
_OF_PACKAGE = re.compile(r"^(?:[^\W\d][\w-]*(?:::?|\.))+(?=[^\W\d*+_-]|[*+_-]\w)")
_IS_CALLED = re.compile(rf"(?i)(?:{_CALLED})s?")
_NO_WORD = re.compile(r"[^\W_][-_:.*+/<>=][^\W_]|^[*+&:-]|\(\)$|_")
_PROSE = re.compile(
    r"(?i)\b(?:the|of|shall|is|are|was|were|has|have|due|our|your|that|which|an|before|after)\b"
)
_STOPS = re.compile(r"[.!?][\"”’»)\]]*$")
_WRAPPED = "\"'“”‘’«»`*+,;:"
_SENTENCE = re.compile(r"^[\"“‘«(]?[^\W\d_a-zß-ÿ][^\W\d_]*\b(?!-)")
_DASHES = ("--", "—")
LEAST_BODY = 3
"""Words that say what it is or does, at least, where they stand in one line with the head."""


def is_reference_head(name: str, text: str) -> bool:
    """Whether a text is such a head of that name, with or without its package, and nothing more;
    what follows it says what it does."""
    head = _whole_head(text) or _SIGNATURE.match(text)
    return head is not None and _is_named(name, head["name"])


def is_any_reference_head(text: str) -> bool:
    """Whether a text is such a head of any name, or its line of syntax: it says nothing by
    itself."""
    return is_syntax(text) or _whole_head(text) is not None or _SIGNATURE.match(text) is not None


def is_syntax(text: str) -> bool:
    """Whether a text gives how an entry's name is written with its arguments, between its head and
    what it does."""
    return _SYNTAX.match(text) is not None


def is_reference_entry(name: str, text: str) -> bool:
    """Whether a text is such a head of that name and goes on with what it does."""
    signed = _SIGNED_ENTRY.match(text)
    if signed is not None:
        return len(signed["body"].split()) >= LEAST_BODY and _is_named(name, signed["name"])
    behind = _BEHIND.match(text)
    return behind is not None and _begins_entry(behind) and _is_named(name, behind["name"])


def _begins_entry(behind: re.Match[str]) -> bool:
    """Whether a head is followed, in its line, by what its name does."""
    arguments = behind["arguments"]
    return _is_kind(behind) and not _PROSE.search(arguments) and _says(behind["body"] or "")


def _whole_head(text: str) -> re.Match[str] | None:
    """The match of a text that is a head and nothing more. Arguments go on behind the kind where
    they take several lines."""
    behind = _BEHIND.match(text)
    if behind is not None:
        body = behind["body"] or ""
        goes_on = not body.strip() or (bool(behind["arguments"]) and not _says(body))
        rest = behind["arguments"] + body
        match = behind if goes_on else None
    else:
        match = _BEFORE.match(text)
        rest = match["rest"] if match is not None else ""
        if match is not None and match["kind"] and not rest and not _NO_WORD.search(match["name"]):
            return None  # “— Method: cash” is an item of a list
    if match is None or not _is_kind(match):
        return None
    return None if _STOPS.search(text) or _PROSE.search(rest) else match


def _is_kind(head: re.Match[str]) -> bool:
    """Whether a kind and a name go together as those of a program do."""
    groups = head.groupdict()
    kind = groups["kind"] or groups["bracketed"]
    return _IS_CALLED.fullmatch(kind) is not None or _NO_WORD.search(head["name"]) is not None


def _says(body: str) -> bool:
    """Whether what stands behind the kind is a sentence, and not the rest of the arguments, which
    may take several lines."""
    return len(body.split()) >= LEAST_BODY and _SENTENCE.match(body.strip()) is not None


def headed_name(line: str) -> str:
    """The name, without its package, in a line that begins with such a head; empty in any other."""
    if "]" not in line and not line.lstrip().startswith(_DASHES):
        return ""
    text = " ".join(line.split())
    match = _whole_head(text)
    if match is None:
        behind = _BEHIND.match(text)
        match = behind if behind is not None and _begins_entry(behind) else None
    name = _bare(match["name"]) if match is not None else ""
    return without_package(name) if any(each.isalnum() for each in name) else ""


def without_package(name: str) -> str:
    """A name without the packages before it: “sails:furl”, “sails.furl” are `furl`."""
    return _OF_PACKAGE.sub("", name)


def _is_named(name: str, said: str) -> bool:
    plain, own = _bare(name).casefold(), _bare(said).casefold()
    return bool(plain) and plain in {own, without_package(own)}


def _bare(name: str) -> str:
    """A name without what is set around it: “*furl*”, “furl()”, “furl(sail)”."""
    return name.removeprefix("(").split("(", 1)[0].strip(_WRAPPED)
