#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: scores.py OROGEN EXAMPLES
# What `score` says of a scene is what the scoring operators say of the map that `build` writes, for every example: built as
# floats into a file, and measured there by the operators' own commands, with the arguments that the scene gives them.
import concurrent.futures
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

orogen, examples = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
place = tempfile.TemporaryDirectory()
scenes = os.path.join(shutil.copytree(examples, os.path.join(place.name, "examples")), "scenes")
SIZE = "65"


def run(*words):
    done = subprocess.run([orogen, *words, "--json", "--threads", "1"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"orogen {' '.join(words)}: {done.stdout} {done.stderr}")
    return json.loads(done.stdout)


catalogue = {op["name"]: op for op in run("ops")["operators"]}



def judge(op, node, sea, map_file, folder):
    """The numbers of one operator of the written map."""
    words = []
    for arg in catalogue[op]["args"]:
        said = node.get("args", {}).get(arg["name"]) if node else sea if arg["name"] == "lowest" else None
        if said is not None and "direction" not in arg:
            words += ["--" + arg["name"].replace("_", "-"), str(said)]
    out = [os.path.join(folder, "first.npy")] if op == "playability" else []
    return run(op, *words, map_file, *out, "--force")["values"]


def faults_of(path):
    with open(path) as file:
        document = json.load(file)
    name = os.path.relpath(path, scenes)
    with tempfile.TemporaryDirectory() as folder:
        # Of its outputs the first map is left, in floats. The copy stays beside the files that the scene reads.
        outputs = [o for o in document["outputs"] if "style" not in o]
        if os.path.splitext(outputs[0]["file"])[1] in (".glb", ".ply"):
            done = subprocess.run([orogen, "score", path, "--size", SIZE], capture_output=True, text=True)
            return [] if "is a mesh, not a map" in done.stderr else [f"{name}: a mesh has a score: {done.stderr}"]
        document["outputs"] = [{"from": outputs[0]["from"], "file": "judged.npy"} if "from" in outputs[0] else {"file": "judged.npy"}]
        copy = path.removesuffix(".oro.json") + ".judged.json"
        with open(copy, "w") as file:
            json.dump(document, file)
        run("build", copy, "--size", SIZE, "-o", folder, "--force")
        said = run("score", path, "--size", SIZE)["scores"]
        faults = []
        for op in ("statistics", "playability", "realism"):
            nodes = [n for n in document["nodes"] if n["op"] == op and n.get("enabled", True)]
            written = judge(op, nodes[-1] if nodes else None, document["world"].get("sea"), os.path.join(folder, "judged.npy"), folder)
            for key, value in written.items():
                if op == "statistics" and key not in [a["name"] for a in catalogue[op]["args"]]:
                    continue  # the command prints those of realism too
                shown = said.get(f"{op}.{key}", said.get(key))
                if shown != value:
                    faults.append(f"{name}: score says {key} = {shown}, and {value} is what was written")
        return faults


paths = sorted(glob.glob(scenes + "/**/*.oro.json", recursive=True))
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    faults = [fault for some in pool.map(faults_of, paths) for fault in some]
for fault in faults:
    print(fault)
print(f"{len(paths)} scenes, {len(faults)} faults")
sys.exit(bool(faults) or len(paths) < 50)
