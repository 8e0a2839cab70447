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

(cd "$here/plain" && "$program" C)
(cd "$here/german" && "$program" de_DE.UTF-8)
diff -r "$here/plain" "$here/german"
[ "$(find "$here/plain" -type f | wc -l)" -ge 15 ]
[ "$(wc -l <"$here/plain/report.txt")" -ge 80 ]
echo "$(find "$here/plain" -type f | wc -l) files are the same"
