"""Three yearly reports of an invented ferry company, as PDF files, for demonstrations and tests.

`python -m tests.browser.reports FOLDER` writes them, with a second version of the last one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

COMPANY = "Norvane Ferries"
HEADLINES = ("Passengers carried", "Ticket revenue", "Fuel costs", "Operating income")


@dataclass(frozen=True, slots=True)
class Year:
    """What one report says: figures of the year and the one before, and why they changed."""

    year: int
    now: tuple[str, ...]
    before: tuple[str, ...]
    reason: str
    event: str


YEARS = (
    Year(
        2022,
        ("412,000", "9,340", "2,110", "1,260"),
        ("361,000", "8,015", "1,480", "1,190"),
        "Fuel costs rose by 43 percent because the price of diesel doubled in the spring.",
        "In May 2022 the company opened a third line, from Ostmouth to the island of Skarn.",
    ),
    Year(
        2023,
        ("455,000", "10,480", "1,890", "1,905"),
        ("412,000", "9,340", "2,110", "1,260"),
        "Ticket revenue increased by 12 percent due to the new line to Skarn and longer summers.",
        "Marit Solberg became chief executive officer in March 2023, after eleven years on board.",
    ),
    Year(
        2024,
        ("448,000", "10,760", "1,240", "2,330"),
        ("455,000", "10,480", "1,890", "1,905"),
        "Fuel costs fell by a third because two of the five ferries now run on batteries.",
        "A storm in November 2024 closed the harbour of Ostmouth for nine days.",
    ),
)
CORRECTED = Year(2024, ("448,000", "10,760", "1,310", "2,260"), *(
    (YEARS[2].before, YEARS[2].reason, YEARS[2].event)
))  # fmt: skip
"""The last report again, with fuel costs as the auditors corrected them."""


def file_name(year: Year) -> str:
    """What the report is called: `Norvane Ferries annual report 2024.pdf`."""
    return f"{COMPANY} annual report {year.year}.pdf"


def report(year: Year) -> bytes:
    """A report of two pages: what happened, and a table of figures with the year before."""
    styles = getSampleStyleSheet()
    story = [
        Paragraph(f"{COMPANY}: annual report {year.year}", styles["Title"]),
        Paragraph("The year in brief", styles["Heading1"]),
        Paragraph(
            f"This report describes what {COMPANY} did in {year.year}, what it earned and what it "
            "spent. The company runs five ferries between the mainland and four islands.",
            styles["BodyText"],
        ),
        Spacer(1, 8),
        Paragraph(year.event, styles["BodyText"]),
        Spacer(1, 8),
        Paragraph(year.reason, styles["BodyText"]),
        Paragraph("People", styles["Heading1"]),
        Paragraph(
            "The ferries are kept in order by Henrik Aas and his eleven engineers. Marit Solberg "
            "speaks for the crews on the board.",
            styles["BodyText"],
        ),
        PageBreak(),
        Paragraph("Figures", styles["Heading1"]),
        Paragraph("Figures in thousands of euros, except for passengers.", styles["BodyText"]),
        Spacer(1, 8),
        _table(year),
    ]
    content = BytesIO()
    SimpleDocTemplate(
        content, pagesize=A4, title=f"{COMPANY}: annual report {year.year}", invariant=1
    ).build(story)
    return content.getvalue()


def _table(year: Year) -> Table:
    rows = [
        ["", str(year.year), str(year.year - 1)],
        *([name, *pair] for name, *pair in zip(HEADLINES, year.now, year.before, strict=True)),
    ]
    made = Table(rows, colWidths=[220, 90, 90])
    made.setStyle(
        TableStyle(
            [
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
                ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"),
            ]
        )
    )
    return made


def write(folder: Path) -> list[Path]:
    """Writes the three reports, and the corrected one into a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    corrected = folder / "corrected"
    corrected.mkdir(exist_ok=True)
    made = []
    for year, where in (*((each, folder) for each in YEARS), (CORRECTED, corrected)):
        path = where / file_name(year)
        path.write_bytes(report(year))
        made.append(path)
    return made


if __name__ == "__main__":
    for each in write(Path(sys.argv[1])):
        print(each)
