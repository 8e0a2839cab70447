#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: build_same.sh OROGEN SOURCE_DIR PROGRAM…
# The programs (examples/c/build.c with one library or the other) and `orogen build` write the same files, byte for byte.
set -euo pipefail
orogen=$1
source=$2
shift 2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
for scene in "$source"/tests/scenes/all_kinds.oro.json "$source"/examples/scenes/starter.oro.json \
    "$source"/examples/scenes/test-pattern.oro.json; do
    # The program asks for no size, so the scene has to be small.
    sed -E 's/("resolution": *)[0-9]+/\1129/' "$scene" >small.oro.json
    "$orogen" build small.oro.json -o line --force --quiet
    for program in "$@"; do
        "$program" small.oro.json called >listed
        diff -r line called || {
            echo "$program and orogen build differ over $scene"
            exit 1
        }
        # What is reported is what lies there: levels of a pyramid go by one name.
        while IFS=, read -r path _; do
            [ -f "$path" ] || [ -f "${path%.*}.l0.${path##*.}" ] || {
                echo "$path is reported, but not there"
                exit 1
            }
        done <listed
        echo "$(find called -type f | wc -l) files of $(basename "$scene") are the same by $(basename "$program")"
        rm -r called
    done
    rm -r line
done
# A refusal is a sentence, and nothing lies there after it.
! "$1" absent.oro.json nothing 2>told || {
    echo "$1 built a scene that is not there"
    exit 1
}
grep -q absent.oro.json told && [ ! -e nothing ]
# Fifteen lines, blank ones and the head aside.
lines=$(grep -cvE '^(//.*)?$' "$source/examples/c/build.c")
[ "$lines" -le 15 ] || {
    echo "examples/c/build.c has $lines lines; a program that builds a scene takes 15"
    exit 1
}
