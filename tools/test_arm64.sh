#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: test_arm64.sh GOLDEN SIDE|full [FIGURES]
# arm64, emulated by qemu: every operator and every example scene must give the bits that x86-64 gives, on maps of SIDE samples as
# the program GOLDEN of this machine computes them, or in full size as tests/golden.txt keeps them. Compiled as the release is,
# but only what needs no foreign library (no PNG, no ray tracer); what is missing then is never called.
set -euo pipefail
golden=$(realpath "$1")
side=$2
figures=$(realpath -m "${3:-/dev/null}")
cd "$(dirname "$0")/.."
out=build/arm64
mkdir -p "$out"
rm -f "$out"/*.o
cores=$(nproc)
launcher=
! command -v ccache >/dev/null || launcher=ccache
export out side launcher

list() {
    ls src/core/*.c src/run/*.c src/scene/*.c src/op/*.c
    find src/noise src/solve -name '*.c'
    find src/op -mindepth 2 -name '*.c'
    grep -LE '#include [<"](png|tiff|tiffio|geo|xtiff|Imf|openexr|zlib|embree|microhttpd|meshoptimizer)' src/io/*.c src/render/*.c
    echo tests/golden.c
}
compile() {
    $launcher aarch64-linux-gnu-gcc -std=gnu17 -O3 -w -ffp-contract=off -fno-math-errno -fno-trapping-math \
        -fno-tree-loop-distribute-patterns -Iinclude -Isrc -DORO_LEVEL=baseline -DSOURCE_DIR="\"$PWD\"" -c "$1" -o "$out/${1//\//_}.o"
}
emulate() { qemu-aarch64 "$out/golden" hash "$side" "$1"; }
export -f compile emulate

list | sort -u | xargs -P "$cores" -n 1 bash -ec 'compile "$1"' -
aarch64-linux-gnu-gcc -static -o "$out/golden" "$out"/*.o -Wl,--unresolved-symbols=ignore-all -lm -lpthread
# The slowest first, so that no core waits for it at the end.
"$golden" names | awk '$2 == "pipes" { print $2; next } { rest = rest $2 "\n" } END { printf "%s", rest }' |
    xargs -P "$cores" -n 1 bash -ec 'emulate "$1"' - | sort >"$out/arm64.txt"
if [ "$side" = full ]; then
    grep -v '^#' tests/golden.txt
else
    "$golden" hash "$side" all
fi | sort >"$out/here.txt"
if ! diff "$out/here.txt" "$out/arm64.txt"; then
    echo "these differ: < $(uname -m), > arm64 (maps: $side)"
    exit 1
fi
operators=$(grep -c '^operator ' "$out/arm64.txt")
scenes=$(grep -c '^scene ' "$out/arm64.txt")
echo "$operators operators and $scenes scenes on maps of $side samples: the same bits on $(uname -m) and arm64"
printf 'operators with the same bits on x86-64 and arm64 %d\nscenes with the same bits on x86-64 and arm64 %d\n' \
    "$operators" "$scenes" >"$figures"
