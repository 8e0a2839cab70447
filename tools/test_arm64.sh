#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# The golden hashes on arm64, under qemu: every operator and every example scene must give the bits that x86-64 gives. Only
# what needs no foreign library is compiled (no PNG, no ray tracer); what is missing then is never called.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build/arm64
mkdir -p "$out"
launcher=()
! command -v ccache >/dev/null || launcher=(ccache)

list() {
    ls src/core/*.c src/scene/*.c src/op/*.c src/op/registry_level.c
    find src/noise src/solve -name '*.c'
    sed -nE 's|^OP\(([a-z]+), ([a-z0-9_]+)\)|src/op/\1/\2.c|p' src/op/ops.def
    grep -LE '#include [<"](png|tiff|tiffio|geo|xtiff|Imf|openexr|zlib|embree|microhttpd)' src/io/*.c src/render/*.c
    echo tests/golden.c
}
compile() {
    local object=$out/${1//\//_}.o
    "${launcher[@]}" aarch64-linux-gnu-gcc -std=gnu17 -O2 -w -ffp-contract=off -fno-math-errno -fno-trapping-math -Iinclude -Isrc \
        -DORO_LEVEL=baseline -DSOURCE_DIR="\"$PWD\"" -c "$1" -o "$object"
}
rm -f "$out"/*.o
mapfile -t files < <(list | sort -u)
running=0
for file in "${files[@]}"; do
    compile "$file" &
    running=$((running + 1))
    if [ "$running" -ge 2 ]; then
        wait -n
        running=$((running - 1))
    fi
done
while [ "$running" -gt 0 ]; do
    wait -n
    running=$((running - 1))
done
aarch64-linux-gnu-gcc -static -o "$out/golden" "$out"/*.o -Wl,--unresolved-symbols=ignore-all -lm -lpthread
qemu-aarch64 "$out/golden" check once
