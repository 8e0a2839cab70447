#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: make_seeds.py OROGEN
# Writes the small files fuzzing of rasters starts from into fuzz/seeds: some by this program, some by others (GDAL, NumPy, the
# tools of OpenEXR), some by hand. Needs what ./dev test installs.
import os, re, struct, subprocess, sys, tempfile

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "tests"))
import corpora  # noqa: E402

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


# Of the corpora (tests/corpora.py) every type of value with a few layouts; how they combine is found by fuzzing itself.
KEPT = {
    "exr": r"-(none-lines-(y|grey|rgba)|zip-tiles-grey-a|zip-mips-rgba|rle-lines-rgb|zip-chroma|mixed|corner)$",
    "tif": r"^..-(one|grey|big-alpha|big-tiles-planar-deflate-large-rgba|tiles-planar-two)$|^[^-]{5,}|^cells",
    "npy": r"-(little|big-columns)-1$|^[^-]*$|^(other|shape)-",
    "npz": r"",
    "png": r"",
}


def keep_corpus():
    for makers in corpora.CORPORA.values():
        for name, data, _, _ in makers[0]():
            stem, kind = name.rsplit(".", 1)
            if re.search(KEPT[kind], stem):
                put(kind, "kind-" + name, data)


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
keep_corpus()
put("asc", "others.asc", b"NCOLS 2\r\nNROWS 2\r\nXLLCORNER 5\r\nYLLCORNER 6\r\nCELLSIZE 30\r\nnodata_value -1\r\n1 2.5e1\r\n-1 4\r\n")
numpy.savez("plain.npz", x=numpy.zeros(3), y=numpy.arange(6, dtype="f4").reshape(2, 3))
numpy.savez_compressed("packed.npz", height=numpy.arange(6, dtype="u2").reshape(2, 3))
for name in ("plain.npz", "packed.npz"):
    keep("npz", name)
put("hgt", "start.hgt", struct.pack(">4h", 1, -32768, 300, -5))
