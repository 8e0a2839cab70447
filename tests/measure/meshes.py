#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: meshes.py OROGEN
# Table 3.1 of Hume's document on the valley scene at his size: triangles, mean and largest error by each method, and how long
# 2048 x 2048 samples take. Prints a page; fails where a threshold needs no fewer triangles than the one before it, where greedy
# insertion needs as many as patches of the same mean error, or where a mesh misses its error.
import json, pathlib, resource, subprocess, sys, tempfile
import numpy as np

orogen = pathlib.Path(sys.argv[1]).resolve()
scene = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scenes" / "hume" / "valley.oro.json"
CONTROL = 2 * 511 * 511
faults = []


def run(*words):
    done = subprocess.run([orogen, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(map(str, words))}: {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def triangles(path):
    """Of a binary STL, by its head."""
    with open(path, "rb") as file:
        return int.from_bytes(file.read(84)[80:], "little")


def simplify(folder, size, *flags):
    """Triangles, mean and largest error, and the processor's seconds, reading and writing among them."""
    out = folder / "mesh.stl"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = json.loads(run("simplify", folder / f"{size}.npy", out, "--json", "--force", *flags))
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    values = {**told, **told.get("values", {})}
    return triangles(out), float(values["mean_error"]), float(values["largest_error"]), spent


def valley(folder, size):
    """The worn valley at that size; returns the range of its heights."""
    text = json.loads(scene.read_text())
    text["outputs"] = [{"from": "worn", "file": f"{size}.npy"}]
    copy = folder / f"{size}.oro.json"
    copy.write_text(json.dumps(text))
    run("build", copy, "-o", folder, "--size", size, "--quiet", "--force")
    heights = np.load(folder / f"{size}.npy")
    return float(heights.max() - heights.min())


def greedy_of_mean(folder, size, mean):
    """The greedy mesh with the largest error allowed that has this mean error or a smaller one."""
    most = 4 * mean
    while True:
        found = simplify(folder, size, "--error", most)
        if found[2] > most:
            faults.append(f"{found[2]} m are missed where {most} m were allowed")
        if found[1] <= mean:
            return found
        most *= 0.96


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    extent = valley(folder, 512)
    print("# Meshes: table 3.1 again\n")
    print("Hume's four thresholds on `examples/scenes/hume/valley.oro.json` at 512 x 512 samples: 20 x 20 patches whose mean absolute")
    print("error is below the threshold (as a share of the heights' range), and greedy insertion with the same mean error over the whole")
    print(f"map. His own terrain is not published. The regular grid has {CONTROL} triangles. Errors in metres; the range is {extent:.0f} m.\n")
    print("| threshold | his triangles | patches | fewer by | mean | largest | greedy | fewer by | mean | largest |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    before = CONTROL
    for threshold, his in ((0.0005, 317108), (0.001, 64560), (0.0015, 12936), (0.002, 6072)):
        patches = simplify(folder, 512, "--method", "hume", "--error", threshold * extent)
        greedy = greedy_of_mean(folder, 512, patches[1])
        cells = [threshold, his]
        for found in (patches, greedy):
            cells += [found[0], f"{100 * (1 - found[0] / CONTROL):.1f} %", f"{found[1]:.3f}", f"{found[2]:.2f}"]
        print("| " + " | ".join(map(str, cells)) + " |")
        if patches[0] >= before:
            faults.append(f"{threshold}: {patches[0]} triangles after {before}")
        if greedy[0] >= patches[0]:
            faults.append(f"{threshold}: greedy insertion needs {greedy[0]} triangles, patches {patches[0]}")
        before = patches[0]
    extent = valley(folder, 2048)
    print("\nThe same at 2048 x 2048 samples and an error of a thousandth of the range at every sample. Seconds are the processor's on one")
    print("thread, reading the map and writing the mesh among them; the mesh is the same on any number.\n")
    print("| method | triangles | mean | largest | seconds |")
    print("|---|---|---|---|---|")
    for method in ("greedy", "quadrics", "hume"):
        found = min((simplify(folder, 2048, "--method", method, "--threads", 1) for _ in range(3)), key=lambda f: f[3])
        print(f"| {method} | {found[0]} | {found[1]:.3f} | {found[2]:.3f} | {found[3]:.2f} |")
        if method != "hume" and found[2] > extent / 1000:
            faults.append(f"{method}: {found[2]} m are missed where {extent / 1000} m were allowed")
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(bool(faults))
