#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: settings.py OROGEN ROOT
# The settings of pictures are rows of tables, and every way to say one is made from its row: for each row the flag, the key
# of scene files, --set and the schema take the same values, both ends of its range and 0 among them, refuse what lies beyond
# with the same sentence, and draw the same picture; help and completion list it; and no other place names it.
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import jsonschema

orogen, root = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
rows = json.load(open(f"{root}/docs/schema/catalogue.json"))["render"]
schema = jsonschema.Draft202012Validator(json.load(open(f"{root}/docs/schema/scene.schema.json")))
place = tempfile.TemporaryDirectory()
os.chdir(place.name)
NODES = [{"id": "land", "op": "noise", "args": {"scale": 900, "amplitude": 700}}]
WORLD = {"extent": 2000, "resolution": 33}
faults = checks = 0


def fault(sentence):
    global faults
    faults += 1
    print(f"FAULT: {sentence}")


def check(good, sentence):
    global checks
    checks += 1
    if not good:
        fault(sentence)


def scene(settings):
    document = {"orogen": 1, "world": WORLD, "nodes": NODES}
    if settings is not None:
        document["render"] = settings
    return document


def run(*words):
    done = subprocess.run([orogen, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def write(settings, name):
    with open(name, "w") as file:
        json.dump(scene(settings), file)
    return name


def picture(name, *words):
    """The bytes of a small picture, or the sentence of the refusal without its place."""
    code, _, said = run("render", name, "-o", "out.png", "--force", "--quiet", "--size", "32x18", "--threads", "1", *words)
    if code == 0:
        return open("out.png", "rb").read()
    said = said.strip().split("\n")[0]
    return re.sub(r" \(line \d+\)$", "", re.sub(r"^orogen: (\S+: )?", "", said))


STYLE = {"photos": "photo", "maps": "height", "maps and slices": "height", "slices": None}
QUICK = {"style": "photo", "quality": "draft"}


def text_of(value):
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return f"{value[0]:.12g}..{value[1]:.12g}"
    return value if isinstance(value, str) else f"{value:.12g}"


def values_of(row):
    """What a row takes, and what it does not."""
    kind, low, high = row["type"], row.get("min"), row.get("max")
    words = row.get("words", [])
    if kind == "toggle":
        return [True, False], ["maybe"]
    if kind == "choice":
        return row["choices"], ["neither"]
    if kind == "number":
        inside = [low, high] + ([0] if low <= 0 <= high else [])
        step = 0.01 * (high - low)
        return inside + words, [high + step, low - step, "tall"]
    if kind == "range":
        return [[low, high], [0, 1]] + words, [[low, high * 1.01], "wide"]
    known = {"style": ["photo", "relief"], "view": ["low", "top"], "water_map": ["land"], "roads": ["land"], "colours": ["land"]}
    unknown = {"style": ["oil"], "view": ["sideways"]}
    return known[row["name"]], unknown.get(row["name"], [])


def walk(row):
    name, flag = row["name"], "--" + row["name"].replace("_", "-")
    style = STYLE.get(row.get("group"), "photo")
    base = {} if name in ("style", "quality") else {"quality": "draft"}
    fixed = ["--style", style] if style and name != "style" else []
    plain = write(base, "plain.oro.json")
    good, bad = values_of(row)
    for value in good:
        text = text_of(value)
        said = {**base, name: value}
        check(schema.is_valid(scene(said)), f"the schema refuses {name} {value}")
        if style is None:  # of volumes, which no scene makes: read, not drawn
            check(run("validate", write(said, "said.oro.json"))[0] in (0, 6), f"a scene refuses {name} {value}")
            continue
        in_file = picture(write(said, "said.oro.json"), *fixed)
        # The least interval is one that this land would need a million lines for.
        check(isinstance(in_file, bytes) or name == "interval", f"a scene refuses {name} {value}: {in_file}")
        as_flag = picture(plain, *fixed, f"{flag}={text}")
        check(as_flag == in_file, f"{flag} {text} does not draw what the scene's {name} {value} draws")
        check(picture(plain, *fixed, "--set", f"render.{name}={text}") == in_file, f"--set render.{name}={text} draws another")
    for value in bad:
        said = {**base, name: value}
        # Which names there are is known to the program alone.
        check(row["type"] == "text" or not schema.is_valid(scene(said)), f"the schema takes {name} {value}")
        code, out, _ = run("validate", write(said, "said.oro.json"))
        check(code == 3, f"a scene takes {name} {value}")
        # A file can hold the wrong kind of value, which a flag cannot; that has a sentence of its own.
        kind = row["type"] in ("toggle", "range") or (row["type"] == "number" and isinstance(value, str) and "words" not in row)
        if kind or style is None:
            check(isinstance(picture(plain, *fixed, f"{flag}={text_of(value)}"), str), f"{flag} takes {text_of(value)}")
            continue
        in_file, as_flag = picture("said.oro.json", *fixed), picture(plain, *fixed, f"{flag}={text_of(value)}")
        check(in_file == as_flag and name in as_flag, f"{flag} says {as_flag!r}, and the scene {in_file!r}")


def zero_is_zero():
    """What a reader of zero as \"not said\" would draw."""
    land = write({"quality": "draft"}, "zero.oro.json")
    automatic = picture(land)
    for flag in ("--haze=0", "--snow-line=0", "--sun=0,32"):
        check(picture(land, flag) != automatic, f"{flag} draws what saying nothing does")
    check(picture(land, "--sun=0,0") == picture(land, "--azimuth=0", "--elevation=0"), "a sun at 0,0 is not at azimuth 0")
    check(picture(land, "--exposure=0") == automatic, "an exposure of 0 is not none")
    relief = ["--style", "relief"]
    check(picture(land, *relief, "--sun=0,45") == picture(land, *relief, "--sun=360,45"), "a light at 0 is not in the north")
    check(picture(land, *relief, "--sun=0,45") != picture(land, *relief), "a light at 0 is the usual one")


def nothing_else_names_it():
    """A setting is its row, its member, and the line that hands it to the renderer."""
    own = {"src/op/picture.c", "src/op/picture.h", "src/io/picture_desc.c"}
    # Names that stand for something to look up or to load; where that is done, they have to be named.
    looked_up = {"style", "view", "water", "water_map", "roads", "colours", "fov", "orthographic"}
    sources = [path for folder in ("src/cli", "src/studio", "src/scene", "src/io", "src/op")
               for path in glob.glob(f"{root}/{folder}/*.[ch]")] + glob.glob(f"{root}/web/src/**/*.ts", recursive=True)
    for path in sources:
        short = os.path.relpath(path, root)
        if short in own:
            continue
        code = re.sub(r"//.*", "", open(path, encoding="utf-8").read())
        for row in rows:
            name = row["name"]
            if name in looked_up:
                continue
            found = re.search(rf'picture(\.|->){name}\b|"render[./]{name}"|"--{name.replace("_", "-")}"', code)
            check(not found, f"{short} names the setting {name}: {found and found.group(0)}")
        for name in ("exaggeration", "exposure", "haze", "snow_line", "surround"):  # words that nothing else is called
            check(f'"{name}"' not in code, f"{short} names the setting {name}")


for row in rows:
    walk(row)
zero_is_zero()
nothing_else_names_it()
for words in (["render", "--help"], ["completion", "bash"], ["completion", "fish"], ["man", "render"]):
    said = run(*words)[1].replace("\\-", "-")
    for row in rows:
        flag = row["name"].replace("_", "-")
        check(f"--{flag}" in said or f"-l {flag}" in said, f"orogen {' '.join(words)} does not list {flag}")
print(f"{len(rows)} settings, {checks} checks, {faults} faults")
sys.exit(1 if faults else 0)
