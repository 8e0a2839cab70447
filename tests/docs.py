#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: docs.py OROGEN SOURCE [full] [PAGE...]
# Pastes every command of the README and of docs/*.md into a shell: page by page, in order, each page in an empty folder.
# Fences without a language are commands; JSON that is a whole scene is built. A block is left out only where the line
# before it says why:
#
#   <!-- not run: developer -->   ./dev and npm, which other checks run
#   <!-- not run: studio -->      serves until somebody stops it, or is typed into its console
#   <!-- not run: package -->     needs a package that is not everywhere
#   <!-- in the repository -->    run beside the folders of the repository that it names
#
# Without "full" maps, pictures and seeds are few and small, by a program called orogen that changes nothing but sizes;
# `./dev measure docs` runs them as they stand. Of the gallery, whose blocks are printed from one line and whose scenes the
# tests of the examples build, a sample is run.
import json, os, re, shlex, subprocess, sys, tempfile, time

REASONS = {"developer", "studio", "package"}
SIDE, PIXELS, SEEDS, SAMPLE = 65, 96, 3, 5

SHIM = """#!/usr/bin/python3
import json, os, re, sys
words = sys.argv[1:]
verb = next((w for w in words if not w.startswith("-")), "")
def replace(flag, value, add=True):
    for i, w in enumerate(words):
        if w == flag and i + 1 < len(words):
            words[i + 1] = value(words[i + 1])
            return
        if w.startswith(flag + "="):
            words[i] = flag + "=" + value(w[len(flag) + 1:])
            return
    if add: words.extend([flag, value(None)])
few = lambda text: "%s..%d" % (text.split("..")[0], int(text.split("..")[0]) + SEEDS - 1)
scene = any(w.endswith(".oro.json") for w in words)
hgt = any(w.endswith(".hgt") for w in words)
if verb == "build" or (verb in ("score", "search") and scene): replace("--size", lambda w: "SIDE")
if verb == "export" and scene and not {"--tiles", "--region"} & set(words):  # sides that the targets take
    replace("--size", lambda w: "33" if "unity" in words else "57")
if verb in ("score", "search"): replace("--seeds", few, add=False)
if verb == "render":
    replace("--size", lambda w: "PIXELSx54" if "x" in w else "PIXELS", add=False)
    if "--size" not in words: replace("--width", lambda w: "PIXELS")
    if scene: replace("--detail", lambda w: "SIDE")
    replace("--quality", lambda w: "draft")
if verb in MAKERS and not hgt: replace("--size", lambda w: "129")
if verb == "chain":
    words = [re.sub(r"--size \\\\d+", "--size SIDE", w) for w in words]
os.environ["OROGEN_THREADS"] = os.environ.get("OROGEN_THREADS", "2")
os.execv(PROGRAM, [PROGRAM] + words)
"""


def blocks(path):
    """(line, mark, language, text) of every fence."""
    found, inside, before = [], None, ""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("```"):
            if inside is None:
                inside = (number, before, line[3:].strip(), [])
            else:
                found.append((inside[0], inside[1], inside[2], "".join(inside[3])))
                inside = None
        elif inside is not None:
            inside[3].append(line)
        if line.strip():
            before = line.strip()
    return found


def mark_of(text, where):
    """None, "repository", or the reason why a block is not run."""
    match = re.fullmatch(r"<!-- not run: ([a-z]+) -->", text)
    if match and match[1] not in REASONS:
        sys.exit(f"{where}: a block is not left out because of \"{match[1]}\"")
    return match[1] if match else "repository" if text == "<!-- in the repository -->" else None


def scene_of(text):
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict) and "orogen" in document and "nodes" in document else None


class Page:
    def __init__(self, path, shims, source):
        self.path, self.shims, self.source = path, shims, source
        self.run, self.left, self.faults, self.slowest = 0, [], [], (0, "")

    def paste(self, where, text, folder):
        env = dict(os.environ, PATH=self.shims + ":" + os.environ["PATH"], HOME=folder, XDG_CONFIG_HOME=folder)
        begun = time.monotonic()
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        took = time.monotonic() - begun
        self.slowest = max(self.slowest, (took, where))
        self.run += 1
        if done.returncode:
            self.faults.append(f"{where}: exit code {done.returncode}\n{text}\n" + "\n".join(done.stdout.split("\n")[-12:]))

    def whole(self):
        name = os.path.relpath(self.path, self.source)
        all_blocks = blocks(self.path)
        commands = [b for b in all_blocks if not b[2]]
        step = 1 if len(commands) <= 40 else len(commands) // SAMPLE
        chosen = {b[0] for b in commands[::step]}
        with tempfile.TemporaryDirectory() as folder:
            for number, before, language, text in all_blocks:
                where = f"{name}:{number}"
                mark = mark_of(before, where)
                if language == "json" and scene_of(text):
                    open(os.path.join(folder, "shown.oro.json"), "w").write(text)
                    self.paste(where, "orogen build shown.oro.json -o shown --force", folder)
                if language or number not in chosen:
                    continue
                if mark in REASONS:
                    self.left.append((where, mark))
                    if any(re.match(r"orogen (?!studio)", l) for l in text.split("\n")) and mark != "package":
                        self.faults.append(f"{where}: is left out as \"{mark}\", but has commands that could run")
                    continue
                if mark == "repository":
                    for part in ("docs", "examples"):
                        if not os.path.exists(os.path.join(folder, part)):
                            os.symlink(os.path.join(self.source, part), os.path.join(folder, part))
                self.paste(where, text, folder)


def main():
    program, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    full = "full" in sys.argv[3:]
    names = [a for a in sys.argv[3:] if a != "full"]
    if not names:
        names = ["README.md"] + sorted("docs/" + n for n in os.listdir(source + "/docs") if n.endswith(".md"))
    operators = json.loads(subprocess.check_output([program, "ops", "--json"]))["operators"]
    needs = lambda o: any(a["type"] == "grid" and a.get("direction") == "in" and not a.get("optional") for a in o["args"])
    makes_map = lambda o: any(a["type"] == "grid" and a["direction"] == "out" for a in o["args"] if "direction" in a)
    makers = [o["name"] for o in operators if makes_map(o) and not needs(o)]
    pages = []
    with tempfile.TemporaryDirectory() as shims:
        shim = os.path.join(shims, "orogen")
        if full:
            os.symlink(program, shim)
        else:
            text = SHIM.replace("PROGRAM", repr(program)).replace("MAKERS", repr(makers)).replace("PIXELS", str(PIXELS))
            open(shim, "w").write(text.replace("SIDE", str(SIDE)).replace("SEEDS", str(SEEDS)).replace("\\\\\\\\", "\\\\"))
            os.chmod(shim, 0o755)
        for name in names:
            page = Page(os.path.join(source, name), shims, source)
            page.whole()
            pages.append((name, page))
    print("# Commands of the documentation\n\nEvery block of commands pasted in order into an empty folder, page by page"
          + (", as it stands" if full else ", small") + ".\n\n| page | blocks run | left out | slowest |\n|---|---|---|---|")
    for name, page in pages:
        if page.run or page.left:
            reasons = ", ".join(sorted({reason for _, reason in page.left}))
            print(f"| {name} | {page.run} | {len(page.left)}{' (' + reasons + ')' if reasons else ''} | {page.slowest[0]:.1f} s, {page.slowest[1]} |")
    faults = [f for _, page in pages for f in page.faults]
    for fault in faults:
        print("\nFAULT " + fault, file=sys.stderr)
    if sum(page.run for _, page in pages) < 12 and len(names) > 1:
        sys.exit("hardly any commands were found")
    sys.exit(1 if faults else 0)


main()
