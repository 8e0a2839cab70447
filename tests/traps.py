# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: traps.py OROGEN READER FORMAT…
# Files that lie about their size, or unpack to thousands of times their length. Each is answered with a sentence, in little time
# and memory. A map without relief packs as well as a trap does, and is read where that is asked for.
import io
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import corpora
from corpora import HEIGHTS

MEMORY = 600 << 20
SIDES = [0, 1, 4, 6, 8, 255, 65535, 65536, 65537, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
TRAP, ANY, REFUSED = "1000 times its length", None, ""


def zeros(megabytes, window):
    """A deflated stream of as many MiB of zeros: one is packed, the others are copies of it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    first = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    more = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + more * (megabytes - 1)


def pngs():
    data = zeros(2048, 15)
    for depth, colour, wide, high in ((16, 0, 65536, 16384), (8, 0, 65536, 32768), (1, 0, 65536, 65536), (8, 2, 32768, 20000)):
        head = struct.pack(">IIBBBBB", wide, high, depth, colour, 0, 0, 0)
        yield (f"bomb-{depth}-{colour}.png", b"\x89PNG\r\n\x1a\n" + corpora.png_chunk(b"IHDR", head) +
               corpora.png_chunk(b"IDAT", data) + corpora.png_chunk(b"IEND", b""), TRAP)
    codes = HEIGHTS.astype("u2")[:, :, None]
    for side in SIDES:
        for name, size in (("wide", (side, 5)), ("high", (7, side)), ("both", (side, side))):
            if size not in ((7, 5),):
                meaning = ANY if side and side * max(size) <= 64 else REFUSED  # fewer pixels than there are pass
                yield f"lie-{name}-{side}.png", corpora.png(codes, 16, 0, size=size), meaning


def patched(data, at, form, value):
    return data[:at] + struct.pack(form, value) + data[at + struct.calcsize(form):]


def tifs():
    for tiles in (False, True):
        whole = corpora.tiff([HEIGHTS], "f4", tiles=tiles)
        at = struct.unpack("<I", whole[4:8])[0] + 2
        entries = {struct.unpack("<H", whole[at + 12 * i:at + 12 * i + 2])[0]: at + 12 * i
                   for i in range(struct.unpack("<H", whole[at - 2:at])[0])}
        for tag in sorted(entries):
            for value in SIDES:
                for part, form in ((8, "<I"), (4, "<I")):  # the value, and how many there are
                    yield f"lie-{int(tiles)}-{tag}-{part}-{value}.tif", patched(whole, entries[tag] + part, form, value), ANY
        large = patched(patched(whole, entries[256] + 8, "<I", 65536), entries[257] + 8, "<I", 65536)
        yield f"bomb-{int(tiles)}.tif", large, REFUSED if tiles else TRAP  # too few tiles are told before


def exrs():
    for layout in ("lines", "tiles", "mips"):
        whole = corpora.exr({"Y": ("half", HEIGHTS, 1)}, "zip", layout)
        window = whole.index(b"dataWindow\0box2i\0") + len(b"dataWindow\0box2i\0") + 4
        for corner in range(4):
            for value in (-2 ** 31, -1, 3, 65535, 65536, 2 ** 31 - 1):
                yield f"lie-{layout}-{corner}-{value}.exr", patched(whole, window + 4 * corner, "<i", value), ANY
        large = patched(patched(whole, window + 8, "<i", 65535), window + 12, "<i", 65535)
        yield f"bomb-{layout}.exr", large, TRAP
        for name in (b"channels\0chlist\0", b"compression\0compression\0", b"lineOrder\0lineOrder\0"):
            place = whole.index(name) + len(name)
            for value in (0, 1, 255, 2 ** 31 - 1):
                yield f"length-{layout}-{place}-{value}.exr", patched(whole, place, "<I", value), ANY
        if layout != "lines":
            place = whole.index(b"tiles\0tiledesc\0") + len(b"tiles\0tiledesc\0") + 4
            for side in SIDES:
                yield f"tile-{layout}-{side}.exr", patched(whole, place, "<I", side), ANY


def npys():
    for shape in ("(0, 5)", "(5, 0)", "(65537, 1)", "(5,)", "()", "(5, 7, 1)", "(-5, 7)", "(5.0, 7)", "(65536, 65536)",
                  "(99999999999999999999, 7)", "(5, 6)", "(5, 8)", "(5 7)", "5, 7", "(5, 7"):
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117).encode() + b"\n"
        yield (f"lie-{shape}.npy".replace(" ", ""),
               b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + HEIGHTS.astype("<f4").tobytes(), REFUSED)
    yield "bomb.npz", archive(20000, 1526, 1600000128), TRAP
    yield "cut-bomb.npz", archive(32768, 2048, 2 ** 32 - 2), REFUSED


def archive(side, megabytes, promised):
    """An archive with an array of `side` x `side` zeros, deflated, whose list says how long it is."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({side}, {side}), }}".ljust(117).encode() + b"\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header) + packer.flush(zlib.Z_FULL_FLUSH)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("height.npy", packed + zeros(megabytes, -15))
    data = bytearray(out.getvalue())
    for mark, method, sizes in ((b"PK\3\4", 8, 18), (b"PK\1\2", 10, 20)):  # stored as it is; now it says: deflated
        at = data.index(mark)
        data[at + method:at + method + 2] = struct.pack("<H", 8)
        data[at + sizes + 4:at + sizes + 8] = struct.pack("<I", promised)
    return bytes(data)


def ascs():
    good = {"ncols": "7", "nrows": "5", "xllcorner": "0", "yllcorner": "0", "cellsize": "30", "nodata_value": "-9999"}
    values = "\n".join(" ".join(str(int(v)) for v in row) for row in HEIGHTS)
    for key in good:
        for value in ("nan", "inf", "-inf", "0", "-1", "1e300", "2.5", "65537", "99999999999999999999", "x", ""):
            head = dict(good, **{key: value})
            text = "".join(f"{k} {v}\n" for k, v in head.items()) + values + "\n"
            yield f"lie-{key}-{value}.asc", text.encode(), REFUSED if key in ("ncols", "nrows") or \
                key == "cellsize" and value not in ("2.5", "65537") else ANY


KINDS = {"png": pngs, "tif": tifs, "exr": exrs, "npy": npys, "asc": ascs}
faults = []


def read_all(reader, place, kind):
    files = list(KINDS[kind]())
    for name, data, _ in files:
        with open(os.path.join(place, name), "wb") as out:
            out.write(data)
    done = subprocess.run([reader], input="".join(os.path.join(place, name) + "\n" for name, _, _ in files), capture_output=True,
                          text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)), timeout=60)
    answers = done.stdout.splitlines()
    for (name, _, meaning), answer in zip(files, answers):
        refused = answer.startswith("no ")
        if refused and (len(answer) < 25 or answer.split()[1] == "6" or "memory" in answer and "in memory" not in answer):
            faults.append(f"{name}: {answer}")
        if meaning is not None and not (refused and meaning in answer):
            faults.append(f"{name}: {answer}, not refused with \"{meaning}\"")
    if done.returncode != 0 or len(answers) != len(files):
        faults.append(f"the reader ended with {done.returncode} at {files[min(len(answers), len(files) - 1)][0]}: {done.stderr}")
    print(f"{kind}: {len(answers)} files")
    for name, _, _ in files:
        os.remove(os.path.join(place, name))


def flat_map(orogen, place):
    """A map of one height, 10100 x 10100: refused by itself, read when asked for."""
    side, at = 10100, os.path.join(place, "flat.png")
    packer = zlib.compressobj(6)
    line = bytes(1 + 2 * side)
    data = b"".join(packer.compress(line * 100) for _ in range(side // 100)) + packer.flush()
    with open(at, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + corpora.png_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 16, 0, 0, 0, 0)) +
                  corpora.png_chunk(b"IDAT", data) + corpora.png_chunk(b"IEND", b""))
    words = [orogen, "convert", "--range", "5..9", "--extent", "100", at, os.path.join(place, "flat.r16")]
    first = subprocess.run(words, capture_output=True, text=True)
    if first.returncode != 3 or "orogen convert --trust" not in first.stderr:
        faults.append(f"flat.png: exit code {first.returncode}: {first.stderr}")
    second = subprocess.run(words + ["--trust"], capture_output=True, text=True)
    if second.returncode != 0:
        faults.append(f"flat.png --trust: exit code {second.returncode}: {second.stderr}")


def main():
    orogen, reader = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    with tempfile.TemporaryDirectory() as place:
        for kind in sys.argv[3:]:
            read_all(reader, place, kind)
        flat_map(orogen, place)
    for fault in faults:
        print("FAULT:", fault, file=sys.stderr)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
