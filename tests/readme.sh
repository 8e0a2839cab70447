#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Runs every `orogen` line of the README, in order, in an empty folder, and builds the scene it shows.
# usage: readme.sh OROGEN README.md
set -euo pipefail
orogen=$(realpath "$1")
readme=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp -r "$(dirname "$readme")/examples" .

awk '/^```json$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$readme" >shown.oro.json
"$orogen" build shown.oro.json -o shown --size 129 --quiet

lines=0
while IFS= read -r line; do
    line=${line%%#*}
    line=${line//--size 4k/--size 257}
    line=${line/orogen render /orogen render --quality draft }
    echo "$line"
    eval "\"$orogen\" ${line#orogen }" </dev/null >out.txt 2>&1 || { cat out.txt; exit 1; }
    lines=$((lines + 1))
done < <(awk '/^```/ {inside = !inside; next} inside && /^orogen /' "$readme")
[ "$lines" -ge 12 ] || { echo "only $lines commands were found in $readme"; exit 1; }
echo "$lines commands of the README work"
