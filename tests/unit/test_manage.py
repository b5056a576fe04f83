"""What `python manage.py` promises before anything is installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import manage
from app.reach import SHARED, is_for_others, notice, refuse_unless_meant
from backend.errors import SettingsError

ROOT = Path(__file__).parents[2]


def make_project(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "requirements.txt").write_text("app==1\n")
    (folder / "requirements-dev.txt").write_text("tests==1\n")
    (folder / "constraints.txt").write_text("beneath==1\n")
    return folder


def test_an_environment_made_for_the_tests_serves_the_app_too(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    stamp = manage.wanted_stamp(project, "test", (3, 12))
    assert manage.is_ready(stamp, manage.wanted_stamp(project, "run", (3, 12)))
    app_only = manage.wanted_stamp(project, "run", (3, 12))
    assert not manage.is_ready(app_only, stamp)


@pytest.mark.parametrize(
    ("changed", "run_is_ready"),
    [("requirements.txt", False), ("constraints.txt", False), ("requirements-dev.txt", True)],
)
def test_a_changed_requirement_file_is_noticed(
    tmp_path: Path, changed: str, run_is_ready: bool
) -> None:
    project = make_project(tmp_path)
    before = manage.wanted_stamp(project, "test", (3, 12))
    (project / changed).write_text("another==2\n")
    assert not manage.is_ready(before, manage.wanted_stamp(project, "test", (3, 12)))
    assert manage.is_ready(before, manage.wanted_stamp(project, "run", (3, 12))) is run_is_ready


def test_line_ends_of_windows_are_no_change(tmp_path: Path) -> None:
    unix = make_project(tmp_path / "unix")
    windows = make_project(tmp_path / "windows")
    (windows / "requirements.txt").write_bytes(b"app==1\r\n")
    names = ("requirements.txt", "constraints.txt")
    assert manage.fingerprint(unix, names) == manage.fingerprint(windows, names)


def test_another_python_or_a_killed_installation_begins_anew(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    wanted = manage.wanted_stamp(project, "run", (3, 12))
    assert manage.must_be_remade({"state": "installing"}, wanted)
    assert manage.must_be_remade(manage.wanted_stamp(project, "run", (3, 11)), wanted)
    assert not manage.must_be_remade(wanted, wanted)
    # an environment that somebody made by hand is filled, never thrown away
    assert not manage.must_be_remade({}, wanted)


def test_a_stamp_survives_writing_and_a_damaged_one_counts_as_none(tmp_path: Path) -> None:
    stamp = {"state": "ready", "python": "3.12"}
    manage.write_stamp(tmp_path, stamp)
    assert manage.read_stamp(tmp_path) == stamp
    (tmp_path / manage.ENVIRONMENT / manage.STAMP).write_text('{"state": "rea')
    assert manage.read_stamp(tmp_path) == {}
    assert manage.read_stamp(tmp_path / "nowhere") == {}


def test_python_of_the_environment_on_each_system(tmp_path: Path) -> None:
    unix = manage.environment_python(tmp_path, windows=False)
    windows = manage.environment_python(tmp_path, windows=True)
    assert unix.relative_to(tmp_path).parts == (".venv", "bin", "python")
    assert windows.relative_to(tmp_path).parts == (".venv", "Scripts", "python.exe")


def test_installation_is_held_to_the_constraints(tmp_path: Path) -> None:
    with_uv, with_pip = manage.install_commands("PYTHON", tmp_path, "test", quiet=True)
    pinned = [
        *("--constraint", str(tmp_path / "constraints.txt")),
        *("--requirement", str(tmp_path / "requirements.txt")),
        *("--requirement", str(tmp_path / "requirements-dev.txt")),
        "--quiet",
    ]
    assert with_uv == ["PYTHON", "-m", "uv", "pip", "install", "--python", "PYTHON", *pinned]
    assert with_pip[:4] == ["PYTHON", "-m", "pip", "install"]
    assert with_pip[-len(pinned) :] == pinned
    assert (
        str(tmp_path / "requirements-dev.txt")
        not in manage.install_commands("PYTHON", tmp_path, "run", quiet=True)[0]
    )


def test_the_app_is_bound_to_this_machine_unless_told_otherwise() -> None:
    command = manage.run_command("PYTHON", 8501, ["--server.address", "0.0.0.0"])
    assert command[:3] == ["PYTHON", "-m", "app"]
    assert command[command.index("--server.address") + 1] == "127.0.0.1"
    assert command[command.index("--server.port") + 1] == "8501"
    assert command[-2:] == ["--server.address", "0.0.0.0"]


def test_a_taken_port_is_passed_over_and_a_taken_wish_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert not manage.port_is_free(taken)
        monkeypatch.setattr(manage, "USUAL_PORT", taken)
        assert manage.choose_port(None) != taken
        with pytest.raises(manage.StartError, match=f"Port {taken} is taken"):
            manage.choose_port(taken)


def test_when_every_near_port_is_taken_the_system_gives_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(manage, "port_is_free", lambda port: False)
    assert 0 < manage.choose_port(None) < 65536


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({"CI": "true", "DISPLAY": ":0"}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"SSH_CONNECTION": "1.2.3.4 1 5.6.7.8 22"}, "darwin", False),
    ],
)
def test_a_browser_opens_only_where_somebody_sees_it(
    environment: dict[str, str], platform: str, expected: bool
) -> None:
    assert manage.has_browser(environment, platform) is expected


def test_fitting_pythons() -> None:
    assert not manage.fits((3, 10))
    assert manage.fits((3, 11))
    assert not manage.fits((manage.NEWEST[0], manage.NEWEST[1] + 1))
    assert manage.candidates(windows=True)[0] == ["py", f"-3.{manage.NEWEST[1]}"]
    assert manage.candidates(windows=False)[-1] == ["python3.11"]


def test_too_old_a_python_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manage.sys, "version_info", (3, 9, 18, "final", 0))
    monkeypatch.setattr(manage, "find_other_python", lambda: None)
    with pytest.raises(manage.StartError, match=r"needs Python 3\.11 or newer, and this is 3\.9"):
        manage.main(["run"])


def test_only_the_standard_library_is_needed() -> None:
    imported = {
        line.split()[1].split(".")[0]
        for line in (ROOT / "manage.py").read_text("utf-8").splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= set(sys.stdlib_module_names)


FAKE_PYTEST = "import sys; print('ran with', sys.argv[1:]); sys.exit(3)\n"
FAKE_APP = """
import http.server, sys
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *arguments):
        pass
where = sys.argv[sys.argv.index("--server.address") + 1]
port = int(sys.argv[sys.argv.index("--server.port") + 1])
try:
    http.server.HTTPServer((where, port), Health).serve_forever()
except KeyboardInterrupt:
    print("server stopped", flush=True)
"""


def write_wheel(folder: Path, name: str, program: str) -> None:
    """A wheel that holds one package with `program` as its `__main__`, by PEP 427."""
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}/__main__.py", program)
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")


def test_from_an_empty_folder_to_tests_and_app_without_a_network(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    project = tmp_path / "a folder with spaces"
    wheels = project / "wheels"
    wheels.mkdir(parents=True)
    shutil.copy(ROOT / "manage.py", project)
    write_wheel(wheels, "pytest", FAKE_PYTEST)
    write_wheel(wheels, "streamlit", "")
    (project / "app").mkdir()
    (project / "app" / "__main__.py").write_text(FAKE_APP)
    (project / "requirements.txt").write_text("streamlit==1.0\n")
    (project / "requirements-dev.txt").write_text("pytest==1.0\n")
    (project / "constraints.txt").write_text("")
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith("UV_")},
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": wheels.as_uri(),
        "CI": "true",
    }

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=project,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    first = start("test", "-k", "a and b")
    assert first.returncode == 3, first.stdout + first.stderr
    assert "Installing requirements.txt and requirements-dev.txt with pip" in first.stdout
    assert "ran with ['-k', 'a and b']" in first.stdout

    second = start("test")
    assert second.returncode == 3
    assert second.stdout == "ran with []\n"

    manage.write_stamp(project, {"state": "installing"})
    after_a_kill = start("test")
    assert "making it anew" in after_a_kill.stdout
    assert after_a_kill.returncode == 3

    (project / "requirements.txt").write_text("nowhere-to-be-found==1.0\n")
    impossible = start("test")
    assert impossible.returncode == 1
    assert "could not be installed. Tried: pip" in impossible.stderr
    assert "Traceback" not in impossible.stderr
    (project / "requirements.txt").write_text("streamlit==1.0\n")

    if os.name != "nt":
        # a run in the background of a shell ignores the signal, and what it starts would too
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
        with subprocess.Popen(
            [sys.executable, "manage.py", "run"],
            cwd=project,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as app:
            assert app.stdout is not None
            for line in app.stdout:
                if "Quire is at http://127.0.0.1:" in line:
                    break
            os.killpg(app.pid, signal.SIGINT)
            rest, errors = app.communicate(timeout=30)
        assert app.returncode == 0
        assert "server stopped" in rest
        assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("address", "others"),
    [
        ("127.0.0.1", False),
        ("127.8.8.8", False),
        ("localhost", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("::", True),
        ("192.0.2.7", True),
        ("", True),
        ("quire.example", True),
    ],
)
def test_only_addresses_of_this_machine_keep_others_out(address: str, others: bool) -> None:
    assert is_for_others(address) is others
    if not others:
        refuse_unless_meant(address, 0)
    else:
        refuse_unless_meant(address, 1)
        with pytest.raises(SettingsError, match="anyone there could read and delete"):
            refuse_unless_meant(address, 0)


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "", "192.0.2.7"])
def test_sign_in_takes_the_place_of_allowing_anyone(address: str) -> None:
    assert notice(address, signs_in=True, allow_anyone=0) == ""
    assert notice(address, signs_in=False, allow_anyone=1) == SHARED
    with pytest.raises(SettingsError):
        notice(address, signs_in=False, allow_anyone=0)
    assert notice("127.0.0.1", signs_in=False, allow_anyone=0) == ""


def test_the_start_does_not_say_this_machine_only_where_that_is_not_so() -> None:
    assert not manage.answers_others([])
    assert not manage.answers_others(["--server.address", "127.0.0.1"])
    assert not manage.answers_others(["--server.address=localhost"])
    assert manage.answers_others(["--server.address", "0.0.0.0"])
    assert manage.answers_others(["--server.headless", "true", "--server.address=192.0.2.7"])
