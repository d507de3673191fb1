"""``python -m audit960``: the program itself."""

from __future__ import annotations

import subprocess
import sys

from ._child import binary

#: What a shell returns for a program that SIGINT ended.
_INTERRUPTED = 130


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit code."""
    try:
        program = binary()
    except FileNotFoundError as error:
        print(f"audit960: {error}", file=sys.stderr)
        return 2
    child = subprocess.Popen([program, *sys.argv[1:]])
    while True:
        try:
            code = child.wait()
            break
        except KeyboardInterrupt:
            # The terminal has sent the signal to the program, too, which ends in good order.
            continue
    return code if code >= 0 else _INTERRUPTED if code == -2 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
