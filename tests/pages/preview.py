"""The app over the stand-in, to look at: `streamlit run tests/pages/preview.py`."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402 (after the path)

from app import session  # noqa: E402
from tests.pages.standin import StandInWorkbench  # noqa: E402


@st.cache_resource
def standin() -> StandInWorkbench:
    """One for all visitors."""
    scene = os.environ.get("SCENE", "")
    made = StandInWorkbench(empty=scene == "empty")
    made.seconds = 0.0 if scene == "quick" else 3.0
    if scene == "jobs":
        made.with_jobs()
    return made


session.workbench = standin  # type: ignore[assignment]
runpy.run_path(str(ROOT / "app" / "main.py"), run_name="__main__")
