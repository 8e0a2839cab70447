#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: tools/check_words.sh
# Turns of phrase that CONTRIBUTING.md replaced, in the sentences people read: strings of the program and the page, public
# headers, hand-written pages. Prints each with its place; fails where there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

everywhere='cannot be had|can be had|[Ww]hoever|[Mm]ended|there already'
in_strings="\"[^\"]*($everywhere|cannot be [^;]*; it takes|\\b(it|they) can\\b *\$|\\bunsaid\\b|\\banew\\b|(is|are) the most\\b)[^\"]*\""

faults=0
report() { # PATTERN FILES…
    local pattern=$1
    shift
    if grep -nE "$pattern" "$@"; then faults=1; fi
}
mapfile -t code < <(git ls-files 'src/*.c' 'src/*.h')
mapfile -t page < <(git ls-files 'web/src/*.ts')
mapfile -t text < <(git ls-files 'include/orogen/*.h' 'README.md' 'SECURITY.md' 'docs/*.md' | grep -v '^docs/\(measured\|status\)')
report "$in_strings" "${code[@]}"
report "['\`\"][^'\`\"]*($everywhere)" "${page[@]}"
report "$everywhere" "${text[@]}"
if [ $faults -eq 1 ]; then
    echo "these are said in other words; see CONTRIBUTING.md" >&2
    exit 1
fi
echo "words are plain"
