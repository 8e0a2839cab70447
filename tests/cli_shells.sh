#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Orogen authors
# SPDX-License-Identifier: MIT
#
# usage: cli_shells.sh OROGEN
# What shells and man make of what is printed from the tables: completion asked as a person at a prompt would, man pages
# read by mandoc and by man itself without a warning, colours only where they belong.
set -u
orogen=$(realpath "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
export PATH="$(dirname "$orogen"):$PATH" HOME="$here" XDG_CONFIG_HOME="$here" LC_ALL=C.UTF-8
unset NO_COLOR
checks=0
faults=0
check() { # check NAME WANTED GOT: is WANTED one of the lines?
    checks=$((checks + 1))
    grep -qxF -- "$2" <<<"$3" && return
    faults=$((faults + 1))
    printf 'FAULT: %s: no %s in:\n%s\n' "$1" "$2" "$(head -n 8 <<<"$3")" >&2
}
checked() { # checked NAME COMMAND…: succeeds and says nothing
    local name=$1 said
    shift
    checks=$((checks + 1))
    said=$("$@" 2>&1) && [ -z "$said" ] && return
    faults=$((faults + 1))
    printf 'FAULT: %s:\n%s\n' "$name" "$(head -n 8 <<<"$said")" >&2
}
missing() { command -v "$1" >/dev/null && return 1; echo "$1 is not installed: not tried"; }

# --- completion -----------------------------------------------------------------------------------------------------------
for shell in bash zsh fish; do "$orogen" completion $shell >"orogen.$shell"; done
touch valley.oro.json

in_bash() { # in_bash WORDS…: what the last word is completed to
    bash -c 'source orogen.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _orogen; printf "%s\n" "${COMPREPLY[@]}"' - "$@"
}
checked "bash reads it" bash -n orogen.bash
check bash build "$(in_bash orogen bui)"
check bash noise "$(in_bash orogen noi)"
check bash --dry-run "$(in_bash orogen build --dr)"
check bash --threads "$(in_bash orogen slope --thr)"
check bash --extent "$(in_bash orogen slope --ext)"
check bash ridged "$(in_bash orogen noise --fractal rid)"
check bash never "$(in_bash orogen build --progress nev)"
check bash noise "$(in_bash orogen help noi)"
check bash valley.oro.json "$(in_bash orogen build val)"

if ! missing fish; then
    in_fish() { fish --no-config -c 'source orogen.fish; complete -C "$argv[1]"' "$1" | cut -f1; }
    checked "fish reads it" fish --no-config -n orogen.fish
    check fish build "$(in_fish 'orogen bui')"
    check fish --dry-run "$(in_fish 'orogen build --dr')"
    check fish --fractal "$(in_fish 'orogen noise --fra')"
    check fish ridged "$(in_fish 'orogen noise --fractal rid')"
    check fish never "$(in_fish 'orogen build --progress nev')"
    check fish valley.oro.json "$(in_fish 'orogen build val')"
    check fish noise "$(in_fish 'orogen help noi')"
fi

if ! missing zsh; then
    # A zsh on a terminal of its own: types a line, presses Tab, and a key that shows what the line has become.
    cat >ask.zsh <<'ZSH'
zmodload zsh/zpty
zpty shell env TERM=dumb zsh -f -i
zpty -w shell "PROMPT=; autoload -U compinit; compinit -u -D; source $PWD/orogen.zsh"
zpty -w shell 'show() { zle -I; print -r -- "<$BUFFER>"; BUFFER=; }; zle -N show; bindkey "^X" show; print begun'
zpty -r shell out '*begun*begun*'
zpty -w -n shell "$1"$'\t\x18'
zpty -r shell out '*<*>*'
print -r -- $out
zpty -d shell
ZSH
    in_zsh() { timeout 20 zsh -f ask.zsh "$1" | tr -d '\r' | grep -o '<[^>]*>' | tr '<> ' '\n\n\n'; }
    checked "zsh reads it" zsh -n orogen.zsh
    check zsh build "$(in_zsh 'orogen bui')"
    check zsh --dry-run "$(in_zsh 'orogen build --dr')"
    check zsh ridged "$(in_zsh 'orogen noise --fractal rid')"
fi

# --- man pages ------------------------------------------------------------------------------------------------------------
"$orogen" man -o man1 --quiet || faults=$((faults + 1))
pages=(man1/*.1)
checks=$((checks + 1))
[ "${#pages[@]}" -gt 25 ] || { faults=$((faults + 1)); echo "FAULT: only ${#pages[@]} pages" >&2; }
missing mandoc || checked "mandoc's lint" mandoc -T lint -W warning "${pages[@]}"
if ! missing man; then
    read_all() { local page; for page in "${pages[@]}"; do man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null; done; }
    checked "man's warnings" read_all
    check "the page of build" "       orogen-build - Build a scene: compute it and export its maps, meshes and pictures" "$(MANWIDTH=100 man -P cat -l man1/orogen-build.1)"
fi

# --- colours --------------------------------------------------------------------------------------------------------------
bold=$(printf '\033[1m')
on_terminal() { python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$@" </dev/null | tr -d '\r'; }
export TERM=xterm
check "bold on a terminal" "${bold}Commands:$(printf '\033[0m')" "$(on_terminal "$orogen" help)"
check "NO_COLOR" "Commands:" "$(NO_COLOR=1 on_terminal "$orogen" help)"
check "an empty NO_COLOR" "${bold}Commands:$(printf '\033[0m')" "$(NO_COLOR= on_terminal "$orogen" help)"
check "no bold in a pipe" "Commands:" "$("$orogen" help)"

echo "$checks checks, $faults faults"
[ "$faults" -eq 0 ]
