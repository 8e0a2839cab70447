#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: pairs.py OROGEN
# 200 kills and 200 races over maps and their sidecars, and a kill before every step of writing one; tests/pairs.py says how.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
import pairs  # noqa: E402

KILLS = RACES = 200
WHOLE = {"a": "first run", "b": "second run"}


def page(tables):
    print("# Files that belong together\n")
    print(f"`./dev measure pairs`: {KILLS} runs killed outright at a random moment, runs killed before every step that touches the "
          f"disk, and {RACES} meetings of four writers of the same files. Two runs write maps with other heights and another range "
          "over each other; what is read afterwards must be wholly of one of them. A map that was exchanged by hand must be "
          "told.\n")
    for title, table in tables.items():
        kinds = sorted({what for found in table.values() for what in found})
        print(f"## {title}\n")
        print("| file | " + " | ".join(WHOLE.get(kind, kind) for kind in kinds) + " |")
        print("|---|" + "---|" * len(kinds))
        for ending, found in table.items():
            print(f"| .{ending} | " + " | ".join(str(found.get(kind, 0)) for kind in kinds) + " |")
        print()
    everything = [what for table in tables.values() for found in table.values() for what in found]
    print(f"Mixed and nothing said: {everything.count('mixed')}. Temporary files left after the next write: "
          f"{everything.count('left over')}.")


orogen = os.path.realpath(sys.argv[1])
tables, faults = pairs.measure(orogen, os.path.join(os.path.dirname(orogen), "tests", "libfault_shim.so"), KILLS, RACES)
page(tables)
for fault in faults:
    print("FAULT:", fault, file=sys.stderr)
sys.exit(1 if faults else 0)
