"""Which build of the native core runs here, where the package holds more than one.

A wheel for Linux on x86-64 holds `_core` twice: for every processor since 2009 (x86-64-v2), and in the folder
`x86-64-v3` for those with AVX2 and BMI2. They find the same, bit for bit. The environment variable CLOCHE_TARGET, if
set, decides: `baseline` or `x86-64-v3`.
"""

from __future__ import annotations

import os
from importlib import import_module

VARIABLE = "CLOCHE_TARGET"
BASELINE = "baseline"
FAST = "x86-64-v3"  # the folder of the other build, and its name


def choose(path: list[str]) -> None:
    """Lets `import cloche._core` find the build for this processor; `path` is the package's own search path.

    ImportError where CLOCHE_TARGET names something that is not to be had.
    """
    targets = allowed(path)
    wanted = os.environ.get(VARIABLE) or targets[-1]
    if wanted not in targets:
        from cloche.messages import shown

        raise ImportError(
            f"{VARIABLE}: {shown(wanted)}, should be {' or '.join(targets)} on this machine, or not be set"
        )
    if wanted == FAST:
        path.insert(0, _folder(path))


def allowed(path: list[str]) -> tuple[str, ...]:
    """What CLOCHE_TARGET may be here, the fastest last."""
    if not os.path.isdir(_folder(path)):
        return (BASELINE,)
    has_it: bool = import_module("cloche._processor").has_x86_64_v3()
    return (BASELINE, FAST) if has_it else (BASELINE,)


def _folder(path: list[str]) -> str:
    return os.path.join(path[-1], FAST)
