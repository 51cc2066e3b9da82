"""``python -m bot.operation.check [healthz | readyz]``: asks the bot of this machine how it is, for containers without
other tools. Exit code 0 if it is well, 1 if not."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

from dotenv import dotenv_values

PATIENCE_S = 5.0
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}


def main(arguments: list[str]) -> int:
    """Print the bot's answer."""
    what = arguments[0] if arguments else "healthz"
    env = {**dotenv_values(".env"), **os.environ}
    port, address = env.get("HEALTH_PORT"), env.get("HEALTH_ADDRESS") or "127.0.0.1"
    if not port or what not in {"healthz", "readyz"}:
        print("HEALTH_PORT is not set" if not port else __doc__, file=sys.stderr)
        return 1
    try:
        url = f"http://{ANY_ADDRESS.get(address, address)}:{port}/{what}"
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            print(answer.read().decode().strip())
    except urllib.error.HTTPError as error:
        print(error.read().decode().strip())
        return 1
    except OSError as error:
        print(f"the bot does not answer: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
