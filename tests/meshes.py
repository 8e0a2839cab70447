#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: meshes.py OROGEN ROOT
# Mesh files as others read them: Khronos' checker, three's loaders and meshoptimizer's decoder (web/node_modules), assimp, admesh
# and Python's own ZIP and XML find the triangles, the extent and the solid that were written. What is not installed is skipped
# and said. (Imports of engines are in docs/files.md.)
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

orogen, root = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
folder = tempfile.mkdtemp(prefix="orogen meshes ä ")  # names with spaces and other letters go into URIs
os.chdir(folder)
faults = checks = 0


def check(good, sentence):
    global faults, checks
    checks += 1
    if not good:
        faults += 1
        print(f"FAULT: {sentence}")


def run(*words, ok=True):
    done = subprocess.run([orogen, *words], capture_output=True, text=True)
    check((done.returncode == 0) == ok, f"{' '.join(words)}: {done.returncode} {done.stderr}")
    return done.stderr


def close(found, expected, slack):
    return len(found) == len(expected) and all(abs(a - b) <= slack for a, b in zip(found, expected))


# A closed box of 40 x 30 x 20 m whose vertices are shared, and a map of 61 x 47 samples.
corners = [(x, y, z) for z in (0, 20) for y in (0, 30) for x in (0, 40)]
quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
with open("box.obj", "w") as out:
    out.writelines(f"v {x} {y} {z}\n" for x, y, z in corners)
    out.writelines("f " + " ".join(str(k + 1) for k in quad) + "\n" for quad in quads)
run("noise", "land.npy", "--size", "61x47", "--extent", "1200")
run("tint", "land.npy", "colours.npy")
run("bake", "colours.npy", "ground.png")

made = {}  # file: (triangles, turned to y up, slack of the extent)
for ending in ("glb", "gltf", "obj", "ply", "stl", "3mf"):
    painted = ["--texture", "ground.png"] if ending in ("glb", "gltf", "obj") else []
    run("convert", "land.npy", f"map.{ending}", "--style", "none", "--force")
    made[f"map.{ending}"] = (60 * 46 * 2, ending in ("glb", "gltf", "obj"), 1e-3)
    run("triangulate", "land.npy", f"wire {ending}.{ending}", "--step", "20", *painted)
    made[f"wire {ending}.{ending}"] = (60 * 46 * 2, ending in ("glb", "gltf", "obj"), 1e-3)
for ending in ("glb", "gltf"):
    for name, flags in (("quantised", ["--quantise"]), ("packed", ["--compress"]), ("small", ["--quantise", "--compress"])):
        run("triangulate", "land.npy", f"{name}.{ending}", "--step", "20", "--texture", "ground.png", *flags, "--force")
        # Half a code is 1200 m / 65535 / 2; floats of the node's transform add a little.
        made[f"{name}.{ending}"] = (60 * 46 * 2, True, 0.02)

# Colours of vertices and numbers of our own beside them: the box again, red at its foot and white above.
with open("painted.ply", "w") as out:
    out.write("ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n")
    out.writelines(f"property uchar {name}\n" for name in ("red", "green", "blue"))
    out.writelines(f"property float {name}\n" for name in ("amplitude", "roughness", "material", "vegetation"))
    out.write("element face 6\nproperty list uchar int vertex_indices\nend_header\n")
    out.writelines(f"{x} {y} {z} {'255 0 0' if z == 0 else '255 255 255'} 1.5 0.5 0 0.25\n" for x, y, z in corners)
    out.writelines("4 " + " ".join(str(k) for k in quad) + "\n" for quad in quads)
for name, flags in (("painted.glb", []), ("painted.gltf", []), ("painted small.glb", ["--quantise", "--compress"]), ("painted codes.glb", ["--quantise"]), ("painted again.ply", [])):
    run("convert", "painted.ply", name, *flags)
    made[name] = (12, not name.endswith("ply"), 1e-3)

land = open("land.npy", "rb").read()
heights = struct.unpack(f"<{61 * 47}f", land[-4 * 61 * 47:])
extents = {"map": ([-600, -460, min(heights)], [600, 460, max(heights)]), "wire": ([0, -920, min(heights)], [1200, 0, max(heights)]), "painted": ([0, 0, 0], [40, 30, 20])}


def expected(name):
    low, high = extents["map" if name.startswith("map") else "painted" if name.startswith("painted") else "wire"]
    if not made[name][1]:
        return low + high
    return [low[0], low[2], -high[1], high[0], high[2], -low[1]]


# --- three and Khronos' checker ------------------------------------------------------------------------------------------
modules = f"{root}/web"
if shutil.which("node") and os.path.isdir(f"{modules}/node_modules/gltf-validator"):
    files = [name for name in made if not name.endswith(".3mf")]
    done = subprocess.run(["node", f"{root}/tests/meshes.mjs", modules, *files], capture_output=True, text=True)
    check(done.returncode == 0, f"three and the checker: {done.stdout} {done.stderr}")
    seen, painted = {}, {}
    for line in done.stdout.splitlines():
        if line.startswith("COLOURS "):
            words = line[8:].rsplit(" ", 4)
            painted[words[0]] = [float(word) for word in words[1:]]
            continue
        words = line.rsplit(" ", 7)
        if len(words) == 8 and not line.startswith("FAULT"):
            seen[words[0]] = (float(words[1]), [float(word) for word in words[2:]])
    for name in files:
        triangles, box = seen.get(name, (0, []))
        check(triangles == made[name][0], f"three finds {triangles} triangles in {name}")
        check(close(box, expected(name), made[name][2]), f"three finds {box} in {name}, not {expected(name)}")
        # Mean light of the vertices, half of them red and half white, and the mean vegetation.
        if name.startswith("painted"):
            check(close(painted.get(name, []), [1, 0.5, 0.5, 0.25], 1e-4), f"three finds {painted.get(name)} in {name}")
else:
    print("node or web/node_modules is not here, so three and Khronos' checker did not run")

# --- assimp --------------------------------------------------------------------------------------------------------------
if shutil.which("assimp"):
    for name in made:
        # Debian's assimp 5.2 knows neither extension, and takes "wire%20gltf.bin" for the name of a file.
        if name.startswith(("quantised", "packed", "small", "painted small", "painted codes")) or name == "wire gltf.gltf":
            continue
        told = subprocess.run(["assimp", "info", name], capture_output=True, text=True).stdout
        facts = {line.split("  ")[0].strip(": "): line for line in told.splitlines()}
        faces = int(facts.get("Faces", "0").split()[-1])
        box = [float(n) for end in ("Minimum point", "Maximum point") for n in facts.get(end, "(0 0 0)").split("(")[1].strip(")").split()]
        check(faces == made[name][0], f"assimp finds {faces} faces in {name}")
        check(close(box, expected(name), made[name][2]), f"assimp finds {box} in {name}, not {expected(name)}")
else:
    print("assimp is not here")

# --- read back by ourselves ----------------------------------------------------------------------------------------------
for name in made:
    if name.endswith(".3mf"):
        continue
    run("render", name, "-o", "shot.png", "--size", "64x36", "--quality", "draft", "--quiet", "--force")
plain, small = os.path.getsize("wire glb.glb"), os.path.getsize("small.glb")
check(small < 0.5 * plain, f"compressed it has {small} of {plain} bytes")

# --- solids --------------------------------------------------------------------------------------------------------------
check("no solid" in run("convert", "land.npy", "open.stl", "--print-size", "120"), "an open surface is not told")
run("convert", "land.npy", "size.glb", "--print-size", "120", ok=False)
run("convert", "land.npy", "size.png", "--quantise", ok=False)
check("solid" not in run("convert", "box.obj", "box.stl", "--print-size", "80"), "a closed box is told to be open")
check("solid" not in run("convert", "box.obj", "box.3mf"), "a closed box is told to be open")
if shutil.which("admesh"):
    told = subprocess.run(["admesh", "box.stl"], capture_output=True, text=True).stdout
    facts = {line.split(":")[0].strip(): line.split(":")[1].split() for line in told.splitlines() if ":" in line}
    check(facts.get("Total disconnected facets", ["?"])[0] == "0", f"admesh does not find the box closed: {told}")
    check(facts.get("Number of facets", ["?"])[0] == "12", "admesh counts other facets")
    check("80.0" in told, "admesh finds another size than 80 mm")
else:
    print("admesh is not here")
with zipfile.ZipFile("map.3mf") as archive:
    check(archive.testzip() is None, "the 3MF is damaged")
    tree = xml.etree.ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    name = tree.tag.split("}")[0] + "}"
    check(tree.get("unit") == "meter", "without a size a 3MF says metres")
    check(len(tree.findall(f".//{name}vertex")) == 61 * 47, "vertices of the 3MF")
    check(len(tree.findall(f".//{name}triangle")) == 60 * 46 * 2, "triangles of the 3MF")
run("convert", "land.npy", "print.3mf", "--print-size", "120")
with zipfile.ZipFile("print.3mf") as archive:
    tree = xml.etree.ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    places = [[float(v.get(k)) for k in "xyz"] for v in tree.iter() if v.tag.endswith("}vertex")]
    check(tree.get("unit") == "millimeter", "with a size a 3MF says millimetres")
    check(close([max(p[0] for p in places) - min(p[0] for p in places)], [120], 1e-3), "the longest side is 120 mm")

shutil.rmtree(folder)
print(f"{len(made)} files, {checks} checks, {faults} faults")
sys.exit(1 if faults else 0)
