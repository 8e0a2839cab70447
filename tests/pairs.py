# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: pairs.py OROGEN SHIM KILLS RACES
# A map and its sidecar, a mesh with its material and picture: are they of one run, whatever happens while they are written? Two
# runs write other heights with another range over each other. They are killed outright, at a random moment and (with the shim)
# before each step there is, or meet each other; then what lies there is read. It has to be one run's or the other's; where it is
# neither, that must be said. Afterwards no temporary file is left.
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy

from folders import contents

SIDE = 65
TOLD = "was not written with this file"
ENDINGS = ["png", "r16", "raw", "tif", "exr", "asc"]
RUNS = {"a": (0, 100), "b": (-3000, 5000)}


class Bench:
    """A folder, a program, and two maps to write."""

    def __init__(self, orogen, shim=None):
        self.orogen, self.shim = os.path.realpath(orogen), shim and os.path.realpath(shim)
        self.top = tempfile.mkdtemp(prefix="orogen-pairs-")
        self.place = os.path.join(self.top, "out")
        self.maps = {}
        slope = numpy.linspace(0, 1, SIDE * SIDE, dtype="f8").reshape(SIDE, SIDE)
        for name, (low, high) in RUNS.items():
            self.maps[name] = (low + (high - low) * (slope if name == "a" else slope[::-1] ** 2)).astype("f4")
            numpy.save(os.path.join(self.top, name + ".npy"), self.maps[name])
        self.clear()

    def clear(self):
        shutil.rmtree(self.place, ignore_errors=True)
        os.mkdir(self.place)

    def words(self, run, ending):
        low, high = RUNS[run]
        words = [self.orogen, "convert", f"../{run}.npy", f"map.{ending}", "--force", "--quiet", "--range", f"{low}..{high}",
                 "--extent", "640" if run == "a" else "9600"]
        return words + (["--bits", "16"] if ending == "tif" else ["--style", "height"] if ending == "obj" else [])

    def start(self, run, ending, kill_at=0):
        environment = dict(os.environ, OROGEN_THREADS="1")
        if kill_at:
            environment.update(LD_PRELOAD=self.shim, FAULT_KILL_AT=str(kill_at))
        return subprocess.Popen(self.words(run, ending), cwd=self.place, env=environment, stderr=subprocess.PIPE)

    def write(self, run, ending):
        process = self.start(run, ending)
        _, said = process.communicate()
        if process.returncode != 0:
            sys.exit(f"{' '.join(process.args)}: {said.decode()}")

    def read(self, ending):
        """What the pair is taken for: "a", "b", "told", or "mixed" where nobody said so."""
        out = os.path.join(self.top, "back.npy")
        done = subprocess.run([self.orogen, "convert", f"map.{ending}", out, "--force"], cwd=self.place, capture_output=True,
                              text=True, env=dict(os.environ, OROGEN_THREADS="1"))
        if TOLD in done.stderr:
            return "told"
        if done.returncode != 0:
            return f"refused ({done.stderr.strip()})"
        back = numpy.load(out)
        for run, heights in self.maps.items():
            step = (RUNS[run][1] - RUNS[run][0]) / 65535
            if back.shape == heights.shape and numpy.abs(back - heights).max() <= step:
                return run
        return "mixed"

    def left_over(self):
        return [name for name in os.listdir(self.place) if name.startswith(".")]

    def close(self):
        shutil.rmtree(self.top)


def count(table, ending, what):
    table.setdefault(ending, {}).setdefault(what, 0)
    table[ending][what] += 1


def random_kills(bench, kills):
    """Killed at any moment of a run, map by map; the folder stays, so leftovers meet the next one."""
    table, chance = {}, random.Random(14)
    for ending in ENDINGS:
        bench.clear()
        bench.write("a", ending)
        began = time.monotonic()
        bench.write("b", ending)
        whole = time.monotonic() - began
        for i in range(-(-kills // len(ENDINGS))):
            process = bench.start("ab"[i % 2], ending)
            time.sleep(whole * chance.uniform(0, 1.2))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            count(table, ending, bench.read(ending))
        bench.write("a", ending)
        if bench.left_over():
            count(table, ending, "left over")
    return table


def every_step(bench, ending):
    """Killed before each step of one run over the other. Returns how many steps, and what was found."""
    steps, found = 0, {}
    while True:
        bench.clear()
        bench.write("a", ending)
        process = bench.start("b", ending, steps + 1)
        process.communicate()
        if process.returncode != -signal.SIGKILL:
            break
        steps += 1
        what = bench.read(ending)
        found[what] = found.get(what, 0) + 1
        bench.write("a", ending)
        if bench.left_over():
            found["left over"] = found.get("left over", 0) + 1
    return steps, found


def every_step_of_a_mesh(bench):
    """A mesh is read by other programs, so its files themselves must be of one run, as soon as anything else was written."""
    whole = {}
    for run in RUNS:
        bench.clear()
        bench.write(run, "obj")
        whole[run] = contents(bench.place)
    steps, found = 0, {}
    while True:
        bench.clear()
        bench.write("a", "obj")
        process = bench.start("b", "obj", steps + 1)
        process.communicate()
        if process.returncode != -signal.SIGKILL:
            break
        steps += 1
        bench.write("a", "png")
        now = {name: data for name, data in contents(bench.place).items() if not name.startswith("map.png")}
        what = next((run for run in RUNS if now == whole[run]), "mixed")
        found[what] = found.get(what, 0) + 1
    return steps, found


def races(bench, rounds):
    """Four writers of one pair at once, all of which say that they did it."""
    table = {}
    for i in range(rounds):
        ending = ENDINGS[i % len(ENDINGS)]
        bench.clear()
        writers = [bench.start("ab"[k % 2], ending) for k in range(4)]
        for process in writers:
            process.communicate()
        if any(process.returncode != 0 for process in writers):
            count(table, ending, "refused")
        count(table, ending, bench.read(ending))
        if bench.left_over():
            count(table, ending, "left over")
    return table


def exchanged(bench):
    """The map of one run copied over the other's, beside whose sidecar it then lies."""
    table = {}
    for ending in ENDINGS:
        bench.clear()
        bench.write("b", ending)
        shutil.copy(os.path.join(bench.place, f"map.{ending}"), os.path.join(bench.top, "taken"))
        bench.write("a", ending)
        shutil.copy(os.path.join(bench.top, "taken"), os.path.join(bench.place, f"map.{ending}"))
        count(table, ending, bench.read(ending))
    return table


def check(title, table, good, faults):
    for ending, found in table.items():
        for what, times in found.items():
            if what not in good:
                faults.append(f"{title}, .{ending}: {what} {times} times")
    return table


def measure(orogen, shim, kills, rounds):
    """Everything; returns tables and a list of broken promises."""
    faults, bench = [], Bench(orogen, shim)
    killed = check("killed", random_kills(bench, kills), ("a", "b"), faults)
    stepped = {}
    for ending in (ENDINGS if kills >= 200 else ENDINGS[:2]) + ["obj"]:
        steps, found = every_step_of_a_mesh(bench) if ending == "obj" else every_step(bench, ending)
        if steps < 8:
            faults.append(f".{ending}: only {steps} steps were seen, is the shim loaded?")
        stepped[ending] = found
    check("killed before a step", stepped, ("a", "b"), faults)
    raced = check("four at once", races(bench, rounds), ("a", "b"), faults)
    swapped = check("exchanged by hand", exchanged(bench), ("told",), faults)
    bench.close()
    return {"Killed at a random moment": killed, "Killed before each step": stepped, "Four writers at once": raced,
            "Map of another run copied there": swapped}, faults


def main():
    tables, faults = measure(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    for title, table in tables.items():
        print(title, table)
    for fault in faults:
        print("FAULT:", fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
