# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# What the tests of the command line share: `source cli_lib.sh OROGEN` goes into an empty folder, away from the settings of whoever
# runs the test; `finish` ends with how many checks there were. The program's words go to out.txt and err.txt.
# shellcheck shell=bash
set -u
orogen=$(realpath "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
unset OROGEN_THREADS OROGEN_CPU NO_COLOR
export HOME="$here" XDG_CONFIG_HOME="$here/settings"
checks=0
faults=0
last=
: >out.txt
: >err.txt

fault() {
    faults=$((faults + 1))
    echo "FAULT: $*" >&2
    sed 's/^/    stdout: /' out.txt | head -n 12 >&2
    sed 's/^/    stderr: /' err.txt | head -n 12 >&2
}

# run CODE WORDS…: runs the program and expects that exit code.
run() {
    local code=$1 got
    shift
    checks=$((checks + 1))
    last="orogen $*"
    "$orogen" "$@" >out.txt 2>err.txt </dev/null
    got=$?
    [ "$got" -eq "$code" ] || fault "$last: exit code $got, expected $code"
}
says() { grep -qF -- "$1" err.txt || fault "$last: stderr lacks: $1"; }
prints() { grep -qF -- "$1" out.txt || fault "$last: stdout lacks: $1"; }
lacks() { ! grep -qF -- "$1" err.txt out.txt || fault "$last: should not say: $1"; }
silent() { [ ! -s err.txt ] || fault "$last: stderr should be empty"; }
there() { for f in "$@"; do [ -e "$f" ] || fault "$last: $f is missing"; done; }
gone() { for f in "$@"; do [ ! -e "$f" ] || fault "$last: $f should not be there"; done; }
same() { checks=$((checks + 1)); cmp -s "$1" "$2" || fault "$last: $1 and $2 differ"; }
differ() { checks=$((checks + 1)); ! cmp -s "$1" "$2" || fault "$last: $1 and $2 are the same"; }
holds() { # holds EXPRESSION: a Python expression about the JSON on stdout, called j
    checks=$((checks + 1))
    python3 -c "import json, math, statistics, sys; j = json.load(open('out.txt')); sys.exit(not ($1))" 2>>err.txt ||
        fault "$last: not so: $1"
}
# refused CODE SENTENCE WORDS…
refused() {
    local code=$1 sentence=$2
    shift 2
    run "$code" "$@"
    says "$sentence"
}
finish() {
    echo "$checks checks, $faults faults"
    [ "$faults" -eq 0 ]
    exit
}
