#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: studio_protocol.py OROGEN SOURCE
# Does docs/studio-protocol.md tell the truth? Routes, commands, limits and events are compared with the tables in C, and the
# members of answers and events with what a running studio sends.
import glob
import json
import os
import re
import sys
import tempfile

from studio_client import Studio, check, checks, wait_for

SOURCE = os.path.abspath(sys.argv[2])
page = open(os.path.join(SOURCE, "docs/studio-protocol.md"), encoding="utf-8").read()
code = {os.path.basename(p): open(p, encoding="utf-8").read() for p in glob.glob(SOURCE + "/src/studio/*.[ch]")}
whole = "\n".join(code.values())


def section(title):
    begin = page.index(title)
    end = re.search(r"\n#{1,%d} " % title.count("#", 0, 4), page[begin + 4:])
    return page[begin:begin + 4 + end.start()] if end else page[begin:]


def rows(text):
    return [line.split(" | ")[0].strip("| ") for line in text.split("\n") if line.startswith("| `")]


def number(name):
    """The value of an enum or a macro."""
    found = re.search(r"\b%s\b(?:\s*=\s*|\s+)\(?(?:\(size_t\))?(\d+)(?: << (\d+))?" % name, whole + limits_elsewhere)
    check(found, f"{name} is in the sources")
    return int(found[1]) << int(found[2] or 0)


limits_elsewhere = open(SOURCE + "/src/io/json.h").read() + "".join(
    open(p).read() for p in glob.glob(SOURCE + "/src/scene/*.h") + glob.glob(SOURCE + "/include/orogen/*.h"))

# --- routes ------------------------------------------------------------------------------------------------------------------
told = {(m, p.split("?")[0].rstrip("/")) for m, p in re.findall(r"`(GET|POST) (/api/[^`]+)`", "\n".join(rows(section("## Requests"))))}
routed = re.findall(r'\{"(GET|POST)", "(/api/[^"]*)"', code["router.c"])
routed = set(routed) | {("GET", "/api/events"), ("POST", "/api/upload")}
check('"/api/events"' in code["http.c"] and '"/api/upload"' in code["http.c"], "http.c serves events and uploads")
for method, path in routed:
    held = [t for t in told if t[0] == method and (t[1] == path or (path.endswith("/") and t[1].startswith(path)))]
    check(held, f"the page tells of {method} {path}")
for method, path in told:
    served = [r for r in routed if r[0] == method and (r[1] == path or (r[1].endswith("/") and path.startswith(r[1])))]
    check(served, f"{method} {path} of the page is served")

# --- limits ------------------------------------------------------------------------------------------------------------------
limits = " ".join(section("## Limits").split())
for words, value in (
    (f"body {number('STUDIO_MOST_BODY') >> 20} MiB", "STUDIO_MOST_BODY"),
    (f"`/api/upload`: {number('STUDIO_MOST_UPLOAD') >> 30} GiB", "STUDIO_MOST_UPLOAD"),
    (f"request line and headers {number('CONNECTION_MEMORY') >> 10} KiB", "CONNECTION_MEMORY"),
    (f"URL {number('STUDIO_MOST_URL') >> 10} KiB", "STUDIO_MOST_URL"),
    (f"{number('STUDIO_CONNECTIONS')} connections", "STUDIO_CONNECTIONS"),
    (f"{number('STUDIO_STRANGERS')} of them without the token", "STUDIO_STRANGERS"),
    (f"{number('STUDIO_REQUEST_SECONDS')} s for headers and body", "STUDIO_REQUEST_SECONDS"),
    (f"{number('STUDIO_ANSWER_SECONDS')} s for taking an answer", "STUDIO_ANSWER_SECONDS"),
    (f"closed after {number('IDLE_SECONDS')} s", "IDLE_SECONDS"),
    (f"{number('STUDIO_STREAMS')} of them event streams", "STUDIO_STREAMS"),
    (f"{number('STUDIO_TABS')} tabs", "STUDIO_TABS"),
    (f"{number('STUDIO_MOST_COMMANDS')} commands in a request", "STUDIO_MOST_COMMANDS"),
    (f"{number('STUDIO_MAPS')} maps in a view", "STUDIO_MAPS"),
    (f"{number('STUDIO_MOST_DATA') >> 20} MiB for a mesh", "STUDIO_MOST_DATA"),
    (f"{number('STUDIO_LEVELS')} levels from {number('STUDIO_LEVEL_MIN')} to {number('STUDIO_LEVEL_MAX')}", "STUDIO_LEVELS"),
    (f"{number('STUDIO_MOST_STEPS')} undo steps or {number('STUDIO_HISTORY_BYTES') >> 20} MiB", "STUDIO_MOST_STEPS"),
    (f"never fewer than {number('STUDIO_LEAST_STEPS')} steps", "STUDIO_LEAST_STEPS"),
    (f"document {number('ORO_JSON_MAX_BYTES') >> 20} MiB", "ORO_JSON_MAX_BYTES"),
    (f"{number('ORO_MAX_NODES')} nodes", "ORO_MAX_NODES"),
):
    check(words in limits, f'the page says "{words}", as {value} is')
check(f"`beat` comes every {number('BEAT_SECONDS')} s" in page, "the page says how often a beat comes")
check(f"`recent` has at most {number('MAX_RECENT')}" in page, "the page says how many recent files there are")
check(f"at most {number('MAX_ENTRIES')} entries" in page, "the page says how many entries a folder shows")
check(f"{number('NODE_PICTURE_SIDE')} pixels per side, {number('EXAMPLE_PICTURE_SIDE')} for examples" in page, "the page says how large thumbnails are")

# --- events ------------------------------------------------------------------------------------------------------------------
event_rows = {line.split("`")[1]: line for line in section("## Events").split("\n") if line.startswith("| `")}
sent = set(re.findall(r'studio_hub_tell\([^;]*?, "([a-z]+)"', whole))
check(sent == set(event_rows), f"the page tells of the events {sorted(sent)}, not of {sorted(event_rows)}")

# --- samples are JSON, and every member that the page names is one somewhere in the sources -------------------------------------
tables = "\n".join(open(p, encoding="utf-8").read() for p in glob.glob(SOURCE + "/src/op/**/*.[ch]", recursive=True))
KNOWN = set(re.findall(r'"([a-z_]+)"', whole + tables)) | set(re.findall(r"ORO_ARG\([a-z_]+, ([a-z_0-9]+)", tables))
for match in re.finditer(r"```json\n(.*?)```", page, re.S):
    for sample in match[1].strip().split("\n{"):
        try:
            json.loads(("{" if not sample.startswith("{") else "") + sample)
        except ValueError as fault:
            check(False, f"a sample of the page is no JSON: {fault}: {sample[:60]}")
for key in set(re.findall(r'"([a-z_]+)"\s*(?=:|,"|\})', page)):
    value = re.search(r'[:\[]\s*"%s"' % key, page)  # as an example of one
    check(key in KNOWN or value, f'"{key}" of the page is somewhere in the sources')


def members(value, found):
    """All keys, but for those that are names of arguments, measures or inputs."""
    if isinstance(value, dict):
        for key, inner in value.items():
            found.add(key)
            if key not in ("args", "values", "takes"):
                members(inner, found)
    elif isinstance(value, list):
        for inner in value:
            members(inner, found)
    return found


def told_in(value, text, what):
    for key in members(value, set()):
        check(f'"{key}"' in text, f'the page tells of "{key}" in {what}')


# --- what a studio sends -------------------------------------------------------------------------------------------------------
with tempfile.TemporaryDirectory() as folder:
    studio = Studio(folder)
    get = lambda path: json.loads(studio.ask("GET", path)[1])
    events = studio.events("t")
    told_in(get("/api/state"), section("### `GET /api/state`"), "the state")
    listed = {c["name"] for c in get("/api/commands")}
    told_in(get("/api/commands"), section("## Requests"), "the commands")
    table = "\n".join(rows(section("### The commands")))
    named = {form.split()[0] for form in re.findall(r"`([^`]+)`", table)}
    check(named == listed, f"the page tells of the commands {sorted(listed)}; different are {sorted(named ^ listed)}")
    told_in(get("/api/examples"), section("## Requests"), "the examples")
    told_in(get("/api/files"), section("## Requests"), "the files")
    status, answer = studio.do(["example", "starter"], document=True)
    told_in(answer, page, "an answer")
    told_in(get("/api/document"), section("### `GET /api/document`"), "the document")
    status, answer = studio.do(["plan", "size=33"])
    told_in(answer["results"], section("### The commands") + section("### `POST /api/do`"), "a plan")
    status, answer = studio.do(["set", "nothing.at", "all"])
    check(status == 400, "nonsense is 400")
    told_in(answer, page, "a failure")
    answer = json.loads(studio.ask("POST", "/api/complete", json.dumps({"line": "set ", "cursor": 4}))[1])
    told_in(answer, section("### `POST /api/complete`"), "a completion")
    studio.ask("POST", "/api/view", json.dumps({"tab": "t", "seq": 1, "levels": [33], "rest_ms": 0, "maps": [
        {"name": "h", "from": None}, {"name": "none", "from": "nowhere"}]}))
    wait_for(events, "nodes")
    studio.do(["run", "size=33"])
    wait_for(events, "ran")
    studio.do(["build", "size=33", "out=built"])
    wait_for(events, "build", lambda data: data["state"] == "done")
    targets = get("/api/targets")
    told_in(targets["targets"], section("## Requests"), "the targets")
    check("unity" in {t["name"] for t in targets["targets"]} and "size" in {o["name"] for o in targets["options"]}, "targets have options")
    status, answer = studio.do(["plan", "target=unity", "size=nearest", "out=for unity"])
    told_in(answer["results"], section("### The commands") + section("### `POST /api/do`"), "the plan of an export")
    check(answer["results"][0]["value"]["width"] == 1025 and "export" in answer["results"][0]["value"]["command"], "an export is planned")
    for words in (["target=unity", "size=34"], ["target=unity", "tale=2"], ["target=amiga"]):
        check(studio.do(["plan", *words])[0] == 400, f"a plan with {words} is refused")
    studio.do(["build", "target=unity", "size=33", "colour=off", "tiles=2x1", "out=for unity"])  # not square
    wait_for(events, "build", lambda data: data["state"] == "failed" and data["what"] == "export")
    studio.do(["build", "target=unity", "size=33", "colour=off", "out=for unity"])
    done = wait_for(events, "build", lambda data: data["state"] == "done" and data["what"] == "export")
    check(os.path.exists(f"{folder}/for unity/IMPORT.txt"), "an export writes into the project folder")
    for name, data in list(events):
        if name in event_rows:
            text = event_rows[name] + (event_rows["nodes"] if name in ("ran", "build") else "") + section("## Getting in")
            if name == "build":
                text += '"id" "op" "seconds" "cached" "hash"'
            if name == "document":
                text += section("### `GET /api/document`")
            told_in(data, text, f"the event {name}")
    seen = {name for name, _ in events}
    check(seen >= {"hello", "document", "frame", "nodes", "ran", "build"}, f"events came: {sorted(seen)}")
    studio.stop()
print(f"{len(checks)} checks")
