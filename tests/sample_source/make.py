"""Makes the PDFs of the sample library; the results are kept, so this runs only to change them.

    python -m tests.sample_source.make FONT_FOLDER

The folder holds the Liberation faces (Debian's package fonts-liberation keeps them in
truetype/liberation below the system's font folder).
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.ttLib import TTFont

from tests.sample_source import annual_report, storm_assessment, survey_protocol
from tests.sample_source.chart import Lettering
from tests.sample_source.style import FACES, SANS, Report, register_fonts

TARGET = Path(__file__).parents[2] / "backend" / "sample"
DOCUMENTS = {
    "Annual report 2024.pdf": annual_report,
    "Storm Odette assessment.pdf": storm_assessment,
    "Survey protocol SP-07.pdf": survey_protocol,
}


def main(fonts: Path) -> None:
    """Write all documents."""
    register_fonts(fonts)
    lettering = Lettering(TTFont(fonts / f"{FACES[SANS]}.ttf"))
    for name, document in DOCUMENTS.items():
        Report(TARGET / name, document.ABOUT).build(document.story(lettering))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
