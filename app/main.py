"""The app: page settings, style and navigation, nothing else.

A page is a file in pages/ that names its place with the constants ORDER, TITLE and ICON.
"""

from __future__ import annotations

import sys
from pathlib import Path

import streamlit as st

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from app import gate, reach, session  # noqa: E402 (needs the root on the path)
from app.page_files import PageFile, page_files  # noqa: E402
from components.after_a_break import after_a_break  # noqa: E402
from components.phone_menu import phone_menu  # noqa: E402

ASSETS = ROOT / "app" / "assets"


@st.cache_resource(show_spinner=False)
def pages() -> list[PageFile]:
    """The pages in their order, read once."""
    return page_files(ROOT / "pages")


st.set_page_config("Quire", str(ASSETS / "icon.png"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), icon_image=str(ASSETS / "logo.svg"))
st.html(ROOT / "components" / "stylesheet.css")
# Dialogs stand outside of the app's own element, which alone knows the theme.
st.html(f"<style>:root {{ color-scheme: {'dark' if session.is_dark() else 'light'}; }}</style>")

signed_out = gate.is_closed()
files = gate.seen(pages())
page = st.navigation(
    [
        st.Page(
            file.path,
            title=file.title,
            icon=f":material/{file.icon}:",
            url_path=file.path.stem,
            default=file is files[0],
            visibility="hidden" if file.hidden else "visible",
        )
        for file in files
    ],
    position="hidden" if signed_out else "top",
)
if signed_out:
    gate.show()
    st.stop()
session.enter(page.url_path)
phone_menu(page.url_path, key="phone-menu")
after_a_break(key="after-a-break")
with session.reported():
    gate.account()
    said = reach.notice(
        str(st.get_option("server.address") or ""),
        signs_in=gate.is_on(),
        allow_anyone=session.workbench().maintenance.allows_anyone(),
    )
    if said:
        st.warning(said, icon=":material/lock_open:")
    page.run()
