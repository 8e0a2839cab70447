#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: studio_bounds.py OROGEN [PART...]
# The studio's bounds, each on a server of its own: no file can make it wait, a build leaves the project folder no more than
# the view does, plans and builds do not disturb each other, many tabs share one bound of memory, and connections that drip
# do not hold up a page. tests/measure/studio-load.py does the same at full size.
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

from studio_client import OROGEN, SLOW, Studio, check, checks, wait_for
from studio_load import Drips, look_at_maps, peak

QUICK = {"orogen": 1, "world": {"extent": 4000, "height": [-100, 1900], "resolution": 129, "seed": 1}, "nodes": [{"id": "a", "op": "noise"}], "outputs": [{"from": "a", "file": "a.png"}]}


def scene(folder, name="land.oro.json", **changes):
    with open(os.path.join(folder, name), "w") as file:
        json.dump({**QUICK, **changes}, file)


def ends_soon(studio, seconds):
    start = time.monotonic()
    studio.stop()
    check(time.monotonic() - start < seconds * SLOW, f"SIGTERM ends it within {seconds} s")


def pipes(folder):
    """A FIFO, a socket or a device wherever the studio reads or writes a file: it answers, goes on and ends."""
    scene(folder)
    state = os.path.join(folder, "state", "orogen")
    os.makedirs(state)
    os.mkfifo(os.path.join(state, "recent"))
    os.mkfifo(os.path.join(folder, ".land.oro.json.autosave"))
    for name in ["up.png", "up.png.json", "scene.oro.json", "height.r16"]:
        os.mkfifo(os.path.join(folder, name))
    os.mkdir(os.path.join(folder, "built"))
    os.mkfifo(os.path.join(folder, "built", "a.png"))
    studio = Studio(folder, "land.oro.json")
    told = studio.events("t")
    check(studio.ask("POST", "/api/upload?name=up.png&force=1", b"x")[0] == 400, "nothing is uploaded into a pipe")
    check(studio.ask("POST", "/api/upload?name=up.png", b"x")[0] in (400, 409), "nor unforced")
    check(studio.ask("GET", "/api/file/up.png")[0] in (403, 404), "a pipe is not sent")
    for words in [["open", "scene.oro.json", "force"], ["save-as", "scene.oro.json", "force"], ["import", "height.r16", "force"]]:
        check(studio.do(words)[0] == 400, f"{words} is refused")
    check(studio.do(["set", "a.seed", 7])[0] == 200, "an edit")
    check(wait_for(told, "autosave")["ok"], "unsaved work goes elsewhere where a pipe is in its place")
    check(json.loads(studio.ask("GET", "/api/state")[1])["recent"] == [], "a list that is a pipe is no list")
    told.clear()
    check(studio.do(["build", "out=built", "force"])[0] == 200, "a build begins")
    failed = wait_for(told, "build", lambda d: d["state"] in ("done", "failed"))
    check(failed["state"] == "failed" and "a pipe" in failed["error"]["sentence"], f"and does not wait for a pipe: {failed}")
    ends_soon(studio, 5)
    os.unlink(os.path.join(folder, ".land.oro.json.autosave"))
    os.unlink(os.path.join(state, "recent"))


def outside(folder):
    """What the view refuses to read, the plan and the build refuse too; and nothing is written through a link."""
    home = os.path.join(folder, "project")
    os.makedirs(os.path.join(home, "sub"))
    away = os.path.join(folder, "away")
    os.makedirs(away)
    raster = struct.pack("<1024f", *range(1024))
    for path in [os.path.join(folder, "peak.r32"), os.path.join(home, "peak.r32"), os.path.join(away, "peak.r32")]:
        open(path, "wb").write(raster)
    os.symlink("../away", os.path.join(home, "link"))
    os.symlink("../peak.r32", os.path.join(home, "linked.r32"))
    os.symlink(away, os.path.join(home, "made"))
    scene(home)
    studio = Studio(home, "land.oro.json")
    told = studio.events("t")

    def ends(**build):
        told.clear()
        status, answer = studio.do(["build"] + [f"{k}={v}" for k, v in build.items()] + ["force"])
        if status != 200:
            return "failed", answer["error"]["sentence"]
        end = wait_for(told, "build", lambda d: d["state"] in ("done", "failed"))
        return end["state"], end.get("error", {}).get("sentence")

    def document(**changes):
        status, answer = studio.do(["replace", json.dumps({**QUICK, **changes})])
        check(status == 200, f"a document: {answer}")

    importing = lambda file: [{"id": "a", "op": "import", "args": {"file": file}}]
    for file in ["../peak.r32", os.path.join(folder, "peak.r32"), "linked.r32", "link/peak.r32", "sub/../../peak.r32"]:
        document(nodes=importing(file))
        told.clear()
        studio.ask("POST", "/api/view", json.dumps(dict(tab="t", seq=1, levels=[33], maps=[{}])))
        frame = wait_for(told, "frame", lambda d: d["revision"] > 0)
        check("outside" in frame["maps"][0]["error"]["sentence"], f"the view does not read {file}: {frame['maps'][0]}")
        status, answer = studio.do(["plan"])
        check(status == 400 and "outside" in answer["error"]["sentence"], f"nor does the plan: {answer}")
        state, sentence = ends()
        check(state == "failed" and "outside" in sentence, f"nor does the build: {state}, {sentence}")
    for file in ["peak.r32", "sub/../peak.r32", os.path.join(home, "peak.r32")]:
        document(nodes=importing(file))
        end = ends(out="fine")
        check(end[0] == "done", f"{file} is inside: {end}")
    for file in ["../a.png", "/tmp/a.png", ".hidden.png", ".git/a.png", "../away/a.png"]:
        document(outputs=[{"from": "a", "file": file}])
        check(studio.do(["plan"])[0] == 400 and ends(out="fine")[0] == "failed", f"{file} is not written")
    document()
    for out in ["made", "link", "link/more", "..", "/tmp"]:
        check(studio.do(["plan", f"out={out}"])[0] == 400 and ends(out=out)[0] == "failed", f"nothing is built in {out}")
    os.symlink("../../away", os.path.join(home, "fine", "deeper"))
    os.symlink("../../away/new.png", os.path.join(home, "fine", "new.png"))
    for file in ["deeper/a.png", "new.png"]:
        document(outputs=[{"from": "a", "file": file}])
        check(ends(out="fine")[0] == "failed", f"nothing is written through a link by {file}")
    check(os.listdir(away) == ["peak.r32"], f"the other folder is as it was: {os.listdir(away)}")
    # A person's own command line stays free, unless asked otherwise.
    scene(home, "free.oro.json", nodes=importing("../peak.r32"))
    run = lambda *words: subprocess.run([OROGEN, "build", "free.oro.json", "--quiet", "--force", *words], cwd=home, capture_output=True, text=True)
    check(run("-o", "../away/free").returncode == 0, "the command line reads and writes anywhere")
    kept = run("-o", "fine", "--within", ".")
    check(kept.returncode != 0 and "outside" in kept.stderr, f"--within keeps it in: {kept.stderr}")
    check(not [n for n in os.listdir(home) if n.startswith(".") and n != ".land.oro.json.autosave"], "no copy stays")
    ends_soon(studio, 5)


def plans(folder):
    """Plans beside a build, and a second studio in the same folder: each has a copy of its own."""
    scene(folder, world={**QUICK["world"], "resolution": 1025}, nodes=[{"id": "a", "op": "noise"}, {"id": "b", "op": "pipes"}], outputs=[{"from": "b", "file": "b.png", "range": [-9000, 9000]}])
    left = os.path.join(folder, ".land.999999999-0.build.oro.json")
    open(left, "w").write("{}")
    studios = [Studio(folder, "land.oro.json") for _ in range(2)]
    check(not os.path.exists(left), "what a killed studio left is swept")
    told = studios[0].events("t")
    check(studios[0].do(["build", "out=made", "size=513"])[0] == 200, "a build begins")
    for i in range(6):
        status, answer = studios[i % 2].do(["plan", f"out=plan{i}", "size=33"])
        check(status == 200, f"plan {i} beside a build: {answer}")
    studios[0].do(["cancel", "build"])
    end = wait_for(told, "build", lambda d: d["state"] != "running")
    check(end["state"] in ("cancelled", "done"), f"the build was not disturbed: {end}")
    check(not [n for n in os.listdir(folder) if n.endswith(".build.oro.json")], "no copy stays")
    check(studios[0].do(["build", "out=more", "size=4097"])[0] == 200, "another begins")
    for studio in studios:
        ends_soon(studio, 10)


def memory(folder):
    """Four tabs with eight maps of 4097 x 4097 samples: 537 MB a frame, two of them kept, and 512 MiB for everything."""
    scene(folder)
    studio = Studio(folder, "land.oro.json", more=["--memory", "512"])
    frames, notes, worst = look_at_maps(studio, tabs=4, level=4097)
    print(f"4 tabs, 8 maps at 4097: {frames} frames, {notes} notes, {peak(studio.process.pid) >> 20} MiB at most, a good request waits {worst:.2f} s")
    check(frames >= 8, "each tab sees something, and something finer")
    check(notes > 0, "and is told why it is coarser")
    check(SLOW > 1 or peak(studio.process.pid) < 512 << 20, "all tabs together stay within the bound")
    ends_soon(studio, 10)


def drips(folder):
    """Three hundred connections that send a byte now and then: a page is served at once, and they are shown out in time."""
    scene(folder)
    studio = Studio(folder, "land.oro.json")
    crowd = Drips(studio, 300)
    worst = 0.0
    for _ in range(10):
        crowd.drip()
        start = time.monotonic()
        check(studio.ask("GET", "/api/state")[0] == 200, "a page is served beside them")
        worst = max(worst, time.monotonic() - start)
    check(worst < 1.0 * SLOW, f"and at once: {worst:.2f} s")
    check(crowd.alive() <= 256, f"strangers are few: {crowd.alive()}")
    ends_soon(studio, 5)
    crowd.close()


for part in [pipes, outside, plans, memory, drips]:
    if sys.argv[2:] and part.__name__ not in sys.argv[2:]:
        continue
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        part(folder)
        print(f"{part.__name__}: {time.monotonic() - start:.1f} s")
print(f"{len(checks)} checks hold")
