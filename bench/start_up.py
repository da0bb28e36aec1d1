"""Start-up: how long `import cloche` takes in a fresh interpreter, beyond the interpreter itself, and what it loads.

Promised: under 100 ms, and without numpy.
"""

from __future__ import annotations

import subprocess
import sys
import time

HEAVY = ("numpy", "pydantic", "click", "rich", "prompt_toolkit")


def seconds(code: str, rounds: int = 15) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    bare = seconds("pass")
    print(
        f"import cloche: {(seconds('import cloche') - bare) * 1e3:.1f} ms beyond {bare * 1e3:.1f} ms of the interpreter"
    )
    code = f"import sys, cloche; print([name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    print(f"loaded of {', '.join(HEAVY)}: {loaded.strip()}")


if __name__ == "__main__":
    main()
