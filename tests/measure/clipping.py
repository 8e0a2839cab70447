#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: clipping.py OROGEN
# Builds the maps of every example scene at its own size with its own seed, and at 257 samples with seeds 1 to 4, and holds
# every file of codes against the values themselves: what is decoded from it may differ by half a code and no more. Prints a
# page; fails where more than 0.1 % of the samples of a file are clipped.
import json, pathlib, subprocess, sys, tempfile
import numpy as np

orogen = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scenes"
MOST = 0.001


def run(*words):
    done = subprocess.run([orogen, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(map(str, words))}: {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def only_maps(scene):
    """The scene without its pictures, and every map of codes as floats beside it."""
    outputs = [o for o in scene.get("outputs", []) if "style" not in o]
    coded = [o for o in outputs if o["file"].endswith((".png", ".r16", ".raw"))]
    truths = [{**{k: o[k] for k in ("from",) if k in o}, "file": o["file"] + ".true.npy"} for o in coded]
    return {**scene, "outputs": coded + truths}, coded


def look(path, scene, coded, *flags):
    """Worst share of clipped samples, the same by decoding, and the range of the first map."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copy = path.parent / f".{path.name}.measured.oro.json"  # beside it: files it names are found from there
        copy.write_text(json.dumps(scene))
        try:
            built = json.loads(run("build", copy, "-o", folder / "out", "--json", "--quiet", *flags))
        finally:
            copy.unlink()
        told = seen = 0.0
        for output in built["outputs"][: len(coded)]:
            file = pathlib.Path(output["path"])
            run("convert", file, folder / "back.npy", "--force", "--quiet")
            back, true = np.load(folder / "back.npy"), np.load(f"{file}.true.npy")
            lo, hi = output["range"]
            half = 0.501 * (hi - lo) / 65535 + 1e-6 * max(abs(lo), abs(hi))
            told = max(told, output["clipped"] / true.size)
            seen = max(seen, float(np.mean(np.abs(back.astype(float) - true) > half)))
        return told, seen, built["outputs"][0]["range"]


print("# Clipped samples\n")
print("Every example scene, its maps written as codes and held against their values: the share of samples that the file")
print("cannot hold, as the program counts it and as decoding the file shows it (more than half a code off), whichever is")
print("larger. At most 0.1 % passes. The range is that of the first map; the last column is the worst of seeds 1 to 4 at 257")
print("samples, with their ranges.\n")
print("| scene | own size and seed | range | seeds 1 to 4 | their ranges |")
print("|---|---|---|---|---|")
broken = []
for path in sorted(root.rglob("*.oro.json")):
    name = path.relative_to(root).as_posix().removesuffix(".oro.json")
    scene, coded = only_maps(json.loads(path.read_text()))
    if not coded:
        continue
    told, seen, own = look(path, scene, coded)
    others = [look(path, scene, coded, "--size", 257, "--seed", seed) for seed in (1, 2, 3, 4)]
    here, there = max(told, seen), max(max(t, s) for t, s, _ in others)
    text = lambda r: f"{r[0]:g}..{r[1]:g}"
    ranges = ", ".join(dict.fromkeys(text(r) for *_, r in others))
    print(f"| {name} | {100 * here:.3f} % | {text(own)} | {100 * there:.3f} % | {ranges} |", flush=True)
    if max(here, there) > MOST:
        broken.append(name)
print(f"\n{len(broken)} scenes are clipped" + (": " + ", ".join(broken) if broken else "") + ".")
sys.exit(bool(broken))
