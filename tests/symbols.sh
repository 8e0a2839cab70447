#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: symbols.sh BUILD_DIR SOURCE_DIR [bless]
# What the shared library exports is symbols.txt, neither more nor less, and every name of it stands in a public header. The
# archives define nothing outside of our own names, so that they fit into any program. bless writes symbols.txt anew.
set -euo pipefail
build=$1
source=$2
list=$source/tests/symbols.txt
export LC_ALL=C
faults=0
fault() {
    echo "$*"
    faults=$((faults + 1))
}

exported=$(nm -D --defined-only "$build/liborogen.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
[ -n "$exported" ] || fault "liborogen.so exports nothing"
if [ "${3:-}" = bless ]; then
    printf '%s\n' "$exported" >"$list"
    echo "$(wc -l <"$list") names"
    exit 0
fi
if ! diff <(printf '%s\n' "$exported") "$list" >/dev/null; then
    { diff "$list" <(printf '%s\n' "$exported") || true; } | sed -n 's/^> /exported, but not in symbols.txt: /p; s/^< /in symbols.txt, but not exported: /p'
    fault "./dev bless symbols accepts what the library exports now"
fi
for name in $exported; do
    grep -qE "\b$name\(" "$source"/include/orogen/*.h || fault "$name is exported, but no public header declares it"
done
# Every function that a header declares outside of comments, and does not define itself, can be called.
declared=$(sed -E 's#//.*##' "$source"/include/orogen/*.h | grep -v '^static inline\|^typedef\|^#\|^ ' | grep -oE '\boro_[a-z0-9_]+\(' | tr -d '(' | sort -u)
for name in $declared; do
    grep -qx "$name" <<<"$exported" || fault "$name is declared in a public header, but not exported"
done

numbers=$(sed -nE 's/^#define ORO_VERSION_(MAJOR|MINOR) +([0-9]+).*/\2/p' "$source/include/orogen/base.h" | paste -sd. -)
[ "${numbers%%.*}" = 0 ] || numbers=${numbers%%.*}
readelf -d "$build/liborogen.so" | grep -q "SONAME.*\[liborogen.so.$numbers\]" || fault "the SONAME is not liborogen.so.$numbers"
[ -e "$build/liborogen.so.$numbers" ] || fault "liborogen.so.$numbers is missing"

check_archive() { # FILE PATTERN
    local others
    others=$(nm -g --defined-only "$build/$1" 2>/dev/null | awk -v ours="$2" 'NF == 3 && $3 !~ ours { print $3 }' | sort -u | paste -sd' ' -)
    [ -z "$others" ] || fault "$1 defines $others"
}
check_archive liborogen-core.a '^oro_'
check_archive liborogen.a '^oro_'
check_archive liborogen_studio.a '^(oro|studio)_'

echo "$(wc -l <"$list") names exported"
[ "$faults" -eq 0 ]
