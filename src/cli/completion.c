// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen completion bash|zsh|fish: words for the shell, from the tables of commands and operators. Each script knows the
// first word, the flags that may follow it, and the words a flag with choices takes; anything else is a file.

#include "offers.h"

#include <string.h>

/// The commands whose words are names of commands or operators, not files.
static bool takes_names(const cli_command *command) { return strstr(command->usage, "OPERATOR") != NULL; }

static void print_names(const char *between) {
    for (int i = 0; i < cli_command_count(); i++) printf("%s%s", i ? between : "", cli_command_at(i)->name);
    for (int i = 0; i < oro_operator_count(); i++) printf("%s%s", between, oro_operator_at(NULL, i)->record.name);
}

static void print_choices(const char *const *choices) {
    for (int i = 0; choices[i]; i++) printf("%s%s", i ? " " : "", choices[i]);
}

/// Calls fn for every flag that may follow the first word `command` or, where that is NULL, `op`.
static void each_flag(const cli_command *command, const oro_operator *op, cli_offer_fn *fn, void *user) {
    if (command) {
        cli_offers_of_flags(cli_flags_of(command), fn, user);
    } else {
        cli_offers_of_arguments(op, fn, user);
        cli_offers_of_maps(op, fn, user);
    }
    cli_offers_of_flags(cli_common_flags, fn, user);
}

/// Calls fn for every first word with its line of help.
static void each_subject(void (*fn)(const char *name, const char *summary, const cli_command *, const oro_operator *)) {
    for (int i = 0; i < cli_command_count(); i++) {
        const cli_command *command = cli_command_at(i);
        fn(command->name, command->summary, command, NULL);
    }
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        fn(op->record.name, op->record.summary, NULL, op);
    }
}

// --- bash -----------------------------------------------------------------------------------------------------------------

static void bash_flag(void *user, const cli_offer *offer) {
    (void)user;
    printf(" --%s", offer->name);
}

static void bash_values(void *user, const cli_offer *offer) {
    if (!offer->choices) return;
    printf("    \"%s --%s\") values=\"", (const char *)user, offer->name);
    print_choices(offer->choices);
    printf("\" ;;\n");
}

static void bash_value_cases(const char *name, const char *summary, const cli_command *command,
                             const oro_operator *op) {
    (void)summary;
    each_flag(command, op, bash_values, (void *)name);
    if (command && takes_names(command)) printf("    \"%s \"*) [[ $current == -* ]] || values=\"$names\" ;;\n", name);
}

static void bash_flag_case(const char *name, const char *summary, const cli_command *command, const oro_operator *op) {
    (void)summary;
    printf("    %s) words=\"", name);
    each_flag(command, op, bash_flag, NULL);
    printf("\" ;;\n");
}

static void print_bash(void) {
    printf(
        "# Completion of orogen for bash: source <(orogen completion bash)\n_orogen() {\n"
        "  local current=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\" values=\"\"\n"
        "  local names=\"");
    print_names(" ");
    printf("\"\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "    COMPREPLY=($(compgen -W \"$names --version --help\" -- \"$current\"))\n    return\n  fi\n"
           "  case \"${COMP_WORDS[1]} $before\" in\n");
    each_subject(bash_value_cases);
    printf(
        "  esac\n"
        "  if [ -n \"$values\" ]; then\n    COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n    return\n  fi\n"
        "  case \"${COMP_WORDS[1]}\" in\n");
    each_subject(bash_flag_case);
    printf("  esac\n  if [[ \"$current\" == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "  else\n    COMPREPLY=($(compgen -f -- \"$current\"))\n  fi\n}\n"
           "complete -o filenames -F _orogen orogen\n");
}

// --- zsh ------------------------------------------------------------------------------------------------------------------

/// Text inside single quotes; `special` characters get a backslash for whoever reads the word.
static void print_quoted(const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(special, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void zsh_spec(const char *dashes, const char *name, const cli_offer *offer, const char *joint) {
    printf(" \\\n      '%s%s%s[", dashes, name, offer->value ? joint : "");
    print_quoted(offer->doc, "[]:\\");
    putchar(']');
    if (offer->value) {
        putchar(':');
        print_quoted(offer->value, "[]:\\");
        putchar(':');
        if (offer->choices) {
            putchar('(');
            print_choices(offer->choices);
            putchar(')');
        } else {
            fputs("_files", stdout);
        }
    }
    putchar('\'');
}

static void zsh_flag(void *user, const cli_offer *offer) {
    (void)user;
    zsh_spec("--", offer->name, offer, "=");
    if (offer->letter) zsh_spec("-", (char[]){offer->letter, 0}, offer, "+");
}

static void zsh_case(const char *name, const char *summary, const cli_command *command, const oro_operator *op) {
    (void)summary;
    printf("    %s) _arguments", name);
    each_flag(command, op, zsh_flag, NULL);
    if (command && takes_names(command)) {
        printf(" \\\n      '*:name:(");
        print_names(" ");
        printf(")' ;;\n");
    } else {
        printf(" \\\n      '*:file:_files' ;;\n");
    }
}

static void zsh_name(const char *name, const char *summary, const cli_command *command, const oro_operator *op) {
    (void)command;
    (void)op;
    printf("      '%s:", name);
    print_quoted(summary, ":\\");
    printf("'\n");
}

static void print_zsh(void) {
    printf("#compdef orogen\n# Completion of orogen for zsh: a file _orogen in a folder of $fpath, or\n"
           "# source <(orogen completion zsh)\n_orogen() {\n  local -a names\n  if (( CURRENT == 2 )); then\n"
           "    names=(\n");
    each_subject(zsh_name);
    printf("    )\n    _describe -t commands 'command or operator' names\n    return\n  fi\n  shift words\n"
           "  (( CURRENT-- ))\n  case $words[1] in\n");
    each_subject(zsh_case);
    printf("    *) _files ;;\n  esac\n}\n"
           "if [[ $funcstack[1] == _orogen ]]; then _orogen \"$@\"; else compdef _orogen orogen; fi\n");
}

// --- fish -----------------------------------------------------------------------------------------------------------------

static void fish_text(const char *text) {
    for (putchar('\''); *text; text++) printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('\'');
}

/// `user` is the first word, or NULL for flags that follow any.
static void fish_flag(void *user, const cli_offer *offer) {
    if (user)
        printf("complete -c orogen -n '__orogen_is %s' -l %s", (const char *)user, offer->name);
    else
        printf("complete -c orogen -l %s", offer->name);
    if (offer->letter) printf(" -s %c", offer->letter);
    if (offer->value) fputs(offer->choices ? " -x -a '" : " -r -F", stdout);
    if (offer->choices) {
        print_choices(offer->choices);
        putchar('\'');
    }
    fputs(" -d ", stdout);
    fish_text(offer->doc);
    putchar('\n');
}

static void fish_subject(const char *name, const char *summary, const cli_command *command, const oro_operator *op) {
    printf("complete -c orogen -n __orogen_first -f -a %s -d ", name);
    fish_text(summary);
    putchar('\n');
    if (command) {
        cli_offers_of_flags(cli_flags_of(command), fish_flag, (void *)name);
        if (!takes_names(command)) return;
        printf("complete -c orogen -n '__orogen_is %s' -f -a '", name);
        print_names(" ");
        printf("'\n");
    } else {
        cli_offers_of_arguments(op, fish_flag, (void *)name);
        cli_offers_of_maps(op, fish_flag, (void *)name);
    }
}

static void print_fish(void) {
    printf("# Completion of orogen for fish: orogen completion fish | source\n"
           "function __orogen_first\n    test (count (commandline -opc)) -eq 1\nend\n"
           "function __orogen_is\n    set -l words (commandline -opc)\n"
           "    test (count $words) -ge 2; and test $words[2] = $argv[1]\nend\n");
    cli_offers_of_flags(cli_common_flags, fish_flag, NULL);
    each_subject(fish_subject);
}

// --- the command ------------------------------------------------------------------------------------------------------------

static oro_status run(cli *c, const cli_words *w) {
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    oro_status status = cli_expect_words(c, w, 1, 1, "completion bash|zsh|fish");
    if (status != ORO_OK) return status;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(w->plain[0], shells[i].name) == 0) {
            shells[i].print();
            return ORO_OK;
        }
    return cli_misuse(c, NULL, "there is no completion for \"%.40s\"; there is one for bash, zsh and fish",
                      w->plain[0]);
}

const cli_command cli_command_completion = {
    .name = "completion",
    .summary = "Print what a shell needs to complete commands and flags",
    .usage = "bash|zsh|fish",
    .doc = "For this shell alone: source <(orogen completion bash), the same with zsh, or orogen completion fish | "
           "source.\n"
           "To keep it, write it into a folder the shell reads; installing Orogen does that.",
    .example = "orogen completion bash > orogen.bash\norogen completion fish > orogen.fish",
    .run = run,
};
