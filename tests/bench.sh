#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: bench.sh BENCH OROGEN
# Times every operator once on small maps, with the project's bench and with the command: the numbers mean nothing, but none
# may fail.
set -euo pipefail
bench=$1
orogen=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder

"$orogen" ops --json | python3 -c 'import json, sys; print(*[o["name"] for o in json.load(sys.stdin)["operators"]], sep="\n")' >"$folder/names"
"$bench" --sizes 65 --runs 1 --triad 64 --csv "$folder/table.csv" >"$folder/bench.txt"
while read -r name; do
    grep -q "^$name " "$folder/bench.txt" || { echo "$name was not timed by bench"; exit 1; }
    "$bench" --sizes 17 --runs 1 --triad 64 "$name" >"$folder/one.txt" || { echo "bench $name fails"; exit 1; }
done <"$folder/names"
"$orogen" bench --size 17 >"$folder/command.txt"
# One that reads a file is told of, not timed.
while read -r name; do
    grep -q "^$name " "$folder/command.txt" || { echo "$name was not timed by orogen bench"; exit 1; }
done < <("$orogen" ops --json | python3 -c 'import json, sys
for o in json.load(sys.stdin)["operators"]:
    if not any(a["type"] == "file" for a in o["args"]): print(o["name"])')
echo "$(wc -l <"$folder/names") operators timed"
