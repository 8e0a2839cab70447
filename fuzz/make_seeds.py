#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: make_seeds.py OROGEN
# Writes the small files fuzzing of rasters starts from into fuzz/seeds: some by this program, some by others (GDAL, NumPy, the
# tools of OpenEXR), some by hand. Needs what ./dev test installs.
import os, struct, subprocess, sys, tempfile

import numpy

orogen = os.path.realpath(sys.argv[1])
seeds = os.path.join(os.path.dirname(os.path.realpath(__file__)), "seeds")
work = tempfile.mkdtemp()
os.chdir(work)


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def put(kind, name, data):
    os.makedirs(os.path.join(seeds, kind), exist_ok=True)
    with open(os.path.join(seeds, kind, name), "wb") as out:
        out.write(data)


def keep(kind, name):
    put(kind, name, open(name, "rb").read())


def exr(half, tiled):
    """An uncompressed picture of 3 x 2, written by hand."""
    def attribute(name, kind, data):
        return name + b"\0" + kind + b"\0" + struct.pack("<i", len(data)) + data
    channel = b"Y\0" + struct.pack("<iBxxxii", 1 if half else 2, 0, 1, 1) + b"\0"
    window = struct.pack("<4i", 0, 0, 2, 1)
    head = struct.pack("<II", 20000630, 2 | (0x200 if tiled else 0))
    head += attribute(b"channels", b"chlist", channel) + attribute(b"compression", b"compression", b"\0")
    head += attribute(b"dataWindow", b"box2i", window) + attribute(b"displayWindow", b"box2i", window)
    head += attribute(b"lineOrder", b"lineOrder", b"\0") + attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
    head += attribute(b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0))
    head += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1))
    if tiled:
        head += attribute(b"tiles", b"tiledesc", struct.pack("<IIB", 3, 2, 0))
    head += b"\0"
    rows = [numpy.array([1, 2, 3], "<f2" if half else "<f4").tobytes(), numpy.array([4, 5, 6], "<f2" if half else "<f4").tobytes()]
    if tiled:
        chunks = [struct.pack("<5i", 0, 0, 0, 0, len(rows[0] + rows[1])) + rows[0] + rows[1]]
    else:
        chunks = [struct.pack("<2i", y, len(row)) + row for y, row in enumerate(rows)]
    table, at = b"", len(head) + 8 * len(chunks)
    for chunk in chunks:
        table += struct.pack("<Q", at)
        at += len(chunk)
    return head + table + b"".join(chunks)


run(orogen, "noise", "--size", "9x7", "--extent", "80", "a.npy")
for words in (["ours.tif"], ["codes.tif", "--bits", "16"], ["ours.exr"], ["ours.asc"], ["ours.raw"]):
    run(orogen, "convert", "a.npy", *words)
    keep(words[0].split(".")[1], words[0])
run("gdal_translate", "-a_srs", "EPSG:4326", "-a_ullr", "7", "46", "7.1", "45.9", "ours.tif", "degrees.tif")
run("gdal_translate", "-a_srs", "EPSG:2263", "-a_ullr", "900", "700", "990", "630", "-a_nodata", "5", "-ot", "Int16", "ours.tif",
    "feet.tif")
run("gdal_translate", "-a_srs", "+proj=laea +lat_0=52 +lon_0=10 +datum=WGS84", "-a_ullr", "0", "0", "90", "70", "-co",
    "COMPRESS=LZW", "-ot", "Byte", "ours.tif", "custom.tif")
for name in ("degrees.tif", "feet.tif", "custom.tif"):
    keep("tif", name)
run("exrmaketiled", "-m", "-t", "4", "4", "ours.exr", "mips.exr")
keep("exr", "mips.exr")
put("exr", "half.exr", exr(True, False))
put("exr", "tiles.exr", exr(False, True))
put("asc", "others.asc", b"NCOLS 2\r\nNROWS 2\r\nXLLCORNER 5\r\nYLLCORNER 6\r\nCELLSIZE 30\r\nnodata_value -1\r\n1 2.5e1\r\n-1 4\r\n")
numpy.savez("plain.npz", x=numpy.zeros(3), y=numpy.arange(6, dtype="f4").reshape(2, 3))
numpy.savez_compressed("packed.npz", height=numpy.arange(6, dtype="u2").reshape(2, 3))
for name in ("plain.npz", "packed.npz"):
    keep("npz", name)
put("hgt", "start.hgt", struct.pack(">4h", 1, -32768, 300, -5))
