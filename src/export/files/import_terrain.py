# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Builds the terrain of this folder in Blender, from terrain.json and the files it names. In Blender: Scripting, Open, Run.
# From a shell:
#   blender --python import_terrain.py
#   blender --python import_terrain.py -- --step 4        every fourth sample
#   blender --python import_terrain.py -- --displace      a plane with a Displace modifier instead of a mesh of heights
#   blender -b --python import_terrain.py -- --save terrain.blend
# Metres, z up, north along +y, the middle of the map at the origin, heights as they are.
import argparse
import json
import os
import sys

import bpy
import numpy


def own_folder():
    """Where this script lies; inside of Blender's text editor it knows by its text."""
    text = getattr(getattr(bpy.context, "space_data", None), "text", None)
    path = bpy.path.abspath(text.filepath) if text is not None and text.filepath else __file__
    return os.path.dirname(os.path.abspath(path))


def load_image(folder, name, colour_space):
    image = bpy.data.images.load(os.path.join(folder, name), check_existing=True)
    image.colorspace_settings.name = colour_space
    return image


def read_heights(image, width, height):
    """Rows from the south, as Blender keeps pictures: a float per sample."""
    if tuple(image.size) != (width, height):
        raise RuntimeError(f"{image.name} has {image.size[0]} x {image.size[1]} pixels, terrain.json says {width} x {height}")
    pixels = numpy.empty(width * height * image.channels, dtype=numpy.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, image.channels)[:, :, 0]


def grid_mesh(name, width, height, extent, heights):
    """One vertex per sample, quads between them, texture places on the middle of pixels."""
    x, y = numpy.meshgrid(numpy.linspace(-0.5, 0.5, width) * extent[0], numpy.linspace(-0.5, 0.5, height) * extent[1])
    z = numpy.zeros_like(x) if heights is None else heights
    vertices = numpy.stack([x, y, z], axis=-1).astype(numpy.float32)
    first = (numpy.arange(height - 1)[:, None] * width + numpy.arange(width - 1)[None, :]).ravel()
    quads = numpy.stack([first, first + 1, first + width + 1, first + width], axis=-1).astype(numpy.int32)
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(width * height)
    mesh.vertices.foreach_set("co", vertices.ravel())
    mesh.loops.add(quads.size)
    mesh.loops.foreach_set("vertex_index", quads.ravel())
    mesh.polygons.add(len(quads))
    mesh.polygons.foreach_set("loop_start", numpy.arange(0, quads.size, 4, dtype=numpy.int32))
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(quads), dtype=bool))
    if bpy.app.version < (4, 0, 0):
        mesh.polygons.foreach_set("loop_total", numpy.full(len(quads), 4, dtype=numpy.int32))
    u = (numpy.arange(width) / (width - 1) * (1 - 1 / width) + 0.5 / width).astype(numpy.float32)
    v = (numpy.arange(height) / (height - 1) * (1 - 1 / height) + 0.5 / height).astype(numpy.float32)
    places = numpy.stack(numpy.meshgrid(u, v), axis=-1).reshape(-1, 2)
    layer = mesh.uv_layers.new(name="UVMap")
    layer.data.foreach_set("uv", places[quads.ravel()].ravel())
    mesh.update(calc_edges=True)
    mesh.validate()
    return mesh


def make_material(folder, tile, name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Roughness"].default_value = 0.9
    if tile.get("colour"):
        picture = nodes.new("ShaderNodeTexImage")
        picture.image = load_image(folder, tile["colour"][0], "sRGB")
        picture.extension = "EXTEND"
        links.new(picture.outputs["Color"], shader.inputs["Base Color"])
    return material


def displace(thing, image):
    texture = bpy.data.textures.new(thing.name + " heights", "IMAGE")
    texture.image = image
    texture.extension = "EXTEND"
    texture.use_interpolation = False
    texture.use_clamp = False  # or everything below 0 m is flat
    modifier = thing.modifiers.new("Heights", "DISPLACE")
    modifier.texture = texture
    modifier.texture_coords = "UV"
    modifier.direction = "Z"
    modifier.mid_level = 0.0
    modifier.strength = 1.0


def reach(distance):
    """Blender shows 1000 m by itself; a terrain is larger."""
    for screen in bpy.data.screens:
        for area in screen.areas:
            for space in area.spaces:
                if space.type == "VIEW_3D":
                    space.clip_end = max(space.clip_end, distance)
    for camera in bpy.data.cameras:
        camera.clip_end = max(camera.clip_end, distance)


def build(folder, step=1, displaced=False):
    with open(os.path.join(folder, "terrain.json"), encoding="utf-8") as file:
        terrain = json.load(file)
    width, height, extent = terrain["width"], terrain["height"], list(terrain["extent"])
    tile = terrain["tiles"][0]
    image = load_image(folder, next(name for name in tile["heights"] if name.endswith(".exr")), "Non-Color")
    heights = read_heights(image, width, height)
    if step > 1:
        heights = heights[::step, ::step]
        extent = [extent[0] * (heights.shape[1] - 1) * step / (width - 1), extent[1] * (heights.shape[0] - 1) * step / (height - 1)]
    rows, columns = heights.shape
    mesh = grid_mesh(terrain["name"], columns, rows, extent, None if displaced else heights)
    mesh.materials.append(make_material(folder, tile, terrain["name"]))
    thing = bpy.data.objects.new(terrain["name"], mesh)
    bpy.context.scene.collection.objects.link(thing)
    if displaced:
        displace(thing, image)
    reach(terrain["numbers"]["clip_end"])
    return thing


def main():
    words = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="import_terrain.py")
    parser.add_argument("--step", type=int, default=1, help="take every so many samples")
    parser.add_argument("--displace", action="store_true", help="a plane with a Displace modifier")
    parser.add_argument("--save", help="save the scene as a .blend file")
    options = parser.parse_args(words)
    build(own_folder(), max(1, options.step), options.displace)
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options.save))


if __name__ == "__main__":
    main()
