#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: check_cells.sh [ROOT]
# Does every *.cell.h compile as OpenCL C 1.2, and as C by both compilers? Each is included alone, and twice, so that it also
# names what it needs and guards itself. Contraction is off from the first line on: core/cell.h holds the pragma, nobody else
# does, and every cell header includes it before anything else. Structs hold no bool, since kernels take them as arguments.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

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

fault() {
    echo "$*"
    faults=$((faults + 1))
}

pragma='^[[:space:]]*#[[:space:]]*pragma[[:space:]]+(OPENCL|STDC)[[:space:]]+FP_CONTRACT'
grep -qE "$pragma OFF\$" src/core/cell.h || fault "src/core/cell.h does not turn contraction off"
while IFS= read -r file; do
    fault "$file: the pragma FP_CONTRACT belongs in core/cell.h alone, where nothing comes before it"
done < <(grep -rlE "$pragma" src --include='*.h' --include='*.c' --include='*.cl' | grep -vx src/core/cell.h || true)

while IFS= read -r -d '' file; do
    if [ "$file" != src/core/cell.h ]; then
        first=$(grep -m 1 -E '^[[:space:]]*#[[:space:]]*include' "$file" || true)
        [ "$first" = '#include "core/cell.h"' ] ||
            fault "$file includes ${first:-nothing} first; core/cell.h comes before all else, since it turns contraction off"
    fi
    if grep -nE '^    bool [a-z_, ]+;' "$file"; then
        fault "$file has a bool in a struct, whose size OpenCL leaves open; int32_t has one"
    fi
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
        fault "$file uses double, which OpenCL devices may lack"
    fi
done < <(find src -name '*.cell.h' -print0; printf 'src/core/cell.h\0')

# Kernels include cells and nothing else, so that what they compute is what the CPU does.
kernels=0
while IFS= read -r -d '' file; do
    kernels=$((kernels + 1))
    while IFS= read -r line; do
        fault "$file: a kernel includes cell headers alone, not ${line#*include }"
    done < <(grep -E '^[[:space:]]*#[[:space:]]*include' "$file" | grep -vE '"[a-z_/]+\.cell\.h"' || true)
    compiles "OpenCL C 1.2" "$file" clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror \
        -Wno-unused-function -Isrc "$file"
done < <(find src tests -name '*.cl' -print0)

echo "$cells cell headers, $kernels kernel files, $faults faults"
[ "$faults" -eq 0 ]
