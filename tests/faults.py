#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: faults.py OROGEN SHIM FIGURES [all]
# Every verb of the command line without memory and on a full disk. The n-th allocation fails, for every n ("all", on every core)
# or where a verb has more for at most a hundred spread over them; so does the n-th call that writes; files may not grow beyond a
# few sizes. Whatever fails, the program says so in a sentence, nothing crashes, no temporary file stays, and every
# file is either as it was or as a run without faults leaves it. How many faults were tried goes into FIGURES.
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from folders import contents, harm, lay_out

OROGEN, SHIM, FIGURES = (os.path.abspath(path) for path in sys.argv[1:4])
ALL = sys.argv[4:] == ["all"]
WORKERS = os.cpu_count() if ALL else 1
SAMPLE = sys.maxsize if ALL else 100
SIZES = (0x200, 0x400, 0x800, 0x1000)

SCENE = """{"orogen": 1, "world": {"resolution": 33, "height": [-400, 400]}, "nodes": [
  {"id": "base", "op": "noise"}, {"id": "soft", "op": "blur", "args": {"radius": 200}}],
 "outputs": [{"file": "height.png"}, {"file": "relief.png", "style": "relief"}]}
"""
VERBS = """
help
version
blur --help
help build
ops --json
ops --schema
completion bash
man blur
man build
man -o pages
new fresh.oro.json
examples
validate scene.oro.json
info map.png
info scene.oro.json
diff map.png map.png
convert map.png other.npy
convert map.png old.npy --force
convert map.png mesh.glb
convert map.png mesh.obj
noise --size 33 made.png
blur --radius 100 map.png soft.npy
splines roads.svg --extent 4096
splines ridges.csv --into sketch.oro.json --node land
chain read|map.png|!|blur|!|write|piped.r32
score map.png
score scene.oro.json --seeds 1..2
search scene.oro.json --seeds 1..2 --best relief --keep 1 -o best
bench constant --size 17
build scene.oro.json -o out --force
build scene.oro.json -o other --json
export scene.oro.json --target unity --size 33 -o engine
export map.png --target web --size 33 -o page
render scene.oro.json --style relief -o shot.png
studio scene.oro.json --no-open
"""
SERVERS = {"studio"}  # go on until they are interrupted, which is some time after they have come up

faults = 0
tried = {"alloc": 0, "call": 0, "size": 0}
lock = threading.Lock()


def fault(what, said=b""):
    global faults
    with lock:
        faults += 1
        print(f"FAULT: {what}", file=sys.stderr)
        for line in said.decode(errors="replace").splitlines()[:5]:
            print(f"    {line}", file=sys.stderr)


class Server:
    """The program with the shim in front, waiting before main() in a folder of its own; see fault_shim.c."""

    def __init__(self, words):
        self.folder = tempfile.mkdtemp(dir=top)
        self.said = open(self.folder + ".err", "w+b", buffering=0)
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        said = os.open(self.folder + ".err", os.O_WRONLY | os.O_APPEND)

        def place_handles():
            low = [os.dup(handle) for handle in (orders, answers)]
            os.dup2(low[0], 3)
            os.dup2(low[1], 4)
            os.closerange(5, 64)

        environment = dict(os.environ, LD_PRELOAD=SHIM, OROGEN_THREADS="1", HOME=top, XDG_CONFIG_HOME=top)
        if words[0] in SERVERS:
            environment["FAULT_INTERRUPT_MS"] = "100"
        self.process = subprocess.Popen([OROGEN] + words, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=said, close_fds=False, preexec_fn=place_handles)
        for handle in (orders, answers, said):
            os.close(handle)
        self.answers = os.fdopen(self.answers)

    def do(self, what, n):
        """Exit code (1000 and the signal), allocations, calls."""
        self.said.truncate(0)
        os.write(self.orders, f"{what} {n}\n".encode())
        return [int(word) for word in self.answers.readline().split()]

    def close(self):
        os.close(self.orders)
        self.process.wait()
        self.answers.close()
        self.said.close()
        shutil.rmtree(self.folder)


def judge(name, server, code, before, whole):
    """What a run with a fault must leave. Puts the folder back as it was."""
    server.said.seek(0)
    said = server.said.read()
    if code not in (0, 1, 2, 3, 4, 5, 6):
        fault(f"{name} ends with {code}", said)
    elif code not in (0, 6) and not re.search(rb"^orogen: |: error: ", said, re.M):  # some things can be done without
        fault(f"{name} ends with {code} and says nothing", said)
    after = contents(server.folder)
    for sentence in harm(before, whole, after):
        fault(f"{name} {sentence}", said)
    if after != before:
        lay_out(server.folder, before)


def work(words, orders, before, whole):
    server = Server(words)
    lay_out(server.folder, before)
    for what, n in orders:
        answer = server.do(what, n)
        if len(answer) != 3:
            fault(f"{' '.join(words)}, {what} {n}: the server is gone")
            break
        judge(f"{' '.join(words)}, {what} {n}", server, answer[0], before, whole)
        with lock:
            tried[what] += 1
    server.close()


def some(count):
    """1 to count, or at most SAMPLE of them."""
    return range(1, count + 1, -(-count // SAMPLE) or 1)


def try_verb(words, before):
    server = Server(words)
    lay_out(server.folder, before)
    code, allocations, calls = server.do("alloc", 0)
    server.said.seek(0)
    if code not in (0, 6):
        fault(f"{' '.join(words)} fails by itself with {code}", server.said.read())
    whole = contents(server.folder)
    server.close()
    orders = [("alloc", n) for n in some(allocations)] + [("call", n) for n in some(calls)]
    if calls:
        orders += [("size", n) for n in SIZES]
    threads = [threading.Thread(target=work, args=(words, orders[k::WORKERS], before, whole)) for k in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(some(allocations))} of {allocations} allocations, {len(some(calls))} of {calls} calls: orogen {' '.join(words)}")


def main():
    made = tempfile.mkdtemp(dir=top)
    subprocess.run([OROGEN, "noise", "--size", "33", "map.png", "--quiet"], cwd=made, check=True)
    before = contents(made)
    before |= {"scene.oro.json": SCENE.encode(), "out/height.png": b"old\n", "old.npy": b"old\n",
               "roads.svg": b'<svg viewBox="0 0 10 10"><path id="road" d="M1 1 C 3 1 6 8 9 9"/></svg>\n',
               "ridges.csv": b"x,y,z\n100,100,50\n500,600,80\n900,700,60\n",
               "sketch.oro.json": b'{"orogen": 1, "world": {"extent": 1000}, "nodes": [{"id": "land", "op": "diffuse"}]}\n'}
    lines = [[word.replace("|", " ") for word in line.split()] for line in VERBS.split("\n") if line]
    page = subprocess.run([OROGEN, "help"], capture_output=True, text=True, check=True).stdout
    verbs = set(re.findall(r"^  ([a-z]+) ", page[page.index("Commands:"):page.index("Everywhere:")], re.M))
    for verb in verbs - {words[0] for words in lines}:
        fault(f"orogen {verb} is not tried")
    for words in lines:
        try_verb(words, before)
    os.makedirs(os.path.dirname(FIGURES), exist_ok=True)
    with open(FIGURES, "w") as file:
        file.write(f"allocations failed over every verb {tried['alloc']}\ncalls that write failed over every verb {tried['call']}\n"
                   f"files kept from growing over every verb {tried['size']}\n")
    print(f"{tried['alloc']} allocations, {tried['call']} calls and {tried['size']} sizes failed, {faults} faults")
    return 1 if faults else 0


# In memory where that can be: thousands of runs wait for the disk otherwise.
with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as top:
    code = main()
sys.exit(code)
