"""The builds of the core that a package holds, against each other: equal results, and what the faster one gains.

Each build is forced by CLOCHE_TARGET in processes of its own, which take turns; the best round of each counts. First
all must come to the signature in signature.json. Then simulations a second of Connect Four by trees of `--simulations`,
and nodes a second of its random playouts. Promised: at least 1.2 times the simulations of UCT while the tree is in the
cache (2,000 simulations). Large trees wait for memory, whatever the processor can do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import cloche

SIGNATURE = Path(__file__).with_name("signature.json")

FINGERPRINTS = "from cloche import bench; import json; print(json.dumps(bench.signature_data(bench.run())))"
SPEED = """
import sys, time
import cloche
game = cloche.load("connect_four")
state = game.new_initial_state()
simulations = int(sys.argv[1])
for selection in ("puct", "uct"):
    bots = [
        cloche.Mcts(game, seed=seed, selection=selection, exploration=1.0, playout="random")
        for seed in range(max(1, 400_000 // simulations))
    ]
    spent, found = 0.0, 0
    for bot in bots:
        start = time.process_time()
        report = bot.search(state, cloche.Limits(simulations=simulations))
        spent += time.process_time() - start
        found ^= int(report.fingerprint, 16)
    print(f"{selection}, simulations a second", len(bots) * simulations / spent, found)
start = time.process_time()
summary = game.random_playouts(200_000, seed=1)
print("playouts, nodes a second", summary.plies / (time.process_time() - start), summary.plies)
"""


def run(target: str, code: str, *arguments: str) -> str:
    """What a program prints with a build."""
    environment = {**os.environ, "CLOCHE_TARGET": target}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, nargs="+", default=[2_000, 100_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-signature", action="store_true", help="leave the signature out: it takes a minute")
    args = parser.parse_args()

    targets = cloche.build_info().targets
    print("builds:", ", ".join(targets))
    if not args.no_signature:
        expected = json.loads(SIGNATURE.read_text(encoding="utf-8"))
        for target in targets:
            same = json.loads(run(target, FINGERPRINTS)) == expected
            print(f"{target}: the signature is {'equal' if same else 'NOT EQUAL'}")
            if not same:
                return 1
    for simulations in args.simulations:
        best: dict[str, dict[str, float]] = {target: {} for target in targets}
        found: dict[str, set[str]] = {}
        for _ in range(args.rounds):
            for target in targets:
                for line in run(target, SPEED, str(simulations)).splitlines():
                    name, rate, fingerprint = line.rsplit(" ", 2)
                    best[target][name] = max(best[target].get(name, 0.0), float(rate))
                    found.setdefault(name, set()).add(fingerprint)
        print(f"trees of {simulations:,} simulations")
        for name, fingerprints in found.items():
            rates = [best[target][name] for target in targets]
            gain = f"  {rates[-1] / rates[0]:.2f} times" if len(rates) > 1 else ""
            print(f"  {name:<28}" + "".join(f"{rate:14,.0f}" for rate in rates) + gain)
            if len(fingerprints) > 1:
                print(f"  {name}: results differ")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
