#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: isosurface.py OROGEN
# How fast surfaces are extracted from volumes of 256 x 256 x 256 samples on two threads: the operator alone, without reading and
# writing files, the best of several runs. Promised: 400 million samples per second for surface nets on land.
import json
import os
import subprocess
import sys
import tempfile

import numpy

SIDE, RUNS, PROMISED = 256, 9, 400e6


def volumes():
    z, y, x = numpy.meshgrid(*[numpy.arange(SIDE, dtype=numpy.float32)] * 3, indexing="ij")
    hills = 128 + 30 * numpy.sin(x / 20) * numpy.cos(y / 25) + 10 * numpy.sin(x / 7 + y / 9)
    yield "land", 0.7 * (z - hills)
    yield "ball", numpy.sqrt((x - 128) ** 2 + (y - 127) ** 2 + (z - 126) ** 2) - 90
    u, v, w = x / 10, y / 10, z / 10
    yield "sponge", 4 * (numpy.sin(u) * numpy.cos(v) + numpy.sin(v) * numpy.cos(w) + numpy.sin(w) * numpy.cos(u))


def main():
    orogen = os.path.realpath(sys.argv[1])
    kept = True
    print("# Surfaces of volumes\n")
    print(f"{SIDE} x {SIDE} x {SIDE} samples, two threads, the operator alone, the best of {RUNS} runs. Written by `./dev measure isosurface`.\n")
    print("| volume | method | triangles | ms | million samples per second |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, values in volumes():
            path = os.path.join(folder, name + ".npy")
            numpy.save(path, values.astype(numpy.float32))
            for method in ("surface-nets", "marching-cubes", "dual-contouring"):
                best, triangles = 1e9, 0
                for _ in range(RUNS):
                    out = os.path.join(folder, "out.stl")
                    told = subprocess.run([orogen, "isosurface", "--method", method, path, out, "--force", "--threads", "2", "--json"], check=True, capture_output=True, text=True)
                    best = min(best, json.loads(told.stdout)["seconds"])
                    triangles = (os.path.getsize(out) - 84) // 50
                rate = SIDE**3 / best
                kept &= rate >= PROMISED or name != "land" or method != "surface-nets"
                print(f"| {name} | {method} | {triangles} | {1e3 * best:.1f} | {1e-6 * rate:.0f} |", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
