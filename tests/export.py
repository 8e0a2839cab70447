#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: export.py OROGEN ROOT
# Every target, read back with that program's published formula by readers of our own (export_read.py): heights are within one step
# of the encoding, the test pattern is not flipped, weights sum, neighbouring tiles share their edges bit for bit. Sizes that are
# not allowed, names that cannot be, files in the way: refused with a sentence, and nothing is left. Names have spaces and umlauts.
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile

import numpy

import export_read as read

OROGEN, ROOT = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
NAME = "Prüf fläche"
faults = checks = 0


def check(good, sentence):
    global faults, checks
    checks += 1
    if not good:
        faults += 1
        print(f"FAULT: {sentence}")
    return good


def orogen(*words, code=0):
    done = subprocess.run([OROGEN, *words], capture_output=True, text=True)
    check(done.returncode == code, f"orogen {' '.join(words)} ends with {done.returncode}, not {code}: {done.stderr.strip()}")
    return done


def make_scene(folder):
    """The test pattern with layers, under a name with a blank and umlauts."""
    scene = json.load(open(f"{ROOT}/examples/scenes/test-pattern.oro.json", encoding="utf-8"))
    scene["nodes"].append({"id": "surface", "op": "weights", "args": {"height": "pattern"}})
    scene["outputs"] = [{"from": "pattern", "file": "height.npy"}]
    path = os.path.join(folder, f"{NAME}.oro.json")
    json.dump(scene, open(path, "w", encoding="utf-8"))
    return path


def truth(scene, size, top):
    folder = os.path.join(top, f"truth-{size}")
    if not os.path.isdir(folder):
        orogen("build", scene, "-o", folder, "--size", str(size))
    return numpy.load(os.path.join(folder, "height.npy"))


def export(scene, target, top, *words, name="out"):
    folder = os.path.join(top, f"{name} {target} ä")
    shutil.rmtree(folder, ignore_errors=True)
    orogen("export", scene, "--target", target, "-o", folder, *words)
    left = [n for n in os.listdir(folder) if n.startswith(".")] if os.path.isdir(folder) else ["no folder"]
    check(not left, f"{target} leaves {left}")
    return folder, json.load(open(os.path.join(folder, "terrain.json"), encoding="utf-8"))


def near(found, wanted, step, what):
    worst = float(numpy.abs(found - wanted).max()) if found.shape == wanted.shape else float("inf")
    check(worst <= 0.5001 * step + 1e-4, f"{what}: {worst} m off, a step is {step} m (shapes {found.shape}, {wanted.shape})")


def is_pattern(heights, what):
    """The F: its stem in the west, bars at the top and in the middle, the ramp up to the east."""
    h, w = heights.shape

    def at(x, y):
        return heights[round(y / 4000 * (h - 1)), round(x / 4000 * (w - 1))]

    ramp = at(3000, 2600) - at(1000, 2600)
    check(80 < ramp < 120, f"{what}: the ramp rises {ramp} m to the east")
    check(at(2400, 1200) - at(2400, 2800) > 60, f"{what}: the upper bar is not in the north-east")
    check(at(1450, 2600) - at(2050, 2600) > 30, f"{what}: the stem is not in the west")


def numbers_in_words(folder, terrain):
    """What terrain.json says is typed stands in IMPORT.txt."""
    words = open(os.path.join(folder, "IMPORT.txt"), encoding="utf-8").read()
    typed = {float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", words)}
    for key, value in terrain["numbers"].items():
        check(any(abs(t - value) <= 1e-9 * max(1, abs(value)) for t in typed), f"{folder}: {key} = {value} is not in IMPORT.txt")


def weights_sum(planes, what):
    total = sum(planes)
    check(int(total.min()) == 255 == int(total.max()), f"{what}: weights sum to {total.min()}..{total.max()}")


# --- engines -----------------------------------------------------------------------------------------------------------------


def unreal_heights(codes, numbers):
    return ((codes - 32768) / 128 * numbers["scale_z"] + numbers["location_z"]) / 100


def unreal(scene, top):
    folder, terrain = export(scene, "unreal", top, "--size", "253")
    heights = truth(scene, 253, top)
    n = terrain["numbers"]
    codes, chunks = read.png(f"{folder}/{NAME}.png")
    check(set(chunks) == {"IHDR", "IDAT", "IEND"}, f"Unreal's heights have the chunks {chunks}")
    found = unreal_heights(codes[:, :, 0], n)
    near(found, heights, n["scale_z"] / 128 / 100, "Unreal")
    is_pattern(found, "Unreal")
    check(abs(n["scale_x"] - 100 * 4000 / 252) < 1e-6, "Unreal's scale X is not centimetres per quad")
    check(n["section_quads"] * n["sections"] * n["components_x"] + 1 == 253, "Unreal's components do not make up its size")
    check(abs(n["scale_z"] * 511.992 - 100 * (n["high"] - n["low"])) < 0.01 * n["scale_z"], "Unreal's scale Z is not the range / 512")
    planes = [read.png(f"{folder}/{name}")[0][:, :, 0] for name in terrain["tiles"][0]["weights"]]
    check(len(planes) == 7 and planes[0].shape == (253, 253), "Unreal's weights are not as large as its heights")
    weights_sum(planes, "Unreal")
    normals, chunks = read.png(f"{folder}/{NAME}-normals.png")
    south = normals[round(950 / 4000 * 252), round(2200 / 4000 * 252)]  # the upper bar falls to the north here
    check(south[1] < 120, f"Unreal's normals have green to the north: {south}")
    numbers_in_words(folder, terrain)
    folder, terrain = export(scene, "unreal", top, "--size", "253", "--heights", "r16", "--no-colour", "--no-normals", "--layers", "none")
    check(sorted(os.listdir(folder)) == sorted(["IMPORT.txt", "terrain.json", f"{NAME}.r16", f"{NAME}.r16.terrain.json"]),
          f"Unreal with nothing but heights has {os.listdir(folder)}")
    near(unreal_heights(read.raw(f"{folder}/{NAME}.r16", "<u2", (253, 253)).astype(float), terrain["numbers"]), heights,
         n["scale_z"] / 128 / 100, "Unreal's R16")


def unreal_tiles(scene, top):
    folder, terrain = export(scene, "unreal", top, "--size", "253", "--tiles", "2x2", name="tiles")
    whole = truth(scene, 253, top)
    check(sorted(os.listdir(f"{folder}/heights")) == [f"{NAME}_x{x}_y{y}.png" for x in (0, 1) for y in (0, 1)],
          f"Unreal's tiles are called {os.listdir(f'{folder}/heights')}")
    for role in sorted(d for d in os.listdir(folder) if os.path.isdir(f"{folder}/{d}")):
        tile = {(x, y): read.png(f"{folder}/{role}/{NAME}_x{x}_y{y}.png")[0] for x in (0, 1) for y in (0, 1)}
        check(tile[0, 0].shape[:2] == (127, 127), f"a tile of {role} is {tile[0, 0].shape}")
        for k in (0, 1):
            check((tile[0, k][:, -1] == tile[1, k][:, 0]).all(), f"tiles of {role} do not share the column between them")
            check((tile[k, 0][-1] == tile[k, 1][0]).all(), f"tiles of {role} do not share the row between them")
        if role == "heights":
            step = terrain["numbers"]["scale_z"] / 12800
            for (x, y), codes in tile.items():
                near(unreal_heights(codes[:, :, 0], terrain["numbers"]), whole[y * 126:y * 126 + 127, x * 126:x * 126 + 127], step,
                     f"Unreal's tile {x} {y}")


def unity_heights(path, numbers):
    size = int(numbers["resolution"])
    codes = read.raw(path, "<u2", (size, size)).astype(float)
    return (codes / 65536 * numbers["size_y"] + numbers["position_y"])[::-1]  # its rows run from the south


def unity(scene, top):
    folder, terrain = export(scene, "unity", top, "--size", "257")
    n = terrain["numbers"]
    found = unity_heights(f"{folder}/{NAME}.raw", n)
    near(found, truth(scene, 257, top), n["size_y"] / 65536, "Unity")
    is_pattern(found, "Unity")
    check(n["size_x"] == 4000 and n["size_z"] == 4000, "Unity's terrain is not 4000 m wide")
    maps = [read.png(f"{folder}/{name}")[0] for name in terrain["tiles"][0]["weights"]]
    check(len(maps) == 2 and all(m.shape == (256, 256, 4) for m in maps), f"Unity's alphamaps are {[m.shape for m in maps]}")
    weights_sum([m[:, :, i] for m in maps for i in range(4)], "Unity")
    normals = read.png(f"{folder}/{NAME}-normals.png")[0]
    check(normals[round(950 / 4000 * 256), round(2200 / 4000 * 256)][1] > 135, "Unity's normals have green to the south")
    script(open(f"{folder}/Editor/ImportTerrain.cs", encoding="utf-8").read(), terrain)
    numbers_in_words(folder, terrain)


def unity_tiles(scene, top):
    folder, terrain = export(scene, "unity", top, "--size", "129", "--tiles", "2x2", name="tiles")
    whole = truth(scene, 129, top)
    for tile in terrain["tiles"]:
        # Names count from the south-west, terrain.json from the north-west.
        check(tile["heights"] == [f"heights/{NAME}_{tile['x']}_{1 - tile['y']}.raw"], f"Unity's tile is {tile['heights']}")
        found = unity_heights(f"{folder}/{tile['heights'][0]}", terrain["numbers"])
        x, y = tile["x"] * 64, tile["y"] * 64
        near(found, whole[y:y + 65, x:x + 65], terrain["numbers"]["size_y"] / 65536, f"Unity's tile {tile['x']} {tile['y']}")
        check(tile["east"] == 2000 * tile["x"] and tile["south"] == 2000 * tile["y"], "Unity's tile lies elsewhere")


def script(text, terrain):
    """C# without a compiler: brackets pair outside of strings and comments, and the members that are read are in terrain.json."""
    code = re.sub(r"//.*", "", re.sub(r'"(?:\\.|[^"\\])*"', '""', text))
    stack = []
    for letter in code:
        if letter in "([{":
            stack.append(letter)
        elif letter in ")]}":
            check(stack and stack.pop() + letter in ("()", "[]", "{}"), "brackets of ImportTerrain.cs do not pair")
    check(not stack, "brackets of ImportTerrain.cs stay open")
    classes = dict(re.findall(r"private class (\w+)\s*\{(.*?)\}", code, re.S))
    places = {"Numbers": terrain["numbers"], "Layer": terrain["layers"][0], "Tile": terrain["tiles"][0], "Description": terrain}
    for name, body in classes.items():
        for members in re.findall(r"public \w+(?:\[\])? ([\w, ]+);", body):
            for member in members.split(", "):
                check(member in places[name], f"ImportTerrain.cs reads {name}.{member}, which terrain.json does not have")
    called = set(re.findall(r"(?<![.\w])([A-Z]\w+)\(", code)) - set(re.findall(r"(?:static|public) [\w\[\],<> ]+ ([A-Z]\w+)\(", code))
    check(called <= {"Vector3", "Vector2", "GameObject", "TerrainData", "TerrainLayer", "Texture2D", "InvalidDataException", "Color", "MenuItem"},
          f"ImportTerrain.cs calls {called}")


def godot(scene, top):
    folder, terrain = export(scene, "godot", top, "--size", "200")
    heights, n = truth(scene, 200, top), terrain["numbers"]
    bits, channel = read.exr(f"{folder}/{NAME}.exr")
    found = bits.view("<f4")
    check(channel == "R" and (found == heights).all(), f"Godot's EXR has channel {channel}, or other heights")
    is_pattern(found, "Godot")
    codes = read.raw(f"{folder}/{NAME}.r16", "<u2", (200, 200)).astype(float)
    near(codes / 65535 * (n["high"] - n["low"]) + n["low"], heights, (n["high"] - n["low"]) / 65535, "Godot's R16")
    check(abs(n["vertex_spacing"] - 4000 / 199) < 1e-9, "Godot's vertex spacing is not that of the samples")
    control, channel = read.exr(f"{folder}/{NAME}-control.exr")
    plain, _ = export(scene, "unreal", top, "--size", "200", "--rule", "any", name="same")
    layers = [layer["name"] for layer in terrain["layers"]]
    planes = numpy.stack([read.png(f"{plain}/{NAME}-{name}.png")[0][:, :, 0] for name in layers])
    base, over, blend = control >> 27 & 31, control >> 22 & 31, control >> 14 & 255
    order = numpy.sort(planes, axis=0)
    rows, columns = numpy.indices(base.shape)
    check(channel == "R" and (planes[base, rows, columns] == order[-1]).all(), "Terrain3D's base is not the largest share")
    check((planes[over, rows, columns] == order[-2]).all(), "Terrain3D's overlay is not the second largest share")
    check((numpy.abs(blend - 255 * order[-2] / (order[-1] + order[-2])) <= 0.5).all(), "Terrain3D's blend is not their ratio")
    check(not (control & 0x3FFF).any(), "Terrain3D's other bits are set")
    colour, chunks = read.png(f"{folder}/{NAME}-colour.png")
    check(colour.shape == (200, 200, 4) and (colour[:, :, 3] == 128).all() and "sRGB" in chunks, "Terrain3D's colours change roughness")
    numbers_in_words(folder, terrain)


def blender(scene, top):
    folder, terrain = export(scene, "blender", top, "--size", "129")
    bits, _ = read.exr(f"{folder}/{NAME}.exr")
    check((bits.view("<f4") == truth(scene, 129, top)).all(), "Blender's EXR has other heights")
    mesh_on(folder, truth(scene, 129, top), "Blender")
    compile(open(f"{folder}/import_terrain.py", encoding="utf-8").read(), "import_terrain.py", "exec")
    numbers_in_words(folder, terrain)


# --- others ------------------------------------------------------------------------------------------------------------------


def worldpainter(scene, top):
    folder, terrain = export(scene, "worldpainter", top, "--size", "129")
    n, heights = terrain["numbers"], truth(scene, 129, top)
    codes, chunks = read.png(f"{folder}/{NAME}.png")
    check(set(chunks) == {"IHDR", "IDAT", "IEND"}, f"WorldPainter's picture has the chunks {chunks}")
    block = n["block_low"] + codes[:, :, 0] / n["image_high"] * (n["block_high"] - n["block_low"])
    found = (block - n["water_level"]) * n["block_height"]  # the sea of the pattern is 0
    near(found, heights, n["block_height"] * 383 / 65535, "WorldPainter")
    is_pattern(found, "WorldPainter")
    check(n["block_height"] == n["block_width"] == 31.25 and (n["block_low"], n["block_high"]) == (-64, 319), "WorldPainter's blocks")
    _, terrain = export(scene, "worldpainter", top, "--size", "101", "--region", "1800,1800,400,400", "--blocks", "60..80")
    higher = terrain["numbers"]["block_height"]
    check(terrain["numbers"]["block_width"] == 4 and higher == 20, f"blocks that have to be higher: {terrain['numbers']}")
    refused(["export", scene, "--target", "worldpainter", "--size", "129", "--block", "0.5"], 2, r"--block: .*blocks of 1 m or more", os.path.join(top, "no"))
    folder, terrain = export(scene, "worldpainter", top, "--size", "129", "--levels", "256")
    codes = read.png(f"{folder}/{NAME}.png")[0]
    n = terrain["numbers"]
    near(n["low"] + codes[:, :, 0] / 255 * (n["high"] - n["low"]), heights, (n["high"] - n["low"]) / 255, "WorldPainter with 256 levels")
    numbers_in_words(folder, terrain)


def gis(scene, top):
    folder, terrain = export(scene, "gis", top, "--size", "129")
    heights, path = truth(scene, 129, top), f"{folder}/{NAME}.tif"
    numbers_in_words(folder, terrain)
    if not shutil.which("gdalinfo") or not shutil.which("gdal_translate"):
        print("no gdalinfo (Debian: gdal-bin): the GeoTIFF is not read by GDAL")
        return
    told = json.loads(subprocess.run(["gdalinfo", "-json", "-stats", "--config", "GDAL_PAM_ENABLED", "NO", path], capture_output=True, text=True, check=True).stdout)
    check(told["size"] == [129, 129], f"GDAL sees {told['size']}")
    # GDAL tells corners of pixels; points lie in their middles.
    check(told["geoTransform"] == [-15.625, 31.25, 0, 15.625, 0, -31.25], f"GDAL sees it at {told['geoTransform']}")
    check(told["metadata"][""]["AREA_OR_POINT"] == "Point", "GDAL does not see points")
    band = told["bands"][0]
    check(band["type"] == "Float32" and abs(band["minimum"] - float(heights.min())) < 1e-3 and abs(band["maximum"] - float(heights.max())) < 1e-3,
          f"GDAL sees {band['minimum']}..{band['maximum']}")
    check(abs(band["mean"] - float(heights.mean(dtype=float))) < 1e-3, f"GDAL's mean is {band['mean']}, not {heights.mean(dtype=float)}")
    flat = os.path.join(top, "flat.bin")
    subprocess.run(["gdal_translate", "-q", "-of", "ENVI", path, flat], check=True)
    found = read.raw(flat, "<f4", (129, 129))
    check((found == heights).all(), "GDAL reads other heights")
    is_pattern(found, "GDAL")
    folder, terrain = export(scene, "gis", top, "--size", "129", "--tiles", "2x1", name="tiles")
    seen = json.loads(subprocess.run(["gdalinfo", "-json", f"{folder}/heights/{NAME}_x1_y0.tif"], capture_output=True, text=True, check=True).stdout)
    check(seen["size"] == [65, 129] and seen["geoTransform"][0] == 2000 - 15.625, f"GDAL sees the tile at {seen['geoTransform']}")
    holes = os.path.join(top, "gis holes.npy")
    broken = heights.copy()
    broken[3, 4] = numpy.nan
    numpy.save(holes, broken)
    folder, terrain = export(holes, "gis", top, name="holes")
    check(terrain["numbers"]["holes"] == 1, "a hole is not counted")


def raw(scene, top):
    heights = truth(scene, 129, top)
    for layout, kind, south in (("u16,little,north", "<u2", 0), ("u16,big,south", ">u2", 1), ("f32,little", "<f4", 0), ("i16,big", ">i2", 0), ("u8", "u1", 0)):
        folder, terrain = export(scene, "raw", top, "--size", "129", "--layout", layout)
        n, values = terrain["numbers"], read.raw(f"{folder}/{NAME}.raw", kind, (129, 129)).astype(float)
        values = values[::-1] if south else values
        codes = "step" in n
        found = n["low"] + values / n["largest_code"] * (n["high"] - n["low"]) if codes else values
        near(found, heights, n["step"] if codes else 1 if "i2" in kind else 0, f"raw {layout}")
        numbers_in_words(folder, terrain)
    refused(["export", scene, "--target", "raw", "--layout", "u12"], 2, r"--layout: ", os.path.join(top, "no"))
    folder, terrain = export(scene, "raw", top, "--size", "128", "--rule", "power", "--tiles", "2x2", "--overlap", "0", "--layout", "f32")
    tile = {(t["x"], t["y"]): read.raw(f"{folder}/{t['heights'][0]}", "<f4", (64, 64)) for t in terrain["tiles"]}
    whole = numpy.block([[tile[0, 0], tile[1, 0]], [tile[0, 1], tile[1, 1]]])
    check((whole == truth(scene, 128, top)).all(), "tiles that share nothing do not join to the whole")
    huge = os.path.join(top, "huge.npy")
    numpy.save(huge, heights.astype(numpy.float32) * 1000)
    refused(["export", huge, "--target", "raw", "--layout", "i16"], 2, r"--layout: .*whole metres of 16 bits", os.path.join(top, "no"))


def web(scene, top):
    heights = truth(scene, 300, top)
    for name, low, step in (("terrain-rgb", -10000, 0.1), ("terrarium", -32768, 1 / 256)):
        folder, terrain = export(scene, "web", top, "--size", "300", "--tile-pixels", "128", "--encoding", name)
        n = terrain["numbers"]
        check((n["zoom_max"], n["tile_size"], n["low"], n["step"]) == (2, 128, low, step), f"{name}: {n}")
        level = heights.astype(float)
        for zoom in (2, 1, 0):
            side = (max(level.shape) + 127) // 128
            names = sorted(os.path.relpath(os.path.join(at, f), f"{folder}/tiles/{zoom}") for at, _, files in os.walk(f"{folder}/tiles/{zoom}") for f in files)
            check(names == sorted(f"{x}/{y}.png" for x in range(side) for y in range(side)), f"{name}: zoom {zoom} has {names}")
            tile = {(x, y): read.png(f"{folder}/tiles/{zoom}/{x}/{y}.png") for x in range(side) for y in range(side)}
            check(all("sRGB" not in chunks and "gAMA" not in chunks for _, chunks in tile.values()), f"{name}: tiles name a colour space")
            joined = numpy.concatenate([numpy.concatenate([tile[x, y][0] for x in range(side)], axis=1) for y in range(side)])
            found = low + step * (joined @ numpy.array([65536, 256, 1]))
            near(found[:level.shape[0], :level.shape[1]], level, step, f"{name}, zoom {zoom}")
            check((found[level.shape[0]:, :level.shape[1]] == found[level.shape[0] - 1, :level.shape[1]]).all(), f"{name}: no edge repeats below the map")
            if zoom == 2:
                is_pattern(found[:300, :300], name)
            level = numpy.pad(level, ((0, level.shape[0] % 2), (0, level.shape[1] % 2)), constant_values=numpy.nan)
            level = numpy.nanmean(level.reshape(level.shape[0] // 2, 2, level.shape[1] // 2, 2), axis=(1, 3))
        numbers_in_words(folder, terrain)
    page = open(f"{folder}/index.html", encoding="utf-8").read()
    check(not re.search(r"https?://", page), "the page asks the network for something")
    told = json.loads(re.fullmatch(r"window\.OROGEN_TERRAIN = (.*);\n", open(f"{folder}/overview.js", encoding="utf-8").read())[1])
    check(told["overview"]["width"] == 150 and told["name"] == NAME, f"the overview is {told['overview']['width']} wide")
    refused(["export", scene, "--target", "web", "--tile-pixels", "100"], 2, r"--tile-pixels: .*power of two", os.path.join(top, "no"))
    tall = os.path.join(top, "tall.npy")
    numpy.save(tall, heights * 1000)
    refused(["export", tall, "--target", "web", "--encoding", "terrarium"], 2, r"--encoding: terrarium holds heights of -32768 to", os.path.join(top, "no"))
    mesh_on(folder, heights, "the web")
    packed, _ = export(scene, "web", top, "--size", "300", "--compress", name="packed")
    with open(f"{packed}/{NAME}.glb", "rb") as file:
        bytes_of = file.read()
    told = json.loads(bytes_of[20:20 + int.from_bytes(bytes_of[12:16], "little")])
    wanted, plain = {"EXT_meshopt_compression", "KHR_mesh_quantization"}, os.path.getsize(f"{folder}/{NAME}.glb")
    check(wanted <= set(told["extensionsRequired"]) and len(bytes_of) < plain, f"packed: {len(bytes_of)} bytes of {plain}, {told.get('extensionsRequired')}")


def mesh_on(folder, heights, what):
    """The GLB: y up, its middle at 0, vertices on samples, from edge to edge, and the picture in it."""
    points, triangles, told = read.glb(f"{folder}/{NAME}.glb")
    cell, last = 4000 / (heights.shape[0] - 1), heights.shape[0] - 1
    columns, rows = (points[:, 0] + 2000) / cell, (points[:, 2] + 2000) / cell
    check(numpy.abs(columns - columns.round()).max() < 1e-3 and numpy.abs(rows - rows.round()).max() < 1e-3, f"{what}: vertices lie between samples")
    found = heights[numpy.clip(rows.round().astype(int), 0, last), numpy.clip(columns.round().astype(int), 0, last)]
    check(numpy.abs(found - points[:, 1]).max() < 1e-2, f"{what}: vertices are {numpy.abs(found - points[:, 1]).max()} m off")
    check({(columns.min().round(), columns.max().round(), rows.min().round(), rows.max().round())} == {(0, last, 0, last)}, f"{what}: the mesh ends early")
    check(100 < len(triangles) < last * last and len(told.get("images", [])) == 1, f"{what}: {len(triangles)} triangles, images {told.get('images')}")


def model(scene, top):
    folder, terrain = export(scene, "print", top, "--size", "129", "--print-size", "120", "--print-base", "4", "--exaggeration", "2")
    n, heights = terrain["numbers"], truth(scene, 129, top)
    corners = read.stl(f"{folder}/{NAME}.stl")
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    relief = float(heights.max() - heights.min()) * 2 * 120 / 4000
    check(numpy.abs(low).max() < 1e-3 and numpy.abs(high - [120, 120, 4 + relief]).max() < 0.02, f"the model reaches from {low} to {high}")
    check((n["width_mm"], n["depth_mm"], n["triangles"]) == (120, 120, len(corners)) and abs(n["height_mm"] - 4 - relief) < 0.02, f"the model's numbers are {n}")
    with zipfile.ZipFile(f"{folder}/{NAME}.3mf") as archive:
        twin = archive.read("3D/3dmodel.model").decode()
    vertices = numpy.array(re.findall(r'<vertex x="(\S+)" y="(\S+)" z="(\S+)"', twin), float)
    check('unit="millimeter"' in twin and twin.count("<triangle ") == len(corners), "the 3MF is another body than the STL")
    check(numpy.abs(vertices.min(axis=0) - low).max() < 1e-3 and numpy.abs(vertices.max(axis=0) - high).max() < 1e-3, f"the 3MF reaches from {vertices.min(axis=0)} to {vertices.max(axis=0)}")
    volume = numpy.einsum("ij,ij->i", corners[:, 0], numpy.cross(corners[:, 1], corners[:, 2])).sum() / 6
    mean = 120 * 120 * (4 + float(heights.mean(dtype=float) - heights.min()) * 2 * 120 / 4000)
    check(abs(volume / mean - 1) < 0.02, f"the model holds {volume} mm3, the land {mean}")
    edges = {}
    for triangle in corners.round(4).tolist():
        for i in range(3):
            key = tuple(triangle[i]), tuple(triangle[(i + 1) % 3])
            edges[key] = edges.get(key, 0) + 1
    check(all(count == 1 and edges.get((b, a)) == 1 for (a, b), count in edges.items()), "the model is not closed")
    # The F is seen from above: north at +y.
    z = {(round(x, 2), round(y, 2)): v for x, y, v in corners.reshape(-1, 3).tolist() if v > 0}
    check(max(v for (x, y), v in z.items() if y > 80) > max(v for (x, y), v in z.items() if y < 20), "the model is mirrored")
    if shutil.which("admesh"):
        said = subprocess.run(["admesh", f"{folder}/{NAME}.stl"], capture_output=True, text=True).stdout
        check(re.search(r"Total disconnected facets +: +0 ", said) is not None, f"admesh finds it open: {said}")
    numbers_in_words(folder, terrain)


def viewer(folder, heights):
    """The page in a browser, from the disk and from a server."""
    chromium = shutil.which("chromium")
    if not chromium:
        print("no chromium: the page of the web is not opened")
        return
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Quiet(*a, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    places = {"overview": "file://" + urllib.parse.quote(f"{folder}/index.html"), "tiles": f"http://127.0.0.1:{server.server_port}/"}
    for source, address in places.items():
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}", "--window-size=800,600",
                                   "--virtual-time-budget=5000", "--dump-dom", address], capture_output=True, text=True, timeout=120)
        body = dict(re.findall(r'data-(\w+)="([^"]*)"', done.stdout))
        check(body.get("source") == source, f"the page from {source} shows {body}")
        check(abs(float(body.get("middle", "nan")) - float(heights[150, 150])) < (0.1 if source == "tiles" else 2), f"the page from {source} has {body} in its middle")
    server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


# --- what is asked for -------------------------------------------------------------------------------------------------------


def refused(words, code, pattern, folder, before=()):
    done = orogen(*words, "-o", folder, code=code)
    check(re.search(pattern, done.stderr), f"orogen {' '.join(words)} says {done.stderr.strip()!r}, not {pattern!r}")
    found = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    check(found == sorted(before), f"orogen {' '.join(words)} leaves {found}")


def refusals(scene, top):
    bad = os.path.join(top, "refused")
    say = ["export", scene, "--target"]
    refused([*say, "unreal"], 2, r"--size: 1025 x 1025 samples are no size.*1021 and 1055", bad)
    refused([*say, "unity", "--size", "1000"], 2, r"--size: 1000 x 1000 .* 513 and 1025", bad)
    refused([*say, "unity", "--size", "8193"], 2, r"nearest of this map are 4097:", bad)
    refused([*say, "unreal", "--size", "0"], 2, r"--size: the size must be 2 .*not \"0\"", bad)
    refused([*say, "unreal", "--size", "505x253"], 2, r"--size: .*505 x 505 does", bad)
    refused([*say, "unreal", "--size", "tall"], 2, r"--size: the size must be 2 .*not \"tall\"", bad)
    refused([*say, "unreal", "--size", "253", "--tiles", "5x5"], 2, r"5 x 5 tiles that share 1", bad)
    refused([*say, "unreal", "--size", "253", "--tiles", "0x2"], 2, r"--tiles: ", bad)
    refused([*say, "unreal", "--size", "253", "--tiles", "2x99"], 2, r"--tiles: .*1 to 64", bad)
    refused([*say, "unreal", "--size", "253", "--name", "a253x253"], 2, r"--name: .*x between digits", bad)
    refused([*say, "unreal", "--size", "253", "--name", "{scne}"], 2, r"--name: .*did you mean \"scene\"", bad)
    refused([*say, "unreal", "--size", "253", "--name", "../up"], 2, r"--name: ", bad)
    refused([*say, "unreal", "--size", "253", "--name", "n", "--tiles", "2x2"], 2, r"--name: .*{x} and {y}", bad)
    refused([*say, "godot", "--region", "0,0,5000,100"], 2, r"--region: .*4000 x 4000 m", bad)
    refused([*say, "godot", "--region", "1,2,nan,3"], 2, r"--region: ", bad)
    refused([*say, "godot", "--heights", "r16"], 2, r"--heights: heights is not for the target godot but for unreal", bad)
    refused([*say, "unity", "--size", "33", "--range", "0..1"], 2, r"--range: .*would be clipped.*--clip", bad)
    refused([*say, "amiga"], 2, r"--target: ", bad)
    refused([*say, "unreal", "--size", "253", "--layers", "grass"], 2, r"--layers: ", bad)
    refused([*say, "unreal", "--size", "253", "--layers", "grass=nowhere"], 2, r"--layers: .*nowhere", bad)
    refused(["export", scene], 2, r"--target: which program", bad)
    os.mkdir(bad)
    open(os.path.join(bad, "IMPORT.txt"), "w").write("mine")
    refused([*say, "unity", "--size", "33"], 4, r"IMPORT.txt: the file already exists; .*--force", bad, ["IMPORT.txt"])
    check(open(os.path.join(bad, "IMPORT.txt")).read() == "mine", "a file of somebody's was changed")
    orogen(*say, "unity", "--size", "33", "-o", bad, "--force")
    check("Unity" in open(os.path.join(bad, "IMPORT.txt")).read(), "--force does not replace")
    os.remove(os.path.join(bad, "IMPORT.txt"))
    os.mkdir(os.path.join(bad, "IMPORT.txt"))
    before = sorted(os.listdir(bad))
    refused([*say, "unity", "--size", "33", "--force"], 4, r"no file is in its place", bad, before)


def others(scene, top):
    """Sizes by a word, regions, names, maps instead of scenes, dry runs."""
    _, terrain = export(scene, "unity", top, "--size", "below")
    check(terrain["width"] == 1025, "the size below 1025 is not itself")
    _, terrain = export(scene, "unreal", top, "--size", "nearest", "--set", "world.resolution=118", "--layers", "none")
    check(terrain["width"] == 120, f"the size nearest to 118 is {terrain['width']}")
    folder, terrain = export(scene, "godot", top, "--region", "1000,500,2000,1000", "--size", "101", "--name", "{target}-{scene}-{seed}-{size}")
    whole = truth(scene, 201, top)
    found = read.exr(f"{folder}/godot-{NAME}-0-101-51.exr")[0].view("<f4")
    check(found.shape == (51, 101) and (found == whole[25:76, 50:151]).all(), f"the region is another: {found.shape}")
    check(terrain["origin"] == [1000, 500], f"the region lies at {terrain['origin']}")
    # A map: the same values as the scene, and resampled to what is allowed.
    npy = os.path.join(top, "truth-257", "height.npy")
    folder, terrain = export(npy, "unity", top, name="map")
    near(unity_heights(f"{folder}/height.raw", terrain["numbers"]), numpy.load(npy), terrain["numbers"]["size_y"] / 65536, "a map for Unity")
    folder, terrain = export(npy, "unity", top, "--size", "129", name="map")
    is_pattern(unity_heights(f"{folder}/height.raw", terrain["numbers"]), "a resampled map")
    share = os.path.join(top, "share.npy")
    numpy.save(share, numpy.where(numpy.load(npy) > 100, 1, 0.25).astype(numpy.float32))
    rest = os.path.join(top, "rest.npy")
    numpy.save(rest, (1 - numpy.load(share)).astype(numpy.float32))
    folder, terrain = export(npy, "unreal", top, "--rule", "any", "--layers", f"high={share},low={rest}", name="layers")
    planes = [read.png(f"{folder}/height-{n}.png")[0][:, :, 0] for n in ("high", "low")]
    weights_sum(planes, "layers of a map")
    check(set(numpy.unique(planes[0])) == {64, 255}, f"the shares of a map are {numpy.unique(planes[0])}")
    dry = os.path.join(top, "dry")
    told = json.loads(orogen("export", scene, "--target", "unreal", "--size", "253", "-o", dry, "--dry-run", "--json").stdout)
    check(not os.path.exists(dry) and len(told["outputs"]) > 9, "a dry run writes, or tells nothing")
    made = json.loads(orogen("export", scene, "--target", "unreal", "--size", "253", "-o", dry, "--json").stdout)
    check([o["path"] for o in told["outputs"]] == [o["path"] for o in made["outputs"]], "a dry run names other files")
    check(all(os.path.getsize(o["path"]) == o["bytes"] for o in made["outputs"]), "sizes are not those of the files")
    orogen("export", npy, "--target", "unity", "--seed", "3", "-o", dry, code=2)
    holes = os.path.join(top, "holes.npy")
    broken = numpy.load(npy).copy()
    broken[3, 4] = numpy.nan
    numpy.save(holes, broken)
    done = orogen("export", holes, "--target", "unity", "-o", os.path.join(top, "holes"), code=3)
    check("no finite heights" in done.stderr, f"holes are told as {done.stderr}")
    export(holes, "unity", top, "--fill", name="filled")


def ends(scene, top):
    """A cancel leaves the folder as it was; what a killed program left is removed by the next export there."""
    folder = os.path.join(top, "ended")
    long = ["export", f"{ROOT}/examples/scenes/default.oro.json", "--target", "godot", "--size", "4097", "-o", folder, "--quiet"]
    for end in (signal.SIGINT, signal.SIGKILL):
        work = subprocess.Popen([OROGEN, *long], stderr=subprocess.PIPE, text=True)
        deadline = time.time() + 60
        while time.time() < deadline and not (os.path.isdir(folder) and os.listdir(folder)):
            time.sleep(0.01)
        work.send_signal(end)
        said = work.communicate()[1]
        if end == signal.SIGINT:
            check(work.returncode == 130 and "nothing was written" in said, f"a cancel ends with {work.returncode}: {said}")
            check(not os.path.exists(folder), f"a cancel leaves {os.listdir(folder) if os.path.isdir(folder) else folder}")
    check([n for n in os.listdir(folder) if n.startswith(".orogen-export-")], "a killed program leaves nothing to remove")
    orogen("export", scene, "--target", "raw", "--size", "33", "-o", folder)
    check(not [n for n in os.listdir(folder) if n.startswith(".")], f"what a killed program left stays: {os.listdir(folder)}")


def main(top):
    scene = make_scene(top)
    for test in (unreal, unreal_tiles, unity, unity_tiles, godot, blender, worldpainter, gis, raw, web, model, refusals, ends):
        test(scene, top)
    truth(scene, 257, top)
    others(scene, top)
    print(f"{checks} checks, {faults} faults")
    return faults > 0


with tempfile.TemporaryDirectory() as place:
    sys.exit(main(place))
