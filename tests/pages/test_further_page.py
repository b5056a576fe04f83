"""A further page is a file: it stands in the navigation and is drawn by being there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from streamlit.testing.v1 import AppTest

from app.page_files import page_files
from tests.pages.standin import StandInWorkbench

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "architecture.md"


def test_the_page_of_the_documentation_is_placed_and_drawn(
    workbench: StandInWorkbench, tmp_path: Path
) -> None:
    found = re.search(
        r"`sizes\.py` in `pages`.*?```python\n(.*?)```", DOCS.read_text("utf-8"), re.S
    )
    assert found is not None
    for each in (ROOT / "pages").glob("*.py"):
        shutil.copy(each, tmp_path)
    page = tmp_path / "sizes.py"
    page.write_text(found.group(1), "utf-8")
    titles = [file.title for file in page_files(tmp_path)]
    place = titles.index("Sizes")
    assert titles[place - 1 : place + 2] == ["Graph", "Sizes", "Evaluate"]
    shown = AppTest.from_file(str(page), default_timeout=30).run()
    assert not shown.exception
    told = [each.value for each in shown.markdown]
    sizes = sorted((each.size for each in workbench.document_list), reverse=True)
    assert len(told) == 2 * len(sizes) > 2
    largest = max(workbench.document_list, key=lambda each: each.size)
    assert largest.title.split()[0] in told[0]
