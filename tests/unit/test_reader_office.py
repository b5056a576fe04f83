"""Word, PowerPoint and OpenDocument files come out as people read them, and hostile ones harm
nothing."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from backend.errors import ReadingError
from backend.readers.detection import DOCX, ODT, PPTX, media_type_of
from backend.readers.office import build
from backend.settings import Settings
from backend.types import Reading

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"


def archive(parts: dict[str, str]) -> bytes:
    """An archive of parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return out.getvalue()


def relations(*found: tuple[str, str], outside: bool = False) -> str:
    """A part's relations of a kind to a target, called r1, r2 …"""
    mode = ' TargetMode="External"' if outside else ""
    each = "".join(
        f'<Relationship Id="r{number}" Type="{R}/{kind}" Target="{target}"{mode}/>'
        for number, (kind, target) in enumerate(found, start=1)
    )
    return f'<Relationships xmlns="{RELATIONS}">{each}</Relationships>'


def docx(body: str, **further: str) -> bytes:
    """A Word document with this body; further parts by their names (`styles`, `numbering` …)."""
    parts = {
        "word/document.xml": f'<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}</w:body>'
        "</w:document>",
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(*((name, f"{name}.xml") for name in further)),
    }
    for name, content in further.items():
        parts[f"word/{name}.xml"] = f'<w:{name} xmlns:w="{W}">{content}</w:{name}>'
    return archive(parts)


def p(text: str, properties: str = "") -> str:
    """A paragraph of Word."""
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def slide(*shapes: str, more: str = "") -> str:
    """A slide of PowerPoint."""
    return (
        f'<p:sld xmlns:p="{P}" xmlns:a="{A}" {more}><p:cSld><p:spTree>{"".join(shapes)}'
        "</p:spTree></p:cSld></p:sld>"
    )


def shape(kind: str, *lines: str, y: int = 0) -> str:
    """A shape of lines; of no kind at a height."""
    place = f'<p:ph type="{kind}"/>' if kind else ""
    frame = f'<a:xfrm><a:off x="0" y="{y}"/></a:xfrm>' if not kind else ""
    said = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return (
        f"<p:sp><p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:spPr>{frame}</p:spPr>"
        f"<p:txBody>{said}</p:txBody></p:sp>"
    )


def pptx(*slides: str, notes: str = "") -> bytes:
    """A presentation; the notes belong to its first slide."""
    numbers = range(1, len(slides) + 1)
    entries = "".join(f'<p:sldId id="{n}" r:id="r{n}"/>' for n in numbers)
    parts = {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{P}" xmlns:r="{R}"><p:sldIdLst>'
        f"{entries}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{n}.xml") for n in numbers)
        ),
        **{f"ppt/slides/slide{n}.xml": each for n, each in zip(numbers, slides, strict=True)},
    }
    if notes:
        parts["ppt/slides/_rels/slide1.xml.rels"] = relations(
            ("notesSlide", "../notesSlides/notes1.xml")
        )
        parts["ppt/notesSlides/notes1.xml"] = slide(shape("body", notes), shape("sldNum", "1"))
    return archive(parts)


def odt(body: str, **further: str) -> bytes:
    """An OpenDocument text."""
    content = (
        f'<office:document-content xmlns:office="{OFFICE}" xmlns:text="{TEXT}" '
        f'xmlns:table="{TABLE}"><office:body><office:text>{body}</office:text></office:body>'
        "</office:document-content>"
    )
    return archive({"content.xml": content, **further})


def read(path: Path, content: bytes, settings: Settings | None = None) -> Reading:
    """Write a file and read it."""
    path.write_bytes(content)
    return build(settings or Settings()).read(path, path.name, None, lambda *_: None)


def blocks(reading: Reading) -> list[tuple[str, int, str]]:
    """Kind, level and text of each block."""
    return [
        (block.kind, block.level, reading.text[block.start : block.end]) for block in reading.blocks
    ]


def test_kinds_of_files() -> None:
    zipped = b"PK\x03\x04"
    assert media_type_of("a.docx", zipped) == media_type_of("A.DOCM", zipped) == DOCX
    assert media_type_of("a.pptx", zipped) == PPTX
    assert media_type_of("a.odt", zipped) == ODT
    assert media_type_of("secret.docx", b"\xd0\xcf\x11\xe0") == DOCX


# --- Word ----------------------------------------------------------------------------------------

STYLES = (
    '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Mine"><w:name w:val="Clause"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>'
)


def style(identifier: str) -> str:
    return f'<w:pStyle w:val="{identifier}"/>'


def test_headings_come_from_styles_and_what_they_are_based_on(tmp_path: Path) -> None:
    body = (
        p("Handbook of the pump", style("T")) + p("Starting", style("H1"))
        + p("The lever is pulled.") + p("Stopping", style("Mine"))
        + p("Deeper", '<w:outlineLvl w:val="2"/>') + p("Plain", style("Loop"))
    )  # fmt: skip
    found = read(tmp_path / "a.docx", docx(body, styles=STYLES))
    assert found.title == "Handbook of the pump"
    assert blocks(found) == [
        ("heading", 1, "Handbook of the pump"),
        ("heading", 1, "Starting"),
        ("paragraph", 0, "The lever is pulled."),
        ("heading", 1, "Stopping"),
        ("heading", 3, "Deeper"),
        ("paragraph", 0, "Plain"),
    ]


def level(at: int, form: str, text: str) -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


NUMBERING = (
    f'<w:abstractNum w:abstractNumId="0">{level(0, "decimal", "%1.")}'
    f"{level(1, 'decimal', '%1.%2')}{level(2, 'lowerLetter', '(%3)')}</w:abstractNum>"
    f'<w:abstractNum w:abstractNumId="1">{level(0, "bullet", "x")}</w:abstractNum>'
    f'<w:abstractNum w:abstractNumId="2">{level(0, "upperRoman", "%1)")}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="2"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num>'
)


def numbered(text: str, number: int, at: int = 0, more: str = "") -> str:
    properties = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>'
    return p(text, more + properties)


def test_numbers_are_counted_as_word_counts_them(tmp_path: Path) -> None:
    body = (
        numbered("Scope", 1, 0, style("H1")) + numbered("Parties", 1, 1, style("H1"))
        + numbered("the lessor", 1, 2) + numbered("the lessee", 1, 2)
        + numbered("Term", 1, 1, style("H1")) + numbered("Rent", 1, 0, style("H1"))
        + numbered("Notice", 1, 1, style("H1")) + numbered("salt", 2) + numbered("rope", 2)
        + numbered("fourth", 3) + numbered("fifth", 3) + numbered("no list", 0)
    )  # fmt: skip
    found = read(tmp_path / "a.docx", docx(body, styles=STYLES, numbering=NUMBERING))
    assert [text for _, _, text in blocks(found)] == [
        "1. Scope",
        "1.1 Parties",
        "(a) the lessor\n(b) the lessee",
        "1.2 Term",
        "2. Rent",
        "2.1 Notice",
        "• salt\n• rope",
        "IV) fourth\nV) fifth",
        "no list",
    ]


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def test_tables_are_grids_with_their_header_and_merged_cells(tmp_path: Path) -> None:
    table = (
        "<w:tbl>"
        + row(cell("Item"), cell("Year", '<w:gridSpan w:val="2"/>'), properties="<w:tblHeader/>")
        + row(cell(""), cell("2023"), cell("2024"), properties="<w:tblHeader/>")
        + row(cell("Pumps", '<w:vMerge w:val="restart"/>'), cell("12"), cell("14"))
        + row(cell("", "<w:vMerge/>"), cell("13"), cell("15"))
        + "</w:tbl>"
    )
    (found,) = read(tmp_path / "a.docx", docx(p("Stock") + table)).tables
    assert found.paths == (("Item",), ("Year", "2023"), ("Year", "2024"))
    assert [each.cells for each in found.rows] == [("Pumps", "12", "14"), ("Pumps", "13", "15")]


def test_a_table_of_one_column_is_text(tmp_path: Path) -> None:
    table = f"<w:tbl>{row(cell('Note: the lever is hot.'))}</w:tbl>"
    found = read(tmp_path / "a.docx", docx(table))
    assert blocks(found) == [("paragraph", 0, "Note: the lever is hot.")]


def test_links_insertions_breaks_and_controls_are_read_and_deletions_are_not(
    tmp_path: Path,
) -> None:
    body = (
        "<w:p><w:hyperlink><w:r><w:t>The lever</w:t></w:r></w:hyperlink>"
        "<w:ins><w:r><w:t> is</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText> was</w:delText></w:r></w:del>"
        "<w:r><w:tab/><w:t>hot</w:t><w:noBreakHyphen/><w:t>ish</w:t></w:r></w:p>"
        f"<w:sdt><w:sdtContent>{p('In a control')}</w:sdtContent></w:sdt>"
        "<w:p><w:r><w:txbxContent>" + p("In a box") + "</w:txbxContent></w:r></w:p>"
    )
    found = read(tmp_path / "a.docx", docx(body))
    assert [text for _, _, text in blocks(found)] == [
        "The lever is hot-ish",
        "In a control",
        "In a box",
    ]
    assert "tracked changes" in found.warnings[0]


def test_a_footnote_follows_the_paragraph_that_calls_it(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>The quay is old</w:t></w:r>"
        '<w:r><w:footnoteReference w:id="2"/></w:r></w:p>' + p("Next.")
    )
    notes = (
        f'<w:footnote w:id="0" w:type="separator">{p("----")}</w:footnote>'
        f'<w:footnote w:id="2">{p("Built in 1904.")}</w:footnote>'
    )
    found = read(tmp_path / "a.docx", docx(body, footnotes=notes))
    assert [text for _, _, text in blocks(found)] == [
        "The quay is old[1]",
        "[1] Built in 1904.",
        "Next.",
    ]


# --- PowerPoint ----------------------------------------------------------------------------------


def test_slides_are_pages_with_titles_lists_and_notes(tmp_path: Path) -> None:
    first = slide(
        shape("", "Source: harbour board", y=900),
        shape("", "Ships came in.", y=100),
        shape("body", "Ships: 1,204", "Barrels: 7,310"),
        shape("title", "Harbour in 2024"),
        shape("sldNum", "1"),
        shape("ftr", "Confidential"),
    )
    content = pptx(first, slide(shape("title", "Outlook")), notes="The quay is new.")
    found = read(tmp_path / "a.pptx", content)
    assert found.title == "Harbour in 2024"
    assert blocks(found) == [
        ("heading", 1, "Harbour in 2024"),
        ("list", 0, "• Ships: 1,204\n• Barrels: 7,310"),
        ("paragraph", 0, "Ships came in."),
        ("paragraph", 0, "Source: harbour board"),
        ("paragraph", 0, "Speaker notes: The quay is new."),
        ("heading", 1, "Outlook"),
    ]
    assert [block.page for block in found.blocks] == [0] * 5 + [1]
    assert found.text[found.page_starts[1] :] == "Outlook"


def test_tables_of_slides_are_grids(tmp_path: Path) -> None:
    def line(*texts: str) -> str:
        cells = "".join(
            f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"
            for text in texts
        )
        return f"<a:tr>{cells}</a:tr>"

    table = (
        '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>'
        + line("Item", "2023", "2024")
        + line("Pumps", "12", "14")
        + line("Valves", "1,204", "1,310")
        + "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
    (found,) = read(tmp_path / "a.pptx", pptx(slide(shape("title", "Stock"), table))).tables
    assert found.title == "Stock"
    assert found.header == ("Item", "2023", "2024")
    assert found.rows[1].cells == ("Valves", "1,204", "1,310")


def test_hidden_slides_are_left_out_and_said_so(tmp_path: Path) -> None:
    hidden = slide(shape("title", "Draft"), more='show="0"')
    found = read(tmp_path / "a.pptx", pptx(slide(shape("title", "Plan")), hidden))
    assert "Draft" not in found.text
    assert found.warnings == ("Hidden slides were left out: 2.",)
    assert len(found.page_starts) == 2


def test_too_many_slides_are_refused(tmp_path: Path) -> None:
    many = pptx(*[slide(shape("title", "Plan"))] * 3)
    with pytest.raises(ReadingError, match="more slides than pages") as caught:
        read(tmp_path / "a.pptx", many, Settings(max_pages=2))
    assert caught.value.code == "too_many_pages"


# --- OpenDocument --------------------------------------------------------------------------------


def test_opendocument_text_with_lists_tables_and_notes(tmp_path: Path) -> None:
    def line(*texts: str) -> str:
        cells = "".join(
            f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in texts
        )
        return f"<table:table-row>{cells}</table:table-row>"

    body = (
        '<text:h text:outline-level="2">Log</text:h>'
        "<text:p>Salt<text:s/>was <text:span>boiled</text:span>"
        "<text:note><text:note-body><text:p>In pans.</text:p></text:note-body></text:note>."
        "</text:p>"
        "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item>"
        "<text:p>within</text:p></text:list-item></text:list></text:list-item></text:list>"
        "<table:table><table:table-header-rows>" + line("Item", "2024")
        + "</table:table-header-rows>" + line("Pumps", "14") + line("Valves", "1,310")
        + "</table:table>"
    )  # fmt: skip
    found = read(tmp_path / "log of salt.odt", odt(body))
    assert [block for block in blocks(found) if block[0] != "table"] == [
        ("heading", 2, "Log"),
        ("paragraph", 0, "Salt was boiled[1]."),
        ("paragraph", 0, "[1] In pans."),
        ("list", 0, "• one\n• within"),
    ]
    (table,) = found.tables
    assert table.header == ("Item", "2024")
    assert [each.cells for each in table.rows] == [("Pumps", "14"), ("Valves", "1,310")]
    assert found.title == "log of salt"


def test_repeated_empty_cells_fill_no_memory(tmp_path: Path) -> None:
    cells = (
        "<table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell><text:p>b</text:p></table:table-cell>"
        '<table:table-cell table:number-columns-repeated="999999999"/>'
    )
    rows = f'<table:table-row table:number-rows-repeated="999999999">{cells}</table:table-row>'
    found = read(tmp_path / "a.odt", odt(f"<table:table>{rows}</table:table>"))
    assert len(found.tables[0].rows) <= 1_000


# --- hostile and damaged files -------------------------------------------------------------------


def refusal(path: Path, content: bytes) -> str:
    """The code with which a file is refused."""
    with pytest.raises(ReadingError) as caught:
        read(path, content)
    assert caught.value.remedy
    return caught.value.code


@pytest.mark.parametrize("ending", ["docx", "pptx", "odt"])
def test_damaged_and_foreign_files_are_refused_in_words(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    sound = {
        "docx": docx(p("words")),
        "pptx": pptx(slide(shape("title", "words"))),
        "odt": odt("<text:p>words</text:p>"),
    }[ending]
    assert "words" in read(path, sound).text
    assert refusal(path, sound[: len(sound) // 2]) == "broken"
    assert refusal(path, b"PK\x03\x04" + b"\x00" * 100) == "broken"
    assert refusal(path, archive({"mimetype": "none of these"})) == "broken"
    assert refusal(path, b"\xd0\xcf\x11\xe0" + b"\x00" * 100) == "encrypted"
    assert refusal(path, b"") == "empty"


def test_documents_without_words_are_empty(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a.docx", docx("<w:p/>")) == "empty"
    assert refusal(tmp_path / "a.pptx", pptx(slide())) == "empty"
    assert refusal(tmp_path / "a.odt", odt("<text:p/>")) == "empty"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_never_unfolded(tmp_path: Path, encoding: str) -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE d [<!ENTITY e0 "salt">{entities}]>'
        f'<w:document xmlns:w="{W}"><w:body>{p("&e9;")}</w:body></w:document>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("word/document.xml", text.encode(encoding))
    assert refusal(tmp_path / "a.docx", out.getvalue()) == "broken"


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = archive({"word/document.xml": " " * 101 * 1024 * 1024})
    assert len(bomb) < 200_000
    assert refusal(tmp_path / "a.docx", bomb) == "too_large"


def test_many_parts_are_refused(tmp_path: Path) -> None:
    parts = {f"word/p{number}.xml": "" for number in range(10_001)}
    assert refusal(tmp_path / "a.docx", archive(parts)) == "too_large"


def test_what_lies_outside_is_not_opened_but_said(tmp_path: Path) -> None:
    content = archive(
        {
            "word/document.xml": f'<w:document xmlns:w="{W}"><w:body>{p("words")}</w:body>'
            "</w:document>",
            "word/_rels/document.xml.rels": relations(
                ("attachedTemplate", "http://127.0.0.1:9/template.dotm"), outside=True
            ),
            "word/vbaProject.bin": "macro",
        }
    )
    found = read(tmp_path / "a.docm", content)
    assert found.text == "words"
    assert found.warnings[0].startswith("The file's macros were left out")
    assert any("were not opened" in warning for warning in found.warnings)


def test_links_that_a_person_follows_need_no_warning(tmp_path: Path) -> None:
    content = archive(
        {
            "word/document.xml": f'<w:document xmlns:w="{W}"><w:body>{p("words")}</w:body>'
            "</w:document>",
            "word/_rels/document.xml.rels": relations(
                ("hyperlink", "https://example.org"), outside=True
            ),
        }
    )
    assert read(tmp_path / "a.docx", content).warnings == ()


def test_parts_outside_of_the_archive_are_not_reached(tmp_path: Path) -> None:
    (tmp_path / "secret.xml").write_text(f'<w:styles xmlns:w="{W}"/>')
    content = archive(
        {
            "word/document.xml": f'<w:document xmlns:w="{W}"><w:body>{p("words")}</w:body>'
            "</w:document>",
            "word/_rels/document.xml.rels": relations(("styles", "../../../../secret.xml")),
        }
    )
    assert read(tmp_path / "a.docx", content).text == "words"


def test_tables_in_tables_without_end_are_cut(tmp_path: Path) -> None:
    inner = p("deep")
    for _ in range(300):
        inner = f"<w:tbl><w:tr><w:tc>{inner}</w:tc></w:tr></w:tbl>"
    path = tmp_path / "a.docx"
    path.write_bytes(docx(p("words") + inner))
    assert "words" in build(Settings()).read(path, "a.docx", None, lambda *_: None).text
