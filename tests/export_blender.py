#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: export_blender.py OROGEN ROOT
# Blender itself, without a window: it imports the GLB of an export, and it runs the script beside it, both as a mesh of heights and
# as a displaced plane. Vertices lie on the samples, north is +y, the picture is on the material. Skipped without Blender.
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy

OROGEN, ROOT = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
SIZE = 65

INSIDE = """
import bpy, json, numpy, runpy, sys
if "bool" not in numpy.__dict__:  # the glTF importer of Debian's Blender 3.4 is older than Debian's NumPy 1.24
    numpy.bool = bool
folder, told = sys.argv[-2:]
def measure(thing):
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = thing.evaluated_get(graph).to_mesh()
    return {"points": [list(thing.matrix_world @ v.co) for v in mesh.vertices],
            "faces": len(mesh.polygons), "loops": len(mesh.loops),
            "uv": [list(mesh.uv_layers[0].data[i].uv) for i in range(4)],
            "images": [n.image.name for s in thing.material_slots for n in s.material.node_tree.nodes if n.type == "TEX_IMAGE"]}
out = {}
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=folder + "/" + json.load(open(folder + "/terrain.json"))["name"] + ".glb")
out["glb"] = measure(next(o for o in bpy.data.objects if o.type == "MESH"))
for name, words in (("mesh", []), ("displaced", ["--displace"])):
    bpy.ops.wm.read_factory_settings(use_empty=False)
    before = set(bpy.data.objects)
    sys.argv = ["blender", "--", *words]
    runpy.run_path(folder + "/import_terrain.py", run_name="__main__")
    out[name] = measure((set(bpy.data.objects) - before).pop())
    out[name]["clip"] = max(s.clip_end for w in bpy.data.screens for a in w.areas for s in a.spaces if s.type == "VIEW_3D")
json.dump(out, open(told, "w"))
"""


def grid_of(points):
    """Heights by position, rows from the north; and the extent."""
    points = numpy.array(points)
    order = numpy.lexsort((points[:, 0].round(3), -points[:, 1].round(3)))
    return points[order].reshape(SIZE, SIZE, 3)


def main(top):
    scene = json.load(open(f"{ROOT}/examples/scenes/test-pattern.oro.json", encoding="utf-8"))
    scene["outputs"] = [{"from": "pattern", "file": "height.npy"}]
    path, folder, told = (os.path.join(top, n) for n in ("Prüf fläche.oro.json", "to blender ä", "told.json"))
    json.dump(scene, open(path, "w", encoding="utf-8"))
    subprocess.run([OROGEN, "build", path, "--size", str(SIZE), "-o", f"{top}/truth", "--quiet"], check=True)
    subprocess.run([OROGEN, "export", path, "--target", "blender", "--size", str(SIZE), "-o", folder, "--quiet"], check=True)
    script = os.path.join(top, "inside.py")
    open(script, "w").write(INSIDE)
    done = subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "9", "--python", script, "--", folder, told],
                          capture_output=True, text=True, env={**os.environ, "HOME": top})
    if done.returncode != 0:
        print(done.stdout[-3000:], done.stderr[-3000:])
        return 1
    heights, faults = numpy.load(f"{top}/truth/height.npy"), 0
    for name, seen in json.load(open(told)).items():
        grid = grid_of(seen["points"]) if name != "glb" or len(seen["points"]) == SIZE * SIZE else None
        wrong = []
        if grid is not None:
            across = numpy.linspace(-2000, 2000, SIZE)
            if numpy.abs(grid[:, :, 2] - heights).max() > 1e-2:
                wrong.append(f"heights are {numpy.abs(grid[:, :, 2] - heights).max()} m off")
            if numpy.abs(grid[0, :, 0] - across).max() > 1e-2 or numpy.abs(grid[:, 0, 1] + across).max() > 1e-2:
                wrong.append("vertices do not lie on the samples")
        else:
            points = numpy.array(seen["points"])
            column, row = ((points[:, 0] + 2000) / 62.5).round().astype(int), ((2000 - points[:, 1]) / 62.5).round().astype(int)
            if numpy.abs(heights[row.clip(0, 64), column.clip(0, 64)] - points[:, 2]).max() > 1e-2:
                wrong.append("vertices do not lie on the terrain")
            if (points[:, :2].min(), points[:, :2].max()) != (-2000, 2000):
                wrong.append("the mesh ends early")
        if not seen["images"]:
            wrong.append("no picture is on the material")
        if "clip" in seen and seen["clip"] < 8000:
            wrong.append(f"the view ends at {seen['clip']} m")
        if name != "glb" and (seen["faces"] != (SIZE - 1) ** 2 or not 0 < seen["uv"][0][0] < 0.02 or not 0 < seen["uv"][0][1] < 0.02):
            wrong.append(f"{seen['faces']} faces, the first corner at {seen['uv'][0]} of the picture")
        faults += len(wrong)
        print(f"{name}: {len(seen['points'])} vertices, {seen['faces']} faces" + "".join(f"; FAULT: {w}" for w in wrong))
    return faults > 0


if not shutil.which("blender"):
    print("SKIPPED: Blender is not installed (Debian: blender)")
    sys.exit(77)
with tempfile.TemporaryDirectory() as place:
    sys.exit(main(place))
