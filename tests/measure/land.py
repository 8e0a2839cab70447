#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: land.py OROGEN
# How like real land the scenes of uplift are under seeds that nobody tuned with, whether finer maps show the same land, and
# how long it takes. Prints a page of Markdown; fails where a scene breaks what it promises. Needs nothing beside Python.
import array
import json
import math
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time

SEEDS = (101, 104)
SHOWN = ["axis", "peak", "concavity", "cliffs", "planar", "hypsometry", "hollows", "slope_median", "drainage"]
# Bounds of the median over the seeds; a single map may miss one by a tenth of it.
EVEN = {"axis": (0, 20), "peak": (0, 22)}
REAL = dict(EVEN, concavity=(0.33, 0.60), cliffs=(4, 19), planar=(0, 0.05), hypsometry=(0.3, 0.62))
# Tableland has steeper cliffs and steps in its rivers; folds and sketches say themselves how much is plain.
PROMISED = {"land/range": REAL, "land/canyon": dict(EVEN, hypsometry=(0.3, 0.62)), "land/mesas": EVEN, "land/fold-belt": EVEN,
            "land/sketched-range": EVEN}
SAME_LAND = 0.995  # correlation of maps of 513 and 1025 samples
SLOWEST = 0.8  # seconds of each of two processors at 1025 samples; other work on the machine does not count
GROWTH = 1.1  # power of the number of samples

root = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
orogen = os.path.realpath(sys.argv[1])
faults = []


def run(*words):
    done = subprocess.run([orogen, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(words)}: {done.stdout} {done.stderr}")
    return done.stdout


def path_of(name):
    return os.path.join(root, "examples", "scenes", name + ".oro.json")


def number(value):
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}"


def hold(name, key, values):
    low, high = PROMISED[name].get(key, (None, None))
    if low is None:
        return
    middle = sorted(values)[len(values) // 2 - 1 : len(values) // 2 + 1]
    median = sum(middle) / len(middle)
    if not low <= median <= high:
        faults.append(f"{name}: the median of {key} is {number(median)}, and {low} to {high} is promised")
    for value in values:
        if not 0.9 * low <= value <= 1.1 * high:
            faults.append(f"{name}: {key} of a single map is {number(value)}")


def scenes():
    print("| scene | " + " | ".join(SHOWN) + " |\n" + "|---" * (len(SHOWN) + 1) + "|")
    for name in PROMISED:
        found = []
        for seed in range(SEEDS[0], SEEDS[1] + 1):
            scores = json.loads(run("score", path_of(name), "--size", "1025", "--seeds", f"{seed}..{seed}", "--json"))["scores"]
            found.append({key: scores[key]["mean"] for key in SHOWN})
        cells = []
        for key in SHOWN:
            values = [f[key] for f in found if f[key] is not None]
            hold(name, key, values)
            cells.append(f"{number(min(values))}–{number(max(values))}" if values else "–")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def load(path):
    """A map from an .npy file, as a flat array and its width."""
    with open(path, "rb") as file:
        data = file.read()
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    width = int(re.search(rb"'shape': \(\d+, (\d+)", data).group(1))
    values = array.array("f")
    values.frombytes(data[begin:])
    return values, width


def correlation(coarse, fine):
    (a, width), (b, wide) = load(coarse), load(fine)
    each = (wide - 1) // (width - 1)
    u, v = a, [b[y * each * wide + x * each] for y in range(len(a) // width) for x in range(width)]
    mu, mv = sum(u) / len(u), sum(v) / len(v)
    across = sum((p - mu) * (q - mv) for p, q in zip(u, v))
    return across / (sum((p - mu) ** 2 for p in u) * sum((q - mv) ** 2 for q in v)) ** 0.5


def sizes(folder):
    print("\n| land | 513 and 1025 samples | 1025 and 2049 |\n|---|---|---|")
    for words in (["--seed", "101"], ["--seed", "102", "--preset", "range"]):
        files = {}
        for size in (513, 1025, 2049):
            files[size] = os.path.join(folder, f"{size}.npy")
            run("uplift", *words, "--size", str(size), "--extent", "10000", files[size], "--force")
        found = [correlation(files[513], files[1025]), correlation(files[1025], files[2049])]
        print(f"| `uplift {' '.join(words)}` | " + " | ".join(f"{r:.4f}" for r in found) + " |", flush=True)
        if found[0] < SAME_LAND:
            faults.append(f"maps of 513 and 1025 samples agree by {found[0]:.4f}, and {SAME_LAND} is promised")


def seconds(size, threads, folder):
    """Processor time and time by the clock, the best of three (of one for large maps), of the operator alone: less what it takes to start and write."""
    best = {}
    for op in (["uplift", "--preset", "range"], ["constant"]):
        for _ in range(3 if size < 2000 else 1):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            run(*op, "--size", str(size), "--extent", "10000", os.path.join(folder, "time.npy"), "--force", "--threads", str(threads))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            last = best.get(op[0], (1e9, 1e9))
            best[op[0]] = min(last[0], busy), min(last[1], time.monotonic() - begin)
    return [max(best["uplift"][i] - best["constant"][i], 0.001) for i in range(2)]


def times(folder):
    print("\n| samples | processor time, one thread | processor time, two threads | by the clock, two threads |\n|---|---|---|---|")
    found = {}
    for size in (257, 513, 1025, 2049, 4097):
        one, two = seconds(size, 1, folder), seconds(size, 2, folder)
        found[size] = two[0]
        print(f"| {size} | {one[0]:.2f} s | {two[0]:.2f} s | {two[1]:.2f} s |", flush=True)
    if found[1025] > 2 * SLOWEST:
        faults.append(f"uplift at 1025 samples takes {found[1025]:.2f} s of two processors, and {2 * SLOWEST} s are promised")
    power = math.log(found[4097] / found[1025], 16)
    print(f"\nFrom 1025 to 4097 samples time grows as the number of samples to the power of {power:.2f}.")
    if power > GROWTH:
        faults.append(f"time grows by the power of {power:.2f}, and {GROWTH} is promised")


print(f"""# Land that rises while rivers cut it

Written by `./dev measure land`. Least and greatest of the seeds {SEEDS[0]} to {SEEDS[1]}, which nobody tuned with, at 1025
samples. What each column means, and what real land has, says [realism.md](../realism.md).
""")
scenes()
print("\n## The same land at any resolution\n\nCorrelation of the samples that both maps have.")
with tempfile.TemporaryDirectory() as temporary:
    sizes(temporary)
    print("\n## Time\n\nWith layers (`--preset range`), the operator alone; the clock also counts what else the machine does.")
    times(temporary)
print(f"\n{len(faults)} promises are broken.")
for fault in faults:
    print("- " + fault)
sys.exit(bool(faults))
