#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: check_fresh.sh BUILD
# Are the generated files in the tree what the argument tables give now? Neither missing, nor old, nor left over. And do the
# pictures show what operators and example scenes give now?
set -euo pipefail
cd "$(dirname "$0")/.."
emit=${1:-build}/orogen-emit
pictures=${1:-build}/orogen-pictures
for tool in "$emit" "$pictures"; do
    [ -x "$tool" ] || { echo "$tool is not there; build first"; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/include/orogen" "$work/docs/operators" "$work/docs/schema" "$work/docs/images/operators"
# Pages show the numbers that lie there; whether those are right the pictures' own check says.
cp docs/images/operators/measured.txt "$work/docs/images/operators/" 2>/dev/null || true
"$emit" write "$work"

faults=0
fault() {
    echo "$*"
    faults=$((faults + 1))
}
while IFS= read -r file; do
    if [ ! -f "$file" ]; then
        fault "$file is missing; ./dev docs writes it"
    elif ! diff -u --label "$file (in the tree)" --label "$file (as generated now)" "$file" "$work/$file" >"$work/diff"; then
        head -n 30 "$work/diff"
        fault "$file is not what the tables give now; ./dev docs writes it"
    fi
done < <(cd "$work" && find include docs -type f | sort)

# What lies in a generated folder and is not generated any more was left behind by an operator that went.
while IFS= read -r file; do
    [ -f "$work/$file" ] || fault "$file is generated no more; remove it"
done < <(find docs/operators docs/schema -type f 2>/dev/null | sort)

"$pictures" check . || faults=$((faults + 1))

[ "$faults" -eq 0 ] && echo "generated files are as the tables give them"
