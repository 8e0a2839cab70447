#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# Writes docs/reliability.md: how often what was tried. The tests leave their counts in build/figures, the fuzzers theirs in
# their logs; what was not tried this time keeps its last figure. Nothing compares the page with a run: the counts differ
# from machine to machine, and a run that found something fails by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/reliability.md

figures() { # lines "what<tab>number"
    cat build/figures/*.txt 2>/dev/null | sed -nE 's/^(.*) ([0-9]+)$/\1\t\2/p'
    local log number
    for log in build/test-logs/fuzz_*.log; do
        [ -f "$log" ] || continue
        number=$(sed -nE 's/^stat::number_of_executed_units: *([0-9]+)$/\1/p' "$log" | tail -n 1)
        [ -z "$number" ] || printf 'inputs tried on the reader of `%s`\t%s\n' "$(basename "$log" .log | sed 's/^fuzz_//')" "$number"
    done
}
old() { sed -nE 's/^\| (.*) \| ([0-9]+) \|$/\1\t\2/p' "$page" 2>/dev/null || true; }

table=$({ old; figures; } | awk -F'\t' '{ if (!($1 in last)) order[++count] = $1; last[$1] = $2 }
    END { for (i = 1; i <= count; i++) printf "| %s | %s |\n", order[i], last[order[i]] }')
cat >"$page" <<TEXT
# Reliability

A user's file is never lost or half-written, whatever fails; nothing that can be read crashes the program; no result depends
on threads, the processor or what was cancelled before. This page says how often each promise was put to the test, by
\`./dev test --all\` and \`./dev fuzz\`, which write it. Each of these ended as it should: where one does not, the run fails.

| tried | times |
|---|---|
$table

* **Fuzzing**: libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer on every reader (\`fuzz/\`), a minute each in
  \`./dev test --all\`; what is read must also be written and read back as the same. What fuzzing starts from and what it once
  found is fed to the same functions by the tests, without and with sanitizers (\`fuzz/replay.c\`).
* **Memory**: an allocator of the context that fails the n-th call, for every n, in every operator
  (\`tests/test_operators_stopped.c\`), in scenes and their files; and one in front of the C library, for every verb of the
  command line (\`tests/faults.py\`): every n in \`./dev test --all\`, and in the tests alone a hundred a verb where there are
  more.
* **Disks**: a small disk in memory is mounted and filled up to a few pages, every command that writes is run on it, and the
  studio edits and saves; the same on the disk made read-only, and in a folder of another user; standard output is
  \`/dev/full\` (\`tests/disks.py\`; where mounts are not allowed the test says so and keeps files from growing instead). The
  n-th call that opens, syncs, links or renames fails, for every n (\`tests/faults.py\`). Files are then as they were, or whole.
* **Kills**: SIGKILL at a random moment while a scene is being saved (\`tests/test_kill.c\`).
* **Cancels**: every operator at random moments, from its own progress function and from another thread; the next run gives
  the same bits (\`tests/test_operators_stopped.c\`).
* **Bits on x86-64**: \`tests/golden.txt\` keeps a hash of what every operator gives (at its defaults, with every preset, every
  choice and toggle, all inputs and maps connected) on 128 x 128 samples, and of every node of every example scene at 129. The
  test \`golden\` computes them again with 1, 2 and 7 threads at the best level of the processor, and with 2 threads at each of
  the levels below it: baseline (x86-64), AVX2 (x86-64-v3), AVX-512 (x86-64-v4), as far as the machine has them; every hash must be
  the one in the file, so any two levels, threads and machines agree. \`tests/test_operators.c\` compares every level with every
  thread count on small maps too.
* **Bits on arm64**: the same list, compiled for arm64 with the flags of the release and run under qemu, on maps of 33 samples
  against this machine's hashes in \`./dev test --all\`, in full size against \`tests/golden.txt\` in \`./dev fuzz\`
  (\`tools/test_arm64.sh\`).
* **Races and memory errors**: the tests, but for those that only measure landscapes, under AddressSanitizer with
  UndefinedBehaviorSanitizer, and under ThreadSanitizer; every operator and scene on small maps.

What is too large is refused before anything is computed: [limits](limits.md).
TEXT
echo "$page has $(grep -c '^| .* | [0-9]* |$' "$page") figures"
