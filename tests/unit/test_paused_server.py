"""A test's server that hangs: none of its threads is at work once the pause has begun."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.servers.launcher.process import ServerProcess, is_at_work

BUSY = """
import pathlib, threading
def spin():
    while True:
        pass
for _ in range(4):
    threading.Thread(target=spin, daemon=True).start()
pathlib.Path("up").touch()
spin()
"""


def test_a_paused_server_has_no_thread_at_work_and_goes_on_afterwards(tmp_path: Path) -> None:
    server = ServerProcess(
        [sys.executable, "-c", BUSY],
        dict(os.environ),
        tmp_path / "log",
        (tmp_path / "up").exists,
        folder=tmp_path,
    )
    server.start()
    try:
        group = server.group
        assert is_at_work(group)
        server.pause()
        assert not is_at_work(group)
        server.go_on()
        assert is_at_work(group)
    finally:
        server.go_on()
        server.kill()
    assert not is_at_work(group)
