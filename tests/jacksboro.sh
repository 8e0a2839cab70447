#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: jacksboro.sh OROGEN SOURCE_DIR
# Erodes real land: the survey that Debian's python-matplotlib-data carries, read as it lies in the package. Skipped (77) where
# the package is not installed. The land has to stay the land it was: water cuts, and lays down, but less than the land is high.
set -eu
orogen=$(realpath "$1")
scene=$(realpath "$2")/docs/showcases/jacksboro.oro.json
dem=$(dpkg -L python-matplotlib-data 2>/dev/null | grep '/jacksboro_fault_dem\.npz$' || true)
[ -f "$dem" ] || { echo "skipped: python-matplotlib-data is not installed"; exit 77; }
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

"$orogen" build "$scene" -o "$here/out" --size 257 --set "dem.file=$dem" --quiet
"$orogen" info "$here/out/difference.npy" | awk '
    $1 == "lowest" { lowest = $2 } $1 == "highest" { highest = $2 }
    END {
        printf "carved by up to %s m, raised by up to %s m\n", -lowest, highest
        exit !(lowest < -3 && lowest > -100 && highest > 0.5 && highest < 100)
    }'
