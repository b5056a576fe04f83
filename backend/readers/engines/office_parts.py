"""The parts of an Office or OpenDocument file: an archive of XML that may be hostile."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from urllib.parse import unquote
from xml.etree import ElementTree as Xml

from backend.readers.engines.protocol import FileRefusal
from backend.readers.layout.written_tables import MAX_UNPACKED_MEGABYTES

MAX_MEMBERS = 10_000
MAX_PART_MEGABYTES = 100
"""Most that one part of XML may unpack to; its tree takes some ten times as much memory."""
MAX_TEXT = 50_000_000
"""Most characters of text that are taken from one file."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


class Relation(NamedTuple):
    """What a part refers to: the last word of the relation's type, the part's name in the archive
    (of an outer target its address), and whether it lies outside of the file."""

    kind: str
    target: str
    outside: bool


class OfficeParts:
    """An opened archive. Nothing but XML is unpacked, nothing outside is looked at.

    Raises:
        Refusal: `encrypted`, `too_large` or `broken`.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            if file.read(4) == _OLD_OFFICE:  # what these files become under a password
                raise FileRefusal("encrypted")
        try:
            self._archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError, ValueError):
            raise FileRefusal("broken") from None
        members = self._archive.infolist()
        unpacked = sum(member.file_size for member in members)
        if len(members) > MAX_MEMBERS or unpacked > MAX_UNPACKED_MEGABYTES * 1024 * 1024:
            raise FileRefusal("too_large", len(members))
        self.names = frozenset(member.filename for member in members)

    def __enter__(self) -> OfficeParts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._archive.close()

    def xml(self, name: str) -> Xml.Element | None:
        """The tree of a part; None if there is no such part.

        Raises:
            Refusal: `too_large`, or `broken` if it is no XML or declares entities.
        """
        if name not in self.names:
            return None
        try:
            if self._archive.getinfo(name).file_size > MAX_PART_MEGABYTES * 1024 * 1024:
                raise FileRefusal("too_large")
            content = self._archive.read(name)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
            raise FileRefusal("broken") from None
        # These formats never declare anything: who does wants to unfold it, or to fetch it.
        if _DECLARATION.search(content.replace(b"\x00", b"")):
            raise FileRefusal("broken")
        try:
            return Xml.fromstring(content)
        except (Xml.ParseError, ValueError, LookupError):
            raise FileRefusal("broken") from None

    def needed(self, name: str) -> Xml.Element:
        """The tree of a part without which the file is none of its kind; Refusal `broken`."""
        found = self.xml(name)
        if found is None:
            raise FileRefusal("broken")
        return found

    def relations(self, name: str) -> dict[str, Relation]:
        """What a part refers to, by id."""
        folder, file = posixpath.split(name)
        tree = self.xml(posixpath.join(folder, "_rels", f"{file}.rels"))
        found: dict[str, Relation] = {}
        for each in tree.iter(_RELATION) if tree is not None else ():
            target = each.get("Target", "")
            outside = each.get("TargetMode") == "External"
            if not outside:
                target = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip(
                    "/"
                )
            kind = each.get("Type", "").rsplit("/", 1)[-1]
            found[each.get("Id", "")] = Relation(kind, target, outside)
        return found

    def warnings(self) -> Iterator[str]:
        """What was left out: macros, and what lies in other files."""
        if any(name.lower().endswith("vbaproject.bin") for name in self.names):
            yield "The file's macros were left out; nothing of them was run."
        outer = {
            relation.target
            for name in self.names
            if name.endswith(".rels")
            for relation in self._outside(name)
        }
        if outer:
            yield (
                "The file shows pictures or parts of other files or addresses, which were not "
                "opened: what they say is not part of its text."
            )

    def _outside(self, name: str) -> Iterator[Relation]:
        """What a file of relations has in other places, apart from links that a person follows."""
        folder, file = posixpath.split(name)
        owner = posixpath.join(posixpath.dirname(folder), file.removesuffix(".rels"))
        for relation in self.relations(owner).values():
            if relation.outside and relation.kind != "hyperlink":
                yield relation


class TextLimit:
    """Counts the characters that were taken from a file; Refusal `too_large` over MAX_TEXT."""

    def __init__(self) -> None:
        self._left = MAX_TEXT

    def take(self, text: str) -> str:
        """The text itself."""
        self._left -= len(text)
        if self._left < 0:
            raise FileRefusal("too_large")
        return text


def local(element: Xml.Element) -> str:
    """An element's name without its namespace; empty for comments and the like."""
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def attribute(element: Xml.Element | None, name: str, default: str = "") -> str:
    """An attribute by its name without its namespace."""
    if element is not None:
        for key, value in element.attrib.items():
            if key.rsplit("}", 1)[-1] == name:
                return value
    return default


def child(element: Xml.Element | None, *names: str) -> Xml.Element | None:
    """The first descendant along a path of names without namespaces."""
    for name in names:
        if element is None:
            return None
        element = next((each for each in element if local(each) == name), None)
    return element


def whole(text: str, default: int = 0) -> int:
    """A whole number of at most nine digits; the default for anything else."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else default
