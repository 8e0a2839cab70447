#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: studio-load.py OROGEN
# The studio under load at full size: 1200 connections that drip, and 32 tabs with eight maps at 4097. Prints a page.
import json
import os
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from studio_client import Studio, check
from studio_load import Drips, look_at_maps, peak

SCENE = {"orogen": 1, "world": {"extent": 4000, "height": [-100, 1900], "resolution": 129, "seed": 1}, "nodes": [{"id": "a", "op": "noise"}], "outputs": []}
MEBIBYTES = 2048


def drip(studio):
    before = time.monotonic()
    crowd, waits, end = Drips(studio, 1200), [], time.monotonic() + 25
    came = time.monotonic() - before
    while time.monotonic() < end:
        crowd.drip()
        start = time.monotonic()
        check(studio.ask("GET", "/api/state")[0] == 200, "a page is served beside dripping connections")
        waits.append(time.monotonic() - start)
        time.sleep(0.2)
    alive = crowd.alive()
    crowd.close()
    print(f"| 1200 connections that send a byte every 0.2 s, for 25 s | {1000 * statistics.median(waits):.0f} ms | {1000 * max(waits):.0f} ms | {peak(studio.process.pid) >> 20} MiB | all came in {came:.1f} s; {alive} left at the end |")
    check(max(waits) < 2.0, f"a request never waits long: {max(waits):.2f} s")
    check(alive == 0, f"those who drip are shown out after 20 s: {alive} left")


def maps(studio):
    frames, notes, worst = look_at_maps(studio, tabs=32, level=4097, seconds=400)
    most = peak(studio.process.pid) >> 20
    print(f"| 32 tabs that want 8 maps at 4097 samples, `--memory {MEBIBYTES}` | | {1000 * worst:.0f} ms | {most} MiB | {frames} frames, {notes} notes told |")
    check(most < MEBIBYTES, f"all tabs together stay within {MEBIBYTES} MiB: {most}")


def main():
    print("# The studio under load\n\nMeasured by `./dev measure studio-load`; `/api/state` is asked for meanwhile.\n")
    print("| load | median wait | longest wait | peak memory | |\n|---|---|---|---|---|")
    for part in [drip, maps]:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "land.oro.json"), "w") as file:
                json.dump(SCENE, file)
            studio = Studio(folder, "land.oro.json", more=["--memory", str(MEBIBYTES)])
            part(studio)
            start = time.monotonic()
            studio.stop()
            check(time.monotonic() - start < 10, "SIGTERM ends it")


if __name__ == "__main__":
    main()
