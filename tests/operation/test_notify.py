"""A word with systemd, over a real datagram socket; and whether it is systemd that runs us."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.operation.notify import Notifier, started_as_service


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A service manager's socket, and the address that it tells."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@calidruno-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        listening.settimeout(10)
        yield listening, name


def test_the_manager_hears_what_is_told(manager: tuple[socket.socket, str]) -> None:
    listening, name = manager
    notifier = Notifier({"NOTIFY_SOCKET": name})
    notifier.ready()
    notifier.alive()
    notifier.stopping()
    assert [listening.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_nobody_to_tell_is_no_trouble(tmp_path: Path) -> None:
    for env in ({}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": str(tmp_path / "gone")}):
        notifier = Notifier(env)
        notifier.ready()
        notifier.alive()


def test_the_watchdog_is_fed_twice_as_often_as_it_bites() -> None:
    me, env = str(os.getpid()), {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "60000000"}
    assert Notifier({**env, "WATCHDOG_PID": me}).every_s == 30.0
    assert Notifier(env).every_s == 30.0
    assert Notifier({**env, "WATCHDOG_PID": "1"}).every_s is None, "it waits for somebody else"
    assert Notifier({"WATCHDOG_USEC": "60000000"}).every_s is None
    assert Notifier({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "0"}).every_s is None


def test_a_process_of_systemds_own_is_a_service_and_a_terminal_of_the_desktop_is_not() -> None:
    assert started_as_service({"NOTIFY_SOCKET": "/run/systemd/notify"})
    assert started_as_service({"SYSTEMD_EXEC_PID": str(os.getpid()), "INVOCATION_ID": "x"})
    assert not started_as_service({"SYSTEMD_EXEC_PID": "1", "INVOCATION_ID": "inherited"})
    assert not started_as_service({"INVOCATION_ID": "inherited", "JOURNAL_STREAM": "8:1"})
    assert not started_as_service({})
