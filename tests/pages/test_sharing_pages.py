"""The pages as people with different roles see them, over a real library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from app import session, sign_in
from app.sign_in import Visitor
from backend.settings import load_settings
from backend.types import Principal, Role
from backend.workbench import Workbench, open_workbench

ROOT = Path(__file__).resolve().parent.parent.parent
ADA = Principal("ada", "Ada Lorne")
TOM = Principal("tom", "Tom Wragge")
HEAD = Principal("head", "The Head", administrator=True)
TEXT = "Ada Lorne opened the Harrow lighthouse in 1931. The lamp burns 40 litres of oil a night."
Visit = Callable[[Principal | None, str], AppTest]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("pages") / "library"
    settings = load_settings({"QUIRE_SIGN_IN": "password"}, library=folder)
    opened = open_workbench(settings, start_workers=False)
    ada = opened.for_(ADA)
    lights = ada.library.create_collection("Lights")
    ada.library.add_file(lights.id, "notes.txt", TEXT.encode())
    opened.queue.work_until_idle(threading.Event())
    ada.sharing.share(lights.id, "person", TOM.id, Role.READER)
    yield opened
    opened.close()


@pytest.fixture
def visit(library: Workbench, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """A page, not run yet, as somebody visits it."""
    st.cache_data.clear()
    monkeypatch.setattr(session, "library", lambda: library)

    def open_page(who: Principal | None, page: str) -> AppTest:
        visitor = None if who is None else Visitor(who, library.for_(who), 0.0)
        monkeypatch.setattr(sign_in, "visitor", lambda whole: visitor)
        return AppTest.from_file(str(ROOT / page), default_timeout=60)

    return open_page


def texts(app: AppTest) -> str:
    shown = [*app.markdown, *app.caption, *app.title, *app.info, *app.error]
    html = [str(each.proto.body) for each in app.get("html")]
    return "\n".join([*(str(each.value) for each in shown), *html])


def buttons(app: AppTest) -> set[str]:
    return {each.label for each in app.button}


def test_nothing_is_shown_before_signing_in(visit: Visit) -> None:
    app = visit(None, "app/main.py").run()
    assert not app.exception
    assert 'href="/sign-in"' in texts(app)
    assert "Lights" not in texts(app)


def test_who_is_signed_in_stands_on_every_page(visit: Visit) -> None:
    app = visit(TOM, "app/main.py").run()
    assert not app.exception
    assert "Sign out" in buttons(app)
    assert "Lights" in texts(app)


def test_a_reader_is_offered_neither_adding_nor_deleting_nor_sharing(visit: Visit) -> None:
    app = visit(TOM, "pages/library.py").run()
    assert not app.exception
    assert "You may read this collection" in texts(app)
    assert {"Share", "Settings"}.isdisjoint(buttons(app))
    assert next(each for each in app.button if each.label == "Delete").disabled
    own = visit(ADA, "pages/library.py").run()
    assert {"Share", "Settings"} <= buttons(own)


def test_a_token_is_shown_once_and_withdrawn(visit: Visit, library: Workbench) -> None:
    app = visit(ADA, "pages/account.py").run()
    app.text_input[0].input("my assistant")
    next(each for each in app.button if each.label == "Make").click()
    app.run()
    assert not app.exception
    (text,) = (each.value for each in app.code)
    token = library.sharing.token_of(str(text))
    assert token is not None
    assert (token.person, token.scope) == (ADA.id, "read")
    app.run()
    assert not app.code
    next(each for each in app.button if each.label == "Withdraw").click().run()
    assert library.sharing.token_of(str(text)) is None
    assert "withdrawn" in texts(app)
    assert "my assistant" not in texts(visit(TOM, "pages/account.py").run())


def test_the_audit_list_is_for_administrators(visit: Visit) -> None:
    app = visit(HEAD, "pages/audit.py").run()
    assert not app.exception
    table = app.dataframe[0].value
    assert "made a collection" in set(table["What"])
    denied = visit(ADA, "pages/audit.py").run()
    assert "Only an administrator" in texts(denied)
    assert not denied.dataframe


def test_a_passage_is_opened_by_its_address(visit: Visit, library: Workbench) -> None:
    ada = library.for_(ADA)
    (lights,) = ada.library.collections()
    (document,) = ada.library.documents(lights.id)
    (passage, *_) = ada.library.document_chunks(document.id)
    app = visit(TOM, "pages/passage.py")
    app.query_params["passage"] = passage.id
    app.run()
    assert not app.exception
    assert "<mark>Ada Lorne opened the Harrow lighthouse" in texts(app)
    stranger = visit(Principal("eve", "Eve"), "pages/passage.py")
    stranger.query_params["passage"] = passage.id
    stranger.run()
    assert "does not exist any more" in texts(stranger)
    assert "Harrow" not in texts(stranger)
    nobody = visit(TOM, "pages/passage.py")
    nobody.query_params["passage"] = "made up"
    nobody.run()
    assert texts(nobody) == texts(stranger)
