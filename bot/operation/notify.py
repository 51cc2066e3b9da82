"""A word with systemd: ready, still alive, about to stop. A few datagrams, as sd_notify(3) describes them."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


def started_as_service(env: Mapping[str, str]) -> bool:
    """Whether systemd runs this very process. Its other variables are inherited by everything in a desktop's terminal,
    so they say nothing."""
    return bool(env.get("NOTIFY_SOCKET")) or env.get("SYSTEMD_EXEC_PID") == str(os.getpid())


class Notifier:
    """Tells the service manager how the bot is; without one it does nothing.

    Attributes:
        every_s: how often ``alive`` has to be said, in seconds; None if nobody waits for it.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        self._address = env.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]
        mine = env.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        patience = env.get("WATCHDOG_USEC", "")
        # Half the time that the manager waits, as it recommends.
        self.every_s = int(patience) / 2e6 if self._address and mine and patience.isdigit() and int(patience) else None

    def ready(self) -> None:
        """People can play now."""
        self._tell("READY=1")

    def alive(self) -> None:
        """The event loop turns."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """It ends now, as it was told to."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if self._address:
            # A manager that does not listen must not stop the game.
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(state.encode(), self._address)
