"""The bench signature: nodes of fixed searches. A change means that some game or search behaves differently."""

from __future__ import annotations

import json

from cloche import bench

from .net import ROOT


def test_the_signature_is_the_committed_one() -> None:
    """After a change on purpose: `cloche bench --write bench/signature.json`, and name the number in the commit."""
    committed = json.loads((ROOT / "bench" / "signature.json").read_text(encoding="utf-8"))
    assert bench.signature_data(bench.run()) == committed
