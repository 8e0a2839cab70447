#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: locale.sh LOCALE_FORMATS
# A program with a German locale, where 1.5 is written 1,5, must read and write the same bytes as one without. The locale is
# made here, so that none has to be installed; without what makes it, the test is skipped.
set -euo pipefail
program=$(realpath "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir "$here"/{locales,plain,german}

if ! command -v localedef >/dev/null || [ ! -e /usr/share/i18n/locales/de_DE ]; then
    echo "SKIPPED: no localedef, or no definition of de_DE (Debian: locales)"
    exit 77
fi
localedef -i de_DE -f UTF-8 "$here/locales/de_DE.UTF-8"
export LOCPATH=$here/locales

# What GDAL says in texts: the value of holes, and a scale.
/usr/bin/python3 - "$here/tagged.tif" <<'PYTHON'
import struct, sys
texts = [(42112, b'<GDALMetadata><Item name="SCALE" sample="0" role="scale">0.5</Item></GDALMetadata>\0'), (42113, b"2.25\0")]
plain = [(256, 3, 2), (257, 3, 2), (258, 3, 32), (259, 3, 1), (262, 3, 1), (273, 4, 0), (277, 3, 1), (278, 3, 2), (279, 4, 16), (339, 3, 3)]
at = 8 + 2 + 12 * (len(plain) + len(texts)) + 4
blocks = b""
entries = []
for tag, text in texts:
    entries.append((tag, struct.pack("<HHII", tag, 2, len(text), at + len(blocks))))
    blocks += text + b"\0" * (len(text) % 2)
for tag, kind, value in plain:
    value = at + len(blocks) if tag == 273 else value
    entries.append((tag, struct.pack("<HHI", tag, kind, 1) + struct.pack("<I" if kind == 4 else "<Hxx", value)))
head = struct.pack("<2sHIH", b"II", 42, 8, len(entries)) + b"".join(e for _, e in sorted(entries)) + struct.pack("<I", 0)
open(sys.argv[1], "wb").write(head + blocks + struct.pack("<4f", 1.5, 2.25, 3.0, 4.0))
PYTHON

(cd "$here/plain" && "$program" C)
(cd "$here/german" && "$program" de_DE.UTF-8)
diff -r "$here/plain" "$here/german"
[ "$(find "$here/plain" -type f | wc -l)" -ge 15 ]
[ "$(wc -l <"$here/plain/report.txt")" -ge 80 ]
echo "$(find "$here/plain" -type f | wc -l) files are the same"
