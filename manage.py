"""Start Quire, or its tests, on a machine that has Python and nothing else.

    python manage.py run  [--port N] [arguments of streamlit run]
    python manage.py test [arguments of pytest]

The first start makes a virtual environment in `.venv` and installs the pinned requirements into it;
later starts do so again only when a requirement file or the version of Python has changed. The
standard library is enough for this file, and an older Python can still read it and be told.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ".venv"
STAMP = "quire.json"
UV = "uv==0.13.9"
PIP_INSTALL = ("-m", "pip", "install", "--disable-pip-version-check", "--retries", "2")
OLDEST = (3, 11)
NEWEST = (3, 14)
ADDRESS = "127.0.0.1"
USUAL_PORT = 8501
READY_SECONDS = 120.0

CONSTRAINTS = "constraints.txt"
REQUIREMENTS = {"run": ("requirements.txt",), "test": ("requirements.txt", "requirements-dev.txt")}


class StartError(Exception):
    """Something that a person has to mend before Quire can start; its text says what and how."""


def say(text: str) -> None:
    """Print one plain line at once, also where output is not a terminal."""
    print(text, flush=True)


# --- which Python --------------------------------------------------------------------------------


def fits(version: tuple[int, int]) -> bool:
    """Whether the libraries are published for this version of Python."""
    return OLDEST <= version <= NEWEST


def candidates(windows: bool) -> list[list[str]]:
    """Commands that may start a fitting Python, newest first."""
    minors = range(NEWEST[1], OLDEST[1] - 1, -1)
    if windows:
        return [["py", f"-3.{minor}"] for minor in minors]
    return [[f"python3.{minor}"] for minor in minors]


def find_other_python() -> str | None:
    """The executable of another, fitting Python on this machine, or None."""
    for command in candidates(os.name == "nt"):
        program = shutil.which(command[0])
        if program is None:
            continue
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            answer = subprocess.run(
                [program, *command[1:], "-c", "import sys; print(sys.executable)"],
                capture_output=True,
                text=True,
                timeout=30,
                check=False,
            )
            if answer.returncode == 0 and answer.stdout.strip():
                return answer.stdout.strip()
    return None


def version_text(version: tuple[int, int]) -> str:
    """A version as people write it."""
    return f"{version[0]}.{version[1]}"


# --- the virtual environment ---------------------------------------------------------------------


def environment_python(root: Path, *, windows: bool) -> Path:
    """Where the virtual environment's Python stands."""
    if windows:
        return root / ENVIRONMENT / "Scripts" / "python.exe"
    return root / ENVIRONMENT / "bin" / "python"


def fingerprint(root: Path, names: tuple[str, ...]) -> str:
    """SHA-256 over the named files: their names and contents, line ends as on Unix."""
    digest = hashlib.sha256()
    for name in names:
        content = (root / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()


def wanted_stamp(root: Path, command: str, version: tuple[int, int]) -> dict[str, str]:
    """What the stamp must hold for `command` to start without installing anything."""
    stamp = {"state": "ready", "python": version_text(version)}
    for part in ("run", "test"):
        stamp[part] = fingerprint(root, (*REQUIREMENTS[part], CONSTRAINTS))
        if part == command:
            break
    return stamp


def read_stamp(root: Path) -> dict[str, str]:
    """The stamp of the environment; empty where there is none or it cannot be read."""
    try:
        found = json.loads((root / ENVIRONMENT / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_stamp(root: Path, stamp: dict[str, str]) -> None:
    """Replace the stamp in one step, so that a kill leaves the old one or the new one."""
    path = root / ENVIRONMENT / STAMP
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1, sort_keys=True), "utf-8")
    fresh.replace(path)


def is_ready(found: dict[str, str], wanted: dict[str, str]) -> bool:
    """Whether an environment with the stamp `found` serves; more than is wanted does no harm."""
    return all(found.get(name) == value for name, value in wanted.items())


def must_be_remade(found: dict[str, str], wanted: dict[str, str]) -> bool:
    """Whether the environment is half made or of another Python, so that it must be begun anew."""
    if not found:
        return False
    return found.get("state") != "ready" or found.get("python") != wanted["python"]


def install_commands(
    python: str, root: Path, command: str, *, quiet: bool
) -> tuple[list[str], list[str]]:
    """The command lines that install what `command` needs: with uv, and with pip."""
    arguments = ["--constraint", str(root / CONSTRAINTS)]
    for name in REQUIREMENTS[command]:
        arguments += ["--requirement", str(root / name)]
    if quiet:
        arguments.append("--quiet")
    with_uv = [python, "-m", "uv", "pip", "install", "--python", python, *arguments]
    return with_uv, [python, *PIP_INSTALL, *arguments]


def child_environment() -> dict[str, str]:
    """The process environment without what would lead the child to another Python's libraries."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"PYTHONHOME", "__PYVENV_LAUNCHER__", "VIRTUAL_ENV"}
    }


def step(text: str, command: list[str], *, show: bool = True) -> tuple[bool, str]:
    """Run one step; says what it is and how long it took.

    Returns:
        Whether it succeeded, and what it printed where that was kept from the screen.
    """
    say(f"{text} …")
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=not show,
        text=True,
        errors="replace",
        check=False,
    )
    word = "done" if done.returncode == 0 else "failed"
    say(f"  {word} in {time.monotonic() - began:.1f} s")
    output = "" if show else (done.stdout or "") + (done.stderr or "")
    return done.returncode == 0, output.strip()


def prepare(command: str) -> Path:
    """Make sure that the environment holds what `command` needs; returns its Python.

    Raises:
        StartError: if it cannot be made.
    """
    python = environment_python(ROOT, windows=os.name == "nt")
    wanted = wanted_stamp(ROOT, command, sys.version_info[:2])
    found = read_stamp(ROOT)
    if is_ready(found, wanted) and python.exists():
        return python
    make_environment(python, remake=must_be_remade(found, wanted))
    write_stamp(ROOT, {"state": "installing"})
    install(python, command)
    write_stamp(ROOT, wanted)
    return python


def make_environment(python: Path, *, remake: bool) -> None:
    """Make `.venv` unless a working one is there.

    Raises:
        StartError: if an old one cannot be removed, or this Python can make none.
    """
    folder = ROOT / ENVIRONMENT
    if remake and folder.exists():
        say("The virtual environment is half made or of another Python: making it anew.")
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise StartError(
                f"The folder {ENVIRONMENT} could not be removed: {error.strerror}. Close every "
                "running Quire, remove the folder and start again."
            ) from error
    if python.exists():
        return
    # the mark stands before anything else, so that a kill from here on is noticed
    write_stamp(ROOT, {"state": "installing"})
    base = getattr(sys, "_base_executable", None) or sys.executable
    made, output = step(
        f"Making a virtual environment in {ENVIRONMENT}",
        [base, "-m", "venv", str(folder)],
        show=False,
    )
    if not made:
        shutil.rmtree(folder, ignore_errors=True)
        remedy = (
            "Install the package python3-venv with the system's package manager and start again."
            if "ensurepip" in output
            else f"Python said: {output[-600:] or 'nothing'}"
        )
        raise StartError(f"This Python could not make a virtual environment. {remedy}")


def install(python: Path, command: str) -> None:
    """Install the pinned requirements: with uv, and with pip where uv cannot.

    pip is also tried after uv because it follows the machine's own pip settings (a mirror, a
    proxy, a certificate), which uv does not read.

    Raises:
        StartError: if neither could.
    """
    quiet = not sys.stdout.isatty()
    with_uv, with_pip = install_commands(str(python), ROOT, command, quiet=quiet)
    if sys.platform == "linux" and "UV_TORCH_BACKEND" not in os.environ:
        say("The first installation on Linux downloads about 3 GB; the README says how to do with")
        say("less (UV_TORCH_BACKEND=cpu).")
    files = " and ".join(REQUIREMENTS[command])
    uv_arrived, _ = step(
        "Fetching the installer uv",
        [str(python), *PIP_INSTALL, "--quiet", UV],
        show=False,
    )
    if uv_arrived and step(f"Installing {files} with uv", with_uv)[0]:
        return
    if step(f"Installing {files} with pip", with_pip)[0]:
        return
    raise StartError(
        f"The libraries could not be installed. Tried: {'uv, then pip' if uv_arrived else 'pip'}, "
        f"with {files} and {CONSTRAINTS}; the lines above say what went wrong. If this machine is "
        "offline, connect it once (a proxy is taken from HTTPS_PROXY) and start again; afterwards "
        "Quire starts without a network."
    )


# --- run -----------------------------------------------------------------------------------------


def port_is_free(port: int) -> bool:
    """Whether nothing on this machine listens on the port and it can be taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        if probe.connect_ex((ADDRESS, port)) == 0:
            return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as claim:
        if os.name != "nt":  # on Windows the option means that a taken port can be taken again
            claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            claim.bind((ADDRESS, port))
        except OSError:
            return False
    return True


def choose_port(asked: int | None) -> int:
    """The port that was asked for, or the usual one, or the next that is free.

    Raises:
        StartError: if the port that was asked for is taken.
    """
    if asked is not None:
        if port_is_free(asked):
            return asked
        raise StartError(
            f"Port {asked} is taken by another program. Choose another one, or leave --port out "
            "and a free one is found."
        )
    for port in range(USUAL_PORT, USUAL_PORT + 20):
        if port_is_free(port):
            return port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as any_port:
        any_port.bind((ADDRESS, 0))
        return int(any_port.getsockname()[1])


def has_browser(environment: dict[str, str], platform: str) -> bool:
    """Whether a browser window would appear before the person who typed the command."""
    if environment.get("CI"):
        return False
    if platform.startswith("linux"):
        return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return not environment.get("SSH_CONNECTION")


def run_command(python: str, port: int, arguments: list[str]) -> list[str]:
    """The command line of the app; arguments given by hand come last and so win."""
    own = {
        "--server.address": ADDRESS,
        "--server.port": str(port),
        "--server.headless": "true",
        "--logger.hideWelcomeMessage": "true",
    }
    options = [word for name, value in own.items() for word in (name, value)]
    return [python, "-m", "app", *options, *arguments]


def answers_others(arguments: list[str]) -> bool:
    """Whether an address was given by hand that is not this machine's own."""
    given = ""
    for position, argument in enumerate(arguments):
        if argument == "--server.address" and position + 1 < len(arguments):
            given = arguments[position + 1]
        elif argument.startswith("--server.address="):
            given = argument.partition("=")[2]
    return given not in {"", "localhost", "::1", "[::1]"} and not given.startswith("127.")


def announce(
    port: int, server: subprocess.Popen[bytes], *, browser: bool, others: bool = False
) -> None:
    """Wait until the page answers, print its address and open it."""
    address = f"http://{ADDRESS}:{port}"
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + READY_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with direct.open(f"{address}/_stcore/health", timeout=2):
                break
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    else:
        return
    reach = "anyone who can reach this machine" if others else "this machine only"
    say(f"Quire is at {address} and answers {'' if others else 'on '}{reach}. Ctrl-C stops it.")
    if browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)


def wait_for(child: subprocess.Popen[bytes]) -> int:
    """Wait for a child that shares our terminal, and end it with us.

    Ctrl-C reaches the child as well; it is given ten seconds to end by itself.

    Returns:
        Its exit code, 128 + n if signal n ended it.
    """
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while True:
        try:
            code = child.wait()
            break
        except KeyboardInterrupt:
            with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                code = child.wait(10)
                break
            child.terminate()
    return code if code >= 0 else 128 - code


def run(arguments: list[str]) -> int:
    """Start the app and stay until it ends."""
    parser = argparse.ArgumentParser(prog="manage.py run", allow_abbrev=False)
    parser.add_argument("--port", "--server.port", type=int, dest="port", metavar="N")
    own, others = parser.parse_known_args(arguments)
    if own.port is not None and not 0 < own.port < 65536:
        raise StartError(f"{own.port} is not a port. Choose a number from 1 to 65535.")
    python = prepare("run")
    port = choose_port(own.port)
    if own.port is None and port != USUAL_PORT:
        say(f"Port {USUAL_PORT} is taken; using {port}.")
    say("Starting Quire …")
    server = subprocess.Popen(
        run_command(str(python), port, others), cwd=ROOT, env=child_environment()
    )
    shown = {
        "browser": has_browser(dict(os.environ), sys.platform),
        "others": answers_others(others),
    }
    threading.Thread(target=announce, args=(port, server), kwargs=shown, daemon=True).start()
    return wait_for(server)


def test(arguments: list[str]) -> int:
    """Run the tests and pass their exit code on."""
    python = prepare("test")
    command = [str(python), "-m", "pytest", *arguments]
    return wait_for(subprocess.Popen(command, cwd=ROOT, env=child_environment()))


def main(arguments: list[str]) -> int:
    """Take the command line; returns the exit code."""
    commands = {"run": run, "test": test}
    if not arguments or arguments[0] not in commands:
        say((__doc__ or "").strip())
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    running = sys.version_info[:2]
    if not fits(running):
        other = find_other_python()
        if other is not None:
            say(f"Quire's libraries are not published for Python {version_text(running)}: {other}")
            say("takes over.")
            return subprocess.call([other, str(Path(__file__).resolve()), *arguments])
        if running < OLDEST:
            raise StartError(
                f"Quire needs Python {version_text(OLDEST)} or newer, and this is "
                f"{version_text(running)}. Install Python {version_text(NEWEST)} and start again."
            )
        say(f"Python {version_text(running)} is newer than some libraries are published for; if")
        say(f"the installation fails, install Python {version_text(NEWEST)} beside it.")
    return commands[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except StartError as problem:
        print(problem, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)
