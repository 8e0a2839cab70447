#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Does every *.cell.h compile as OpenCL C 1.2, and as C by both compilers? Each is included alone, and twice, so that it also
# names what it needs and guards itself.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
cells=0

compiles() {
    local kind=$1 file=$2
    shift 2
    "$@" 2>"$work/said" && return
    echo "$file does not compile as $kind:"
    head -n 20 "$work/said" | sed 's/^/    /'
    faults=$((faults + 1))
}

while IFS= read -r -d '' file; do
    cells=$((cells + 1))
    name=${file#src/}
    printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"$work/cell.c"
    cp "$work/cell.c" "$work/cell.cl"
    echo 'kernel void nothing(global float *p) { p[0] = 0.0f; }' >>"$work/cell.cl"
    compiles "OpenCL C 1.2" "$file" clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror \
        -Wno-unused-function -Isrc -Iinclude "$work/cell.cl"
    compiles "C17 (clang)" "$file" clang -std=c17 -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only -Isrc -Iinclude \
        "$work/cell.c"
    compiles "C17 (gcc)" "$file" gcc -std=c17 -Wall -Wextra -Werror -fsyntax-only -Isrc -Iinclude "$work/cell.c"
    if grep -nE '(^|[^[:alnum:]_])double([^[:alnum:]_]|$)' "$file" | grep -vE '^[0-9]+:[[:space:]]*//' | grep -vE '//.*double'; then
        echo "$file uses double, which OpenCL devices may lack"
        faults=$((faults + 1))
    fi
done < <(find src -name '*.cell.h' -print0; printf 'src/core/cell.h\0')

echo "$cells cell headers, $faults faults"
[ "$faults" -eq 0 ]
