#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: check_layers.sh [ROOT]
# The rules of docs/architecture.md that a compiler does not see:
#   core <- run <- noise, solve, mesh <- op <- scene <- io <- build <- export <- studio, cli, and render needs nothing above solve;
#   core, run, noise, solve, mesh, op and scene need nothing but the C library;
#   an operator includes no other operator; the command line names none;
#   kernels (noise, solve, mesh, op/<family>) call no transcendental function of libm, use no intrinsics, print and open nothing;
#   the library reads and writes numbers through core/text.h, which no locale changes, and its sentences name members, not flags;
#   headers of noise, solve, mesh and operators hold only static functions (inline, or kept apart for the vectoriser), since they are compiled once per CPU level.
# Prints file:line: sentence for each fault.
set -euo pipefail
root=${1:-$(dirname "$0")/..}
cd "$root"

faults=$(mktemp)
trap 'rm -f "$faults"' EXIT

# Code without comments and without what stands between quotes (the quotes stay), lines kept. With includes=1 the text of
# #include lines stays.
code_of() {
    awk '{
        if (/^[ \t]*#[ \t]*include/) { sub(/\/\/.*/, ""); print; next }
        out = ""
        n = length($0)
        for (i = 1; i <= n; i++) {
            two = substr($0, i, 2); c = substr($0, i, 1)
            if (comment) { if (two == "*/") { comment = 0; i++ } continue }
            if (quote != "") { if (c == "\\") i++; else if (c == quote) { out = out c; quote = "" } continue }
            if (two == "//") break
            if (two == "/*") { comment = 1; i++; continue }
            if (c == "\"" || c == "\x27") quote = c
            out = out c
        }
        quote = ""
        print out
    }' "$1"
}

sources() { find "$@" -name '*.[ch]' -type f 2>/dev/null | sort; }

# --- includes ---------------------------------------------------------------------------------------------------------

may_include() { # module -> the modules it may include
    case $1 in
    core) echo core ;;
    run) echo core run ;;
    noise) echo core run noise ;;
    solve) echo core run noise solve ;;
    mesh) echo core run mesh ;;
    op) echo core run noise solve mesh op ;;
    scene) echo core op scene ;;
    render) echo core run noise solve render ;;
    io) echo core op scene render io ;;
    build) echo core op scene render io build ;;
    export) echo core op scene render io build export ;;
    studio) echo core op scene render io build export studio ;;
    cli) echo core op scene render io build export studio/studio.h cli ;;
    esac
}

# The headers of the kinds of data, by their list.
kinds=$(sed -nE 's/^ *KIND\([A-Z]+, ([a-z]+), oro_.*/\1.h/p' include/orogen/kinds.h 2>/dev/null | paste -sd' ' - || true)

public_headers() { # module -> the public headers it may include
    case $1 in
    core | run | noise | solve | mesh | op) echo base.h kinds.h grid.h operator.h $kinds ;;
    scene) echo base.h kinds.h grid.h operator.h scene.h ;;
    render) echo base.h grid.h mesh.h volume.h render.h ;;
    *) echo base.h kinds.h grid.h $kinds operator.h operators.h scene.h io.h render.h build.h export.h orogen.h ;;
    esac
}

c_library=" assert.h complex.h ctype.h errno.h fcntl.h fenv.h float.h inttypes.h limits.h locale.h math.h pthread.h sched.h \
setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h \
strings.h sys/mman.h sys/resource.h sys/stat.h sys/types.h time.h unistd.h \
immintrin.h " # the last is the compiler's: stores past the caches

check_include() { # file line quote-or-angle path
    local file=$1 line=$2 kind=$3 path=$4
    local module=${file#src/}
    module=${module%%/*}
    if [ "$kind" = '<' ]; then
        case $module in
        core | run | noise | solve | mesh | op | scene)
            [[ $c_library == *" $path "* || "$file <$path>" == "src/mesh/quadrics.h <meshoptimizer.h>" ]] ||
                echo "$file:$line: <$path> is not of the C library, and $module belongs to the part that needs nothing else"
            ;;
        esac
        return 0
    fi
    if [[ $path == orogen/* ]]; then
        # The table of the world, and the schema that emit prints, are about scenes.
        [[ $file == src/op/@(emit|world)* && $path == orogen/scene.h ]] && return 0
        [[ " $(public_headers "$module") " == *" ${path#orogen/} "* ]] ||
            echo "$file:$line: $module may not include <$path>; it may include $(public_headers "$module")"
        return 0
    fi
    # Without a folder, a header beside the file.
    local target=$path
    [[ $path == */* ]] || target=$(dirname "${file#src/}")/$path
    local to=${target%%/*}
    if [[ $path == ../* || $path == */../* ]]; then
        echo "$file:$line: \"$path\" climbs out of its folder; paths begin at src/"
    elif [[ " $(may_include "$module") " != *" $to "* && " $(may_include "$module") " != *" $target "* ]]; then
        echo "$file:$line: $module may not include $to (\"$path\"); it may include $(may_include "$module")"
    fi
    # src/op/<family>/x.c or src/op/<family>/x/: of the families' files only its own.
    local own='' theirs=''
    [[ ! $file =~ ^src/op/([a-z]+/[a-z0-9_]+)[./] ]] || own=${BASH_REMATCH[1]}
    [[ ! $target =~ ^op/([a-z]+/[a-z0-9_]+)[./] ]] || theirs=${BASH_REMATCH[1]}
    if [ -n "$own" ] && [ -n "$theirs" ]; then
        [ "$own" = "$theirs" ] ||
            echo "$file:$line: an operator may not include another's file (\"$path\"); what two need belongs in src/solve"
    fi
    return 0
}

for file in $(sources src); do
    # Public headers are written with quotes or angles; both reach the same rules.
    while IFS=: read -r line kind path; do
        [[ $path == orogen/* ]] && kind='"'
        check_include "$file" "$line" "$kind" "$path"
    done < <(sed -nE '/^[ \t]*#[ \t]*include[ \t]*["<]/{=;p}' "$file" |
        sed -nE 'N;s/^([0-9]+)\n[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">].*/\1:\2:\3/p' | tr -d '\r')
done >>"$faults"

for file in $(sources include); do
    sed -nE '/^[ \t]*#[ \t]*include[ \t]*"/{=;p}' "$file" | sed -nE 'N;s/^([0-9]+)\n.*"([^"]+)".*/\1:\2/p' |
        while IFS=: read -r line path; do
            [ -f "include/orogen/$path" ] || [ "$path" = operators.h ] ||
                echo "$file:$line: a public header may include only public headers, not \"$path\""
        done
    ! grep -qE '^[a-z][^=;]*oro_[a-z0-9_]+\(' "$file" || grep -q '^extern "C" {' "$file" ||
        echo "$file:1: a public header that declares calls opens extern \"C\", for C++"
done >>"$faults"

# --- kernels ----------------------------------------------------------------------------------------------------------

transcendental='(exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|cbrt|hypot|erf|erfc|tgamma|lgamma|sincos)[fl]?'
impure='(printf|fprintf|puts|fputs|fopen|open|getenv|rand|srand|random|time|clock|clock_gettime|malloc|calloc|realloc|aligned_alloc|exit|abort)'

kernel_files() { sources src/noise src/solve src/mesh; find src/op -mindepth 2 -name '*.[ch]' -type f 2>/dev/null | sort; }

for file in $(kernel_files); do
    code_of "$file" | awk -v file="$file" -v math="(^|[^A-Za-z0-9_.>])$transcendental[ ]*\\\\(" \
        -v impure="(^|[^A-Za-z0-9_.>])$impure[ ]*\\\\(" '
        $0 ~ math {
            print file ":" NR ": a transcendental function of libm gives other bits on another machine; core/math.cell.h has ours"
        }
        $0 ~ impure { print file ":" NR ": kernels and operators print, open, ask and allocate nothing by themselves" }
        /_mm(256|512)?_|[a-z]*mmintrin\.h|arm_neon\.h|__builtin_fma|(^|[^A-Za-z0-9_])fmaf?[ ]*\(/ {
            print file ":" NR ": no intrinsics and no fused multiply-add; write a loop the compiler vectorises"
        }
        /^static [^=(]*[A-Za-z0-9_]+(\[[^]]*\])* *(=|;)/ && !/^static (inline |const |_Thread_local const )/ && !/const [a-z0-9_]+ *(\[|=)/ {
            print file ":" NR ": a variable of the file makes an operator impure; keep state on the stack or in scratch"
        }'
done >>"$faults"

# A function's first line begins in the first column. A macro such as ORO_CELL stands for static inline.
for file in $(find src/noise src/solve src/mesh src/op/*/ -name '*.h' -type f 2>/dev/null | sort); do
    code_of "$file" | awk -v file="$file" '
        /^[a-z_][A-Za-z0-9_ \*]*\(/ && !/^static (inline |__attribute__)/ && !/^(typedef|struct|enum|union|extern "C")/ {
            print file ":" NR ": headers compiled once per CPU level hold only static functions"
        }'
done >>"$faults"

# --- numbers and sentences of the library -----------------------------------------------------------------------------

library() { sources src/core src/run src/noise src/solve src/mesh src/op src/scene src/io src/render src/build src/export; }

for file in $(library); do
    [ "$file" != src/core/text.c ] || continue
    code_of "$file" | awk -v file="$file" '
        /(^|[^A-Za-z0-9_])(strtod|strtof|strtold|atof|vprintf|vfprintf|vsprintf|vsnprintf|setlocale)[ ]*\(/ {
            print file ":" NR ": numbers are read and written through core/text.h, whatever the locale"
        }'
    # A call may run over several lines: from printf( to the line that ends it.
    awk -v file="$file" '
        /(^|[^A-Za-z0-9_])(printf|fprintf|sprintf|snprintf)[ ]*\(/ { open = 1 }
        open && /%[-+ #0]*[0-9.*]*[aefgAEFG]/ {
            print file ":" NR ": a number with a point is printed by oro_print(), whatever the locale"
        }
        /;[ \t]*(\/\/.*)?$/ { open = 0 }' "$file"
    # Help pages (emit) and examples of operators are about the command line.
    [[ $file != src/op/emit* ]] || continue
    sed -E 's#//.*##' "$file" | awk -v file="$file" '
        /\.example *=/ { example = 1 }
        !example && /"[^"]*(--[a-z]|orogen (build|convert|ops|new|render|help))[^"]*"/ && !/<!--/ {
            print file ":" NR ": the library names a member, not a flag or a command; src/cli knows those"
        }
        /[,;)]$/ { example = 0 }'
done >>"$faults"

# --- the command line names no operator -------------------------------------------------------------------------------

operators=$(sed -nE 's/^OP\([a-z]+, *([a-z0-9_]+)\).*/\1/p' src/op/ops.def | paste -sd'|' -)
if [ -n "$operators" ]; then
    for file in $(sources src/cli src/studio); do
        grep -nE "\"($operators)\"" "$file" | grep -vE '^[0-9]+:([ \t]*(//|#[ \t]*include)|.*// a (verb|style|flag))' |
            sed -E "s#^([0-9]+):.*\"($operators)\".*#$file:\1: names the operator \"\2\"; the command line and the studio know operators only through their tables#" || true
    done >>"$faults"
fi

sort -t: -k1,1 -k2,2n "$faults"
count=$(wc -l <"$faults")
[ "$count" -eq 0 ] && echo "layers are in order" || { echo "$count faults"; exit 1; }
