#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: realism.py OROGEN [--quick]
# How like real land every eroded example is, under seeds that nobody tuned with, and whether valleys turn with the land.
# Prints a page of Markdown; fails where a scene breaks what it promises. --quick holds single maps of one seed and size to the
# bounds of a single map, and turns less land.
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy

QUICK = "--quick" in sys.argv
SEEDS = (101, 101) if QUICK else (101, 104)
SIZES = (513,) if QUICK else (513, 1025)

# What every scene that `pipes` erodes promises: the largest mean over the seeds (axis, diagonal, peak, planar) or the least
# (concavity), and the largest of a single map (axis_one, peak_one). The others are only reported.
EVEN = {"axis": 20, "diagonal": 22, "peak": 22, "axis_one": 23, "peak_one": 24, "planar": 0.05}
CONCAVE = {"default": 0.3, "erosion/alpine": 0.27, "erosion/noise": 0.3, "mathisen/mountain-river": 0.3}
SOILS = {"erosion/hills"}  # creep makes planes that the measure cannot tell from talus
BEDS = {"files/beds"}  # nor can it tell the even sides of hard beds
DIRECTED = {"erosion/ridge", "erosion/tilted-plane"}  # land with a direction of its own is judged turned

# Land before its water, turned about its middle and then eroded: the mean over the turns, which the grid cannot turn with.
TURNS = (0, 22.5, 45)
TURNED = ["erosion/ridge", "erosion/tilted-plane"] if QUICK else [
    "erosion/noise", "erosion/alpine", "erosion/badlands", "erosion/cone", "erosion/ridge", "erosion/tilted-plane"]
TURNED_MOST = {"axis": 20}
# Where most valleys run one way, that way turns with the land, within so many degrees.
ONE_WAY = {"erosion/tilted-plane": 12}

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
    names = [n for n in names if any(families.get(node["op"]) == "erode" for node in scene(n)["nodes"])]
    return [n for n in names if promised(n)] if QUICK else names


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) < 1 else f"{value:.1f}"


def promise(name, size, what, value, most, least=False):
    if value is None or (value < most if least else value > most):
        faults.append(f"{name} at {size}: {what} is {number(value)}, and {'at least' if least else 'at most'} {most} is promised")


def promised(name):
    if name in DIRECTED or not any(node["op"] == "pipes" for node in scene(name)["nodes"]):
        return {}
    if QUICK:  # one map says nothing of means
        bounds = {what: EVEN[what] for what in ("axis_one", "peak_one", "planar")}
    else:
        bounds = dict(EVEN, **({"concavity": CONCAVE[name]} if name in CONCAVE else {}))
    return {what: bound for what, bound in bounds.items() if what != "planar" or name not in SOILS | BEDS}


def check(name, size, scores):
    for what, bound in promised(name).items():
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
        for degrees, f in zip(TURNS, found):
            off = abs((f["peak_at"] - found[0]["peak_at"] - degrees + 45) % 90 - 45)
            if name in ONE_WAY and off > ONE_WAY[name]:
                faults.append(f"{name}, turned by {degrees:g}°: its valleys turned {off:.0f}° less or more")


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
held = sum(bool(promised(name)) for name in eroded())
print(f"\n{held} scenes are held to bounds; {len(faults)} are broken.")
for fault in faults:
    print("- " + fault)
sys.exit(bool(faults))
