#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: iso_cases.py > src/solve/iso_cases.h
# Derives the triangles of marching cubes: for each of the 256 ways in which the corners of a cell can be rock or air.
#
# On each face of the cell, lines join the crossed edges. A face with rock at one pair of opposite corners and air at the
# other has two lines; they cut off the rock, so that the cells on both sides of the face agree. The lines close to loops,
# and each loop is cut into triangles by diagonals that do not lie in a face, where the next cell might have the same.
import sys

CORNERS = [(k & 1, k >> 1 & 1, k >> 2) for k in range(8)]
FIRST = [0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3]  # corner at which edge e begins; four along each axis
EDGES = [(a, a | 1 << (e // 4)) for e, a in enumerate(FIRST)]
FACES = [[k for k in range(8) if CORNERS[k][axis] == side] for axis in range(3) for side in range(2)]


def edges_of(face):
    return [e for e, (a, b) in enumerate(EDGES) if a in face and b in face]


def lines_on(face, rock):
    """Pairs of edges that a line on this face joins."""
    crossed = [e for e in edges_of(face) if (EDGES[e][0] in rock) != (EDGES[e][1] in rock)]
    if len(crossed) < 4:
        return [tuple(crossed)] if crossed else []
    return [tuple(e for e in crossed if corner in EDGES[e]) for corner in face if corner in rock]


def loops_of(rock):
    partners = {}
    for face in FACES:
        for a, b in lines_on(face, rock):
            partners.setdefault(a, []).append(b)
            partners.setdefault(b, []).append(a)
    loops, left = [], set(partners)
    while left:
        loop = [min(left)]
        while True:
            ahead = [e for e in partners[loop[-1]] if e in left and e not in loop]
            if not ahead:
                break
            loop.append(min(ahead))
        left -= set(loop)
        assert len(loop) >= 3 and loop[0] in partners[loop[-1]]
        loops.append(turned(loop, rock))
    return loops


def middle(e):
    """Of an edge, in the axes of a mesh, whose y runs the other way."""
    a, b = (CORNERS[k] for k in EDGES[e])
    return ((a[0] + b[0]) / 2, -(a[1] + b[1]) / 2, (a[2] + b[2]) / 2)


def turned(loop, rock):
    """The loop such that it runs counter-clockwise seen from the air."""
    area, out = [0.0] * 3, [0.0] * 3
    for i, e in enumerate(loop):
        p, q = middle(e), middle(loop[(i + 1) % len(loop)])
        for k in range(3):
            area[k] += p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]
        a, b = EDGES[e]
        out[e // 4] += (1 if a in rock else -1) * (-1 if e // 4 == 1 else 1)
    facing = sum(u * v for u, v in zip(area, out))
    assert facing != 0
    return loop if facing > 0 else [loop[0]] + loop[:0:-1]


def in_one_face(a, b):
    return any(set(EDGES[a]) | set(EDGES[b]) <= set(face) for face in FACES)


def triangles_of(loop):
    """The first cut of a polygon whose diagonals all run inside the cell; None where there is none."""
    if len(loop) == 3:
        return [tuple(loop)]
    for k in range(1, len(loop) - 1):  # the triangle at the side from the last to the first
        parts = [loop[: k + 1], loop[k:]]
        if any(1 < len(p) < len(loop) and len(p) > 2 and in_one_face(p[0], p[-1]) for p in parts):
            continue
        cut = [triangles_of(p) if len(p) > 2 else [] for p in parts]
        if None not in cut:
            return cut[0] + [(loop[0], loop[k], loop[-1])] + cut[1]
    return None


def lines_of(numbers, width):
    text = "    "
    for n in numbers:
        word = f"{n}, "
        if len(text) + len(word) > width:
            yield text.rstrip()
            text = "    "
        text += word
    yield text.rstrip()


def main():
    pieces, starts, edges = [], [0], []
    for case in range(256):
        loops = loops_of({k for k in range(8) if case >> k & 1})
        pieces.append(len(loops))
        for loop in loops:
            cut = triangles_of(loop)
            assert cut is not None and len(cut) == len(loop) - 2, case
            edges += [e for triangle in cut for e in triangle]
        starts.append(len(edges) // 3)
    print("// SPDX-FileCopyrightText: 2026 The Orogen authors")
    print("// SPDX-License-Identifier: MIT")
    print("//")
    print("// Made by tools/iso_cases.py, which says how; tests/iso_cases.sh makes it again. The triangles of marching cubes")
    print("// (Lorensen and Cline 1987) for each case of a cell: a bit per corner, set where it is rock.")
    print("#ifndef ORO_SOLVE_ISO_CASES_H")
    print("#define ORO_SOLVE_ISO_CASES_H")
    print()
    print("#include <stdint.h>")
    print()
    print("// clang-format off")
    print("/// Pieces of surface in a cell.")
    print("static const uint8_t iso_case_pieces[256] = {")
    print("\n".join(lines_of(pieces, 120)))
    print("};")
    print()
    print("/// The first triangle of each case, and of the one behind the last.")
    print("static const uint16_t iso_case_first[257] = {")
    print("\n".join(lines_of(starts, 120)))
    print("};")
    print()
    print("/// Three edges a triangle, counter-clockwise from the air.")
    print(f"static const uint8_t iso_case_edges[{len(edges)}] = {{")
    print("\n".join(lines_of(edges, 120)))
    print("};")
    print("// clang-format on")
    print()
    print("#endif")


if __name__ == "__main__":
    sys.exit(main())
