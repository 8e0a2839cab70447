# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Readers of what exports write, from the formats' specifications and numpy alone: nothing here is shared with the program.
import json
import struct
import zlib

import numpy


def png(path):
    """Pixels as the file has them (rows, columns, channels) and the names of its chunks."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, chunks = 8, b"", []
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(name + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], path
        chunks.append(name.decode())
        if name == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert interlaced == 0 and depth in (8, 16)
        if name == b"IDAT":
            packed += body
        at += 12 + length
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    step = channels * depth // 8
    raw = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * step)
    rows = numpy.zeros((height, width * step), numpy.uint8)
    above = numpy.zeros(width * step, numpy.uint8)
    for y in range(height):
        rows[y] = above = unfilter(raw[y, 0], raw[y, 1:], above, step)
    pixels = rows.view(">u2") if depth == 16 else rows
    return pixels.reshape(height, width, channels).astype(numpy.int64), chunks


def unfilter(how, row, above, step):
    if how == 0:
        return row.copy()
    if how == 2:
        return row + above
    if how == 1:
        return numpy.cumsum(row.reshape(-1, step), axis=0, dtype=numpy.uint8).reshape(-1)
    out = bytearray(len(row))
    for i, value in enumerate(row.tolist()):
        left = out[i - step] if i >= step else 0
        up, corner = int(above[i]), int(above[i - step]) if i >= step else 0
        if how == 3:
            guess = (left + up) // 2
        else:
            p = left + up - corner
            a, b, c = abs(p - left), abs(p - up), abs(p - corner)
            guess = left if a <= b and a <= c else up if b <= c else corner
        out[i] = (value + guess) & 255
    return numpy.frombuffer(bytes(out), numpy.uint8)


def exr(path):
    """The only channel of a scan-line file, ZIP-compressed, as the bits of its floats; and the channel's name."""
    data = open(path, "rb").read()
    assert data[:4] == b"\x76\x2f\x31\x01", path
    at, attributes = 8, {}
    while data[at]:
        end = data.index(b"\0", at)
        name, at = data[at:end].decode(), end + 1
        end = data.index(b"\0", at)
        at = end + 1
        size = struct.unpack("<i", data[at:at + 4])[0]
        attributes[name] = data[at + 4:at + 4 + size]
        at += 4 + size
    at += 1
    channels = attributes["channels"]
    name = channels[:channels.index(b"\0")].decode()
    kind = struct.unpack("<i", channels[len(name) + 1:len(name) + 5])[0]
    assert kind == 2 and channels[len(name) + 17:] == b"\0" and attributes["compression"] == b"\3", "one float channel, ZIP"
    x0, y0, x1, y1 = struct.unpack("<4i", attributes["dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    blocks = (height + 15) // 16
    out = numpy.zeros((height, width), "<u4")
    for offset in struct.unpack(f"<{blocks}Q", data[at:at + 8 * blocks]):
        y, size = struct.unpack("<ii", data[offset:offset + 8])
        y -= y0
        rows = min(16, height - y)
        body = data[offset + 8:offset + 8 + size]
        if size < rows * width * 4:
            halves = numpy.frombuffer(zlib.decompress(body), numpy.uint8)
            sums = numpy.cumsum(numpy.concatenate([halves[:1], halves[1:] + numpy.uint8(128)]), dtype=numpy.uint8)
            middle = (len(sums) + 1) // 2
            mixed = numpy.empty_like(sums)
            mixed[0::2], mixed[1::2] = sums[:middle], sums[middle:]
            body = mixed.tobytes()
        out[y:y + rows] = numpy.frombuffer(body, "<u4").reshape(rows, width)
    return out, name


def stl(path):
    """Corners of the triangles of a binary file: triangle, corner, axis."""
    data = open(path, "rb").read()
    count = struct.unpack("<I", data[80:84])[0]
    assert len(data) == 84 + 50 * count, path
    records = numpy.frombuffer(data[84:], numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")]))
    return records["corners"].astype(float)


def glb(path):
    """Positions and triangles of the only mesh, y up, as the file has them; and its picture's bytes."""
    data = open(path, "rb").read()
    magic, version, length, json_length, kind = struct.unpack("<4sIII4s", data[:20])
    assert (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON"), path
    told, binary = json.loads(data[20:20 + json_length]), data[28 + json_length:]

    def array(index, kind, columns):
        accessor = told["accessors"][index]
        part = told["bufferViews"][accessor["bufferView"]]
        start = part.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return numpy.frombuffer(binary, kind, accessor["count"] * columns, start).reshape(-1, columns)

    shape = told["meshes"][0]["primitives"][0]
    assert told["accessors"][shape["attributes"]["POSITION"]]["componentType"] == 5126
    small = told["accessors"][shape["indices"]]["componentType"] == 5123
    return array(shape["attributes"]["POSITION"], "<f4", 3).astype(float), array(shape["indices"], "<u2" if small else "<u4", 1).reshape(-1, 3), told


def raw(path, kind, shape):
    values = numpy.fromfile(path, kind)
    assert values.size == shape[0] * shape[1], f"{path} has {values.size} values, not {shape}"
    return values.reshape(shape)
