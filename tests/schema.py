# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Somebody else's validator reads our schema: every example must pass it, and what the reader refuses for its keys or types
# must fail. usage: schema.py SOURCE_DIR
import glob
import json
import sys

import jsonschema

root = sys.argv[1]
schema = json.load(open(f"{root}/docs/schema/scene.schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
faults = 0

for path in sorted(glob.glob(f"{root}/examples/scenes/**/*.oro.json", recursive=True) + glob.glob(f"{root}/tests/scenes/*.oro.json")):
    for error in validator.iter_errors(json.load(open(path))):
        print(f"{path}: {error.json_path}: {error.message}")
        faults += 1

base = {"orogen": 1, "nodes": [{"id": "a", "op": "constant", "args": {}}]}
refused = {
    "another format": {"orogen": 2},
    "an unknown key": {"nodez": []},
    "an unknown operator": {"nodes": [{"id": "a", "op": "constent"}]},
    "an unknown argument": {"nodes": [{"id": "a", "op": "constant", "args": {"hight": 3}}]},
    "a text for a number": {"nodes": [{"id": "a", "op": "constant", "args": {"height": "high"}}]},
    "a number out of range": {"nodes": [{"id": "a", "op": "constant", "args": {"height": 1e9}}]},
    "a node without an id": {"nodes": [{"op": "constant"}]},
    "a world key": {"world": {"extend": 3}},
    "a key of pictures": {"render": {"sunn": [310, 32]}},
    "half a sun": {"render": {"sun": [310]}},
}
if not validator.is_valid(base):
    print("the plainest scene is refused")
    faults += 1
for what, change in refused.items():
    if validator.is_valid({**base, **change}):
        print(f"{what} passes the schema")
        faults += 1

print(f"{faults} faults")
sys.exit(1 if faults else 0)
