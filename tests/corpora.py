# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Small rasters of every kind a format has, written here by hand, so that their bytes owe nothing to the libraries that read them.
# Each function yields (name, bytes, meaning, channel): meaning is the array that has to come out, or a part of the sentence
# with which the file has to be refused; channel is the one to ask for, or None. The values are whole numbers below 128, exact
# in every type; where integers are codes, what comes out is code / largest.
import io
import struct
import subprocess
import tempfile
import os
import zlib

import numpy

HIGH, WIDE = 5, 7
HEIGHTS = (numpy.arange(HIGH * WIDE).reshape(HIGH, WIDE) * 3 + 1).astype("f8")
COLOURED = "colour picture"


# --- EXR -------------------------------------------------------------------------------------------------------------------------

EXR_TYPES = {"uint": (0, "<u4"), "half": (1, "<f2"), "float": (2, "<f4")}
EXR_PACKED = {"none": (0, 1), "rle": (1, 1), "zips": (2, 1), "zip": (3, 16)}


def exr_attribute(name, kind, data):
    return name + b"\0" + kind + b"\0" + struct.pack("<i", len(data)) + data


def exr_runs(data):
    """Runs as EXR has them: a count of 0 to 127 and the byte that comes one time more, or minus a count and as many bytes."""
    out, at = b"", 0
    while at < len(data):
        run = 1
        while at + run < len(data) and run < 127 and data[at + run] == data[at]:
            run += 1
        if run > 2:
            out += struct.pack("b", run - 1) + data[at:at + 1]
            at += run
        else:
            out += struct.pack("b", -1) + data[at:at + 1]
            at += 1
    return out


def exr_pack(data, how):
    if how == "none":
        return data
    halves = numpy.frombuffer(data[0::2] + data[1::2], "u1").astype("i4")
    halves[1:] = halves[1:] - halves[:-1] + 128
    mixed = (halves & 255).astype("u1").tobytes()
    packed = exr_runs(mixed) if how == "rle" else zlib.compress(mixed)
    return packed if len(packed) < len(data) else data


def exr(channels, how="none", layout="lines", corner=(0, 0)):
    """channels: name -> (type, array, sampling). layout: lines, tiles or mips."""
    high, wide = next(array for _, array, sampling in channels.values() if sampling == 1).shape
    names = sorted(channels)
    window = struct.pack("<4i", corner[0], corner[1], corner[0] + wide - 1, corner[1] + high - 1)
    chlist = b"".join(name.encode() + b"\0" + struct.pack("<iBxxxii", EXR_TYPES[channels[name][0]][0], 0, channels[name][2],
                                                          channels[name][2]) for name in names) + b"\0"
    code, lines = EXR_PACKED[how]
    head = struct.pack("<II", 20000630, 2 | (0 if layout == "lines" else 0x200))
    head += exr_attribute(b"channels", b"chlist", chlist) + exr_attribute(b"compression", b"compression", bytes([code]))
    head += exr_attribute(b"dataWindow", b"box2i", window) + exr_attribute(b"displayWindow", b"box2i", window)
    head += exr_attribute(b"lineOrder", b"lineOrder", b"\0") + exr_attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
    head += exr_attribute(b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0))
    head += exr_attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1))
    if layout != "lines":
        head += exr_attribute(b"tiles", b"tiledesc", struct.pack("<IIB", 4, 4, 1 if layout == "mips" else 0))
    head += b"\0"

    def block(level, top, bottom, left, right):
        data = b""
        for y in range(top, bottom):
            for name in names:
                kind, array, sampling = channels[name]
                if y % sampling == 0:
                    small = array[::2 ** level, ::2 ** level] if sampling == 1 else array
                    data += small[y // sampling, left // sampling:-(-right // sampling)].astype(EXR_TYPES[kind][1]).tobytes()
        return exr_pack(data, how)

    chunks = []
    if layout == "lines":
        for y in range(0, high, lines):
            data = block(0, y, min(y + lines, high), 0, wide)
            chunks.append(struct.pack("<2i", corner[1] + y, len(data)) + data)
    levels = 1 if layout == "tiles" else max(high, wide).bit_length() if layout == "mips" else 0
    for level in range(levels):
        w, h = max(1, wide >> level), max(1, high >> level)
        for ty in range(-(-h // 4)):
            for tx in range(-(-w // 4)):
                data = block(level, 4 * ty, min(4 * ty + 4, h), 4 * tx, min(4 * tx + 4, w))
                chunks.append(struct.pack("<5i", tx, ty, level, level, len(data)) + data)
    table, at = b"", len(head) + 8 * len(chunks)
    for chunk in chunks:
        table += struct.pack("<Q", at)
        at += len(chunk)
    return head + table + b"".join(chunks)


def exrs():
    other = HEIGHTS[::-1]
    for kind in EXR_TYPES:
        def same(names, array=HEIGHTS):
            return {name: (kind, array, 1) for name in names}
        sets = {
            "y": (same("Y"), HEIGHTS, None),
            "r": (same("R"), HEIGHTS, None),
            "depth": (same(["depth"]), HEIGHTS, None),
            "grey": (same("RGB"), HEIGHTS, None),
            "grey-a": (dict(same("RGB"), A=(kind, other, 1)), HEIGHTS, None),
            "rgb": (dict(same("RG"), B=(kind, other, 1)), COLOURED, None),
            "rgba": (dict(same("RG"), B=(kind, other, 1), A=(kind, other, 1)), COLOURED, None),
            "rgb-b": (dict(same("RG", other), B=(kind, HEIGHTS, 1)), HEIGHTS, "b"),
            "rgba-a": (dict(same("RGB", other), A=(kind, HEIGHTS, 1)), HEIGHTS, "A"),
            "rgba-1": (dict(same("RGB", other), A=(kind, HEIGHTS, 1)), HEIGHTS, "1"),
            "rgbz": (dict(same("RGBA", other), Z=(kind, HEIGHTS, 1)), HEIGHTS, None),
            "layers": (dict({"a.R": (kind, other, 1)}, **{"ground.height": (kind, HEIGHTS, 1)}), HEIGHTS, None),
            "eight": (dict(same([f"c{i}" for i in range(8)], other), c0=(kind, HEIGHTS, 1)), HEIGHTS, None),
            "missing": (same("RGB"), "there is no channel", "Q"),
        }
        for how in EXR_PACKED:
            for layout in ("lines", "tiles", "mips"):
                for name, (channels, meaning, channel) in sets.items():
                    yield f"{kind}-{how}-{layout}-{name}.exr", exr(channels, how, layout), meaning, channel
        # Every channel of another type, and colours with every other sample.
        mixed = {"R": ("half", HEIGHTS, 1), "G": ("float", HEIGHTS, 1), "B": ("uint", HEIGHTS, 1), "A": (kind, other, 1)}
        yield f"{kind}-mixed.exr", exr(mixed), HEIGHTS, None
        even = numpy.arange(48.0).reshape(6, 8)
        chroma = {"Y": (kind, even, 1), "RY": ("half", even[::2, ::2], 2), "BY": ("half", even[::2, ::2], 2)}
        for how in EXR_PACKED:
            yield f"{kind}-{how}-chroma.exr", exr(chroma, how), even, None
            yield f"{kind}-{how}-chroma-only.exr", exr(chroma, how), "fewer samples", "BY"
        yield f"{kind}-corner.exr", exr(same("RGB"), "zip", "lines", (-3, 12)), HEIGHTS, None


def made_by_exr_tools():
    """Tiles with every compression of the library, made by its own tool from the files above."""
    for kind in EXR_TYPES:
        for names, mode in (("Y", []), ("RGB", ["-m"]), ("RGBA", ["-r"])):
            source = exr({name: (kind, HEIGHTS, 1) for name in names})
            for how in ("none", "rle", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab"):
                with tempfile.TemporaryDirectory() as place:
                    at, to = os.path.join(place, "a.exr"), os.path.join(place, "b.exr")
                    open(at, "wb").write(source)
                    words = ["exrmaketiled", *mode, "-z", how, "-t", "4", "4", at, to]
                    if subprocess.run(words, capture_output=True).returncode == 0:
                        # B44 and what DWA leaves out are not exact; DWA itself is not in the C core.
                        yield (f"tool-{kind}-{names.lower()}-{how}.exr", open(to, "rb").read(),
                               None if how[:3] in ("b44", "dwa", "pxr") else HEIGHTS, None)


# --- TIFF ------------------------------------------------------------------------------------------------------------------------

TIFF_KINDS = {"u1": (1, 8), "u2": (1, 16), "u4": (1, 32), "u8": (1, 64), "i1": (2, 8), "i2": (2, 16), "i4": (2, 32),
              "i8": (2, 64), "f2": (3, 16), "f4": (3, 32), "f8": (3, 64)}


def tiff(bands, kind, big=False, tiles=False, planar=False, deflate=False, large=False, photometric=1, extra=None, more=(),
         sample_format=None, bits=None):
    """bands: arrays. more: (tag, type, values) of further tags. large: BigTIFF."""
    order = ">" if big else "<"
    high, wide = bands[0].shape
    stack = numpy.stack(bands, -1).astype(order + kind)
    parts = [stack[:, :, i:i + 1] for i in range(len(bands))] if planar else [stack]
    pieces = []
    for part in parts:
        if tiles:
            for y in range(0, high, 16):
                for x in range(0, wide, 16):
                    tile = numpy.zeros((16, 16, part.shape[2]), part.dtype)
                    cut = part[y:y + 16, x:x + 16]
                    tile[:cut.shape[0], :cut.shape[1]] = cut
                    pieces.append(tile.tobytes())
        else:
            pieces += [part[y:y + 2].tobytes() for y in range(0, high, 2)]
    if deflate:
        pieces = [zlib.compress(piece) for piece in pieces]
    start = 16 if large else 8
    offsets, at = [], start
    for piece in pieces:
        offsets.append(at)
        at += len(piece) + len(piece) % 2
    form, size = TIFF_KINDS.get(kind, (1, 8))
    count = len(bands)
    long_type = 16 if large else 4
    tags = [(256, 4, [wide]), (257, 4, [high]), (258, 3, [bits or size] * count), (259, 3, [8 if deflate else 1]),
            (262, 3, [photometric]), (277, 3, [count]), (284, 3, [2 if planar else 1]),
            (339, 3, [sample_format or form] * count)]
    if tiles:
        tags += [(322, 3, [16]), (323, 3, [16]), (324, long_type, offsets), (325, long_type, [len(p) for p in pieces])]
    else:
        tags += [(278, 3, [2]), (273, long_type, offsets), (279, long_type, [len(p) for p in pieces])]
    if extra is not None:
        tags.append((338, 3, extra))
    tags = sorted(tags + list(more))
    sizes = {2: ("B", 1), 3: ("H", 2), 4: ("I", 4), 12: ("d", 8), 16: ("Q", 8)}
    body = b"".join(piece + b"\0" * (len(piece) % 2) for piece in pieces)
    word, entry, count_word = ("Q", 20, "Q") if large else ("I", 12, "H")
    room = 8 if large else 4
    head = struct.pack(order + ("2sHHHQ" if large else "2sHI"), *((b"MM" if big else b"II", 43, 8, 0, at) if large else
                                                                 (b"MM" if big else b"II", 42, at)))
    behind = at + struct.calcsize("=" + count_word) + entry * len(tags) + room
    table, data = struct.pack(order + count_word, len(tags)), b""
    for tag, kind_code, values in tags:
        letter, width = sizes[kind_code]
        packed = struct.pack(f"{order}{len(values)}{letter}", *values)
        table += struct.pack(order + "HH" + word, tag, kind_code, len(values))
        if len(packed) <= room:
            table += packed.ljust(room, b"\0")
        else:
            table += struct.pack(order + word, behind + len(data))
            data += packed + b"\0" * (len(packed) % 2)
    return head + body + table + struct.pack(order + word, 0) + data


def tiff_meaning(kind, array=HEIGHTS):
    return array / (255 if kind == "u1" else 65535) if kind in ("u1", "u2") else array


def tiffs():
    other = HEIGHTS[::-1]
    for kind in TIFF_KINDS:
        right = tiff_meaning(kind)
        for big in (False, True):
            for tiles in (False, True):
                for planar in (False, True):
                    for deflate in (False, True):
                        how = dict(big=big, tiles=tiles, planar=planar, deflate=deflate, large=big and deflate)
                        label = kind + "".join("-" + key for key, on in how.items() if on)
                        rgb = dict(how, photometric=2)
                        yield f"{label}-one.tif", tiff([HEIGHTS], kind, **how), right, None
                        yield f"{label}-two.tif", tiff([HEIGHTS, other], kind, extra=[0], **how), right, None
                        yield f"{label}-alpha.tif", tiff([HEIGHTS, other], kind, extra=[2], **how), right, None
                        yield f"{label}-second.tif", tiff([other, HEIGHTS], kind, extra=[0], **how), right, "2"
                        yield f"{label}-grey.tif", tiff([HEIGHTS] * 3, kind, **rgb), right, None
                        yield f"{label}-rgb.tif", tiff([HEIGHTS, other, HEIGHTS], kind, **rgb), COLOURED, None
                        yield f"{label}-rgba.tif", tiff([HEIGHTS, HEIGHTS, other, HEIGHTS], kind, extra=[2], **rgb), COLOURED, None
                        yield f"{label}-g.tif", tiff([other, HEIGHTS, other], kind, **rgb), right, "G"
                        yield f"{label}-a.tif", tiff([other, other, other, HEIGHTS], kind, extra=[1], **rgb), right, "A"
    ramp = [int(i) * 257 for i in range(256)]
    yield "palette.tif", tiff([HEIGHTS], "u1", photometric=3, more=[(320, 3, ramp * 3)]), HEIGHTS / 255, None
    yield "palette-colour.tif", tiff([HEIGHTS], "u1", photometric=3, more=[(320, 3, ramp * 2 + ramp[::-1])]), COLOURED, None
    yield "white.tif", tiff([255 - HEIGHTS], "u1", photometric=0), HEIGHTS / 255, None
    yield "complex.tif", tiff([HEIGHTS], "f4", sample_format=6), "are not read", None
    yield "nibbles.tif", tiff([HEIGHTS], "u1", bits=4), "are not read", None
    yield "none-named.tif", tiff([HEIGHTS], "f4"), "there is no channel", "G"
    yield "huge-values.tif", tiff([HEIGHTS * 1e300], "f8"), HEIGHTS * numpy.inf, None
    for tag in (33550, 33922):
        for value in (float("nan"), float("inf"), 0.0, -1e300):
            more = [(33550, 12, [value if tag == 33550 else 1.0] * 3), (33922, 12, [0, 0, 0] + [value if tag == 33922 else 5.0] * 3)]
            yield f"cells-{tag}-{value}.tif", tiff([HEIGHTS], "f4", more=more), HEIGHTS, None


def made_by_gdal():
    """Every compression of this GDAL's TIFF driver."""
    for kind, name in (("u1", "Byte"), ("u2", "UInt16"), ("i2", "Int16"), ("i4", "Int32"), ("f4", "Float32"), ("f8", "Float64")):
        for how in ("NONE", "PACKBITS", "LZW", "DEFLATE", "LZMA", "ZSTD", "LERC", "LERC_DEFLATE", "LERC_ZSTD", "WEBP", "JXL", "JPEG"):
            for tiled in ([], ["-co", "TILED=YES", "-co", "BLOCKXSIZE=16", "-co", "BLOCKYSIZE=16"])[kind[1] == "2":]:
                for predictor in ("1", "2", "3"):
                    if predictor != "1" and how not in ("LZW", "DEFLATE", "ZSTD") or (predictor == "3") and kind[0] != "f":
                        continue
                    with tempfile.TemporaryDirectory() as place:
                        at, to = os.path.join(place, "a.tif"), os.path.join(place, "b.tif")
                        open(at, "wb").write(tiff([HEIGHTS], kind))
                        words = ["gdal_translate", "-q", "-co", "COMPRESS=" + how, *tiled, at, to]
                        if predictor != "1":
                            words[4:4] = ["-co", "PREDICTOR=" + predictor]
                        made = subprocess.run(words, capture_output=True, env=dict(os.environ, GDAL_PAM_ENABLED="NO"))
                        if made.returncode == 0:
                            yield (f"gdal-{kind}-{how.lower()}{'-tiles' if tiled else ''}-{predictor}.tif", open(to, "rb").read(),
                                   None if how in ("JPEG", "WEBP", "JXL") else tiff_meaning(kind), None)


# --- PNG -------------------------------------------------------------------------------------------------------------------------


def png_chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(pixels, depth, colour, interlaced=False, chunks=b"", size=None):
    """pixels: rows x columns x channels of codes. Every row has another filter."""
    high, wide, channels = pixels.shape

    def rows(part):
        out, above, step = b"", None, max(1, channels * depth // 8)
        for y in range(part.shape[0] if part.shape[1] else 0):
            bits = part[y].reshape(-1)
            if depth == 16:
                row = bits.astype(">u2").tobytes()
            elif depth == 8:
                row = bits.astype("u1").tobytes()
            else:
                text = "".join(format(int(v), f"0{depth}b") for v in bits)
                text += "0" * (-len(text) % 8)
                row = bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))
            before = above or bytes(len(row))
            kind = y % 5
            left = bytes(step) + row
            corner = bytes(step) + before
            filtered = []
            for i, byte in enumerate(row):
                a, b, c = left[i], before[i], corner[i]
                p = a + b - c
                nearest = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
                filtered.append((byte - (0, a, b, (a + b) // 2, nearest)[kind]) & 255)
            out += bytes([kind]) + bytes(filtered)
            above = row
        return out

    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        data = b"".join(rows(pixels[y::dy, x::dx]) for x, y, dx, dy in passes)
    else:
        data = rows(pixels)
    head = struct.pack(">IIBBBBB", *(size or (wide, high)), depth, colour, 0, 0, int(interlaced))
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + chunks + png_chunk(b"IDAT", zlib.compress(data)) + png_chunk(b"IEND", b"")


def pngs():
    other = HEIGHTS[::-1]
    for interlaced in (False, True):
        label = "-interlaced" if interlaced else ""
        for depth in (1, 2, 4, 8, 16):
            largest = 2 ** depth - 1
            codes = HEIGHTS.astype("u2") % (largest + 1)
            yield f"grey{depth}{label}.png", png(codes[:, :, None], depth, 0, interlaced), codes / largest, None
            if depth <= 8:
                ramp = b"".join(bytes([i * 255 // largest] * 3) for i in range(largest + 1))
                yield (f"palette{depth}{label}.png", png(codes[:, :, None], depth, 3, interlaced, png_chunk(b"PLTE", ramp)),
                       (codes * 255 // largest) / 255, None)
                bright = b"".join(bytes([i * 255 // largest, 0, 99]) for i in range(largest + 1))
                yield (f"palette{depth}-colour{label}.png",
                       png(codes[:, :, None], depth, 3, interlaced, png_chunk(b"PLTE", bright)), COLOURED, None)
            if depth >= 8:
                grey, turned = HEIGHTS, other
                for name, colour, bands, meaning, channel in (
                        ("grey-alpha", 4, [grey, turned], grey, None), ("alpha", 4, [turned, grey], grey, "A"),
                        ("grey-rgb", 2, [grey] * 3, grey, None), ("rgb", 2, [grey, grey, turned], COLOURED, None),
                        ("g", 2, [turned, grey, turned], grey, "G"), ("grey-rgba", 6, [grey] * 3 + [turned], grey, None),
                        ("rgba", 6, [grey, turned, grey, grey], COLOURED, None), ("4", 6, [turned] * 3 + [grey], grey, "4"),
                        ("missing", 2, [grey] * 3, "there is no channel", "A")):
                    right = meaning if isinstance(meaning, str) else meaning / largest
                    yield f"{name}{depth}{label}.png", png(numpy.stack(bands, -1), depth, colour, interlaced), right, channel


# --- NPY -------------------------------------------------------------------------------------------------------------------------


def npys():
    for kind in ("f2", "f4", "f8", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "b1"):
        for order in "<>":
            for fortran in (False, True):
                for version in ((1, 0), (2, 0), (3, 0)):
                    array = (HEIGHTS % 2 if kind == "b1" else HEIGHTS).astype(order + kind)
                    out = io.BytesIO()
                    numpy.lib.format.write_array(out, numpy.asfortranarray(array) if fortran else array, version)
                    name = f"{kind}-{'big' if order == '>' else 'little'}{'-columns' if fortran else ''}-{version[0]}.npy"
                    yield name, out.getvalue(), tiff_meaning(kind, array.astype("f8")), None
    for kind, array in (("negative", -HEIGHTS.astype("i4")), ("long", -HEIGHTS.astype("i8"))):
        out = io.BytesIO()
        numpy.save(out, array)
        yield f"{kind}.npy", out.getvalue(), -HEIGHTS, None
    for kind in ("c8", "c16", "f16", "S4", "U3", "M8[s]", "m8[s]"):
        out = io.BytesIO()
        numpy.save(out, HEIGHTS.astype("i8").astype(kind) if kind[0] in "Mm" else HEIGHTS.astype(kind))
        yield f"other-{kind.strip('[]s')}.npy", out.getvalue(), "not supported", None
    out = io.BytesIO()
    numpy.save(out, HEIGHTS * 1e300)
    yield "huge-values.npy", out.getvalue(), HEIGHTS * numpy.inf, None
    for name, array in (("line", HEIGHTS.reshape(-1)), ("rgb", numpy.stack([HEIGHTS] * 3, -1)), ("empty", numpy.zeros((0, 5)))):
        out = io.BytesIO()
        numpy.save(out, array)
        yield f"shape-{name}.npy", out.getvalue(), "along a side" if name == "empty" else "two dimensions", None
    plain = io.BytesIO()
    numpy.save(plain, HEIGHTS.astype("f4"))
    yield "channel.npy", plain.getvalue(), "have channels", "R"
    for packed in (numpy.savez, numpy.savez_compressed):
        for kind in ("f2", "f4", "i8", "u2", "b1"):
            out = io.BytesIO()
            array = (HEIGHTS % 2 if kind == "b1" else HEIGHTS).astype(kind)
            packed(out, first=numpy.zeros(3), height=array)
            yield f"{packed.__name__}-{kind}.npz", out.getvalue(), tiff_meaning(kind, array.astype("f8")), None


CORPORA = {"exr": (exrs, made_by_exr_tools), "tif": (tiffs, made_by_gdal), "png": (pngs,), "npy": (npys,)}
