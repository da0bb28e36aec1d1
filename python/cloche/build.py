"""What runs here: the version, and the build of the native core that is in use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BuildInfo:
    """Which build of the package runs.

    Attributes:
        version: Of the package.
        target: What the loaded native core was compiled for: `x86-64-v2`, `x86-64-v3`, or another architecture's name.
        compiler: Name and version of the compiler that made it.
        targets: Values of the environment variable CLOCHE_TARGET that this package and this processor allow.
    """

    version: str
    target: str
    compiler: str
    targets: tuple[str, ...]

    def __str__(self) -> str:
        return f"cloche {self.version}, native core for {self.target}, {self.compiler}"


def build_info() -> BuildInfo:
    """The version, and which build of the native core is in use; loads it."""
    import cloche
    from cloche import _core
    from cloche.target import allowed

    return BuildInfo(cloche.__version__, _core.TARGET, _core.COMPILER, allowed(cloche.__path__))
