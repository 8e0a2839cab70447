#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: disks.py OROGEN FIGURES
# A disk that is really full, one that is read-only, and a folder of somebody else. The disk is a small one in memory, mounted
# where only this test sees it and filled up to a few pages. Whatever is written there, by a command or by the studio: it is done
# whole, or refused with exit code 4, a sentence and every file as it was. Where mounts are not allowed the test says so and
# limits the size of files instead.
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from folders import contents, harm, lay_out

MOUNTED = "OROGEN_TEST_MOUNTED"
PAGE = 4096
LEFT = (0, 1, 2, 3, 5, 9, 40)  # pages
NOBODY = 65534
FULL = "disk is full|No space left|larger than the system allows|File too large"
SCENE = """{"orogen": 1, "world": {"resolution": 65, "height": [-400, 400]}, "nodes": [
  {"id": "base", "op": "noise"}, {"id": "soft", "op": "blur", "args": {"radius": 200}}],
 "outputs": [{"file": "height.png"}, {"file": "relief.png", "style": "relief"}, {"file": "height.asc"}]}
"""
COMMANDS = """
new fresh.oro.json
build scene.oro.json -o out --force
build scene.oro.json -o other
export scene.oro.json --target unity --size 33 -o old-export --force
export scene.oro.json --target unreal --size 57 --tiles 2x2 -o engine
render scene.oro.json --style relief -o shot.png --force
noise --size 65 made.png
blur --radius 100 MAP old.npy --force
splines ridges.csv --into sketch.oro.json --node land
search scene.oro.json --seeds 1..2 --best relief --keep 1 -o best
man -o pages
""" + "".join(f"convert MAP old.{ending} --force\n" for ending in "png r16 r32 raw npy tif exr asc glb obj".split())
OLD = ["out/height.png", "out/relief.png", "shot.png", "old-export/scene.raw", "old-export/IMPORT.txt"] + [f"old.{e}" for e in "png r16 r32 raw npy tif exr asc glb obj".split()]


def reexecute_with_mounts():
    """Runs this test again in a space of mounts of its own, where the machine has one to give."""
    for words in (["unshare", "-m"], ["unshare", "-rm"]):
        with tempfile.TemporaryDirectory() as place:
            try:
                probe = subprocess.run(words + ["mount", "-t", "tmpfs", "none", place], capture_output=True)
            except OSError:
                break
        if probe.returncode == 0:
            os.environ[MOUNTED] = "1"
            os.execvp(words[0], words + [sys.executable] + sys.argv)


if MOUNTED not in os.environ:
    reexecute_with_mounts()
MAY_MOUNT = MOUNTED in os.environ
from studio_client import OROGEN, Studio, check, wait_for  # noqa: E402 (the words of this process are the last ones)

faults = 0
runs = {"a full disk": 0, "a read-only disk": 0, "a folder of somebody else": 0, "a full standard output": 0}


def fault(what, said=""):
    global faults
    faults += 1
    print(f"FAULT: {what}", file=sys.stderr)
    for line in said.splitlines()[:5]:
        print(f"    {line}", file=sys.stderr)


def orogen(program, words, folder, limit=None, **more):
    def prepare():
        if limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run([program] + words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, preexec_fn=prepare,
                          timeout=600, **more)


class Disk:
    """A folder that can be filled: a disk of 1 MiB in memory, or where nothing may be mounted a limit for each file."""

    def __init__(self, top):
        self.folder = os.path.join(top, "disk")
        self.filler = os.path.join(self.folder, "filler")
        self.limit = None
        os.mkdir(self.folder)
        if MAY_MOUNT:
            self.mount("-t", "tmpfs", "-o", "size=1m,mode=755", "none", self.folder)

    def mount(self, *words):
        subprocess.run(["mount", *words], check=True)

    def fill(self, pages_left):
        if not MAY_MOUNT:
            self.limit = pages_left * PAGE // 2
            return
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(PAGE)) == PAGE:
                    pass
            except OSError:
                pass
            file.truncate(max(0, file.tell() - pages_left * PAGE))

    def empty(self):
        self.limit = None
        if os.path.exists(self.filler):
            os.remove(self.filler)

    def close(self):
        if MAY_MOUNT:
            subprocess.run(["umount", "-l", self.folder], check=True)

    def files(self):
        found = contents(self.folder)
        found.pop("filler", None)
        return found


def judge(name, result, before, whole, after, must_fail, why):
    """Done whole, or refused with a sentence that says why."""
    if result.returncode == 0 and not must_fail:
        for path in whole.keys() - after.keys():
            fault(f"{name} is done without {path}", result.stderr)
    elif result.returncode != 4 or not re.search(f"^orogen: .*({why})", result.stderr, re.M):
        fault(f"{name} ends with {result.returncode}", result.stderr)
    for sentence in harm(before, whole, after):
        fault(f"{name} {sentence}", result.stderr)


def commands(disk, before, top):
    lines = [[os.path.join(top, "map.npy") if word == "MAP" else word for word in line.split()] for line in COMMANDS.split("\n") if line]
    for words in lines:
        name = "orogen " + " ".join(words)
        aside = tempfile.mkdtemp(dir=top)
        lay_out(aside, before)
        result = orogen(OROGEN, words, aside)
        if result.returncode != 0:
            fault(f"{name} fails by itself with {result.returncode}", result.stderr)
        whole = contents(aside)
        shutil.rmtree(aside)
        refused = 0
        for left in LEFT:
            disk.fill(left)
            result = orogen(OROGEN, words, disk.folder, disk.limit)
            disk.empty()
            judge(f"{name} with {left} pages left", result, before, whole, disk.files(), left == 0, FULL)
            refused += result.returncode == 4
            runs["a full disk"] += 1
            lay_out(disk.folder, before)
        if MAY_MOUNT:
            disk.mount("-o", "remount,ro", disk.folder)
            result = orogen(OROGEN, words, disk.folder)
            disk.mount("-o", "remount,rw", disk.folder)
            judge(f"{name} on a read-only disk", result, before, before, disk.files(), True, "reading only|Read-only file system")
            runs["a read-only disk"] += 1
        print(f"{refused} of {len(LEFT)} refused: {name}")
        yield name, words


def as_nobody(top, before, all_words):
    """In a folder of root, as somebody who may read it alone."""
    if os.geteuid() != 0:
        print("not root: no folder of somebody else is tried")
        return
    folder = os.path.join(top, "of-root")
    os.mkdir(folder)
    lay_out(folder, before)
    program = shutil.copy(OROGEN, os.path.join(top, "orogen"))
    os.chmod(top, 0o755)
    try:
        works = orogen(program, ["--version"], folder, user=NOBODY, group=NOBODY).returncode == 0
    except (OSError, subprocess.SubprocessError):
        works = False
    if not works:
        print("no other user can be had: no folder of somebody else is tried")
        return
    for name, words in all_words:
        result = orogen(program, words, folder, user=NOBODY, group=NOBODY, extra_groups=[])
        judge(f"{name} in a folder of root", result, before, before, contents(folder), True, "not writable|Permission denied")
        runs["a folder of somebody else"] += 1


def standard_output(before, top):
    """Nothing that is printed gets lost unsaid."""
    folder = os.path.join(top, "printing")
    os.mkdir(folder)
    lay_out(folder, before)
    for words in (["help"], ["ops"], ["ops", "--json"], ["examples"], ["examples", "default"], ["completion", "bash"], ["man", "build"],
                  ["info", "scene.oro.json"], ["info", "scene.oro.json", "--json"], ["score", os.path.join(top, "map.npy")],
                  ["splines", "ridges.csv"], ["build", "scene.oro.json", "--json", "--force", "-o", "out"]):
        with open("/dev/full", "w") as full:
            result = subprocess.run([OROGEN] + words, cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True, timeout=600)
        if result.returncode != 4 or "orogen: " not in result.stderr:
            fault(f"orogen {' '.join(words)} into a full standard output ends with {result.returncode}", result.stderr)
        runs["a full standard output"] += 1


def studio_on_a_full_disk(disk, before):
    """The document stays in hand, its file as it was; with room again the next change is kept and saved."""
    path = os.path.join(disk.folder, "scene.oro.json")
    lay_out(disk.folder, before)
    studio = Studio(disk.folder, "scene.oro.json")
    try:
        edit_and_save(studio, disk)
        with open(path, "rb") as file:
            check(file.read() == studio.text() and b"302" in studio.text(), "the document is saved in one piece")
        studio.stop()
    finally:
        studio.process.kill()
    runs["a full disk"] += 1
    runs["a read-only disk"] += 1


def edit_and_save(studio, disk):
    told, before = studio.events("t"), disk.files()
    disk.fill(0)
    check(studio.do(["set", "soft.radius", 300], gesture="a", end=True)[0] == 200, "an edit is made on a full disk")
    failed = wait_for(told, "autosave", lambda d: not d["ok"])
    check(re.search(FULL, failed["error"]["sentence"]), f"the full disk is told: {failed}")
    status, answer = studio.do(["save"])
    check(status == 507 and answer["error"]["sentence"], f"saving says so: {status} {answer}")
    check(disk.files() == before, f"every file is as it was, and no other is there: {disk.files().keys() ^ before.keys()}")
    check(json.loads(studio.ask("GET", "/api/document")[1])["dirty"], "the document is in hand")
    disk.mount("-o", "remount,ro", disk.folder)
    told.clear()
    check(studio.do(["set", "soft.radius", 301], gesture="b", end=True)[0] == 200, "an edit is made on a read-only disk")
    wait_for(told, "autosave", lambda d: not d["ok"])
    check(studio.do(["save"])[0] == 507 and disk.files() == before, "which saving says too")
    disk.mount("-o", "remount,rw", disk.folder)
    disk.empty()
    told.clear()
    check(studio.do(["set", "soft.radius", 302], gesture="c", end=True)[0] == 200, "an edit with room again")
    wait_for(told, "autosave", lambda d: d["ok"])
    check(studio.do(["save"])[0] == 200, "and it is saved")


def main(top):
    if not MAY_MOUNT:
        print("this machine allows no mounts: files are kept from growing instead, and no disk is read-only")
    subprocess.run([OROGEN, "noise", "--size", "65", "map.npy", "--quiet"], cwd=top, check=True)
    before = {"scene.oro.json": SCENE.encode(), "ridges.csv": b"x,y,z\n100,100,50\n500,600,80\n900,700,60\n",
              "sketch.oro.json": b'{"orogen": 1, "world": {"extent": 1000}, "nodes": [{"id": "land", "op": "diffuse"}]}\n'}
    before |= {name: f"the old {name}\n".encode() for name in OLD}
    disk = Disk(top)
    try:
        lay_out(disk.folder, before)
        all_words = list(commands(disk, before, top))
        as_nobody(top, before, all_words)
        standard_output(before, top)
        if MAY_MOUNT:
            studio_on_a_full_disk(disk, before)
    finally:
        disk.close()
    with open(sys.argv[2], "w") as figures:
        for where, count in runs.items():
            print(f"{count} runs with {where}")
            if count:
                figures.write(f"runs with {where} {count}\n")
    print(f"{faults} faults")
    return 1 if faults else 0


with tempfile.TemporaryDirectory() as top:
    code = main(top)
sys.exit(code)
