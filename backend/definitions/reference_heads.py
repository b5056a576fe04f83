"""The head of an entry as reference manuals set it (Texinfo, Sphinx): what kind of thing it
describes, its name, its arguments.

“[Function] furl sail &key slowly”, “sails:furl sail [Function]”, “— Function: furl sail”.
"""

from __future__ import annotations

import re

_KIND = (
    r"(?i:(?:(?:accessor|class|command|condition|constant|data ?type|declaration|decorator|"
    r"exception|(?:generic |library |primitive |standard |static )?function|keyword|(?:c )?macro|"
    r"(?:class |instance |static )?method|operation|operator|user option|option|parameter|"
    r"procedure|property|protocol|reader|slot|special (?:form|operator|variable)|structure|"
    r"subroutine|syntax|type|(?:environment |global |system )?variable|writer)s?))"
)
_ARGUMENTS = r"(?:\s\S+){0,30}?"
_BEFORE = re.compile(
    rf"^(?:\[{_KIND}\]\s*|(?:[-–—]+\s*){_KIND}:\s+)(?P<name>\S+)(?P<rest>.*)$", re.DOTALL
)
_BEHIND = re.compile(
    rf"^(?P<name>\S+)(?P<arguments>{_ARGUMENTS})\s\[{_KIND}\](?P<body>\s.*)?$",
    re.DOTALL,
)
_SYNTAX = re.compile(r"(?i)^(?:syntax|synopsis|usage)(?: is)?:")
_OF_PACKAGE = re.compile(r"^(?:[^\W\d][\w.-]*(?:::?|\.))+(?=[^\W\d*+_-]|[*+_-]\w)")
_WRAPPED = "\"'“”‘’«»`*+,;:"
_SENTENCE = re.compile(r"^[\"“‘«(]?[^\W\d_a-zß-ÿ][^\W\d_]*\b(?!-)")
_DASHES = ("-", "–", "—")
LEAST_BODY = 3
"""Words that say what it is or does, at least, where they stand in one line with the head."""


def is_reference_head(name: str, text: str) -> bool:
    """Whether a text is such a head of that name, with or without its package, and nothing more;
    what follows it says what it does."""
    behind = _BEHIND.match(text)
    if behind is not None:
        return _is_whole_head(behind) and _is_named(name, behind["name"])
    before = _BEFORE.match(text)
    return before is not None and _is_named(name, before["name"])


def is_any_reference_head(text: str) -> bool:
    """Whether a text is such a head of any name, or its line of syntax: it says nothing by
    itself."""
    behind = _BEHIND.match(text)
    return is_syntax(text) if behind is None else _is_whole_head(behind)


def is_syntax(text: str) -> bool:
    """Whether a text gives how an entry's name is written with its arguments, between its head and
    what it does."""
    return _SYNTAX.match(text) is not None


def is_reference_entry(name: str, text: str) -> bool:
    """Whether a text is such a head of that name and goes on with what it does."""
    behind = _BEHIND.match(text)
    return behind is not None and _says(behind["body"] or "") and _is_named(name, behind["name"])


def _is_whole_head(behind: re.Match[str]) -> bool:
    """Whether all of a line is head. Arguments go on behind the kind where they take several
    lines."""
    body = behind["body"] or ""
    return not body.strip() or (bool(behind["arguments"]) and not _says(body))


def _says(body: str) -> bool:
    """Whether what stands behind the kind is a sentence, and not the rest of the arguments, which
    may take several lines."""
    return len(body.split()) >= LEAST_BODY and _SENTENCE.match(body.strip()) is not None


def headed_name(line: str) -> str:
    """The name, without its package, in a line that begins with such a head; empty in any other."""
    if "]" not in line and not line.startswith(_DASHES):
        return ""
    behind = _BEHIND.match(line)
    if behind is not None and not _is_whole_head(behind) and not _says(behind["body"]):
        return ""
    match = behind or _BEFORE.match(line)
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
    return name.split("(", 1)[0].strip(_WRAPPED)
