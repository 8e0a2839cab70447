#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: turned_off.sh OROGEN
# A slope that is turned off stands for the heights it would be taken of, for every command that names it: two scenes, one with
# such a node and one without, give the same.
set -euo pipefail
orogen=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
scene() { # FILE NAMED MORE_NODES
    cat >"$1" <<JSON
{"orogen": 1, "world": {"extent": 4000, "height": [-500, 1500], "resolution": 65, "seed": 3},
 "nodes": [{"id": "hills", "op": "noise", "args": {"amplitude": 400}}$3],
 "outputs": [{"from": "$2", "file": "height.png"}, {"file": "last.png"}, {"from": "$2", "file": "land.glb"}]}
JSON
}
scene without.oro.json hills ''
scene with.oro.json steep ', {"id": "steep", "op": "slope", "enabled": false, "args": {}}'
faults=0
same() { # WHAT FILE FILE
    if diff -r "$2" "$3" >/dev/null; then return; fi
    echo "FAULT: $1 is not the same with a node that is turned off"
    faults=$((faults + 1))
}
for scene in with without; do
    node=$([ $scene = with ] && echo steep || echo hills)
    "$orogen" build $scene.oro.json -o $scene --quiet
    "$orogen" build $scene.oro.json -o dry --dry-run --json | grep -v '"scene"\|"node"\|budget\|bytes' >$scene.plan
    "$orogen" render $scene.oro.json -o $scene.png --size 64x36 --quality draft --quiet
    "$orogen" render $scene.oro.json -o $scene-node.png --node $node --size 64x36 --quality draft --quiet
    "$orogen" score $scene.oro.json >$scene.score
    "$orogen" validate $scene.oro.json >/dev/null
done
same "what is built" with without
same "what is planned" with.plan without.plan
same "the picture" with.png without.png
same "the picture of the node" with-node.png without-node.png
same "the score" with.score without.score
[ $faults = 0 ] && echo "build, plan, render, score and validate go through a node that is turned off"
