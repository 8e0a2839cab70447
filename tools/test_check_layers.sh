#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Does check_layers.sh see what it is there to see? Plants one fault at a time in a small tree and expects its line.
set -euo pipefail
check=$(cd "$(dirname "$0")" && pwd)/check_layers.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0

fresh_tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree"/{include/orogen,src/{core,run,noise,solve,op/filter/room,op/analyse,scene,io,render,build,cli}}
    cd "$work/tree"
    printf 'OP(analyse, slope)\nOP(filter, blend)\n' >src/op/ops.def
    touch include/orogen/{base,grid,operator,scene}.h
    printf '#include "orogen/base.h"\n#include <math.h>\n' >src/core/core.h
    printf 'static inline float a(float v) {\n    return v;\n}\n' >src/solve/fine.h
    # Nothing here is a fault: names that only look like libm, calls in comments and in quotes, its own cell header.
    cat >src/op/analyse/slope.c <<'C'
#include "op/op.h"
#include "op/analyse/slope.cell.h"
static const float table[] = {1, 2};
static const char *const word = "exp(";
static float run(void) { return oro_exp(1) + a.log(2) + sqrtf(3); } // sin(x)
C
    touch src/op/op.h src/op/analyse/slope.cell.h src/op/filter/room/part.h
    # Nor is an operator with a folder of its own, which names its parts by their place or beside it.
    printf '#include "part.h"\n#include "op/filter/room/part.h"\n' >src/op/filter/room/room.c
}

# expect FILE LINE WORDS CODE: writes CODE to FILE and wants FILE:LINE with WORDS among the faults.
expect() {
    local file=$1 line=$2 words=$3 code=$4 said
    fresh_tree
    printf '%b\n' "$code" >"$file"
    if said=$("$check" "$work/tree"); then
        echo "not seen: $file: $code"
        faults=$((faults + 1))
    elif ! grep -qE "^$file:$line: .*$words" <<<"$said"; then
        printf 'seen, but not as %s:%s: %s\n%s\n' "$file" "$line" "$words" "$said"
        faults=$((faults + 1))
    fi
}

fresh_tree
"$check" "$work/tree" || { echo "a tree in order was refused"; faults=$((faults + 1)); }

expect src/core/a.c 2 'core may not include op' '\n#include "op/op.h"'
expect src/core/a.c 1 'may not include <orogen/scene.h>' '#include "orogen/scene.h"'
expect src/solve/a.h 1 'solve may not include op' '#include "op/op.h"'
expect src/run/a.c 1 'run may not include op' '#include "op/op.h"'
expect src/run/a.c 1 'run may not include solve' '#include "solve/fine.h"'
expect src/core/a.c 1 'core may not include run' '#include "run/run.h"'
expect src/run/a.c 1 'not of the C library' '#include <png.h>'
expect src/noise/a.h 1 'noise may not include op' '#include "op/op.h"'
expect src/op/a.c 1 'op may not include scene' '#include "scene/scene.h"'
expect src/scene/a.c 1 'scene may not include io' '#include "io/json.h"'
expect src/render/a.c 1 'render may not include op' '#include "op/run.h"'
expect src/io/a.c 1 'io may not include build' '#include "build/job.h"'
expect src/build/a.c 1 'build may not include cli' '#include "cli/cli.h"'
expect src/scene/a.c 1 'png.h' '#include <png.h>'
expect src/core/a.c 1 'climbs out' '#include "../op/op.h"'
expect src/op/filter/a.c 1 "another's file" '#include "op/analyse/slope.cell.h"'
expect src/op/filter/a.c 1 "another's file" '#include "b.h"'
expect src/op/filter/room/a.c 1 "another's file" '#include "op/analyse/slope.cell.h"'
expect src/op/filter/a.c 1 "another's file" '#include "op/filter/room/part.h"'
expect src/op/filter/room/part.h 1 'only static' 'float f(float x) { return x; }'
expect src/op/filter/room/a.c 1 'print, open' 'static void f(void) { printf("x"); }'
expect src/op/filter/a.c 2 'transcendental' 'float f(float x) {\n    return expf(x);\n}'
expect src/noise/a.h 1 'transcendental' 'static inline double f(double x) { return 1.0-pow (x, 2); }'
expect src/op/filter/a.c 1 'print, open' 'static void f(void) { printf("x"); }'
expect src/op/filter/a.c 1 'intrinsics' 'static void f(void) { _mm256_zeroall(); }'
expect src/op/filter/a.c 1 'variable of the file' 'static int calls;'
expect src/op/filter/a.c 1 'variable of the file' 'static float table[3] = {1};'
expect src/solve/a.h 1 'only static' 'float f(float x) { return x; }'
expect src/noise/a.h 1 'only static' 'float f(float x);'
expect src/cli/a.c 1 'names the operator "slope"' 'const char *a = "slope";'
expect src/cli/a.c 2 'names the operator "blend"' '\nconst char *a = f("blend");'
expect src/io/a.c 2 'through core/text.h' 'double f(const char *t) {\n    return strtod(t, NULL); }'
expect src/core/a.c 1 'through core/text.h' 'void f(va_list l) { vsnprintf(b, 9, t, l); }'
expect src/io/a.c 2 'printed by oro_print' 'void f(void) { snprintf(b, 9,\n    "%%s is %%.3g m", a, 1.0); }'
expect src/render/a.c 1 'not a flag or a command' 'void f(void) { oro_fail(c, 1, "--sun", "low"); }'
expect src/io/a.c 1 'not a flag or a command' 'void f(void) { g("use orogen convert"); }'
expect include/orogen/a.h 1 'for C\+\+' 'int oro_call(void);'
expect include/orogen/a.h 1 'only public headers' '#include "core/cell.h"'

[ "$faults" -eq 0 ] && echo "every planted fault was seen"
