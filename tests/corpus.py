# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: corpus.py READER FORMAT…
# Reads every file of the corpora (corpora.py): what comes out is what was put in, or a sentence. Nothing ends the reader.
import os
import subprocess
import sys
import tempfile

import numpy

from corpora import CORPORA, HEIGHTS


def judge(answer, meaning, path):
    """What is wrong with an answer, or None."""
    words = answer.split(" ", 2)
    if words[0] == "no":
        if meaning is None and len(words[2]) > 20:  # what a codec leaves over is not known here, but a sentence is due
            return None
        return None if isinstance(meaning, str) and meaning in words[2] else f"refused: {words[2]}"
    if isinstance(meaning, str):
        return f"taken, not refused with \"{meaning}\""
    back = numpy.fromfile(path + ".f32", "f4")
    if back.size != numpy.size(HEIGHTS if meaning is None else meaning):
        return f"{back.size} values"
    if meaning is None:
        off = numpy.abs(back.reshape(HEIGHTS.shape) * (1 if back.max() > 1 else 255) - HEIGHTS).max()
        return None if off <= 8 else f"off by {off}"
    with numpy.errstate(over="ignore"):
        right = numpy.asarray(meaning).astype("f4").reshape(-1)
    far = ~(numpy.isclose(back, right, rtol=1e-6, atol=0) | (back == right))
    return f"{far.sum()} values differ: {back[far][0]} for {right[far][0]}" if far.any() else None


def main():
    reader, wanted = os.path.realpath(sys.argv[1]), sys.argv[2:] or list(CORPORA)
    faults = tried = 0
    with tempfile.TemporaryDirectory() as place:
        for kind in wanted:
            files = [item for make in CORPORA[kind] for item in make()]
            lines = []
            for name, data, _, channel in files:
                path = os.path.join(place, name)
                with open(path, "wb") as out:
                    out.write(data)
                lines.append(path + (f"\t{channel}" if channel else "") + "\n")
            done = subprocess.run([reader], input="".join(lines), capture_output=True, text=True)
            answers = done.stdout.splitlines()
            for (name, _, meaning, _), answer in zip(files, answers):
                fault = judge(answer, meaning, os.path.join(place, name))
                if fault:
                    faults += 1
                    print(f"FAULT: {name}: {fault}", file=sys.stderr)
            if done.returncode != 0 or len(answers) != len(files):
                faults += 1
                print(f"FAULT: the reader ended with {done.returncode} at {files[min(len(answers), len(files) - 1)][0]}\n{done.stderr}",
                      file=sys.stderr)
            tried += len(answers)
            print(f"{kind}: {len(answers)} files, {sum(a.startswith('ok') for a in answers)} read, the others refused")
    print(f"{tried} files, {faults} faults")
    return 1 if faults or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
