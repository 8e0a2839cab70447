#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: formats.py OROGEN ROOT
# Every ending that help, completion, refusals and the page about files print is one of src/io/formats.def, all of its rows
# for maps and meshes are there, and no other source keeps a list of endings.
import glob
import os
import re
import subprocess
import sys

orogen, root = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
rows = {}
for row in re.findall(r"^ORO_FORMAT\((.*?)\)\n(?=ORO_FORMAT|\Z)", open(f"{root}/src/io/formats.def").read(), re.M | re.S):
    kinds = {what: set(re.findall(r"[A-Z]+", (re.search(rf"\.info\.{what} = ([A-Z| ]+)", row) or [0, ""])[1])) for what in ("reads", "writes")}
    rows[row.split(",")[0]] = {"endings": re.search(r'extensions = "([^"]*)"', row)[1].split(), **kinds}
endings = {ending for row in rows.values() for ending in row["endings"]}
maps = {row["endings"][0] for row in rows.values() if "RASTER" in row["reads"] or "MESH" in row["writes"]}
writable = {row["endings"][0] for row in rows.values() if row["writes"] & {"RASTER", "MESH"}}
faults = checks = 0


def check(good, sentence):
    global faults, checks
    checks += 1
    if not good:
        faults += 1
        print(f"FAULT: {sentence}")


def run(*words):
    done = subprocess.run([orogen, *words], capture_output=True, text=True, cwd="/tmp")
    return done.stdout + done.stderr


def same(found, expected, where):
    found = set(found)
    check(found == expected, f"{where} has {sorted(found - expected)} too many, and lacks {sorted(expected - found)}")


check(len(rows) >= 16, f"{len(rows)} rows were found")
same(re.findall(r"^  \.(\w+) ", run("convert", "--help"), re.M), maps, "orogen convert --help")
listed = run("noise", "a.xyz")
same(re.findall(r"\.(\w+)(?=,|\n|$)", listed.split("use one of")[-1]), writable, "the refusal of a.xyz")
readable = {name for name, row in rows.items() if row["reads"]}
for shell, pattern in (("bash", r'"convert --in-format"\) values="([^"]*)"'), ("fish", r"-l in-format -x -a '([^']*)'")):
    found = re.search(pattern, run("completion", shell))
    same(found[1].split() if found else [], readable, f"the completion of --in-format in {shell}")
table = open(f"{root}/docs/files.md").read().split("## Formats")[1].split("\n## ")[0]
same(re.findall(r"^\| `\.(\w+)`", table, re.M), maps, "the table of docs/files.md")

# A source may name a format it is about; lists belong to the table.
any_ending = "|".join(sorted(endings | {"tiff", "mtl"}))
for path in sorted(glob.glob(f"{root}/src/*/*.[ch]")):
    code = re.sub(r"//.*", "", open(path, encoding="utf-8").read())
    short = os.path.relpath(path, root)
    check(not re.search(r"(->|\.)(read|write)\w* [=!]= oro_", code), f"{short} compares the functions of a format")
    lists = re.findall(rf"\.(?:{any_ending})(?:,| or) \.(?:{any_ending})\b", code)
    check(not lists, f"{short} keeps a list of endings: {lists}")
    compared = re.findall(rf'str(?:n?case)?n?cmp\([^;)]*?"\.?(?:{any_ending})"', code)
    known = {"src/cli/streams.c", "src/io/npz.c"}  # a document's own ending for .json; names inside an archive
    check(not compared or short in known, f"{short} compares an ending: {compared}")
print(f"{len(rows)} formats, {checks} checks, {faults} faults")
sys.exit(1 if faults else 0)
