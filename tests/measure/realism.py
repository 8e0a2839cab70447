#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: realism.py OROGEN
# How like real land every eroded example is, under seeds that nobody tuned with, and whether valleys turn with the land.
# Prints a page of Markdown; fails where a scene that PROMISED lists is out of its bounds, or TURNED is broken.
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy

SEEDS = (101, 104)
SIZES = (513, 1025)

# What scenes promise: the largest mean over the seeds (axis, diagonal, peak, planar) or the least (concavity), and the largest
# of a single map (axis_one, peak_one). A scene that is not listed is only reported. Land with a direction of its own belongs
# into TURNED, not here.
EVEN = {"axis": 20, "diagonal": 22, "peak": 22, "axis_one": 23, "peak_one": 24, "planar": 0.05}
PROMISED = {}

# Land before its water, turned about its middle and then eroded; most that the mean over the turns may have.
TURNS = (0, 22.5, 45)
TURNED = ["erosion/noise", "erosion/alpine", "erosion/badlands", "erosion/cone", "erosion/ridge", "erosion/tilted-plane"]
TURNED_MOST = {}  # as {"axis": 20, "peak": 24}

SHOWN = ["axis", "diagonal", "peak", "concavity", "cliffs", "planar", "hypsometry", "hollows", "slope_median", "slope_p90",
         "drainage"]
root = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
scenes = os.path.join(root, "examples", "scenes")
orogen = os.path.realpath(sys.argv[1])
faults = []


def run(*words):
    done = subprocess.run([orogen, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(words)}: {done.stdout} {done.stderr}")
    return done.stdout


def scene(name):
    with open(os.path.join(scenes, name + ".oro.json")) as file:
        return json.load(file)


def eroded():
    families = {op["name"]: op["family"] for op in json.loads(run("ops", "--json"))["operators"]}
    names = sorted(os.path.relpath(p, scenes)[: -len(".oro.json")] for p in glob.glob(scenes + "/**/*.oro.json", recursive=True))
    return [n for n in names if any(families.get(node["op"]) == "erode" for node in scene(n)["nodes"])]


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) < 1 else f"{value:.1f}"


def promise(name, size, what, value, most, least=False):
    if value is None or (value < most if least else value > most):
        faults.append(f"{name} at {size}: {what} is {number(value)}, and {'at least' if least else 'at most'} {most} is promised")


def check(name, size, scores):
    for what, bound in PROMISED.get(name, {}).items():
        key = what.removesuffix("_one")
        promise(name, size, what, scores[key]["highest" if what.endswith("_one") else "mean"], bound, what == "concavity")


def examples():
    first = True
    for name in eroded():
        for size in SIZES:
            seeds = f"{SEEDS[0]}..{SEEDS[1]}"
            scores = json.loads(run("score", os.path.join(scenes, name + ".oro.json"), "--size", str(size), "--seeds", seeds, "--json"))["scores"]
            if first:
                cells = ["**real land**", ""] + ["–".join(number(v) for v in scores[k]["real_land"]) if "real_land" in scores[k] else "" for k in SHOWN]
                print("| scene | samples | " + " | ".join(SHOWN) + " |\n" + "|---" * (len(SHOWN) + 2) + "|")
                print("| " + " | ".join(cells) + " |")
                first = False
            cells = []
            for key in SHOWN:
                text = number(scores[key]["mean"])
                if key in ("axis", "peak"):
                    text += f" ({number(scores[key]['highest'])})"
                if key == "concavity":
                    text += f" (r² {number(scores['concavity_fit']['mean'])})"
                cells.append(text)
            print(f"| {name} | {size} | " + " | ".join(cells) + " |", flush=True)
            check(name, size, scores)


def cubic(t):
    return [t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t), t * (0.5 + t * (2 - 1.5 * t)), t * t * (-0.5 + 0.5 * t)]


def turned(land, degrees):
    """The largest square that every turn of the land covers, turned about its middle."""
    side = int((land.shape[0] - 1) / 2**0.5)
    middle, angle = (land.shape[0] - 1) / 2, numpy.radians(degrees)
    y, x = numpy.mgrid[0:side, 0:side] - (side - 1) / 2
    u = middle + numpy.cos(angle) * x + numpy.sin(angle) * y
    v = middle - numpy.sin(angle) * x + numpy.cos(angle) * y
    i, j = numpy.floor(u).astype(int), numpy.floor(v).astype(int)
    wx, wy = cubic(u - i), cubic(v - j)
    out = 0
    for a in range(4):
        for b in range(4):
            at = numpy.clip(j + a - 1, 0, land.shape[0] - 1), numpy.clip(i + b - 1, 0, land.shape[1] - 1)
            out = out + wy[a] * wx[b] * land[at]
    return out.astype(numpy.float32)


def flags(node):
    words = ["--preset", node["preset"]] if "preset" in node else []
    for key, value in node.get("args", {}).items():
        if key == "height":
            continue
        words += ["--" + key.replace("_", "-")] + ([] if value is True else [str(value)])
    return words


def turn(name, folder):
    """What realism says of the land of a scene, turned and then eroded by the scene's own water."""
    document = scene(name)
    place = next(i for i, node in enumerate(document["nodes"]) if node["op"] == "pipes")
    water = document["nodes"][place]
    before = water.get("args", {}).get("height", document["nodes"][place - 1]["id"])
    document["outputs"] = [{"from": before, "file": "before.npy"}]
    path = os.path.join(folder, "before.oro.json")
    with open(path, "w") as file:
        json.dump(document, file)
    run("build", path, "--size", "513", "-o", folder, "--force")
    land = numpy.load(os.path.join(folder, "before.npy"))
    found = []
    for degrees in TURNS:
        square = turned(land, degrees)
        extent = document["world"]["extent"] * (square.shape[0] - 1) / 512
        numpy.save(os.path.join(folder, "land.npy"), square)
        run("pipes", *flags(water), "--extent", str(extent), os.path.join(folder, "land.npy"), os.path.join(folder, "wet.npy"), "--force")
        found.append(json.loads(run("realism", "--extent", str(extent), os.path.join(folder, "wet.npy"), "--json"))["values"])
    return found


def turns(folder):
    print("\n| land | " + " | ".join(f"{t:g}°" for t in TURNS) + " | mean axis / peak |\n" + "|---" * (len(TURNS) + 2) + "|")
    for name in TURNED:
        found = turn(name, folder)
        cells = [f"{f['axis']:.0f} / {f['diagonal']:.0f}, {f['peak']:.0f} at {f['peak_at']:.0f}" for f in found]
        mean = {key: sum(f[key] for f in found) / len(found) for key in ("axis", "peak")}
        print(f"| {name} | " + " | ".join(cells) + f" | {mean['axis']:.0f} / {mean['peak']:.0f} |", flush=True)
        for key, most in TURNED_MOST.items():
            promise(name, "513, turned", key, mean[key], most)


print(f"""# How like real land the examples are

Written by `./dev measure realism`. What each column means, and where the ranges of real land come from, says
[realism.md](../realism.md). Means over the seeds {SEEDS[0]} to {SEEDS[1]}, which nobody tuned with; in brackets the largest of a single
map. A dash: there is nothing to measure.
""")
examples()
print("""
## Turned land

Land before its water, turned about its middle (363 of 513 samples), then eroded. Share of valley lines along the axes and the
diagonals, and where the largest share of 15° lies: it should turn with the land, so one that stays at 0° is the grid's.""")
with tempfile.TemporaryDirectory() as temporary:
    turns(temporary)
print(f"\n{len(PROMISED)} scenes are held to bounds; {len(faults)} are broken.")
for fault in faults:
    print("- " + fault)
sys.exit(bool(faults))
