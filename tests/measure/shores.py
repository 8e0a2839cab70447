#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: shores.py OROGEN
# How like real land the island and the hills are, under seeds that nobody tuned with; whether the island's coast is the same at
# any resolution; what soil and coast cost as maps grow. Prints a page of Markdown; fails where a promise is broken.
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy

SEEDS = (301, 304)
SIZES = (513, 1025, 2049)
# Bounds of the median over the seeds; a single map may be off by a tenth of a bound. The fit of the concavity says how much it
# means, and is only reported; so are those of hills, whose round slopes the measures of facets do not suit.
BOUNDS = {"axis": (0, 20), "peak": (0, 22), "concavity": (0.33, 0.6), "cliffs": (4, 19), "planar": (0, 0.05), "hypsometry": (0.3, 0.62)}
SHOWN = list(BOUNDS) + ["concavity_fit", "slope_median", "slope_p90", "hollows", "drainage"]
APART = 0.03  # part of the land that may be sea at another resolution
orogen = os.path.realpath(sys.argv[1])
scenes = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "examples", "scenes", "land")
faults = []


def run(*words):
    done = subprocess.run([orogen, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(words)}: {done.stdout} {done.stderr}")
    return done.stdout


def scores():
    print(f"Seeds {SEEDS[0]} to {SEEDS[1]}, 1025 samples across: median, and every map.\n")
    print("| scene | " + " | ".join(SHOWN) + " |\n" + "|---" * (len(SHOWN) + 1) + "|")
    for name in ("island", "hills"):
        maps = []
        for seed in range(SEEDS[0], SEEDS[1] + 1):
            words = ("score", os.path.join(scenes, name + ".oro.json"), "--seeds", f"{seed}..{seed}", "--json")
            maps.append({key: value["mean"] for key, value in json.loads(run(*words))["scores"].items()})
        cells = []
        for key in SHOWN:
            values = [m[key] for m in maps]
            median = statistics.median(values)
            cells.append(f"{median:.3g} ({', '.join(f'{v:.3g}' for v in values)})")
            low, high = BOUNDS.get(key, (None, None))
            if name != "island" or low is None:
                continue
            if not low <= median <= high:
                faults.append(f"{name}: median {key} is {median:.3g}, and {low} to {high} is promised")
            for value in values:
                if not 0.9 * low <= value <= 1.1 * high:
                    faults.append(f"{name}: {key} of one map is {value:.3g}, more than a tenth beyond {low} to {high}")
        print(f"| {name} | " + " | ".join(cells) + " |")


def same_coast():
    print("\nThe island's land at other resolutions, against the finest: part that is sea on one of both.\n")
    maps = []
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            into = os.path.join(folder, str(size))
            run("build", os.path.join(scenes, "island.oro.json"), "--size", str(size), "-o", into, "--quiet")
            run("convert", os.path.join(into, "height.png"), os.path.join(into, "h.npy"), "--quiet")
            step = (size - 1) // (SIZES[0] - 1)
            maps.append(numpy.load(os.path.join(into, "h.npy"))[::step, ::step] >= 0)
    print("| samples | part |\n|---|---|")
    for size, land in zip(SIZES[:-1], maps[:-1]):
        part = float((land != maps[-1]).sum() / (land | maps[-1]).sum())
        print(f"| {size} | {100 * part:.1f} % |")
        if part > APART:
            faults.append(f"at {size} samples {100 * part:.1f} % of the land differ, and at most {100 * APART:.0f} % is promised")


def times():
    print("\nLeast times of `orogen bench` on two threads, ms. Other work on the machine makes them longer.\n")
    print("| operator | " + " | ".join(str(s) for s in SIZES) + " |\n" + "|---" * (len(SIZES) + 1) + "|")
    for name in ("soil", "coast"):
        cells = []
        for size in SIZES:
            line = run("bench", name, "--size", str(size), "--threads", "2")
            cells.append(next(word[1] for word in (row.split() for row in line.splitlines()) if word and word[0] == name))
        print(f"| {name} | " + " | ".join(cells) + " |")


print("# Shores: soil and coast\n")
scores()
same_coast()
times()
for fault in faults:
    print(f"\nFAULT: {fault}")
sys.exit(1 if faults else 0)
